"""The ranker: log sigmoid(e + t) + v, (R1), scored over lists or the whole catalogue, and read out as named parts.

e(q, x), "can x replace q", and v(u, q, x), "would this person take it", are sums of curves over signals. t is the prior
of the list (`prior.py`): 0 for a catalogue or a sample of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Aspect, Context
from instead.models.interface import Arrays
from instead.models.ranker.asked import Asked, asked_of
from instead.models.ranker.curves import REPLACES, TAKES, Curve, add_curve, log_sigmoid
from instead.models.ranker.features import Features, score_rows
from instead.models.ranker.fitting import KINDS, Weights
from instead.models.ranker.living import DAYS, LivingRanker, Trained
from instead.models.ranker.prior import prior_shift
from instead.models.ranker.recent import Recent
from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.tables.all_tables import Tables
from instead.models.ranker.together import Together
from instead.models.ranker.trees import Trees, arrays_of_trees, trees_of_arrays
from instead.settings import RankerSettings

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]

START = "start"
"""The part of a score that is the same for every item: what closeness is when nothing is known."""
_LONG = 4  # lists that hold more than this part of the catalogue are looked up in all of it

Terms = list[tuple[int, Doubles]]
"""Columns and the tables of their curves."""


@dataclass(frozen=True)
class Plan:
    """What is added up for one kind of asker, and which signals that takes."""

    replaces: Terms
    takes: Terms
    varying: Terms  # of `takes`, those that depend on asker or query ...
    fixed: Terms  # ... and those of the item alone
    signals: list[int]
    varying_signals: list[int]
    fixed_signals: list[int]
    trees: Trees | None
    rows: Short  # where the columns of the trees are

    @classmethod
    def of(cls, features: Features, replaces: list[Curve], takes: list[Curve], trees: Trees | None) -> Plan:
        def terms(curves: list[Curve]) -> Terms:
            return [(features.number(curve.name), curve.table) for curve in curves if curve.slopes.any()]

        def signals(*of: Terms) -> list[int]:
            return features.signals_of(column for one in of for column, _ in one)

        e, v = terms(replaces), terms(takes)
        fixed = [term for term in v if features.columns[term[0]].item_only]
        varying = [term for term in v if not features.columns[term[0]].item_only]
        every = features.signals_of(features.number(curve.name) for curve in (*replaces, *takes))
        split: Terms = [(features.number(name), np.empty(0)) for name in trees.used] if trees else []
        rows = np.array([features.number(name) for name in trees.names] if trees else [], np.int32)
        return cls(e, v, varying, fixed, every, signals(e, varying, split), signals(fixed), trees, rows)


class Ranker(LivingRanker):
    """Scores from tables and weights."""

    name = "ranker"
    judges_lists = True  # t is the prior of the list

    def __init__(
        self, settings: RankerSettings, tables: Tables, weights: Weights, trees: Mapping[str, Trees] | None = None
    ) -> None:
        self.settings, self.tables, self.weights = settings, tables, weights
        self.trees = trees or {}
        self.features = Features(tables)
        self.items = tables.items
        place = {column.name: number for number, column in enumerate(self.features.columns)}
        self._column = {column.name: column for column in self.features.columns}
        self._place = place
        self.plans = {
            kind: Plan.of(self.features, weights.replaces, curves, self.trees.get(kind))
            for kind, curves in weights.takes.items()
        }
        self._fixed: Recent[tuple[str, int | None], Floats] = Recent(DAYS)
        self._trained = Trained(tables.standing.visits, tables.substitutes)

    @cached_property
    def _together(self) -> Together:
        """Of this ranker with its tables: `over` makes it anew."""
        return Together(self)

    @cached_property
    def looks_at(self) -> frozenset[Aspect]:
        """What the signals with a weight look at."""
        weighted = {curve.name for curves in self.weights.takes.values() for curve in curves if curve.slopes.any()}
        weighted |= {name for trees in self.trees.values() for name in trees.used}
        found = [
            signal.looks_at for signal in self.features.signals if weighted & {column.name for column in signal.columns}
        ]
        return frozenset().union(*found)

    # --- scores ------------------------------------------------------------------------------------------------------

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) scores of `candidates` (n, c); t is the prior of each list."""

        def score(row: int, asked: Asked) -> Floats:
            plan, mine = self.plans[self.kind(asked)], candidates[row]
            if mine.size > self.items // _LONG:
                whole_e, whole_v = self._catalogue(plan, asked)
                e, v = np.asarray(whole_e[mine]), np.asarray(whole_v[mine])
            else:
                values = self.features.listed(asked, mine, plan.signals)
                e, v = self._sums(plan, values, plan.varying)
                v += self._added_up(plan.fixed, values)  # in the same order as over the catalogue, to the bit
            log_sigmoid(e, self.shift(asked.query, e), v)
            return v

        return score_rows(context, candidates.shape[1], score)

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue; t = 0."""

        def score(row: int, asked: Asked) -> Floats:
            e, v = self._catalogue(self.plans[self.kind(asked)], asked)
            log_sigmoid(e, 0.0, v)
            return v

        return score_rows(context, self.items, score)

    def near_best(self, context: Context, allowed: Bools, without: Sequence[Ints], k: int) -> list[tuple[Ints, Floats]]:
        """Items of each request of one query and their scores, the k best of those that are allowed among them: those
        that may be offered (items,), except `without` of each."""
        every = list(asked_of(context))
        found: dict[int, tuple[Ints, Floats]] = {}
        for kind in {self.kind(one) for one in every}:
            rows = [row for row, one in enumerate(every) if self.kind(one) == kind]
            made = self._together.near_best(
                kind, [every[row] for row in rows], allowed, [without[row] for row in rows], k
            )
            for place, row in enumerate(rows):
                found[row] = self._alone(context[row : row + 1], allowed, without[row]) if made is None else made[place]
        return [found[row] for row in range(len(every))]

    def _alone(self, context: Context, allowed: Bools, without: Ints) -> tuple[Ints, Floats]:
        items = np.setdiff1d(np.flatnonzero(allowed), without)
        return items, self.score(context, items[None])[0]

    def kind(self, asked: Asked) -> str:
        """Which of the four sets of weights of v is used."""
        history = bool(asked.history.size) or asked.user is not None
        told = asked.now is not None and self.tables.activity is not None
        return next(name for name, kind in KINDS.items() if kind == (history, told))

    def _catalogue(self, plan: Plan, asked: Asked) -> tuple[Floats, Floats]:
        """(items,) e and v of the whole catalogue."""
        e, v = self._sums(plan, self.features.catalogue(asked, plan.varying_signals), plan.varying)
        v += self.standing(plan, asked)
        return e, v

    def _sums(self, plan: Plan, values: Floats, takes: Terms) -> tuple[Floats, Floats]:
        """(n,) e and v from columns (columns, n); of v these terms and the trees."""
        e = np.full(values.shape[1], self.weights.intercept, np.float32)
        v = np.zeros(values.shape[1], np.float32)
        for column, table in plan.replaces:
            add_curve(values[column], table, e)
        for column, table in takes:
            add_curve(values[column], table, v)
        if plan.trees is not None:
            plan.trees.add(values, plan.rows, v)
        return e, v

    def standing(self, plan: Plan, asked: Asked) -> Floats:
        """(items,) what v is made of the items alone, at the day of asking; kept for a few days."""

        def made() -> Floats:
            return self._added_up(plan.fixed, self.features.catalogue(asked, plan.fixed_signals))

        return self._fixed.get((self.kind(asked), self.day(asked)), made)

    def day(self, asked: Asked) -> int | None:
        """The day that standing is of; None where no time is told, or none is known."""
        activity = self.tables.activity
        return None if asked.now is None or activity is None else activity.day_of(asked.now)

    @staticmethod
    def _added_up(terms: Terms, values: Floats) -> Floats:
        """(n,) the sum of some terms over columns (columns, n)."""
        total = np.zeros(values.shape[1], np.float32)
        for column, table in terms:
            add_curve(values[column], table, total)
        return total

    def shift(self, query: int, e: Floats) -> float:
        """t of a list, from its e."""
        links = self.tables.substitutes
        if links is None:
            return 0.0
        near = int(links.start[query + 1] - links.start[query])
        return float(prior_shift(e, (near + 1.0) / self.items))

    # --- read-out ----------------------------------------------------------------------------------------------------

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """(n, c) of each named part; they add up to the score.

        log sigmoid(e + t) is no sum, but along the straight way from e_0 (nothing known) to e every signal's share of
        the change is its share of e - e_0 (Aumann-Shapley): a part of closeness is its points times
        (log sigmoid(e + t) - log sigmoid(e_0 + t)) / (e - e_0). Trees are shared out along their paths (`trees.py`);
        their mean is part of the start.
        """
        found: dict[str, Floats] = {START: np.zeros(candidates.shape, np.float32)}
        for row, asked in enumerate(asked_of(context)):
            plan = self.plans[self.kind(asked)]
            values = self.features.listed(asked, candidates[row], plan.signals)
            e, _ = self._sums(plan, values, [])
            shift = self.shift(asked.query, e)
            nothing = self.weights.intercept + shift
            start, end = -np.logaddexp(0.0, -nothing), -np.logaddexp(0.0, -(e.astype(np.float64) + shift))
            apart = e - self.weights.intercept
            rate = np.where(np.abs(apart) > 1e-6, (end - start) / np.where(np.abs(apart) > 1e-6, apart, 1.0), 0.0)
            found[START][row] = np.where(np.abs(apart) > 1e-6, start, end)
            for curves, factor in ((self.weights.replaces, rate), (self.weights.takes[self.kind(asked)], 1.0)):
                for curve in curves:
                    part = self._column[curve.name].part
                    points = found.setdefault(part, np.zeros(candidates.shape, np.float32))
                    points[row] += (factor * curve(values[self._place[curve.name]])).astype(np.float32)
            if plan.trees is not None:
                found[START][row] += np.float32(plan.trees.start)
                for name, share in plan.trees.shares(values, plan.rows).items():
                    found[self._column[name].part][row] += share.astype(np.float32)
        return found

    def gains_by_attribute(self, context: Context, items: Ints) -> list[dict[int, float]]:
        """Of the part `gain` of each request's item: points by attribute. They add up to it."""
        signal = next((one for one in self.features.signals if isinstance(one, Gain)), None)
        found: list[dict[int, float]] = []
        for asked, item in zip(asked_of(context), items.tolist(), strict=True):
            curve = next(
                (one for one in self.weights.takes[self.kind(asked)] if one.name == Gain.columns[0].name), None
            )
            if signal is None or curve is None:
                found.append({})
                continue
            gains = signal.by_attribute(asked, item)
            slope = float(curve.slopes[0])
            found.append({attribute: slope * gain for attribute, gain in gains.items()})
        return found

    def weight_rows(self) -> list[dict[str, Any]]:
        """The table of weights: points between a low and a high value of each signal, with standard errors."""
        rows: list[dict[str, Any]] = []
        for side, of, curves in (
            ("can it replace the query", "all", self.weights.replaces),
            *(("would they take it", kind, curves) for kind, curves in self.weights.takes.items()),
        ):
            for curve in curves:
                points, error = curve.effect
                column = self._column[curve.name]
                rows.append(
                    {
                        "question": side,
                        "asker": of,
                        "part": column.part,
                        "signal": curve.name,
                        "says": column.says,
                        "points": round(points, 7),
                        "error": round(error, 7),
                    }
                )
        return rows

    # --- the folder ------------------------------------------------------------------------------------

    @property
    def item_vectors(self) -> Floats:
        """(items, d) for diversity: factors of latent taste, or words where nobody is known to have taken anything."""
        return self.tables.vectors

    def arrays(self) -> Arrays:
        found: Arrays = {**self.tables.arrays(), "weights.intercept": np.array([self.weights.intercept])}
        if self.weights.places.size:
            found["weights.places"] = self.weights.places
        for curve in self.weights.replaces:
            found[f"weights.{REPLACES}.{curve.name}"] = curve.array()
        for kind, curves in self.weights.takes.items():
            for curve in curves:
                found[f"weights.{TAKES}.{kind}.{curve.name}"] = curve.array()
        return found | arrays_of_trees(self.trees)

    @classmethod
    def of_arrays(cls, settings: RankerSettings, arrays: Mapping[str, NDArray[Any]]) -> Ranker:
        first = f"weights.{REPLACES}."
        replaces = [Curve.of_array(name.removeprefix(first), arrays[name]) for name in arrays if name.startswith(first)]
        takes = {
            kind: [
                Curve.of_array(name.removeprefix(head), arrays[name])
                for name in arrays
                if name.startswith(head := f"weights.{TAKES}.{kind}.")
            ]
            for kind in KINDS
        }
        places = np.asarray(arrays.get("weights.places", np.empty(0)), np.float64)
        weights = Weights(float(arrays["weights.intercept"][0]), replaces, takes, places)
        trees = trees_of_arrays(arrays, {kind: [curve.name for curve in curves] for kind, curves in takes.items()})
        return cls(settings, Tables.of_arrays(arrays), weights, trees)
