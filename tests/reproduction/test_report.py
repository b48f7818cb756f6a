"""A report says the same in both forms and carries everything in one page."""

from __future__ import annotations

from pathlib import Path

from instead.lab.reproduction.report import Picture, Quote, Report, Section, Table, Text

REPORT = Report(
    "A <report>",
    [
        Section(
            "One", [Text("**bold** and ==marked== and `code` & <b>, *slanted*, 3 * 4 * 5"), Quote("first\nsecond")]
        ),
        Section("Two", [Table("T", ["a|b", "n"], [["x|y", "0.5000 (0.4 - 0.6)*"]]), Picture("p", "p.png", b"\x89PNG")]),
    ],
)


def test_the_page_is_self_contained_and_safe() -> None:
    page = REPORT.html()
    assert "<title>A &lt;report&gt;</title>" in page
    assert "<strong>bold</strong> and <mark>marked</mark> and <code>code</code> &amp; &lt;b&gt;" in page
    assert "<em>slanted</em>, 3 * 4 * 5" in page
    assert "<blockquote>first<br>second</blockquote>" in page
    assert 'src="data:image/png;base64,iVBORw==' in page
    assert "http" not in page
    assert "<td class=number>0.5000 (0.4 - 0.6)*</td>" in page


def test_markdown_escapes_its_bars(tmp_path: Path) -> None:
    REPORT.write(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "| x\\|y | 0.5000 (0.4 - 0.6)* |" in text
    assert "> first  \n> second  \n" in text
    assert "![p](plots/p.png)" in text
    assert (tmp_path / "plots" / "p.png").read_bytes() == b"\x89PNG"
    assert (tmp_path / "report.html").read_text() == REPORT.html()
