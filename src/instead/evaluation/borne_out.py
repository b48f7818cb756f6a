"""Are claims borne out by reviews that the shop has not seen? Claims as a shop makes them, judged by other reviews.

A claim says that an offer is better, or worse, than the query on an attribute. Reviews that were kept apart (a later
part, or the other half of every product's reviews) are counted for both items, as evidence is: a review praises the
attribute, or blames it. Where both items have such reviews the judge speaks:

    borne out    the share of praise of the item that was called better is the larger one
    contradicted it is the smaller one; equal shares are neither, and are counted apart

`share` is borne out / (borne out + contradicted); guessing gives one half. `pairs` is the finer judge of `claims.py`:
of all pairs of one review of each item that disagree, the share won by the item that was called better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.evaluation.significance import intervals
from instead.matrices import part_mentions
from instead.mentions.attribute_tree import AttributeTree
from instead.progress import Progress, quiet
from instead.request import Request
from instead.shop import Shop
from instead.store.dataset import Dataset
from instead.wording import BETTER, WORSE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

OURS, PAPER, EVERYTHING = "our claims", "gains (Eq. 20)", "guessing"
_SIGNS = {BETTER: 1, WORSE: -1}
_MANY = 20  # claims of an offer at most
_ALL = 1000  # attributes of a comparison: more than any pair of items has
_SCHEMA = {"claims": pl.String, "query": pl.Int64, "item": pl.Int64, "attribute": pl.Int64, "says": pl.Int64,
           "weight": pl.Float64, "pooled": pl.Boolean}  # fmt: skip


@dataclass(frozen=True)
class Judge:
    """Counts of reviews that praise and blame (items, 2 A), of reviews that the shop has not seen: of attributes, then
    of whole families, each in the place of its head."""

    praised: csr_matrix
    blamed: csr_matrix

    @classmethod
    def of(cls, said: pl.DataFrame, items: int, heads: Ints) -> Judge:
        """From mentions `review item attribute sentiment`: a review counts once for an attribute, as it leans, and once
        for a family; `heads` (A,) is the head of the family of each attribute."""
        whole = pl.Series("attribute", heads[said["attribute"].to_numpy()] + heads.size)
        both = pl.concat([said, said.with_columns(whole)])
        leans = both.group_by("review", "item", "attribute").agg(pl.col("sentiment").cast(pl.Int64).sum())
        good, bad = (leans.filter(which) for which in (pl.col("sentiment") > 0, pl.col("sentiment") < 0))
        return cls(*(_counts(rows, items, 2 * heads.size) for rows in (good, bad)))

    @classmethod
    def of_part(cls, dataset: Dataset, part: str = "test") -> Judge:
        """Reviews of a held-out part."""
        said = part_mentions(dataset, part).rename({"interaction": "review"})
        said = said.select("review", "item", "attribute", "sentiment")
        return cls.of(said, dataset.items.height, AttributeTree.of(dataset.attributes).heads)

    def judged(self, claims: pl.DataFrame) -> pl.DataFrame:
        """The claims on which reviews of both items speak, with `right` (1, 0, or 1/2 for equal shares), and of the
        pairs of one review of each item that disagree `pairs` and `won` by the item that is called better."""
        width = self.praised.shape[1] // 2
        attribute = claims["attribute"].to_numpy() + np.where(claims["pooled"].to_numpy(), width, 0)
        good, bad, other_good, other_bad = (
            np.asarray(table[claims[item].to_numpy(), attribute], np.float64).ravel()
            for item in ("item", "query")
            for table in (self.praised, self.blamed)
        )
        says = claims["says"].to_numpy()
        ahead, behind = good * other_bad, other_good * bad  # share > other's share <=> ahead > behind
        won = np.where(says > 0, ahead, behind)
        found = claims.with_columns(
            pl.Series("right", 0.5 + 0.5 * says * np.sign(ahead - behind)),
            pl.Series("won", won),
            pl.Series("pairs", ahead + behind),
        )
        return found.filter(pl.Series((good + bad > 0) & (other_good + other_bad > 0)))


def _counts(rows: pl.DataFrame, items: int, attributes: int) -> csr_matrix:
    places = (rows["item"].to_numpy(), rows["attribute"].to_numpy())
    return csr_matrix((np.ones(rows.height), places), shape=(items, attributes))


def stated_claims(shop: Shop, requests: Sequence[Request], *, progress: Progress = quiet) -> pl.DataFrame:
    """`claims query item attribute says weight pooled`: what is claimed of every offer, each pair of items once.

    `our claims`: every better or worse, weighed by its confidence. `gains (Eq. 20)`: of the same offers every gain, up
    or down, on an attribute that reviews of both mention, weighed by its size. `guessing`: every such attribute, called
    better: its share is the base rate.
    """
    number, named = shop.catalogue.number, shop.tree.numbers
    rows: list[tuple[Any, ...]] = []
    seen: set[tuple[str, str]] = set()
    with progress("collecting claims", total=len(requests)) as advance:
        for request in requests:
            asked = request.model_copy(update={"z": _MANY, "quotes": 0})
            for offer in shop.answer(asked):
                if (request.query, offer.item) in seen:
                    continue
                seen.add((request.query, offer.item))
                pair = number(request.query), number(offer.item)
                ours = [reason for reason in offer.reasons if reason.verdict in _SIGNS]
                rows += [
                    (OURS, *pair, named[reason.attribute], _SIGNS[reason.verdict], reason.confidence, reason.pooled)
                    for reason in ours
                ]
                table = [
                    (named[reason.attribute], reason.gain)
                    for reason in shop.side_by_side(asked, offer.item, _ALL)
                    if reason.query.observed and reason.substitute.observed
                ]
                rows += [(PAPER, *pair, at, 1 if gain > 0 else -1, abs(gain), False) for at, gain in table if gain]
                rows += [(EVERYTHING, *pair, at, 1, None, False) for at, _ in table]
            advance(1)
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def borne_out(judged: pl.DataFrame, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
    """`claims says spoken equal share low high pairs`: 95 % intervals, resampling queries.

    `spoken`: claims on which the judge speaks; `equal`: the share of them where both shares are equal, which count
    neither way in `share`. Of the gains (Eq. 20) those of most weight count, as many as there are of our claims: fewer
    and surer claims are borne out more often, whoever makes them.
    """
    rows = []
    ours = judged.filter(pl.col("claims") == OURS).height
    for name in (OURS, PAPER, EVERYTHING):
        every = judged.filter(pl.col("claims") == name)
        if name == PAPER:
            every = every.sort("weight", descending=True, maintain_order=True).head(ours)
        for says in ("better", "worse", "both"):
            mine = every if says == "both" else every.filter(pl.col("says") == _SIGNS[says])
            decided = mine.filter(pl.col("right") != 0.5)
            if decided.is_empty() or (name == EVERYTHING and says != "better"):
                continue
            right = decided["right"].to_numpy()[:, None]
            found = intervals(right, decided["query"].to_numpy(), draws=draws, seed=seed)
            pairs = float(mine["won"].to_numpy().sum() / max(mine["pairs"].to_numpy().sum(), 1.0))
            equal = 1.0 - decided.height / mine.height
            rows.append((name, says, mine.height, equal, *(float(end[0]) for end in found), pairs))
    return pl.DataFrame(
        rows, schema=["claims", "says", "spoken", "equal", "share", "low", "high", "pairs"], orient="row"
    )
