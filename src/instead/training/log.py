"""Training log: one JSON line per epoch and per validation, and learning curves drawn from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Tell = Callable[[dict[str, Any]], None]

LOG = "log.jsonl"
CURVES = "curves.png"


class RunLog:
    """Log lines in memory and on disk. A resumed run drops the lines written after its checkpoint."""

    def __init__(self, path: Path, keep: int = 0, tell: Tell = lambda line: None) -> None:
        self.path, self.tell = path, tell
        self.lines: list[dict[str, Any]] = []
        if keep and path.is_file():
            self.lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:keep]]
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")

    def add(self, **line: Any) -> None:
        """Append a line."""
        self.lines.append(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.tell(line)


def draw_curves(lines: list[dict[str, Any]], path: Path) -> None:
    """Losses of each stage and validation figures, epoch by epoch."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import, needed once

    stages = sorted({line["stage"] for line in lines if "stage" in line})
    figure = Figure(figsize=(4.2 * (len(stages) + 1), 3.2), layout="constrained")
    axes = figure.subplots(1, len(stages) + 1, squeeze=False)[0]
    for axis, stage in zip(axes, stages, strict=False):
        mine = [line for line in lines if line.get("stage") == stage]
        axis.plot([line["epoch"] for line in mine], [line["loss"] for line in mine], marker=".")
        axis.set(title=f"loss: {stage}", xlabel="epoch over all")
    checks = [line for line in lines if "validation" in line]
    for name in ("HR@10", "NDCG@10"):
        axes[-1].plot(
            [line["round"] for line in checks], [line["validation"][name] for line in checks], marker="o", label=name
        )
    axes[-1].set(title="validation", xlabel="round")
    axes[-1].xaxis.get_major_locator().set_params(integer=True)
    if checks:
        axes[-1].legend()
    figure.savefig(path, dpi=120)
