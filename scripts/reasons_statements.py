"""Reasons as a ranking of statements, for docs/results/reasons.md: what users then wrote, beside plain frequencies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.evaluation.lists import Explainer, FrequencyList, ItemList, RandomList, UserList
from instead.evaluation.statements import MEASURES, HeldOutReviews, lead, listed, precision_table, statement_table
from instead.explanation.choosing import choose_reasons
from instead.matrices import training_mentions
from instead.models.context import Context
from instead.models.counted_evidence import evidence_arrays
from instead.models.evidence import Evidence
from instead.models.statement_order import StatementOrder
from instead.models.statement_weights import learned_weights
from instead.request import Request
from instead.rng import stage_rng
from instead.shop import Shop
from instead.store.dataset import Dataset
from reasons_tables import Figures, head, line, within

Floats = NDArray[np.float64]

OURS, TABLE = "statement order", "comparison table"
REVIEWS = 4000
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
    """The shop's comparison table as a list, and its choice of three reasons; statements are families of attributes,
    because a table has one row for each."""
    whole = HeldOutReviews.of(data)
    asked = np.flatnonzero(whole.query >= 0)
    rows = np.sort(stage_rng(1, "compared", name).permutation(asked)[:compared])
    heads, reviews = shop.tree.heads, whole.some(rows)
    plain, ours = _plain(data, reviews, signed=False), order.scores(reviews.user, reviews.item)
    reviews = replace(reviews, mentioned=_by_family(reviews.mentioned, heads))
    plain = {one: _by_family(scores, heads) for one, scores in plain.items()}
    users, items, number = data.users["user"].to_list(), data.items["item"].to_list(), shop.tree.numbers
    tables: list[list[int]] = []
    shown: list[list[int]] = []
    for user, query, item in zip(reviews.user, reviews.query, reviews.item, strict=True):
        request = Request(user=users[user], query=items[query], quotes=0)
        for found, kept in (
            (shop.side_by_side(request, items[item], _ALL), tables),
            (shop.why(request, items[item]).reasons, shown),
        ):
            kept.append(list(dict.fromkeys(int(heads[number[reason.attribute]]) for reason in found)))
    yield f"\n**{name}, comparison table**: {len(reviews):,} held-out reviews with a query.\n\n"
    as_shown = listed(tables, heads.size)
    lists = {**plain, OURS: _by_family(ours, heads), TABLE: as_shown}
    yield from _table(lists, reviews, f"statements {name} table", figures)
    yield _lead(as_shown, plain, reviews)
    yield f"\n**{name}, reasons**: three at most for each of these, chosen by our rule and by other weights.\n\n"
    yield head("weight", "shown", "share that the user writes about", "before")
    choices = {one: _chosen(shop, reviews, scores, heads) for one, scores in plain.items()}
    for row in precision_table({**choices, "our reasons": shown}, reviews).iter_rows(named=True):
        before = figures.noted(f"statements {name} reasons", row["list"], row["value"])
        yield line(row["list"], f"{row['shown']:,}", within(row, "value", "low", "high"), before)


def _by_family(values: NDArray[Any], heads: NDArray[np.int64]) -> NDArray[Any]:
    """(n, A) the largest value of a family in the place of its head; the others have the lowest there is."""
    found = np.full(values.shape, values.min(), values.dtype)
    for attribute, to in enumerate(heads.tolist()):
        found[:, to] = np.maximum(found[:, to], values[:, attribute])
    return found


def _chosen(shop: Shop, reviews: HeldOutReviews, scores: Floats, heads: NDArray[np.int64]) -> list[list[int]]:
    """Families of the reasons that the shop's rule chooses with other weights than its own; ties by lot."""
    rng, found = stage_rng(0, "lots"), []
    for row, (query, item) in enumerate(zip(reviews.query, reviews.item, strict=True)):
        compared = shop._reasons.compare(int(query), np.array([item]))
        count = compared.row.size
        weight = scores[row, heads[compared.attribute]] + 1e-3 * rng.random(count)
        chosen = np.empty((1, 3), np.int64)
        choose_reasons(
            np.array([0]), np.array([count]), np.arange(count), compared.verdict, compared.difference,
            weight.astype(np.float32), shop.choices.reasons.trade_offs, chosen,
        )  # fmt: skip
        found.append([int(heads[compared.attribute[place]]) for place in chosen[0].tolist() if place >= 0])
    return found
