"""All benchmarks, one after the other, printed and written to docs/results/speed.md: `make bench`.

`--scale 0.02` is for a quick look at all of them; it writes nothing, because the bars are for the full size.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
REPORT = HERE.parent / "docs" / "results" / "speed.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", default="1.0", help="size of the cellphone shop; the bars are for 1.0")
    parser.add_argument("--only", nargs="+", help="parts of names; the report keeps what it had of the others")
    options = parser.parse_args()
    full = float(options.scale) == 1.0
    with tempfile.TemporaryDirectory() as scratch:
        world = str(Path(scratch) / "world")  # written once, read by the next
        benchmarks = (
            ("world_generation.py", "--scale", options.scale, "--keep", world),
            ("prepare_speed.py", "--world", world),
            ("extraction_speed.py",),
            ("extraction_scale.py", "--scale", options.scale),
            ("engine_overhead.py", "--scale", str(0.61 * float(options.scale))),
            ("a2cf_speed.py", "--scale", options.scale, *(("--plots", str(REPORT.parent)) if full else ())),
            ("a2cf_training.py", "--scale", options.scale),
            ("evaluation_speed.py", "--scale", options.scale),
            ("kernel_limits.py", "--scale", options.scale),
            ("compared_speed.py", "--scale", options.scale),
            ("ranker_speed.py", "--scale", options.scale, "--train"),
            ("ranker_trees.py", "--scale", options.scale),
            ("recommend_speed.py", "--scale", options.scale),
            ("search_speed.py", "--scale", options.scale),
            ("steering_speed.py", "--scale", options.scale),
            ("experiment_intervals.py",),
            ("live_state.py", "--scale", options.scale),
            ("service_speed.py", "--scale", options.scale),
            ("service_overload.py",),
            ("live_soak.py", "--scale", options.scale),
        )
        sections = known_sections()
        for name, *arguments in benchmarks:
            if options.only is None or any(word in name for word in options.only):
                sections[name] = section(name, run(name, *arguments))
    if full:
        order = [section for name, *_ in benchmarks for section in sections if belongs(section, name)]
        REPORT.write_text(HEAD + "".join(f"\n## {name}\n\n{sections[name]}" for name in order), encoding="utf-8")
        print(f"written to {REPORT}")
    return 0


HEAD = """# Speed and memory

Written by `make bench`. Ours and the plain alternative run in turn in one session; the ratios are what counts, and on a
shared machine the processor seconds are steadier than the clock.
"""


def known_sections() -> dict[str, str]:
    """What the report holds already, by benchmark."""
    text = REPORT.read_text(encoding="utf-8") if REPORT.is_file() else ""
    pieces = text.split("\n## ")[1:]
    return {name: body.strip("\n") + "\n" for name, _, body in (piece.partition("\n\n") for piece in pieces)}


def belongs(section: str, name: str) -> bool:
    """Whether a section is of a benchmark: its own, or of a run by hand with other options (`name, what was run`)."""
    return section == name or section.startswith(f"{name}, ")


def section(name: str, printed: str) -> str:
    """What a benchmark printed, on what machine, and its pictures."""
    load = " / ".join(f"{value:.1f}" for value in os.getloadavg())
    where = (
        f"{date.today().isoformat()}, {platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}, load average at the end {load} (1 / 5 / 15 minutes)"
    )
    drawn = sorted(REPORT.parent.glob("speed_*.png")) if name == "a2cf_speed.py" else []
    pictures = "".join(f"\n![{path.stem}]({path.name})\n" for path in drawn)
    return f"{where}\n\n```\n{printed}```\n{pictures}"


def run(name: str, *arguments: str) -> str:
    """One benchmark, shown while it runs; what it printed."""
    print(f"== {name}", flush=True)
    lines = []
    command = [sys.executable, str(HERE / name), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise SystemExit(f"{name} ended with {process.returncode}")
    return "".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
