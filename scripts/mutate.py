"""Do the tests notice when a module is wrong? Runs its tests on one small wrong change after another.

    python scripts/mutate.py                                    every module of COVERED_BY, written to docs/results/
    python scripts/mutate.py metrics.py substitutes/graph.py    some of them
    python scripts/mutate.py metrics.py --sample 40 --seed 3    some of their mutants, the same for the same seed
    python scripts/mutate.py service/gate.py --tests tests/service/test_refusals.py      a module that is not listed yet
    python scripts/mutate.py metrics.py --again                 those alone that survived and are not judged
    python scripts/mutate.py metrics.py --list                  the mutants alone; nothing is run

Work is done in copies of the tree in a temporary folder, never in place. Tests stop at the first failure; a mutant
whose tests take far longer than those of the unchanged module is taken for an endless loop and counts as noticed.
Modules with compiled loops run interpreted (NUMBA_DISABLE_JIT=1), because a mutant would else wait for the compiler,
and other files keep compiled copies of what they call.

What survives is a hole in the tests or a change that makes no difference. Judgements of the latter kind, each with its
reason, are kept in scripts/mutations_judged.toml; the report says which survivors are still open.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutants import Mutant, defaults_of, mutants, sampled

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path("src") / "instead"
REPORT = ROOT / "docs" / "results" / "mutations.md"
FIGURES = REPORT.with_suffix(".json")
JUDGED = ROOT / "scripts" / "mutations_judged.toml"

_PROTOCOL = ("tests/substitutes/test_negatives.py", "tests/substitutes/test_protocol.py")
_READING = ("tests/substitutes/test_links_in_blocks.py", "tests/substitutes/test_reading_links.py")
_REASONS = ("tests/explanation/test_reasons.py", "tests/explanation/test_wording.py")
_OFFERS = tuple(
    f"tests/test_shop.py::{name}"
    for name in (
        "test_the_list_is_the_models_own_order",
        "test_reasons_are_what_the_reviews_say",
        "test_the_papers_style",
        "test_explaining_and_comparing",
        "test_a_folder_without_evidence_still_recommends",
    )
)
_STORE = ("tests/live/test_store.py", "tests/live/test_forgetting.py")
_TRAIN = "tests/training/test_train.py"
_ROUNDS = tuple(
    f"{_TRAIN}::{name}"
    for name in (
        "test_a_model_folder_has_what_the_documentation_says",
        "test_the_best_round_is_kept_not_the_last",
        "test_patience_ends_the_training",
        "test_a_failure_anywhere_and_resume_give_the_same_bits[6]",
        "test_the_best_round_of_an_interrupted_run_is_a_model",
        "test_what_cannot_be_resumed_is_refused",
        "test_divergence_is_caught_at_once",
    )
)
_SAID = "tests/service/test_answers.py"
_KEPT, _HEALTH = f"{_SAID}::test_feedback_is_kept_once", f"{_SAID}::test_health_metrics_and_the_staffs_view"
_ANSWERS = ("tests/service/test_refusals.py", "tests/service/test_answers.py")
COVERED_BY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "assistant/answers.py",
            "assistant/arguments.py",
            "assistant/desk.py",
            "assistant/plain_text.py",
            "assistant/protocol.py",
            "assistant/tools.py",
        ),
        ("tests/assistant/test_tools.py",),
    ),
    "assistant/running.py": ("tests/assistant/test_as_a_process.py",),
    **dict.fromkeys(
        (
            "ranking/wish_amounts.py",
            "ranking/wish_clauses.py",
            "ranking/wish_meanings.py",
            "ranking/wish_names.py",
            "ranking/wish_reader.py",
            "ranking/wish_tokens.py",
        ),
        ("tests/ranking/test_spoken_wishes.py",),
    ),
    **dict.fromkeys(("explanation/grouping.py", "explanation/reasons.py"), (*_REASONS,)),
    "explanation/briefs.py": ("tests/explanation/test_briefs.py", *_REASONS),
    "explanation/offers.py": ("tests/explanation/test_offers.py", *_OFFERS),
    "explanation/shop_claims.py": ("tests/test_shop.py::test_claims_can_be_judged",),
    **dict.fromkeys(("live/adding.py", "live/event_rows.py", "live/forgetting.py", "live/sql_store.py"), (*_STORE,)),
    "live/group_commit.py": ("tests/live/test_group_commit.py",),
    "matrices.py": (
        "tests/golden/test_matrices.py",
        "tests/test_training_matrices.py",
        "tests/evaluation/test_final.py::test_material_of_everything_holds_all_parts",
        "tests/evaluation/test_final.py::test_reasons_rest_on_all_reviews",
    ),
    "metrics.py": ("tests/golden/test_metrics.py",),
    "service/bodies.py": (*_ANSWERS,),
    "service/client.py": ("tests/service/test_client.py", "tests/service/test_transport.py"),
    "service/gate.py": ("tests/service/test_gate.py", *_ANSWERS),
    "service/live.py": ("tests/service/test_live.py", "tests/service/test_reload.py"),
    "service/measures.py": ("tests/service/test_measures.py", _KEPT, _HEALTH),
    "service/problems.py": ("tests/service/test_measures.py", "tests/service/test_refusals.py"),
    "service/routes/events.py": ("tests/service/test_events.py",),
    "service/routes/feedback.py": (_KEPT,),
    "service/routes/health.py": ("tests/service/test_staff.py", _HEALTH),
    "service/routes/items.py": ("tests/service/test_lists.py", *_ANSWERS),
    "service/routes/people.py": ("tests/service/test_lists.py", "tests/service/test_events.py", *_ANSWERS),
    "service/routes/page.py": (f"{_SAID}::test_the_page_is_served_with_its_policy", _HEALTH),
    "service/routes/recommend.py": (
        "tests/service/test_refusals.py::test_limits",
        f"{_SAID}::test_a_recommendation_is_what_the_shop_says",
        f"{_SAID}::test_a_batch_answers_each_on_its_own",
        f"{_SAID}::test_groups_name_what_speaks_for_whom",
        f"{_SAID}::test_an_explanation_has_its_table",
    ),
    "service/routes/staff.py": (
        "tests/service/test_staff.py",
        _KEPT,
        _HEALTH,
        "tests/service/test_reload.py::test_a_ruined_model_never_answers",
    ),
    "service/state.py": (
        "tests/service/test_measures.py",
        _HEALTH,
        f"{_SAID}::test_the_description_has_examples_that_work",
    ),
    "service/transport.py": ("tests/service/test_transport.py",),
    "substitutes/choice.py": (*_PROTOCOL,),
    "substitutes/graph.py": (*_PROTOCOL,),
    "substitutes/link_formats.py": ("tests/substitutes/test_link_formats.py", "tests/preparation/test_recognition.py"),
    "substitutes/matched_decoys.py": ("tests/substitutes/test_matched_decoys.py", *_PROTOCOL),
    "substitutes/negative_loops.py": ("tests/substitutes/test_negative_loops.py",),
    "substitutes/query_sampling.py": ("tests/substitutes/test_query_sampling.py", "tests/kernels/test_query_edges.py"),
    "substitutes/read_links.py": (*_READING,),
    "substitutes/stored_negatives.py": (*_PROTOCOL,),
    "substitutes/training.py": ("tests/substitutes/test_training.py",),
    "substitutes/triples.py": (*_PROTOCOL,),
    "substitutes/views.py": (*_READING,),
    **dict.fromkeys(
        ("training/checkpoint.py", "training/log.py", "training/loop.py"), ("tests/training/test_rounds.py", *_ROUNDS)
    ),
    "training/estimate.py": (
        "tests/training/test_rounds.py",
        f"{_TRAIN}::test_an_estimate_comes_first_and_changes_nothing",
    ),
    "training/train.py": (
        *_ROUNDS,
        f"{_TRAIN}::test_wrong_names_are_refused",
        f"{_TRAIN}::test_a_run_of_other_data_or_of_another_model_is_not_gone_on_with",
        f"{_TRAIN}::test_every_line_of_the_log_is_told",
        f"{_TRAIN}::test_an_estimate_comes_first_and_changes_nothing",
        "tests/evaluation/test_final.py",
    ),
    "training/tune.py": ("tests/training/test_tune.py",),
    "training/validation.py": ("tests/training/test_validation.py",),
}
"""Modules and the tests that are to notice their faults; add a line for a new one."""

_PATIENCE = 4.0  # times as long as the unchanged module's tests
_AT_LEAST = 15.0  # seconds
_LEFT_OUT = (".git", ".venv", ".hypothesis", ".mypy_cache", ".ruff_cache", "pictures", "*.png", "demo", "build", "dist")
_ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
_WRAPS = (
    "ignore:overflow encountered in scalar:RuntimeWarning"  # splitmix64 counts modulo 2^64; compiled, nobody objects
)


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant."""

    mutant: Mutant
    noticed: str
    """`failed`, `endless`, or nothing if it survived."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="paths below src/instead (default: all that are listed)")
    parser.add_argument("--tests", nargs="+", help="tests that cover the modules, instead of those listed")
    parser.add_argument("--sample", type=int, help="so many mutants of each module instead of all")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2), help="mutants at the same time")
    parser.add_argument("--again", action="store_true", help="only what survived the last run and is not judged")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--no-write", action="store_true", help="print only, leave docs/results as it is")
    parser.add_argument("--worker", nargs=2, metavar=("COPY", "JOBS"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the workers and removes the copies on the way out
    if chosen.worker:
        _work(Path(chosen.worker[0]), json.loads(Path(chosen.worker[1]).read_text()))
        return
    modules = [name.removeprefix(f"{SOURCE}/") for name in chosen.modules] or list(COVERED_BY)
    for module in modules:
        tests = chosen.tests or COVERED_BY.get(module)
        if not (ROOT / SOURCE / module).is_file() or tests is None:
            parser.error(f"{module}: no such module, or no tests known for it; add it to COVERED_BY or give --tests")
        source = (ROOT / SOURCE / module).read_text()
        found = sampled(mutants(source, defaults_of(ROOT / SOURCE / "settings")), chosen.sample, chosen.seed)
        count, judged = len(found), []
        if chosen.again:
            known = judgements()
            before = survived(module, source, found)
            judged = [one for one in before if (module, *one.lines(source)) in known]
            found = [one for one in before if one not in judged]
        if chosen.list:
            for mutant in found:
                _show(module, source, mutant)
            print(f"{module}: {len(found)} mutants")
            continue
        begun = time.monotonic()
        outcomes = run(module, source, found, list(tests), chosen.processes)
        outcomes += [Outcome(one, "") for one in judged]
        outcomes.sort(key=lambda one: (one.mutant.start, one.mutant.end, one.mutant.new))
        survivors = [one.mutant for one in outcomes if not one.noticed]
        for mutant in survivors:
            _show(module, source, mutant)
        print(f"{module}: {len(outcomes)} mutants, {len(outcomes) - len(survivors)} noticed, {len(survivors)} survive "
              f"({time.monotonic() - begun:.0f} s)", flush=True)  # fmt: skip
        if not chosen.no_write:
            keep(module, source, outcomes, count, {"count": chosen.sample, "seed": chosen.seed})
            report()


def _show(module: str, source: str, mutant: Mutant) -> None:
    before, after = mutant.lines(source)
    print(f"{module}:{mutant.line} {mutant.kind}\n  - {before}\n  + {after}")


# --- running --------------------------------------------------------------------------------------------------------


def run(module: str, source: str, found: Sequence[Mutant], tests: Sequence[str], processes: int) -> list[Outcome]:
    """What the tests say of every mutant, worked on in copies of the tree."""
    if not found:
        return []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, contextlib.ExitStack() as opened:
        workers = []
        for number in range(processes):
            copied = Path(folder) / str(number)
            shutil.copytree(ROOT, copied, ignore=shutil.ignore_patterns(*_LEFT_OUT))
            jobs = {
                "module": str(SOURCE / module),
                "tests": list(tests),
                "interpreted": "@njit" in source,
                "mutants": [vars(one) for one in found[number::processes]],
            }
            order = Path(folder) / f"{number}.json"
            order.write_text(json.dumps(jobs))
            workers.append(opened.enter_context(_worker(copied, order)))
        said = [[json.loads(line) for line in worker.stdout or ()] for worker in workers]
        if any(worker.wait() for worker in workers):
            sys.exit(f"{module}: the tests fail without any change, or do not run: {' '.join(tests)}")
    noticed = {place * processes + number: one for number, lines in enumerate(said) for place, one in enumerate(lines)}
    return [Outcome(mutant, noticed[place]) for place, mutant in enumerate(found)]


@contextlib.contextmanager
def _worker(copied: Path, order: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, str(copied / "scripts" / "mutate.py"), "--worker", str(copied), str(order)]
    environment = {**os.environ, **_ALONE, "PYTHONPATH": f"{copied / 'src'}:{copied}"}
    if json.loads(order.read_text())["interpreted"]:
        environment["NUMBA_DISABLE_JIT"] = "1"
    log = order.with_suffix(".log")
    with (
        log.open("w") as errors,
        subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=errors, env=environment, text=True, cwd=copied
        ) as process,
    ):
        try:
            yield process
        except BaseException:
            process.terminate()
            raise
        finally:
            if process.poll():
                sys.stderr.write(log.read_text()[-3000:])


def _work(copied: Path, jobs: dict[str, Any]) -> None:
    """One worker: a process that has loaded once what the tests need, and forks for each mutant."""
    path = copied / jobs["module"]
    source = path.read_text()
    for attempt in range(3):  # once to fill caches, once more with everything loaded, once to see how long it takes
        begun = time.monotonic()
        if _tested(copied, jobs, 600.0) != "":
            sys.exit((copied / "said.txt").read_text()[-3000:])
        took = time.monotonic() - begun
        if attempt == 0:
            _load(json.loads((copied / "loaded.json").read_text()), _dependents(copied, jobs["module"]))
    limit, changed = max(_AT_LEAST, _PATIENCE * took), int(time.time())
    for place, given in enumerate(jobs["mutants"]):
        path.write_text(Mutant(**given).apply(source))
        os.utime(path, (changed + place, changed + place))  # compiled code is told apart by full seconds and size
        print(json.dumps(_tested(copied, jobs, limit)), flush=True)


def _load(names: Sequence[str], without: set[str]) -> None:
    """Import what the tests imported, except themselves and whatever knows the module that is to be changed."""
    for name in names:
        if name.split(".")[0] not in {"tests", "conftest", "__main__"} and name not in without:
            with contextlib.suppress(Exception):  # a part of a package that only its whole can load
                importlib.import_module(name)


def _dependents(copied: Path, module: str) -> set[str]:
    """The module and all modules of ours that import it, directly or not."""
    knows: dict[str, set[str]] = {}
    for path in (copied / SOURCE).rglob("*.py"):
        tree = ast.parse(path.read_text())
        named: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        knows[_dotted(path.relative_to(copied))] = named
    found = {_dotted(Path(module))}
    while more := {name for name, named in knows.items() if name not in found and named & found}:
        found |= more
    return found


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to("src").with_suffix("").parts).removesuffix(".__init__")


def _tested(copied: Path, jobs: dict[str, Any], limit: float) -> str:
    """`failed`, `endless`, or nothing if all tests pass. The tests run in a child of their own."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()  # so that what the tests start can be ended with them
        code = 1
        try:
            code = _pytest(copied, jobs)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    deadline = time.monotonic() + limit
    try:
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                child = 0
                return "failed" if status else ""
            time.sleep(0.02)
        return "endless"
    finally:  # also when we are to end ourselves
        if child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _pytest(copied: Path, jobs: dict[str, Any]) -> int:
    import hypothesis  # noqa: PLC0415
    import pytest  # noqa: PLC0415

    quiet = os.open(copied / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(quiet, 1)
    if "PYTEST_ADDOPTS" in os.environ:
        del os.environ["PYTEST_ADDOPTS"]
    # the smallest example of a failure is of no interest here, and the next mutant is to see the same examples
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", phases=phases, database=None, derandomize=True, deadline=None)
    hypothesis.settings.load_profile("mutants")
    rewriting = "ignore::pytest.PytestAssertRewriteWarning"  # of plugins that were loaded before the fork
    words = ["-x", "-q", "--no-header", "-p", "no:xdist", "-W", _WRAPS, "-W", rewriting, *jobs["tests"]]
    code = int(pytest.main(words))
    (copied / "loaded.json").write_text(json.dumps(list(sys.modules)))
    loaded = sys.modules.get("instead")
    if loaded is not None and not str(loaded.__file__).startswith(str(copied)):
        sys.stderr.write(f"the tests ran with {loaded.__file__}, not with the copy\n")
        return 99
    return code


# --- the report -----------------------------------------------------------------------------------------------------


def keep(module: str, source: str, outcomes: Sequence[Outcome], count: int, sample: dict[str, int | None]) -> None:
    """Add the figures of one module to those of the others."""
    known: dict[str, Any] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    survivors = []
    for one in outcomes:
        if not one.noticed:
            before, after = one.mutant.lines(source)
            survivors.append({"line": one.mutant.line, "kind": one.mutant.kind, "before": before, "after": after})
    before_now, digest = known.get(module, {}), _digest(source)
    same = before_now.get("source") == digest and before_now.get("sample") == sample
    first = before_now.get("first") if same else count - len(survivors)
    known[module] = {"source": digest, "mutants": count, "sample": sample, "first": first, "survivors": survivors}
    FIGURES.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def survived(module: str, source: str, found: Sequence[Mutant]) -> list[Mutant]:
    """Those that no test noticed the last time. The others were noticed, and tests only become more."""
    known = json.loads(FIGURES.read_text()).get(module) if FIGURES.exists() else None
    if known is None or known["source"] != _digest(source):
        sys.exit(f"{module}: not run yet as it is now; leave --again out")
    lines = {(one["before"], one["after"]) for one in known["survivors"]}
    return [mutant for mutant in found if mutant.lines(source) in lines]


def _digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def report() -> None:
    """docs/results/mutations.md from the figures and the judgements."""
    known: dict[str, Any] = json.loads(FIGURES.read_text())
    judged = judgements()
    lines = [
        "# Mutations",
        "",
        "Written by `make mutate` (`scripts/mutate.py`, which says how it works). A mutant is one small wrong change",
        "of a module; it is noticed when a test of that module fails or takes four times as long as without it. What",
        "survives is judged: equivalent, where nothing that callers hand in tells it from the original with the",
        "libraries of today, or open, where a test is missing. Open ones count against the tests. Tests were",
        "written against the survivors of earlier runs of the same mutants: of a sampled module, others may survive.",
        "What the tests noticed before that stands under `at first`, where it was kept.",
        "",
        "| module | mutants | at first | noticed | equivalent | open | share noticed of the rest |",
        "|---|---|---|---|---|---|---|",
    ]
    total = [0, 0, 0, 0]
    listed: list[str] = []
    for module, figures in sorted(known.items()):
        reasons = [judged.get((module, one["before"], one["after"])) for one in figures["survivors"]]
        survive, equal = len(reasons), sum(reason is not None for reason in reasons)
        row = [figures["mutants"], figures["mutants"] - survive, equal, survive - equal]
        total = [a + b for a, b in zip(total, row, strict=True)]
        name = module + (f" (sample of {figures['sample']['count']})" if figures["sample"]["count"] else "")
        lines.append(_row(name, row, figures.get("first")))
        if survive:
            listed += ["", f"## {module}", ""]
        for one, reason in zip(figures["survivors"], reasons, strict=True):
            listed.append(f"- line {one['line']}, {one['kind']}: {'equivalent: ' + reason if reason else '**open**'}")
            listed += ["  ```diff", f"  - {one['before']}", f"  + {one['after']}", "  ```"]
    lines.append(_row("all", total, None))
    REPORT.write_text("\n".join([*lines, *listed]) + "\n")


def _row(name: str, row: Sequence[int], first: int | None) -> str:
    count, noticed, equal, still = row
    share = noticed / (count - equal) if count > equal else 1.0
    begun = "" if first is None else first
    return f"| {name} | {count} | {begun} | {noticed} | {equal} | {still} | {share:.1%} |"


def judgements() -> dict[tuple[str, str, str], str]:
    """Why a survivor is equivalent, by module and by its lines before and after."""
    if not JUDGED.exists():
        return {}
    found: dict[tuple[str, str, str], str] = {}
    for module, rows in tomllib.loads(JUDGED.read_text()).items():
        for row in rows:
            found[module, row["before"], row["after"]] = row["why"]
    return found


if __name__ == "__main__":
    main()
