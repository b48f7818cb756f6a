"""Places of finished pieces: a folder, and an address in three stores; a piece is complete or absent."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from instead.engine.pool import map_shards
from instead.errors import FolderError, InputError
from instead.store.object_stores import address_of
from instead.store.places import FolderPlace, Place, claimed, file_here, place_of, place_of_file


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("s3://b/x", "s3://b/x"),
        (Path("s3://b/x"), "s3://b/x"),
        ("s3://b/x/", "s3://b/x"),
        (Path("file:///tmp/x"), "file:///tmp/x"),
        ("file:///tmp/x", "file:///tmp/x"),
        ("memory://x", "memory://x"),
        ("data", None),
        ("/data/s3", None),
        ("C:/data", None),
        ("a:b", None),
    ],
)
def test_what_is_an_address(given: Path | str, address: str | None) -> None:
    assert address_of(given) == address


def check_place(place: Place) -> None:
    assert place.names() == []
    assert place.read("a") is None
    assert not place.has("a")
    place.clear()
    place.write("b", b"1")
    place.write("a", b"2")
    place.write("a", b"3")
    assert place.names() == ["a", "b"]
    assert (place.read("a"), place.has("a"), place.has("c")) == (b"3", True, False)
    sent = pickle.loads(pickle.dumps(place))  # noqa: S301 - as a pool sends it
    assert sent.read("b") == b"1"
    with place.written("large") as aside:
        aside.write_bytes(b"4")
    with pytest.raises(KeyError), place.written("half") as aside:
        aside.write_bytes(b"5")
        raise KeyError
    assert place.names() == ["a", "b", "large"]
    with place.local() as folder:
        assert {name: (folder / name).read_bytes() for name in place.names()} == {"a": b"3", "b": b"1", "large": b"4"}
    place.clear()
    assert place.names() == []


def test_a_folder_as_a_place(tmp_path: Path) -> None:
    check_place(place_of(tmp_path / "pieces"))
    assert not (tmp_path / "pieces").exists()


def test_an_address_as_a_place(address: str) -> None:
    check_place(place_of(address))


def _write(place: Place, number: int) -> int:
    place.write("piece", bytes([number]) * 200_000)
    return number


def test_two_workers_that_make_the_same_piece(tmp_path: Path) -> None:
    place = FolderPlace(tmp_path)
    for _ in map_shards(_write, place, range(40), processes=2):
        found = place.read("piece")
        assert found is not None
        assert (len(found), len(set(found))) == (200_000, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["piece"]


def test_pieces_of_two_works_at_an_address_are_apart(address: str, tmp_path: Path) -> None:
    one, other = (claimed(place_of(address), mark * 64) for mark in "ab")
    one.write("000000.parquet", b"1")
    assert other.names() == []
    assert claimed(place_of(address), "a" * 64).names() == ["000000.parquet"]
    folder = place_of(tmp_path / "work")
    claimed(folder, "a").write("piece", b"1")
    assert claimed(folder, "a").names() == ["fingerprint", "piece"]
    assert claimed(folder, "b").names() == ["fingerprint"]


def test_a_file_at_an_address(address: str) -> None:
    place, name = place_of_file(f"{address}/pairs.csv")
    with pytest.raises(FolderError, match="no such file"), file_here(f"{address}/pairs.csv"):
        pass
    place.write(name, b"query\n")
    with pytest.raises(InputError) as caught, file_here(f"{address}/pairs.csv") as path:
        assert path.read_bytes() == b"query\n"
        raise InputError("wrong", path=path)
    assert str(caught.value) == f"{address}/pairs.csv: wrong"
