"""Recommendations and comparisons in a notebook: static, safe, and in the words of the shop."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import instead
from instead.records import Comparison, Fact, Quote, Reason, Recommendation, Standing, Substitute
from instead.request import Request
from tests.loud_words import LOUD, quiet_parts
from tests.open_shop import SENTENCE, quoted_shop

HOSTILE = "<script>alert(1)</script><img src=x onerror='alert(2)'>\"'&"
NEVER_CLOSED = {"br"}


class Reader(HTMLParser):
    """What a browser would make of it: elements, attributes, text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)


def read(html: str) -> Reader:
    found = Reader()
    found.feed(html)
    found.close()
    assert not found.open
    return found


def hostile() -> Recommendation:
    """Every text that comes from elsewhere is an attack."""
    quote = Quote(HOSTILE, 1, HOSTILE, HOSTILE)
    side = Standing(3.0, True, 3, 1, (quote,), 0.75, HOSTILE, 0.4, 0.9)
    reason = Reason(HOSTILE, 3.0, True, side, side, 1.0, "better", 0.9, HOSTILE, HOSTILE, HOSTILE, why=HOSTILE)
    strange = replace(reason, verdict=HOSTILE, substitute=replace(side, share=None, low=None, quotes=()))
    fact = Fact(HOSTILE, HOSTILE, HOSTILE, None, HOSTILE, 7)
    one = Substitute(HOSTILE, HOSTILE, 1.0, HOSTILE, (reason, strange), HOSTILE, f"a > {HOSTILE}", 3.0, HOSTILE,
                     facts=(fact,), headline=HOSTILE + "!", gave_up=HOSTILE, basis_text=HOSTILE)  # fmt: skip
    bare = Substitute("i", "t", 1.0, "x", ())
    return Recommendation(
        HOSTILE, HOSTILE, "trained", "trained", (one, bare), (HOSTILE,), None, HOSTILE, HOSTILE, HOSTILE
    )


@pytest.mark.parametrize(
    "html",
    [
        hostile()._repr_html_(),
        hostile()[0]._repr_html_(),
        Comparison(hostile()[0].reasons, (HOSTILE,) * 3)._repr_html_(),
    ],
    ids=["recommendation", "substitute", "comparison"],
)
def test_whatever_is_shown_is_text(html: str) -> None:
    found = read(html)
    allowed = {"style", "div", "p", "ol", "ul", "li", "span", "b", "i", "details", "summary", "blockquote", "table"}
    assert set(found.tags) <= allowed | {"thead", "tbody", "tr", "th", "td", "br"}
    assert {name for name, _ in found.attributes} <= {"class", "title", "style", "scope"}
    assert HOSTILE in "".join(found.texts)
    for name, value in found.attributes:  # numbers alone get into styles, names of ours into classes
        if name == "style":
            assert re.fullmatch(r"(left:\d+\.\d%;)?width:\d+\.\d%", value or "")
        if name == "class":
            assert re.fullmatch(r"[a-z -]+", value or "")
    assert "http" not in html


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quoted")
    return instead.train(quoted_shop(folder), out=folder / "m").folder


def test_a_notebook_shows_what_the_records_say(model: Path) -> None:
    shop = instead.load(model)
    found = shop.recommend("u01", "i03", 5, z=4)
    text = "".join(read(found._repr_html_()).texts)
    assert text.startswith(found.basis_text)
    for one in found:
        for said in (one.title, one.headline, *(fact.text for fact in one.facts)):
            assert said in text
        for reason in one.reasons:
            assert f"{reason.verdict_text}: {reason.said}" in text
        assert one.headline in "".join(read(one._repr_html_()).texts)
    assert SENTENCE in text


def test_a_comparison_is_a_tuple_with_heads(model: Path) -> None:
    shop = instead.load(model)
    table = shop.compare("u01", "i03", "i05", 6)
    assert isinstance(table, tuple)
    assert table.heads == ("Attribute", "This one", "You are looking at")
    assert table == tuple(table)
    found = read(table._repr_html_())
    assert found.tags.count("tr") == 1 + len(table)
    for row in table:
        assert {row.attribute, row.substitute.text, row.query.text} <= set(found.texts)


def test_in_other_words(model: Path) -> None:
    shop = instead.load(model, wording=LOUD)
    names = [*shop.attributes["attribute"], *shop.catalogue.titles, *shop.catalogue.ids, "Acme", "Things", SENTENCE]
    request = Request(user="u01", query="i03", k=4)
    for made in (shop.answer(request), shop.why(request, "i05"), shop.side_by_side(request, "i05")):
        for text in read(made._repr_html_()).texts:
            assert not quiet_parts(text, *names), text


def test_languages_by_name(model: Path) -> None:
    shop = instead.load(model, wording="de")
    assert shop.recommend(None, "i03", 3).basis_text == "für den durchschnittlichen Kunden"
    french = shop.in_words(instead.load(model, wording="fr").wording)
    assert french.recommend(None, "i03", 3).basis_text == "pour le client moyen"
    assert french.model is shop.model
    assert french.catalogue is shop.catalogue
    assert shop.recommend(None, "i03", 3).basis_text == "für den durchschnittlichen Kunden"  # nothing was changed
