"""`instead recommend` and `instead explain` as they are typed."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.models.reference.item_knn import ItemKNNSettings
from instead.request import Request
from instead.shop import load
from tests.cli.test_command_line import instead, one_sentence
from tests.loud_words import LOUD
from tests.open_shop import open_shop

__all__ = ["instead"]  # the fixture


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return open_shop(Path(tmp_path_factory.mktemp("open"))).folder


def test_a_list_with_reasons(instead: Any, model: Path) -> None:
    ran = instead("recommend", model, "--user", "u01", "--query", "i05", "-k", 3, "--care", "battery=5")
    assert ran.code == 0
    for words in ("u01 looks at Item 5", "who mention it", 'this one "The battery of"'):
        assert words in ran.out
    assert f"instead explain {model} --user u01 --query i05 --care battery=5 --substitute ITEM" in ran.out
    ran = instead("recommend", model, "--query", "i05", "-k", 2, "--style", "paper")
    assert "Based on the item Item 5 you are currently browsing" in ran.out
    assert "Somebody looks at Item 5" in ran.out
    assert "Try instead, for the average customer:" in ran.out


def test_groups_keep_the_numbers_of_the_list(instead: Any, model: Path) -> None:
    found = json.loads(instead("recommend", model, "--query", "i05", "--grouped", "--json").out)
    places = {one["item"]: place for place, one in enumerate(found["substitutes"], start=1)}
    expected = [(places[item], item) for group in found["groups"] for item in group["items"]]
    assert [place for place, _ in expected] != sorted(places.values())
    shown = instead("recommend", model, "--query", "i05", "--grouped").out
    assert [(int(n), item) for n, item in re.findall(r"^ *(\d+)  Item \d+ (i\d+)", shown, re.MULTILINE)] == expected


def test_the_hint_can_be_typed(instead: Any, model: Path, tmp_path: Path) -> None:
    new, shop = tmp_path / "new items.jsonl", load(model)
    new.write_text('{"item": "n1", "title": "New one", "mentions": [["battery", 1], ["price", -1]]}\n')
    ran = instead("recommend", model, "--query", "n1", "--new-items", new, "--care", "battery=5", "--style", "paper")
    hint = next(line for line in ran.out.splitlines() if line.startswith("instead explain"))
    ran = instead(*shlex.split(hint.replace("ITEM", "i05"))[1:], "--json")
    expected = shop.with_items([json.loads(new.read_text())]).explain(
        None, "n1", "i05", care={"battery": 5}, style="paper"
    )
    assert json.loads(ran.out)["substitute"]["text"] == expected.text


def test_json_has_everything(instead: Any, model: Path, tmp_path: Path) -> None:
    stock = tmp_path / "stock.txt"
    stock.write_text("i01\ni02\ni99\n")
    ran = instead("recommend", model, "--query", "i05", "--json", "--grouped", "--in-stock", stock)
    found = json.loads(ran.out)
    assert {one["item"] for one in found["substitutes"]} == {"i01", "i02"}
    assert found["notes"] == ["1 of 3 ids in stock are not known to this model."]
    assert sum(len(group["items"]) for group in found["groups"]) == 2
    ran = instead(
        "recommend", model, "--query", "i05", "--json", "--max-price", 4, "--exclude", "i01", "--brand", "acme"
    )
    assert {one["item"] for one in json.loads(ran.out)["substitutes"]} == {"i00", "i02"}


def test_items_that_came_after_the_training(instead: Any, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    path.write_text('{"item": "n1", "title": "New one", "mentions": [["battery", 1], ["price", -1]]}\n')
    ran = instead("recommend", model, "--query", "n1", "--new-items", path, "-k", 2)
    assert "New one" in ran.out
    assert "placed by what its reviews say" in ran.out
    path.write_text("[]\n")
    said = one_sentence(instead("recommend", model, "--query", "n1", "--new-items", path), 2)
    assert "new.jsonl:1: not a JSON object" in said
    path.write_text('\n\n{"item": "n1"}\n\n{"item": "n2", "price": "cheap"}\n')
    said = one_sentence(instead("recommend", model, "--query", "n1", "--new-items", path), 2)
    assert "new.jsonl:5: item 'n2': price is 'cheap'; it must be a number" in said
    path.write_text("\n")
    assert instead("recommend", model, "--query", "i05", "--new-items", path).code == 0


def test_explaining(instead: Any, model: Path) -> None:
    ran = instead("explain", model, "--user", "u01", "--query", "i05", "--substitute", "i06", "-n", 3)
    assert ran.code == 0
    for words in ("Item 6", "instead of Item 5", "praise", "You are looking at"):
        assert words in ran.out
    found = json.loads(instead("explain", model, "--query", "i05", "--substitute", "i06", "--json").out)
    assert found["substitute"]["item"] == "i06"
    stranger = instead("explain", model, "--user", "nobody", "--query", "i05", "--substitute", "i06")
    assert "'nobody' is not known to this model" in " ".join(stranger.out.split())
    assert len(found["comparison"]) > 2


def test_a_table_of_pairs(instead: Any, model: Path, tmp_path: Path) -> None:
    pl.DataFrame({"user": ["u01", "u02"], "query": ["i05", "x"]}).write_csv(tmp_path / "pairs.csv")
    ran = instead("recommend", model, "--batch", tmp_path / "pairs.csv", "--out", tmp_path / "out.parquet", "-k", 2)
    assert ran.code == 0
    assert "3 rows for 2 pairs" in ran.out
    assert "1 pairs have no item" in ran.out
    ran = instead("recommend", model, "--batch", tmp_path / "pairs.csv", "--out", tmp_path / "o.csv", "--json")
    assert json.loads(ran.out)["pairs"] == 2


def test_a_table_of_pairs_with_new_items(instead: Any, model: Path, tmp_path: Path) -> None:
    pl.DataFrame({"query": ["n1"]}).write_csv(tmp_path / "pairs.csv")
    words = ["recommend", model, "--batch", tmp_path / "pairs.csv", "--out", tmp_path / "out.csv"]
    new = tmp_path / "new.jsonl"
    assert "cannot be read" in one_sentence(instead(*words, "--new-items", new), 2)
    new.write_text('{"item": "n1", "mentions": [["battery", 1]]}\n')
    assert instead(*words, "--new-items", new, "-k", 2).code == 0
    assert pl.read_csv(tmp_path / "out.csv")["query"].to_list() == ["n1", "n1"]
    new.write_text('{"item": "n1", "mentions": [["battery", "good"]]}\n')
    assert "new.jsonl:1: item 'n1': mentions: the sentiment" in one_sentence(instead(*words, "--new-items", new), 2)


def test_a_table_of_pairs_goes_with_little_else(instead: Any, model: Path, tmp_path: Path) -> None:
    pairs, out = tmp_path / "pairs.csv", tmp_path / "out.csv"
    pairs.write_text("query\ni05\n")
    for words in (["--grouped"], ["--user", "u01"], ["--session", "s"], ["--reviews", pairs]):
        said = one_sentence(instead("recommend", model, "--batch", pairs, "--out", out, *words), 2)
        assert "--batch takes users, sessions and queries from its table" in said
    said = one_sentence(instead("recommend", model, "--batch", pairs, "--out", pairs), 2)
    assert "would be overwritten" in said
    out.write_text("i01\n")
    said = one_sentence(instead("recommend", model, "--batch", pairs, "--out", out, "--in-stock", out), 2)
    assert "the file of --in-stock would be overwritten" in said
    assert (pairs.read_text(), out.read_text()) == ("query\ni05\n", "i01\n")
    assert "give --batch" in one_sentence(instead("recommend", model, "--query", "i05", "--out", out), 2)


def test_wrong_words_are_one_sentence(instead: Any, model: Path, tmp_path: Path) -> None:
    assert "Did you mean" in one_sentence(instead("recommend", model, "--query", "i55"), 2)
    assert "no query" in one_sentence(instead("recommend", model), 2)
    said = one_sentence(instead("recommend", model, "--query", "i05", "--care", "battery"), 2)
    assert "ATTRIBUTE=NUMBER" in said
    assert "unknown attribute" in one_sentence(instead("recommend", model, "--query", "i05", "--care", "x=3"), 2)
    assert "give --out" in one_sentence(instead("recommend", model, "--batch", tmp_path / "p.csv"), 2)
    said = one_sentence(instead("recommend", model, "--query", "i05", "--reviews", tmp_path / "none.txt"), 2)
    assert "cannot be read" in said


@pytest.fixture(scope="module")
def neighbours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return open_shop(Path(tmp_path_factory.mktemp("near")), "item-knn", ItemKNNSettings()).folder


def test_a_visit(instead: Any, model: Path, neighbours: Path, tmp_path: Path) -> None:
    had = tmp_path / "had before.txt"
    had.write_text("i01\ni02\n")
    visit = ["--session", "visit 7", "--viewed", "i06", "--viewed", "i07", "--history", f"@{had}"]
    ran = instead("recommend", neighbours, "--query", "i05", *visit, "--json")
    fields = {"session": "visit 7", "viewed": ["i06", "i07"], "history": ["i01", "i02"]}
    expected = load(neighbours).answer(Request.of(query="i05", **fields))
    assert json.loads(ran.out) == json.loads(json.dumps(asdict(expected)))
    shown = instead("recommend", neighbours, "--query", "i05", *visit).out
    assert "visit 7 looks at Item 5" in shown
    assert "Try instead, for what you had and have looked at:" in shown
    ignored = instead("recommend", model, "--query", "i05", *visit).out
    assert "does not look at what somebody has just viewed" in " ".join(ignored.split())
    absent = one_sentence(instead("recommend", model, "--query", "i05", "--history", f"@{tmp_path / 'no.txt'}"), 2)
    assert "no.txt: cannot be read" in absent


def test_the_hint_carries_everything(instead: Any, neighbours: Path, tmp_path: Path) -> None:
    words = tmp_path / "loud.toml"
    words.write_text(LOUD.to_toml(), encoding="utf-8")
    asked = ["--user", "new one", "--session", "s", "--care", "battery=5", "--care", "price=2", "--history", "i01",
             "--viewed", "i06", "-z", 5, "--style", "paper", "--wording", words]  # fmt: skip
    shown = instead("recommend", neighbours, "--query", "i05", *asked).out
    hint = next(line for line in shown.splitlines() if line.startswith("instead explain"))
    typed = shlex.split(hint.replace("ITEM", "i08"))[1:]
    request = Request.of(user="new one", session="s", query="i05", care={"battery": 5, "price": 2}, history=["i01"],
                         viewed=["i06"], z=5, style="paper")  # fmt: skip
    found = json.loads(instead(*typed, "--json").out)
    shop = load(neighbours, wording=LOUD)
    assert found["substitute"] == json.loads(json.dumps(asdict(shop.why(request, "i08"))))
    assert found["comparison"] == json.loads(json.dumps([asdict(row) for row in shop.side_by_side(request, "i08", 8)]))


def test_other_words_on_the_terminal(instead: Any, model: Path, tmp_path: Path) -> None:
    words = tmp_path / "loud.toml"
    words.write_text(LOUD.to_toml(), encoding="utf-8")
    shown = instead("recommend", model, "--query", "i05", "--user", "nobody", "--grouped", "--wording", words).out
    for said in ("FOR THE AVERAGE CUSTOMER", "NOTHING BUT ", "COMPARABLE ", "THIS ONE", "IS NOT KNOWN TO THIS MODEL"):
        assert said in " ".join(shown.split())
    shown = instead("explain", model, "--query", "i05", "--substitute", "i06", "--wording", words).out
    for said in ("ATTRIBUTE", "SO IT IS", "YOU ARE LOOKING AT", "PRAISE, ", "HOW LIKELY THE VERDICT IS RIGHT"):
        assert said in " ".join(shown.split())
    assert not re.search("praise|blame|better|worse|likely|estimated", shown)
    words.write_text('better = "{x}"', encoding="utf-8")
    said = one_sentence(instead("recommend", model, "--query", "i05", "--wording", words), 2)
    assert "better has a gap {x}; its gaps are: attributes" in said
