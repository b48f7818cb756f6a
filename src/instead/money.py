"""Currencies by their ISO 4217 codes: how many decimals their prices have, and the sign that readers know."""

from __future__ import annotations

THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
"""Currencies whose prices have three decimals."""
NO_DECIMALS = frozenset({"CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"})
"""Currencies whose prices have none."""

SIGNS = {
    "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "CN¥", "INR": "₹", "KRW": "₩", "CAD": "CA$", "AUD": "A$",
    "NZD": "NZ$", "HKD": "HK$", "TWD": "NT$", "MXN": "MX$", "BRL": "R$", "ILS": "₪", "VND": "₫", "PHP": "₱", "TRY": "₺",
    "UAH": "₴", "RUB": "₽", "PLN": "zł", "CZK": "Kč",
}  # fmt: skip
"""Signs that stand for one currency only; the others are shown by their codes."""


def decimals_of(currency: str | None) -> int:
    """Decimals that prices in a currency have; two where it is not known."""
    return 0 if currency in NO_DECIMALS else 3 if currency in THREE_DECIMALS else 2
