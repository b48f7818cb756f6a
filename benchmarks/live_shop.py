"""A model folder of the paper's size for a living shop: a ranker with all signals over items with titles, brands,
categories and prices, and evidence with everything that a trained folder has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from array_model import write_array_model
from array_shop import Sizes
from instead.models.evidence import FILE, USUAL
from instead.models.fact_table import FILE as FACTS
from instead.models.fact_table import FactTable
from instead.models.ranker.known import Descriptions
from instead.prices import Prices
from instead.store.tensors import map_tensors, write_tensors
from ranker_speed import any_ranker, known_shop

KINDS, BRANDS = 40, 300


def write_live_shop(folder: Path, scale: float = 1.0) -> None:
    """Write the folder; `scale` 1 is the paper's cellphone shop."""
    rng = np.random.default_rng(3)
    known = known_shop("cellphone", scale, described=True)
    items = known.items
    brands: list[str | None] = [f"Brand {n % BRANDS}" for n in range(items)]
    paths = [["Shop", f"Hall {k % 5}", f"Kind {k}"] for k in rng.integers(KINDS, size=items).tolist()]
    price = rng.uniform(5, 500, items)
    known = replace(known, described=Descriptions(known.described.titles, brands, paths, Prices.plain(price)))
    write_array_model(folder, Sizes(known.users, items, known.attributes), any_ranker(known))
    table = {
        "item": [f"I{n:06d}" for n in range(items)],
        "title": known.described.titles,
        "brand": brands,
        "category": paths,
        "price": price,
        "currency": [None] * items,
        "image": [None] * items,
        "available": [True] * items,
    }
    texts = {"currency": pl.String, "image": pl.String}
    pl.DataFrame(table, schema_overrides=texts).write_parquet(folder / "items.parquet")
    pl.DataFrame(schema={"source": pl.String, "target": pl.String, "relation": pl.String}).write_parquet(
        folder / "links.parquet"
    )
    evidence = dict(map_tensors(folder / FILE))
    praised, blamed = evidence["item.praised"], evidence["item.blamed"]
    weight = rng.uniform(0.6, 1.4, praised.size)
    evidence |= {
        "item.mentions": praised + blamed,
        "item.total": praised - blamed,
        "item.for": (praised * weight).astype(np.float32),
        "item.against": (blamed * weight).astype(np.float32),
        "family.start": evidence["item.start"],
        "family.head": evidence["item.attribute"],
        "family.praised": praised,
        "family.blamed": blamed,
        "family.for": (praised * weight).astype(np.float32),
        "family.against": (blamed * weight).astype(np.float32),
        "posterior.strengths": np.array([4.0, 6.0, 20.0, 60.0, 30.0, 20.0]),
        USUAL: np.array([0.8]),
    }
    (folder / FILE).unlink()
    write_tensors(folder / FILE, evidence)
    facts = dict(FactTable.none(items).arrays)
    facts["item.stars"] = rng.uniform(2.5, 5.0, items).astype(np.float32)
    facts["item.ratings"] = rng.integers(1, 60, items).astype(np.int32)
    facts["item.first"] = rng.integers(10_000, 14_000, items) * 86_400
    facts["kind.depth"] = np.array([3])
    write_tensors(folder / FACTS, facts)
