"""A model is told when the held-out choice was made if, and only if, that is asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.errors import InputError
from instead.evaluation.compare import compare
from instead.evaluation.evaluate import evaluate
from instead.evaluation.result import Evaluation
from instead.models.context import Aspect, Context
from instead.models.reference.popularity import Popularity
from instead.models.reference.random_scores import RandomScores
from instead.preparation.prepare import prepare
from instead.store.dataset import Dataset
from tests.planted import ITEMS
from tests.small_shop import put, shop_meta, shop_rows, small_settings

EVERY = ["paper", "filtered", "popular", "full", "full_filtered"]


class Listener:
    """Remembers the time of every (user, query) it was asked about."""

    name = "listener"
    items = ITEMS
    looks_at: frozenset[Aspect] = frozenset(("time",))

    def __init__(self) -> None:
        self.heard: dict[tuple[int, int], set[str]] = {}

    def score(self, context: Context, candidates: NDArray[np.int64]) -> NDArray[np.float32]:
        known = zip(context.askers.known.user.tolist(), context.query.tolist(), context.askers.time, strict=True)
        for user, query, time in known:
            self.heard.setdefault((user, query), set()).add(str(time))
        return np.zeros(candidates.shape, np.float32)

    def score_all(self, context: Context) -> NDArray[np.float32]:
        return self.score(context, np.zeros((len(context), ITEMS), np.int64))


@pytest.mark.parametrize("protocol", EVERY)
def test_the_time_of_the_held_out_choice_reaches_the_model(shop: Dataset, protocol: str) -> None:
    listener = Listener()
    found = evaluate(listener, shop, protocols=[protocol], tell_time=True)
    assert found.about["tell_time"] is True
    times = shop.reviews().collect()["time"].to_list()
    expected: dict[tuple[int, int], set[str]] = {}
    for interaction, user, query in shop.split().triples("test").select("interaction", "user", "query").rows():
        expected.setdefault((user, query), set()).add(str(np.datetime64(times[interaction], "s")))
    assert listener.heard == expected


@pytest.mark.parametrize("split", ["paper", "choice", "choice_matched"])
def test_nobody_is_told_unless_asked_for(shop: Dataset, split: str) -> None:
    listener = Listener()
    found = evaluate(listener, shop, split=split)
    assert found.about["tell_time"] is False
    assert {time for heard in listener.heard.values() for time in heard} == {"NaT"}


def test_the_rest_of_the_context_is_the_same(shop: Dataset) -> None:
    """A model that does not look at the time has the same ranks."""
    plain, told = (evaluate(RandomScores(ITEMS), shop, tell_time=tell) for tell in (False, True))
    assert plain.cases.equals(told.cases)


def test_told_and_not_told_are_not_compared(shop: Dataset, tmp_path: Path) -> None:
    told = evaluate(RandomScores(ITEMS), shop, tell_time=True)
    plain = evaluate(Popularity(np.arange(ITEMS)), shop)
    told = Evaluation.open(told.save(tmp_path / "told"))  # what a folder says counts
    for both in ([told, plain], [plain, told]):
        with pytest.raises(InputError, match="random was told the time of asking and popularity was not"):
            compare(both, protocol="paper", measure="HR@10")
    again = evaluate(Popularity(np.arange(ITEMS)), shop, tell_time=True)
    assert compare([told, again], protocol="paper", measure="HR@10").height == 2


def without_times(folder: Path) -> Dataset:
    rows = [f"{row['reviewerID']},{row['asin']},{row['overall']}" for row in shop_rows()]
    links = [f"{item['asin']},{other}" for item in shop_meta() for other in item["also_view"]]
    files = [
        put(folder / "reviews.csv", ["user,item,rating", *rows]),
        put(folder / "links.csv", ["source,target", *links]),
    ]
    return prepare(files, out=folder / "data", settings=small_settings())


def test_a_shop_without_times_cannot_tell_them(tmp_path: Path) -> None:
    data = without_times(tmp_path)
    assert evaluate(RandomScores(data.items.height), data).about["tell_time"] is False
    with pytest.raises(InputError, match=r"no test triple of split 'paper' has a time.*without telling the time"):
        evaluate(RandomScores(data.items.height), data, tell_time=True)
