"""Are reasons faithful to the ranking? Probabilities of necessity and of sufficiency (CountER, Tan et al., CIKM 2021).

An offer j for a query q stands in the first k, and some attributes are shown as reasons. What reviews of *both* items
say is altered in memory (`Shop.as_if`), and the same shop ranks again:

    PN   probability of necessity: without the shown attributes, is j out of the first k?
    PS   probability of sufficiency: with nothing but them, is j still in the first k?
    FNS  2 PN PS / (PN + PS)

An explainer that shows what does not matter has a low PN; one that shows too little of what matters a low PS. Both
depend on the number of attributes, so all explainers show as many as ours for the same offer.

The exchange test asks about one claim: what is said of the attribute changes places between q and j. A claim "better"
has to turn into "worse", and the offer has to fall; the other way round for "worse".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.evaluation.significance import resampled
from instead.metrics import harmonic
from instead.models.cell_changes import CellChange, How
from instead.progress import Progress, quiet
from instead.records import Reason, Substitute
from instead.request import Request
from instead.rng import stage_rng
from instead.shop import Shop
from instead.wording import BETTER, WORSE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Shows = Callable[[Shop, Request, Substitute], Sequence[str]]
"""Attributes that an explainer shows for an offer."""

SIGNS = {BETTER: 1, WORSE: -1}
_EVERYTHING = 1000  # reasons: more than any pair of items has


# --- what is shown -------------------------------------------------------------------------------------------------


def shown(shop: Shop, request: Request, offer: Substitute) -> list[str]:
    """Our reasons, those against the offer included."""
    return [reason.attribute for reason in offer.reasons]


def by_gain(shop: Shop, request: Request, offer: Substitute) -> list[str]:
    """As many attributes of the largest gain, Eq. 20."""
    asked = request.model_copy(update={"style": "paper", "z": len(offer.reasons), "quotes": 0})
    return [reason.attribute for reason in shop.why(asked, offer.item).reasons]


def by_lot(seed: int) -> Shows:
    """As many attributes at random of those that reviews of both items mention."""

    def drawn(shop: Shop, request: Request, offer: Substitute) -> list[str]:
        names, evidence = shop.attributes["attribute"].to_list(), shop.evidence
        mine, theirs = (
            evidence.attribute[evidence.cells(shop.catalogue.number(item))] for item in (request.query, offer.item)
        )
        both = np.intersect1d(mine, theirs)
        rng = stage_rng(seed, "faithfulness", request.query, offer.item)
        return [names[at] for at in rng.permutation(both)[: len(offer.reasons)].tolist()]

    return drawn


def explainers(seed: int = 0) -> dict[str, Shows]:
    """Ours, the paper's and lots, by name."""
    return {"our reasons": shown, "largest gains (Eq. 20)": by_gain, "random attributes": by_lot(seed)}


# --- necessity and sufficiency ---------------------------------------------------------------------------------------


def necessity(
    shop: Shop, requests: Sequence[Request], among: Mapping[str, Shows], *, offers: int = 5, progress: Progress = quiet
) -> pl.DataFrame:
    """`explainer query item shown place without only`: a row per explainer and offer that has reasons.

    The first `offers` of each answer are taken, of these the ones for which every explainer has as many attributes as
    there are reasons (gains need reviews of both items). `place`: of the offer in the answer, from 0; `without`,
    `only`: its place when what reviews say is altered; an offer that the answer does not hold any more has the place k.
    """
    rows: list[tuple[Any, ...]] = []
    with progress("taking reasons away", total=len(requests)) as advance:
        for request in requests:
            for place, offer in enumerate(shop.answer(request).substitutes[:offers]):
                named = {name: shows(shop, request, offer) for name, shows in among.items() if offer.reasons}
                if not named or {len(attributes) for attributes in named.values()} != {len(offer.reasons)}:
                    continue
                for name, attributes in named.items():
                    altered = [
                        place_of(altered_shop(shop, request, offer.item, attributes, how), request, offer.item)
                        for how in ("without", "only")
                    ]
                    rows.append((name, request.query, offer.item, len(attributes), place, *altered))
            advance(1)
    schema = {"explainer": pl.String, "query": pl.String, "item": pl.String} | dict.fromkeys(
        ("shown", "place", "without", "only"), pl.Int64
    )
    return pl.DataFrame(rows, schema=schema, orient="row")


def altered_shop(shop: Shop, request: Request, item: str, attributes: Iterable[str], how: str) -> Shop:
    """The shop as if reviews of query and item said nothing of these attributes, nothing else, or the opposite.

    What is a part or a kind of an attribute goes with it: reasons may be about a family as a whole.
    """
    number, tree = shop.catalogue.number, shop.tree
    named = sorted({member for name in attributes for member in tree.members(tree.numbers[name])})
    hows: dict[str, How] = {"without": "without", "only": "only", "exchanged": "exchanged"}
    return shop.as_if(CellChange(number(request.query), number(item), np.array(named, np.int64), hows[how]))


def place_of(shop: Shop, request: Request, item: str) -> int:
    """Place of an item in the answer, from 0; k where it is not there."""
    found = [offer.item for offer in shop.answer(request.model_copy(update={"z": 0, "quotes": 0}))]
    return found.index(item) if item in found else request.k


def faithfulness(places: pl.DataFrame, k: int, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
    """`explainer offers PN PS FNS` and `low`, `high` of each: 95 % intervals, resampling queries.

    `places` as `necessity` returns them; offers that stand in the first k count.
    """
    rows = []
    for (name,), mine in places.filter(pl.col("place") < k).group_by("explainer", maintain_order=True):
        falls, stays = (mine["without"] >= k).to_numpy(), (mine["only"] < k).to_numpy()
        both = np.column_stack([falls, stays]).astype(np.float64)
        means = resampled(both, mine["query"].rank("dense").to_numpy(), draws=draws, seed=seed)
        drawn = np.column_stack([means, harmonic(means[:, 0], means[:, 1])])
        pn, ps = both.mean(axis=0)
        fns = float(harmonic(np.array([pn]), np.array([ps]))[0])
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        values = [
            number
            for each in zip((float(pn), float(ps), fns), low.tolist(), high.tolist(), strict=True)
            for number in each
        ]
        rows.append((name, mine.height, *values))
    columns = [f"{measure}{end}" for measure in ("PN", "PS", "FNS") for end in ("", " low", " high")]
    return pl.DataFrame(rows, schema=["explainer", "offers", *columns], orient="row")


# --- the exchange test -----------------------------------------------------------------------------------------------


def exchanges(
    shop: Shop, requests: Sequence[Request], *, offers: int = 5, seed: int = 0, progress: Progress = quiet
) -> pl.DataFrame:
    """`explainer query item attribute says then place after`: a row per claim of the first offers of each answer.

    `says`: 1 for better, -1 for worse; `then`: the same after the exchange, 0 for neither. Our claims, the gains of
    Eq. 20 of as many attributes, and the gains of attributes drawn by lot.
    """
    rows: list[tuple[Any, ...]] = []
    with progress("exchanging attributes", total=len(requests)) as advance:
        for request in requests:
            for place, offer in enumerate(shop.answer(request).substitutes[:offers]):
                ours = {reason.attribute: SIGNS[reason.verdict] for reason in offer.reasons if reason.verdict in SIGNS}
                if not ours:
                    continue
                paper, lots = _by_sign(shop, request, offer, len(ours), seed)
                for name, says, style in (
                    ("our reasons", ours, "honest"),
                    ("largest gains (Eq. 20)", paper, "paper"),
                    ("random attributes", lots, "paper"),
                ):
                    for attribute, sign in says.items():
                        other = altered_shop(shop, request, offer.item, [attribute], "exchanged")
                        then = _said(other, request, offer.item, attribute, style)
                        after = place_of(other, request, offer.item)
                        rows.append((name, request.query, offer.item, attribute, sign, then, place, after))
            advance(1)
    schema = dict.fromkeys(("explainer", "query", "item", "attribute"), pl.String) | dict.fromkeys(
        ("says", "then", "place", "after"), pl.Int64
    )
    return pl.DataFrame(rows, schema=schema, orient="row")


def _by_sign(
    shop: Shop, request: Request, offer: Substitute, count: int, seed: int
) -> tuple[dict[str, int], dict[str, int]]:
    """Signs of gains (Eq. 20) of attributes that reviews of both items mention: of the largest, and of some by lot."""
    table = [
        reason
        for reason in shop.side_by_side(request.model_copy(update={"quotes": 0}), offer.item, _EVERYTHING)
        if reason.gain and reason.query.observed and reason.substitute.observed
    ]
    largest = sorted(table, key=lambda reason: -abs(reason.gain))[:count]
    order = stage_rng(seed, "exchange", request.query, offer.item).permutation(len(table))[:count].tolist()

    def signs(reasons: Iterable[Reason]) -> dict[str, int]:
        return {reason.attribute: 1 if reason.gain > 0 else -1 for reason in reasons}

    return signs(largest), signs(table[at] for at in order)


def _said(shop: Shop, request: Request, item: str, attribute: str, style: str) -> int:
    """What is said of the attribute: 1 better, -1 worse, 0 neither. In the paper's style: the sign of the gain.

    A family has one verdict, under the name of whichever member speaks: after an exchange that may be another one.
    """
    if style == "honest":
        reasons = shop.why(request.model_copy(update={"z": _EVERYTHING, "quotes": 0}), item).reasons
        heads, number = shop.tree.heads, shop.tree.numbers
        family = heads[number[attribute]]
        return next((SIGNS.get(one.verdict, 0) for one in reasons if heads[number[one.attribute]] == family), 0)
    table = shop.side_by_side(request.model_copy(update={"quotes": 0}), item, _EVERYTHING)
    gain = next((reason.gain for reason in table if reason.attribute == attribute), 0.0)
    return int(np.sign(gain))


def exchange_table(claims: pl.DataFrame, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
    """`explainer claims turned stays follows against`, and `low`, `high` of each: 95 % intervals, resampling queries.

    `turned`: the claim says the opposite after the exchange; `stays`: it says the same, as if it did not rest on what
    was exchanged. Otherwise it falls silent. `follows`: the offer falls where it was called better and
    rises where it was called worse; `against`: the other way. The rest keeps its place.
    """
    rows = []
    for (name,), mine in claims.group_by("explainer", maintain_order=True):
        moved = np.sign((mine["after"] - mine["place"]).to_numpy()) * mine["says"].to_numpy()
        turned = (mine["then"] == -mine["says"]).to_numpy()
        stays = (mine["then"] == mine["says"]).to_numpy()
        values = np.column_stack([turned, stays, moved > 0, moved < 0]).astype(np.float64)
        means = resampled(values, mine["query"].rank("dense").to_numpy(), draws=draws, seed=seed)
        low, high = np.quantile(means, [0.025, 0.975], axis=0)
        ends = zip(values.mean(axis=0).tolist(), low.tolist(), high.tolist(), strict=True)
        rows.append((name, mine.height, *(number for each in ends for number in each)))
    columns = [
        f"{measure}{end}" for measure in ("turned", "stays", "follows", "against") for end in ("", " low", " high")
    ]
    return pl.DataFrame(rows, schema=["explainer", "claims", *columns], orient="row")
