"""Folders at an address: whole or absent, whoever is killed or publishes at the same time; damage is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from instead.errors import FolderError, InputError, StoreShut
from instead.store import addresses
from instead.store.addresses import ANY, publish, published
from instead.store.fetching import At, checked_out, fetched, folder_of, for_workers, is_fetched, pinned
from instead.store.manifest import write_manifest
from instead.store.object_stores import ObjectStore
from tests.killing import killed_at_every_step
from tests.s3_server import S3Server
from tests.small_shop import content

ROOT = Path(__file__).parents[2]


def made(folder: Path, word: str) -> Path:
    """A finished folder of a few files."""
    (folder / "layers" / "base-1").mkdir(parents=True)
    (folder / "layers" / ".held").write_text("")
    (folder / "layers" / "base-1" / "table").write_text(word * 1000)
    (folder / "empty").write_text("")
    write_manifest(folder, "dataset", {"word": word})
    return folder


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    return [made(tmp_path / word, word) for word in ("a", "b", "c")]


def test_what_is_published_is_fetched(folders: list[Path], address: str) -> None:
    with pytest.raises(FolderError, match="nothing was published there"):
        fetched(address)
    publish(folders[0], address)
    found = fetched(address)
    assert found.name == "folder"
    assert is_fetched(found)
    assert not is_fetched(folders[0])
    assert for_workers(found) == At(address, found.parent.name), "workers elsewhere fetch the same version"
    assert for_workers(folders[0]) == folders[0]
    assert content(found) == content(folders[0])
    assert publish(folders[0], address) == published(address)  # it is there
    with pytest.raises(FolderError, match="holds a dataset already; name another address, or replace it"):
        publish(folders[1], address)
    publish(folders[1], address, over=ANY)
    assert content(fetched(address)) == content(folders[1])


def test_it_is_downloaded_once(folders: list[Path], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(folders[0], address)
    found = fetched(address)
    monkeypatch.setattr(ObjectStore, "opened", None)
    assert fetched(address) == found
    monkeypatch.setattr(ObjectStore, "read", None)  # one version: nobody is asked
    assert fetched(address, found.parent.name) == found
    monkeypatch.undo()


def test_a_copy_that_was_damaged_is_fetched_again(folders: list[Path], address: str) -> None:
    publish(folders[0], address)
    found = fetched(address)
    (found / "layers" / "base-1" / "table").write_text("short")
    assert content(fetched(address)) == content(folders[0])


def test_the_version_before_stays(folders: list[Path], address: str, cache: Path) -> None:
    publish(folders[0], address)
    first = pinned(address)
    publish(folders[1], address, over=ANY)
    assert content(folder_of(first)) == content(folders[0])
    cache.rename(cache.with_name("another node"))
    publish(folders[2], address, over=ANY)
    assert len(ObjectStore(address).names("versions")) == 2
    with pytest.raises(FolderError, match="is gone, others were published during the work"):
        folder_of(first)


def test_uploads_that_were_given_up_go(folders: list[Path], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ObjectStore(address).write("versions/half-1/table", b"1")
    publish(folders[0], address)
    assert "half-1" in ObjectStore(address).names("versions")  # somebody may be at it
    monkeypatch.setattr(addresses, "_ABANDONED", -60)
    publish(folders[1], address, over=ANY)
    left = ObjectStore(address).names("versions")
    assert "half-1" not in left
    assert len(left) == 2


def test_somebody_publishes_in_between(folders: list[Path], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(folders[0], address)
    real = ObjectStore.write_over
    calls: list[int] = []

    def late(store: ObjectStore, *given: Any) -> bool:
        if not calls:
            calls.append(1)
            publish(folders[1], address, over=ANY)
        return real(store, *given)

    monkeypatch.setattr(ObjectStore, "write_over", late)
    with pytest.raises(FolderError, match="somebody published another version during the work"):
        publish(folders[2], address, over=folder_of(pinned(address)).parent.name)
    assert content(fetched(address)) == content(folders[1])
    calls.clear()
    publish(folders[2], address, over=ANY)  # over whatever there is
    assert content(fetched(address)) == content(folders[2])


def test_a_copy_to_change(folders: list[Path], address: str) -> None:
    publish(folders[0], address)
    before = content(fetched(address))
    with pytest.raises(KeyError), checked_out(address) as (copy, _):
        (copy / "new").write_text("1")
        raise KeyError
    assert content(fetched(address)) == before
    with checked_out(address) as (copy, at):
        at.pieces("work").write("piece", b"1")
        (copy / "new").write_text("1")
    assert content(fetched(address)) == before | {"new": b"1"}
    assert at.pieces("work").names() == []
    with pytest.raises(FolderError, match="somebody published another"), checked_out(address) as (copy, _):
        (copy / "new").write_text("2")
        publish(folders[1], address, over=ANY)
    assert content(fetched(address)) == content(folders[1])


def test_damage_is_told(folders: list[Path], address: str) -> None:
    about = publish(folders[0], address)
    store, table = ObjectStore(address), f"versions/{about.version}/layers/base-1/table"
    remedy = f"publish the folder again: `instead copy FOLDER {address} --replace`"
    for bad in (b"b" * 1000, b"a" * 999):
        store.write(table, bad)
        with pytest.raises(FolderError) as caught:
            fetched(address)
        assert str(caught.value) == f"{address}/{table}: damaged, it is not what was published; {remedy}"
    store.remove(table)
    with pytest.raises(FolderError) as caught:
        fetched(address)
    assert str(caught.value) == f"{address}/{table}: missing; {remedy}"
    publish(folders[0], address, over=ANY)
    assert content(fetched(address)) == content(folders[0])
    for bad in (b"{", b"[]", b'{"format": 1, "version": "x", "previous": null, "kind": "dataset", "files": 3}'):
        store.write("current.json", bad)
        with pytest.raises(FolderError, match=r"current\.json: damaged"):
            fetched(address)
    evil = {"format": 1, "version": "x", "previous": None, "kind": "k", "files": {"../x": {"bytes": 1, "sha256": ""}}}
    store.write("current.json", json.dumps(evil).encode())
    with pytest.raises(FolderError, match="which is no file of a folder"):
        fetched(address)
    store.write("current.json", json.dumps({**evil, "format": 2}).encode())
    with pytest.raises(FolderError, match="newer version; upgrade"):
        fetched(address)


KILLED_AT_CALLS = """
import os, signal, sys
from pathlib import Path
import s3fs
from instead.store.addresses import ANY, publish

left, real = int(sys.argv[3]), s3fs.S3FileSystem._call_s3

async def counted(self, *given, **more):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return await real(self, *given, **more)

s3fs.S3FileSystem._call_s3 = counted
publish(Path(sys.argv[1]), sys.argv[2], over=ANY)
"""


def test_killed_before_every_call_of_the_store(folders: list[Path], s3: S3Server, cache: Path) -> None:
    """In S3: whoever reads finds the old folder or the new one, whole; and it can be published again."""
    address = s3.address()
    found, number, survived = [], 0, False
    while not survived:
        number += 1
        ObjectStore(address).remove("")
        publish(folders[0], address)
        words = [sys.executable, "-c", KILLED_AT_CALLS, str(folders[1]), address, str(number)]
        ran = subprocess.run(words, capture_output=True, text=True, check=False)
        assert ran.returncode in (0, -9), ran.stderr
        survived = ran.returncode == 0
        found.append(content(fetched(address)))
        if number % 4 == 0:
            publish(folders[2], address, over=ANY)
            assert content(fetched(address)) == content(folders[2])
    before, after = content(folders[0]), content(folders[1])
    switched = found.index(after)
    assert found == [before] * switched + [after] * (len(found) - switched)
    assert switched > 4  # there was something to kill before the switch ...
    assert len(found) - switched > 1  # ... and after it


PROGRAM = """
import sys
import instead.store.object_stores, fsspec.implementations.local
from instead.store.addresses import ANY, publish
from tests.killing import until_survived

until_survived(lambda place: publish(place / "b", f"file://{place}/store", over=ANY), *sys.argv[1:])
"""


def test_killed_before_every_step_of_a_file_system(tmp_path: Path, cache: Path) -> None:
    pytest.importorskip("fsspec")
    home = tmp_path / "home"
    one, other = made(home / "a", "a"), made(home / "b", "b")
    publish(one, f"file://{home}/store")
    found = [content(fetched(f"file://{place}/store")) for place in killed_at_every_step(PROGRAM, home, tmp_path / "p")]
    switched = found.index(content(other))
    assert found == [content(one)] * switched + [content(other)] * (len(found) - switched)
    assert switched > 4


TOLD = """
import sys
from contextlib import contextmanager
from instead.store.fetching import fetched

@contextmanager
def told(stage, *, total=None, unit=""):
    sys.stdout.write("downloaded ")
    yield lambda done, note="": None

sys.stdout.write(str(fetched(sys.argv[1], progress=told)))
"""


def test_several_processes_of_a_node_download_once(folders: list[Path], s3: S3Server, cache: Path) -> None:
    address = s3.address()
    publish(folders[0], address)
    words = [sys.executable, "-c", TOLD, address]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate()[0] for process in running]
    assert sorted(one.count("downloaded ") for one in said) == [0, 0, 1]
    assert {one.removeprefix("downloaded ") for one in said} == {str(fetched(address))}


PUBLISHING = "import sys; from instead.store.addresses import *; publish(sys.argv[1], sys.argv[2], over=ANY)"


def test_several_publish_at_the_same_time(folders: list[Path], s3: S3Server, cache: Path) -> None:
    address = s3.address()
    words = [[sys.executable, "-c", PUBLISHING, str(folder), address] for folder in folders]
    running = [subprocess.Popen(one) for one in words]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert content(fetched(address)) in [content(folder) for folder in folders]
    about = published(address)
    assert about is not None
    assert about.previous in ObjectStore(address).names("versions")


def test_wrong_addresses_are_one_sentence(s3: S3Server, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    with pytest.raises(InputError, match=r"blub://x/y: not an address that can be used \(Protocol not known"):
        fetched("blub://x/y")
    with pytest.raises(InputError, match="s3://: names no bucket; write s3://BUCKET/PATH"):
        fetched("s3://")
    with pytest.raises(FolderError, match="s3://no-such-bucket/x: nothing was published there"):
        fetched("s3://no-such-bucket/x")
    with pytest.raises(FolderError, match="no such bucket or folder"):
        ObjectStore("s3://no-such-bucket/x").write("a", b"1")
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(
        InputError, match=r"addresses need fsspec, which is not installed: pip install 'instead\[remote"
    ):
        fetched("s3://bucket/x")


ASKED = """
import sys
from instead.errors import StoreShut
from instead.store.fetching import fetched
try:
    fetched("s3://bucket/x")
except StoreShut as error:
    sys.stdout.write(str(error))
"""


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}, "does not answer at AWS_ENDPOINT_URL=http://127.0.0.1:1 ("),
        (
            {"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_EC2_METADATA_DISABLED": "true"},
            "asks for keys, and there are none; set AWS_ACCESS_KEY_ID and",
        ),
    ],
)
def test_a_store_that_is_shut(s3: S3Server, cache: Path, tmp_path: Path, changes: dict[str, str], said: str) -> None:
    environment = {**os.environ, "AWS_MAX_ATTEMPTS": "1", "HOME": str(tmp_path), **changes}
    environment = {name: value for name, value in environment.items() if value}
    ran = subprocess.run([sys.executable, "-c", ASKED], env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.startswith(f"s3://bucket/x/current.json: the store {said}"), ran.stderr
    assert "\n" not in ran.stdout


def test_a_cache_that_cannot_be_made(folders: list[Path], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(folders[0], address)
    monkeypatch.setenv("INSTEAD_CACHE", str(folders[0] / "empty" / "cache"))
    with pytest.raises(FolderError, match=r"the cache cannot be made .* name another folder with INSTEAD_CACHE"):
        fetched(address)
    assert StoreShut.exit_code == 1
