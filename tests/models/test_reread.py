"""A model that rereads two items scores as one whose tables were made of the other mentions in the first place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.models.a2cf.model import A2CF
from instead.models.cell_changes import CellChange, How
from instead.models.context import Context
from instead.models.ranker.known import Known
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.opinion_table import Opinions
from instead.settings import A2CFSettings, RankerSettings
from instead.shop import load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.planted import planted_shop

ONE, OTHER = 3, 6  # two items of one shelf


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"))


def attribute_of(known: Known) -> int:
    """An attribute that reviews of both items mention."""
    mine, theirs = (set(known.attribute[known.said_of == item].tolist()) for item in (ONE, OTHER))
    return int(min(mine & theirs))


@pytest.mark.parametrize("how", ["without", "exchanged"])
def test_opinions_are_those_of_other_mentions(data: Dataset, how: How) -> None:
    known = Known.of(Material.of(data, "paper"))
    attribute = attribute_of(known)
    touched = (known.attribute == attribute) & np.isin(known.said_of, [ONE, OTHER])
    if how == "without":
        columns = ("said_by", "said_of", "attribute", "sentiment")
        other = replace(known, **{name: getattr(known, name)[~touched] for name in columns})
    else:
        other = replace(known, said_of=np.where(touched, ONE + OTHER - known.said_of, known.said_of))
    changed = Opinions.of(known).changed(CellChange(ONE, OTHER, np.array([attribute]), how))
    wanted = Opinions.of(other)
    # the shop's share of praise, which quality is measured from, stays as it was
    apart = np.abs((changed.quality - wanted.quality).toarray())
    assert apart.max() < (1e-6 if how == "exchanged" else 0.05)
    assert apart[ONE, attribute] < 1e-6


def test_the_ranker_keeps_its_weights_and_other_items_keep_their_words(data: Dataset, tmp_path: Path) -> None:
    settings = RankerSettings(lists=200, pools=200)
    ranker = load(train(data, out=tmp_path / "ranker", model="ranker", settings=settings).folder).model
    assert isinstance(ranker, Ranker)
    attribute = attribute_of(Known.of(Material.of(data, "paper")))
    made = ranker.reread(CellChange(ONE, OTHER, np.array([attribute]), "without"))
    assert made.weights is ranker.weights
    before, after = ranker.tables.attributes, made.tables.attributes
    assert before is not None
    assert after is not None
    lengths = np.sqrt(np.asarray(after.rows.multiply(after.rows).sum(axis=1)).ravel())
    assert np.allclose(lengths[[ONE, OTHER]], 1.0, atol=1e-5)
    assert after.rows[ONE, attribute] == 0.0
    others = np.setdiff1d(np.arange(ranker.items), [ONE, OTHER])
    assert (before.rows[others] != after.rows[others]).nnz == 0


def test_a2cf_estimates_what_is_not_said_any_more(data: Dataset, tmp_path: Path) -> None:
    small = A2CFSettings(dimension=4, rounds=1, attribute_epochs=1, ranking_epochs=1)
    model = load(train(data, out=tmp_path / "a2cf", model="a2cf", settings=small).folder).model
    assert isinstance(model, A2CF)
    attribute = attribute_of(Known.of(Material.of(data, "paper")))
    made = model.reread(CellChange(ONE, OTHER, np.array([attribute]), "without"))
    quality = csr_matrix(model.quality.observed).tolil()
    quality[[ONE, OTHER], attribute] = 0.0
    anew = A2CF(model.settings, model.ranking, model.frozen, model.care.observed, csr_matrix(quality))
    context = Context.of_strangers(np.array([ONE]))
    assert np.allclose(made.score_all(context), anew.score_all(context), atol=1e-5)
    assert not np.allclose(made.score_all(context), model.score_all(context), atol=1e-5)
