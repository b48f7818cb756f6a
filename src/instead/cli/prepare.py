"""`instead prepare FILE... --out FOLDER`: a shop's files to a dataset folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from instead.cli.engines import EngineName

if TYPE_CHECKING:
    from instead.store.dataset import Dataset


def register(app: typer.Typer) -> None:
    app.command("prepare")(prepare)


def prepare(
    files: list[Path] = typer.Argument(None, help="Files; what each one is, is told by its content."),
    out: Path = typer.Option(..., "--out", help="Folder to write."),
    reviews: list[Path] = typer.Option([], help="Files to be read as reviews."),
    items: list[Path] = typer.Option([], help="Files to be read as item descriptions."),
    mentions: list[Path] = typer.Option([], help="Files to be read as ready-made mentions."),
    links: list[str] = typer.Option([], help="Files to be read as links: FILE, or RELATION=FILE."),
    views: list[Path] = typer.Option([], help="Files to be read as view logs."),
    names: list[str] = typer.Option([], help="COLUMN=FILE: a list of items, brands, ... one on each line."),
    rows: list[str] = typer.Option([], help="COLUMN=FILE: row numbers into the list of that column, item by item."),
    triples: list[Path] = typer.Option([], help="Files of a graph: head, relation, tail; its entities; its relations."),
    column: list[str] = typer.Option([], "--map", help="[FILE:]NAME=COLUMN, e.g. --map user=customer_id (repeatable)."),
    columns: Path | None = typer.Option(None, "--columns", help="TOML file with a [columns] table."),
    action: list[str] = typer.Option([], help="WORD=ACTION of a log, e.g. --action clickout=purchase (repeatable)."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with settings; flags win over it."),
    catalogue: str | None = typer.Option(None, help="whole (default): every item and user; core: the k-core alone."),
    min_user: int | None = typer.Option(None, help="Reviews a user of the k-core has (default 5)."),
    min_item: int | None = typer.Option(None, help="Reviews an item of the k-core has (default 5)."),
    min_mentions: int | None = typer.Option(None, help="Training mentions an attribute must have (default 2)."),
    split: str | None = typer.Option(
        None, help="Held-out interactions: time (default, where there are times) or random."
    ),
    seed: int | None = typer.Option(None, help="Seed of the split, queries and negatives (default 0)."),
    negatives: int | None = typer.Option(None, help="Negatives stored per test triple (default 1000)."),
    scale: str | None = typer.Option(None, help="Rating scale as LOW:HIGH (default 1:5)."),
    decimal: str | None = typer.Option(
        None, help="Mark before decimals in prices: point or comma (default: told by the column)."
    ),
    dates: str | None = typer.Option(
        None, help="What 03/04/2025 begins with: day or month (default: told by the column)."
    ),
    neutral: str | None = typer.Option(None, help="Mentions with polarity 0: drop (default), positive, negative."),
    max_rejected: float | None = typer.Option(None, help="Largest share of unusable rows in a file (default 0.01)."),
    keep_truncated: bool = typer.Option(False, help="Take the readable rows of a file that is cut off."),
    variants: bool = typer.Option(False, help="Items of shop exports are variants, not their products."),
    without_links: bool = typer.Option(False, help="Go on where links were given and none is left."),
    replace: bool = typer.Option(False, help="Replace a dataset that is already there."),
    max_memory: float | None = typer.Option(None, help="Refuse work estimated above this many GiB."),
    engine: EngineName = None,
    json: bool = typer.Option(False, "--json", help="Print the manifest as JSON."),
) -> None:
    """Read, clean, link and split a shop's files into a dataset folder."""
    from instead.cli.terminal import bars, print_json
    from instead.files.columns import parse_map
    from instead.preparation.prepare import prepare as run
    from instead.settings import PrepareSettings

    reading: dict[str, Any] = {
        "max_rejected": max_rejected, "neutral_mentions": neutral, "decimal": decimal, "dates": dates,
    }  # fmt: skip
    if action:
        reading["actions"] = tuple(action)
    if keep_truncated:
        reading["keep_truncated"] = True
    if variants:
        reading["variants"] = True
    if scale is not None:
        reading["rating_low"], reading["rating_high"] = _scale(scale)
    changes: dict[str, Any] = {
        "catalogue": catalogue,
        "min_user": min_user,
        "min_item": min_item,
        "min_mentions": min_mentions,
        "split": split,
        "seed": seed,
        "negatives": negatives,
    }
    base = PrepareSettings.from_toml(settings) if settings is not None else PrepareSettings()
    values = base.model_dump()
    values["read"] |= {name: value for name, value in reading.items() if value is not None}
    values |= {name: value for name, value in changes.items() if value is not None}
    dataset = run(
        files or [],
        out=out,
        reviews=reviews,
        items=items,
        mentions=mentions,
        links=links,
        views=views,
        names=names,
        rows=rows,
        triples=triples,
        columns=parse_map(column, columns),
        settings=PrepareSettings.checked(values),
        without_links=without_links,
        replace=replace,
        max_memory=None if max_memory is None else int(max_memory * (1 << 30)),
        progress=bars,
    )
    if json:
        print_json(dataset.manifest)
    else:
        show(dataset)


def _scale(text: str) -> tuple[float, float]:
    from instead.errors import InputError

    low, _, high = text.partition(":")
    try:
        return float(low), float(high)
    except ValueError:
        raise InputError(f"--scale wants LOW:HIGH, for example 1:5, not {text!r}") from None


def show(dataset: Dataset) -> None:
    """Table 1 for this data, the substitute graph, what was dropped and why."""
    from rich.markup import escape

    from instead.cli.terminal import out, table

    for title, rows in report(dataset):
        out.print()
        out.print(
            table(
                title,
                ("", "", ""),
                [[escape(cell) for cell in row] for row in rows],
                right=(1,),
                header=False,
            )
        )
    out.print(f"\n[bold]{escape(str(dataset.folder))}[/] is ready; split hash {dataset.split_hash[:16]}.")


Rows = list[tuple[str, str, str]]


def report(dataset: Dataset) -> list[tuple[str, Rows]]:
    """The sections printed after a preparation: (title, rows of name, figure, remark)."""
    from instead.preparation.strange_ids import strange_ids
    from instead.statistics import table_one

    one, manifest = table_one(dataset), dataset.manifest
    sections: list[tuple[str, Rows]] = [
        ("Decided", [tuple(row) for row in manifest.get("plan", [])]),
        (
            "Table 1: this data",
            [
                ("reviews", f"{one['reviews']:,}", f"{one['density']:.2e} of all user-item pairs"),
                ("users", f"{one['users']:,}", f"{one['reviews per user']:.2f} reviews each"),
                ("items", f"{one['items']:,}", f"{one['reviews per item']:.2f} reviews each"),
                ("attributes", f"{one['attributes']:,}", _mentions(one, manifest["funnel"])),
                *_described(manifest),
                *_languages(manifest),
            ],
        ),
    ]
    graph = one["graph"]
    if graph["edges"]:
        relations = ", ".join(f"{count:,} {name}" for name, count in manifest["relations"].items())
        sections.append(
            (
                "Substitute graph",
                [
                    ("edges", f"{graph['edges']:,}", f"undirected; from links {relations}"),
                    ("covered items", f"{graph['covered_items']:,}", f"{graph['coverage']:.0%} of all"),
                    (
                        "mean degree",
                        f"{graph['mean_degree']:.1f}",
                        f"median {graph['median_degree']:.0f}, of covered items",
                    ),
                ],
            )
        )
    if (strange := strange_ids(dataset.items)) is not None:
        sections.append(("Look at this", [("ids", "", strange)]))
    sections.append(("Left out", _dropped(dataset)))
    sections.append(("Taken as", _assumed(manifest)))
    sections.append(("Protocol", _protocol(manifest)))
    return [(title, rows) for title, rows in sections if rows]


def _described(manifest: dict[str, Any]) -> Rows:
    """How many items have a title, a brand, ...; nothing where no file describes any."""
    described = {name: count for name, count in manifest.get("described", {}).items() if count}
    if not described:
        return []
    most, what = max(described.values()), ", ".join(f"{count:,} with {name}" for name, count in described.items())
    return [("described items", f"{most:,}", what)]


def _languages(manifest: dict[str, Any]) -> Rows:
    """Languages of sampled reviews, where some are not in English."""
    from instead.mentions.languages import foreign_counts, mostly_foreign, spoken

    counts = manifest.get("languages", {})
    foreign = sum(foreign_counts(counts).values())
    if not foreign:
        return []
    rows: Rows = [("not in English", f"{foreign:,}", spoken(counts))]
    sentence = mostly_foreign(counts)
    return rows if sentence is None else [*rows, ("", "", sentence)]


def _mentions(one: dict[str, Any], funnel: dict[str, int]) -> str:
    if not one["mentions"] and not funnel.get("with text"):
        return "none: no text to extract them from; reasons rest on facts, unless there are ready-made mentions"
    if not one["mentions"]:
        return "none yet: `instead extract` finds them in the texts"
    return f"{one['mentions']:,} mentions, {one['mentions per review']:.2f} per review"


def _assumed(manifest: dict[str, Any]) -> Rows:
    """What was assumed of files and why, and how their numbers and times are written."""
    rows: Rows = []
    for source in manifest["sources"]:
        written = [
            f"{name}: {one['text']}{'' if one['sure'] else ' (not sure)'}"
            for name, one in source.get("notations", {}).items()
        ]
        for note in (*source.get("notes", ()), *written):
            rows.append(
                (source["file"], f"{source['rows']:,}", note)
                if not rows or rows[-1][0] != source["file"]
                else ("", "", note)
            )
    return rows


def _dropped(dataset: Dataset) -> Rows:
    manifest, rejected = dataset.manifest, dataset.rejected
    settings, funnel = manifest["settings"], manifest["funnel"]
    rows: Rows = []
    for source in manifest["sources"]:
        causes = "; ".join(f"{count:,} {cause}" for cause, count in source["causes"].items())
        where = "" if rejected is None else f"; see {rejected.relative_to(dataset.folder)}"
        rows.append(("rows rejected", f"{source['rejected']:,}", f"of {source['file']}: {causes}{where}"))
        for cause, count in source["repaired"].items():
            rows.append(("rows repaired", f"{count:,}", f"of {source['file']}: {cause}"))
        for cause, count in source.get("unused", {}).items():
            rows.append(("rows not used", f"{count:,}", f"of {source['file']}: {cause}"))
        if source["damage"]:
            rows.append(("file cut off", "1", f"{source['file']}: {source['damage']}"))
    core = f"users under {settings['min_user']} or items under {settings['min_item']} reviews"
    remarks = {
        "duplicates": ("reviews", "repeated (user, item): the latest stays, texts and mentions are pooled"),
        "k_core": ("reviews", core),
        "outside_core": ("reviews", f"kept for the shop, not judged by the protocol: {core}"),
        "links_to_itself": ("links", "from an item to itself"),
        "links_to_absent": ("links", "to or from items that are not in the data"),
        "links_repeated": ("links", "named more than once"),
        "mentions_neutral": ("mentions", "neutral"),
        "mentions_of_dropped_reviews": ("mentions", "of reviews that were left out"),
        "mentions_of_rare_attributes": (
            "mentions",
            f"attribute with under {settings['min_mentions']} training mentions",
        ),
        "profile_sentences_in_no_review": ("sentences", "of the Sentires profile that stand in no review"),
    }
    rows += [(what, f"{funnel[name]:,}", why) for name, (what, why) in remarks.items() if funnel.get(name)]
    return [row for row in rows if row[1] != "0"]


def _protocol(manifest: dict[str, Any]) -> Rows:
    counts = manifest["counts"]
    parts = f"{counts['train']:,} / {counts['validation']:,} / {counts['test']:,}"
    rows: Rows = [("interactions", parts, f"train / validation / test, {manifest['settings']['split']}")]
    for name, split in manifest["splits"].items():
        triples, test = split["triples"], split["candidates"]["test"]
        kind = "decoys" if name.startswith("choice") else "negatives"
        figure = f"{triples['train']:,} / {triples['validation']:,} / {triples['test']:,}"
        lost = split.get("held_out_without_query", 0) + split["training_without_query"]
        each = f"up to {test['each']:,} left" if split.get("ragged") else f"{test['each']:,} {kind} each"
        remark = f"{each}; {split['reserved_pairs']:,} pairs reserved"
        if name == "paper":
            remark += f"; {lost:,} interactions have no query"
            if thin := split.get("thin"):
                remark += f"; {thin:,} of the test triples are outside the core"
        rows.append((f"triples, {name}", figure, remark))
        if name == "paper" and test["each"] < manifest["settings"]["negatives"]:
            wanted = manifest["settings"]["negatives"]
            rows.append(
                (
                    "",
                    "",
                    f"a catalogue this small has no {wanted:,} negatives: figures compare within it only",
                )
            )
    if observed := manifest.get("observed"):
        rest = "; ".join(f"{count:,} {what}" for what, count in observed.items() if count and what != "choices")
        rows.append(("true choices", f"{observed.get('choices', 0):,}", f"of the log: {rest}"))
    if not manifest["splits"]:
        rows.append(
            (
                "triples",
                "none",
                "nothing to hold out: a model is trained of what there is (words, visits), and none can be judged",
            )
        )
    return rows
