"""Learns the trees of the strong form with LightGBM: what curves miss of v.

e and the curves of v stay as they were learned; trees add to v. The loss is that of the curves, the lists through the
product (R2) and the pools through v alone (R3), with weight 1 each, handed to LightGBM as first and second derivatives.
How many trees there are is decided on a held-out tenth of the training visits; then all tenths are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import processors
from instead.errors import InputError
from instead.models.ranker.cases import Cases
from instead.models.ranker.curves import Curve
from instead.models.ranker.fitting import Weights
from instead.models.ranker.trees import Trees, tree_columns
from instead.rng import stage_seed
from instead.settings import RankerSettings

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_PATIENCE = 30  # trees without a better loss of the held-out tenth
_RIDGE = 10.0  # of the points of a leaf, in cases
_CURVATURE = 10.0  # second derivative that a leaf has at least: most rows of a list say nothing


def lightgbm() -> Any:
    """The library, or what to do without it."""
    try:
        import lightgbm as found  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError(
            "LightGBM is not installed, which form = 'trees' is trained with; pip install 'instead[trees]', or train "
            "with form = 'curves'"
        ) from None
    return found


def learn_trees(cases: Sequence[Cases], weights: Weights, settings: RankerSettings) -> dict[str, Trees]:
    """Trees for each kind of asker; none for a kind where the held-out tenth is not better with them."""
    rising = {column.name: int(column.rising) for column in cases[0].columns}
    learning, judging = _tenth(cases)
    found: dict[str, Trees] = {}
    for kind, curves in weights.takes.items():
        names = tree_columns([curve.name for curve in curves])
        if not names:
            continue
        options = _options([rising[name] for name in names], settings)
        made = partial(_rows, names=names, weights=weights, curves=curves)
        count = _best_count(made(learning), made(judging), options, settings.trees)
        trees = _boost(made(cases), options, count, names) if count else None
        if trees:
            found[kind] = trees
    return found


def _tenth(cases: Sequence[Cases]) -> tuple[list[Cases], list[Cases]]:
    """What trees are learned on first, and what decides how many there are: the first tenth of visits, which is the
    newest where tenths go by time; of a single one, every tenth list and pool."""
    if len(cases) > 1:
        return list(cases[1:]), list(cases[:1])

    def some(*, held: bool) -> Cases:
        one = cases[0]
        lists, pools = (np.flatnonzero((np.arange(len(rows)) % 10 == 9) == held) for rows in (one.lists, one.pools))
        none = one.edges[:0], one.degree[:0]
        return Cases(one.columns, one.lists[lists], one.weight[lists], one.linked[lists], one.pools[pools], *none)

    return [some(held=False)], [some(held=True)]


@dataclass(frozen=True)
class _Rows:
    """Lists and pools one below the other, as LightGBM takes them."""

    values: Floats  # (rows, columns)
    curves: Floats  # (rows,) v of the curves
    given: Floats  # (lists, candidates) what is added to v: log sigmoid(e) and the log weight of a negative
    pools: tuple[int, int]

    def loss(self, v: Array) -> tuple[float, Doubles, Doubles]:
        """(R2) + (R3) per list, and their first and second derivatives by v, of each list as one case."""
        lists = self.given.size
        value, share = _softmax(v[:lists].reshape(self.given.shape) + self.given)
        slope, bend = share.copy(), share * (1.0 - share)
        slope[:, 0] -= 1.0
        if not self.pools[0]:
            return value, slope.ravel(), bend.ravel()
        more, share = _softmax(v[lists:].reshape(self.pools))
        each = len(self.given) / self.pools[0]  # both losses are means
        slopes = share * each
        slopes[:, 0] -= each
        bends = share * (1.0 - share) * each
        return value + more, np.append(slope, slopes), np.append(bend, bends)


def _rows(cases: Sequence[Cases], names: list[str], weights: Weights, curves: Sequence[Curve]) -> _Rows:
    place = {column.name: number for number, column in enumerate(cases[0].columns)}

    def points(wanted: Sequence[Curve], values: Floats) -> Floats:
        total = np.zeros(values.shape[:-1], np.float32)
        for curve in wanted:
            total += curve(values[..., place[curve.name]])
        return total

    lists, pools = (np.concatenate([getattr(one, name) for one in cases]) for name in ("lists", "pools"))
    e = points(weights.replaces, lists) + np.float32(weights.intercept)
    given = np.concatenate([one.weight for one in cases]) - np.logaddexp(np.float32(0), -e)
    flat = [rows[..., [place[name] for name in names]].reshape(-1, len(names)) for rows in (lists, pools)]
    v = np.append(points(curves, lists), points(curves, pools))
    return _Rows(np.concatenate(flat), v, given, (pools.shape[0], pools.shape[1]))


def _softmax(score: Array) -> tuple[float, Doubles]:
    """Mean of -log softmax of the first column, and the softmax."""
    score = score - score.max(axis=1, keepdims=True)
    share = np.exp(score, dtype=np.float64)
    total = share.sum(axis=1, keepdims=True)
    return float(np.mean(np.log(total[:, 0]) - score[:, 0])), share / total


def _options(rising: list[int], settings: RankerSettings) -> dict[str, Any]:
    return {
        "num_leaves": settings.leaves,
        "learning_rate": settings.tree_rate,
        "min_data_in_leaf": settings.leaf_cases,
        "min_sum_hessian_in_leaf": _CURVATURE,
        "lambda_l2": _RIDGE,
        "monotone_constraints": rising,
        "monotone_constraints_method": "intermediate",
        "feature_pre_filter": False,
        "use_missing": False,
        "boost_from_average": False,
        "seed": stage_seed(settings.seed, "trees") % (1 << 31),
        "deterministic": True,
        "force_col_wise": True,  # sums of a column are made by one thread: the same for any number of threads
        "num_threads": processors(),
        "verbosity": -1,
    }


def _best_count(learning: _Rows, judging: _Rows, options: dict[str, Any], most: int) -> int:
    """Trees after which the loss of the held-out rows is lowest; 0 if curves alone are as good."""
    library = lightgbm()
    losses = [judging.loss(judging.curves)[0]]

    def judged(v: Doubles, _: object) -> tuple[str, float, bool]:
        losses.append(judging.loss(v)[0])
        return "loss", losses[-1], False

    library.train(
        {**options, "objective": lambda v, _: learning.loss(v)[1:]},
        data := library.Dataset(learning.values, init_score=learning.curves, params=options),
        most,
        valid_sets=[data.create_valid(judging.values, init_score=judging.curves, params=options)],
        feval=judged,
        callbacks=[library.early_stopping(_PATIENCE, verbose=False)],
    )
    return int(np.argmin(losses))


def _boost(rows: _Rows, options: dict[str, Any], count: int, names: list[str]) -> Trees:
    library = lightgbm()
    data = library.Dataset(rows.values, init_score=rows.curves, params=options)
    return exported(library.train({**options, "objective": lambda v, _: rows.loss(v)[1:]}, data, count), names)


def exported(booster: Any, names: list[str]) -> Trees:
    """A booster as plain arrays; trees that never split are left out, as they add the same to every item."""
    root: list[int] = []
    nodes: list[tuple[int, float, int, int, float]] = []

    def add(node: dict[str, Any]) -> tuple[float, int]:
        """Appends a node and all below; its mean and how many training rows it has."""
        if "split_feature" not in node:
            nodes.append((-1, 0.0, 0, 0, float(node["leaf_value"])))
            return float(node["leaf_value"]), int(node.get("leaf_count", 0))
        place = len(nodes)
        nodes.append((0, 0.0, 0, 0, 0.0))
        left, of_left = add(node["left_child"])
        middle = len(nodes)
        right, of_right = add(node["right_child"])
        rows = of_left + of_right
        mean = (left * of_left + right * of_right) / rows if rows else (left + right) / 2.0
        nodes[place] = (int(node["split_feature"]), float(node["threshold"]), place + 1, middle, mean)
        return mean, rows

    for tree in booster.dump_model()["tree_info"]:
        if "split_feature" in tree["tree_structure"]:
            root.append(len(nodes))
            add(tree["tree_structure"])
    feature, threshold, left, right, value = zip(*nodes, strict=True) if nodes else ((),) * 5
    return Trees(
        names,
        root=np.array(root, np.int32),
        feature=np.array(feature, np.int32),
        threshold=_below(np.array(threshold, np.float64)),
        left=np.array(left, np.int32),
        right=np.array(right, np.int32),
        value=np.array(value, np.float64),
    )


def _below(threshold: Doubles) -> Floats:
    """The highest 32-bit number not above each threshold: 32-bit values compare with it as with the original."""
    near = threshold.astype(np.float32)
    return np.where(near > threshold, np.nextafter(near, np.float32(-np.inf)), near)
