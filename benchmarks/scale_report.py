"""docs/results/scale.md and scale.json from what `make scale` has recorded; nothing in them is written by hand."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from scale_fit import Growth, bound_by, fitted
from scale_records import Records, settings_key
from scale_stages import SHOPS, STAGES, Part

GIB, MIB = 2**30, 2**20
Record = dict[str, Any]
FIGURES = {"clock, s": "seconds", "processor, s": "cpu", "peak, GiB": "peak", "on disk, MiB": "disk"}
"""What is fitted, by the heading of its column."""
BARS = {
    "peak": 8 * GIB,
    "train-ranker": 30 * 60.0,
    "train-a2cf": 2 * 3600.0,
    "evaluate": 5 * 60 / 164_000,
    "recommend": 3000.0,
    "p99": 50.0,
    "start": 3.0,
}
"""Bytes, seconds, seconds of a test triple, pairs a second, milliseconds, seconds. Training has a bar at cellphone size
alone."""

HEAD = """# The paper's shops at full size

Written by `make scale` (`benchmarks/scale.py`); `make scale REPORT=1` writes it again of what is recorded. Synthetic
shops with the counts of the paper's Table 1, every user kept. Every line is a verb of the command line in a process of
its own, measured with all processes it started:

- *Processor*: seconds of all of them. *Peak*: the highest sum of their memory, pages they share counted once.
- *On disk*: bytes of what the stage wrote. *Read*, *written*: bytes that went from and to the disk itself; what the
  file cache had is not in *read*, and what was deleted before it got to the disk is not in *written*.
- *Bound by*: at ten looks a second, how many threads wanted a processor: two or more, one, none while one waited for
  the disk, none. One that queues for a processor which somebody else has counts as wanting it.
- *Others*: processors that other work on the machine kept busy meanwhile. The clock is worse by what they took.
- *Yardstick*: processor seconds of a fixed piece of work just before the stage. On a machine that is shared out to
  others it doubles at times, and processor seconds of the stages with it.

`recommend` is asked for all pairs of the test triples. `serve` is under a steady load of 50 requests a second, ten
substitutes with reasons each, and then as fast as answers come; its clock is that of the load.
"""


HEADS = (
    "stage", "clock s", "processor s", "peak GiB", "on disk MiB", "read / written MiB", "bound by", "others",
    "yardstick", "bars",
)  # fmt: skip


def write_report(records: Records, out: Path) -> None:
    """Both files, of all records, and of those of an earlier report whose stages are not recorded here."""
    found = records.all(earlier(out / "scale.json"))
    out.mkdir(parents=True, exist_ok=True)
    text = "\n".join([HEAD, f"{machine()}\n", *pages(found)])
    (out / "scale.md").write_text(text, encoding="utf-8")
    kept = {"written": date.today().isoformat(), "machine": machine(), "growth": growth(found), "records": found}
    (out / "scale.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def earlier(report: Path) -> list[Record]:
    """Records of a report whose stages have the settings that they would have now."""
    if not report.is_file():
        return []
    kept: list[Record] = json.loads(report.read_text(encoding="utf-8"))["records"]
    return [
        one
        for one in kept
        if one["stage"] in STAGES
        and one["settings"] == settings_key(Part(one["shop"], Fraction(one["size"])), STAGES[one["stage"]])
    ]


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    return f"{platform.machine()}, {os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}"


def pages(found: Sequence[Record]) -> Iterator[str]:
    for shop in SHOPS:
        mine = [one for one in found if one["shop"] == shop]
        yield f"## {shop}\n"
        yield from at_full_size([one for one in mine if one["size"] == "1"])
        yield from growing(mine)
    yield from codes(found)


def at_full_size(found: Sequence[Record]) -> Iterator[str]:
    """The table of a shop at the size of the paper."""
    if not found:
        yield "Not run at the size of the paper.\n"
        return
    counts = found[-1]["counts"]
    yield ", ".join(f"{count:,} {name}" for name, count in counts.items()) + ".\n"
    yield f"| {' | '.join(HEADS)} |"
    yield "|---" * len(HEADS) + "|"
    by_stage = {one["stage"]: one for one in found}
    for name, stage in STAGES.items():
        if name in by_stage:
            yield line(by_stage[name])
        elif stage.default:
            yield f"| {name} | not run " + "| " * (len(HEADS) - 2) + "|"
    yield ""
    yield from whole_training(by_stage)


def line(record: Record) -> str:
    taken = record["taken"]
    if taken is None:
        return f"| {record['stage']} | FAILED: {record['error']} " + "| " * (len(HEADS) - 2) + "|"
    cells = [
        record["stage"],
        f"{taken['seconds']:,.1f}",
        f"{taken['cpu']:,.1f}",
        f"{taken['peak'] / GIB:.2f}",
        f"{record['disk'] / MIB:,.0f}",
        f"{taken['read'] / MIB:,.0f} / {taken['written'] / MIB:,.0f}",
        bound_by(taken),
        f"{taken['others']:.2f}",
        f"{record['yardstick']:.2f}" if "yardstick" in record else "",
        "; ".join(judged(record)),
    ]
    return f"| {' | '.join(cells)} |"


def judged(record: Record) -> Iterator[str]:
    """What a stage is held to at full size, and what it came to."""
    stage, taken, told = STAGES[record["stage"]], record["taken"], record["found"]
    triples = record["counts"].get("test triples", 0)
    if record["stage"] in BARS and record["shop"] == "cellphone":
        yield _held(taken["seconds"] / 60, BARS[record["stage"]] / 60, "min")
    if stage.verb == "evaluate":
        yield _held(taken["seconds"], BARS["evaluate"] * triples, f"s for {triples:,} triples")
    if stage.verb == "recommend":
        rate = triples / taken["seconds"]
        verdict = "within" if rate >= BARS["recommend"] else "**SHORT**"
        yield f"{rate:,.0f} of at least {BARS['recommend']:,.0f} pairs/s: {verdict}"
    if stage.verb == "serve":
        yield _held(told["p99"], BARS["p99"], "ms p99")
        yield _held(told["start"], BARS["start"], "s start")
        yield f"p50 {told['p50']:.1f} ms, {told['cpu_ms']:.1f} ms of a processor each, up to {told['sustained']:.0f}/s"
    yield _held(taken["peak"] / GIB, BARS["peak"] / GIB, "GiB")


def _held(value: float, bar: float, unit: str) -> str:
    return f"{value:.3g} of at most {bar:.3g} {unit}: " + ("within" if value < bar else "**OVER**")


def whole_training(by_stage: dict[str, Record]) -> Iterator[str]:
    """What all rounds of A2CF would take, where one round alone was run."""
    short = by_stage.get("train-a2cf-1-round")
    if short is None or short["taken"] is None or not short["found"] or "train-a2cf" in by_stage:
        return
    from instead.models.registry import entry_of  # noqa: PLC0415 - the only thing of the product that a report needs

    chosen = entry_of("a2cf").settings.checked({}).model_dump()
    each, rounds = short["found"], chosen["rounds"]
    later = (
        chosen["later_attribute_epochs"] * each["attributes"]
        + chosen["ranking_epochs"] * each["ranking"]
        + each["validation"]
    )
    whole = short["taken"]["seconds"] + (rounds - 1) * later
    yield (
        f"`train-a2cf` as a whole was not run. `train-a2cf-1-round` is the first of at most {rounds} rounds, with "
        f"reading and writing. A later round has fewer epochs and would take {later / 60:.1f} minutes, all of them "
        f"{whole / 60:.0f}: reckoned from the epochs of the first and not measured; the bar is "
        f"{BARS['train-a2cf'] / 60:.0f}.\n"
    )


def figure(record: Record, name: str) -> float:
    return float(record["disk"] if name == "disk" else record["taken"][name])


def growth(found: Sequence[Record]) -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """Fits by shop, stage and figure; bytes and seconds against the number of reviews."""
    made: dict[str, dict[str, dict[str, dict[str, Any]]]] = {}
    for shop, stage, rows in groups(found):
        fits = {name: fit_of(rows, name) for name in FIGURES.values()}
        known = {name: fit.as_dict() for name, fit in fits.items() if fit is not None}
        if known:
            made.setdefault(shop, {})[stage] = known
    return made


def groups(found: Sequence[Record]) -> Iterator[tuple[str, str, list[Record]]]:
    """Records of one stage of one shop in all sizes."""
    for shop in SHOPS:
        for stage in STAGES:
            rows = [one for one in found if (one["shop"], one["stage"]) == (shop, stage) and one["taken"]]
            if rows:
                yield shop, stage, sorted(rows, key=lambda one: Fraction(one["size"]))


def fit_of(rows: Sequence[Record], name: str) -> Growth | None:
    if STAGES[rows[0]["stage"]].verb == "serve" and name in ("seconds", "cpu"):
        return None  # the load lasts as long whatever the size
    return fitted([(one["counts"]["reviews"], figure(one, name)) for one in rows])


def growing(found: Sequence[Record]) -> Iterator[str]:
    """The table of how a shop's stages grow."""
    several = [(stage, rows) for _, stage, rows in groups(found) if len(rows) > 1]
    if not several:
        yield "How it grows was not measured: fewer than two sizes were run.\n"
        return
    sizes = sorted({Fraction(one["size"]) for one in found})
    yield "How it grows with the number of reviews: the exponent of a least-squares line through the logarithms, in"
    yield "brackets that of the two largest sizes alone, which fixed costs hide less. An empty place was not run.\n"
    yield f"| stage | figure | {' | '.join(f'x {size}' for size in sizes)} | exponent |"
    yield "|---" * (len(sizes) + 3) + "|"
    for stage, rows in several:
        by_size = {Fraction(one["size"]): one for one in rows}
        for head, name in FIGURES.items():
            fit, unit = fit_of(rows, name), {"peak": GIB, "disk": MIB}.get(name, 1)
            if fit is None:
                continue
            cells = [_short(figure(by_size[size], name) / unit) if size in by_size else "" for size in sizes]
            last = "" if fit.last is None or fit.sizes < 3 else f" ({fit.last:.2f})"
            yield f"| {stage} | {head} | {' | '.join(cells)} | {fit.exponent:.2f}{last} |"
        if STAGES[stage].verb == "serve":
            for head, name in (("p99, ms", "p99"), ("start, s", "start"), ("processor of a request, ms", "cpu_ms")):
                cells = [_short(by_size[size]["found"][name]) if size in by_size else "" for size in sizes]
                grown = fitted([(one["counts"]["reviews"], one["found"][name]) for one in rows])
                yield f"| {stage} | {head} | {' | '.join(cells)} | {'' if grown is None else f'{grown.exponent:.2f}'} |"
    yield ""


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def codes(found: Sequence[Record]) -> Iterator[str]:
    """When and of what code the records are."""
    if not found:
        return
    first, last = min(one["when"] for one in found), max(one["when"] for one in found)
    loads = [one["taken"]["load"] for one in found if one["taken"]]
    yield (
        f"Measured {first} to {last}; load average at the end of a stage {min(loads):.1f} to {max(loads):.1f}."
        if loads
        else ""
    )
    versions: dict[str, list[Record]] = {}
    for one in found:
        versions.setdefault(one["code"], []).append(one)
    if len(versions) > 1:
        yield "\nMore than one state of the code was measured, perhaps on several machines of one description; times of"
        yield "different ones say nothing of the code:\n"
        for code, parts in versions.items():
            first, last = (of(one["when"] for one in parts) for of in (min, max))
            named = ", ".join(f"{one['shop']} x {one['size']} {one['stage']}" for one in parts)
            yield f"- `{code}`, {first} to {last}: {named}"
        yield ""
