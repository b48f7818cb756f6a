"""A preview says what would change, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from instead.cli.main import app
from instead.live.preview import preview
from instead.ranking.rule_files import rules_of
from instead.request import Request
from instead.shop import Shop
from tests.open_shop import open_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(tmp_path_factory.mktemp("preview"))


def rule(kind: str, name: str = "r", **fields: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "reason": "a test", **fields}


def test_what_would_change_is_what_changes(shop: Shop) -> None:
    rules = rules_of([rule("pin", items=["i15", "i03"], place=2), rule("hide", "h", items=["i06"])])
    found = preview(shop, rules, items=12, k=4)
    steered = shop.steered(rules)
    queries = [one.query for one in found.examples]
    assert found.queries == 12
    for example in found.examples:
        request = Request(query=example.query, k=4)
        assert list(example.before) == shop.order(request)[0]
        assert (list(example.after), example.placed) == steered.order(request)
        assert example.before != example.after
    assert len(set(queries)) == len(queries) == min(found.lists, 10)
    (gone,) = [row for row in found.losing if row.item == "i06"]
    assert gone.lists[1] == 0 < gone.lists[0]
    assert {row.item for row in found.gaining} >= {"i15", "i03"}
    pin, hide = found.rules
    assert (pin.moved > 0, hide.moved, hide.offers, hide.queries) == (True, 0, 1, 20)
    assert pin.not_offered == (("i03", "it is what is looked at", 1),)
    assert shop.book.rules == (), "nothing went live"


def test_it_begins_from_the_rules_in_use(shop: Shop) -> None:
    steered = shop.steered([rule("hide", items=["i06"])])
    assert preview(steered, steered.book.rules, items=20).lists == 0
    assert preview(steered, (), items=20).lists > 0


def test_rules_of_another_time(shop: Shop) -> None:
    rules = rules_of([rule("hide", items=["i06"], **{"from": "2999-01-01"})])
    assert preview(shop, rules, items=20).lists == 0
    assert preview(shop, rules, items=20).rules[0].state == "waiting"
    assert preview(shop, rules, items=20, at=32_472_144_000 + 86_400).lists > 0


def test_rules_that_contradict_are_shown_and_said(shop: Shop) -> None:
    rules = rules_of([rule("pin", items=["i06"]), rule("hide", "h", items=["i06"])])
    found = preview(shop, rules, items=5)
    assert found.problems[0].startswith("rule 'r' pins i06, which rule 'h' hides")
    told = {why: count for _, why, count in found.rules[0].not_offered}
    assert sum(told.values()) == 5
    assert told["rule 'h' leaves it out"] >= 4


def test_lists_that_become_empty_are_counted(shop: Shop) -> None:
    assert preview(shop, rules_of([rule("only", items=["i01"], for_items=["i01"])]), items=4).empty == 1


def test_the_verbs(shop: Shop, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nid = "up"\nkind = "pin"\nreason = "x"\nitems = ["i19"]\n')
    run = CliRunner().invoke(app, ["rules", "check", str(path), str(shop.folder)])
    assert run.exit_code == 0
    assert "up" in run.output
    run = CliRunner().invoke(app, ["rules", "preview", str(path), str(shop.folder), "--items", "6", "-k", "3"])
    assert run.exit_code == 0
    assert "Of 6 lists" in run.output
    assert "i19 (up)" in run.output
    run = CliRunner().invoke(app, ["rules", "preview", str(path), str(shop.folder), "--json", "--at", "2026-01-01"])
    assert json.loads(run.output)["queries"] == 20
    path.write_text(path.read_text() + '[[rule]]\nid = "no"\nkind = "hide"\nreason = "x"\nitems = ["i19", "i77"]\n')
    run = CliRunner().invoke(app, ["rules", "check", str(path), str(shop.folder), "--json"])
    assert run.exit_code == 2
    assert len(json.loads(run.output)["problems"]) == 2
