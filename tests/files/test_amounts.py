"""Amounts are read by the notation of their whole column."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.files.amounts import AmountEvidence, AmountNotation, read_amounts
from instead.files.currencies import CODES, SIGNS, WORDS, currency_named
from tests.small_shop import few

NARROW, FIXED = "\u202f", "\u00a0"


def read(*texts: str | None, **options: object) -> tuple[list[float | None], list[str | None], AmountNotation]:
    found = read_amounts(pl.Series(texts, dtype=pl.String), **options)  # type: ignore[arg-type]
    return found.value.to_list(), found.currency.to_list(), found.notation


@pytest.mark.parametrize(
    ("texts", "values", "currency"),
    [
        (["1.371,92 €", "627,54 €", "1.299 €"], [1371.92, 627.54, 1299.0], "EUR"),
        (["1 299,00 €", f"1{NARROW}299,00{FIXED}€"], [1299.0, 1299.0], "EUR"),
        (["CHF 1'299.–", "CHF 1’299.50", "CHF 5.-"], [1299.0, 1299.5, 5.0], "CHF"),
        (["$1,299.00", "$1,299", "$5 - $9", "$1,299,000"], [1299.0, 1299.0, 5.0, 1_299_000.0], "USD"),
        (["₹1,29,999", "Rs. 12,345.50"], [129_999.0, 12_345.5], "INR"),
        (["¥12800", "¥1,280"], [12_800.0, 1280.0], "JPY"),
        (["1299 USD", "USD12.99", "12.99usd"], [1299.0, 12.99, 12.99], "USD"),
        (["5,00 – 9,00 EUR", "ab 5,00 €", "10 € bis 20 €"], [5.0, 5.0, 10.0], "EUR"),
        (["KWD 1.299"], [1.299], "KWD"),
        (["  $3 ", ".99", "$.99"], [3.0, 0.99, 0.99], "USD"),
        (["12 800 kr", "99,50 kr"], [12_800.0, 99.5], None),
        (["A$ 5.00", "AU$7.50"], [5.0, 7.5], "AUD"),
        (["0.299"], [0.299], None),
        (["1299.500"], [1299.5], None),
    ],
)
def test_notations_of_the_world(texts: list[str], values: list[float], currency: str | None) -> None:
    found, currencies, notation = read(*texts)
    assert (found, currencies) == (values, [currency] * len(texts))
    assert notation.sure


@pytest.mark.parametrize(
    "text",
    ["free", "", "-5.00", "- $5", "5%", "12.03.2025", "1.2.3", "1e3", "1,234.56.78", "0", "0,00 €", "$", "NaN"],
)
def test_what_is_no_price(text: str) -> None:
    found = read_amounts(pl.Series([text, None]))
    assert found.value.to_list() == [None, None]
    assert found.currency.to_list() == [None, None]
    assert found.unread == (text != "")


def test_an_ambiguous_column_says_what_was_taken_and_why() -> None:
    values, _, notation = read("1.299", "899", "2.499")
    assert values == [1299.0, 899.0, 2499.0]
    assert not notation.sure
    assert "1.299 may be a thousand" in notation.text
    assert "seldom have three decimals" in notation.text
    values, _, notation = read("1.299", hint=(".", "4.5 in column weight"))
    assert values == [1.299]
    assert "because of 4.5 in column weight" in notation.text
    values, _, notation = read("1.299", told=".")
    assert (values, notation.sure) == ([1.299], True)


def test_one_amount_that_tells_decides_all() -> None:
    assert read("1.299", "12,50")[0] == [1299.0, 12.5]
    assert read("1.299", "12.50")[0] == [1.299, 12.5]
    values, _, notation = read("12,50", "12.50", "13.75", "1.299")
    assert (values, notation.sure) == ([12.5, 12.5, 13.75, 1.299], False)
    assert "both notations occur (2 with decimal point, 1 with decimal comma)" in notation.text


def test_the_evidence_of_pieces_is_that_of_the_whole() -> None:
    texts = ["1.299", "$5", "12,50 €", "1 299 €", None, "x"]
    whole, pieces = AmountEvidence(), AmountEvidence()
    whole.add(pl.Series(texts))
    for text in texts:
        pieces.add(pl.Series([text], dtype=pl.String))
    assert whole == pieces


def test_a_currency_that_most_prices_name_holds_for_the_rest() -> None:
    assert read("5,00 €", "6,00 €", "7,00")[1] == ["EUR"] * 3
    assert read("5,00 €", "6,00", "7,00", "8,00")[1] == ["EUR", None, None, None]
    assert read("5 €", "6 $", "7")[1] == ["EUR", "USD", None]


@pytest.mark.parametrize(
    ("header", "code"),
    [("Preis (EUR)", "EUR"), ("price_usd", "USD"), ("Preis in €", "EUR"), ("price", None), ("Ball", None), ("", None)],
)
def test_currencies_of_headers(header: str, code: str | None) -> None:
    assert currency_named(header) == code


def test_every_sign_and_word_is_a_currency_in_use() -> None:
    assert {*SIGNS.values(), *WORDS.values()} <= CODES


STYLES = {
    "german": (",", ".", "{} €"), "swiss": (".", "'", "CHF {}"), "english": (".", ",", "${}"),
    "french": (",", NARROW, "{}\u00a0€"),
}  # fmt: skip


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=12), st.sampled_from(sorted(STYLES)))
@few
def test_what_is_written_in_a_style_is_read_back(cents: list[int], style: str) -> None:
    decimal, group, template = STYLES[style]
    table = {ord("."): decimal, ord(","): group}
    texts = [template.format(f"{amount / 100:,.2f}".translate(table)) for amount in cents]
    assert read(*texts)[0] == pytest.approx([amount / 100 for amount in cents])


def test_three_digits_are_a_group_unless_the_column_tells_otherwise() -> None:
    values, currencies, notation = read("1.299 €", "$1,299", "12,50 €")
    assert (values, currencies, notation.sure) == ([1299.0, 1299.0, 12.5], ["EUR", "USD", "EUR"], False)
    assert read("1.299 €", "$1,299")[0] == [1299.0, 1299.0]
    assert read("$1,299", "1.299 €", "2.499 €", hint=(",", "4,5 in column weight"))[0] == [1299.0, 1299.0, 2499.0]
    assert read("$1,299", "$12,50", "1.299 €")[0] == [1.299, 12.5, 1299.0]
    assert read("$1,299", "12,50 €", told=",")[0] == [1.299, 12.5]
