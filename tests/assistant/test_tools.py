"""Tools of the assistant, asked by the protocol's own client in this process."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp import Client

from instead.assistant.arguments import FindSubstitutes
from instead.assistant.desk import Desk
from instead.assistant.protocol import FAILED, server_of
from instead.assistant.tools import TOOLS
from instead.request import LAST_OFFSET, MOST_FOUND, MOST_QUOTES, MOST_REASONS, MOST_ROWS, Request
from instead.service.bodies import ExplainBody, RecommendBody
from instead.settings import Filters, ServiceSettings
from instead.shop import Shop
from tests.assistant.conftest import Call, called, text_of
from tests.loud_words import LOUD, quiet_parts

EVERY_TOOL: list[tuple[str, dict[str, Any]]] = [
    ("find_items", {"words": "item 3"}),
    ("find_substitutes", {"item": "i03", "wishes": "better battery, cheaper, red, tastier", "z": 4, "quotes": 2}),
    ("find_substitutes", {"item": "i03", "care": {"screen": 5}, "than": ["weight", "zoom"], "viewed": ["i04"]}),
    ("compare_items", {"item": "i03", "other": "i04", "about": ["battery", "quiet"], "quotes": 2}),
    ("item_details", {"item": "i03"}),
    ("about_shop", {}),
    ("about_shop", {"words": "lighter"}),
]


def properties(name: str, most: int = 100) -> dict[str, Any]:
    found: dict[str, Any] = TOOLS[name].input_schema(most)["properties"]
    return found


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_are_listed_with_schemas(desk: Desk, mode: str) -> None:
    async def listed() -> Any:
        async with Client(server_of(desk), mode=mode) as client:
            return (await client.list_tools()).tools, client.instructions

    tools, instructions = anyio.run(listed)
    assert [tool.name for tool in tools] == [*TOOLS]
    assert "not_applied" in instructions
    for tool in tools:
        assert tool.description
        assert tool.output_schema
        assert tool.annotations.read_only_hint
        assert tool.input_schema["additionalProperties"] is False
        silent = [name for name, field in tool.input_schema["properties"].items() if not field.get("description")]
        assert not silent, f"{tool.name}: {silent}"


def test_schemas_say_the_limits_that_hold() -> None:
    of_http = RecommendBody.model_json_schema()["properties"]
    substitutes = properties("find_substitutes", most=7)
    assert substitutes["k"]["maximum"] == 7
    assert substitutes["z"]["maximum"] == of_http["z"]["maximum"] == MOST_REASONS
    assert substitutes["quotes"]["maximum"] == of_http["quotes"]["maximum"] == MOST_QUOTES
    rows = properties("compare_items")["rows"]["maximum"]
    assert rows == ExplainBody.model_json_schema()["properties"]["rows"]["maximum"] == MOST_ROWS
    assert properties("find_items")["limit"]["maximum"] == properties("about_shop")["limit"]["maximum"] == MOST_FOUND
    assert properties("find_items")["offset"]["maximum"] == LAST_OFFSET


def test_filters_of_the_tool_are_those_of_a_request() -> None:
    own = {"item", "wishes", "care", "than", "viewed", "k", "z", "quotes"}
    assert set(FindSubstitutes.model_fields) - own <= set(Filters.model_fields)


@pytest.mark.parametrize(("name", "given"), EVERY_TOOL)
def test_every_tool_answers_in_records_and_in_words(call: Call, name: str, given: dict[str, Any]) -> None:
    found = call(name, **given)
    assert not found.is_error
    assert found.structured_content
    assert len(text_of(found).splitlines()) > 1


def test_items_are_found_by_words(call: Call) -> None:
    found = call("find_items", words="itme 3", limit=2)
    assert found.structured_content is not None
    first = found.structured_content["items"][0]
    assert (first["id"], first["title"], first["brand"]) == ("i03", "Item 3", "Acme")
    assert first["price_text"] in text_of(found)
    assert "[i03]" in text_of(found)
    page = call("find_items", words="item", limit=5).structured_content
    assert page is not None
    assert page["next"] == 5
    following = call("find_items", words="item", limit=5, offset=5).structured_content
    assert following is not None
    assert not {one["id"] for one in page["items"]} & {one["id"] for one in following["items"]}
    things = call("find_items", words="things").structured_content
    assert things is not None
    assert things["categories"] == [{"name": "Things", "items": 20}]
    assert "did you mean 'Things'" in text_of(call("find_items", words="item", category="Thingz"))


def test_substitutes_are_those_of_the_same_request(call: Call, shop: Shop) -> None:
    found = call("find_substitutes", item="i03", wishes="better battery, under 9", k=3).structured_content
    request = Request.of(
        query="i03", care={"battery": 5}, than=["battery"], filters={"max_price": 9.0}, k=3, z=3, quotes=1
    )
    assert found is not None
    expected = shop.answer(request)
    assert [one["id"] for one in found["substitutes"]] == [one.item for one in expected]
    first, told = expected[0], found["substitutes"][0]
    assert told["summary"] == first.text
    assert [reason["text"] for reason in told["reasons"]] == [reason.text for reason in first.reasons]
    assert all(one["price"] <= 9.0 for one in found["substitutes"])
    counts = [(one["substitute"]["praised"], one["substitute"]["blamed"]) for one in told["reasons"]]
    assert counts == [(one.substitute.praised, one.substitute.blamed) for one in first.reasons]
    assert any(one["substitute"]["quotes"] or one["item"]["quotes"] for one in told["reasons"])
    assert found["notes"] == list(expected.notes)


def test_wishes_are_told_and_counted(call: Call) -> None:
    found = call("find_substitutes", item="i03", wishes="better battery, red, not Sony", k=4)
    told = found.structured_content
    assert told is not None
    assert told["understood"] == ["“better battery”: better battery than what is looked at"]
    assert len(told["not_applied"]) == 2
    assert all(sentence in text_of(found) for sentence in told["understood"] + told["not_applied"])
    (met,) = told["met"]
    better = [
        one["id"]
        for one in told["substitutes"]
        if any(reason["attribute"] == "battery" and reason["verdict"] == "better" for reason in one["reasons"])
    ]
    assert met == {"wish": "battery", "items": better}


def test_fields_win_over_words(call: Call) -> None:
    found = call("find_substitutes", item="i10", wishes="under 9, cheaper", max_price=5.0, k=20).structured_content
    assert found is not None
    assert found["substitutes"]
    assert all(one["price"] <= 5.0 for one in found["substitutes"])
    assert found["not_applied"] == ["“under 9” was not applied: the field max_price of the request says otherwise."]
    assert [one["wish"] for one in found["met"]] == ["price"]
    assert found["met"][0]["items"] == [one["id"] for one in found["substitutes"]]
    same = call("find_substitutes", item="i10", than=["price"], min_price=3.0, exclude=["i04"], k=20).structured_content
    assert same is not None
    assert [one["wish"] for one in same["met"]] == ["price"]
    assert all(one["price"] >= 3.0 and one["id"] != "i04" for one in same["substitutes"])


def test_names_of_attributes_are_taken_as_people_say_them(call: Call) -> None:
    found = call("find_substitutes", item="i03", care={"lighter": 4}, than=["zoom", "Battery"]).structured_content
    assert found is not None
    assert found["understood"] == ["“lighter” was taken for weight."]
    assert found["not_applied"] == ["No review in this shop speaks of “zoom”, so it counts for nothing."]
    assert [one["wish"] for one in found["met"]] == ["battery"]


def test_two_items_side_by_side(call: Call, shop: Shop) -> None:
    found = call("compare_items", item="i03", other="i04", about=["battery", "zoom"], rows=4).structured_content
    assert found is not None
    assert (found["item"]["id"], found["other"]["id"]) == ("i03", "i04")
    request = Request.of(query="i03", care={"battery": 5}, z=4)
    expected = shop.side_by_side(request, "i04", 4)
    assert [row["text"] for row in found["rows"]] == [row.text for row in expected]
    assert found["rows"][0]["attribute"] == "battery"
    assert found["notes"] == ["No review in this shop speaks of “zoom”, so it counts for nothing."]


def test_one_item_and_what_the_shop_knows(call: Call, shop: Shop) -> None:
    found = call("item_details", item="i03").structured_content
    assert found is not None
    assert [one["attribute"] for one in found["said"]] == [name for name, _ in shop.item("i03").standings]
    assert all(one["praised"] + one["blamed"] for one in found["said"])
    about = call("about_shop", words="lighter").structured_content
    assert about is not None
    assert [one["attribute"] for one in about["found"]] == ["weight"]
    assert about["items"] == 20
    nothing = call("about_shop", words="zoom").structured_content
    assert nothing is not None
    assert nothing["found"] == []


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("find_substitutes", {}, "item is missing"),
        ("find_substitutes", {"item": "i3"}, "unknown item 'i3'. Did you mean "),
        ("find_substitutes", {"item": "Item 3"}, "i03 (Item 3)"),
        ("find_substitutes", {"item": 3}, "ids are texts"),
        ("find_substitutes", {"item": "i03", "k": 101}, "k may be 100 at most, not 101"),
        ("find_substitutes", {"item": "i03", "k": 0}, "k is 0; it must be 1 or more"),
        ("find_substitutes", {"item": "i03", "z": 21}, "z is 21; it must be 20 or less"),
        ("find_substitutes", {"item": "i03", "wish": "x"}, "there is no field wish"),
        ("find_substitutes", {"item": "i03", "wishes": "x" * 501}, "500 characters at most"),
        ("find_substitutes", {"item": "i03", "care": {"battery": 9}}, "it goes from 1 (none) to 5 (most)"),
        ("find_substitutes", {"item": "i03", "max_price": -1}, "max_price is -1; it must be 0 or more"),
        ("compare_items", {"item": "i03", "other": "i03"}, "name another one to compare it with"),
        ("compare_items", {"item": "i03", "other": "x99"}, "unknown item 'x99'."),
        ("item_details", {"item": "i99"}, "unknown item 'i99'."),
        ("find_items", {"limit": 101}, "limit is 101; it must be 100 or less"),
        ("about_shop", {"limit": "all"}, "limit is 'all'; it must be a whole number"),
        ("buy", {}, "there is no tool 'buy'; there are find_items, "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(call: Call, name: str, given: dict[str, Any], said: str) -> None:
    found = call(name, **given)
    assert found.is_error
    assert said in text_of(found)
    assert "\n" not in text_of(found)


def test_null_is_as_good_as_nothing(call: Call) -> None:
    found = call("find_substitutes", item="i03", wishes=None, max_price=None, brands=None, k=None)
    assert not found.is_error


def test_settings_bound_what_is_asked_for(shop: Shop) -> None:
    found = called(Desk(shop, ServiceSettings(max_k=3)), "find_substitutes", item="i03", k=4)
    assert text_of(found) == "k may be 3 at most, not 4"


def test_a_known_user_is_advised_as_such(shop: Shop) -> None:
    known = called(Desk(shop, ServiceSettings(), "u01"), "find_substitutes", item="i03").structured_content
    stranger = called(Desk(shop, ServiceSettings()), "find_substitutes", item="i03").structured_content
    assert known is not None
    assert stranger is not None
    assert known["asker"] == shop.wording.user_bases["trained"]
    assert stranger["asker"] == shop.wording.user_bases["average"]


@pytest.mark.parametrize(("name", "given"), EVERY_TOOL)
def test_nobody_who_wrote_a_review_is_named(shop: Shop, name: str, given: dict[str, Any]) -> None:
    found = called(Desk(shop, ServiceSettings(), "u01"), name, **given)
    said = json.dumps(found.structured_content, ensure_ascii=False) + text_of(found)
    assert not [user for user in shop.users["user"] if user in said]


@pytest.mark.parametrize(("name", "given"), EVERY_TOOL)
def test_answers_in_other_words(shop: Shop, name: str, given: dict[str, Any]) -> None:
    names = [*shop.attributes["attribute"], *shop.catalogue.ids, *shop.catalogue.titles, "Acme", "Things", "Shop"]
    asked = ["better battery", "cheaper", "red", "tastier", "taste", "zoom", "quiet", "lighter", "Battery"]
    said = text_of(called(Desk(shop.in_words(LOUD), ServiceSettings()), name, **given))
    assert not quiet_parts(said.replace("The battery of", ""), *names, *asked), said


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """The log of the service, which hands its lines to nobody else once it was set up."""
    log = logging.getLogger("instead.service")
    before = log.propagate
    log.propagate = True
    with caplog.at_level(logging.INFO, "instead.service"):
        yield caplog
    log.propagate = before


def test_a_failure_is_no_trace(call: Call, monkeypatch: pytest.MonkeyPatch, heard: pytest.LogCaptureFixture) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("secret path")

    monkeypatch.setattr(Desk, "_line", fails)
    found = call("find_substitutes", item="i03")
    assert found.is_error
    assert text_of(found) == FAILED
    assert "secret path" in heard.text


def test_the_log_says_which_tool_and_not_what_was_asked(call: Call, heard: pytest.LogCaptureFixture) -> None:
    call("find_substitutes", item="i03", wishes="something for my bad back")
    (line,) = [record for record in heard.records if record.getMessage() == "called"]
    assert {name: line.facts[name] for name in ("tool", "how")} == {  # type: ignore[attr-defined]
        "tool": "find_substitutes",
        "how": "done",
    }
    assert "back" not in str(line.__dict__)


def test_two_calls_are_computed_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=30)
    original = Desk._line

    def meets(self: Desk, item: str) -> Any:
        both.wait()  # nobody comes out before the other is here
        return original(self, item)

    monkeypatch.setattr(Desk, "_line", meets)

    async def ask() -> list[Any]:
        found: list[Any] = []
        async with Client(server_of(desk)) as client, anyio.create_task_group() as group:

            async def one(item: str) -> None:
                found.append(await client.call_tool("compare_items", {"item": item, "other": "i09"}))

            group.start_soon(one, "i03")
            group.start_soon(one, "i04")
        return found

    found = anyio.run(ask)
    assert sorted(one.structured_content["item"]["id"] for one in found) == ["i03", "i04"]


def test_more_calls_than_may_wait_are_refused(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, go_on = threading.Event(), threading.Event()
    original = Desk._line

    def waits(self: Desk, item: str) -> Any:
        inside.set()
        assert go_on.wait(30)
        return original(self, item)

    monkeypatch.setattr(Desk, "_line", waits)
    desk = Desk(shop, ServiceSettings(max_waiting=1))

    async def ask() -> list[Any]:
        found: list[Any] = []
        async with Client(server_of(desk)) as client, anyio.create_task_group() as group:

            async def first() -> None:
                found.append(await client.call_tool("compare_items", {"item": "i03", "other": "i04"}))

            group.start_soon(first)
            await anyio.to_thread.run_sync(inside.wait, 30)
            found.append(await client.call_tool("item_details", {"item": "i03"}))
            go_on.set()
        return found

    refused, answered = anyio.run(ask)
    assert refused.is_error
    assert text_of(refused) == "1 calls are being answered or waiting; ask again in a moment"
    assert not answered.is_error
