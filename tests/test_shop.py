"""`instead.load`: recommendations, reasons, strangers, newcomers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import instead
from instead.errors import InputError, UnknownItem
from instead.lab.compared.clva_settings import CLVASettings
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.lab.compared.sceptre_settings import SceptreSettings
from instead.lab.compared.spem_settings import SPEMSettings
from instead.models.a2cf.model import A2CF
from instead.models.context import Context
from instead.records import Mention
from instead.request import Request
from instead.settings import RecommendSettings
from instead.shop import Shop
from tests.open_shop import SENTENCE, open_shop, quoted_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("open")))


def model_of(shop: Shop) -> A2CF:
    assert isinstance(shop.model, A2CF)
    return shop.model


def test_without_near_the_list_is_the_models_own_order(shop: Shop) -> None:
    plain = instead.load(shop.folder, choices=RecommendSettings(near=0))
    found = plain.recommend("u03", "i05", 4)
    user, query = shop.users["user"].to_list().index("u03"), shop.items["item"].to_list().index("i05")
    scores = shop.model.score_all(Context.of_users(np.array([user]), np.array([query])))[0]
    had = set(shop.interactions.filter(shop.interactions["user"] == user)["item"].to_list())
    order = [n for n in np.argsort(-scores) if n != query and n not in had][:4]
    assert [one.item for one in found] == [shop.items["item"][int(n)] for n in order]
    assert [one.score for one in found] == pytest.approx([float(scores[n]) for n in order], abs=1e-5)
    assert (found.user_basis, found.query_basis, found.notes) == ("trained", "trained", ())
    assert len(found) == 4
    assert found[0].title.startswith("Item ")


def test_reasons_are_what_the_reviews_say(shop: Shop) -> None:
    evidence, names = shop.evidence, shop.attributes["attribute"].to_list()
    checked = 0
    for query in shop.items["item"].head(6):
        for one in shop.recommend("u01", query, 10, quotes=2):
            assert len(one.reasons) <= 3
            for reason in one.reasons:
                for item, standing in ((one.item, reason.substitute), (query, reason.query)):
                    place = evidence.place(shop.catalogue.number(item), names.index(reason.attribute))
                    assert (standing.praised, standing.blamed) == (evidence.praised[place], evidence.blamed[place])
                    assert standing.observed
                    assert all(quote.item == item and quote.text == SENTENCE for quote in standing.quotes)
                    assert len(standing.quotes) <= 2
                assert reason.gain == pytest.approx(
                    reason.care * (reason.substitute.quality - reason.query.quality), abs=1e-5
                )
                assert reason.verdict in ("better", "comparable", "worse")
                checked += 1
    assert checked > 20


def test_only_training_reviews_are_evidence(shop: Shop) -> None:
    training = shop.interactions.filter(shop.interactions["part"] == 0)
    assert shop.evidence.reviews.tolist() == np.bincount(training["item"].to_numpy(), minlength=20).tolist()


def test_counts_of_evidence_by_hand(tmp_path: Path) -> None:
    data = quoted_shop(tmp_path)
    from instead.matrices import training_matrices, training_mentions
    from instead.models.evidence import Evidence
    from instead.models.evidence_files import write_evidence

    write_evidence(tmp_path, data, 5.0)
    found = Evidence.open(tmp_path, data.attributes.height)
    assert found is not None
    said = training_mentions(data)
    item, attribute = said["item"][0], said["attribute"][0]
    mine = said.filter((said["item"] == item) & (said["attribute"] == attribute))
    by_review = mine.group_by("interaction").sum()["sentiment"]
    place = found.place(item, attribute)
    assert found.praised[place] == (by_review > 0).sum()
    assert found.blamed[place] == (by_review < 0).sum()
    _, quality = training_matrices(data)
    np.testing.assert_allclose(found.quality, quality.data, rtol=1e-6)
    np.testing.assert_array_equal(found.attribute, quality.indices)


def test_the_papers_style(shop: Shop) -> None:
    found = shop.recommend("u03", "i05", 1, style="paper")[0]
    model, names = model_of(shop), shop.attributes["attribute"].to_list()
    user, query, item = 3, shop.catalogue.number("i05"), shop.catalogue.number(found.item)
    gains = model.gains(Context.of_users(np.array([user]), np.array([query])), np.array([item]))[0]
    best = np.argsort(-gains, kind="stable")[:3]
    assert [one.attribute for one in found.reasons] == [names[n] for n in best]
    assert [one.gain for one in found.reasons] == pytest.approx([float(gains[n]) for n in best], abs=1e-5)
    assert found.text.startswith("Based on the item Item 5 you are currently browsing, we recommend you to try Item ")


def test_many_at_once_are_the_same_as_one_by_one(shop: Shop) -> None:
    many = shop.recommend(["u01", None], ["i01", "i02"], 3)
    assert many == [shop.recommend("u01", "i01", 3), shop.recommend(None, "i02", 3)]
    assert shop.recommend(None, ["i01"], 2) == [shop.recommend(None, "i01", 2)]
    with pytest.raises(InputError, match="2 users and 1 queries"):
        shop.recommend(["u01", "u02"], ["i01"])


def test_an_unknown_item_is_an_error_with_near_ids(shop: Shop) -> None:
    with pytest.raises(UnknownItem, match="unknown item 'i55'. Did you mean"):  # noqa: RUF043
        shop.recommend("u01", "i55")
    with pytest.raises(UnknownItem):
        shop.explain("u01", "i05", "nothing")


def test_a_stranger_is_the_average_and_is_told_so(shop: Shop) -> None:
    found = shop.recommend("nobody", "i05", 5)
    assert found.user_basis == "average"
    assert found.notes == ("User 'nobody' is not known to this model: the average care of all users stands in.",)
    assert [one.item for one in found] == [one.item for one in shop.recommend(None, "i05", 5)]
    assert shop.recommend(None, "i05", 5).notes == ()


def test_care_given_wins(shop: Shop) -> None:
    stranger = shop.recommend(None, "i05", 5, care={"battery": 5, "price": 1})
    assert stranger.user_basis == "care given"
    asker = shop.askers.asker(Request(user="u02", query="i05", care={"battery": 1.5}))
    assert asker.basis == "trained"
    battery = shop.attributes["attribute"].to_list().index("battery")
    assert asker.care[battery] == 1.5
    assert asker.observed[battery]
    with pytest.raises(InputError, match="unknown attribute 'batery': did you mean 'battery'"):
        shop.recommend(None, "i05", care={"batery": 5})
    with pytest.raises(InputError, match="care for 'battery' is 9; it goes from 1"):
        shop.recommend(None, "i05", care={"battery": 9})


def test_reviews_in_the_request_are_folded_in(shop: Shop) -> None:
    said = [("battery", 1), Mention("x", "y", "battery", "good", 1), ("screen", -1)]
    asker = shop.askers.asker(Request.of(query="i05", reviews=said))
    names = shop.attributes["attribute"].to_list()
    assert asker.basis == "folded in"
    # Eq. 1: 1 + 4 tanh(t / 2)
    assert asker.care[names.index("battery")] == pytest.approx(1 + 4 * np.tanh(1.0), abs=1e-5)
    assert asker.care[names.index("screen")] == pytest.approx(1 + 4 * np.tanh(0.5), abs=1e-5)
    assert asker.observed.sum() == 2
    assert ((asker.care >= 1) & (asker.care <= 5)).all()
    usual = shop.askers.asker(Request(query="i05"))
    everything = np.arange(shop.items.height)[None]
    folded, average = (shop.model.score(one.looking_at(5), everything) for one in (asker, usual))
    assert not np.allclose(folded, average)  # its own vector, not only its own care
    assert shop.recommend(None, "i05", reviews=said).user_basis == "folded in"
    with pytest.raises(InputError, match="no vocabulary to read reviews with"):
        shop.recommend(None, "i05", reviews=["The battery is good."])


def test_more_reviews_of_a_known_user_add_to_what_they_said(shop: Shop) -> None:
    before, after = (
        shop.askers.asker(Request.of(user="u04", query="i05", reviews=said)) for said in ([], [("battery", 1)] * 3)
    )
    battery = shop.attributes["attribute"].to_list().index("battery")
    mentions = dict(zip(*(part.tolist() for part in shop.evidence.mentions_of(4)), strict=True)).get(battery, 0)
    assert after.care[battery] == pytest.approx(1 + 4 * np.tanh((mentions + 3) / 2), abs=1e-5)
    assert after.askers.known.user.tolist() == before.askers.known.user.tolist() == [4]
    others = np.arange(len(before.care)) != battery
    np.testing.assert_array_equal(after.care[others], before.care[others])


def test_filters_and_diversity(shop: Shop) -> None:
    found = shop.recommend("u01", "i05", 20, filters={"max_price": 5.0})
    assert 0 < len(found) <= 5
    assert all(one.price is not None and one.price <= 5 for one in found)
    assert shop.recommend("u01", "i05", filters={"in_stock": []}).notes == ("The filters leave no item to offer.",)
    by_score = instead.load(shop.folder, choices=RecommendSettings(near=0))
    plain, mixed = by_score.recommend(None, "i05", 4), by_score.recommend(None, "i05", 4, diversity=0.9)
    assert mixed[0] == plain[0]
    assert [one.item for one in mixed] != [one.item for one in plain]
    with pytest.raises(InputError, match="diversity is 2"):
        shop.recommend(None, "i05", diversity=2)
    with pytest.raises(InputError, match="style is 'loud'; it must be 'honest' or 'paper'"):
        shop.recommend(None, "i05", style="loud")


def test_explaining_and_comparing(shop: Shop) -> None:
    first = shop.recommend("u01", "i05", 1, parts=True)[0]
    again = shop.explain("u01", "i05", first.item)
    assert again.score == pytest.approx(first.score, abs=1e-6)
    assert replace(again, score=first.score) == first
    rows = shop.compare("u01", "i05", first.item, n=4)
    assert len(rows) == 4
    assert len({row.attribute for row in rows}) == 4


def test_cares_items_and_search(shop: Shop) -> None:
    cares = shop.cares("u01", n=7)
    assert [one.observed for one in cares] == sorted((one.observed for one in cares), reverse=True)
    assert all(1 <= one.care <= 5 for one in cares)
    item = shop.item("i05")
    assert (item.title, item.brand, item.price, item.category) == ("Item 5", "Acme", 6.5, "Shop > Things")
    counts = [standing.praised + standing.blamed for _, standing in item.standings]
    assert counts == sorted(counts, reverse=True)
    assert shop.search("item 7")[0].id == "i07"
    assert len(shop.search("", limit=3)) == 3


def test_items_that_came_after_the_training(shop: Shop) -> None:
    new: list[dict[str, Any]] = [
        {"item": "n1", "title": "New one", "price": 3.0, "mentions": [("battery", 1)] * 4 + [("price", -1)]},
        {"item": "n2", "title": "Mute one"},
    ]
    bigger = shop.with_items(new)
    assert bigger.item("n1").basis == "attributes"
    battery = dict(bigger.item("n1").standings)["battery"]
    assert (battery.praised, battery.blamed) == (4, 0)
    found = bigger.recommend(None, "i05", 50)
    assert {one.item: one.basis for one in found}["n1"] == "attributes"
    assert "n2" not in {one.item for one in found}
    before = {one.item: one.score for one in shop.recommend("u01", "i05", 50)}
    after = {one.item: one.score for one in bigger.recommend("u01", "i05", 50)}
    assert {item: after[item] for item in before} == pytest.approx(before)
    asked = bigger.recommend(None, "n1", 3)
    assert asked.query_basis == "attributes"
    assert asked.notes == ("n1 came after the training: it is placed by what its reviews say.",)
    assert bigger.recommend(None, "n2", 3).query_basis == "average"
    assert "n1" not in shop.catalogue
    with pytest.raises(InputError, match="'i05' is there already"):
        shop.with_items([{"item": "i05"}])


def test_a_folder_without_evidence_still_recommends(tmp_path: Path) -> None:
    made = open_shop(tmp_path)
    for name in ("evidence.safetensors", "serving.safetensors"):
        (made.folder / name).unlink()
    old = instead.load(made.folder)
    found, now = old.recommend("u01", "i05", 3), made.recommend("u01", "i05", 3)
    assert [one.item for one in found] == [one.item for one in now]
    assert all(one.reasons == () for one in found)
    assert "No review texts were read here" in found.notes[0]
    assert (
        old.recommend("u01", "i05", 1, style="paper")[0].text == made.recommend("u01", "i05", 1, style="paper")[0].text
    )


OTHERS = {
    "pmsc": PMSCSettings.checked({"dimension": 4, "rounds": 1}),
    "spem": SPEMSettings.checked({"dimension": 4, "hidden": 8, "rounds": 1}),
    "sceptre": SceptreSettings.checked({"topics": 4, "rounds": 1}),
    "clva": CLVASettings.checked({"dimension": 4, "hidden": 8, "content_epochs": 1, "rounds": 1}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_model_recommends_too(tmp_path: Path, name: str) -> None:
    shop = open_shop(tmp_path, name, OTHERS[name])
    shop.choices = RecommendSettings(near=0)
    asked = "u01" if name == "clva" else None  # only CLVA looks at the user
    found = shop.recommend("u01", "i05", 5)
    assert [one.item for one in found] == [
        one.item for one in shop.recommend(asked, "i05", 20, filters={"bought": True})
        if one.item in {other.item for other in found}
    ]  # fmt: skip
    assert any(one.reasons for one in found)
    for one in shop.recommend("u01", "i05", 5, style="paper"):
        assert all(reason.substitute.observed and reason.query.observed for reason in one.reasons)
    assert shop.recommend(None, "i05", 5, reviews=[("battery", 1)]).user_basis == "folded in"
    with pytest.raises(InputError, match="cannot place items"):
        shop.with_items([{"item": "n1"}])


def test_no_torch_is_needed(shop: Shop) -> None:
    program = (
        "import sys; sys.modules['torch'] = None; import instead; "
        "print(len(instead.load(sys.argv[1]).recommend('u01', 'i05', 3)))"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(shop.folder)], capture_output=True, text=True, check=True)
    assert ran.stdout == "3\n"


def test_claims_can_be_judged(shop: Shop) -> None:
    user, query, chosen = np.array([1, 2]), np.array([5, 6]), np.array([7, 8])
    strength = shop.claims.gains(Context.of_users(user, query), chosen)
    assert strength.dtype == np.float32
    names = shop.attributes["attribute"].to_list()
    for row in range(2):
        table = shop.compare(f"u{user[row]:02d}", f"i{query[row]:02d}", f"i{chosen[row]:02d}", n=len(names))
        signs = {"better": 1, "worse": -1}
        expected = {one.attribute: signs.get(one.verdict, 0) for one in table}
        assert {name: int(np.sign(strength[row, n])) for n, name in enumerate(names)} == dict.fromkeys(
            names, 0
        ) | expected


@pytest.mark.parametrize("many", [list, tuple, np.array, pl.Series, lambda ids: np.array(ids, object), iter])
def test_sequences_of_any_kind(shop: Shop, many: Any) -> None:
    expected = [shop.recommend("u01", "i01", 2), shop.recommend("u02", "i02", 2)]
    assert shop.recommend(many(["u01", "u02"]), many(["i01", "i02"]), 2) == expected
    assert shop.recommend("u01", many(["i01"]), 2) == expected[:1]
    said = shop.recommend(None, many(["i01", "i02"]), 2, reviews=many([("battery", 1)]) if many is iter else None)
    assert len(said) == 2
    stock = shop.recommend(None, "i05", filters={"in_stock": many(["i01", "i02"])})
    assert {one.item for one in stock} == {"i01", "i02"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"query": 5}, "query is 5; ids are texts: write it as '5'"),
        ({"query": np.array([1, 2])}, "query is 1; ids are texts: write it as '1'"),
        ({"query": ["i01", None]}, "no query: name the item"),
        ({"query": None}, "no query: name the item"),
        ({"query": ""}, "no query: name the item"),
        ({"query": {"i01": 1}}, "query is {'i01': 1}; it must be a text"),
        ({"query": "i" * 201}, "query is 'i+…; it must be a text of 200 characters at most"),
        ({"user": 7}, "user is 7; ids are texts: write it as '7'"),
        ({"session": "a\nb"}, "session is .*; it must be a text without control characters"),
        ({"user": ["u01"]}, "several users and one query"),
        ({"k": "3"}, "k is '3'; it must be a whole number"),
        ({"k": 2.0}, "k is 2.0; it must be a whole number"),
        ({"k": 0}, "k is 0; it must be 1 or more"),
        ({"z": None}, "z is None; it must be a whole number"),
        ({"quotes": -1}, "quotes is -1; it must be 0 or more"),
        ({"diversity": "0.5"}, "diversity is '0.5'; it must be a number"),
        ({"k": True}, "k is True; it must be a whole number"),
        ({"diversity": float("nan")}, "diversity is nan; it must be a finite number"),
        ({"care": {"price": "5"}}, "care.price is '5'; it must be a number"),
        ({"care": {"price": 0.5}}, "care.price is 0.5; it must be 1 or more"),
        ({"care": {5: 5}}, "care.5 is 5; it must be a text"),
        ({"care": ["price"]}, r"care is \['price'\]; give a mapping"),
        ({"reviews": 5}, "reviews is 5; give a list of texts"),
        ({"reviews": [5]}, r"reviews is \[5\]; a review is a text, a Mention or an"),
        ({"reviews": [("battery", 0)]}, "reviews is .*; a sentiment is 1 for praise or -1 for blame, not 0"),
        ({"reviews": "x" * 20_001}, "reviews.0.text is 'x+…; it must be a text of 20000 characters at most"),
        ({"history": "i05"}, "history is 'i05'; it must be a list"),
        ({"viewed": ["i05", 6]}, "viewed.1 is 6; ids are texts: write it as '6'"),
        ({"time": 10**15}, "time is 10+; times are whole seconds since 1970"),
        ({"filters": ["not_dearer"]}, r"filters is \['not_dearer'\]; give a mapping"),
        ({"filters": {"exclude": "i05"}}, "filters.exclude is 'i05'; it must be a list"),
        ({"filters": {"colour": "red"}}, "there is no field filters.colour"),
        ({"colour": "red"}, "there is no field colour"),
    ],
)
def test_wrong_types_are_one_sentence(shop: Shop, wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}") as caught:
        shop.recommend(**({"user": "u01", "query": "i05"} | wrong))
    assert "\n" not in str(caught.value)


def test_a_negative_number_of_rows_is_refused(shop: Shop) -> None:
    with pytest.raises(InputError, match="n is -1; it must be 0 or more"):
        shop.compare("u01", "i05", "i06", n=-1)
    with pytest.raises(InputError, match="n is -1"):
        shop.cares("u01", n=-1)
    assert shop.compare("u01", "i05", "i06", n=0) == ()


def test_offers_of_a_plain_model_say_what_they_rest_on(tmp_path: Path) -> None:
    """No likeness is claimed by a model that knows of none, and a list without an order says so."""
    shop = open_shop(tmp_path / "near", "item-knn", None)
    thin = shop.answer(Request(query="i05", k=20))
    assert all("Close to what you are looking at" not in one.text for one in thin)
    seen = shop.answer(Request(query="i05", k=20, viewed=("i01",)))
    assert [one.item for one in seen] != [one.item for one in thin]
    linked = open_shop(tmp_path / "linked", "2-hop", None)
    far = [one.item for one in linked.answer(Request(query="i05", k=20)) if one.score == 0.0]
    alike = linked.answer(Request.of(query="i05", filters={"in_stock": far}))
    assert "order of the catalogue" in " ".join(alike.notes)
    for ordered in (thin, seen):
        assert "order of the catalogue" not in " ".join(ordered.notes)


def test_an_item_is_not_compared_with_itself(tmp_path: Path) -> None:
    shop = open_shop(tmp_path, "popularity", None)
    for ask in (shop.why, shop.side_by_side):
        with pytest.raises(InputError, match="i05 is the item being looked at"):
            ask(Request(query="i05"), "i05")
