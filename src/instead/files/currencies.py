"""Currencies as shops write them, signs, codes and words, as ISO 4217 codes."""

from __future__ import annotations

import re

import polars as pl

_IN_USE = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
    CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
    MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND
    VUV WST XAF XCD XOF XPF YER ZAR ZMW
"""
CODES = frozenset(_IN_USE.split())
"""Codes in use (ISO 4217)."""

# Longer ones first: "US$" is no "$". A sign that several countries use means the one that uses it most.
SIGNS = {
    "us$": "USD", "ca$": "CAD", "c$": "CAD", "au$": "AUD", "a$": "AUD", "nz$": "NZD", "hk$": "HKD", "nt$": "TWD",
    "mx$": "MXN", "sg$": "SGD", "s$": "SGD", "r$": "BRL", "cn¥": "CNY", "jp¥": "JPY", "$": "USD", "€": "EUR",
    "£": "GBP", "¥": "JPY", "￥": "JPY", "円": "JPY", "元": "CNY", "₹": "INR", "₩": "KRW", "원": "KRW", "₽": "RUB",
    "₺": "TRY", "₴": "UAH", "₪": "ILS", "฿": "THB", "₫": "VND", "₱": "PHP", "₦": "NGN", "₸": "KZT", "₵": "GHS",
    "₡": "CRC", "₲": "PYG", "zł": "PLN", "kč": "CZK",
}  # fmt: skip
ASSUMED = {"$": "USD", "¥": "JPY", "￥": "JPY"}
"""Signs that mean other currencies elsewhere."""
# Whole words; the codes themselves count in capitals, some of them in any letters.
WORDS = {
    "euro": "EUR", "euros": "EUR", "dollar": "USD", "dollars": "USD", "rmb": "CNY", "rs": "INR", "fr": "CHF",
    "sfr": "CHF", "ft": "HUF", "tl": "TRY", "руб": "RUB", "лв": "BGN", "lei": "RON", "pln": "PLN", "eur": "EUR",
    "usd": "USD", "gbp": "GBP", "chf": "CHF", "jpy": "JPY", "inr": "INR", "cad": "CAD", "aud": "AUD", "sek": "SEK",
    "nok": "NOK", "dkk": "DKK",
}  # fmt: skip

_SIGN = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
_WORD = rf"(?:^|[^\p{{L}}])({'|'.join(sorted(WORDS, key=len, reverse=True))})(?:[^\p{{L}}]|$)"
_CODE = r"(?:^|[^\p{L}])([A-Z]{3})(?:[^\p{L}]|$)"


def currency_of(text: pl.Expr) -> pl.Expr:
    """The ISO code of the currency that a text names; null where it names none that is known."""
    code = text.str.extract(_CODE)
    low = text.str.to_lowercase()
    sign = low.str.extract(f"({_SIGN})").replace_strict(SIGNS, default=None, return_dtype=pl.String)
    word = low.str.extract(_WORD).replace_strict(WORDS, default=None, return_dtype=pl.String)
    return pl.coalesce(pl.when(code.is_in(sorted(CODES))).then(code), sign, word)


def currency_named(text: str | None) -> str | None:
    """The currency that one text names, for example the header `Preis (EUR)` or `price_usd`."""
    words = re.sub(r"[^\w$€£¥₹]+|_", " ", text or "")
    found = pl.DataFrame({"text": [words]}).select(currency_of(pl.col("text"))).to_series()
    return next((str(code) for code in found.drop_nulls()), None)
