"""Faithful reasons, for docs/results/reasons.md: necessity, sufficiency and exchange of the shown attributes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from instead.evaluation.faithfulness import exchange_table, exchanges, explainers, faithfulness, necessity
from measured_shops import Made
from reasons_tables import Figures, head, line, within

DEPTH = 20
"""Items of an answer: places beyond count as not offered."""
CUTS = (1, 5)


def faithful_section(
    shops: Sequence[Made], figures: Figures, *, requests: int = 30, offers: int = 5, exchanged: int = 15
) -> Iterator[str]:
    """Shops of one kind are taken together; `requests` of each, and of each answer the first offers; claims of
    `exchanged` requests are tried by exchange: more where few offers carry one."""
    name = shops[0].name.partition(",")[0]
    places, claims = [], []
    for made in shops:
        asked, tried = made.requests(requests, DEPTH), made.requests(exchanged, DEPTH)
        unique = (pl.format(f"{made.name} {{}}", pl.col("query"))).alias("query")
        places.append(necessity(made.shop, asked, explainers(), offers=offers).with_columns(unique))
        claims.append(exchanges(made.shop, tried, offers=offers).with_columns(unique))
    of_offers, of_claims = pl.concat(places), pl.concat(claims)
    yield f"\n**{name}**: {requests * len(shops)} requests of held-out users, the first {offers} offers of each.\n\n"
    yield head("top k", "attributes shown", "offers", "PN", "PS", "FNS", "FNS before")
    for k in CUTS:
        for row in faithfulness(of_offers, k).iter_rows(named=True):
            before = figures.noted(f"faithful {name} k={k}", row["explainer"], row["FNS"])
            measures = (within(row, measure) for measure in ("PN", "PS", "FNS"))
            yield line(k, row["explainer"], row["offers"], *measures, before)
    yield "\n"
    yield head(
        "attribute exchanged",
        "claims",
        "claim turns",
        "claim stays",
        "offer follows",
        "offer moves against",
        "follows before",
    )
    for row in exchange_table(of_claims).iter_rows(named=True):
        before = figures.noted(f"exchange {name}", row["explainer"], row["follows"])
        measures = (within(row, measure) for measure in ("turned", "stays", "follows", "against"))
        yield line(row["explainer"], row["claims"], *measures, before)
