"""The registry entry of the ranker: how it is fitted, loaded, tuned, and what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.beside import beside
from instead.engine.spread import spread
from instead.errors import EmptyResult
from instead.material import Material
from instead.models.ranker.known import Known
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.all_tables import Tables, described
from instead.models.ranker.tables.word_table import Words
from instead.models.registry import Entry
from instead.models.training_memory import training_memory
from instead.settings import RANKER_GRID, RankerSettings

if TYPE_CHECKING:
    from instead.models.ranker.cases import Cases


def _load(settings: RankerSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> Ranker:
    return Ranker.of_arrays(settings, arrays)


def _fit(material: Material, settings: RankerSettings) -> Ranker:
    """Learn weights on held-out tenths, then compute all tables from the whole training part."""
    from instead.models.ranker.fitting import learn_weights  # noqa: PLC0415 - serving never needs it
    from instead.models.ranker.shown_cases import make_shown_cases  # noqa: PLC0415
    from instead.models.ranker.trees_fitting import learn_trees, lightgbm  # noqa: PLC0415

    if settings.form == "trees":
        lightgbm()  # before the work, not after it
    if observed(material):  # exposure corrects for how queries are simulated
        settings = settings.model_copy(update={"exposure": False})
    known = Known.of(material)
    words = described(known)
    with beside(Tables.of, known, settings, *words) as tables:  # weights are learned on tables of other data
        cases = make_all_cases(material, known, settings, words)
        shown = make_shown_cases(material.feedback, known, settings, words, cases[0].columns)
        weights = learn_weights(cases, settings, shown)
        trees = learn_trees(cases, weights, settings) if settings.form == "trees" else None
        return Ranker(settings, tables(), weights, trees)


@dataclass(frozen=True)
class _Tenths:
    """What the cases of any tenth are made of."""

    material: Material
    known: Known
    settings: RankerSettings
    words: tuple[Words | None, Words | None]
    by_time: bool


def _cases_of(given: _Tenths, number: int) -> Cases | None:
    """The cases of one tenth. May run on another machine."""
    from instead.models.ranker.cases import held_out, make_cases  # noqa: PLC0415

    known, newer = given.known, np.zeros(given.known.item.size, np.bool_)
    for one in range(number if given.by_time else 0):  # what is newer than a tenth is not known at its time
        newer |= held_out(known, one, given.settings, by_time=True)
    mask = held_out(known, number, given.settings, by_time=given.by_time)
    return make_cases(given.material, known.without(newer), mask[~newer], given.settings, given.words, number)


def make_all_cases(
    material: Material, known: Known, settings: RankerSettings, words: tuple[Words | None, Words | None]
) -> list[Cases]:
    """Cases of as many tenths as are wanted: drawn at random, or the newest first if the dataset is split by time.

    True choices are few, and all of them count: their tenths are drawn at random. On a cluster tenths are worked on
    side by side; here one after the other, because each has tables of its own.
    """
    by_time = split_by_time(material) and known.has_times and not observed(material)
    given = _Tenths(material, known, settings, words, by_time)
    cases = [one for one in spread(_cases_of, given, range(settings.tenths), most=1) if one is not None]
    for number in range(settings.tenths, 10):
        if by_time or sum(len(one.lists) for one in cases) >= settings.lists:
            break
        made = _cases_of(given, number)
        if made is not None:
            cases.append(made)
    if not cases:
        raise EmptyResult("no training triple is left to learn the weights of a ranker on; use more data")
    return cases


def observed(material: Material) -> bool:
    """Whether the triples are true choices of a log, not simulated ones."""
    return material.resting(np.empty(0, np.int64)) is not None


def split_by_time(material: Material) -> bool:
    """Whether the dataset holds out its newest visits: then weights are learned on the newest tenths of training."""
    return material.source is not None and material.source.manifest["settings"].get("split") == "time"


_COPIES = 7
"""Numbers held for each column of a candidate while weights are learned: it, twice, and the ramps of both sides."""


def _columns(material: Material) -> int:
    """How many columns the signals of a shop have, complements taken for granted."""
    count = 16 + 3 * (material.attributes > 0) + 7 * (not np.isnat(material.visited_time).any())
    if material.source is not None:
        items = material.source.items
        described = {"title": 2, "brand": 1, "category": 2, "price": 2}
        count += sum(each for name, each in described.items() if items[name].null_count() < items.height)
    return int(count)


def _memory(material: Material, settings: RankerSettings) -> dict[str, int]:
    visits, links = int(material.visited.size), int(material.graph.neighbours.size)
    per_user = visits / max(material.users, 1)
    co_visits = int(12 * visits * max(4.0 * per_user, 1.0))
    own = 4 * material.items * (2 * settings.dimension + 48) + 24 * visits + 24 * links + co_visits
    # A case is a held-out training triple. Where two tenths have too few, more tenths are used, and a shop may have
    # fewer than are wanted in all.
    triples = int(material.user.size)
    tenths = max(settings.tenths, min(10, -(-10 * settings.lists // max(triples, 1))))
    lists = min(settings.lists, triples)
    pools = min(settings.pools * tenths // settings.tenths, triples * tenths // 10)
    cells = lists * (1 + settings.uniform + settings.hard) + pools * (1 + settings.decoys)
    working = cells * 4 * _COPIES * _columns(material)
    return training_memory(
        material,
        settings,
        model={"tables": own},
        working={"tables of a tenth": own, "cases": working},
        judged=16 << 20,
        scored=16,
        weights=own,
    )


ENTRY = Entry(
    "ranker",
    RankerSettings,
    _load,
    _memory,
    _fit,
    grid=RANKER_GRID,
    everywhere=True,
    needs=("pairs",),
    about="named signals of links, people, words and time, combined as two probabilities and read like a sum",
)
