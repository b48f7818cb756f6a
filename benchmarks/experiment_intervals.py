"""How often intervals of experiments err when they are looked at every day, and how soon they find a true difference.

python benchmarks/experiment_intervals.py                # two minutes; --runs 2000 --days 60 --units 200

Each simulated experiment has two variants; on each of its days so many units are settled. An interval errs if it misses
the true difference on any day. `plain` is the ordinary 95 % interval, looked at in the same way.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from instead.live.experiment_report import LEAST_OUTCOMES
from instead.live.sequential import Arm, difference

LEAST = 200


def simulated(rng: np.random.Generator, share: float, lift: float, days: int, units: int) -> list[tuple[Arm, Arm]]:
    """What is known at the end of each day."""
    second = rng.binomial(units, 0.5, days)
    sizes = np.stack([units - second, second], axis=1)
    happened = rng.binomial(sizes, [share, share + lift]).cumsum(axis=0)
    sizes = sizes.cumsum(axis=0)
    return [
        (Arm(int(n[0]), float(s[0]), float(s[0])), Arm(int(n[1]), float(s[1]), float(s[1])))
        for n, s in zip(sizes, happened, strict=True)
    ]


def early(one: Arm, other: Arm) -> bool:
    happened, units = one.total + other.total, one.units + other.units
    return min(one.units, other.units) < LEAST or min(happened, units - happened) < LEAST_OUTCOMES


def row(share: float, lift: float, given: argparse.Namespace, alpha: float = 0.05) -> tuple[float, float, float, float]:
    """Shares of runs in which the interval errs, the plain one errs, a difference is found; the median day of that."""
    rng = np.random.default_rng(given.seed)
    wrong = plain = 0
    found: list[int] = []
    for _ in range(given.runs):
        errs = errs_plainly = False
        first = 0
        for day, (one, other) in enumerate(simulated(rng, share, lift, given.days, given.units), start=1):
            if early(one, other):
                continue
            interval = difference(one, other, alpha, given.planned)
            errs |= not interval.low <= lift <= interval.high
            half = 1.96 * math.sqrt(one.variance / one.units + other.variance / other.units)
            errs_plainly |= abs(other.mean - one.mean - lift) > half
            if not first and (interval.low > 0 or interval.high < 0):
                first = day
        wrong, plain = wrong + errs, plain + errs_plainly
        found += [first] if first else []
    middle = float(np.median(found)) if found else math.nan
    return wrong / given.runs, plain / given.runs, len(found) / given.runs, middle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("runs", 2000), ("days", 60), ("units", 200), ("planned", 10_000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args()
    print(f"{given.runs} experiments, {given.days} days, {given.units} units a day, looked at every day")
    print(f"{'rate':>6} {'lift':>6} {'errs':>7} {'plain errs':>11} {'found':>7} {'median day':>11}")
    for share, lift in ((0.01, 0.0), (0.05, 0.0), (0.2, 0.0), (0.5, 0.0), (0.1, 0.02), (0.1, 0.03), (0.1, 0.05)):
        wrong, plain, found, day = row(share, lift, given)
        print(f"{share:6.2f} {lift:6.2f} {wrong:7.1%} {plain:11.1%} {found:7.1%} {day:11.0f}", flush=True)


if __name__ == "__main__":
    main()
