"""The command line: exit codes, one sentence on stderr, JSON for machines, nothing heavy at import."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from instead import errors
from instead.cli import main
from instead.cli.main import app
from instead.store.dataset import Dataset
from tests.mentions.german_reviews import german_reviews
from tests.small_shop import packed, put, put_json, shop_meta, shop_rows, small_shop

SOURCE = Path(main.__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "300", "NO_COLOR": "1"}
COMMAND = [sys.executable, "-c", "from instead.cli.main import run; run()"]


class Ran:
    """What a call of `run()` printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """`instead(...)` in this process, through the entry point of the command."""
    from rich.console import Console

    from instead.cli import terminal

    def call(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["instead", *map(str, words)])
        monkeypatch.setattr(terminal, "out", Console(highlight=False, width=300))
        with pytest.raises(SystemExit) as caught:
            main.run()
        printed = capsys.readouterr()
        return Ran(int(caught.value.code or 0), printed.out, printed.err)

    return call


def one_sentence(ran: Ran, code: int) -> str:
    """An error as it should be: exit code, one line on stderr, nothing on stdout."""
    assert ran.code == code
    assert ran.out == ""
    assert ran.err.startswith("instead: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err


FAST = ("--negatives", "5")


def test_prepare_and_its_report(instead: Any, tmp_path: Path) -> None:
    ran = instead("prepare", *small_shop(tmp_path), "--out", tmp_path / "data", *FAST)
    assert ran.code == 0
    for words in ("Table 1", "Substitute graph", "Protocol", "300", "is ready; split hash"):
        assert words in ran.out


def test_json_is_json(instead: Any, tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    prepared = instead("prepare", reviews, meta, "--out", tmp_path / "data", "--json", *FAST)
    assert json.loads(prepared.out)["counts"]["reviews"] == 300
    inspected = json.loads(instead("inspect", reviews, meta, "--json").out)
    assert [one["kind"] for one in inspected] == ["reviews", "items"]
    assert inspected[1]["relations"] == {"also_viewed": 60}
    assert json.loads(instead("doctor", "--json").out)["healthy"] is True


def test_inspect_shows_what_a_file_is_and_what_is_wrong(instead: Any, tmp_path: Path) -> None:
    rows = [
        "user,item,rating,time",
        "u1,i1,5,1400000000",
        "u2,i1,[9],1400000000",
        "u3,i1,7,1400000000",
        "u4,i1",
        "u5,i2,3,soon",
    ]
    rows += [f"u{n},i1,4,1400000000" for n in range(10, 20)]
    ran = instead("inspect", put(tmp_path / "r.csv", rows))
    assert ran.code == 0
    for words in (
        "reviews: reviews (table), 15 rows",
        "columns    user, item, rating, time",
        "rejected   3 rows (20.00%)",
        "line 3: rating is not a number: '[9]'",
        "line 4: rating outside 1 to 5: '7'",
        "line 5: 2 fields where 4 are expected",
        "1 rows: time not understood, left out",
        "No substitute relation in these files",
    ):
        assert words in ran.out, words


def test_inspect_tells_of_damage_and_of_notes(instead: Any, tmp_path: Path) -> None:
    path = tmp_path / "meta.json.gz"
    text = "".join(json.dumps({"parent_asin": f"P{n}", "title": os.urandom(40).hex()}) + "\n" for n in range(99))
    path.write_bytes(packed(text.encode(), "gzip")[:-500])
    ran = instead("inspect", path)
    assert ran.code == 0
    assert "the gzip stream is cut off; `prepare` stops here unless --keep-truncated is given" in ran.out
    assert "the 2023 release has no substitute relation" in ran.out


def test_languages_are_shown_before_and_after_preparing(instead: Any, tmp_path: Path) -> None:
    reviews, meta = small_shop(tmp_path)
    rows = [json.loads(line) for line in reviews.read_text().splitlines()]
    german = german_reviews(len(rows))
    for number, row in enumerate(rows):
        row["reviewText"] = german[number] if number % 3 else "The sound of it is very good and I like it."
    put_json(reviews, rows)
    ran = instead("inspect", reviews)
    assert "languages  1" in ran.out
    assert "100 English" in ran.out
    assert "6" in ran.out.split("% of the reviews are not in English (German")[0][-2:]
    found = json.loads(instead("inspect", reviews, "--json").out)[0]["languages"]
    assert sum(found.values()) == 300
    assert found["en"] == 100
    prepared = instead("prepare", reviews, meta, "--out", tmp_path / "data", *FAST)
    assert "attributes are extracted from English alone" in " ".join(prepared.out.split())
    assert "not in English" in prepared.out
    assert Dataset.open(tmp_path / "data").manifest["languages"] == found
    refused = instead("extract", tmp_path / "data")
    assert "of the reviews are not in English" in one_sentence(refused, 2)


def test_inspect_with_a_map_over_several_files(instead: Any, tmp_path: Path) -> None:
    reviews = put(tmp_path / "r.csv", ["kunde,ware,note", "u,i,5", "v,i,4"])
    _, meta = small_shop(tmp_path)
    words = ("--map", "user=kunde", "--map", "item=ware", "--map", "rating=note")
    assert "user = kunde" in instead("inspect", reviews, meta, *words).out
    assert "no column 'kunde' for user" in one_sentence(instead("inspect", meta, *words), 2)


CORE = ("--catalogue", "core")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("inspect", "absent.json"), "absent.json: no such file"),
        (("inspect", "."), "this is a folder"),
        (("inspect", "reviews.json", "--as", "poems"), "--as wants one of"),
        (("inspect", "reviews.json", "--map", "user"), "--map wants NAME=COLUMN"),
        (("inspect", "reviews.json", "--map", "user=nobody"), "no column 'nobody' for user"),
        (("inspect", "reviews.json", "--columns", "absent.toml"), "cannot read the column map"),
        (("prepare", "reviews.json", "--out", "x", *CORE), "--without-links"),
        (("prepare", "meta.json", "--out", "x", *CORE), "there are no reviews"),
        (("prepare", "--out", "x"), "nothing among the files can serve"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", *CORE, "--min-user", "11"), "lower --min-user or"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--min-user", "0"), "setting min_user"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--split", "alphabet"), "setting split"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--neutral", "grey"), "setting read.neutral_mentions"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--scale", "good:bad"), "--scale wants LOW:HIGH"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--scale", "5:1"), "rating_low must be below"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--settings", "no.toml"), "cannot read the settings"),
        (("prepare", "reviews.json", "meta.json", "--out", "x", "--max-memory", "0.1"), "GiB allowed"),
        (("prepare", "reviews.json", "meta.json", "--out", "."), "holds other files"),
        (("prepare", "reviews.json", "meta.json", "--out", "meta.json/x"), "meta.json is a file"),
        (("prepare", "reviews.json", "reviews.json", "--out", "x"), "named twice"),
        (("prepare", "reviews.json", "--items", "reviews.json", "--out", "x"), "named twice"),
        (("prepare", "--reviews", "meta.json", "--out", "x"), "cannot be read as reviews"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_and_exit_code_2(
    instead: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], named: str
) -> None:
    small_shop(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert named in one_sentence(instead(*words), 2)
    assert {path.name for path in tmp_path.iterdir()} == {"reviews.json", "meta.json"}


def test_bad_rows_and_cut_off_files_are_allowed_by_flag(instead: Any, tmp_path: Path) -> None:
    rows = shop_rows()
    rows[0]["overall"] = rows[5]["overall"] = rows[9]["overall"] = rows[13]["overall"] = 8.0
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    reviews, meta = tmp_path / "r.json.gz", put_json(tmp_path / "m.json", shop_meta())
    reviews.write_bytes(packed(text, "gzip")[:-200])
    words = ["prepare", reviews, meta, "--out", tmp_path / "x", *FAST]
    assert "go on with those rows: --keep-truncated" in one_sentence(instead(*words), 2)
    assert "--max-rejected 0.02" in one_sentence(instead(*words, "--keep-truncated"), 2)
    assert instead(*words, "--keep-truncated", "--max-rejected", "0.02").code == 0
    again = one_sentence(instead(*words, "--keep-truncated", "--max-rejected", "0.02"), 2)
    assert "--replace" in again
    assert instead(*words, "--keep-truncated", "--scale", "1:10", "--replace").code == 0


def test_settings_from_toml_and_flags_over_them(instead: Any, tmp_path: Path) -> None:
    toml = put(tmp_path / "s.toml", "seed = 4\nnegatives = 5\nmin_user = 2\n[read]\nmax_rejected = 0.5\n")
    ran = instead("prepare", *small_shop(tmp_path), "--out", tmp_path / "x", "--settings", toml, "--seed", 9, "--json")
    settings = json.loads(ran.out)["settings"]
    assert (settings["seed"], settings["min_user"], settings["read"]["max_rejected"]) == (9, 2, 0.5)


@pytest.mark.parametrize(
    "words",
    [("inspect", "--colour"), ("prepare",), ("unknown",), ("inspect",), ("prepare", "--out", "x", "--seed", "one")],
)
def test_wrong_usage_is_exit_code_2(instead: Any, words: tuple[str, ...]) -> None:
    ran = instead(*words)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def every_error() -> list[errors.InsteadError]:
    return [
        errors.InsteadError("it failed"),
        errors.InputError("wrong", path="f", line=3),
        errors.UnknownFormat("unknown"),
        errors.TruncatedFile("cut", path="f", rows=3),
        errors.TooManyRejects("many"),
        errors.EmptyResult("empty"),
        errors.UnknownItem("x", ["y"]),
        errors.FolderError("folder"),
        errors.DoesNotFit("large"),
        errors.Diverged("infinite"),
        errors.ImpossibleFigures("NDCG above HR"),
        errors.ServiceError("not ready", status=503, request_id="r"),
        errors.Unreachable("no service answers"),
        errors.WrongItem("item 'x': price is '?'", 0),
        errors.DiskFull("data"),
        errors.WrongEvent("time is to come", 0),
        errors.WrongRule("rule 'x' has no reason", "reason"),
        errors.StoreAway("postgresql://shop", "no route"),
        errors.StoreShut("s3://bucket/x", "does not answer"),
        errors.EngineError("no Ray cluster answers"),
        errors.AtWork("shop: another refresh is at work here"),
    ]


@pytest.mark.parametrize("error", every_error(), ids=lambda error: type(error).__name__)
def test_every_error_of_ours_has_its_exit_code(
    instead: Any, monkeypatch: pytest.MonkeyPatch, error: errors.InsteadError
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("instead.preparation.inspection.inspect_files", fails)
    ran = instead("inspect", "x")
    of_work = {errors.InsteadError, errors.Diverged, errors.ImpossibleFigures, errors.ServiceError, errors.Unreachable}
    of_work |= {errors.DiskFull, errors.StoreAway, errors.StoreShut, errors.EngineError}
    code = 4 if type(error) is errors.AtWork else 1 if type(error) in of_work else 2
    assert one_sentence(ran, code) == f"instead: {error}\n"


@pytest.mark.parametrize("error", every_error(), ids=lambda error: type(error).__name__)
def test_every_error_comes_whole_from_a_worker(error: errors.InsteadError) -> None:
    came = ForkingPickler.loads(ForkingPickler.dumps(error))  # what processes send to each other
    assert (type(came), str(came), vars(came)) == (type(error), str(error), vars(error))


def test_the_tree_of_errors_is_complete_above() -> None:
    def below(kind: type[errors.InsteadError]) -> set[type[errors.InsteadError]]:
        return {kind}.union(*(below(child) for child in kind.__subclasses__()))

    told = {kind for kind in below(errors.InsteadError) if not kind.__name__.startswith("_")}  # `_Field` never gets out
    assert told == {type(error) for error in every_error()}
    assert str(every_error()[1]) == "f:3: wrong"
    assert str(every_error()[6]) == "unknown item 'x'. Did you mean y?"


def test_a_failing_disk_is_one_sentence_and_exit_code_1(instead: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "data/reviews.parquet")

    monkeypatch.setattr("instead.preparation.inspection.inspect_files", fails)
    assert "No space left on device" in one_sentence(instead("inspect", "x"), 1)


def test_an_interruption_is_exit_code_130(instead: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("instead.preparation.inspection.inspect_files", interrupted)
    assert "interrupted" in one_sentence(instead("inspect", "x"), 130)


def test_help_version_and_doctor(instead: Any) -> None:
    runner = CliRunner()
    for words in (["--help"], ["-h"], ["prepare", "--help"], ["inspect", "--help"]):
        assert runner.invoke(app, words).exit_code == 0
    assert instead("--version").out.startswith("instead 0.")
    module = subprocess.run([sys.executable, "-m", "instead", "--version"], capture_output=True, text=True, check=True)
    assert module.stdout == instead("--version").out
    ran = instead("doctor")
    assert ran.code == 0
    assert "Ready." in ran.out
    assert "  prometheus_client  " in ran.out


def test_the_doctor_tells_how_many_processors_are_used(instead: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSTEAD_THREADS", "1")
    facts = json.loads(instead("doctor", "--json").out)
    assert (facts["processors_used"], facts["threads"]["INSTEAD_THREADS"]) == (1, "1")
    assert "INSTEAD_THREADS=1" in instead("doctor").out
    monkeypatch.setenv("INSTEAD_THREADS", "many")
    ran = instead("doctor")
    assert ran.code == 1
    assert "INSTEAD_THREADS is 'many'" in " ".join(ran.out.split())


def test_a_missing_package_makes_the_doctor_unhappy(instead: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("instead.cli.doctor._version_of", lambda name: None if name == "polars" else "1.0")
    ran = instead("doctor")
    assert ran.code == 1
    assert "polars is missing" in ran.out


HELP = "from instead.cli.main import app; from typer.testing import CliRunner; CliRunner().invoke(app, ['--help'])"
HEAVY = ("torch", "polars", "numba", "scipy", "numpy")


@pytest.mark.parametrize("start", ["import instead", "import instead; dir(instead)", HELP])
def test_nothing_heavy_is_imported_before_it_is_needed(start: str) -> None:
    program = f"{start}\nimport sys\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, check=True)
    assert ran.stdout == "[]\n"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", ["user,item,rating", *(f"u{n},i,9" for n in range(50))])
    reading, writing = os.pipe()
    os.close(reading)
    words = [*COMMAND, "inspect", "--json", str(path)]
    ran = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


STUCK = """
from threading import Event
import instead.preparation.prepare as preparation
from instead.cli.main import run
def stuck(*_):
    print("in the middle", flush=True)
    Event().wait(60)
preparation.split_parts = stuck
run()
"""


def test_an_interruption_in_the_middle_leaves_nothing_behind(tmp_path: Path) -> None:
    rows = [f"u{n % 99},i{n % 77},{n % 5 + 1 if n % 300 else 9},text" for n in range(3_000)]
    reviews = put(tmp_path / "r.csv", ["user,item,rating,text", *rows])
    before = {path.name for path in tmp_path.iterdir()}
    words = ["prepare", str(reviews), "--without-links", "--out", str(tmp_path / "data"), "--json"]
    running = subprocess.Popen(
        [sys.executable, "-c", STUCK, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "in the middle\n"
    partial = {path.name for path in tmp_path.iterdir()} - before
    assert any(name.startswith(".data.partial") for name in partial)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130, err
    assert out == ""
    assert err == "instead: interrupted; nothing half-written was left behind\n"
    assert {path.name for path in tmp_path.iterdir()} == before
