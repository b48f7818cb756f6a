"""Is it right to keep to the query? Where an answer says so: planted utility on demo shops, the other half of the
reviews of real products. A section of docs/results/reasons.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from instead.evaluation.borne_out import Judge
from instead.evaluation.significance import intervals
from instead.records import Recommendation
from instead.rng import stage_rng
from instead.settings import Filters
from instead.shop import Shop
from measured_shops import product_half
from reason_shops import NEW, SEEDS, Demo, demo_shop, opened
from reasons_tables import head, line

HALVES = (0, 1, 2)
"""Seeds that halve the reviews of the 397 products."""
FEW = 2
"""Items in stock, so that nothing better may be among them."""
Judged = tuple[float, int]
"""Whether the item that the answer speaks for is ahead (1, 0), and the query, whose answers belong together."""


def kept(data: Path, scratch: Path) -> Iterator[str]:
    """How often an answer says "keep it", and whether that is right."""
    yield "\n## Keeping to what is looked at\n\n"
    yield (
        "Where reviews and facts speak for the query against everything that could be offered, the answer says so. "
        "Right on the demo shops: for the user who asks, the planted utility of the query is at least that of every"
        " offer shown (of an answer that recommends: the first offer's is higher); of three things drawn by lot the"
        " query is the best in a third of the cases. On the 397 products, claims from one half of the reviews: the "
        "other half has the query ahead of the offer in more families of attributes than behind (of a recommended "
        "first offer: the offer ahead of the query), where it speaks of both and is not undecided.\n\n"
    )
    yield head("shop", "answers", "say keep it", "keep it is right", "recommended first offer is right")
    demos = [demo_shop(scratch, seed) for seed in SEEDS]
    for stock in (None, FEW):
        found = [one for demo in demos for one in _planted(demo, stock)]
        name = "demo, seeds 1-3" + ("" if stock is None else f", {stock} of the kind in stock")
        yield _row(name, *_sides(found))
    halves: list[tuple[bool, list[Judged]]] = []
    for seed in HALVES:
        made, judge = product_half(data, scratch, seed)
        halves += _by_halves(opened(made.shop.folder, NEW), judge)
    yield _row(f"397 products, {len(HALVES)} halves", *_sides(halves))


def _planted(demo: Demo, stock: int | None) -> Iterator[tuple[bool, list[Judged]]]:
    """Of every request of the test part: whether the answer keeps to the query, and whether that is right. With `stock`
    so many items of the planted kind can be had, drawn by the query: then nothing better may be among them."""
    shop, utility = opened(demo.folder, NEW), planted_utility(demo)
    ids, users = demo.data.items["item"].to_list(), demo.data.users["user"].to_list()
    asked = demo.data.split("paper").triples("test").select("user", "query").unique(maintain_order=True)
    kinds = demo.kinds()
    for user, query in asked.iter_rows():
        filters = Filters(bought=True)
        if stock is not None:
            others = [item for item in ids if kinds[item] == kinds[ids[query]] and item != ids[query]]
            drawn = stage_rng(0, "stock", ids[query]).permutation(len(others))[:stock].tolist()
            filters = Filters(bought=True, in_stock=frozenset(others[at] for at in drawn))
        found = shop.recommend(users[user], ids[query], 10, filters=filters, z=0)
        gains = [utility(user, query, one.item) for one in found]
        if gains:
            yield found.keep, [(float(max(gains) <= 0.0 if found.keep else gains[0] > 0.0), query)]


def planted_utility(demo: Demo) -> Callable[[int, int, str], float]:
    """Planted utility of an item for a user, above that of the query: care times quality."""
    quality, numbers = demo.quality(), {user: number for number, user in enumerate(demo.data.users["user"].to_list())}
    care = np.zeros((len(numbers), quality.shape[1]))
    for row in pl.read_parquet(demo.truth.place / "care.parquet").iter_rows(named=True):
        if row["user"] in numbers and row["attribute"] in demo.truth.attributes:
            care[numbers[row["user"]], demo.truth.attributes[row["attribute"]]] = row["care"]

    def above(user: int, query: int, item: str) -> float:
        return float(np.nansum(care[user] * (quality[demo.truth.items[item]] - quality[query])))

    return above


def _by_halves(shop: Shop, judge: Judge) -> Iterator[tuple[bool, list[Judged]]]:
    """Of every product: whether the answer keeps to it, and of its offers (recommended: the first) who is ahead."""
    width = judge.praised.shape[1] // 2
    good, bad = (np.asarray(table[:, width:].todense(), np.float64) for table in (judge.praised, judge.blamed))
    for query, item in enumerate(shop.catalogue.ids):
        found: Recommendation = shop.recommend(None, item, 10, z=0)
        shown = found.substitutes if found.keep else found.substitutes[:1]
        rows: list[Judged] = []
        for one in shown:
            other = shop.catalogue.number(one.item)
            balance = int(np.sign(good[other] * bad[query] - good[query] * bad[other]).sum())
            if balance:
                rows.append((float((balance < 0) == found.keep), query))
        if len(found):
            yield found.keep, rows


def _sides(found: Sequence[tuple[bool, list[Judged]]]) -> tuple[int, int, list[Judged], list[Judged]]:
    """Answers, how many keep, and what was judged of these and of the others."""
    sides = [[one for keep, rows in found if keep is side for one in rows] for side in (True, False)]
    return len(found), sum(keep for keep, _ in found), sides[0], sides[1]


def _row(name: str, answers: int, keeping: int, of_kept: list[Judged], of_others: list[Judged]) -> str:
    return line(name, f"{answers:,}", f"{keeping / answers:.1%}", _share(of_kept), _share(of_others))


def _share(judged: list[Judged]) -> str:
    if not judged:
        return "-"
    values, groups = (np.array(column) for column in zip(*judged, strict=True))
    mean, low, high = (float(part[0]) for part in intervals(values[:, None], groups, draws=500, seed=0))
    return f"{mean:.1%} ({low:.1%} - {high:.1%}) of {values.size:,}"
