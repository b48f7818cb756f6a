"""Writes docs/settings.md: every setting of every stage, model and request, with its default and what it does.

python scripts/settings_page.py            # a test fails when the page is not what this writes
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from instead.lab.world.visitors import VisitorSettings
from instead.lab.world.world_settings import WorldSettings
from instead.labels import Texts
from instead.live.experiments import Experiment, Run, Variant
from instead.models.registry import entry_of, names
from instead.request import GivenMention, GivenReview, Request
from instead.settings import (
    ExtractSettings,
    Filters,
    PrepareSettings,
    ReadSettings,
    ReasonSettings,
    RecommendSettings,
    RefreshSettings,
    Rule,
    ServiceSettings,
    Settings,
)
from instead.spoken_texts import SpokenTexts
from instead.wording import Wording, Words

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
HEAD = """# Settings

Every setting there is, written by `scripts/settings_page.py` from the settings themselves. They are frozen objects in
Python, TOML files for `--settings`, and `--set NAME=VALUE` on the command line; an unknown name is an error.
`to_toml()` and `from_toml(path)` write and read them.
"""


def sections() -> list[tuple[str, type[Settings]]]:
    """Titles and classes, in the order of the data flow."""
    models = [
        (
            f"Model `{name}` (`instead train --model {name}`): `{entry_of(name).settings.__name__}`",
            entry_of(name).settings,
        )
        for name in names()
    ]
    return [
        ("Preparing (`instead prepare`): `PrepareSettings`", PrepareSettings),
        ("Reading files (`[read]` of the above): `ReadSettings`", ReadSettings),
        ("Extracting (`instead extract`): `ExtractSettings`", ExtractSettings),
        *models,
        ("A request (`shop.answer`, `POST /v1/recommend`): `Request`", Request),
        ("A review in a request: `GivenReview`", GivenReview),
        ("A mention in a review of a request: `GivenMention`", GivenMention),
        ("What may be offered: `Filters`", Filters),
        ("Recommending (`shop.choices`): `RecommendSettings`", RecommendSettings),
        ("When a reason may be given (`[reasons]` of the above): `ReasonSettings`", ReasonSettings),
        ("A rule of the shop's owners (`--rules FILE`, `PUT /admin/rules/{id}`): `Rule`", Rule),
        ("An experiment (`instead experiment start FILE`): `Experiment`", Experiment),
        ("A variant of an experiment (`[[variants]]` of the above): `Variant`", Variant),
        ("An experiment as it is kept: `Run`", Run),
        ("What is said (`--wording FILE`, `instead.load(folder, wording=...)`): `Wording`", Wording),
        ("What stands around reasons (`[words]` of the above): `Words`", Words),
        ("What is said of wishes in words and to assistants (`[spoken]` of `Wording`): `SpokenTexts`", SpokenTexts),
        ("The service (`instead serve`): `ServiceSettings`", ServiceSettings),
        ("The nightly refresh (`refresh.toml`, `instead refresh`): `RefreshSettings`", RefreshSettings),
        ("A synthetic shop (`instead world`): `WorldSettings`", WorldSettings),
        ("People of a synthetic shop who click (`lab/world/visitors.py`): `VisitorSettings`", VisitorSettings),
    ]


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, kind in sections():
        if issubclass(kind, Texts):  # each says by itself what it does
            texts = "".join(_text(name, field) for name, field in kind.model_fields.items())
            parts.append(f"## {title}\n\n| text | in English |\n|---|---|\n{texts}")
            continue
        rows = "".join(_row(name, field) for name, field in kind.model_fields.items())
        parts.append(f"## {title}\n\n| setting | default | what it does |\n|---|---|---|\n{rows}")
    return "\n".join(parts)


def _row(name: str, field: FieldInfo) -> str:
    said = " ".join((field.description or "").split()).replace("|", "\\|")
    return f"| `{name}` | {_shown(field.get_default(call_default_factory=True))} | {said} |\n"


def _text(name: str, field: FieldInfo) -> str:
    value = field.get_default()
    if isinstance(value, dict):
        value = "; ".join(f"{key}: {text or '-'}" for key, text in value.items())
    elif isinstance(value, tuple):
        value = "; ".join(value)
    return f"| `{name}` | {_shown(value)} |\n"


def _shown(value: Any) -> str:
    if value is PydanticUndefined:
        return "needed"
    if isinstance(value, Settings):
        return f"see `{type(value).__name__}`"
    if isinstance(value, (frozenset, set, tuple, dict)) and not value:
        return "none"
    if isinstance(value, (tuple, frozenset)):
        return ", ".join(f"`{part}`" for part in sorted(value, key=str) if part is not None)
    return "none" if value is None else f"`{value}`"


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
