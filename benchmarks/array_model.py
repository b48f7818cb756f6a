"""A model folder of nothing but random arrays, of any size: what loading, ranking and serving cost depends on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
from scipy.sparse import csr_matrix

from array_shop import Sizes
from instead.models.a2cf import A2CF, Frozen, Ranking
from instead.models.evidence import FILE as EVIDENCE
from instead.models.folder import KIND, SETTINGS, WEIGHTS
from instead.models.residual import Residual
from instead.settings import A2CFSettings
from instead.store.manifest import write_manifest
from instead.store.tensors import write_tensors

CATEGORIES = 60
SENTENCES = 2_000


def write_array_model(folder: Path, sizes: Sizes, seed: int = 0) -> Path:
    """Write it unless it is there. Vectors are drawn so that scores spread as those of a trained model do."""
    if (folder / "manifest.json").is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    settings = A2CFSettings.of_preset("paper", depth=sizes.depth)
    model = _model(rng, sizes, settings)
    write_tensors(folder / WEIGHTS, model.arrays())
    write_tensors(folder / EVIDENCE, _evidence(rng, sizes, model.quality.observed))
    (folder / SETTINGS).write_text(settings.model_dump_json(), encoding="utf-8")
    _tables(rng, folder, sizes)
    counts = {"users": sizes.users, "items": sizes.items, "attributes": sizes.attributes, "reviews": 0}
    about = {"model": "a2cf", "dataset": {"folder": "", "split_hash": "", "counts": counts}, "seed": seed}
    write_manifest(folder, KIND, {**about, "validation": {}})
    return folder


def _model(rng: np.random.Generator, sizes: Sizes, settings: A2CFSettings) -> A2CF:
    d = settings.dimension

    def drawn(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return rng.standard_normal(shape, np.float32) * np.float32(0.3)

    tables = (drawn(sizes.users, d), drawn(sizes.items, d), drawn(sizes.attributes, d))
    ranking = Ranking(*tables, drawn(2 * d), drawn(2 * d), np.empty(0, np.float32))
    nets = (Residual.drawn(rng, d, settings.depth), Residual.drawn(rng, d, settings.depth))
    care = _cells(rng, sizes.users, sizes.attributes, 9 * sizes.users // 2)
    quality = _cells(rng, sizes.items, sizes.attributes, 30 * sizes.items)
    return A2CF(settings, ranking, Frozen(*tables, *nets), care, quality)


def _cells(rng: np.random.Generator, rows: int, columns: int, cells: int) -> csr_matrix:
    """Observed cells whose attributes are popular or rare as words are."""
    popular = (rng.pareto(1.0, cells) * 3).astype(np.int64) % columns
    keys = np.unique(rng.integers(rows, size=cells) * columns + popular)
    value = rng.uniform(1, 5, keys.size).astype(np.float32)
    return csr_matrix((value, (keys // columns, keys % columns)), shape=(rows, columns))


def _evidence(
    rng: np.random.Generator, sizes: Sizes, quality: csr_matrix
) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    cells = quality.nnz
    texts = [f"The thing number {n} about it was fine for me.".encode() for n in range(SENTENCES)]
    two = np.arange(0, 2 * cells + 1, 2, dtype=np.int64)  # two quotes of every cell
    return {
        "item.start": np.asarray(quality.indptr, np.int64),
        "item.attribute": np.asarray(quality.indices, np.int32),
        "item.praised": rng.poisson(3, cells).astype(np.int32),
        "item.blamed": rng.poisson(2, cells).astype(np.int32),
        "item.quality": np.asarray(quality.data, np.float32),
        "item.reviews": rng.poisson(12, sizes.items).astype(np.int32),
        "user.start": np.zeros(sizes.users + 1, np.int64),
        "user.attribute": np.empty(0, np.int32),
        "user.mentions": np.empty(0, np.int32),
        "quote.start": two,
        "quote.sentence": rng.integers(SENTENCES, size=2 * cells),
        "quote.sentiment": np.tile(np.array([1, -1], np.int8), cells),
        "quote.user": rng.integers(sizes.users, size=2 * cells).astype(np.int32),
        "sentence.start": np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64),
        "sentence.text": np.frombuffer(b"".join(texts), np.uint8),
    }


def _tables(rng: np.random.Generator, folder: Path, sizes: Sizes) -> None:
    users = [f"U{n:06d}" for n in range(sizes.users)]
    items = [f"I{n:05d}" for n in range(sizes.items)]
    kinds = rng.integers(CATEGORIES, size=sizes.items).tolist()
    pl.DataFrame({"user": users}).write_parquet(folder / "users.parquet")
    pl.DataFrame(
        {
            "item": items,
            "title": [f"Thing {n} of kind {kind}" for n, kind in enumerate(kinds)],
            "brand": [f"Brand {n % 400}" for n in range(sizes.items)],
            "category": [["Shop", f"Kind {kind}"] for kind in kinds],
            "price": rng.uniform(5, 500, sizes.items).round(2),
            "image": pl.Series([None] * sizes.items, dtype=pl.String),
        }
    ).write_parquet(folder / "items.parquet")
    names = [f"attribute {n}" for n in range(sizes.attributes)]
    mentions = pl.Series(rng.integers(2, 5_000, sizes.attributes), dtype=pl.UInt32)
    pl.DataFrame({"attribute": names, "mentions": mentions, "positive": mentions // 2}).write_parquet(
        folder / "attributes.parquet"
    )
    pl.DataFrame(schema={"source": pl.String, "target": pl.String, "relation": pl.String}).write_parquet(
        folder / "links.parquet"
    )
    count = 3 * sizes.users
    pl.DataFrame(
        {
            "user": pl.Series(rng.integers(sizes.users, size=count), dtype=pl.UInt32),
            "item": pl.Series(rng.integers(sizes.items, size=count), dtype=pl.UInt32),
            "part": pl.Series(np.zeros(count), dtype=pl.UInt8),
        }
    ).write_parquet(folder / "interactions.parquet")


def ids(folder: Path, count: int, seed: int = 1) -> list[dict[str, str]]:
    """Questions: users and items drawn at random."""
    rng = np.random.default_rng(seed)
    counts = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["dataset"]["counts"]
    return [
        {"user": f"U{rng.integers(counts['users']):06d}", "query": f"I{rng.integers(counts['items']):05d}"}
        for _ in range(count)
    ]
