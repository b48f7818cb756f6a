"""What each signal of the ranker earns on real data, by leaving it out: docs/results/signals.md.

    python scripts/results_signals.py --data ../shared/data
    python scripts/results_signals.py --data ../shared/data --only cell_phones

Validation triples alone. Tables and cases are made once for a dataset and split; a signal is left out by blanking its
columns, and the weights are learned again from those of the whole, where a few steps are enough. Finished datasets are
kept in `results.scratch/ranker` and used again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from instead.evaluation.evaluate import evaluate
from instead.models.ranker.cases import Cases
from instead.models.ranker.features import SIGNALS
from instead.models.ranker.fitting import Weights, learn_weights
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.signals.signal import Signal
from instead.models.ranker.tables.all_tables import Tables
from instead.settings import RankerSettings
from results import OUT
from results_ranker import ASKERS, DATASETS, Study
from results_references import lines

SETTINGS = RankerSettings(lists=2400, pools=4000)
"""The defaults with fewer cases to learn weights on: they are learned some twenty times for each split."""
TRIPLES = 1500
"""Validation triples of each protocol."""
STEPS = 60
"""Of learning again from the weights of the whole."""
SEED = 0
HEAD = f"""# What each signal earns

Written by `make results` (`scripts/results_signals.py`) from public review data: validation part, up to {TRIPLES:,}
triples of each protocol, data seed {SEED}. A signal is left out and weights are learned again, from {SETTINGS.lists:,}
lists and {SETTINGS.pools:,} pools, fewer than a model has; other settings are the defaults. Losses are in points of
100: + means that the signal helps. Half a point is noise in `paper` and `full`, a point or two in the choice columns,
which have fewer triples. Signals stand in for each other: what none of them loses alone, several may lose together.
Lines with `told` are told the time, and their losses are from the line `nothing, told`. Signals:
[ranker](../ranker.md); figures of the whole: [results](ranker.md).
"""

Figures = dict[str, dict[str, float]]
"""What is left out -> column -> figure."""


def blanked(cases: Cases, names: set[str]) -> Cases:
    """The same cases with these columns all 0: they get no weight."""
    places = [place for place, column in enumerate(cases.columns) if column.name in names]
    changed = {}
    for field in ("lists", "pools", "edges"):
        values = getattr(cases, field).copy()
        values[..., places] = 0.0
        changed[field] = values
    return replace(cases, **changed)


def measured(study: Study, split: str, tables: Tables, weights: Weights, *, told: bool) -> dict[str, float]:
    """Validation figures of one split."""
    wanted = [("paper", "NDCG@10"), ("full", "HR@10")] if split == "paper" else [("choice", "HR@1")]
    found = evaluate(
        Ranker(SETTINGS, tables, weights), study.dataset, split=split, part="validation",
        protocols=[protocol for protocol, _ in wanted], sample=TRIPLES, tell_time=told,
    )  # fmt: skip
    return {f"{split if p == 'choice' else p} {measure}": found.figures(p)[measure] for p, measure in wanted}


def left_out(cases: list[Cases], *, told: bool) -> list[type[Signal]]:
    """Signals that vary here: those that have to be told the time, or all others."""
    known = {column.name for column in cases[0].columns}
    return [one for one in SIGNALS if any(c.name in known and (c.told is True) == told for c in one.columns)]


def figures(study: Study) -> Figures:
    """Of one dataset and seed, split by split."""
    if (done := study.kept("signals")) is not None:
        return dict(done)
    found: Figures = {}
    for split in [one for one in study.splits if one != "choice_matched"]:  # it asks the same of fewer triples
        cases, tables, _ = study.learned(split, SETTINGS)
        whole = learn_weights(cases, SETTINGS, kinds=ASKERS)
        for told in (False, True):
            signals = left_out(cases, told=told)
            if signals:
                label = "nothing, told" if told else "nothing"
                found.setdefault(label, {}).update(measured(study, split, tables, whole, told=told))
            for signal in signals:
                some = [blanked(one, {column.name for column in signal.columns}) for one in cases]
                kinds = ASKERS if told else ASKERS[:1]
                weights = learn_weights(some, SETTINGS, kinds=kinds, start=whole, steps=STEPS)
                label = f"{words(signal)}, told" if told else words(signal)
                found.setdefault(label, {}).update(measured(study, split, tables, weights, told=told))
    study.keep("signals", found)
    return found


def words(signal: type[Signal]) -> str:
    """The names of its columns."""
    return "; ".join(column.name for column in signal.columns)


def table(found: Figures) -> Iterator[str]:
    measures = list(found["nothing"])
    rows = []
    for label, row in found.items():
        if label.removesuffix(", told") == "nothing":
            rows.append([f"{label}: the figure itself", *(f"{row[m]:.3f}" for m in measures)])
        else:
            whole = found["nothing, told" if label.endswith(", told") else "nothing"]
            rows.append([label, *(f"{100 * (whole[m] - row[m]):+.1f}" for m in measures)])
    yield from lines(["left out", *measures], rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--only", nargs="*", default=list(DATASETS), choices=list(DATASETS))
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch") / "ranker")
    parser.add_argument("--out", type=Path, default=OUT / "signals.md")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    text = [HEAD]
    for name in options.only:
        text += [f"\n## {name}\n\n", *table(figures(Study(name, SEED, options.data, options.scratch)))]
        options.out.write_text("".join(text), encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
