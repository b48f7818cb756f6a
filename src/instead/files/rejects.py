"""Log of rejected rows: all of them in a file, the first five in the message, and a limit on their share."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

from instead.errors import TooManyRejects
from instead.records import Rejected

if TYPE_CHECKING:
    from instead.files.notations import Notation

SHOWN = 5
LONGEST_CONTENT = 500
_TOPS = (5.0, 10.0, 20.0, 100.0)
"""Highest ratings of usual scales."""
_MOST = 0.5
"""Of ratings of 1 to 10, each as common, half are above 5."""


@dataclass
class RatingReach:
    """How far the ratings of a file go: whether they are of another scale than the one that is asked for."""

    numbers: int = 0
    beyond: int = 0
    """Above the scale."""
    highest: float = 0.0

    def add(self, numbers: int, beyond: int, highest: object) -> None:
        """Count the ratings of one block."""
        self.numbers += numbers
        self.beyond += beyond
        if isinstance(highest, (int, float)):
            self.highest = max(self.highest, float(highest))

    def other_scale(self) -> str | None:
        """What to say where most ratings are above the scale: those within it are then no ratings of it, either."""
        if not self.beyond or self.beyond < _MOST * self.numbers:
            return None
        return f"ratings go up to {self.highest:g}: say --scale 0:{self.top:g}"

    @property
    def top(self) -> float:
        """Of the usual scale that holds all of them."""
        return next((top for top in _TOPS if self.highest <= top), self.highest)


@dataclass
class FileTally:
    """Counts of read, rejected and repaired rows of one file."""

    rows: int = 0
    rejected: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    repaired: Counter[str] = field(default_factory=Counter)
    """Rows that were kept after a defined repair, by kind of repair."""
    unused: Counter[str] = field(default_factory=Counter)
    """Sound rows that nothing is made of, by cause."""
    first: list[Rejected] = field(default_factory=list)
    notations: dict[str, Notation] = field(default_factory=dict)
    """How columns of numbers and times are written, by our name of the column."""
    ratings: RatingReach = field(default_factory=RatingReach)


class RejectLog:
    """Collects rejected rows. With a path, each is written to it as one JSON line at once."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.files: dict[str, FileTally] = {}
        self.kept: list[tuple[Rejected, str]] = []
        """All rows with their kind, in a log without a file: for `absorb`."""
        self._handle: IO[str] | None = None

    def tally(self, file: str) -> FileTally:
        """The running counts of one file."""
        return self.files.setdefault(file, FileTally())

    def reject(self, file: str, line: int, cause: str, content: str, *, kind: str | None = None) -> None:
        """Record one rejected row. `kind` is the cause without details, for counting."""
        tally = self.tally(file)
        row = Rejected(file, line, cause, content[:LONGEST_CONTENT])
        tally.rejected += 1
        tally.causes[kind or cause] += 1
        if len(tally.first) < SHOWN:
            tally.first.append(row)
        if self.path is None:
            self.kept.append((row, kind or cause))
        else:
            if self._handle is None:
                self._handle = self.path.open("w", encoding="utf-8")
            self._handle.write(json.dumps(asdict(row), ensure_ascii=True) + "\n")

    def absorb(self, part: RejectLog) -> None:
        """Append the log of one block: blocks are read in parallel, their logs merged in the order of the file."""
        for file, tally in part.files.items():
            mine = self.tally(file)
            mine.rows += tally.rows
            mine.repaired.update(tally.repaired)
            mine.unused.update(tally.unused)
            mine.notations.update(tally.notations)
            mine.ratings.add(tally.ratings.numbers, tally.ratings.beyond, tally.ratings.highest)
        for row, kind in part.kept:
            self.reject(row.file, row.line, row.cause, row.content, kind=kind)

    def check(self, file: str, allowed: float) -> None:
        """Raise an error if more than the allowed share of a file's rows was rejected."""
        tally = self.tally(file)
        scale = tally.ratings.other_scale()
        if scale is not None and allowed < 1:
            raise TooManyRejects(
                f"{scale} ({tally.ratings.beyond:,} of {tally.ratings.numbers:,} are above the scale; nothing is taken "
                "from those that fall within it)",
                path=file,
            )
        if tally.rejected > allowed * tally.rows:
            share = tally.rejected / max(tally.rows, 1)
            shown = "; ".join(f"line {row.line}: {row.cause}" for row in tally.first)
            kept = f" All of them: {self.path}." if self.path is not None else ""
            raise TooManyRejects(
                f"{tally.rejected} of {tally.rows} rows ({share:.1%}) are unusable, more than the allowed "
                f"{allowed:.0%} ({shown}).{kept} {self._advice(tally, share)}",
                path=file,
            )

    @staticmethod
    def _advice(tally: FileTally, share: float) -> str:
        """What to do; a share that lets everything through is never it."""
        if _round_up(share) < 1:
            scale = f", say --scale 0:{tally.ratings.top:g} if ratings have it" if tally.ratings.beyond else ""
            return f"Mend them{scale}, or allow it with --max-rejected {_round_up(share)}"
        if all(kind.startswith("rating") for kind in tally.causes):
            return (
                "Hardly a row is left: ratings are numbers (4, 4.5, 4,5), 4/5, 4 stars or ★★★★☆, within the scale that "
                "--scale LOW:HIGH says; --map rating=COLUMN names another column"
            )
        return "Hardly a row is left: mend the file, or say which column is which with --map NAME=COLUMN"

    @property
    def rejected(self) -> int:
        return sum(tally.rejected for tally in self.files.values())

    def close(self) -> None:
        if self._handle is not None:
            self._handle.close()
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _round_up(share: float) -> float:
    """The next two-digit share that would let this through."""
    return min(1.0, (int(share * 100) + 1) / 100)
