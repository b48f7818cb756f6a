"""One HTML page about an extraction: funnel, attributes, examples, agreement with the stars, what was pruned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import polars as pl

from instead.mentions.stage import REPORT
from instead.store.dataset import Dataset
from instead.store.layers import MENTIONS

_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:62em;margin:2em auto;padding:0 1em;color:#222}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.25em .6em;border-bottom:1px solid #ddd;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.bar{display:flex;width:9em;height:.8em;background:#c0504d}
.bar b{background:#4f9d5d;display:block;height:100%}q{color:#444}mark{background:#fff2a8}
small,.under{color:#777}.under{padding-left:1.2em}
"""
_STAGES = (
    "reviews", "reviews without words", "reviews too short to tell their language", "reviews in English",
    "reviews not in English", "sentences", "words", "attribute phrases",
    "phrases in the vocabulary", "pairs of attribute and opinion", "mentions", "mentions without a noun",
    "mentions without an opinion word", "mentions counted for what they are a kind of",
    "mentions of rare attributes dropped", "attributes",
)  # fmt: skip
TOP, MEMBERS = 60, 6
"""Families shown, and members shown of each."""


def funnel(stages: Mapping[str, int]) -> list[tuple[str, int]]:
    """Counts of the stages in the order in which text passes them."""
    rows = [(name, stages[name]) for name in _STAGES if name in stages]
    others = sorted((-n, name) for name, n in stages.items() if name.startswith("reviews in ") and name not in _STAGES)
    after = next((place for place, (name, _) in enumerate(rows, 1) if name == "reviews not in English"), 0)
    return rows[:after] + [(f"- {name}", -n) for n, name in others] + rows[after:]


def star_agreement(mentions: pl.DataFrame, ratings: pl.Series) -> pl.DataFrame:
    """Per star: mentions and the share of praise among them."""
    stars = ratings.gather(mentions["review"]).round(0)
    return (
        mentions.with_columns(stars.alias("stars"))
        .drop_nulls("stars")
        .group_by("stars")
        .agg(pl.len().alias("mentions"), (pl.col("sentiment") > 0).mean().alias("praise"))
        .sort("stars")
    )


def write_report(data: Dataset, path: Path | None = None) -> Path:
    """Write the page of a dataset folder whose mentions were extracted; returns where."""
    path = path or data.folder / REPORT
    reviews = data.reviews().select("rating", "text").collect()
    vocabulary = pl.read_parquet(data.path(MENTIONS, "vocabulary.parquet"))
    stages = data.manifest.get("extraction", {}).get("stages", {})
    page = render(str(data.folder.name), stages, data.mentions, vocabulary, reviews)
    aside = path.with_suffix(".partial")
    aside.write_text(page, encoding="utf-8")
    aside.rename(path)
    return path


def render(
    title: str, stages: Mapping[str, int], mentions: pl.DataFrame, vocabulary: pl.DataFrame, reviews: pl.DataFrame
) -> str:
    """The page as text."""
    agreement = star_agreement(mentions, reviews["rating"])
    right = total = 0.0
    for stars, count, praise in agreement.iter_rows():
        if stars != 3:
            total += count
            right += count * (praise if stars > 3 else 1 - praise)
    share = f"{right / total:.1%}" if total else "unknown"
    pruned = vocabulary.filter(pl.col("pruned").is_not_null()).sort("count", descending=True).head(TOP)
    return "\n".join(
        [
            f"<!doctype html><meta charset='utf-8'><title>Extraction of {escape(title)}</title>",
            f"<style>{_STYLE}</style><h1>What the reviews of {escape(title)} talk about</h1>",
            "<h2>From text to mentions</h2>",
            _table(("stage", "count"), [(escape(n), f"{c:,}") for n, c in funnel(stages)], right=(1,)),
            "<h2>Attributes</h2>",
            "<p>Families with the most mentions; small, the other names that are counted as the same.</p>",
            _attributes(vocabulary, reviews["text"]),
            "<h2>Agreement with the stars</h2>",
            f"<p>{share} of the mentions in reviews with one, two, four or five stars have the sign of the stars.</p>",
            _table(
                ("stars", "mentions", "praise"),
                [(f"{s:g}", f"{n:,}", f"{p:.0%}") for s, n, p in agreement.iter_rows()],
                right=(1, 2),
            ),
            "<h2>Pruned</h2>",
            _table(
                ("candidate", "occurrences", "why"),
                [
                    (escape(a), f"{c:,}", escape(w))
                    for a, c, w in pruned.select("attribute", "count", "pruned").iter_rows()
                ],
                right=(1,),
            ),
        ]
    )


def _attributes(vocabulary: pl.DataFrame, texts: pl.Series) -> str:
    """Families with the most mentions, what belongs to each under its name."""
    family = pl.col("family") if "family" in vocabulary.columns else pl.col("attribute").alias("family")
    kept = (
        vocabulary.filter(pl.col("mentions").is_not_null())
        .with_columns(family)
        .with_columns(
            whole=pl.col("mentions").sum().over("family"),
            under=pl.col("attribute") != pl.col("family"),
        )
        .sort("whole", "family", "under", "mentions", "attribute", descending=[True, False, False, True, False])
    )
    shown = kept.filter(pl.col("family").is_in(kept["family"].unique(maintain_order=True).head(TOP).implode()))
    rows = []
    for row in shown.filter(pl.int_range(pl.len()).over("family") <= MEMBERS).iter_rows(named=True):
        text = texts[row["example_review"]] or ""
        quote = escape(" ".join(text[row["example_start"] : row["example_end"]].split())[:240])
        balance = f"<div class=bar title='{row['praise']:.0%} praise'><b style='width:{row['praise']:.0%}'></b></div>"
        variants = f"<br><small>{escape(', '.join(row['variants'][:8]))}</small>" if row["variants"] else ""
        name = escape(row["attribute"])
        name = f"<span class=under>{escape(row['family'])} &gt;</span> {name}" if row["under"] else f"<b>{name}</b>"
        rows.append((name + variants, f"{row['mentions']:,}", balance, f"<q>{quote}</q>"))
    return _table(("attribute", "mentions", "praise", "for example"), rows, right=(1,))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    kind = [" class=n" if place in right else "" for place in range(len(head))]
    lines = ["<table><tr>" + "".join(f"<th{k}>{h}</th>" for k, h in zip(kind, head, strict=True)) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td{k}>{c}</td>" for k, c in zip(kind, row, strict=True)) + "</tr>" for row in rows]
    return "\n".join(lines) + "</table>"
