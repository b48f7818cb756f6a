"""What the measured growth says of a larger shop: hours, memory and cost of each stage, from docs/results/scale.json.

    python benchmarks/scale_arithmetic.py                                   100 million reviews; into docs/scaling.md
    python benchmarks/scale_arithmetic.py --reviews 5e6 --print             another size, printed alone

A stage grows as its figure at the largest measured size times (reviews / its reviews) to the power of its exponent: for
processor time and memory the larger of the fitted one and that of the two largest sizes (processor time at least in
proportion: fixed costs and noise flatten a line, but every review is looked at), for disk the fitted one: from
65,536 items on their numbers take four bytes in place of two, a step between two sizes that is no growth. It is a
straight line in logarithms, far beyond what was measured: a sum to plan with, no promise.
"""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GROWTH = ROOT / "docs" / "results" / "scale.json"
PAGE = ROOT / "docs" / "scaling.md"
BEGIN, END = "<!-- arithmetic -->", "<!-- end of arithmetic -->"
BASE = 1_639_166
"""Reviews of the cellphone shop of size 1."""
STAGES = ("prepare", "extract", "train-ranker", "evaluate-ranker", "recommend-ranker")
GIB = 1 << 30


def projected(
    figure: dict[str, float], reviews: float, largest: float, *, least: float = 0.0, steps: bool = False
) -> float:
    """The figure at so many reviews: the fitted line up to the `largest` measured size, the steeper exponent beyond,
    which is `least` or more; the fitted line all along where a figure has `steps`."""
    at_largest = figure["factor"] * min(reviews, largest) ** figure["exponent"]
    steeper = figure["exponent"] if steps else max(figure["exponent"], figure.get("last") or figure["exponent"])
    return float(at_largest * max(1.0, reviews / largest) ** max(steeper, least))


def largest_of(records: list[dict[str, Any]]) -> float:
    """Reviews of the largest cellphone shop that was read."""
    sizes = [Fraction(one["size"]) for one in records if (one["shop"], one["stage"]) == ("cellphone", "extract")]
    return float(max(sizes, default=Fraction(1)) * BASE)


def table(growth: dict[str, Any], reviews: float, price: float, largest: float = BASE) -> str:
    """A line for each stage that was measured at two sizes or more."""
    lines = [
        "| stage | exponent: processor, memory | processor hours | peak GiB on one machine | on disk GiB | "
        f"cost at {price:g} a processor hour |",
        "|---|---|---|---|---|---|",
    ]
    for stage in STAGES:
        known = growth.get(stage)
        if not known:
            lines.append(f"| {stage} | not measured | | | | |")
            continue
        cpu = projected(known["cpu"], reviews, largest, least=1.0)
        peak, disk = (projected(known[name], reviews, largest, steps=name == "disk") for name in ("peak", "disk"))
        steep = [max(known[name]["exponent"], known[name].get("last") or 0.0) for name in ("cpu", "peak")]
        steep[0] = max(steep[0], 1.0)
        lines.append(
            f"| {stage} | {steep[0]:.2f}, {steep[1]:.2f} | {cpu / 3600:,.1f} | {peak / GIB:,.0f} | {disk / GIB:,.1f} | "
            f"{cpu / 3600 * price:,.1f} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--reviews", type=float, default=1e8)
    parser.add_argument("--price", type=float, default=0.05, help="of a processor hour, in your currency")
    parser.add_argument("--print", action="store_true", dest="alone", help="print, and leave docs/scaling.md as it is")
    options = parser.parse_args()
    measured = json.loads(GROWTH.read_text(encoding="utf-8"))
    largest = largest_of(measured["records"])
    made = table(measured["growth"]["cellphone"], options.reviews, options.price, largest)
    print(made)
    if not options.alone:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
