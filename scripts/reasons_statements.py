"""Reasons as a ranking of statements, for docs/results/reasons.md: what users then wrote, beside plain frequencies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.evaluation.lists import Explainer, FrequencyList, ItemList, RandomList, UserList
from instead.evaluation.statements import MEASURES, HeldOutReviews, lead, listed, statement_table
from instead.matrices import training_mentions
from instead.models.context import Context
from instead.models.evidence import Evidence, evidence_arrays
from instead.models.statement_order import StatementOrder
from instead.models.statement_weights import learned_weights
from instead.request import Request
from instead.shop import Shop
from instead.store.dataset import Dataset
from reasons_tables import Figures, head, line, within

Floats = NDArray[np.float64]

OURS, TABLE = "statement order", "comparison table"
REVIEWS = 2000
PLAIN = {"random": "random", "global frequency": "popularity, shop", "item's own counts": "popularity, item",
         "user's own counts": "popularity, user"}  # fmt: skip
_ALL = 1000  # attributes of a comparison


def statement_section(
    data: Dataset, shop: Shop | None, name: str, figures: Figures, *, compared: int = 600
) -> Iterator[str]:
    """Lists of all attributes, unsigned and signed; with a shop, its comparison table and its choice of reasons too."""
    evidence = Evidence(evidence_arrays(data, 5.0), data.attributes.height)
    order = StatementOrder(*_counts(data, signed=False), learned_weights(evidence, data))
    for signed in (False, True):
        reviews = HeldOutReviews.of(data, sample=REVIEWS, signed=signed)
        ours = order.scores(reviews.user, reviews.item)
        ours = _signed(ours, evidence, reviews.item) if signed else ours
        plain = _plain(data, reviews, signed)
        what = "attributes with praise or blame" if signed else "attributes"
        yield f"\n**{name}, {what}**: {len(reviews):,} held-out reviews, {reviews.mentioned.shape[1]:,} statements.\n\n"
        yield from _table(plain | {OURS: ours}, reviews, f"statements {name} {what}", figures)
        yield _lead(ours, plain, reviews)
    if shop is not None:
        yield from _of_shop(data, shop, order, name, figures, compared)


def _counts(data: Dataset, signed: bool) -> tuple[csr_matrix, csr_matrix]:
    """Training mentions (users, A) and (items, A), or 2 A: praise, then blame."""
    said, width = training_mentions(data), data.attributes.height
    attribute = said["attribute"].to_numpy() + np.where(said["sentiment"].to_numpy() < 0, width if signed else 0, 0)
    ones, columns = np.ones(said.height), 2 * width if signed else width
    by_user, by_item = (
        csr_matrix((ones, (said[row].to_numpy(), attribute)), shape=(count, columns))
        for row, count in (("user", data.users.height), ("item", data.items.height))
    )
    return by_user, by_item


def _plain(data: Dataset, reviews: HeldOutReviews, signed: bool) -> dict[str, Floats]:
    by_user, by_item = _counts(data, signed)
    lists: list[Explainer] = [
        RandomList(by_item.shape[1]),
        FrequencyList(by_item),
        ItemList(by_item),
        UserList(by_user),
    ]
    context = Context.of_users(reviews.user, np.maximum(reviews.query, 0))
    return {PLAIN[one.name]: np.asarray(one.gains(context, reviews.item), np.float64) for one in lists}


def _signed(scores: Floats, evidence: Evidence, item: NDArray[np.int64]) -> Floats:
    """(n, 2 A): log p(a) + log share of praise, then log p(a) + log share of blame, smoothed by five reviews."""
    shape = (evidence.start.size - 1, evidence.attributes)
    good, bad = (
        csr_matrix((counts.astype(np.float64), evidence.attribute, evidence.start), shape=shape)[item].toarray()
        for counts in (evidence.praised, evidence.blamed)
    )
    share = (good + 5.0 * evidence.praise) / (good + bad + 5.0)
    return np.concatenate([scores + np.log(share), scores + np.log1p(-share)], axis=1)


def _table(lists: Mapping[str, Floats], reviews: HeldOutReviews, table: str, figures: Figures) -> Iterator[str]:
    yield head("list", *MEASURES, "NDCG@10 before")
    found = statement_table(lists, reviews)
    for (name,), rows in found.group_by("list", maintain_order=True):
        cells = {row["measure"]: row for row in rows.iter_rows(named=True)}
        before = figures.noted(table, str(name), cells[MEASURES[0]]["value"])
        yield line(name, *(within(cells[measure], "value", "low", "high") for measure in MEASURES), before)


def _lead(ours: Floats, plain: Mapping[str, Floats], reviews: HeldOutReviews) -> str:
    rows = lead(ours, plain, reviews).iter_rows(named=True)
    cells = [
        f"{row['measure']} {row['difference']:+.4f} ({row['low']:+.4f} to {row['high']:+.4f}, best: {row['best']})"
        for row in rows
    ]
    return "\nOur list minus the best of the others, paired: " + "; ".join(cells) + ".\n"


def _of_shop(
    data: Dataset, shop: Shop, order: StatementOrder, name: str, figures: Figures, compared: int
) -> Iterator[str]:
    """The shop's comparison table as a list, and its choice of three among the attributes that it can judge."""
    whole = HeldOutReviews.of(data, sample=3 * compared, seed=1)
    some = np.flatnonzero(whole.query >= 0)[:compared]
    reviews = HeldOutReviews(*(getattr(whole, one)[some] for one in ("user", "item", "query", "mentioned")))
    users, items, number = data.users["user"].to_list(), data.items["item"].to_list(), shop.tree.numbers
    tables: list[list[int]] = []
    shown: list[list[int]] = []
    judged = np.zeros(reviews.mentioned.shape, np.bool_)
    for row, (user, query, item) in enumerate(zip(reviews.user, reviews.query, reviews.item, strict=True)):
        request = Request(user=users[user], query=items[query], quotes=0)
        table = shop.side_by_side(request, items[item], _ALL)
        tables.append([number[reason.attribute] for reason in table])
        shown.append([number[reason.attribute] for reason in shop.why(request, items[item]).reasons])
        judged[row, [number[reason.attribute] for reason in table if reason.verdict != "unknown"]] = True
        judged[row, shown[-1]] = True
    width = judged.shape[1]
    plain, ours = _plain(data, reviews, signed=False), order.scores(reviews.user, reviews.item)
    yield f"\n**{name}, comparison table**: {len(reviews):,} held-out reviews with a query.\n\n"
    as_shown = listed(tables, width)
    yield from _table({**plain, OURS: ours, TABLE: as_shown}, reviews, f"statements {name} table", figures)
    yield _lead(as_shown, plain, reviews)
    choice = np.flatnonzero(judged.sum(axis=1) > 3)  # with three or fewer there is nothing to choose
    if not choice.size:
        return
    few = replace(reviews, **{one: getattr(reviews, one)[choice] for one in ("user", "item", "query", "mentioned")})
    among = judged[choice]
    held = {
        one: np.where(among, scores[choice] - scores.min() + 1.0, 0.0) for one, scores in {**plain, OURS: ours}.items()
    }
    held["shown reasons"] = listed([shown[row] for row in choice.tolist()], width)
    yield (
        f"\n**{name}, three reasons**: chosen among what reviews of both items can judge; the {choice.size:,} reviews "
        "with more than three such attributes.\n\n"
    )
    yield head("chosen by", "P@3", "R@3", "P@3 before")
    found = statement_table(held, few).filter(pl.col("measure").is_in(["P@3", "R@3"]))
    for (one,), rows in found.group_by("list", maintain_order=True):
        cells = {row["measure"]: row for row in rows.iter_rows(named=True)}
        before = figures.noted(f"statements {name} three", str(one), cells["P@3"]["value"])
        yield line(one, *(within(cells[measure], "value", "low", "high") for measure in ("P@3", "R@3")), before)
