"""Explanations for tables: the same as those of a recommendation, whatever is kept and whatever is let go."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.explanation import briefs
from instead.ranking.crowds import Crowd
from instead.request import Request
from instead.serving.answers_by_query import Answers
from instead.shop import Shop
from tests.open_shop import open_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("open")))


@pytest.mark.parametrize("kept", [0, 40])
def test_what_is_told_does_not_depend_on_what_is_kept(shop: Shop, monkeypatch: pytest.MonkeyPatch, kept: int) -> None:
    monkeypatch.setattr(briefs, "_TEXTS", max(kept, 1))
    shop.__dict__.pop("_briefs", None)
    users = [f"u{n % 30:02d}" if n % 4 else None for n in range(120)]
    queries = [f"i{n % 7:02d}" for n in range(120)]
    asked = [Request(user=user, query=query, k=5) for user, query in zip(users, queries, strict=True)]
    for user, query, brief in zip(users, queries, shop.briefs(asked), strict=True):
        found = shop.recommend(user, query, 5)
        assert brief.items == [one.item for one in found]
        assert brief.scores == [one.score for one in found]
        assert [told.text for told in brief.told] == [one.text for one in found]
        for told, one in zip(brief.told, found, strict=True):
            for side in ("better", "comparable", "worse"):
                said = tuple(reason.attribute for reason in one.reasons if reason.verdict == side)
                assert getattr(told, side) == said


def test_an_unknown_query_has_a_note(shop: Shop) -> None:
    brief = shop.briefs([Request(user="u01", query="i55")])[0]
    assert (brief.user_basis, brief.items) == (None, [])
    assert brief.notes[0].startswith("unknown item 'i55'. Did you mean")


def test_whoever_says_something_is_not_taken_for_whoever_says_nothing(shop: Shop) -> None:
    said, visit = Request.of(query="i05", reviews=[("battery", 1)] * 3), Request.of(query="i05", viewed=["i06"])
    silent = Request(query="i05")
    asked = [said, silent, visit, silent.model_copy(update={"query": "i06"}), said]
    briefs = shop.briefs(asked)
    assert [one.user_basis for one in briefs] == ["folded in", "average", "average", "average", "folded in"]
    for request, brief in zip(asked, briefs, strict=True):
        found = shop.answer(request)
        assert (brief.items, brief.notes) == ([one.item for one in found], found.notes)


def test_requests_that_ask_for_the_same_are_answered_together(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [{"not_dearer": True, "exclude": ["i07", "i08"]}, {"not_dearer": True, "exclude": ["i08", "i07"]}]
    asked = [Request.of(user=f"u{n:02d}", query="i05", filters=given[n % 2], k=4) for n in range(6)]
    asked.append(Request.of(user="u01", query="i05", k=4))
    calls: list[int] = []
    real = type(shop).answers

    def counted(self: Shop, request: Request, queries: list[str | None], crowd: Crowd) -> Answers:
        calls.append(len(queries))
        return real(self, request, queries, crowd)

    monkeypatch.setattr(type(shop), "answers", counted)
    found = shop.briefs(asked)
    assert calls == [6, 1]
    for request, brief in zip(asked, found, strict=True):
        assert brief.items == [one.item for one in shop.answer(request)]
