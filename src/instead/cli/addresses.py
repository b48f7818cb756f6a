"""Folders of verbs at an address: fetched before the work, published after it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from instead.store.fetching import At


def shown(where: Path | str) -> str:
    """A path or an address as people write it: `Path` makes one slash of two."""
    from instead.store.object_stores import address_of

    return address_of(where) or str(where)


def here(where: Path | str) -> Path:
    """The folder on this machine: itself, or a copy of what is at the address."""
    from instead.store.object_stores import address_of

    address = address_of(where)
    if address is None:
        return Path(where)
    from instead.cli.terminal import bars
    from instead.store.fetching import fetched

    return fetched(address, progress=bars)


def named_here(name: str) -> str:
    """The same of an argument that may be a name of something else, too."""
    from instead.store.object_stores import address_of

    return name if address_of(name) is None else str(here(name))


@contextmanager
def changing(where: Path) -> Iterator[tuple[Path, At | None]]:
    """A folder to change: itself, or a copy that is published as a new version when the block succeeds."""
    from instead.store.object_stores import address_of

    address = address_of(where)
    if address is None:
        yield where, None
        return
    from instead.cli.terminal import bars
    from instead.store.fetching import checked_out

    with checked_out(address, bars) as copy:
        yield copy


@dataclass(frozen=True)
class Result:
    """A folder that a verb writes: `folder` on this machine, and the address that it is sent to, if any."""

    folder: Path
    address: str | None = None
    over: str | None = None
    replace: bool = False

    @property
    def named(self) -> Path | str:
        """Where it is in the end."""
        return self.address or self.folder

    def send(self) -> None:
        """Publish it, and finished folders beside it that have its name and more, as the twin of a final model."""
        if self.address is None:
            return
        from instead.cli.terminal import bars
        from instead.errors import InsteadError
        from instead.store.addresses import ANY, publish
        from instead.store.manifest import MANIFEST

        try:
            for path in sorted(self.folder.parent.glob(f"{self.folder.name}.*")):
                if (path / MANIFEST).is_file():
                    address = self.address + path.name.removeprefix(self.folder.name)
                    publish(path, address, over=ANY if self.replace else None, progress=bars)
            publish(self.folder, self.address, over=self.over, progress=bars)
        except InsteadError:
            from instead.cli.terminal import say_last

            say_last(f"the result is whole in {self.folder}; send it with `instead copy {self.folder} {self.address}`")
            raise

    def finish(self) -> None:
        """Publish it and remove what was kept here."""
        self.send()
        self.done()

    def done(self) -> None:
        """Remove what was kept on this machine until it was published."""
        if self.address is not None:
            shutil.rmtree(self.folder.parent, ignore_errors=True)


def result(out: Path, *, replace: bool, kind: str | None = None) -> Result:
    """Where a verb writes its folder (of a kind, to be checked here). Refused early if something stands there that may
    not go."""
    from instead.store.folder import check_target
    from instead.store.object_stores import address_of

    address = address_of(out)
    if address is None:
        if kind is not None:
            check_target(out, kind, replace=replace)
        return Result(out)
    from instead.errors import FolderError
    from instead.store.addresses import published
    from instead.store.fetching import results_folder

    standing, folder = published(address), results_folder(address)
    if standing is not None and not replace:
        raise FolderError(f"{address} holds a {standing.kind} already; name another address, or replace it: --replace")
    if standing is None and folder.is_dir() and not replace:
        raise FolderError(
            f"{address}: an earlier result waits in {folder}; send it with `instead copy {folder} {address}`, or make "
            "another with --replace"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    return Result(folder, address, None if standing is None else standing.version, replace)
