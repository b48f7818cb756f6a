"""Learns the weights: one sum of losses by L-BFGS.

    score(u, q, x) = log sigmoid(e(q, x) + t) + v(u, q, x)                                                          (R1)

lists   -log softmax over the catalogue of the score, t = 0, negatives weighted by their strata                     (R2)
pools   -log softmax over other substitutes of v alone                                                              (R3)
edges   weighted logistic loss of e: known substitutes against the rest of the catalogue, which calibrates e        (R4)
shown   where the shop's own answers were recorded: -log softmax over what was shown, with effects of places   (R5, R6)

e is learned once. v is learned for four kinds of askers (with or without a history, told the time or not): what is
missing drops out, and what is left has weights of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.cases import Cases
from instead.models.ranker.curves import Curve, Scale
from instead.models.ranker.shown_cases import ShownCases
from instead.models.ranker.shown_loss import ShownDesign, offsets, place_count
from instead.models.ranker.signals.signal import Column
from instead.settings import RankerSettings

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

KINDS = {"known": (True, False), "known, told the time": (True, True), "stranger": (False, False),
         "stranger, told the time": (False, True)}  # fmt: skip
"""Kinds of askers: (with a history, told the time)."""

_STEPS = 200
_PIECE = 1 << 16  # rows of (R4) at a time where copies of them are made
_MOST_SHOWN = 3.0  # weight of all choices among what was shown, beside all lists, at most
_UNLINKED = 0.15  # share of the rows of (R4) that are repeated as if the item had no links yet
_BY_LINKS = ("common neighbours", "walks of three steps", "within three steps", "listed", "goes with a substitute",
             "replaces a companion", "links of the item")  # fmt: skip


@dataclass(frozen=True)
class Weights:
    """e with its intercept, and v for each kind of asker."""

    intercept: float
    replaces: list[Curve]
    takes: dict[str, list[Curve]]
    places: Doubles = field(default_factory=lambda: np.empty(0))
    """b of (R5) by place, 0 for the first; empty where nothing shown was learned from."""


@dataclass
class _Side:
    """The columns of one side as a design: ramps of all of them, divided by their standard deviations."""

    columns: list[int]
    pieces: list[slice]
    deviation: Doubles
    lowest: list[float | None]

    @property
    def size(self) -> int:
        return self.deviation.size


def learn_weights(
    cases: Sequence[Cases],
    settings: RankerSettings,
    shown: ShownCases | None = None,
    *,
    kinds: Sequence[str] = tuple(KINDS),
    start: Weights | None = None,
    steps: int = _STEPS,
) -> Weights:
    """The weights of one shop; `shown` are choices among what its answers showed, with the columns of `cases`.

    `kinds` of askers that are wanted; `known` is always learned. `start`: weights of nearly the same cases, from which
    a few `steps` are enough.
    """
    columns = cases[0].columns
    lists = np.concatenate([one.lists for one in cases])
    weight = np.concatenate([one.weight for one in cases])
    pools = np.concatenate([one.pools for one in cases])
    scales = [_scale(column, lists[..., k], pools[..., k], settings) for k, column in enumerate(columns)]
    usable = [k for k, one in enumerate(columns) if _varies(lists[..., k]) and (settings.exposure or not one.exposure)]

    replaces = _side([k for k in usable if columns[k].replaces], columns, scales, lists)
    rows = _design(replaces, scales, lists)
    pairs = _edges(cases, replaces, scales, columns)
    edges = _edge_loss(*pairs)

    def part(kind: str) -> tuple[_Side, Floats, Floats, ShownDesign | None]:
        history, told = KINDS[kind]
        chosen = [
            k
            for k in usable
            if columns[k].takes and (history or not columns[k].personal) and columns[k].told in (None, told)
        ]
        side = _side(chosen, columns, scales, lists)
        of_shown = None if shown is None else _offered(shown, replaces, side, scales, len(lists), settings)
        return side, _design(side, scales, lists), _design(side, scales, pools), of_shown

    takes, of_lists, of_pools, of_shown = part("known")
    size, end = 1 + replaces.size, 1 + replaces.size + takes.size

    def both(theta: Doubles) -> tuple[float, Doubles]:
        gradient = np.zeros_like(theta)
        e = rows @ theta[1:size].astype(np.float32) + np.float32(theta[0])
        value, slope_e, slope_v = _list_loss(e, of_lists @ theta[size:end].astype(np.float32), weight)
        gradient[0] += slope_e.sum(dtype=np.float64)
        gradient[1:size] += slope_e.ravel() @ rows.reshape(slope_e.size, replaces.size)
        gradient[size:end] += slope_v.ravel() @ of_lists.reshape(slope_v.size, takes.size)
        more, slope = _pool_loss(of_pools, theta[size:end])
        gradient[size:end] += slope
        last, slope = edges(theta[:size])
        gradient[:size] += slope
        last += 0.0 if of_shown is None else of_shown.whole_loss(theta, size, end, gradient)
        return _ridged(value + more + last, theta, gradient, settings.l2)

    first = np.concatenate(
        [
            [-5.0 if start is None else start.intercept],
            _started(replaces, columns, [] if start is None else start.replaces),
            _started(takes, columns, [] if start is None else start.takes["known"]),
            np.zeros(0 if of_shown is None else of_shown.effects),
        ]
    )
    found = _minimum(both, first, [None, *replaces.lowest, *takes.lowest, *[None] * (first.size - end)], steps)
    places = np.empty(0) if shown is None else offsets(found[end:], shown.places)
    intercept, e_theta = float(found[0]), found[1:size]
    log_odds = rows @ e_theta.astype(np.float32) + np.float32(intercept)
    e_errors = _errors_of_edges(*pairs, found[:size], settings.l2)
    made = {
        "known": _curves(takes, found[size:end], of_lists, of_pools, weight, log_odds, scales, columns, lists, settings)
    }
    of_columns = {"known": takes.columns}
    for kind in KINDS:
        if kind in made or kind not in kinds:
            continue
        side, its_lists, its_pools, its_shown = part(kind)
        same = next((one for one, its in of_columns.items() if its == side.columns), None)
        of_columns[kind] = side.columns
        if same is not None:  # nothing depends on what is told here: the same question has the same answer
            made[kind] = made[same]
            continue
        begun = [] if start is None else start.takes.get(kind, [])
        first = _started(side, columns, begun or made["known"])
        theta = _learn_takes(
            its_lists, its_pools, weight, log_odds, side, settings.l2, first, steps, its_shown, found[:size]
        )
        made[kind] = _curves(side, theta, its_lists, its_pools, weight, log_odds, scales, columns, lists, settings)
    return Weights(intercept, _as_curves(replaces, e_theta, e_errors, scales, columns, lists), made, places)


# --- designs ---------------------------------------------------------------------------------------------------------


def _varies(values: Floats) -> bool:
    return bool(np.ptp(values) > 1e-9)


def _scale(column: Column, values: Floats, pooled: Floats, settings: RankerSettings) -> Scale:
    """eps is the 10 % quantile of positive values; bends are quantiles of what is not 0."""
    flat = values.ravel()
    eps = 0.0
    if column.log:
        positive = flat[flat > 0]
        eps = float(np.quantile(positive, 0.1)) if positive.size else 1.0
    anchored = column.log or column.personal or column.compared or (column.replaces and not column.exposure)
    anchor = 0.0 if anchored else float(flat.mean())
    plain = Scale(eps, anchor, np.empty(0))
    if not column.curved or not settings.bends:
        return plain
    read = plain.read(np.concatenate([flat, pooled.ravel()]))
    read = read[read != 0] if anchored else read
    if read.size < 100:
        return plain
    shares = 1.0 - 0.5 ** np.arange(1, settings.bends + 1) if settings.bends > 1 else np.array([0.5])
    bends = np.unique(np.quantile(read, shares).astype(np.float64))
    return Scale(eps, anchor, bends)


def _side(chosen: list[int], columns: list[Column], scales: list[Scale], lists: Floats) -> _Side:
    pieces, deviation, lowest = [], [], []
    first = 0
    for k in chosen:
        ramps = scales[k].ramps(scales[k].read(lists[..., k]))
        count = ramps.shape[-1]
        pieces.append(slice(first, first + count))
        spread = ramps.reshape(-1, count).std(axis=0, dtype=np.float64)
        deviation.append(np.where(spread > 1e-6, spread, 1.0))
        lowest += [0.0 if columns[k].rising else None] * count
        first += count
    return _Side(chosen, pieces, np.concatenate([*deviation, np.empty(0)]), lowest)


def _design(side: _Side, scales: list[Scale], values: Floats) -> Floats:
    """(..., parameters)"""
    made = np.empty((*values.shape[:-1], side.size), np.float32)
    for k, piece in zip(side.columns, side.pieces, strict=True):
        made[..., piece] = scales[k].ramps(scales[k].read(values[..., k])) / side.deviation[piece]
    return made


def _offered(
    shown: ShownCases, replaces: _Side, takes: _Side, scales: list[Scale], lists: int, settings: RankerSettings
) -> ShownDesign:
    """Choices among what was shown: one of them counts `feedback` times as much as one of the lists."""
    weight = min(settings.feedback * len(shown) / max(lists, 1), _MOST_SHOWN)
    e, v = (_design(side, scales, shown.values) for side in (replaces, takes))
    return ShownDesign(shown, e, v, weight, place_count(shown, settings.place_effects))


def _edges(
    cases: Sequence[Cases], side: _Side, scales: list[Scale], columns: list[Column]
) -> tuple[Floats, Floats, Doubles, Doubles]:
    """Rows and weights of (R4): known substitutes, and negatives of lists that are none.

    Some rows are repeated with everything that rests on links blanked, as if the item were new: so words have a weight
    for items that links do not know, and the intercept of `unlinked` is not that of items nobody links to.
    """
    good = np.concatenate([one.edges.reshape(-1, one.edges.shape[-1]) for one in cases])
    good_weight = np.concatenate(
        [np.repeat(one.degree / max(one.edges.shape[1], 1), one.edges.shape[1]) for one in cases]
    )
    bad = np.concatenate([one.lists[: len(one.edges), 1:][~one.linked[: len(one.edges), 1:]] for one in cases])
    bad_weight = np.concatenate(
        [
            np.exp(one.weight[: len(one.edges), 1:][~one.linked[: len(one.edges), 1:]].astype(np.float64))
            for one in cases
        ]
    )
    names = [column.name for column in columns]
    made: list[Floats] = []
    weights: list[Doubles] = []
    for rows, weight in ((good, good_weight), (bad, bad_weight)):
        every = max(1, round(1.0 / _UNLINKED))
        new = rows[::every].copy()
        for name in _BY_LINKS:
            if name in names:
                new[:, names.index(name)] = 0.0
        if "unlinked" in names:
            new[:, names.index("unlinked")] = 1.0
        for name in ("attributes", "titles", "categories"):
            if f"{name}, unlinked" in names:
                new[:, names.index(f"{name}, unlinked")] = new[:, names.index(name)]
        made.append(_design(side, scales, np.concatenate([rows, new])))
        weights.append(np.concatenate([weight, weight[::every]]).astype(np.float64))
    return made[0], made[1], weights[0], weights[1]


# --- losses ----------------------------------------------------------------------------------------------------------


def _list_loss(e: Floats, v: Floats, weight: Floats) -> tuple[float, Floats, Floats]:
    """(R2): mean loss, and its derivatives by e and by v."""
    log_probability = -np.logaddexp(np.float32(0), -e)
    score = log_probability + v + weight
    value, slope = _softmax(score)
    return value, slope * np.exp(-np.logaddexp(np.float32(0), e)), slope


def _softmax(score: Floats) -> tuple[float, Floats]:
    """Mean of -log softmax of the first column, and its derivative."""
    highest = score.max(axis=1, keepdims=True)
    share = np.exp(score - highest)
    total = share.sum(axis=1, keepdims=True)
    value = float(np.mean(np.log(total[:, 0]) + highest[:, 0] - score[:, 0], dtype=np.float64))
    share /= total
    share[:, 0] -= 1.0
    return value, share / np.float32(len(score))


def _pool_loss(pools: Floats, theta: Doubles) -> tuple[float, Doubles]:
    """(R3)"""
    if not len(pools):
        return 0.0, np.zeros_like(theta)
    value, slope = _softmax(pools @ theta.astype(np.float32))
    return value, (slope.ravel() @ pools.reshape(slope.size, theta.size)).astype(np.float64)


def _edge_loss(
    good: Floats, bad: Floats, good_weight: Doubles, bad_weight: Doubles
) -> Callable[[Doubles], tuple[float, Doubles]]:
    """(R4), per known substitute."""
    total = max(good_weight.sum(), 1e-9)

    def loss(theta: Doubles) -> tuple[float, Doubles]:
        if not len(good):
            return 0.0, np.zeros_like(theta)
        value, gradient = 0.0, np.zeros_like(theta)
        for rows, weight, sign in ((good, good_weight, 1.0), (bad, bad_weight, -1.0)):
            odds = sign * (rows @ theta[1:].astype(np.float32) + np.float32(theta[0])).astype(np.float64)
            value += float(weight @ np.logaddexp(0.0, -odds)) / total
            slope = (-sign * weight * np.exp(-np.logaddexp(0.0, odds)) / total).astype(np.float32)
            gradient[0] += slope.sum(dtype=np.float64)
            gradient[1:] += slope @ rows
        return value, gradient

    return loss


def _ridged(value: float, theta: Doubles, gradient: Doubles, l2: float) -> tuple[float, Doubles]:
    gradient[1:] += 2.0 * l2 * theta[1:]
    return value + l2 * float(theta[1:] @ theta[1:]), gradient


def _minimum(
    loss: Callable[[Doubles], tuple[float, Doubles]], start: Doubles, lowest: Sequence[float | None], steps: int
) -> Doubles:
    bounds = [(low, None) for low in lowest]
    from scipy.optimize import minimize  # noqa: PLC0415 - takes a fifth of a second, and only training needs it

    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": steps})
    theta: Doubles = np.asarray(found.x)
    return theta


def _started(side: _Side, columns: list[Column], curves: Sequence[Curve]) -> Doubles:
    """Parameters of curves that are known already; 0 for all others."""
    theta = np.zeros(side.size)
    known = {curve.name: curve.slopes for curve in curves}
    for k, piece in zip(side.columns, side.pieces, strict=True):
        slopes = known.get(columns[k].name)
        if slopes is not None and slopes.size == piece.stop - piece.start:
            theta[piece] = slopes * side.deviation[piece]
    return theta


def _learn_takes(
    lists: Floats, pools: Floats, weight: Floats, log_odds: Floats, side: _Side, l2: float, start: Doubles, steps: int,
    shown: ShownDesign | None, e_theta: Doubles,
) -> Doubles:  # fmt: skip
    """v of one kind of asker, e given."""
    end = 1 + side.size
    free = 0 if shown is None else shown.effects
    e = None if shown is None else shown.log_odds(e_theta)

    def loss(theta: Doubles) -> tuple[float, Doubles]:
        value, _, slope = _list_loss(log_odds, lists @ theta[1:end].astype(np.float32), weight)
        more, by_pools = _pool_loss(pools, theta[1:end])
        gradient = np.zeros_like(theta)
        gradient[1:end] = by_pools + slope.ravel() @ lists.reshape(slope.size, side.size)
        if shown is not None and e is not None:
            value += shown.loss(e, theta[1:end], theta[end:], gradient[1:])[0]
        return _ridged(value + more, theta, gradient, l2)

    first = np.concatenate([[0.0], start, np.zeros(free)])
    return _minimum(loss, first, [0.0, *side.lowest, *[None] * free], steps)[1:end]


# --- curves and their uncertainty ------------------------------------------------------------------------------------


def _curves(
    side: _Side, theta: Doubles, lists: Floats, pools: Floats, weight: Floats, log_odds: Floats,
    scales: list[Scale], columns: list[Column], values: Floats, settings: RankerSettings,
) -> list[Curve]:  # fmt: skip
    """Curves of v; standard errors by the sandwich estimator over lists and pools."""
    size = side.size
    bend, spread = 2.0 * settings.l2 * np.eye(size), np.zeros((size, size))
    scored = lists @ theta.astype(np.float32) - np.logaddexp(np.float32(0), -log_odds) + weight
    for rows, score in ((lists, scored), (pools, pools @ theta.astype(np.float32))):
        if not len(rows):
            continue
        slope = _softmax(score)[1] * np.float32(len(rows))
        each = np.einsum("nc,ncp->np", slope, rows).astype(np.float64)
        bend += each.T @ each / len(rows)
        spread += each.T @ each / len(rows) ** 2
    inverse = np.linalg.pinv(bend)
    errors = np.sqrt(np.maximum(np.diag(inverse @ spread @ inverse), 0.0))
    return _as_curves(side, theta, errors, scales, columns, values)


def _errors_of_edges(
    good: Floats, bad: Floats, good_weight: Doubles, bad_weight: Doubles, theta: Doubles, l2: float
) -> Doubles:
    """Standard errors of e by the sandwich estimator over edges and negatives."""
    size = theta.size
    bend, spread, total = 2.0 * l2 * np.eye(size), np.zeros((size, size)), max(good_weight.sum(), 1e-9)
    for rows, weight, right in ((good, good_weight, 1.0), (bad, bad_weight, 0.0)):
        for first in range(0, len(rows), _PIECE):
            part, heavy = rows[first : first + _PIECE], weight[first : first + _PIECE] / total
            full = np.concatenate([np.ones((len(part), 1), np.float32), part], axis=1)
            chance = 1.0 / (1.0 + np.exp(-(full @ theta.astype(np.float32)).astype(np.float64)))
            bend += (full * (heavy * chance * (1.0 - chance))[:, None].astype(np.float32)).T @ full
            each = (full * ((chance - right) * heavy)[:, None].astype(np.float32)).astype(np.float64)
            spread += each.T @ each
    inverse = np.linalg.pinv(bend)
    errors: Doubles = np.sqrt(np.maximum(np.diag(inverse @ spread @ inverse), 0.0))[1:]
    return errors


def _as_curves(
    side: _Side, theta: Doubles, errors: Doubles, scales: list[Scale], columns: list[Column], values: Floats
) -> list[Curve]:
    found = []
    for k, piece in zip(side.columns, side.pieces, strict=True):
        read = scales[k].read(values[..., k])
        low, high = (float(value) for value in np.quantile(read, (0.1, 0.9)))
        if low == high:  # most are 0
            low, high = float(read.min()), float(read.max())
        by = side.deviation[piece]
        found.append(Curve(columns[k].name, scales[k], theta[piece] / by, errors[piece] / by, low, high))
    return found
