"""Recommendations and comparisons as static HTML for notebooks: the page's card, without a script or a request.

Whatever is shown is text of the records, escaped: a title or a review may hold anything. There are no labels of our own
here, so that a card speaks the language of its shop. Colours follow the reader's light or dark scheme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

MARKS = {"better": "▲", "comparable": "≈", "worse": "▼", "unknown": "?"}
TONES = {1: "better", 0: "comparable", -1: "worse"}
_LEAST = 0.02  # of a bar, so that nothing is seen as something

STYLE = """<style>
.instead-out { --ink: #1d1b18; --soft: #5d574d; --card: #fff; --line: #e0dbcf; --sunk: #efece4; --query: #a49b89;
  --better: #0f7a55; --better-tint: #dff3e8; --comparable: #5f6b7a; --comparable-tint: #e9edf2; --worse: #b0442c;
  --worse-tint: #fbe7e0; --unknown: #6d6654; --unknown-tint: #f0ecdf; color: var(--ink); max-width: 56rem;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) { .instead-out { --ink: #f1ede4; --soft: #b5ad9e; --card: #211f1b; --line: #38352e;
  --sunk: #2a2823; --query: #7d7565; --better: #63cf9f; --better-tint: #193a2c; --comparable: #a9b6c6;
  --comparable-tint: #2a313a; --worse: #f0937b; --worse-tint: #43241c; --unknown: #c3b893; --unknown-tint: #35301f; } }
.instead-out p, .instead-out ol, .instead-out ul { margin: 0; padding: 0; list-style: none; }
.instead-out .soft { color: var(--soft); font-size: .87em; }
.instead-out .card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: .9em 1.1em;
  margin: .7em 0; overflow-wrap: anywhere; }
.instead-out .title { font: 600 1.12em Georgia, serif; }
.instead-out .because { font: 500 1.06em/1.4 Georgia, serif; margin: .35em 0; }
.instead-out .chip { display: inline-block; border-radius: 99px; padding: 0 .6em; font-size: .85em;
  margin: 0 .3em .2em 0; }
.instead-out .tag { margin-right: .8em; font-size: .9em; white-space: nowrap; }
.instead-out .better { background: var(--better-tint); color: var(--better); }
.instead-out .comparable { background: var(--comparable-tint); color: var(--comparable); }
.instead-out .worse { background: var(--worse-tint); color: var(--worse); }
.instead-out .unknown { background: var(--unknown-tint); color: var(--unknown); }
.instead-out .mark { display: inline-block; width: 1.5em; text-align: center; border-radius: 50%; font-size: .8em; }
.instead-out summary { cursor: pointer; margin-top: .4em; }
.instead-out .bar { position: relative; height: .55em; border-radius: 4px; background: var(--sunk); margin: .2em 0;
  overflow: hidden; max-width: 26em; }
.instead-out .bar i { position: absolute; top: 0; bottom: 0; left: 0; border-radius: 4px; background: var(--query); }
.instead-out .bar i.of-better { background: var(--better); } .instead-out .bar i.of-worse { background: var(--worse); }
.instead-out .bar i.of-comparable { background: var(--comparable); }
.instead-out .bar i.of-unknown { background: var(--unknown); }
.instead-out .bar b { position: absolute; top: 0; bottom: 0; background: var(--card); opacity: .45;
  border: solid var(--ink); border-width: 0 1px; }
.instead-out blockquote { margin: .4em 0; padding-left: .8em; border-left: 3px solid var(--line); font-style: italic; }
.instead-out table { border-collapse: collapse; width: 100%; color: inherit; }
.instead-out th, .instead-out td { text-align: left; vertical-align: top; padding: .35em .8em .35em 0;
  border-bottom: 1px solid var(--line); background: none; }
</style>"""

Record = Mapping[str, Any]
"""A record as `dataclasses.asdict` gives it."""


def list_html(found: Record) -> str:
    """A recommendation: for whom, which kind of thing, what could not be met, and a card for each substitute."""
    above = [found["basis_text"], found["kind_text"]]
    said = " · ".join(escape(text) for text in above if text)
    notes = "".join(f'<p class="soft">{escape(note)}</p>' for note in found["notes"])
    cards = "".join(
        f'<li class="card">{card(one, rank)}</li>' for rank, one in enumerate(found["substitutes"], start=1)
    )
    keep = f'<p class="because">{escape(found["keep_text"])}</p>' if found["keep_text"] else ""
    return f'{STYLE}<div class="instead-out"><p class="soft">{said}</p>{keep}{notes}<ol>{cards}</ol></div>'


def card_html(one: Record) -> str:
    """One substitute."""
    return f'{STYLE}<div class="instead-out"><div class="card">{card(one)}</div></div>'


def card(one: Record, rank: int | None = None) -> str:
    """The inside of a card: the sentence that persuades, facts, and evidence on demand."""
    about = " · ".join(
        escape(part) for part in (one["brand"], (one["category"] or "").rpartition(" > ")[2], one["basis_text"]) if part
    )
    chips = "".join(
        f'<span class="chip {TONES.get(fact["favours"], "comparable")}">{escape(fact["text"])}</span>'
        for fact in one["facts"]
    )
    price = f"<b>{escape(one['price_text'])}</b> " if one["price_text"] else ""
    number = "" if rank is None else f'<span class="soft">{rank}</span> '
    parts = [
        f'<p>{number}<span class="title">{escape(one["title"])}</span> ',
        f'<span class="soft">{escape(one["item"])}</span></p>',
        f'<p class="soft">{about}</p>',
        f'<p class="soft">{escape(one["placed_text"])}</p>' if one["placed_text"] else "",
        f'<p class="because">{escape(one["headline"] or one["text"])}</p>',
        f'<p class="soft">{escape(one["gave_up"])}</p>' if one["gave_up"] else "",
        f"<p>{price}{chips}</p>" if price or chips else "",
        evidence(one) if one["reasons"] else "",
    ]
    return "".join(parts)


def evidence(one: Record) -> str:
    """Reasons behind a line of their marks, folded."""
    tags = "".join(
        f'<span class="tag">{mark(reason)} {escape(reason["attribute"])}</span>' for reason in one["reasons"]
    )
    rows = "".join(
        f"<li>{mark(reason)} <b>{escape(reason['attribute'])}</b> "
        f'<span class="soft">{escape(reason["verdict_text"])}: {escape(reason["said"])}</span>'
        f"{bar(reason['substitute'], reason['verdict'])}{bar(reason['query'])}{quotes(reason)}</li>"
        for reason in one["reasons"]
    )
    whole = f"<p>{escape(one['text'])}</p>" if one["headline"] not in ("", one["text"]) else ""
    return f"<details><summary>{tags}</summary>{whole}<ul>{rows}</ul></details>"


def mark(reason: Record) -> str:
    verdict = reason["verdict"] if reason["verdict"] in MARKS else "unknown"
    return f'<span class="mark {verdict}" title="{escape(reason["verdict_text"])}">{MARKS[verdict]}</span>'


def bar(standing: Record, verdict: str = "") -> str:
    """The share of praise, and where it may lie; nothing where no review speaks of it."""
    share = standing["share"]
    if share is None:
        return ""
    side = f' class="of-{verdict}"' if verdict in MARKS else ""
    low, high = standing["low"], standing["high"]
    unsure = "" if low is None or high is None else f'<b style="left:{low:.1%};width:{high - low:.1%}"></b>'
    said = escape(standing["text"])
    return f'<div class="bar" title="{said}"><i{side} style="width:{max(share, _LEAST):.1%}"></i>{unsure}</div>'


def cell(standing: Record, verdict: str = "") -> str:
    return f'<td>{bar(standing, verdict)}<span class="soft">{escape(standing["text"])}</span></td>'


def quotes(reason: Record) -> str:
    said = [quote for side in ("substitute", "query") for quote in reason[side]["quotes"][:1]]
    return "".join(
        f'<blockquote>“{escape(quote["text"])}” <span class="soft">{escape(quote["about"])}</span></blockquote>'
        for quote in said
    )


def table_html(rows: Sequence[Record], heads: Sequence[str]) -> str:
    """Two items side by side."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row["attribute"])}<br>{mark(row)} '
        f'<span class="soft">{escape(row["verdict_text"])}</span></th>'
        f"{cell(row['substitute'], row['verdict'])}{cell(row['query'])}</tr>"
        for row in rows
    )
    return f'{STYLE}<div class="instead-out"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
