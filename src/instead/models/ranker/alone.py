"""Single signals of the ranker as models: the score is one column of one signal, from the tables that it needs.

What a ranker gains by putting signals together shows beside them. Some signals are reference models already: common
neighbours are `resource-allocation`, item neighbours `item-knn`, attributes `attribute-tf-idf`, and popularity, at any
time and lately, `popularity` and `recent-popularity`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import EmptyResult
from instead.material import Material
from instead.models.context import Context
from instead.models.interface import Arrays
from instead.models.ranker.asked import Asked
from instead.models.ranker.features import Features, score_rows
from instead.models.ranker.known import Known
from instead.models.ranker.signals.complement_steps import ComplementSteps
from instead.models.ranker.signals.exposure import Exposure
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.signals.listed import Listed
from instead.models.ranker.signals.owned import GoesWith, Owned
from instead.models.ranker.signals.popular import Stars
from instead.models.ranker.signals.price import Price
from instead.models.ranker.signals.same_brand import SameBrand
from instead.models.ranker.signals.signal import Signal
from instead.models.ranker.signals.taste import Taste
from instead.models.ranker.signals.timely import InYourTime
from instead.models.ranker.signals.walks import Walks
from instead.models.ranker.signals.words_in_common import Categories, Titles
from instead.models.ranker.tables.activity import Activity
from instead.models.ranker.tables.all_tables import Tables
from instead.models.ranker.tables.factors import Factors
from instead.models.ranker.tables.link_table import Links
from instead.models.ranker.tables.opinion_table import Opinions
from instead.models.ranker.tables.standing import Standing
from instead.models.ranker.tables.word_table import category_words, title_words
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.settings import FactorSettings, FitSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


_MADE: dict[str, Callable[[Known, Any], Any]] = {
    "standing": lambda known, settings: Standing.of(known),
    "substitutes": lambda known, settings: Links.of_graph(known.graph),
    "listed_by": lambda known, settings: Links.listed_by(known),
    "complements": lambda known, settings: Links.of_graph(known.complements),
    "factors": Factors.of,
    "activity": lambda known, settings: Activity.of(known) if known.has_times else None,
    "titles": lambda known, settings: title_words(known.described.titles),
    "categories": lambda known, settings: category_words(known.described.categories),
    "opinions": lambda known, settings: Opinions.of(known),
}
"""Name of a table -> how it is made."""


class OneSignal:
    """score(u, q, x) = one column of a signal."""

    def __init__(self, name: str, signal: type[Signal], column: str, tables: Tables, own: tuple[str, ...]) -> None:
        """`own` are the names of the tables that are stored with it."""
        self.name, self.items, self._tables, self._own = name, tables.items, tables, own
        self.signal, self.looks_at = signal, signal.looks_at
        self._features = Features(tables, [signal])
        self._column = self._features.number(column)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) of `candidates` (n, c)."""

        def score(row: int, asked: Asked) -> Floats:
            return np.asarray(self._features.listed(asked, candidates[row])[self._column])

        return score_rows(context, candidates.shape[1], score)

    def score_all(self, context: Context) -> Floats:
        """(n, items) of the whole catalogue."""
        return score_rows(context, self.items, lambda row, asked: self._features.catalogue(asked)[self._column])

    def arrays(self) -> Arrays:
        """Arrays of its own tables, and the number of items."""
        made = {name: table for name, table in self._tables.arrays().items() if name.split(".")[0] in self._own}
        return made | {"items": np.array([self.items], np.int64)}


def _nothing(items: int) -> Standing:
    """The standing of items of which nothing is known, for signals that do not ask."""
    floats = np.empty(0, np.float32)
    return Standing(floats, floats, floats, np.empty(0, np.int32), floats, np.empty(0, np.int32)).with_empty(items)


def alone(
    name: str,
    signal: type[Signal],
    column: str,
    tables: tuple[str, ...],
    about: str,
    *,
    needs: tuple[str, ...] = (),
    settings: type[FitSettings] = FitSettings,
    grid: dict[str, list[Any]] | None = None,
    reference: bool = False,
) -> Entry:
    """The entry of a model that scores by `column` of a signal, with these `tables` and no others."""

    def fit(material: Material, chosen: FitSettings) -> OneSignal:
        known = Known.of(material)
        made = {table: _MADE[table](known, chosen) for table in tables}
        whole = Tables(known.items, **{"standing": _nothing(known.items), **made})
        if not signal.ready(whole):
            raise EmptyResult(f"a model {name!r} cannot be trained here: no item differs from others in its {about}")
        return OneSignal(name, signal, column, whole, tables)

    def load(chosen: FitSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> OneSignal:
        standing = {} if "standing" in tables else _nothing(int(arrays["items"][0])).arrays()
        return OneSignal(name, signal, column, Tables.of_arrays({**arrays, **standing}), tables)

    def memory(material: Material, chosen: FitSettings) -> dict[str, int]:
        length = getattr(chosen, "dimension", 24)  # of a row of factors; of the words of an item
        own = 8 * material.items * length + 60 * (material.visited.size + material.graph.neighbours.size)
        return fit_memory(material, chosen, own + 80 * material.quality.nnz, compiled=True)

    return Entry(name, settings, load, memory, fit, grid=grid or {}, needs=needs, reference=reference, about=about)


IALS = alone(
    "ials", Taste, "latent taste", ("factors",), "latent taste by implicit matrix factorisation",
    settings=FactorSettings, grid={"unseen": [0.01, 0.03, 0.1], "ridge": [0.001, 0.003, 0.01]}, reference=True,
)  # fmt: skip
TITLES = alone(
    "title-tf-idf", Titles, "titles", ("titles",), "words of titles in common, rare ones count more",
    needs=("titles",), reference=True,
)  # fmt: skip
CATEGORIES = alone(
    "category-tf-idf", Categories, "categories", ("categories",), "categories in common, small ones count more",
    needs=("categories",), reference=True,
)  # fmt: skip
WALKS = alone(
    "walks", Walks, "walks of three steps", ("substitutes",), "walks of three steps over links, without the own edge",
    needs=("links",),
)  # fmt: skip
LISTED = alone(
    "listed", Listed, "listed", ("listed_by",), "lists of substitutes that list the query", needs=("links",),
)  # fmt: skip
COMPLEMENT_STEPS = alone(
    "complement-steps", ComplementSteps, "goes with a substitute", ("substitutes", "complements"),
    "purchases together with substitutes of the query", needs=("links", "complements"),
)  # fmt: skip
OWNED = alone(
    "owned-substitutes", Owned, "like what you had", ("substitutes",), "substitutes in common with what somebody had",
    needs=("links",),
)  # fmt: skip
BOUGHT_TOGETHER = alone(
    "bought-together", GoesWith, "goes with what you had", ("complements",),
    "purchases together with what somebody had", needs=("complements",),
)  # fmt: skip
EXPOSURE = alone(
    "exposure", Exposure, "met elsewhere", ("standing", "substitutes"), "places other than the query to be met at",
    needs=("links",),
)  # fmt: skip
GAIN = alone(
    "attribute-gain", Gain, "better in what counts", ("opinions",), "praise for what somebody cares about",
    needs=("mentions",),
)  # fmt: skip
STARS = alone("mean-stars", Stars, "stars", ("standing",), "mean rating, shrunk", needs=("stars",))
BRAND = alone("same-brand", SameBrand, "same brand", ("standing",), "brand, the same as the query's", needs=("brands",))
PRICE = alone("price-distance", Price, "near in price", ("standing",), "price, near the query's", needs=("prices",))
YOUR_TIME = alone(
    "your-time", InYourTime, "popular in your time", ("activity",), "popularity at the times of somebody's own visits",
    needs=("times",),
)  # fmt: skip
