"""How far to trust the sign of a mention: fits `Weights.calibration`. scripts/train_mentions.py ends with it.

    python scripts/calibrate_mentions.py --data ../shared/data/absa

Each labelled domain is judged by the weights that know no label of it, as a new shop is. How often the sign is right
then follows from how large the log-odds of praise are (Platt scaling): P(right) = sigmoid(a + b |odds|). A set that
leaves a domain out is calibrated on the others. Train parts only.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from instead.mentions.findings import log_odds
from instead.mentions.score import judge_gold
from instead.mentions.weights import load_weights
from labelled import load_domains

Array = npt.NDArray[Any]
DOMAINS = ("laptops", "restaurants", "hu-liu")
HOME = Path(__file__).parent.parent / "src" / "instead" / "mentions" / "data"


def judged(data: Path) -> dict[str, tuple[Array, Array]]:
    """Per domain: size of the log-odds of each labelled term, and whether the sign is right."""
    out = {}
    for domain in DOMAINS:
        signs, found = judge_gold(load_domains(data)[domain].gold, load_weights(f"without-{domain}"))
        out[domain] = (np.abs(log_odds(found.chance)), found.sign == np.array(signs))
    return out


def fit(parts: list[tuple[Array, Array]]) -> npt.NDArray[np.float32]:
    """(2,) a and b; domains weigh the same."""
    size = np.concatenate([size for size, _ in parts])
    right = np.concatenate([right for _, right in parts]).astype(float)
    weight = np.concatenate([np.full(size.size, 1.0 / size.size) for size, _ in parts])

    def loss(x: Array) -> float:
        odds = x[0] + x[1] * size
        return float(weight @ np.logaddexp(0, np.where(right > 0, -odds, odds)))

    found = minimize(loss, np.array([0.0, 0.7]), method="Nelder-Mead").x
    return np.asarray(found, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/absa"))
    calibrate(parser.parse_args().data)


def calibrate(data: Path) -> None:
    """Fit and store the calibration of every set of weights."""
    load_weights.cache_clear()  # they may just have been trained
    parts = judged(data)
    for name in ("all", *(f"without-{domain}" for domain in DOMAINS)):
        scale = fit([part for domain, part in parts.items() if name != f"without-{domain}"])
        replace(load_weights(name), calibration=scale).save(HOME / f"{name}.npz")
        sys.stdout.write(f"{name}: P(right) = sigmoid({scale[0]:.2f} + {scale[1]:.2f} |odds|)\n")


if __name__ == "__main__":
    main()
