"""What a training takes at its highest moment, beside what it says before: every model, on shops of several sizes.

    python benchmarks/memory_peaks.py                          all models and sizes; writes docs/results/memory.md
    python benchmarks/memory_peaks.py a2cf --sizes small       some of them; nothing is written without --add

Each training is a process of its own: it imports, reads the dataset, says its estimate, learns one round, validates
and writes the model folder, as `instead train` does. The peak is what the kernel noted of that process.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from measure import run_child
from training_dataset import Shop, write_training_dataset

REPORT = Path(__file__).parents[1] / "docs" / "results" / "memory.md"
MIB = 1 << 20
BAR = 0.25
"""The estimate may be off by that share of the peak, in either direction."""

ROWS = Shop(
    users=5_000, items=20_000, attributes=60, reviews=6_000, mentions=2, substitutes=0.1, complements=0.05, cases=300,
    negatives=100,
)  # fmt: skip
SHOPS = {
    "rows": ROWS,
    "small": Shop(users=3_000, items=2_000, attributes=300, reviews=20_000, cases=1_000, negatives=200),
    "middle": Shop(),
    "no sentences": Shop(sentences=False, substitutes=5, cases=500),
    "long texts": Shop(letters=1_500, substitutes=5, cases=500),
    "many links": Shop(reviews=20_000, substitutes=60, complements=40, cases=500),
    "large": Shop(users=60_000, items=25_000, attributes=1_500, reviews=300_000, substitutes=20, cases=1_000),
}
SHORT: dict[str, dict[str, Any]] = {
    "a2cf": {"attribute_epochs": 1, "ranking_epochs": 1},
    "pmsc": {"round_epochs": 1},
    "spem": {"round_epochs": 1},
    "sceptre": {"topic_epochs": 1, "epochs": 1},
    "clva": {"content_epochs": 1, "epochs": 1},
}
"""One epoch of each stage: later ones repeat it in the same arrays."""
OWN = ("ranker",)
"""The default model: tables and weights, in one go."""
PLAIN = ("popularity", "recent-popularity", "item-knn", "attribute-tf-idf", "3-hop", "blend")
"""Models that are computed in one go."""
WIDE: dict[str, dict[str, Any]] = {
    "a2cf": {"dimension": 256},
    "pmsc": {"dimension": 256, "optimiser": "adam", "complement_share": 0.5},
    "spem": {"hidden": 256, "batch": 1024, "pairs": 1},
    "sceptre": {"categories": False, "topics": 512},
    "clva": {"hidden": 1024, "dimension": 32, "items_batch": 1024},
}
"""Long vectors for a shop with many users and items and few reviews: the model, and not the dataset, decides."""

PEAK = """
def peak():
    import resource, sys
    from pathlib import Path
    status = Path("/proc/self/status")
    if status.exists():  # of this process alone; what getrusage says may be of the one that started it
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if "VmHWM" in line)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
"""
TRAINING = (
    PEAK
    + """
import json, sys, tempfile
from pathlib import Path
import instead.cli.main
from instead.models.registry import entry_of
from instead.training.train import train
folder, model, changes = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
told = {}
def announce(parts, *rest):
    told.update(parts)
with tempfile.TemporaryDirectory() as scratch:
    settings = entry_of(model).settings.checked(changes)
    train(folder, out=Path(scratch) / "model", model=model, settings=settings, announce=announce)
print(json.dumps({"parts": {name: int(size) for name, size in told.items()}, "peak": peak()}))
"""
)
NOTHING = (
    PEAK
    + """
import json
import instead.cli.main, instead.training.train
print(json.dumps(peak()))
"""
)


@dataclass(frozen=True)
class Told:
    """What a training said, and what it took."""

    parts: dict[str, int]
    peak: int

    @property
    def ratio(self) -> float:
        """Estimate over peak."""
        return sum(self.parts.values()) / self.peak


def trained(dataset: Path, model: str, **changes: Any) -> Told:
    """A short training in a process of its own."""
    learned = {"rounds": 1, **SHORT[model]} if model in SHORT else {}  # others are computed in one go
    settings = {**learned, **changes}
    return Told(**run_child(TRAINING, str(dataset), model, json.dumps(settings)).result)


def row(shop: str, model: str, told: Told) -> str:
    """A line of the table; the three largest parts are named."""
    said, largest = sum(told.parts.values()), sorted(told.parts, key=lambda name: -told.parts[name])[:3]
    named = ", ".join(f"{name} {told.parts[name] / MIB:.0f}" for name in largest)
    verdict = "" if abs(told.ratio - 1) <= BAR else " OVER THE BAR"
    return f"| {shop} | {model} | {said / MIB:.0f} | {told.peak / MIB:.0f} | {told.ratio:.2f}{verdict} | {named} |"


HEAD = """# Memory of a training

Written by `python benchmarks/memory_peaks.py`. Every line is a training in a process of its own, from its imports to
the written model folder; the estimate is what `instead train` says before it begins. The bar: off by at most 25 % of
the peak. In the shop `rows` vectors are long (hundreds of numbers), so that the model
outweighs the dataset.

"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("models", nargs="*", default=[*SHORT, *OWN, *PLAIN])
    parser.add_argument("--sizes", nargs="+", choices=list(SHOPS), default=list(SHOPS))
    parser.add_argument("--add", action="store_true", help="put these lines into the report in place of older ones")
    options = parser.parse_args()
    lines = ["| shop | model | estimate MiB | peak MiB | ratio | largest parts, MiB |", "|---|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for size in options.sizes:
            folder = Path(scratch) / size
            write_training_dataset(folder, SHOPS[size])
            for model in options.models:
                if model in OWN and size == "rows":  # hardly an item has a substitute there: nothing to learn from
                    continue
                lines.append(
                    row(size, model, trained(folder, model, **(WIDE.get(model, {}) if size == "rows" else {})))
                )
                print(lines[-1], flush=True)
    idle = run_child(NOTHING).result
    lines.append(f"\nThe libraries alone, imported and idle: {idle / MIB:.0f} MiB.")
    print(lines[-1])
    if set(options.models) == {*SHORT, *OWN, *PLAIN} and set(options.sizes) == set(SHOPS):
        where = f"{date.today().isoformat()}, {platform.machine()}, Python {platform.python_version()}"
        shops = "".join(f"- {name}: {shop}\n" for name, shop in SHOPS.items())
        REPORT.write_text(HEAD + f"{where}\n\n" + "\n".join(lines) + f"\n\n{shops}", encoding="utf-8")
        print(f"written to {REPORT}")
    elif options.add:
        REPORT.write_text(merged(REPORT.read_text(encoding="utf-8"), lines[2:-1], options.models), encoding="utf-8")
        print(f"added to {REPORT}")
    return 0


def merged(report: str, rows: list[str], models: list[str]) -> str:
    """A report with some lines in place of older ones of the same shop and model, and the day they were measured."""
    made = report.splitlines()
    for row in rows:
        shop, model = (cell.strip() for cell in row.split("|")[1:3])
        made = [line for line in made if not line.startswith(f"| {shop} | {model} |")]
        of_shop = [place for place, line in enumerate(made) if line.startswith(f"| {shop} |")]
        made.insert(of_shop[-1] + 1, row)
    note = f"Lines of {', '.join(models)}: {date.today().isoformat()}."
    idle = next(place for place, line in enumerate(made) if line.startswith("The libraries alone"))
    return (
        "\n".join([line for line in made[:idle] if not line.startswith("Lines of ")] + [note, "", *made[idle:]]) + "\n"
    )


if __name__ == "__main__":
    raise SystemExit(main())
