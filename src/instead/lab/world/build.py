"""Builds a synthetic shop: plants cares and qualities, simulates choices, writes the raw files and the truth."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from instead.lab.world import raw, truth
from instead.lab.world.links import CHUNK as LINK_CHUNK
from instead.lab.world.links import Links, make_links
from instead.lab.world.scribe import Scribe
from instead.lab.world.users import make_users
from instead.lab.world.world_catalogue import catalogue
from instead.lab.world.world_choices import Choices, Shoppers, make_choices
from instead.lab.world.world_items import make_items
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world.world_vocabulary import make_vocabulary
from instead.progress import Progress, quiet
from instead.store.folder import check_target, written_aside
from instead.store.manifest import write_manifest

KIND = "world"
CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class WorldSummary:
    """What was written where. `files` maps names within the folder to sizes in bytes."""

    folder: Path
    reviews_file: Path
    meta_file: Path
    views_file: Path | None
    preset: str
    seed: int
    categories: int
    users: int
    items: int
    reviews: int
    attributes: int
    mentions: int
    links: int
    views: int
    files: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {k: str(v) if isinstance(v, Path) else v for k, v in asdict(self).items()}


def build_world(
    settings: WorldSettings, out: Path | str, *, progress: Progress = quiet, replace: bool = False
) -> WorldSummary:
    """Write the shop of `settings` into the folder `out`, which is complete afterwards or was never there.

    The same settings give the same bytes. `replace` allows to replace an older world.
    """
    out = Path(out).absolute()
    check_target(out, KIND, replace=replace)
    vocabulary = make_vocabulary(catalogue(settings.preset), settings.items, settings.attributes, settings.seed)
    items = make_items(settings, vocabulary)
    users = make_users(settings, vocabulary, items)
    shoppers = Shoppers(vocabulary, items, users)
    choices = make_choices(settings, shoppers, progress=progress)
    calendar = raw.Calendar(settings, len(choices))
    with written_aside(out) as folder:
        (folder / "truth").mkdir()
        reviews_name = "reviews.jsonl.gz" if settings.gzip else "reviews.jsonl"
        log = _write_reviews(folder / reviews_name, settings, shoppers, choices, calendar, progress=progress)
        with progress("writing the truth", total=6) as advance:
            mentions, attributes = log.write(folder / "truth", choices, users, items, vocabulary)
            advance(1)
            views = 0
            if settings.views:
                views = raw.write_views(folder / "views.csv", settings, choices, calendar.day, users=users, items=items)
            advance(1)
            truth.write_choices(folder / "truth", choices, users, items)
            advance(1)
            truth.write_care(folder / "truth", vocabulary, users)
            truth.write_quality(folder / "truth", vocabulary, items)
            advance(1)
            truth.write_items(folder / "truth", vocabulary, items)
            truth.write_vocabulary(folder / "truth", vocabulary)
            advance(1)
            links = _write_meta(folder, settings, shoppers)
            advance(1)
        counts = {
            "categories": len(vocabulary.categories),
            "users": len(users),
            "items": len(items),
            "reviews": len(choices),
            "attributes": attributes,
            "mentions": mentions,
            "links": links,
            "views": views,
        }
        truth.write_index(folder / "truth", settings, counts)
        write_manifest(folder, KIND, {"counts": counts, "settings": settings.model_dump(mode="json")})
    files = {p.relative_to(out).as_posix(): p.stat().st_size for p in sorted(out.rglob("*")) if p.is_file()}
    return WorldSummary(
        folder=out,
        reviews_file=out / reviews_name,
        meta_file=out / "meta.json",
        views_file=out / "views.csv" if settings.views else None,
        preset=settings.preset,
        seed=settings.seed,
        files=files,
        **counts,
    )


def _write_meta(folder: Path, settings: WorldSettings, shoppers: Shoppers) -> int:
    """Write metadata and links; the metadata contain the links."""
    items = shoppers.items
    metadata = raw.Metadata(settings, shoppers.vocabulary, items)
    kept: list[Links] = []
    with raw.opened(folder / "meta.json", packed=False) as file:
        for at, links in enumerate(make_links(settings, shoppers.vocabulary, items)):
            part = items.order[at * LINK_CHUNK : (at + 1) * LINK_CHUNK]
            file.writelines(metadata.lines(part, links))
            kept.append(links)
    return truth.write_links(folder / "truth", metadata, kept)


def _write_reviews(
    path: Path,
    settings: WorldSettings,
    shoppers: Shoppers,
    choices: Choices,
    calendar: raw.Calendar,
    *,
    progress: Progress,
) -> truth.MentionLog:
    """Write the reviews, product by product as in the dumps; returns the log of their mentions."""
    position = np.empty(len(shoppers.items), dtype=np.int64)
    position[shoppers.items.order] = np.arange(len(shoppers.items))
    order = np.lexsort((choices.user, calendar.day, position[choices.item]))
    scribe = Scribe(settings, shoppers, choices, calendar)
    with (
        raw.opened(path, packed=settings.gzip) as file,
        progress("writing reviews", total=len(choices), unit="reviews") as advance,
    ):
        for start in range(0, len(order), CHUNK):
            lines = scribe.lines(order[start : start + CHUNK])
            file.writelines(lines)
            advance(len(lines))
    return scribe.log
