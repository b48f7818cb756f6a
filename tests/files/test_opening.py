"""Files are opened by what is in them; what is damaged hands out its sound beginning and says so."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import pickle
import random
import zipfile
from pathlib import Path

import pytest

from instead.errors import InputError
from instead.files.blocks import blocks
from instead.files.opening import RawFile, open_raw
from tests.small_shop import packed

LINES = "".join(f"line {number} {random.Random(number).random()}\n" for number in range(40)).encode()
WAYS = ("plain", "gzip", "xz", "zip")


def everything(file: RawFile) -> bytes:
    return b"".join(file.stream())


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", ["a.txt", "a.gz", "a.zip", "a.parquet", "noname"])
def test_packing_is_told_by_content_not_by_name(tmp_path: Path, how: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(packed(LINES, how))
    file = open_raw(path)
    assert file.compression == how
    assert everything(file) == LINES
    assert file.damage is None


@pytest.mark.parametrize("how", WAYS)
def test_digest_is_that_of_the_file_on_disk(tmp_path: Path, how: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(packed(LINES, how))
    file = open_raw(path)
    heard: list[int] = []
    for _ in file.stream(lambda done, note="": heard.append(done)):
        pass
    assert file.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert sum(heard) == file.size == path.stat().st_size


@pytest.mark.parametrize("how", ["gzip", "xz"])
@pytest.mark.parametrize("padding", [0, 4, 512])
def test_several_members_in_a_row_are_one_stream(tmp_path: Path, how: str, padding: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(packed(LINES[:100], how) + packed(LINES[100:], how) + b"\0" * padding)
    file = open_raw(path)
    assert everything(file) == LINES
    assert file.damage is None


@pytest.mark.parametrize("how", ["gzip", "xz"])
def test_every_cut_hands_out_a_prefix_of_whole_lines_and_says_so(tmp_path: Path, how: str) -> None:
    whole = packed(LINES, how)
    path = tmp_path / "a"
    for length in range(8, len(whole)):
        path.write_bytes(whole[:length])
        file = open_raw(path)
        got = b"".join(block.data for block in blocks(file))
        assert LINES.startswith(got)
        assert got == b"" or got.endswith(b"\n")
        assert file.damage is not None, length
        assert "cut off" in file.damage


@pytest.mark.parametrize("length", range(1, 8))
def test_a_file_of_a_few_bytes_never_crashes(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(packed(LINES, "gzip")[:length])
    file = open_raw(path)
    assert b"".join(file.stream()) in (b"", b"\x1f")
    assert file.compression == "plain" or file.damage


@pytest.mark.parametrize("how", ["gzip", "xz", "zip"])
def test_a_corrupted_middle_is_damage_and_never_a_crash(tmp_path: Path, how: str) -> None:
    whole = packed(LINES, how)
    path = tmp_path / "a"
    noticed = 0
    for place in range(40, len(whole) - 90, 7):
        broken = bytearray(whole)
        broken[place] ^= 0xFF
        path.write_bytes(bytes(broken))
        file = open_raw(path)
        everything(file)
        noticed += file.damage is not None
        if file.damage:
            assert "damaged" in file.damage or "cut off" in file.damage
    assert noticed > 5


def test_trailing_rubbish_after_gzip_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(packed(LINES, "gzip") + b"rubbish")
    file = open_raw(path)
    assert everything(file) == LINES
    assert file.damage is not None


def test_a_stream_read_twice_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(packed(LINES, "gzip")[:-20])
    file = open_raw(path)
    first, damage = everything(file), file.damage
    assert (everything(file), file.damage) == (first, damage)


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        open_raw(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_missing_file_folder_and_empty_file(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "absent.json")
    assert "folder" in refusal(tmp_path)
    empty = tmp_path / "empty"
    empty.touch()
    assert "the file is empty" in refusal(empty)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (bz2.compress(LINES), "bunzip2"),
        (b"\x28\xb5\x2f\xfd" + LINES, "zstd"),
        (b"7z\xbc\xaf\x27\x1c" + LINES, "7-Zip"),
        (b"SQLite format 3\0" + LINES, "SQLite"),
        *((pickle.dumps({"user": list(range(9))}, protocol=protocol), "pickle") for protocol in (2, 3, 4, 5)),
    ],
)
def test_foreign_files_are_named_with_a_remedy(tmp_path: Path, content: bytes, named: str) -> None:
    path = tmp_path / "reviews.json"
    path.write_bytes(content)
    assert named in refusal(path)


def zipped(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


def test_a_zip_must_hold_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({}))
    assert "0 files" in refusal(path)
    path.write_bytes(zipped({"one.csv": LINES, "two.csv": LINES}))
    assert "2 files (one.csv, two.csv)" in refusal(path)


def test_folders_and_a_macs_extras_in_a_zip_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"data/": b"", "data/one.csv": LINES, "__MACOSX/data/._one.csv": b"x"}))
    file = open_raw(path)
    assert file.member == "data/one.csv"
    assert everything(file) == LINES


def test_every_cut_of_a_zip_is_refused(tmp_path: Path) -> None:
    whole = packed(LINES, "zip")
    path = tmp_path / "a.zip"
    for length in range(4, len(whole)):
        path.write_bytes(whole[:length])
        assert "zip" in refusal(path)


def test_a_zip_with_a_password_is_refused_in_words(tmp_path: Path) -> None:
    whole = bytearray(zipped({"one.csv": LINES}))
    whole[6] |= 1  # the flag of encryption, in the local header and in the directory
    whole[whole.rindex(b"PK\x01\x02") + 8] |= 1
    path = tmp_path / "a.zip"
    path.write_bytes(bytes(whole))
    assert "password" in refusal(path)


def test_the_name_of_a_file_is_the_one_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(LINES))
    monkeypatch.chdir(tmp_path)
    assert open_raw("a.gz").name == "a.gz"
