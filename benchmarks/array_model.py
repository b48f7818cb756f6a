"""A model folder of nothing but structured random arrays, of any size: what serving depends on.

Embeddings have a few leading directions and noise, as trained ones do; observed cells go to common attributes more
often; counts of praise and blame and a sentence stand behind each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from array_shop import Sizes
from instead.models.a2cf.model import A2CF, Frozen, Ranking
from instead.models.a2cf.residual import Residual
from instead.models.evidence import FILE
from instead.models.model_folder import KIND, SERVING, SETTINGS, WEIGHTS
from instead.models.ranker.ranker_model import Ranker
from instead.settings import A2CFSettings
from instead.store.manifest import write_manifest
from instead.store.tensors import write_tensors

Floats = NDArray[np.float32]
_SENTENCES = [f"The part number {number} is {word}." for number in range(500) for word in ("great", "poor")]


def array_model(sizes: Sizes) -> A2CF:
    """A model whose attribute part is a real share of its scores."""
    rng, d = np.random.default_rng(0), 64

    def table(rows: int, size: float, leading: int = 16) -> Floats:
        directions = rng.standard_normal((leading, d)) / np.sqrt(leading)
        rough = 0.8 * rng.standard_normal((rows, leading)) @ directions + 0.6 * rng.standard_normal((rows, d))
        return np.asarray(size * rough, np.float32)

    def net() -> Residual:
        made = Residual.drawn(rng, d, 1)
        made.weight *= 3
        made.out *= 2
        return made

    def projection() -> Floats:
        return (1 + 0.3 * rng.standard_normal(2 * d)).astype(np.float32)

    users, items, attributes = sizes.users, sizes.items, sizes.attributes
    frozen = Frozen(table(users, 0.5), table(items, 0.5), table(attributes, 0.5), net(), net())
    ranking = Ranking(table(users, 0.15), table(items, 0.15), table(attributes, 0.6), projection(), projection(),
                      np.empty(0, np.float32))  # fmt: skip
    care = observed(rng, users, attributes, 9 * users // 2)
    quality = observed(rng, items, attributes, 30 * items)
    return A2CF(A2CFSettings(), ranking, frozen, care, quality)


def observed(rng: np.random.Generator, rows: int, columns: int, cells: int) -> csr_matrix:
    """About that many observed cells, common attributes more often; values as Eq. 2 gives them."""
    common = 1 / np.arange(1, columns + 1) ** 0.8
    column = rng.choice(columns, cells, p=common / common.sum())
    keys = np.unique(rng.integers(rows, size=cells) * columns + column)
    value = 1 + 4 / (1 + np.exp(-rng.integers(-2, 6, keys.size)))
    return csr_matrix((value.astype(np.float32), (keys // columns, keys % columns)), shape=(rows, columns))


def write_array_model(folder: Path, sizes: Sizes, ranker: Ranker | None = None) -> None:
    """The model as a folder that `instead.load` opens: A2CF, or a ranker of the same size with the same evidence."""
    rng, model = np.random.default_rng(1), array_model(sizes)
    served = model if ranker is None else ranker
    write_tensors(folder / WEIGHTS, served.arrays())
    (folder / SETTINGS).write_text(served.settings.model_dump_json())
    if ranker is None:
        write_tensors(folder / SERVING, model.serving())
    pl.DataFrame({"user": [f"U{n:07d}" for n in range(sizes.users)]}).write_parquet(folder / "users.parquet")
    names = [f"attribute {n}" for n in range(sizes.attributes)]
    pl.DataFrame({"attribute": names}).write_parquet(folder / "attributes.parquet")
    kind = rng.integers(40, size=sizes.items)
    pl.DataFrame(
        {
            "item": [f"I{n:06d}" for n in range(sizes.items)],
            "title": [f"Thing of kind {k}, number {n}" for n, k in enumerate(kind.tolist())],
            "brand": [f"Brand {n % 300}" for n in range(sizes.items)],
            "category": [["Shop", f"Kind {k}"] for k in kind.tolist()],
            "price": rng.uniform(5, 500, sizes.items),
            "image": [None] * sizes.items,
        },
        schema_overrides={"image": pl.String},
    ).write_parquet(folder / "items.parquet")
    pl.DataFrame(schema={"source": pl.String, "target": pl.String}).write_parquet(folder / "links.parquet")
    had = pl.DataFrame(
        {"user": np.repeat(np.arange(sizes.users), 2), "item": rng.integers(sizes.items, size=2 * sizes.users)}
    )
    had.with_columns(pl.lit(0, pl.Int8).alias("part")).write_parquet(folder / "interactions.parquet")
    write_tensors(folder / FILE, evidence_arrays(rng, model))
    write_manifest(folder, KIND, {"model": served.name, "seed": 0})


def evidence_arrays(rng: np.random.Generator, model: A2CF) -> dict[str, NDArray[Any]]:
    """Counts for every observed cell, and a sentence each."""
    quality, care = model.quality.observed, model.care.observed
    cells = quality.nnz
    encoded = [sentence.encode() for sentence in _SENTENCES]
    return {
        "item.start": np.asarray(quality.indptr, np.int64),
        "item.attribute": np.asarray(quality.indices, np.int32),
        "item.praised": rng.integers(0, 12, cells).astype(np.int32),
        "item.blamed": rng.integers(0, 6, cells).astype(np.int32),
        "item.quality": np.asarray(quality.data, np.float32),
        "item.reviews": rng.integers(1, 60, model.items).astype(np.int32),
        "user.start": np.asarray(care.indptr, np.int64),
        "user.attribute": np.asarray(care.indices, np.int32),
        "user.mentions": np.ones(care.nnz, np.int32),
        "quote.start": np.arange(cells + 1, dtype=np.int64),
        "quote.sentence": rng.integers(len(encoded), size=cells),
        "quote.sentiment": rng.choice(np.array([-1, 1], np.int8), cells),
        "sentence.start": np.cumsum([0, *map(len, encoded)]).astype(np.int64),
        "sentence.text": np.frombuffer(b"".join(encoded), np.uint8),
    }
