"""INSTEAD_THREADS bounds what we use and what the libraries use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from instead.engine import limits
from instead.engine.threads import processors
from instead.errors import InputError

SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize(("said", "used"), [("1", 1), ("3", 3), (" 2 ", 2), ("64", 8), ("", 8)])
def test_it_bounds_the_processors(monkeypatch: pytest.MonkeyPatch, said: str, used: int) -> None:
    monkeypatch.setattr(limits, "cores", lambda: 8)
    monkeypatch.setenv(limits.THREADS, said)
    assert processors() == used


def test_without_it_all_cores_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(limits.THREADS, raising=False)
    assert processors() == limits.cores() >= 1


@pytest.mark.parametrize("said", ["0", "-1", "two", "1.5", "²"])
def test_nonsense_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv(limits.THREADS, said)
    with pytest.raises(InputError, match=r"INSTEAD_THREADS is .*whole number"):
        processors()


def pools(**environment: str) -> dict[str, str | None]:
    """What `import instead` leaves in the environment of a fresh process, and what polars makes of it."""
    code = (
        "import json, os, instead; from instead.engine.limits import POOLS; "
        "found = {n: os.environ.get(n) for n in POOLS}; "
        "import polars; print(json.dumps(found | {'polars': str(polars.thread_pool_size())}))"
    )
    clean = {name: value for name, value in os.environ.items() if name not in {limits.THREADS, *limits.POOLS}}
    run = subprocess.run(
        [sys.executable, "-c", code], env=clean | {"PYTHONPATH": str(SOURCE)} | environment, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    found: dict[str, str | None] = json.loads(run.stdout)
    return found


def test_libraries_are_told_before_they_are_loaded() -> None:
    assert pools(INSTEAD_THREADS="1") == {**dict.fromkeys(limits.POOLS, "1"), "polars": "1"}


def test_a_bound_of_their_own_stays() -> None:
    found = pools(INSTEAD_THREADS="1", POLARS_MAX_THREADS="3")
    assert (found["POLARS_MAX_THREADS"], found["polars"], found["OMP_NUM_THREADS"]) == ("3", "3", "1")


@pytest.mark.parametrize("environment", [{}, {"INSTEAD_THREADS": "some"}], ids=["unset", "nonsense"])
def test_without_a_bound_nothing_is_told(environment: dict[str, str]) -> None:
    found = pools(**environment)
    del found["polars"]
    assert set(found.values()) == {None}


def test_a_loaded_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba stops with an error when its variable changes after it has started its threads."""
    monkeypatch.setenv(limits.THREADS, "1")
    for name in limits.POOLS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "numba", sys)
    monkeypatch.delitem(sys.modules, "polars", raising=False)
    limits.hand_on()
    assert "NUMBA_NUM_THREADS" not in os.environ
    assert os.environ.pop("POLARS_MAX_THREADS") == "1"
    for name in limits.POOLS:
        os.environ.pop(name, None)
