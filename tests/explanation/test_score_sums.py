"""Parts of a score: they add up, stand in order, and are named in the shop's words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.explanation.score_sums import ROUNDING, SHOWN, ScoreSums
from instead.models import interface
from instead.models.context import Context
from instead.models.ranker.ranker_model import START as RANKER_START
from instead.models.ranker.signals.gain import Gain
from instead.wording import ENGLISH, Wording
from tests.loud_words import LOUD, quiet_parts

NAMES = ("battery", "screen", "price", "case", "sound", "weight")
CONTEXT = Context.of_strangers(np.array([0]))

points = st.floats(-9, 9, allow_nan=False, width=32)


class Told:
    """A model that says of every item what it was told to say; `gains` are by attribute number."""

    def __init__(self, parts: dict[str, float], gains: dict[int, float] | None = None) -> None:
        self.told, self.gains, self.asked = parts, gains, list[list[int]]()

    def parts(self, context: Any, candidates: Any) -> Any:
        self.asked.append(candidates[0].tolist())
        return {name: value + 0.0 * candidates for name, value in self.told.items()}


class Splits(Told):
    def gains_by_attribute(self, context: Any, items: Any) -> Any:
        assert len(context) == len(items) == 1
        return [self.gains]


def sums(model: Any, wording: Wording = ENGLISH) -> ScoreSums:
    return ScoreSums(model, NAMES, wording)


def one(model: Any, wording: Wording = ENGLISH) -> list[tuple[str, float]]:
    (found,) = sums(model, wording).of(CONTEXT, np.array([3]))
    return list(found)


def test_the_largest_come_first_and_what_scores_start_from_last() -> None:
    told = {"start": -5.0, "closeness": 2.0, "price": -3.0, "your taste": 0.5, "popularity": 0.0}
    assert one(Told(told)) == [("price", -3.0), ("closeness", 2.0), ("your taste", 0.5), ("start", -5.0)]


def test_names_of_other_models_are_shown_as_they_are() -> None:
    assert one(Told({"item-knn": 1.0, "closeness": 2.0}), LOUD) == [("CLOSENESS", 2.0), ("item-knn", 1.0)]


def test_a_gain_is_split_into_three_attributes_and_the_rest() -> None:
    gains = {0: 0.3, 2: -0.2, 4: 0.1, 5: 0.05, 1: 0.0}
    model = Splits({"start": -1.0, "closeness": 0.15, "gain": 0.25}, gains)
    found = one(model)
    assert [name for name, _ in found] == [
        "better battery", "worse price", "closeness", "better sound", "rest of the gain", "start",
    ]  # fmt: skip
    assert dict(found) == pytest.approx(
        {"better battery": 0.3, "worse price": -0.2, "closeness": 0.15, "better sound": 0.1, "rest of the gain": 0.05,
         "start": -1.0}
    )  # fmt: skip
    assert all(not quiet_parts(name, *NAMES) for name, _ in one(model, LOUD))


def test_without_a_rest_there_is_no_row_for_it() -> None:
    found = one(Splits({"gain": 0.1}, {0: 0.3, 2: -0.2, 1: 0.0}))
    assert [name for name, _ in found] == ["better battery", "worse price"]
    assert [value for _, value in found] == pytest.approx([0.3, -0.2])


@pytest.mark.parametrize("gains", [{}, {0: 0.0}])
def test_a_gain_without_attributes_is_one_part(gains: dict[int, float]) -> None:
    assert one(Splits({"gain": 0.4}, gains)) == [("gain", 0.4)]
    assert one(Told({"gain": 0.4})) == [("gain", 0.4)]  # the model cannot split it
    assert one(Splits({"gain": 0.0}, gains)) == []


@given(
    told=st.dictionaries(st.sampled_from([*ENGLISH.score_parts, "another"]), points, min_size=1),
    gains=st.dictionaries(st.integers(0, len(NAMES) - 1), points),
)
def test_they_add_up_whatever_the_model_says(told: dict[str, float], gains: dict[int, float]) -> None:
    found = one(Splits(told, gains))
    assert sum(value for _, value in found) == pytest.approx(sum(told.values()), abs=1e-9)
    rows = [(name, value) for name, value in found if name != "start"]
    sizes = [abs(value) for _, value in rows]
    assert sizes == sorted(sizes, reverse=True)
    of_attributes = [name for name, _ in rows if name.partition(" ")[2] in NAMES]
    assert len(of_attributes) <= SHOWN
    for name, value in rows:
        if name in of_attributes and abs(value) > ROUNDING:
            assert name.startswith("better" if value > 0 else "worse")


def test_items_are_asked_for_among_the_others_where_that_matters() -> None:
    model = Told({"closeness": 1.0})
    model.parts = lambda context, candidates: {"closeness": 10.0 * candidates}  # type: ignore[method-assign]
    found = sums(model).of(CONTEXT, np.array([7, 2]), np.array([1, 2, 5, 7]))
    assert found == [(("closeness", 70.0),), (("closeness", 20.0),)]
    assert sums(model).of(CONTEXT, np.empty(0, np.int64), np.array([1, 2])) == []


def test_a_model_that_cannot_tell_is_not_asked() -> None:
    silent = sums(object())
    assert not silent.able
    assert silent.of(CONTEXT, np.array([1, 2])) == [(), ()]
    assert sums(Told({})).able


def test_one_line() -> None:
    assert ENGLISH.sum_of([("closeness", 2.125), ("start", -3.0)], -0.875) == (
        "closeness +2.12, start -3.00: -0.88 in all"
    )
    german = Wording(score_sum="{parts}, zusammen {score:.1f}", part_points="{part}: {points:+.1f}")
    assert german.sum_of([("a", 1.0)], 1.0) == "a: +1.0, zusammen 1.0"


def test_the_ranker_has_names_that_the_wording_knows() -> None:
    assert RANKER_START == interface.START
    assert [column.part for column in Gain.columns] == [interface.GAIN]
    assert {interface.START, interface.GAIN} <= set(ENGLISH.score_parts)
