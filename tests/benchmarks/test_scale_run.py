"""`make scale` on a very small shop: measured, recorded, gone on with, reported."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import scale
from process_tree import run_measured
from scale_records import Records, code_version, settings_key
from scale_report import write_report
from scale_stages import STAGES, Part, chosen_stages

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="everything is read from /proc")

TINY = Part("cellphone", Fraction(1, 400))
TWICE = Part("cellphone", Fraction(1, 200))


def record_of(part: Part, name: str, **changes: Any) -> dict[str, Any]:
    """As if it had been measured."""
    stage = STAGES[name]
    taken = {
        "seconds": 10.0, "cpu": 12.0, "system": 1.0, "peak": 2**30, "processes": 1, "read": 0, "written": 0,
        "looks": 100, "parallel": 0.2, "serial": 0.8, "disk": 0.0, "others": 0.1, "load": 1.0,
    }  # fmt: skip
    found = {"p50": 5.0, "p99": 60.0, "start": 2.0, "cpu_ms": 4.0, "sustained": 150.0} if stage.verb == "serve" else {}
    return {
        "shop": part.shop, "size": str(part.size), "stage": name, "words": stage.words(part),
        "settings": settings_key(part, stage), "code": code_version(), "when": "2026-01-01 10:00", "taken": taken,
        "found": found, "counts": {"reviews": int(1000 * part.size), "test triples": 164_000}, "disk": 2**20,
        "error": None, **changes,
    }  # fmt: skip


def test_a_small_shop_goes_on_and_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = Records(tmp_path / "work")
    scale.run_part(TINY, chosen_stages(["world"]), records)
    before = records.path(TINY, STAGES["world"]).read_bytes()
    capsys.readouterr()
    scale.run_part(TINY, chosen_stages(["world", "prepare"]), records)
    assert "world: recorded" in capsys.readouterr().out
    assert records.path(TINY, STAGES["world"]).read_bytes() == before
    made = records.found(TINY, STAGES["prepare"])
    assert made is not None and made["error"] is None
    assert made["counts"]["users"] == round(665_900 / 400)
    assert made["counts"]["test triples"] > 0
    data = records.folder / TINY.folder / "data"
    files = [file for file in data.rglob("*.*") if file.is_file() and "mentions-" not in str(file)]
    assert made["disk"] == sum(file.stat().st_size for file in files)
    assert made["taken"]["cpu"] > 0 and made["taken"]["peak"] > 50 * 2**20
    write_report(records, tmp_path)
    assert "Not run at the size of the paper." in (tmp_path / "scale.md").read_text(encoding="utf-8")
    assert len(json.loads((tmp_path / "scale.json").read_text(encoding="utf-8"))["records"]) == 2


def test_a_failure_is_recorded_and_stops_what_stands_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = Records(tmp_path)
    records.write(TINY, STAGES["world"], record_of(TINY, "world"))  # there is no such world
    scale.run_part(TINY, chosen_stages(["world", "prepare", "extract"]), records)
    failed = records.found(TINY, STAGES["prepare"])
    assert failed is not None and failed["taken"] is None
    assert "reviews.jsonl" in failed["error"]
    assert records.found(TINY, STAGES["extract"]) is None
    assert "extract: not run, because it needs prepare" in capsys.readouterr().out


def test_other_settings_and_other_code_are_not_taken_for_these(tmp_path: Path) -> None:
    records, stage = Records(tmp_path), STAGES["extract"]
    records.write(TINY, stage, record_of(TINY, "extract"))
    assert records.valid(TINY, stage, code_version()) is not None
    assert records.valid(TINY, stage, "another") is None
    assert records.valid(TINY, stage, "another", older=True) is not None
    assert records.valid(TWICE, stage, code_version()) is None
    records.write(TINY, stage, record_of(TINY, "extract", settings="another"))
    assert records.valid(TINY, stage, code_version(), older=True) is None


def test_what_a_stage_stands_on_is_in_its_key() -> None:
    assert settings_key(TINY, STAGES["evaluate-ranker"]) != settings_key(TWICE, STAGES["evaluate-ranker"])


def test_the_report_holds_bars_and_says_what_was_not_run(tmp_path: Path) -> None:
    records, full = Records(tmp_path / "work"), Part("cellphone", Fraction(1))
    for part in (TWICE, full):
        for name in ("world", "train-ranker", "evaluate-ranker", "serve-ranker"):
            records.write(part, STAGES[name], record_of(part, name))
    failed = record_of(full, "train-a2cf", taken=None, error="not enough memory")
    records.write(full, STAGES["train-a2cf"], failed)
    write_report(records, tmp_path)
    text = (tmp_path / "scale.md").read_text(encoding="utf-8")
    assert "60 of at most 50 ms p99: **OVER**" in text
    assert "0.167 of at most 30 min: within" in text
    assert "10 of at most 300 s for 164,000 triples: within" in text
    assert "| train-a2cf | FAILED: not enough memory |" in text
    assert "| prepare | not run |" in text
    fits = json.loads((tmp_path / "scale.json").read_text(encoding="utf-8"))["growth"]["cellphone"]
    assert fits["world"]["seconds"]["exponent"] == pytest.approx(0.0)
    assert "seconds" not in fits["serve-ranker"]  # the load lasts as long whatever the size


def test_a_report_keeps_what_the_work_folder_no_longer_has(tmp_path: Path) -> None:
    before, now = Records(tmp_path / "before"), Records(tmp_path / "now")
    for name in ("world", "prepare", "extract"):
        before.write(TINY, STAGES[name], record_of(TINY, name, when="2026-01-01 10:00"))
    before.write(TWICE, STAGES["world"], record_of(TWICE, "world", settings="another"))
    write_report(before, tmp_path)
    now.write(TINY, STAGES["prepare"], record_of(TINY, "prepare", when="2026-02-02 10:00"))
    write_report(now, tmp_path)
    kept = json.loads((tmp_path / "scale.json").read_text(encoding="utf-8"))["records"]
    told = [(one["size"], one["stage"], one["when"][:7]) for one in kept]
    size = str(TINY.size)
    assert told == [(size, "world", "2026-01"), (size, "prepare", "2026-02"), (size, "extract", "2026-01")]


def test_stages_are_chosen_by_name_verb_and_model() -> None:
    assert [stage.name for stage in chosen_stages(["train"])] == ["train-ranker", "train-a2cf"]
    assert [stage.verb for stage in chosen_stages(["ranker"])] == ["train", "evaluate", "recommend", "serve"]
    assert "train-a2cf-1-round" not in [stage.name for stage in chosen_stages(None)]
    with pytest.raises(SystemExit, match="no stage 'nothing'"):
        chosen_stages(["nothing"])


def test_children_count(tmp_path: Path) -> None:
    held = "import time; held = bytearray(60 << 20); held[::4096] = b'x' * len(held[::4096]); time.sleep(1.5)"
    program = (
        "import subprocess, sys; "
        f"many = [subprocess.Popen([sys.executable, '-c', {held!r}]) for _ in range(2)]; "
        "sys.exit(sum(one.wait() for one in many) + 3)"
    )
    status, taken = run_measured([sys.executable, "-c", program], tmp_path / "log", folder=tmp_path, variables={})
    assert status == 3
    assert taken.processes == 3
    assert taken.peak > 120 << 20
