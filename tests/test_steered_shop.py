"""A whole shop with rules: lists, words, tables, and that nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import instead
from instead.batch import recommend_batch
from instead.cli.main import app
from instead.errors import InputError
from instead.languages import wording_of
from instead.settings import RecommendSettings
from instead.shop import Shop
from tests.open_shop import open_shop

QUERY = "i03"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(tmp_path_factory.mktemp("steered"))


def rule(kind: str, name: str = "r", **fields: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "reason": "a test", **fields}


def items(shop: Shop, **wishes: Any) -> list[str]:
    return [one.item for one in shop.recommend(None, QUERY, 5, **wishes)]


def test_a_pinned_offer_says_so_everywhere(shop: Shop) -> None:
    usual = items(shop)
    last = shop.recommend(None, QUERY, 19)[-1]
    steered = shop.steered([rule("pin", items=[last.item], place=2)])
    found = steered.recommend(None, QUERY, 5)
    assert [one.item for one in found] == [usual[0], last.item, *usual[1:4]]
    assert [one.placed_by for one in found] == ["", "r", "", "", ""]
    assert found[1].placed_text == "placed by the shop"
    assert found[1].score == pytest.approx(last.score)
    assert found[1].reasons == last.reasons, "reasons are those of the reviews, as ever"
    assert "placed by the shop" in found._repr_html_()
    assert "placed by the shop" not in shop.recommend(None, QUERY, 5)._repr_html_()
    german = steered.in_words(wording_of("de")).recommend(None, QUERY, 5)
    assert german[1].placed_text == "vom Geschäft platziert"
    french = steered.in_words(wording_of("fr")).recommend(None, QUERY, 5)
    assert french[1].placed_text == "placé par la boutique"


def test_rules_that_do_not_apply_change_nothing(shop: Shop) -> None:
    steered = shop.steered(
        [rule("boost", items=["i09"], points=5.0, for_items=["i04"]), rule("hide", "h", items=[QUERY])]
    )
    for wishes in ({}, {"diversity": 0.5}, {"style": "paper"}, {"care": {"battery": 5}}, {"than": ["battery"]}):
        assert steered.recommend(None, QUERY, 5, **wishes) == shop.recommend(None, QUERY, 5, **wishes)


@pytest.mark.parametrize("wishes", [{}, {"diversity": 0.5}, {"style": "paper"}, {"care": {"battery": 5}}])
def test_masks_boosts_and_margins_in_every_style(shop: Shop, wishes: dict[str, Any]) -> None:
    usual = items(shop, **wishes)
    assert usual[0] not in items(shop.steered([rule("hide", items=[usual[0]])]), **wishes)
    assert usual[0] not in items(shop.steered([rule("never", items=[usual[0]], for_items=[QUERY])]), **wishes)
    only = shop.steered([rule("only", items=[usual[2], usual[4]])])
    assert sorted(items(only, **wishes)) == sorted([usual[2], usual[4]])
    boosted = shop.steered([rule("boost", items=[usual[3]], points=10.0, places=2)]).recommend(None, QUERY, 5, **wishes)
    assert [one.item for one in boosted].index(usual[3]) == 1
    assert boosted[1].placed_by == "r"
    same = shop.steered([rule("margin", margins={usual[4]: 1.0}, limit=0.0)])
    assert items(same, **wishes)[0] == usual[0]
    first = shop.steered([rule("margin", margins={usual[4]: 1.0}, limit=10.0)]).recommend(None, QUERY, 5, **wishes)
    assert first[0].item == usual[4]
    assert first[0].placed_by == "r"


def test_what_is_asked_for_goes_before_pins(shop: Shop) -> None:
    wanted = items(shop, than=["price"])
    assert items(shop.steered([rule("pin", items=["i19"])]), than=["price"]) == wanted


def test_rules_that_leave_nothing_say_so(shop: Shop) -> None:
    found = shop.steered([rule("only", items=[QUERY])]).recommend(None, QUERY, 5)
    assert len(found) == 0
    assert "The shop's own rules leave nothing to offer here." in found.notes


def test_the_same_shop_without_rules(shop: Shop) -> None:
    steered = shop.steered([rule("hide", items=[items(shop)[0]])])
    assert items(steered.steered(None)) == items(shop)
    assert items(steered.with_choices(RecommendSettings())) == items(steered)


def test_settings_of_a_copy_are_its_own(shop: Shop) -> None:
    plain = shop.with_choices(RecommendSettings(near=0))
    assert plain.choices.near == 0
    assert shop.choices.near == 20
    assert [one.score for one in plain.recommend(None, QUERY, 5)] == sorted(
        (one.score for one in plain.recommend(None, QUERY, 5)), reverse=True
    )


def test_load_and_command_line_and_table(shop: Shop, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nid = "up"\nkind = "pin"\nreason = "x"\nitems = ["i19"]\n')
    found = instead.load(shop.folder, rules=path).recommend(None, QUERY, 3)
    assert (found[0].item, found[0].placed_by) == ("i19", "up")
    run = CliRunner().invoke(app, ["recommend", str(shop.folder), "--query", QUERY, "-k", "2", "--rules", str(path)])
    assert run.exit_code == 0
    assert "placed by the shop" in run.output
    pl.DataFrame({"query": [QUERY]}).write_csv(tmp_path / "pairs.csv")
    recommend_batch(shop.folder, tmp_path / "pairs.csv", tmp_path / "out.parquet", rules=path, k=2)
    table = pl.read_parquet(tmp_path / "out.parquet")
    assert table["item"].to_list() == [one.item for one in found][:2]
    assert table["placed_by"].to_list() == ["up", None]
    path.write_text(path.read_text().replace("i19", "i99"))
    with pytest.raises(InputError, match="rule 'up': no item has the id 'i99'"):
        instead.load(shop.folder, rules=path)
