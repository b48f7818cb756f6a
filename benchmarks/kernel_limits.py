"""How far the hot loops are from what this machine allows.

    python benchmarks/kernel_limits.py               at the paper's cellphone size
    python benchmarks/kernel_limits.py --scale 0.02  a quick look

First what the machine can do (`machine_ceilings.py`): bytes a second in order and anywhere, multiplications and
additions, powers, logarithms, sorting, cutting text into words. Then every hot stage (`hot_stages.py`): what it must
do at least by its shapes (`least_work.py`), how long that takes at these ceilings, how long it takes, and the ratio,
in processor seconds of one thread, which other programs disturb least. A stage further than three times from its limit
says why, or that its time was not taken apart. Ceilings of two threads are by the clock, and what other programs leave.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import fields

if __name__ == "__main__":  # before anything is loaded that counts processors
    os.environ.setdefault("INSTEAD_THREADS", "1")

from threadpoolctl import threadpool_limits

from hot_stages import Stage, a2cf_stages, opinion_stages, ranker_stages
from machine_ceilings import Ceilings, least, measured, of_both

FAR = 3.0
UNEXPLAINED = "no explanation yet"


def ceiling_lines(one: Ceilings, both: dict[str, float]) -> list[str]:
    """The ceilings, those in bytes first."""
    lines = [f"{'ceilings, in billions a second':<34}{'one thread':>12}{'two threads':>13}"]
    units = {"read": "bytes", "write": "bytes", "triad": "bytes", "rows": "bytes of rows anywhere", "text": "bytes"}
    for field in fields(one):
        name = f"{field.name}, {units[field.name]}" if field.name in units else field.name
        two = f"{both[field.name] / 1e9:13.2f}" if field.name in both else ""
        lines.append(f"  {name:<32}{getattr(one, field.name) / 1e9:12.3f}{two}")
    return lines


def stage_line(stage: Stage, ceilings: Ceilings, seconds: float) -> list[str]:
    """One row of the table, and an explanation where the stage is far from its limit."""
    bound, limit = stage.work.bound(ceilings)
    times = seconds / limit
    lines = [f"{stage.name:<44}{limit * 1e3:11.3f}{seconds * 1e3:11.3f}{times:8.1f}  {bound}"]
    if times > FAR:
        lines.append(f"    {stage.why or UNEXPLAINED}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the shops")
    options = parser.parse_args()
    with threadpool_limits(limits=1, user_api="blas"):
        ceilings = measured()
        print("\n".join(ceiling_lines(ceilings, of_both())))
        print(f"\n{'one thread, processor time':<44}{'limit ms':>11}{'ours ms':>11}{'times':>8}  bound by")
        for stages in (a2cf_stages, ranker_stages, opinion_stages):
            for stage in stages(options.scale):
                print("\n".join(stage_line(stage, ceilings, least(stage.run))), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
