"""Files of rules: every error is a sentence with file, line and rule."""

from __future__ import annotations

import datetime as dt
import math
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.errors import InputError
from instead.ranking.rule_files import read_rules, rule_of, rules_of
from instead.settings.rules import FIELDS, Rule

GOOD = """\
# what the owners want
[[rule]]
id = "summer"
kind = "pin"
reason = "The summer campaign."
items = ["i3"]
place = 2
from = 2026-06-01
until = 2026-08-31
zone = "Europe/Berlin"

[[rule]]
id = "earn"
kind = "margin"
reason = "Ties go to what earns more."
limit = 0.1
margins_file = "margins.csv"
margins_column = "eur"
"""


def test_a_file_of_rules(tmp_path: Path) -> None:
    (tmp_path / "margins.csv").write_text("item,eur\ni1,2.5\ni2,\ni3,4\n")
    (tmp_path / "rules.toml").write_text(GOOD)
    pin, margin = rules_of(tmp_path / "rules.toml")
    assert pin.place == 2
    berlin = dt.timezone(dt.timedelta(hours=2))
    begins, ends = pin.period
    assert begins == dt.datetime(2026, 6, 1, tzinfo=berlin).timestamp()
    assert ends == dt.datetime(2026, 9, 1, tzinfo=berlin).timestamp(), "to the end of the last day"
    assert margin.period == (-math.inf, math.inf)
    assert margin.margins == {"i1": 2.5, "i3": 4.0}
    assert rule_of(pin.as_json()) == pin
    assert pin.as_json()["from"] == "2026-06-01"


def test_margins_in_a_table_of_parquet(tmp_path: Path) -> None:
    pl.DataFrame({"item": ["a"], "margin": [1]}).write_parquet(tmp_path / "m.parquet")
    one = {"id": "m", "kind": "margin", "reason": "x", "limit": 1.0, "margins_file": str(tmp_path / "m.parquet")}
    assert rules_of([one])[0].margins == {"a": 1.0}


HEAD = '[[rule]]\nid = "one"\nkind = "hide"\nreason = "x"\n'
WRONG = [
    (HEAD + 'items = ["a"]\nplase = 3\n', 6, "rule 'one': there is no field plase: did you mean place"),
    (HEAD + 'place = 3\nitems = ["a"]\n', 1, "rule 'one': a rule of kind hide has no place; it may have items"),
    ('\n\n[[rule]]\nid = "one"\nkind = "hide"\nitems = ["a"]\n', 3, "rule 'one': reason is missing"),
    (HEAD, 1, "rule 'one': a rule of kind hide says which offers it means"),
    (HEAD + 'items = ["a"]\nfrom = 2026-02-01\nuntil = 2026-01-01\n', 1, "rule 'one': its period is empty"),
    (HEAD + 'items = ["a"]\nfrom = "soon"\n', 6, "rule 'one': from is 'soon'; write a day"),
    (HEAD + 'items = ["a"]\nzone = "Nowhere/There"\n', 6, "rule 'one': zone is 'Nowhere/There'; write the name of a"),
    (HEAD + 'items = ["a"]\n' + HEAD + 'items = ["b"]\n', 6, "rule 'one' is there twice (line 1)"),
    ('rules = 1\n' + HEAD + 'items = ["a"]\n', None, "there is no rules in a file of rules"),
    ("rule = 1\n", None, "each rule is a table [[rule]]"),
    ('[[rule]]\nid = "m"\nkind = "margin"\nreason = "x"\nlimit = 1\nmargins_file = "none.csv"\n', 1, "rule 'm': ca"),
    ("[[rule]\n", None, "not a TOML file"),
    (HEAD.replace("hide", "never") + 'items = ["a"]\n', 1, "rule 'one': a rule of kind never says for which queries"),
    (HEAD.replace("hide", "boost") + 'items = ["a"]\n', 1, "rule 'one': a boost has either points or a factor"),
    (HEAD.replace("hide", "only"), 1, "rule 'one': a rule of kind only says what offers are within"),
    (HEAD.replace("hide", "pin"), 1, "rule 'one': a pin names its items"),
    (HEAD.replace("hide", "margin") + "limit = 1\n", 1, "rule 'one': a rule of kind margin has a limit, and either"),
    (HEAD + "min_price = 5\nmax_price = 2\n", 1, "rule 'one': min_price 5 is above max_price 2"),
    (HEAD + 'items = ["a"]\nuntil = 9999-12-31\n', 1, "rule 'one': 9999-12-31 is out of reach"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_errors_say_where(tmp_path: Path, text: str, line: int | None, said: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_rules(path)
    place = f"{path}: " if line is None else f"{path}:{line}: "
    assert str(caught.value).startswith(place + said)
    assert "\n" not in str(caught.value)


def test_a_table_of_margins_that_is_none(tmp_path: Path) -> None:
    one: dict[str, Any] = {"id": "m", "kind": "margin", "reason": "x", "limit": 1.0}
    (tmp_path / "m.csv").write_text("item,margin\na,much\n")
    with pytest.raises(InputError, match="the margin of 'a' is 'much', which is no number"):
        rules_of([one | {"margins_file": str(tmp_path / "m.csv")}])
    with pytest.raises(InputError, match=r"m\.csv has no column 'eur'; it has item, margin"):
        rules_of([one | {"margins_file": str(tmp_path / "m.csv"), "margins_column": "eur"}])


def test_every_field_belongs_to_a_kind() -> None:
    common = {"id", "kind", "reason", "on", "start", "until", "zone"}
    assert {name for names in FIELDS.values() for name in names} | common == set(Rule.model_fields)


def test_a_moment_has_its_own_zone() -> None:
    one = {"id": "h", "kind": "hide", "reason": "x", "items": ["a"], "zone": "Europe/Berlin"}
    assert rule_of(one | {"from": "1970-01-01T01:00:00"}).period[0] == 0.0
    assert rule_of(one | {"from": "1970-01-01T01:00:00+00:00"}).period[0] == 3600.0
    assert rule_of(one | {"until": dt.datetime(1970, 1, 1, 1)}).period[1] == 0.0
