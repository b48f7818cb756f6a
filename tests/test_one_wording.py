"""One wording for all surfaces: in a shop with other words, nothing is said in the usual ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from starlette.testclient import TestClient

import instead
from instead.batch import recommend_batch
from instead.errors import InputError
from instead.models.reference.item_knn import ItemKNNSettings
from instead.records import Recommendation
from instead.request import Request
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.shop import Shop, load
from instead.wording import ENGLISH, Wording
from tests.loud_words import LOUD, quiet_parts
from tests.open_shop import open_shop

PAGE = Path(instead.__file__).parent / "service" / "page"
SAID = {
    "text",
    "about",
    "said",
    "verdict_text",
    "basis_text",
    "notes",
    "headline",
    "gave_up",
    "kind_text",
    "keep_text",
    "why",
    "heads",
}
"""Fields of records that hold sentences of ours; the text of a quote is its author's."""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A model that looks at care, and one that looks at history."""
    folder = tmp_path_factory.mktemp("open")
    return open_shop(folder / "a").folder, open_shop(folder / "b", "item-knn", ItemKNNSettings()).folder


def sentences(value: Any, name: str = "") -> Iterator[str]:
    """What a record, or its JSON, says in words of ours."""
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        own = {key: part for key, part in value.items() if not (key == "text" and "sentiment" in value)}
        for key, part in own.items():
            yield from sentences(part, key)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from sentences(part, name)
    elif isinstance(value, str) and name in SAID and value:
        yield value


def asked() -> list[Request]:
    """Requests that bring up every kind of basis and most notes."""
    wishes: list[dict[str, Any]] = [
        {"user": "u01"},
        {"user": "nobody", "viewed": ["i06", "x"], "history": ["i07"]},
        {"care": {"battery": 5}, "style": "paper"},
        {"reviews": [("battery", 1)]},
        {"filters": {"in_stock": ["i01", "x"], "exclude": ["y"], "brands": ["Acme", "Zed"], "exclude_brands": ["Q"]}},
        {"filters": {"category": "Toys"}, "session": "s"},
        {"than": ["battery", "price"], "user": "u01"},
    ]
    return [Request.of(query="i05", k=6, z=4, quotes=2, **one) for one in wishes]


def names_of(shop: Shop) -> list[str]:
    strange = ["nobody", "Toys", "Zed", "n1", "Things", "Acme"]
    return [*shop.attributes["attribute"], *shop.catalogue.ids, *shop.catalogue.titles, *strange]


@pytest.mark.parametrize("model", [0, 1], ids=["a2cf", "item-knn"])
def test_a_shop_in_other_words(folders: tuple[Path, Path], model: int) -> None:
    shop, usual = load(folders[model], wording=LOUD), load(folders[model])
    names = names_of(shop)
    heard = 0
    for request in asked():
        found: list[Any] = [shop.answer(request), shop.why(request, "i06"), shop.side_by_side(request, "i06", 7)]
        found += [shop.item("i06"), shop.grouped(request.user, "i05", 6, care=request.care)]
        for one in sentences(found):
            assert not quiet_parts(one, *names), one
            heard += 1
        plainly = usual.answer(request)
        assert isinstance(found[0], Recommendation)
        assert [one.item for one in found[0]] == [one.item for one in plainly]  # words change nothing else
        assert len(found[0].notes) == len(plainly.notes)
        assert all(quiet_parts(one, *names) for one in (plainly.basis_text, *plainly.notes))
    assert heard > 500


def test_newcomers_and_folders_without_reviews_in_other_words(folders: tuple[Path, Path]) -> None:
    shop = load(folders[0], wording=LOUD).with_items([{"item": "n1", "mentions": [("battery", 1)]}, {"item": "n2"}])
    for query in ("n1", "n2", "i05"):
        found = shop.recommend(None, query, 30)
        assert found.substitutes
        for one in sentences(found):
            assert not quiet_parts(one, *names_of(shop)), one
    assert "NEW: PLACED BY WHAT ITS REVIEWS SAY" in {one.basis_text for one in shop.recommend(None, "i05", 30)}


def test_a_table_in_other_words(folders: tuple[Path, Path], tmp_path: Path) -> None:
    rows = {"user": ["u01", "nobody", None, "u02"], "query": ["i05", "i06", "i55", None]}
    pl.DataFrame(rows).write_parquet(tmp_path / "pairs.parquet")
    done = recommend_batch(
        folders[0], tmp_path / "pairs.parquet", tmp_path / "out.parquet", wording=LOUD, viewed=["i07"]
    )
    table, names = pl.read_parquet(done.out), names_of(load(folders[0]))
    for name in ("text", "note"):
        for one in table[name].drop_nulls():
            assert not quiet_parts(one, *names, "i55"), one
    assert table["note"].null_count() == 0
    assert table["note"][-1] == "THE QUERY IS MISSING: THIS ROW NAMES NO ITEM."
    assert table.filter(pl.col("query") == "i55")["note"][0].startswith("UNKNOWN ITEM 'i55'. DID YOU MEAN ")


def test_other_words_begin_a_table_anew(folders: tuple[Path, Path], tmp_path: Path, monkeypatch: Any) -> None:
    from instead import batch

    pl.DataFrame({"query": ["i05"]}).write_parquet(tmp_path / "pairs.parquet")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "_finish", stop)
    with pytest.raises(KeyboardInterrupt):
        recommend_batch(folders[0], tmp_path / "pairs.parquet", tmp_path / "out.parquet")
    monkeypatch.undo()
    assert recommend_batch(folders[0], tmp_path / "pairs.parquet", tmp_path / "out.parquet", wording=LOUD).kept == 0


def test_a_service_in_other_words(folders: tuple[Path, Path], tmp_path: Path) -> None:
    live = LiveShop(folders[1], LOUD)
    names = names_of(live.current.shop)
    with TestClient(create(live, ServiceSettings(store=str(tmp_path / "live.sqlite"))), "http://127.0.0.1") as service:
        words = service.get("/v1/about").json()["words"]
        assert words == LOUD.words.model_dump(mode="json")
        for request in asked():
            answers = [
                service.post("/v1/recommend", json={**request.as_json(), "grouped": True}).json(),
                service.post("/v1/explain", json={**request.as_json(), "substitute": "i06"}).json(),
            ]
            for one in sentences(answers):
                assert not quiet_parts(one, *names), one
        service.post("/admin/reload", json={"folder": str(folders[0])})  # the next model speaks the same way
        told = service.post("/v1/recommend", json={"query": "i05"}).json()
        assert told["basis_text"] == "FOR THE AVERAGE CUSTOMER"


def test_a_wording_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "loud.toml").write_text(LOUD.to_toml(), encoding="utf-8")
    assert Wording.from_toml(tmp_path / "loud.toml") == LOUD
    (tmp_path / "some.toml").write_text('last = " und "\n[words]\nsame_price = "gleicher Preis"\n', encoding="utf-8")
    some = Wording.from_toml(tmp_path / "some.toml")
    assert (some.last, some.words.same_price, some.comma) == (" und ", "gleicher Preis", ENGLISH.comma)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('praise = "x"', "setting praise: "),
        ('praised = "{prised}"', r"praised has a gap \{prised\}; its gaps are: praised, reviews"),
        ('last = "{x}"', r"last has a gap \{x\}; its gaps are: none"),
        ('praised = "{praised"', "is no text with gaps"),
        ('verdicts = {better = "besser"}', "verdicts needs a text for each of: better, comparable, worse, unknown"),
        ('words = {less = "{price}"}', r"less has a gap \{price\}; its gaps are: amount"),
    ],
)
def test_a_wrong_wording_is_refused_before_anybody_reads_it(tmp_path: Path, line: str, sentence: str) -> None:
    (tmp_path / "wrong.toml").write_text(line, encoding="utf-8")
    with pytest.raises(InputError, match=sentence) as caught:
        Wording.from_toml(tmp_path / "wrong.toml")
    assert "wrong.toml" in str(caught.value)


VERDICTS = re.compile(
    r"\b(better|worse|comparable|praised?|blamed?|about the same|too few|not clear|estimated|est\.|on the \$|"
    r"average customer is|have not met|less|dearer|same price|reviews? (?:say|says|speak|speaks))",
    re.IGNORECASE,
)


def texts_of(script: str) -> Iterator[tuple[str, str]]:
    """Every text between quotes in a script, with the line it stands in; comments are left out."""
    for line in script.splitlines():
        code = re.sub(r"(^|\s)//.*$", "", line)
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code):
            yield text[0] or text[1], code


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda path: path.name)
def test_the_page_words_no_reason_itself(path: Path) -> None:
    for text, line in texts_of(path.read_text(encoding="utf-8")):
        is_class = re.search(rf'class: [^,]*"{re.escape(text)}"', line) or text.startswith(("chip ", "reason ", "./"))
        assert is_class or not VERDICTS.search(text), f"{path.name}: {text!r}"


SENTENCE = re.compile(r"^[A-Z][a-z’]+(?: [a-z]|$)|[A-Za-z’]{2,} [a-z’]{2,} [a-z’]{2,}")
CODE = re.compile(
    r"^(?:\./|#|\(|M\d|[a-z-]+(?: [a-z-]+)*$)|\$\{"
)  # modules, addresses, media queries, paths, class names
SAID_OTHERWISE = {"AbortError", "Content-Type", "Accept-Language", "Instead"}


@pytest.mark.parametrize("path", sorted(PAGE.glob("*.js")), ids=lambda path: path.name)
def test_the_page_says_nothing_in_a_language_of_its_own(path: Path) -> None:
    for text, _ in texts_of(path.read_text(encoding="utf-8")):
        said = re.sub(r"\$\{.*?\}", "", text)
        if text not in SAID_OTHERWISE and not CODE.match(text):
            assert not SENTENCE.search(said), f"{path.name}: {text!r}"


def test_the_frame_of_the_page_says_nothing_either() -> None:
    frame = (PAGE.parent / "index.html").read_text(encoding="utf-8")
    shown = re.sub(r"<[^>]*>", " ", frame) + " ".join(
        re.findall(r'(?:aria-label|placeholder|content|alt)="([^"]*)"', frame)
    )
    left = re.findall(r"[A-Za-z]{3,}", re.sub(r"\{\w+\}|width=device-width, initial-scale=1|light dark", " ", shown))
    assert left == ["Instead"]  # the name


def test_the_scan_finds_what_it_looks_for() -> None:
    wrong = 'const SAID = { better: "about the same" }; // "worse"\n'
    wrong += 'h("p", {}, `praised in ${n}`, h("i", { class: "worse" }))'
    found = [text for text, _ in texts_of(wrong) if VERDICTS.search(text)]
    assert found == ["about the same", "praised in ${n}", "worse"]


def test_a_shop_put_into_other_words_says_nothing_in_the_first(folders: tuple[Path, Path]) -> None:
    usual = load(folders[0])
    for request in asked():  # what is kept from request to request is there, in the usual words
        usual.answer(request), usual.why(request, "i06"), usual.side_by_side(request, "i06", 7)
    usual.briefs(asked())
    shop, names = usual.in_words(LOUD), names_of(usual)
    for request in asked():
        found: list[Any] = [shop.answer(request), shop.why(request, "i06"), shop.side_by_side(request, "i06", 7)]
        found += [shop.item("i06"), shop.grouped(request.user, "i05", 6, care=request.care)]
        told = [one.text for brief in shop.briefs([request]) for one in brief.told]
        for one in (*sentences(found), *told):
            assert not quiet_parts(one, *names), one
    assert quiet_parts(usual.answer(asked()[0]).basis_text, *names)
