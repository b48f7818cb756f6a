"""Exceptions of the package, with exit codes.

InsteadError                    exit code 1: the work failed
├── InputError                  exit code 2: the input is wrong; says file, line and what to do
│   ├── UnknownFormat           a file whose content is none of the known formats
│   ├── TruncatedFile           a compressed file that ends too early
│   ├── TooManyRejects          more broken rows than allowed
│   ├── EmptyResult             a stage that would leave nothing
│   ├── UnknownItem             an item id that is not in the data
│   ├── WrongItem               a description of a new item that cannot be used
│   ├── WrongEvent              an event that cannot be kept
│   └── WrongRule               a rule of the shop's owners that cannot be used
├── FolderError                 exit code 2: a dataset or model folder that is missing, foreign or damaged
│   └── AtWork                  exit code 4: another refresh is at work in the folder
├── DiskFull                    exit code 1: no space is left where something was to be written; names the place
├── EngineError                 exit code 1: a cluster that cannot be reached or used; says what to do
├── StoreAway                   exit code 1: the database of a store does not answer
├── StoreShut                   exit code 1: an object store does not answer or does not let us in
├── ImpossibleFigures           exit code 1: measures that no ranking can have
├── Diverged                    exit code 1: the loss is infinite or NaN; says what to change
├── DoesNotFit                  exit code 2: the estimated memory is over the limit; carries the arithmetic
└── ServiceError                exit code 1: an error response of the service; carries status and request id
    └── Unreachable             no service answers at this address
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


class InsteadError(Exception):
    """Base of all errors raised on purpose. `str(error)` is one clear sentence for the user."""

    exit_code = 1

    def __reduce__(self) -> tuple[Any, ...]:
        """From a worker to who asked it: classes whose arguments differ from those of `Exception` arrive whole."""
        return _remade, (type(self), self.args, dict(self.__dict__))


def _remade(kind: type[InsteadError], said: tuple[Any, ...], told: dict[str, Any]) -> InsteadError:
    error = kind.__new__(kind, *said)
    error.args = said
    error.__dict__.update(told)
    return error


class InputError(InsteadError):
    """Wrong input. `path` and `line` (1-based) say where, when that is known."""

    exit_code = 2

    def __init__(self, message: str, *, path: Path | str | None = None, line: int | None = None) -> None:
        self.path = None if path is None else Path(path)
        self.line = line
        place = ""
        if path is not None:
            place = f"{path}:{line}: " if line is not None else f"{path}: "
        super().__init__(place + message)


class UnknownFormat(InputError):
    """No known format fits the content of the file."""


class TruncatedFile(InputError):
    """A compressed stream that ends in the middle."""

    def __init__(self, message: str, *, path: Path | str, rows: int) -> None:
        self.rows = rows
        super().__init__(message, path=path)


class TooManyRejects(InputError):
    """More rows were rejected than the settings allow."""


class EmptyResult(InputError):
    """A stage that would leave nothing to work with."""


class UnknownItem(InputError):
    """An item id that is not in the data; `near` holds ids of items that may be meant, `titles` their titles."""

    def __init__(self, item: str, near: list[str], titles: list[str] | None = None) -> None:
        self.item = item
        self.near = near
        self.titles = near if titles is None else titles
        named = [one if one == title else f"{one} ({title})" for one, title in zip(near, self.titles, strict=True)]
        hint = f" Did you mean {', '.join(named)}?" if near else ""
        super().__init__(f"unknown item {item!r}.{hint}")


class WrongItem(InputError):
    """A description of a new item that cannot be used; `place` is its index among the given items, from 0."""

    def __init__(self, message: str, place: int) -> None:
        self.place = place
        super().__init__(message)


class WrongEvent(InputError):
    """An event that cannot be kept; `place` is its index among the given events, from 0."""

    def __init__(self, message: str, place: int) -> None:
        self.place = place
        super().__init__(message)


class WrongRule(InputError):
    """A rule that cannot be used; `field` is what is wrong with it."""

    def __init__(self, message: str, field: str = "") -> None:
        self.field = field
        super().__init__(message)


class FolderError(InsteadError):
    """A dataset or model folder that cannot be used as it is."""

    exit_code = 2


class AtWork(FolderError):
    """Another refresh is at work in the same folder."""

    exit_code = 4


class DiskFull(InsteadError):
    """No space is left for what was to be written. What was there before is untouched."""

    def __init__(self, place: Path | str) -> None:
        super().__init__(f"{place}: no space is left on its disk; free some, or name another place")


class EngineError(InsteadError):
    """A cluster that cannot be reached or used. What was done so far is kept; the same command goes on."""


class StoreAway(InsteadError):
    """The database of a store does not answer. What it acknowledged is safe; try again when it is back."""

    def __init__(self, place: str, reason: object) -> None:
        words = " ".join(str(reason).split()) or "no reason given"
        super().__init__(f"{place}: the store does not answer ({words})")


class StoreShut(InsteadError):
    """An object store that does not answer or does not let us in. What was published there before is untouched."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: the store {reason}")


class ImpossibleFigures(InsteadError):
    """Figures that no ranking can have: an error in the evaluation, or in a published table."""


class Diverged(InsteadError):
    """Training whose loss is infinite or NaN."""


class DoesNotFit(InsteadError):
    """The work would need more memory than allowed."""

    exit_code = 2


class ServiceError(InsteadError):
    """An error response of the service. `status` is 0 where there was no response at all."""

    def __init__(self, message: str, *, status: int = 0, request_id: str | None = None, kind: str = "") -> None:
        self.status, self.request_id, self.kind = status, request_id, kind
        super().__init__(message)


class Unreachable(ServiceError):
    """No service answers at the address."""
