"""Every settings class survives TOML: out and in again gives equal settings, and equal settings give equal texts."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

import instead.lab.compared
import instead.settings
from instead.cli.choices import chosen_settings, parse_assignments
from instead.errors import InputError
from instead.lab.world.world_settings import WorldSettings
from instead.live.experiments import Experiment, Run, Variant
from instead.models.registry import entry_of, names
from instead.request import GivenMention, Request
from instead.settings import (
    A2CFSettings,
    ExtractSettings,
    Filters,
    PrepareSettings,
    ReasonSettings,
    RecommendSettings,
    Rule,
    ServiceSettings,
    Settings,
)
from instead.wording import Wording
from tests.small_shop import some

for _room in (instead.settings, instead.lab.compared):
    for _module in pkgutil.iter_modules(_room.__path__, _room.__name__ + "."):
        if "settings" in _module.name:
            import_module(_module.name)


def below(kind: type[Settings]) -> Iterator[type[Settings]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


for _name in names():
    entry_of(_name)  # the settings of every model
KINDS = sorted(
    {kind for kind in below(Settings) if kind.__module__.startswith("instead.") and kind.model_fields},
    key=lambda kind: kind.__name__,
)
SECRETS = ("api_key", "admin_key", "embed_secret")
WORDS = [
    "en-GB",
    "plain",
    'quo"ted',
    "back\\slash",
    "two\nlines",
    "ünï¢ode",
    "# no comment",
    "",
    "EUR",
    "https://a.example",
]


def plainest(kind: type[Settings]) -> Settings:
    if issubclass(kind, Request):
        return kind.model_validate(
            {"query": "i1", **({"substitute": "i2"} if "substitute" in kind.model_fields else {})}
        )
    needed: dict[type[Settings], Settings] = {
        WorldSettings: WorldSettings.of_preset("demo"),
        GivenMention: GivenMention(attribute="battery"),
    }
    if kind in (Rule, Variant, Experiment, Run):
        pytest.skip("read from files of their own: tests/ranking/test_rule_files.py, tests/live/test_experiments.py")
    return needed[kind] if kind in needed else kind()


def candidates(wanted: Any, now: Any) -> list[Any]:
    """Other values that a setting of this type might have; its own rules choose among them."""
    if get_origin(wanted) is Annotated:
        return candidates(get_args(wanted)[0], now)
    if get_origin(wanted) is dict:
        texts = {key: f"{text} !" for key, text in now.items() if isinstance(text, str)}
        return [{"popularity": 2.5}, {"popularity": 1.5, "3-hop": 1.0}, texts]
    if get_origin(wanted) is Literal:
        return list(get_args(wanted))
    if wanted is bool:
        return [not now]
    if wanted in (int, float):
        near = now if isinstance(now, (int, float)) else 1
        return [
            near + 1,
            near - 1,
            near * 2,
            *([near / 3, near * 0.95, near / 2 + 0.1, 1e-07, 1e22] if wanted is float else []),
        ]
    if wanted is str:
        return WORDS
    if wanted is Path:
        return [Path('some where/feed"back.sqlite')]
    if isinstance(wanted, type) and issubclass(wanted, Settings):
        return [changed(wanted)]
    if get_origin(wanted) is frozenset:
        return [frozenset(WORDS)]
    if get_origin(wanted) is tuple:
        parts = get_args(wanted)
        if isinstance(parts[0], type) and issubclass(parts[0], Settings):
            return [(plainest(parts[0]),), ("one",)]
        if get_origin(parts[0]) is Annotated and get_origin(get_args(parts[0])[0]) is tuple:
            return [(("one", 'tw"o'), ("three", "four", "five"))]
        as_many = tuple(f"{text} !" for text in now if isinstance(text, str))
        return [as_many, ("one", 'tw"o'), ("https://b.example", "https://a.example"), ('w"=x=view',)]
    return [value for part in get_args(wanted) if part is not NoneType for value in candidates(part, now)]


def others(kind: type[Settings], base: Settings, name: str, field: FieldInfo) -> Iterator[Settings]:
    """The base with every other allowed value of one setting."""
    values = dict(base)
    for value in candidates(field.annotation, values[name]):
        try:
            made = kind.model_validate({**values, name: value})
        except ValidationError:
            continue
        if dict(made)[name] != values[name]:
            yield made


def changed(kind: type[Settings]) -> Settings:
    """As many settings as possible at another value, all at once."""
    made = plainest(kind)
    for name, field in kind.model_fields.items():
        made = next(others(kind, made, name, field), made)
    return made


def again(settings: Settings, folder: Path) -> Settings:
    file = folder / "settings.toml"
    file.write_text(settings.to_toml(), encoding="utf-8")
    return type(settings).from_toml(file)


def test_all_settings_are_looked_at() -> None:
    names = {kind.__name__ for kind in KINDS}
    assert names >= {
        "A2CFSettings", "CLVASettings", "ExtractSettings", "Filters", "ItemKNNSettings", "PMSCSettings", "Request",
        "PrepareSettings", "ReadSettings", "ReasonSettings", "RecommendSettings", "SPEMSettings", "SceptreSettings",
        "ServiceSettings", "WorldSettings", Wording.__name__,
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_defaults_survive(kind: type[Settings], tmp_path: Path) -> None:
    assert again(plainest(kind), tmp_path) == plainest(kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_setting_survives_at_other_values(kind: type[Settings], tmp_path: Path) -> None:
    base = plainest(kind)
    for name, field in kind.model_fields.items():
        if name in SECRETS:
            continue
        found = list(others(kind, base, name, field))
        assert found or name == "preset", f"no other value of {name} was found: teach `candidates` its type"
        for made in found:
            assert again(made, tmp_path) == made, name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_all_changed_at_once_survive(kind: type[Settings], tmp_path: Path) -> None:
    made = changed(kind)
    assert made != plainest(kind)
    assert again(made, tmp_path) == made


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_nothing_is_the_default_wherever_it_is_allowed(kind: type[Settings]) -> None:
    """TOML cannot say None: left out, a value must mean it."""
    for name, field in kind.model_fields.items():
        if NoneType in get_args(field.annotation):
            assert field.default is None, name


@some
@given(
    names=st.frozensets(st.text(max_size=8), max_size=4),
    category=st.none() | st.text(max_size=12),
    price=st.none() | st.floats(min_value=0, allow_nan=False),
)
def test_any_text_and_any_number_survive(
    tmp_path_factory: pytest.TempPathFactory, names: frozenset[str], category: str | None, price: float | None
) -> None:
    made = Filters(in_stock=names or None, exclude=names, category=category, max_price=price, brands=names)
    assert again(made, tmp_path_factory.getbasetemp()) == made


def test_equal_settings_give_equal_texts_in_every_process() -> None:
    """Runs are recognised by this text; the order of a set differs from process to process."""
    program = (
        "from instead.settings import Filters; import sys; "
        "sys.stdout.write(Filters(exclude=[f'item {n}' for n in range(50)], brands=['b', 'a']).to_toml())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    brands = tomllib.loads(texts.pop())["brands"]
    assert brands == ["a", "b"]


def test_runs_begun_before_keep_their_text() -> None:
    """Settings of models were written line by line; folders of unfinished runs hold such texts."""
    for kind in (kind for kind in KINDS if "rounds" in kind.model_fields):
        made = plainest(kind)
        words = {bool: lambda value: str(value).lower(), str: lambda value: f'"{value}"'}
        expected = [f"{name} = {words.get(type(value), repr)(value)}" for name, value in dict(made).items()]
        assert made.to_toml().splitlines() == expected


def test_settings_inside_settings_are_tables() -> None:
    text = RecommendSettings(pool=7, reasons=ReasonSettings(sure=0.9)).to_toml()
    assert tomllib.loads(text)["reasons"]["sure"] == 0.9
    assert text.index("pool = 7") < text.index("[reasons]")
    assert "[read]" in PrepareSettings().to_toml()


def test_secrets_are_not_written() -> None:
    made = ServiceSettings(api_key=SecretStr("sesame"), admin_key=SecretStr("open"), port=9)
    text = made.to_toml()
    assert "sesame" not in text
    assert "key" not in text
    assert "*" not in text
    assert tomllib.loads(text)["port"] == 9


# --- one setting on the command line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if kind is ExtractSettings or not {"weights", "query"} & set(kind.model_fields)],
    ids=lambda kind: kind.__name__,
)
def test_the_command_line_takes_what_toml_takes(kind: type[Settings]) -> None:
    made = changed(kind)
    words = [
        f"{place}{line}"
        for place, table in tables(tomllib.loads(made.to_toml()))
        for line in (f"{name}={literal(value)}" for name, value in table.items())
    ]
    assert kind.checked(parse_assignments(words, kind)) == made


def tables(content: dict[str, Any], place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    yield place, {name: value for name, value in content.items() if not isinstance(value, dict)}
    for name, value in content.items():
        if isinstance(value, dict):
            yield from tables(value, f"{place}{name}.")


def literal(value: Any) -> str:
    import tomli_w

    return tomli_w.dumps({"x": value}).partition("=")[2].strip()


def test_numbers_are_texts_where_texts_are_wanted() -> None:
    values = parse_assignments(["api_key=12345", "port=9", "store=2024", "currency=EUR"], ServiceSettings)
    chosen = ServiceSettings.checked(values)
    assert chosen.api_key == SecretStr("12345")
    assert (chosen.port, chosen.store, chosen.currency) == (9, "2024", "EUR")
    assert parse_assignments(["a=2020-01-02", "b=1\nc=2", "d="]) == {"a": "2020-01-02", "b": "1\nc=2", "d": ""}


def test_a_dot_leads_inside_where_the_settings_are_known() -> None:
    words = ["read.max_rejected=0.5", "read.min_views=3"]
    assert parse_assignments(words, PrepareSettings) == {"read": {"max_rejected": 0.5, "min_views": 3}}
    assert parse_assignments(words) == {"read.max_rejected": 0.5, "read.min_views": 3}
    with pytest.raises(InputError, match="was set to a value before"):
        parse_assignments(["read=1", "read.min_views=3"], PrepareSettings)
    for wrong in ("read.=3", ".x=3", "x", "=3"):
        with pytest.raises(InputError, match="NAME=VALUE"):
            parse_assignments([wrong], PrepareSettings)


def test_words_win_over_files_setting_by_setting(tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text("gamma = 0.2\ndepth = 2\n")
    made = chosen_settings(A2CFSettings, None, file, ["gamma=0.4"])
    assert (made.gamma, made.depth) == (0.4, 2)
