"""Rules of a file and of the store: read again when they change, and what is wrong changes nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from instead.errors import InputError
from instead.live.rules import LiveRules
from instead.live.store import LiveStore
from instead.ranking.rule_files import rule_of
from instead.ranking.steering import RuleBook
from tests.ranking.test_steering import SHOP, rule
from tests.small_shop import NOW

HIDE = '[[rule]]\nid = "file"\nkind = "hide"\nreason = "x"\nitems = ["{item}"]\n'


def written(path: Path, text: str, at: int) -> Path:
    """A file that was written at another time than before."""
    path.write_text(text)
    os.utime(path, ns=(at * 10**9, at * 10**9))
    return path


def ids(rules: LiveRules) -> list[str]:
    return [one.id for one in rules.book.rules]


def test_a_file_is_read_again_when_it_changes(store: LiveStore, tmp_path: Path) -> None:
    path = written(tmp_path / "rules.toml", HIDE.format(item="i1"), 1)
    rules = LiveRules(RuleBook(), store, path)
    assert ids(rules) == ["file"]
    assert not rules.look()
    written(path, HIDE.format(item="i2"), 2)
    assert rules.look()
    assert rules.book.rules[0].items == ("i2",)
    written(path, "[[rule]]\nid = 'file'\n", 3)
    assert rules.look()
    assert rules.book.rules[0].items == ("i2",), "what cannot be read changes nothing"
    assert rules.problem == f"{path}:1: rule 'file': kind is missing"
    assert not rules.look(), "said once"
    path.unlink()
    rules.look()
    assert rules.problem is not None
    assert "cannot read the rules" in rules.problem
    written(path, HIDE.format(item="i3"), 4)
    assert rules.look()
    found: list[object] = [rules.problem, rules.book.rules[0].items]
    assert found == [None, ("i3",)]


def test_rules_of_the_store_count_for_all_services(opened: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "rules.toml", HIDE.format(item="i1"), 1)
    one, other = LiveRules(RuleBook(), opened(), path), LiveRules(RuleBook(), opened())
    one.put(rule_of(rule("pin", "mine", items=["i2"])), SHOP, NOW)
    assert ids(one) == ["file", "mine"]
    assert one.current.sources == {"file": "file", "mine": "store"}
    assert other.look()
    assert ids(other) == ["mine"]
    other._store.put("item", {"i1": {"price": 3.0}})
    assert not one.look(), "another document is no rule"
    assert one.remove("mine")
    assert not one.remove("mine")
    assert other.look()
    assert ids(other) == []


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (rule("hide", "file", items=["i3"]), "rule 'file' is in .*rules.toml: change it there"),
        (rule("pin", "mine", items=["i1"]), "rule 'mine' pins i1, which rule 'file' hides"),
        (rule("pin", "mine", items=["i99"]), "no item has the id 'i99'"),
        (rule("margin", "m", limit=0.1, margins_file="/etc/passwd"), "a margins_file is for rules in a file"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, store: LiveStore, wanted: dict[str, Any], said: str) -> None:
    rules = LiveRules(RuleBook(), store, written(tmp_path / "rules.toml", HIDE.format(item="i1"), 1))
    with pytest.raises(InputError, match=said):
        rules.put(rule_of(wanted), SHOP, NOW)
    assert ids(rules) == ["file"]
    assert store.documents("rule") == {}
    with pytest.raises(InputError, match="take it out there"):
        rules.remove("file")


def test_a_rule_in_both_places_is_a_problem(tmp_path: Path, store: LiveStore) -> None:
    store.put("rule", {"file": rule_of(rule("hide", "file", items=["i3"])).as_json()})
    path = written(tmp_path / "rules.toml", HIDE.format(item="i1"), 1)
    rules = LiveRules(RuleBook(), store, path)
    assert rules.problem == f"rule 'file' is both in {path} and in the store; take one of them out"
    with pytest.raises(InputError, match="is both in"):
        rules.read()


def test_what_fits_no_longer_is_said_and_the_rest_counts(store: LiveStore) -> None:
    store.put("rule", {"old": rule_of(rule("hide", "old", items=["i3", "gone"])).as_json()})
    rules = LiveRules(RuleBook(), store)
    matched, problems = rules.matched(SHOP, NOW)
    assert (matched[0].offers, problems[0].text) == (1, "rule 'old': no item has the id 'gone'")
    active = rules.book.at(SHOP, lambda: NOW)
    assert active is not None
