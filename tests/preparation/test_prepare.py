"""From raw files to a dataset folder: complete or absent, counted, reproducible."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import instead.preparation.prepare as run_module
from instead.errors import DoesNotFit, EmptyResult, FolderError, InputError, TooManyRejects, TruncatedFile
from instead.files.blocks import blocks
from instead.preparation.prepare import NO_LINKS, NO_REVIEWS, prepare
from instead.store.dataset import Dataset
from tests.small_shop import NOW, content, packed, put, put_json, shop_meta, shop_rows, small_settings, small_shop


def made(folder: Path, *files: Path, out: str = "data", **options: Any) -> Dataset:
    settings = options.pop("settings", small_settings())
    return prepare(files or small_shop(folder), out=folder / out, settings=settings, now=NOW, **options)


def rejected_of(data: Dataset) -> Path:
    assert data.rejected is not None
    return data.rejected


def left_in(folder: Path) -> set[str]:
    """What is there, hidden names included."""
    return {path.name for path in folder.iterdir()}


def test_a_dataset_has_all_its_tables(tmp_path: Path) -> None:
    data = made(tmp_path)
    assert data.counts["reviews"] == 300
    assert (data.counts["users"], data.counts["items"], data.counts["links"]) == (30, 20, 60)
    assert data.counts["train"] + data.counts["validation"] + data.counts["test"] == 300
    expected = ("i03", "Item 3", "Acme", ["Shop", "Things"], 4.5, "USD", None)
    assert data.items.filter(pl.col("item") == "i03").row(0)[:7] == expected
    assert data.reviews().collect().columns == ["user", "item", "rating", "time", "text"]
    assert data.manifest["sources"][0]["rows"] == 300
    assert len(data.manifest["sources"][0]["sha256"]) == 64
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data"}
    assert data.rejected is None
    assert data.split("paper").digest() == data.manifest["splits"]["paper"]["hash"]


class Broken(Exception):
    """Something nobody foresaw."""


STAGES = (
    "gather_reviews",
    "gather_items_and_links",
    "gather_mentions",
    "split_parts",
    "write_splits",
    "content_hash",
    "seal",
    "name_layers",
)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("kind", [Broken, KeyboardInterrupt, MemoryError])
def test_a_folder_is_complete_or_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, kind: type[BaseException]
) -> None:
    reviews, meta = small_shop(tmp_path)
    before = made(tmp_path, reviews, meta)
    bytes_before = content(before.folder)
    true: Callable[..., Any] = getattr(run_module, stage)

    def fails_after(*args: Any, **options: Any) -> Any:
        true(*args, **options)
        raise kind

    monkeypatch.setattr(run_module, stage, fails_after)
    rows = shop_rows()
    rows[3]["overall"] = 99.0
    put_json(reviews, rows)
    for target in ("new", "data"):
        with pytest.raises(kind):
            made(tmp_path, reviews, meta, out=target, replace=True)
    assert content(before.folder) == bytes_before
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data"}


def spoil(path: Path, failure: str) -> None:
    """Make a file of reviews unusable, in one way or another."""
    rows = shop_rows()
    if failure == "too many rejects":
        put_json(path, [{**row, "overall": 9} for row in rows])
    elif failure == "cut off":
        put_json(path, rows, "gzip")
        path.write_bytes(path.read_bytes()[:-99])
    elif failure == "k-core":
        put_json(path, rows[:12])
    elif failure == "foreign ids":
        put_json(path, [{**row, "asin": f"x{row['asin']}"} for row in rows])
    elif failure == "no format":
        put(path, ["nothing of", "any format here"])
    elif failure == "empty":
        path.write_bytes(b"")
    else:
        path.unlink()


@pytest.mark.parametrize(
    "failure", ["too many rejects", "cut off", "k-core", "foreign ids", "no format", "empty", "gone"]
)
def test_the_previous_dataset_survives_every_kind_of_failure(tmp_path: Path, failure: str) -> None:
    reviews, meta = small_shop(tmp_path)
    before = content(made(tmp_path, reviews, meta).folder)
    spoil(reviews, failure)
    with pytest.raises(InputError):
        made(tmp_path, reviews, meta, replace=True)
    assert content(tmp_path / "data") == before
    assert not [name for name in left_in(tmp_path) if "partial" in name or ".old." in name]


def test_replace_must_be_asked_for(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    first = made(tmp_path, reviews, meta)
    with pytest.raises(FolderError, match="--replace"):
        made(tmp_path, reviews, meta)
    second = made(tmp_path, reviews, meta, replace=True, settings=small_settings(seed=5))
    assert second.split_hash != first.split_hash
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data"}


def test_a_foreign_folder_is_never_touched(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    foreign = tmp_path / "data"
    foreign.mkdir()
    put(foreign / "thesis.txt", "years of work")
    with pytest.raises(FolderError, match="holds other files"):
        made(tmp_path, reviews, meta, replace=True)
    put(foreign / "manifest.json", '{"kind": "model", "format": 1}')
    with pytest.raises(FolderError, match="is a model folder"):
        made(tmp_path, reviews, meta, replace=True)
    assert (foreign / "thesis.txt").read_text() == "years of work"
    with pytest.raises(FolderError, match="is a file"):
        made(tmp_path, reviews, meta, out="reviews.json")


def test_an_empty_folder_and_missing_parents_are_fine(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    (tmp_path / "data").mkdir()
    assert made(tmp_path, reviews, meta).counts["reviews"] == 300
    assert made(tmp_path, reviews, meta, out="a/b/c").counts["reviews"] == 300


def test_a_target_below_a_file_is_refused_before_the_work(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    with pytest.raises(FolderError, match=r"reviews\.json is a file"):
        made(tmp_path, reviews, meta, out="reviews.json/data")


def test_rejected_rows_are_on_file(tmp_path: Path) -> None:
    rows = shop_rows()
    rows[4]["overall"] = 77.0
    rows[9]["asin"] = ""
    reviews = put_json(tmp_path / "reviews.json", rows)
    data = made(tmp_path, reviews, put_json(tmp_path / "meta.json", shop_meta()))
    found = [json.loads(line) for line in rejected_of(data).read_text().splitlines()]
    assert [(row["file"], row["line"]) for row in found] == [(str(reviews), 5), (str(reviews), 10)]
    assert found[0]["cause"] == "rating outside 1 to 5: '77'"
    assert '"user": "u00"' in found[0]["content"]
    assert data.manifest["sources"][0]["rejected"] == 2
    assert data.counts["reviews"] == 298
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data"}


def many_bad(folder: Path) -> tuple[Path, Path]:
    rows = shop_rows()
    for place in range(0, 280, 40):
        rows[place]["overall"] = 77.0
    return put_json(folder / "reviews.json", rows), put_json(folder / "meta.json", shop_meta())


def test_more_than_one_percent_bad_rows_stop_the_work(tmp_path: Path) -> None:
    files = many_bad(tmp_path)
    with pytest.raises(TooManyRejects) as caught:
        made(tmp_path, *files)
    message = str(caught.value)
    assert message.startswith(f"{files[0]}: 7 of 300 rows (2.3%) are unusable")
    assert [f"line {line}: rating outside 1 to 5: '77'" in message for line in (1, 41, 81, 121, 161)] == [True] * 5
    assert "line 201" not in message
    assert "--max-rejected 0.03" in message
    beside = tmp_path / "data.rejected.jsonl"
    assert str(beside) in message
    assert len(beside.read_text().splitlines()) == 7
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data.rejected.jsonl"}


def test_bad_rows_can_be_allowed(tmp_path: Path) -> None:
    files = many_bad(tmp_path)
    with pytest.raises(TooManyRejects):
        made(tmp_path, *files)
    data = made(tmp_path, *files, settings=small_settings(max_rejected=0.03))
    assert data.counts["reviews"] == 293
    assert len(rejected_of(data).read_text().splitlines()) == 7
    assert not (tmp_path / "data.rejected.jsonl").exists()


def test_exactly_the_allowed_share_is_allowed(tmp_path: Path) -> None:
    rows = shop_rows()
    for place in (0, 40, 80):
        rows[place]["overall"] = 77.0
    put_json(tmp_path / "r.json", rows)
    assert made(tmp_path, tmp_path / "r.json", put_json(tmp_path / "m.json", shop_meta())).counts["reviews"] == 297


def test_a_cut_off_gzip_says_how_much_is_readable_and_the_flag_keeps_it(tmp_path: Path) -> None:
    text = b"".join(json.dumps(row).encode() + b"\n" for row in shop_rows())
    reviews = tmp_path / "reviews.json.gz"
    reviews.write_bytes(packed(text, "gzip")[:-400])
    meta = put_json(tmp_path / "meta.json", shop_meta())
    with pytest.raises(TruncatedFile) as caught:
        made(tmp_path, reviews, meta)
    readable = caught.value.rows
    assert 100 < readable < 300
    assert f"{readable} rows before that place are readable" in str(caught.value)
    assert "--keep-truncated" in str(caught.value)
    data = made(tmp_path, reviews, meta, settings=small_settings(keep_truncated=True, min_user=1, min_item=1))
    assert data.counts["reviews"] == readable
    assert "cut off" in data.manifest["sources"][0]["damage"]


def test_no_reviews_and_no_links_are_said_before_the_work(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    with pytest.raises(InputError) as caught:
        made(tmp_path, meta)
    assert str(caught.value) == NO_REVIEWS
    with pytest.raises(InputError) as caught:
        made(tmp_path, reviews)
    assert str(caught.value) == NO_LINKS
    with pytest.raises(InputError):
        prepare([], out=tmp_path / "data")


def test_a_damaged_file_is_named_before_missing_reviews(tmp_path: Path) -> None:
    path = tmp_path / "meta.json.gz"
    text = "".join(json.dumps({**row, "x": os.urandom(60).hex()}) + "\n" for row in shop_meta())
    path.write_bytes(packed(text.encode(), "gzip")[:-400])
    with pytest.raises(TruncatedFile):
        made(tmp_path, path)


def test_without_links_there_are_attributes_and_no_triples(tmp_path: Path) -> None:
    reviews, _ = small_shop(tmp_path)
    data = made(tmp_path, reviews, without_links=True)
    assert data.splits == []
    with pytest.raises(FolderError, match="no split 'paper'"):
        data.split()


def test_a_core_that_leaves_nothing_is_an_error_with_advice(tmp_path: Path) -> None:
    with pytest.raises(EmptyResult, match=r"nothing is left of 300 reviews.*--min-user or --min-item"):
        made(tmp_path, settings=small_settings(min_user=11))


def test_links_that_fit_no_item_are_an_error_with_the_count(tmp_path: Path) -> None:
    reviews, _ = small_shop(tmp_path)
    links = put(tmp_path / "links.txt", ["x1,x2,x3", "x2,x1"])
    with pytest.raises(EmptyResult, match="3 links read, 3 lead to items without enough reviews"):
        made(tmp_path, reviews, links)


def test_reviews_without_a_usable_row_are_an_error(tmp_path: Path) -> None:
    reviews = put_json(tmp_path / "r.json", [{"user": "u", "item": "", "rating": 5}] * 3)
    with pytest.raises(EmptyResult, match="no usable review"):
        made(tmp_path, reviews, put_json(tmp_path / "m.json", shop_meta()), settings=small_settings(max_rejected=1.0))


def test_ids_with_commas_and_quotes_survive(tmp_path: Path) -> None:
    def odd(name: str) -> str:
        return f'{name},"x" é'

    rows = ["user,item,rating,time,text"]
    for row in shop_rows():
        cells = [odd(row["reviewerID"]), odd(row["asin"]), str(row["overall"]), str(row["unixReviewTime"]), 'a "b",\nc']
        rows.append(",".join('"' + cell.replace('"', '""') + '"' for cell in cells))
    reviews = put(tmp_path / "r.csv", rows)
    links = put(
        tmp_path / "also_viewed.csv",
        ["source,target"] + [f'"i{n:02d},""x"" é","i{n + 1:02d},""x"" é"' for n in range(19)],
    )
    data = made(tmp_path, reviews, links)
    assert data.counts["reviews"] == 300
    assert data.counts["links"] == 19
    written = data.reviews().collect()
    assert set(written["user"]) == {odd(row["reviewerID"]) for row in shop_rows()}
    assert set(written["text"]) == {'a "b",\nc'}


def test_the_latest_of_repeated_reviews_stays_and_texts_are_pooled(tmp_path: Path) -> None:
    rows = shop_rows()
    first = rows[0]
    later = {**first, "overall": 1.0, "unixReviewTime": 1_500_000_000, "reviewText": "New words."}
    oldest = {**first, "overall": 2.0, "unixReviewTime": 1_300_000_000, "reviewText": "Old words."}
    same = {**first, "unixReviewTime": 1_350_000_000}
    reviews = put_json(tmp_path / "r.json", [later, *rows, oldest, same])
    data = made(tmp_path, reviews, put_json(tmp_path / "m.json", shop_meta()))
    assert data.counts["reviews"] == 300
    assert data.manifest["funnel"]["duplicates"] == 3
    row = data.reviews().filter((pl.col("user") == first["reviewerID"]) & (pl.col("item") == first["asin"])).collect()
    assert row["rating"].to_list() == [1.0]
    assert row["time"].to_list() == [1_500_000_000]
    assert row["text"].to_list() == [f"New words.\n\n{first['reviewText']}\n\nOld words."]


def mention_lines() -> list[str]:
    return [f"{row['reviewerID']},{row['asin']},battery:good:1" for row in shop_rows()]


def test_mentions_of_repeated_reviews_are_pooled(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    user, item = shop_rows()[0]["reviewerID"], shop_rows()[0]["asin"]
    mentions = put(tmp_path / "s.txt", [*mention_lines(), f"{user},{item},screen:dim:-1,screen:dull:-1,price:fair:0"])
    data = made(tmp_path, reviews, meta, mentions, settings=small_settings(min_mentions=1))
    own = data.mentions.filter((pl.col("user") == user) & (pl.col("item") == item))
    trained = data.interactions.row(0)[2] == 0
    assert set(own["attribute"]) == ({"battery", "screen"} if trained else {"battery"})
    assert data.manifest["funnel"]["mentions_neutral"] == 1


def test_neutral_mentions_are_a_setting(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    neutral = put(tmp_path / "s.txt", [line.replace(":1", ":0") for line in mention_lines()])
    with pytest.raises(EmptyResult):
        made(tmp_path, reviews, meta, neutral)
    data = made(tmp_path, reviews, meta, neutral, settings=small_settings(neutral_mentions="negative"))
    assert data.mentions["sentiment"].unique().to_list() == [-1]
    assert data.manifest["funnel"]["mentions_neutral"] == 300


def test_mentions_of_other_reviews_are_an_error(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    with pytest.raises(EmptyResult, match="none of the mentions belongs to a review"):
        made(tmp_path, reviews, meta, put(tmp_path / "s.txt", ["x,y,a:b:1", "x,z,a:b:1"]))


def test_a_lexicon_is_applied_to_the_reviews(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    lexicon = put(tmp_path / "lexicon.txt", ["[1]\tbattery|good\t10\t2", "[-1]\tscreen|dim\t3\t1"])
    data = made(tmp_path, reviews, meta, lexicon)
    assert data.counts["mentions"] == 300
    assert data.attributes["attribute"].to_list() == ["battery"]
    strange = put(tmp_path / "strange.txt", ["[1]\twarp|fast\t10\t2", "[1]\twarp|slow\t10\t2"])
    with pytest.raises(EmptyResult, match="fits none of the review texts"):
        made(tmp_path, reviews, meta, strange, out="other")


def test_metadata_beside_mter_entries_are_taken_over_with_their_links(tmp_path: Path) -> None:
    rows = shop_rows()
    put(tmp_path / "s.usermap", [f"{n}=u{n:02d}" for n in range(30)])
    put(tmp_path / "s.itemmap", [f"{n}=i{n:02d}=Title {n}" for n in range(20)])
    put(tmp_path / "s.featuremap", ["0=battery=1"])
    entries = [f"{int(row['reviewerID'][1:])},{int(row['asin'][1:])},{row['overall']},0:1" for row in rows]
    entry = put(tmp_path / "s.entry", entries)
    meta = put_json(tmp_path / "meta.json", shop_meta()[:10])
    data = made(tmp_path, entry, meta)
    assert data.counts["mentions"] == 300
    assert data.items["brand"].to_list() == ["Acme"] * 10 + [None] * 10
    assert data.items["title"].to_list() == [f"Item {n}" for n in range(10)] + [f"Title {n}" for n in range(10, 20)]
    assert data.counts["links"] == 30


def parquets(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(folder).items() if name.endswith((".parquet", ".npy"))}


def test_the_same_files_and_seed_make_the_same_bytes(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    mentions = put(tmp_path / "s.txt", mention_lines())
    one, other = (made(tmp_path, reviews, meta, mentions, out=out) for out in ("one", "other"))
    assert one.split_hash == other.split_hash
    assert parquets(one.folder) == parquets(other.folder)
    assert one.hashes == other.hashes
    assert one.manifest == other.manifest


def test_the_number_of_processors_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small blocks and pieces, so that there is something to do side by side."""
    monkeypatch.setattr(blocks, "__kwdefaults__", {**(blocks.__kwdefaults__ or {}), "size": 300})
    monkeypatch.setattr("instead.substitutes.triples._ROWS", 5)
    monkeypatch.setattr("instead.substitutes.stored_negatives.CHUNK", 4)
    reviews, meta = small_shop(tmp_path)
    mentions = put(tmp_path / "s.txt", mention_lines())
    found = []
    for count in (1, 2, 5):
        monkeypatch.setattr("instead.engine.threads.processors", lambda count=count: count)
        data = made(tmp_path, reviews, meta, mentions, out=str(count))
        found.append((data.manifest, parquets(data.folder)))
    assert found[0] == found[1] == found[2]


def test_another_seed_makes_another_split_of_the_same_data(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    one, other = (made(tmp_path, reviews, meta, out=str(seed), settings=small_settings(seed=seed)) for seed in (1, 2))
    assert one.split_hash != other.split_hash
    assert one.interactions["part"].to_list() != other.interactions["part"].to_list()
    assert one.hashes["base"] == other.hashes["base"]
    assert one.hashes["split"] != other.hashes["split"]


def test_by_time_the_latest_interactions_are_held_out(tmp_path: Path) -> None:
    data = made(tmp_path, settings=small_settings(split="time"))
    times = data.reviews().select("time").collect()["time"]
    part = data.interactions["part"]
    assert times.filter(part == 0).max() < times.filter(part == 1).min()  # type: ignore[operator]
    assert times.filter(part == 1).max() < times.filter(part == 2).min()  # type: ignore[operator]


@pytest.mark.parametrize("how", ["random", "time"])
def test_every_split_has_choices(tmp_path: Path, how: str) -> None:
    """Decoys, reserved pairs and training triples, whichever way test is held out; what has no match is counted."""
    data = made(tmp_path, settings=small_settings(split=how, choice_decoys=1, choice_share=1.0))
    assert data.splits == ["paper", "choice", "choice_matched"]
    for name in ("choice", "choice_matched"):
        split = data.split(name)
        assert split.candidates("test").shape == (split.triples("test").height, 1)
        assert split.triples("train").height > 100
        assert len(split.reserved) > 0
    about = data.split("choice_matched").about
    held_out = sum(data.split().about["triples"][part] for part in ("validation", "test"))
    kept = sum(about["triples"][part] for part in ("validation", "test"))
    assert sum(about["left_out"].values()) == held_out - kept
    assert "left_out" not in data.split("choice").about


def test_work_that_does_not_fit_is_refused_with_the_arithmetic(tmp_path: Path) -> None:
    with pytest.raises(
        DoesNotFit, match=r"rows 0\.\d\d GiB \+ items and links .* = 0\.\d\d GiB, more than the 0\.10 GiB"
    ):
        made(tmp_path, max_memory=(1 << 30) // 10)
    assert left_in(tmp_path) == {"reviews.json", "meta.json"}


def dead_process() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_what_a_killed_process_left_is_swept(tmp_path: Path) -> None:
    number = dead_process()
    partial = tmp_path / f".data.partial.{number}"
    partial.mkdir()
    put(partial / "reviews.parquet", "half")
    living = tmp_path / f".data.partial.{os.getppid()}"
    living.mkdir()
    other = tmp_path / f".data.notes.{number}"
    other.mkdir()
    made(tmp_path)
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data", living.name, other.name}


def test_a_dataset_caught_between_two_renames_is_put_back(tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    data = made(tmp_path, reviews, meta)
    before = content(data.folder)
    data.folder.rename(tmp_path / f".data.old.{dead_process()}")
    with pytest.raises(EmptyResult):
        made(tmp_path, reviews, meta, settings=small_settings(min_user=11), replace=True)
    assert content(tmp_path / "data") == before
    assert left_in(tmp_path) == {"reviews.json", "meta.json", "data"}


def test_future_times_and_long_texts_are_counted_in_the_manifest(tmp_path: Path) -> None:
    rows = shop_rows()
    rows[0]["unixReviewTime"] = NOW + 10**7
    rows[1]["reviewText"] = "x" * 60
    rows[2]["unixReviewTime"] = None
    reviews = put_json(tmp_path / "r.json", rows)
    data = made(tmp_path, reviews, put_json(tmp_path / "m.json", shop_meta()), settings=small_settings(longest_text=50))
    assert data.manifest["sources"][0]["repaired"] == {
        "time in the future, left out": 1,
        "text cut at 50 characters": 1,
    }
    assert data.manifest["funnel"]["timeless"] == 2


def test_links_are_cleaned_and_counted(tmp_path: Path) -> None:
    reviews, _ = small_shop(tmp_path)
    links = put(
        tmp_path / "also_viewed.txt",
        ["i00,i00,i01,i01", "zz,i00", *(f"i{n:02d},i{n + 1:02d}" for n in range(1, 19)), "i01,i00,zz"],
    )
    data = made(tmp_path, reviews, links)
    chain = [(f"i{n:02d}", f"i{n + 1:02d}", "also_viewed") for n in range(19)]
    assert data.links.rows() == sorted([*chain, ("i01", "i00", "also_viewed")])
    funnel = data.manifest["funnel"]
    assert (funnel["links_read"], funnel["links_to_itself"], funnel["links_to_absent"], funnel["links_repeated"]) == (
        24,
        1,
        2,
        1,
    )
    assert data.manifest["graph"]["edges"] == 19


def test_a_view_log_is_enough_for_substitutes(tmp_path: Path) -> None:
    reviews, _ = small_shop(tmp_path)
    lines = ["user,item,time,bought"]
    for visit in range(60):
        first = visit % 20
        lines += [f"v{visit},i{first:02d},1400000000,0", f"v{visit},i{(first + 1) % 20:02d},1400000060,1"]
    data = made(tmp_path, reviews, put(tmp_path / "views.csv", lines))
    assert data.manifest["relations"] == {"also_viewed": 40, "buy_after_viewing": 20}
