"""Nothing outside `engine/` starts pools or threads: one variable bounds them, and another backend can replace them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "instead"
POOLS = {"ThreadPoolExecutor", "ProcessPoolExecutor", "InterpreterPoolExecutor"}
STARTERS = {"Thread", "Timer", "_thread", "start_new_thread", "fork"}

BACKGROUND = {
    "live/group_commit.py": "one thread writes events for as long as a store is open: no parallel work",
    "service/server.py": "SIGHUP loads a model while requests are answered by the one before",
}
"""Files with a thread in the background, and why the engine's verbs are not for them."""


def own_doors(tree: ast.AST) -> set[str]:
    """Names by which a file starts threads or processes of its own."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = {alias.name for alias in node.names}
            found |= {name for name in modules if name.split(".")[0] in {"multiprocessing", "_thread", "joblib"}}
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            found |= names & (POOLS | STARTERS)
            found |= {str(node.module)} if str(node.module).split(".")[0] in {"multiprocessing", "joblib"} else set()
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & (POOLS | STARTERS)
    return found


def files() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "engine"]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_parallel_work_goes_through_the_engine(path: Path) -> None:
    doors = own_doors(ast.parse(path.read_text()))
    if str(path.relative_to(SOURCE)) in BACKGROUND:
        assert doors == {"Thread"}, "a file that no longer needs its exception loses it"
    else:
        assert not doors


@pytest.mark.parametrize(
    "code",
    [
        "from concurrent.futures import ThreadPoolExecutor",
        "import concurrent.futures\nconcurrent.futures.ProcessPoolExecutor(2)",
        "def f():\n    from concurrent import futures\n    with futures.ThreadPoolExecutor() as pool: ...",
        "import multiprocessing",
        "import multiprocessing.pool as p",
        "from multiprocessing import get_context",
        "from threading import Thread as T",
        "import threading\nthreading.Thread(target=print).start()",
        "import threading\nthreading.Timer(1, print).start()",
        "import os\nos.fork()",
    ],
)
def test_every_door_is_seen(code: str) -> None:
    assert own_doors(ast.parse(code))


def test_waiting_and_locking_are_no_doors() -> None:
    code = "import threading\nfrom concurrent.futures import Future\nfrom threading import Lock\nthreading.Event()"
    assert not own_doors(ast.parse(code))
