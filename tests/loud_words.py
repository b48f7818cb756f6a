"""A second wording: every text of the first one in capitals. Whatever is in small letters was worded elsewhere."""

from __future__ import annotations

import re
from typing import Any

from instead.wording import ENGLISH, Wording

_KEPT = {"price_words", "language"}  # names of attributes and a tag, not words of ours


def loud(value: Any) -> Any:
    """Capitals everywhere but in gaps."""
    if isinstance(value, str):
        return "".join(part if part.startswith("{") else part.upper() for part in re.split(r"(\{[^}]*\})", value))
    if isinstance(value, dict):
        return {name: text if name in _KEPT else loud(text) for name, text in value.items()}
    return [loud(one) for one in value]


LOUD = Wording.checked(loud(ENGLISH.model_dump()))


def quiet_parts(text: str, *names: str) -> list[str]:
    """Words in small letters that are left when names of items, users and attributes are taken out."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ").replace(name[:1].upper() + name[1:], " ")
    return re.findall(r"\b[a-z]{2,}\b", text)
