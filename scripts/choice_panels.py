"""Reads panels of repeated choices (`choice_panels` of the data folder) as `Tasks`.

Brands are indicator columns (one less than there are alternatives where every one is a brand), prices in logs for
households, as given for cameras. Tasks of a person stand in the order of the file: for households, in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.models.choices.logit import Tasks

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_CATSUP = ("heinz41", "heinz32", "heinz28", "hunts32")


@dataclass(frozen=True, eq=False)
class Panel:
    name: str
    tasks: Tasks
    brand: Ints
    """(n, t, a) brand of each alternative; none of them is a brand of its own."""


def camera(folder: Path) -> Panel:
    """Four cameras and none."""
    table = pl.read_csv(folder / "camera_conjoint.csv.gz").sort("respondent", "task", "alternative")
    people, tasks = table["respondent"].n_unique(), table["task"].n_unique()
    shape = (people, tasks, table.height // (people * tasks))
    names = [name for name in table.columns if name not in ("respondent", "task", "alternative", "chosen")]
    features = table.select(names).to_numpy().astype(np.float64).reshape(*shape, len(names))
    brands = features[..., [names.index(name) for name in ("canon", "sony", "nikon", "panasonic")]]
    brand = np.where(brands.any(axis=3), brands.argmax(axis=3), brands.shape[3])
    taken = table["chosen"].to_numpy().reshape(shape).argmax(axis=2)
    return Panel("camera_conjoint", Tasks(features, taken, np.ones(shape, np.bool_)), brand)


def margarine(folder: Path) -> Panel:
    """Ten margarines with their prices."""
    table = pl.read_csv(folder / "margarine_panel.csv.gz")
    prices = table.drop("hhid", "choice").to_numpy()[:, :, None]
    return _household_panel("margarine_panel", table["hhid"], prices, table["choice"].to_numpy().astype(np.int64) - 1)


def catsup(folder: Path) -> Panel:
    """Four bottles: on display, in a leaflet, and the price."""
    table = pl.read_csv(folder / "ecdat_Catsup.csv.gz")
    columns = [table.select(f"{kind}.{name}" for name in _CATSUP).to_numpy() for kind in ("disp", "feat", "price")]
    taken = np.array([_CATSUP.index(name) for name in table["choice"]], np.int64)
    return _household_panel("ecdat_Catsup", table["id"], np.stack(columns, axis=2).astype(np.float64), taken)


def _household_panel(name: str, household: pl.Series, known: Doubles, taken: Ints) -> Panel:
    """`known` (purchases, a, features), the price last; purchases of a household in the order of the file."""
    purchases, alternatives, _ = known.shape
    known = known.copy()
    known[..., -1] = np.log(known[..., -1])
    brands = np.broadcast_to(np.eye(alternatives)[:, 1:], (purchases, alternatives, alternatives - 1))
    rows = np.concatenate([brands, known], axis=2)
    number = household.rank("dense").to_numpy().astype(np.int64) - 1
    place = np.zeros(purchases, np.int64)
    count = np.zeros(number.max() + 1, np.int64)
    for row, one in enumerate(number.tolist()):
        place[row] = count[one]
        count[one] += 1
    shape = (count.size, int(count.max()), alternatives)
    features, there = np.zeros((*shape, rows.shape[2])), np.zeros(shape, np.bool_)
    answer = np.zeros(shape[:2], np.int64)
    features[number, place], there[number, place], answer[number, place] = rows, True, taken
    brand = np.broadcast_to(np.arange(alternatives), shape)
    return Panel(name, Tasks(features, answer, there), brand)
