"""Are claims borne out, and is their confidence honest? Other reviews, planted truth, for docs/results/reasons.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from instead.evaluation.bands import confidence_bands
from instead.evaluation.borne_out import Judge, borne_out, stated_claims
from instead.evaluation.claims import evaluate_claims
from instead.request import Request
from instead.shop import Shop
from measured_shops import Made
from reasons_tables import Figures, head, line, within


def borne_out_section(name: str, judged: pl.DataFrame, figures: Figures) -> Iterator[str]:
    """Claims of a shop on which other reviews of both items speak."""
    yield f"\n**{name}**\n\n"
    yield head("claims", "says", "both halves speak", "equal", "borne out", "of pairs that disagree", "before")
    for row in borne_out(judged).iter_rows(named=True):
        before = figures.noted(f"borne out {name}", f"{row['claims']}, {row['says']}", row["share"])
        cells = f"{row['spoken']:,}", f"{row['equal']:.0%}", within(row, "share", "low", "high"), f"{row['pairs']:.3f}"
        yield line(row["claims"], row["says"], *cells, before)


def judged_claims(shop: Shop, judge: Judge, requests: Sequence[Request]) -> pl.DataFrame:
    """Claims of the offers for some requests, judged."""
    return judge.judged(stated_claims(shop, requests))


def agreement_section(made: Made, figures: Figures, sample: int = 4000) -> Iterator[str]:
    """What the shop would say of items that were really chosen, judged by later reviews (`evaluation/claims.py`)."""
    yield f"\n**{made.name}, items that were chosen**: {sample:,} held-out triples at most.\n\n"
    yield head("judge", "claim", "cells", "share judged better", "before")
    for row in evaluate_claims(made.shop.claims, made.data, sample=sample).table().iter_rows(named=True):
        before = figures.noted(f"claims {made.name}", f"{row['judge']}, {row['claim']}", row["share"])
        share = f"{row['share']:.3f}" if row["low"] is None else within(row, "share", "low", "high")
        yield line(row["judge"], row["claim"], f"{row['cells']:,}", share, before)


def confidence_section(shops: Sequence[Made], figures: Figures) -> Iterator[str]:
    """Claims of planted shops in bands of their confidence, beside the planted truth."""
    found = pl.concat(_planted(made, place) for place, made in enumerate(shops))
    yield head("confidence from", "to", "claims", "mean confidence", "right", "apart", "apart before")
    right, confidence = found["right"].to_numpy(), found["confidence"].to_numpy()
    for row in confidence_bands(confidence, right, found["query"].to_numpy()).iter_rows(named=True):
        edges = f"{row['from']:.2f}", f"{row['to']:.2f}"
        before = figures.noted("confidence", "-".join(edges), row["apart"])
        cells = f"{row['claims']:,}", f"{row['confidence']:.3f}", within(row, "right", "low", "high")
        yield line(*edges, *cells, f"{row['apart']:+.3f}", before)
    before = figures.noted("claims right", "planted shops", float(right.mean()))
    count = figures.noted("claims right", "number", found.height)
    yield (
        f"\nOf all {found.height:,} claims {right.mean():.3f} are right at a mean confidence of "
        f"{confidence.mean():.3f} (before: {before} of {count.partition('.')[0]}).\n"
    )


def _planted(made: Made, number: int) -> pl.DataFrame:
    """`query confidence right` of every better or worse of ten offers for every item, nobody in particular asking."""
    truth = made.truth
    if truth is None:
        raise ValueError(f"{made.name} has no planted truth")
    quality = truth.qualities()
    rows = []
    for place, query in enumerate(truth.items):
        for offer in made.shop.recommend(None, query, 10, z=20, quotes=0):
            for reason in offer.reasons:
                if reason.verdict not in ("better", "worse"):
                    continue
                at = truth.attributes[reason.attribute]
                mine, theirs = (quality.get((truth.items[item], at)) for item in (offer.item, query))
                if mine is not None and theirs is not None and mine != theirs:
                    right = (mine > theirs) == (reason.verdict == "better")
                    rows.append((number * len(truth.items) + place, reason.confidence, float(right)))
    schema = {"query": pl.Int64, "confidence": pl.Float64, "right": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(pl.col("query").cast(pl.Int64))
