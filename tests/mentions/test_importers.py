"""Ready-made mentions of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.errors import InputError, TooManyRejects, TruncatedFile
from instead.files.rejects import RejectLog
from instead.mentions.mter import MterEntries, read_mter
from instead.mentions.read_mentions import read_cornac, read_table
from instead.mentions.sentires import Lexicon, apply_lexicon, apply_profile, read_lexicon, read_profile
from instead.mentions.table import without_neutral
from instead.preparation.sources import understand
from instead.settings import ReadSettings
from tests.small_shop import packed, put, rejected_lines

ANY = ReadSettings(max_rejected=1.0)


def rows(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    return frame.select("user", "item", "attribute", "opinion", "sentiment").rows()


CORNAC = ["u1,i1,Paint:great:1", "u1,i2,game:great:-1,money:worth:0", "u2,i1,a:b:2,c::-1.0"]


def test_cornac_lines(tmp_path: Path) -> None:
    made = read_cornac(understand(put(tmp_path / "s.txt", CORNAC), {}), RejectLog(), ReadSettings())
    assert rows(made) == [
        ("u1", "i1", "paint", "great", 1),
        ("u1", "i2", "game", "great", -1),
        ("u1", "i2", "money", "worth", 0),
        ("u2", "i1", "a", "b", 1),
        ("u2", "i1", "c", "", -1),
    ]
    assert made["start"].null_count() == made.height


def test_cornac_polarities_count_by_their_sign(tmp_path: Path) -> None:
    lines = ["u,i,a:b:0.5", "u,i,a:b:-0.25", "u,i,a:b:0.0", "u,i,a:b:+3"]
    made = read_cornac(understand(put(tmp_path / "s.txt", lines), {}), RejectLog(), ReadSettings())
    assert made["sentiment"].to_list() == [1, -1, 0, 1]


@pytest.mark.parametrize(
    "bad",
    ["u1,i1", "u1,i1,battery", "u1,i1,a:b:x", ",i1,a:b:1", "u1,,a:b:1", "u1,i1,:b:1", "u,i,a:b:inf", "u,i,a:b:nan"],
)
def test_broken_cornac_lines_are_rejected_with_their_number(tmp_path: Path, bad: str) -> None:
    path = put(tmp_path / "s.txt", [*CORNAC, *CORNAC, bad, "", *CORNAC])
    log = RejectLog()
    made = read_cornac(understand(path, {}, "mentions"), log, ANY)
    assert made.height == 15
    assert rejected_lines(log, str(path)) == [7]
    assert log.tally(str(path)).rows == 10


def test_cornac_ids_in_quotes(tmp_path: Path) -> None:
    path = put(tmp_path / "s.txt", ['"u,1",i1,a:b:1', "u2,i2,a:b:1"])
    made = read_cornac(understand(path, {}, "mentions"), RejectLog(), ReadSettings())
    assert made["user"].to_list() == ["u,1", "u2"]


@pytest.mark.parametrize(
    ("choice", "sentiments"), [("drop", [1, -1]), ("positive", [1, 1, -1]), ("negative", [1, -1, -1])]
)
def test_neutral_mentions(choice: Any, sentiments: list[int]) -> None:
    made = pl.DataFrame({"sentiment": pl.Series([1, 0, -1], dtype=pl.Int8)})
    kept, neutral = without_neutral(made, ReadSettings(neutral_mentions=choice))
    assert kept["sentiment"].to_list() == sentiments
    assert neutral == 1


MAPS = {
    "usermap": ["0=U0", "1=U1"],
    "itemmap": ["0=I0=A title", "with two lines", "1=I1=Other = with equals", "2=I2="],
    "featuremap": ["0=Battery=10", "1=screen=3"],
}


def mter(folder: Path, entries: list[str], how: str = "plain", **maps: list[str]) -> Path:
    suffix = {"plain": "", "gzip": ".gz", "xz": ".xz", "zip": ".zip"}[how]
    for kind, lines in {**MAPS, **maps}.items():
        put(folder / f"shop.{kind}{suffix}", lines, how)
    return put(folder / f"shop.entry{suffix}", entries, how)


def read(path: Path, log: RejectLog | None = None, settings: ReadSettings = ANY) -> MterEntries:
    return read_mter(understand(path, {}), log or RejectLog(), settings)


@pytest.mark.parametrize("how", ["plain", "gzip", "xz", "zip"])
def test_mter_entries(tmp_path: Path, how: str) -> None:
    made = read(mter(tmp_path, ["0,1,5.0,0:1 1:-1", "1,0,2.5,1:0"], how))
    assert made.reviews.select("user", "item", "rating", "line").rows() == [("U0", "I1", 5.0, 1), ("U1", "I0", 2.5, 2)]
    assert rows(made.mentions) == [
        ("U0", "I1", "battery", "", 1),
        ("U0", "I1", "screen", "", -1),
        ("U1", "I0", "screen", "", 0),
    ]
    assert made.titles == {"I0": "A title with two lines", "I1": "Other = with equals", "I2": ""}


@pytest.mark.parametrize("kind", list(MAPS))
def test_mter_needs_its_maps(tmp_path: Path, kind: str) -> None:
    path = mter(tmp_path, ["0,1,5.0,0:1"])
    (tmp_path / f"shop.{kind}").unlink()
    with pytest.raises(InputError, match=f"need shop.{kind} beside them"):
        read(path)


@pytest.mark.parametrize(
    "bad", ["7,1,5.0,0:1", "0,7,5.0,0:1", "0,1,5.0,7:1", "0,1,9.0,0:1", "0,1,5.0,0:2", "0,1,5.0", "x"]
)
def test_broken_mter_entries_are_rejected(tmp_path: Path, bad: str) -> None:
    good = "0,1,5.0,0:1"
    path = mter(tmp_path, [good] * 6 + [bad] + [good] * 3)
    log = RejectLog()
    made = read(path, log)
    assert made.reviews.height == made.mentions.height == 9
    assert rejected_lines(log, str(path)) == [7]
    with pytest.raises(TooManyRejects):
        read(path, settings=ReadSettings())


def test_a_broken_map_names_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"shop\.usermap:2: expected row=id"):
        read(mter(tmp_path, ["0,1,5.0,0:1"], usermap=["0=U0", "nonsense"]))


def test_a_cut_off_map_is_an_error_unless_allowed(tmp_path: Path) -> None:
    many = [f"{n}=U{n * 7919 % 1000}" for n in range(500)]
    path = mter(tmp_path, ["0,1,5.0,0:1"], "gzip", usermap=many)
    whole = (tmp_path / "shop.usermap.gz").read_bytes()
    (tmp_path / "shop.usermap.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(TruncatedFile, match=r"usermap\.gz: the gzip stream is cut off.*--keep-truncated"):
        read(path)
    assert read(path, settings=ReadSettings(keep_truncated=True)).reviews.height == 1


LEXICON = [
    "[1]\tbattery|good\t10\t2",
    "[-1]\tscreen|dim\t3\t1",
    "[1]\tbattery life|long\t5\t0",
    "[1]\tscreen|bright\t1\t1",
]


def lexicon(folder: Path) -> Lexicon:
    return read_lexicon(understand(put(folder / "lexicon.txt", LEXICON), {}), RejectLog(), ReadSettings())


def test_lexicon(tmp_path: Path) -> None:
    found = lexicon(tmp_path)
    assert dict(found.polarity) == {
        "battery": {"good": 1},
        "screen": {"dim": -1, "bright": 1},
        "battery life": {"long": 1},
    }
    assert found.longest == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The battery is good.", [("battery", "good", 1)]),
        ("The battery is not good.", [("battery", "good", -1)]),
        ("The battery isn't good.", [("battery", "good", -1)]),
        ("Never a dim screen!", [("screen", "dim", 1)]),
        ("GOOD Battery", [("battery", "good", 1)]),
        ("Long battery life. Dim screen.", [("battery life", "long", 1), ("screen", "dim", -1)]),
        ("The battery. Good.", []),
        ("The battery has one two three four five good.", []),
        ("The screen is good.", []),
        ("Not bad, but the screen is rather bright", [("screen", "bright", 1)]),
        ("", []),
    ],
)
def test_a_lexicon_is_applied_to_texts(tmp_path: Path, text: str, told: list[tuple[str, str, int]]) -> None:
    made = apply_lexicon(lexicon(tmp_path), [("u", "i", text)])
    assert [row[2:] for row in rows(made)] == told


def test_offsets_of_a_lexicon_are_those_of_the_sentence(tmp_path: Path) -> None:
    text = "First one. The battery is good! Last one."
    made = apply_lexicon(lexicon(tmp_path), [("u", "i", text)])
    start, end = made["start"][0], made["end"][0]
    assert text[start:end].strip() == "The battery is good!"


def test_a_broken_lexicon_line_is_rejected(tmp_path: Path) -> None:
    path = put(tmp_path / "lexicon.txt", [*LEXICON, "[2]\tx|y\t1\t1", *LEXICON])
    log = RejectLog()
    read_lexicon(understand(path, {}), log, ANY)
    assert rejected_lines(log, str(path)) == [5]


PROFILE = [
    "e\tname\ti1", "f\tBattery", "o\tgood\t2", "s\tThe battery is good. (2)", "s\tGood one",
    "e\tname\ti2", "f\tscreen", "o\tbright\t1", "s\tBright screen. (1)",
]  # fmt: skip


def test_profile_sentences_are_looked_up_with_their_counts(tmp_path: Path) -> None:
    profile = read_profile(understand(put(tmp_path / "pos.profile", PROFILE), {}), RejectLog(), ReadSettings())
    assert [(entry.sentence, entry.count) for entry in profile["i1"]] == [("The battery is good.", 2), ("Good one", 1)]
    reviews = [
        ("u1", "i1", "Well. The battery is good. Yes."),
        ("u2", "i1", "The battery is good."),
        ("u3", "i1", "The battery is good."),  # the profile counts two only
        ("u4", "i2", "The battery is good."),  # another item
        ("u5", "i3", "Bright screen."),
    ]
    made, lost = apply_profile(profile, reviews)
    assert rows(made) == [("u1", "i1", "battery", "good", 1), ("u2", "i1", "battery", "good", 1)]
    assert [reviews[0][2][start:end] for start, end in made.select("start", "end").rows()[:1]] == [
        "The battery is good."
    ]
    assert lost == 2  # "Good one" and "Bright screen."


def test_the_name_of_a_profile_says_its_polarity(tmp_path: Path) -> None:
    profile = read_profile(understand(put(tmp_path / "neg.profile", PROFILE), {}), RejectLog(), ReadSettings())
    assert profile["i1"][0].sentiment == -1
    for name in ("profile", "pos-and-neg.profile"):
        with pytest.raises(InputError, match="needs pos or neg in its file name"):
            read_profile(understand(put(tmp_path / name, PROFILE), {}), RejectLog(), ReadSettings())


def test_profile_lines_out_of_order_are_rejected(tmp_path: Path) -> None:
    path = put(tmp_path / "pos.profile", ["e\tname\ti1", "s\ttoo early", *PROFILE])
    log = RejectLog()
    read_profile(understand(path, {}), log, ANY)
    assert rejected_lines(log, str(path)) == [2]


def test_a_table_of_mentions(tmp_path: Path) -> None:
    words = ["positive", "Negative", " neutral ", "1", "-1", "0", "2.5", "-0.1"]
    lines = ["user,item,aspect,opinion,polarity"] + [f"u,i,Battery,fine,{word}" for word in words]
    path = put(
        tmp_path / "m.csv", [*lines, "u,i,battery,fine,maybe", "u,,battery,fine,1", "u,i,,x,1", "u,i,battery,,1"]
    )
    log = RejectLog()
    made = read_table(understand(path, {}), log, ANY)
    assert made["sentiment"].to_list() == [1, -1, 0, 1, -1, 0, 1, -1, 1]
    assert made["attribute"].unique().to_list() == ["battery"]
    assert made["opinion"].to_list()[-1] == ""
    assert rejected_lines(log, str(path)) == [10, 11, 12]


def test_a_cut_off_file_of_mentions(tmp_path: Path) -> None:
    path = tmp_path / "s.txt.gz"
    path.write_bytes(packed("".join(f"u{n},i{n},a:b:1\n" for n in range(2000)).encode(), "gzip")[:-300])
    with pytest.raises(TruncatedFile) as caught:
        read_cornac(understand(path, {}), RejectLog(), ReadSettings())
    assert 0 < caught.value.rows < 2000
    kept = read_cornac(understand(path, {}), RejectLog(), ReadSettings(keep_truncated=True))
    assert kept.height == caught.value.rows
