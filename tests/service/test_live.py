"""The model in use: what is tried out before it may answer, and what a swap counts."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from instead.errors import FolderError
from instead.languages import packaged
from instead.service import live as module
from instead.service.live import LiveShop, Loaded, open_shop
from instead.settings import Filters
from instead.wording import ENGLISH, Wording


class Pretended:
    """A shop that is asked and notes it."""

    def __init__(self, items: int = 20, users: int = 2, score: float = 1.0, offered: int | None = None) -> None:
        self.folder = Path("/models/pretended")
        self.manifest = {"model": "x", "seed": 1}
        self.catalogue = SimpleNamespace(ids=[f"i{n:02d}" for n in range(items)])
        self.users = pl.DataFrame({"user": [f"u{n}" for n in range(users)]}, schema={"user": pl.String})
        self.score, self.offered = score, offered
        self.asked: list[tuple[str | None, str, int, Any]] = []
        self.shown: list[str] = []
        self.verified = 0

    def verify(self) -> None:
        self.verified += 1

    def search(self, text: str, limit: int = 20) -> Any:
        assert (text, limit) in {("", 1), ("a word", 20)}
        return [SimpleNamespace(id=self.catalogue.ids[-1])]

    def recommend(self, user: str | None, item: str, k: int, filters: Any) -> Any:
        self.asked.append((user, item, k, filters))
        count = min(k, len(self.catalogue.ids) - 1) if self.offered is None else self.offered
        return [SimpleNamespace(score=self.score)] * count

    def item(self, item: str) -> None:
        self.shown.append(item)

    def in_words(self, wording: Wording) -> SimpleNamespace:
        return SimpleNamespace(like=self, wording=wording)


def opened(monkeypatch: pytest.MonkeyPatch, shop: Any) -> Loaded:
    monkeypatch.setattr(module, "load", lambda folder, wording: shop)
    return open_shop(Path("/models/pretended"))


def test_a_model_is_asked_all_over_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    shop: Any = Pretended(items=20)
    opened(monkeypatch, shop)
    items = ["i19", "i00", "i04", "i08", "i12", "i16"]  # the most reviewed one, and five from first to last
    assert shop.shown == items
    everything = Filters(bought=True, any_kind=True)
    assert shop.asked == [(user, item, 3, everything) for item in items for user in (None, "u0")]
    assert shop.verified == 1


@pytest.mark.parametrize(("items", "asked"), [(1, 1), (2, 2), (4, 4), (5, 5), (7, 6)])
def test_small_catalogues_are_asked_as_far_as_they_go(monkeypatch: pytest.MonkeyPatch, items: int, asked: int) -> None:
    shop: Any = Pretended(items=items, users=0)
    opened(monkeypatch, shop)
    assert len(shop.shown) == len(set(shop.shown)) == asked
    assert {user for user, *_ in shop.asked} == {None}


@pytest.mark.parametrize(
    ("shop", "said"),
    [
        (Pretended(items=0), "a shop without items"),
        (Pretended(score=float("nan")), "scores that are no numbers"),
        (Pretended(score=float("inf")), "scores that are no numbers"),
        (Pretended(offered=2), "scores that are no numbers"),
    ],
)
def test_what_cannot_answer_is_refused(monkeypatch: pytest.MonkeyPatch, shop: Any, said: str) -> None:
    with pytest.raises(FolderError, match=rf"^/models/pretended: .*{said}"):
        opened(monkeypatch, shop)


def test_a_shop_in_every_language_that_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    shop: Any = Pretended()
    monkeypatch.setattr(module, "load", lambda folder, wording: shop)
    loaded = open_shop(Path("/models/pretended"), packaged())
    assert [*loaded.shops] == ["en", "de", "fr"]
    assert loaded.shops["en"] is shop is loaded.in_language("es").shop is loaded.in_language("").shop
    german: Any = loaded.in_language("de-CH, en;q=0.1").shop
    assert (german.like, german.wording.language) == (shop, "de")


def test_whatever_goes_wrong_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    shop: Any = Pretended()
    shop.item = lambda item: {}[item]
    with pytest.raises(FolderError, match=r"the model cannot recommend \(KeyError\('i19'\)\)") as wrong:
        opened(monkeypatch, shop)
    assert isinstance(wrong.value.__cause__, KeyError)


def test_a_version_is_that_of_the_manifest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one, same, other = Pretended(), Pretended(), Pretended()
    same.manifest = {"seed": 1, "model": "x"}
    other.manifest = {"model": "x", "seed": 2}
    versions = [opened(monkeypatch, shop).version for shop in (one, same, other)]
    assert versions[0] == versions[1] != versions[2]
    assert len(bytes.fromhex(versions[0])) == 6
    ticks = iter([2.0, 5.5])
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: next(ticks), time=lambda: 1234.0))
    one.folder = tmp_path
    (tmp_path / "README.md").write_bytes(b"# Model card \xff")
    loaded = opened(monkeypatch, one)
    assert (loaded.card, loaded.seconds, loaded.since) == ("# Model card \N{REPLACEMENT CHARACTER}", 3.5, 1234.0)
    (tmp_path / "README.md").unlink()
    monkeypatch.undo()
    assert opened(monkeypatch, one).card is None


# --- swaps ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def swapping(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A live shop whose models are their folders' names; `fails` makes loading go wrong."""
    seen: list[tuple[Path, Any]] = []

    def pretended(folder: Path, wording: Any) -> Any:
        seen.append((folder, wording))
        if folder.name == "ruined":
            raise FolderError("ruined")
        shop = SimpleNamespace(folder=folder)
        return SimpleNamespace(shop=shop, version=folder.name, shops={"en": shop})

    monkeypatch.setattr(module, "open_shop", pretended)
    words = ENGLISH.model_copy() if hasattr(ENGLISH, "model_copy") else ENGLISH
    return LiveShop(Path("/models/one"), words), seen, words


def test_a_swap_takes_the_folder_or_the_same_again(swapping: Any) -> None:
    live, seen, words = swapping
    assert (live.current.version, live.reloads, live.failures) == ("one", 0, 0)
    assert live.reload(Path("/models/two")) is live.current
    assert live.reload().version == "two"
    assert [folder.name for folder, _ in seen] == ["one", "two", "two"]
    assert all(given["en"] is words and [*given] == ["en", "de", "fr"] for _, given in seen)
    assert (live.reloads, live.failures) == (2, 0)


def test_after_a_failure_the_old_one_stays_and_the_next_may_try(swapping: Any) -> None:
    live, _, _ = swapping
    before = live.current
    for _ in range(2):
        with pytest.raises(FolderError, match="ruined"):
            live.reload(Path("/models/ruined"))
    assert live.current is before
    assert (live.reloads, live.failures) == (0, 2)
    live.reload()
    assert (live.reloads, live.failures) == (1, 2)


def test_one_at_a_time(swapping: Any) -> None:
    live, seen, _ = swapping
    with live._loading, pytest.raises(FolderError, match="another model is being loaded"):
        live.reload()
    assert len(seen) == 1
    thread = threading.Thread(target=live.reload)
    thread.start()
    thread.join()
    assert live.reloads == 1
