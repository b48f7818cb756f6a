"""A report as data, rendered as one self-contained HTML file and as Markdown with image files."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; color: #1c2330; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid #d5dae3; }
table { border-collapse: collapse; margin: .8rem 0; display: block; overflow-x: auto; }
th, td { padding: .25rem .6rem; text-align: left; border-bottom: 1px solid #e6e9ef; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
th { background: #f3f5f9; } caption { text-align: left; font-weight: 600; padding: .3rem 0; }
img { max-width: 100%; } blockquote { border-left: 3px solid #c3cbd9; margin: .6rem 0; padding: .2rem .9rem; }
.note { color: #4d586b; } mark { background: #ffe08a; } td.wide { white-space: normal; min-width: 22rem; }
"""
_NUMBER = re.compile(r"^[-+*]*[\d.,]+( ?%)?( ?\(.*\))?\**$|^-$")


@dataclass(frozen=True)
class Text:
    """A paragraph. `**bold**`, `*slanted*`, `==marked==` and `` `code` `` are understood, in both forms."""

    text: str


@dataclass(frozen=True)
class Quote:
    """A block quote."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows of texts under column names."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Picture:
    """A PNG; `name` is its file beside the Markdown."""

    title: str
    name: str
    content: bytes


Part = Text | Quote | Table | Picture


@dataclass
class Section:
    """A heading and its content."""

    title: str
    parts: list[Part] = field(default_factory=list)


@dataclass
class Report:
    """The whole."""

    title: str
    sections: list[Section]

    def write(self, folder: Path) -> None:
        """`report.html`, `report.md` and `plots/`."""
        (folder / "plots").mkdir(parents=True, exist_ok=True)
        for section in self.sections:
            for part in section.parts:
                if isinstance(part, Picture):
                    (folder / "plots" / part.name).write_bytes(part.content)
        (folder / "report.html").write_text(self.html(), encoding="utf-8")
        (folder / "report.md").write_text(self.markdown(), encoding="utf-8")

    def html(self) -> str:
        """One self-contained page."""
        body = [f"<h1>{html.escape(self.title)}</h1>"]
        for section in self.sections:
            body.append(f"<h2>{html.escape(section.title)}</h2>")
            body += [_html(part) for part in section.parts]
        title = f"<title>{html.escape(self.title)}</title>"
        head = f"<meta charset=utf-8><meta name=viewport content='width=device-width'>{title}<style>{_STYLE}</style>"
        inside = "\n".join(body)
        return f"<!doctype html><html lang=en><head>{head}</head><body>\n{inside}\n</body></html>\n"

    def markdown(self) -> str:
        """The same for reading in a repository."""
        lines = [f"# {self.title}\n"]
        for section in self.sections:
            lines.append(f"## {section.title}\n")
            lines += [_markdown(part) for part in section.parts]
        return "\n".join(lines)


def _inline(text: str) -> str:
    safe = html.escape(text, quote=False)
    safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
    safe = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", safe)
    safe = re.sub(r"==(.+?)==", r"<mark>\1</mark>", safe)
    return re.sub(r"`(.+?)`", r"<code>\1</code>", safe)


def _html(part: Part) -> str:
    if isinstance(part, Text):
        return f"<p>{_inline(part.text)}</p>"
    if isinstance(part, Quote):
        return f"<blockquote>{_inline(part.text).replace(chr(10), '<br>')}</blockquote>"
    if isinstance(part, Picture):
        data = base64.b64encode(part.content).decode()
        return f'<figure><img alt="{html.escape(part.title)}" src="data:image/png;base64,{data}"></figure>'
    head = "".join(f"<th>{_inline(name)}</th>" for name in part.columns)
    rows = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in part.rows)
    caption = f"<caption>{_inline(part.title)}</caption>" if part.title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(cell: str) -> str:
    if _NUMBER.match(cell):
        return f"<td class=number>{_inline(cell)}</td>"
    return f"<td class=wide>{_inline(cell)}</td>" if len(cell) > 60 else f"<td>{_inline(cell)}</td>"


def _markdown(part: Part) -> str:
    if isinstance(part, Text):
        return part.text + "\n"
    if isinstance(part, Quote):
        return "".join(f"> {line}  \n" for line in part.text.splitlines() or [""])  # two blanks: a line of its own
    if isinstance(part, Picture):
        return f"![{part.title}](plots/{part.name})\n"
    clean = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in part.rows]
    title = [f"**{part.title}**\n"] if part.title else []
    lines = [*title, f"| {' | '.join(part.columns)} |", "|" + "---|" * len(part.columns)]
    lines += [f"| {' | '.join(row)} |" for row in clean]
    return "\n".join(lines) + "\n"
