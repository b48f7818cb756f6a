"""`found.html`: what a start understood, what is weak, how good it is, and three recommendations; one static page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from instead.html_cards import STYLE, card

if TYPE_CHECKING:
    from instead.starting.start import Started

PAGE = "found.html"
_HELD_OUT = {
    "observed": "choices: what people took after they had looked at something, as the log shows it",
    "paper": "choices: items that people took, asked for with a substitute of theirs",
    "links": "links between items: nobody is known by name, so that no choice can be held out",
}
"""What the figures are about, by split."""
_LOOK = """
:root{color-scheme:light dark;--ink:#1d1b18;--soft:#5d574d;--ground:#faf8f3;--card:#fff;--line:#e0dbcf;--warn:#8a5a00}
@media (prefers-color-scheme:dark){:root{--ink:#f1ede4;--soft:#b5ad9e;--ground:#181613;--card:#211f1b;--line:#38352e;
--warn:#e2b45c}}
body{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--ground);color:var(--ink);
max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font:600 1.7rem/1.25 Georgia,serif;margin:.2em 0}h2{font:600 1.2rem/1.3 Georgia,serif;margin:2.2em 0 .5em}
p{margin:.4em 0}.soft{color:var(--soft)}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.4em .8em .4em 0;
border-bottom:1px solid var(--line)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
tr.own td{font-weight:600}ul.weak{padding-left:1.1em}ul.weak b{color:var(--warn)}
code{font:.92em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.8em 1em;overflow-x:auto}
@media (max-width:40rem){table.stack tr,table.stack td{display:block;padding:.15em 0;text-align:left}
table.stack tr{border-bottom:1px solid var(--line);padding:.4em 0}table.stack td{border:0}table.stack th{display:none}}
.example{border:1px solid var(--line);border-radius:12px;background:var(--card);padding:1em 1.2em;margin:1em 0}
.example ol{padding-left:0;list-style:none}.example li{border-top:1px solid var(--line);padding:.6em 0}
"""


def page(found: Started) -> str:
    """The page as text."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width,initial-scale=1'>",
        f"<title>What was found: {escape(found.folder.name)}</title><style>{_LOOK}</style>{STYLE}",
        f"<h1>What was found in {escape(', '.join(Path(one['file']).name for one in found.understood))}</h1>",
        f"<p class='soft'>{escape(_in_short(found))}</p>",
        "<h2>What the files were understood as</h2>",
        _files(found.understood),
        "<h2>What became of them</h2>",
        _table(("", "", ""), found.sections, numbers=(1,)),
        "<h2>What is weak, and what would help</h2>",
        _weak(found),
        "<h2>How good it is</h2>",
        _figures(found),
        "<h2>Three recommendations</h2>",
        "".join(_example(one) for one in found.tried.examples) or "<p>No item of this shop has an offer.</p>",
        "<h2>Go on</h2>",
        f"<pre>{escape(chr(10).join(found.next_steps))}</pre>",
        "</html>",
    ]
    return "\n".join(parts)


def write_page(found: Started) -> Path:
    """Write it beside the model, complete or not at all."""
    path = found.folder / PAGE
    aside = path.with_suffix(".partial")
    aside.write_text(page(found), encoding="utf-8")
    aside.replace(path)
    return path


def _in_short(found: Started) -> str:
    tried = found.tried
    return (
        f"{tried.items:,} items; of {tried.asked:,} that were asked about {tried.answered:.0%} get an offer, "
        f"{tried.reasoned:.0%} of the offers carry a reason, and {tried.better:.0%} of the first ones have something "
        f"that speaks for them. Served by: {found.chosen.model}, because {found.chosen.why}."
    )


def _files(understood: Sequence[dict[str, Any]]) -> str:
    rows = []
    for one in understood:
        pairs = ", ".join(name if name == column else f"{name} = {column}" for name, column in one["columns"].items())
        told = [pairs, *one["notes"], *(f"{count:,} rows repaired: {what}" for what, count in one["repaired"].items())]
        if one["rejected"]:
            first = one["first_rejected"][0]
            told.append(f"{one['rejected']:,} rows cannot be used, the first on line {first['line']}: {first['cause']}")
        kind = f"{one['kind']}: {one['format']}"
        rows.append((Path(one["file"]).name, kind, f"{one['rows']:,}", "; ".join(filter(None, told))))
    return _table(("file", "understood as", "rows", "columns and remarks"), rows, numbers=(2,), stack=True)


def _weak(found: Started) -> str:
    if not found.weak:
        return "<p>Nothing stands out.</p>"
    rows = "".join(f"<li><b>{escape(one.seen)}.</b> {escape(one.advice)}.</li>" for one in found.weak)
    return f"<ul class='weak'>{rows}</ul>"


def _figures(found: Started) -> str:
    if not found.figures:
        return "<p>No choices could be held out, so there are no figures.</p>"
    rows = []
    for row in found.figures:
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
        against = "" if row["difference"] is None else f"{row['difference']:+.3f}"
        rows.append((row["model"], f"{row['value']:.3f}", interval, against, f"{row['HR@10']:.1%}"))
    own = [place for place, row in enumerate(found.figures) if row["model"] == found.chosen.model]
    head = ("model", "NDCG@10", "95 % interval", "to the one served", "in the first ten")
    what = _HELD_OUT.get(found.chosen.split or "", _HELD_OUT["paper"])
    return (
        f"<p>{found.cases:,} {escape(what)}. No model has seen them. Plain models beside the one that is served.</p>"
        + _table(head, rows, numbers=(1, 3, 4), own=own)
    )


def _example(one: Any) -> str:
    offers = "".join(
        f"<li class='instead-out'>{card(asdict(offer), rank)}</li>"
        for rank, offer in enumerate(one.found.substitutes[:3], start=1)
    )
    plain = escape(", ".join(one.popular)) or "nothing"
    return (
        f"<div class='example'><p>Looking at <b>{escape(one.query.title)}</b> "
        f"<span class='soft'>{escape(one.query.id)}</span></p><ol>{offers}</ol>"
        f"<p class='soft'>Plain popularity would offer: {plain}.</p></div>"
    )


def _table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = (), own: Sequence[int] = (),
    stack: bool = False,
) -> str:  # fmt: skip
    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=n' if place in numbers else ''}>{escape(cell)}</{tag}>" for place, cell in enumerate(row)
        )

    top = f"<tr>{cells(head, 'th')}</tr>" if any(head) else ""
    body = "".join(
        f"<tr{' class=own' if place in own else ''}>{cells(row, 'td')}</tr>" for place, row in enumerate(rows)
    )
    return f"<div class='wide'><table{' class=stack' if stack else ''}>{top}{body}</table></div>"
