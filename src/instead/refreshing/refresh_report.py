"""The report of a refresh: Markdown and HTML in `reports/`, and the same as a document for the store."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from instead.html_cards import STYLE

if TYPE_CHECKING:
    from instead.refreshing.refresh import Refreshed

REPORTS = "reports"
_COUNTED = {
    "events": "events read",
    "shown": "answers that somebody may have chosen from",
    "until": "number of the last event",
    "items": "items that were changed or are new",
}


def document(found: Refreshed, when: float, before: Path | None) -> dict[str, Any]:
    """What is kept in the store, for the staff's page: plain values."""
    compared = found.compared
    difference = None if compared is None else compared.difference
    return {
        "time": datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "outcome": found.outcome,
        "sentence": found.sentence,
        "model": None if found.model is None else found.model.name,
        "serving_before": None if before is None else before.name,
        "verdict": None if compared is None else compared.verdict,
        "choices": 0 if compared is None else compared.choices,
        "difference": None if difference is None else [difference.value, difference.low, difference.high],
        "figures": [] if compared is None else compared.figures,
        "counts": dict(found.counts),
        "seconds": round(found.seconds, 1),
    }


def write_report(folder: Path, content: dict[str, Any], when: float) -> list[Path]:
    """Write it as Markdown and as HTML; returns both paths."""
    place = folder / REPORTS
    place.mkdir(parents=True, exist_ok=True)
    stamp = datetime.fromtimestamp(when, UTC).strftime("%Y%m%d-%H%M%S")
    paths = []
    for suffix, text in ((".md", in_markdown(content)), (".html", in_html(content))):
        aside, path = place / f".refresh-{stamp}{suffix}.partial", place / f"refresh-{stamp}{suffix}"
        aside.write_text(text, encoding="utf-8")
        paths.append(aside.replace(path))
    return paths


def _tables(content: dict[str, Any]) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    counts = [(_COUNTED.get(name, name), f"{value:,}") for name, value in content["counts"].items()]
    tables: list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]] = [("What went in", ("", ""), list(counts))]
    if content["figures"]:
        rows: list[tuple[str, ...]] = [
            (str(row["model"]), str(row["measure"]), f"{row['value']:.4f}", f"{row['low']:.4f} to {row['high']:.4f}")
            for row in content["figures"]
        ]
        title = f"On {content['choices']:,} choices among what was shown that neither model has seen"
        tables.append((title, ("model", "measure", "value", "95 % interval"), rows))
    return tables


def in_markdown(content: dict[str, Any]) -> str:
    """The report as text."""
    parts = [f"# Refresh of {content['time']}: {content['outcome']}", content["sentence"] + "."]
    for title, head, rows in _tables(content):
        lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]
        parts += [f"## {title}", "\n".join(lines)]
    parts.append(f"{content['seconds']:.0f} seconds. Served before: {content['serving_before'] or 'nothing'}.")
    return "\n\n".join(parts) + "\n"


def in_html(content: dict[str, Any]) -> str:
    """The report as a page."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>",
        f"<title>Refresh: {escape(content['outcome'])}</title>{STYLE}",
        f"<h1>Refresh of {escape(content['time'])}: {escape(content['outcome'])}</h1>",
        f"<p>{escape(content['sentence'])}.</p>",
    ]
    for title, head, rows in _tables(content):
        cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        parts.append(f"<h2>{escape(title)}</h2><table><tr>{heads}</tr>{cells}</table>")
    parts.append(f"<p>{content['seconds']:.0f} seconds.</p></html>")
    return "\n".join(parts) + "\n"
