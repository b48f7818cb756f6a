"""A search judged on every protocol at once, for models that one training each must serve in all of them.

    objective = mean of NDCG@10 of `paper`, NDCG@10 of `full`, HR@1 of `choice`, HR@1 of `choice_matched`           (T1)

on validation triples, over the protocols that the dataset has: a choice split with fewer than `FEWEST` validation
choices says nothing and is left out. Each split is trained by itself, because each reserves other pairs, and its
figures are kept as soon as they are known: an interrupted trial goes on with the next split.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from instead.evaluation.evaluate import evaluate
from instead.material import Material
from instead.training.tune import OBJECTIVE, Search

FEWEST = 60
"""Validation choices that a choice split needs to have a say."""

_MEASURES = {"paper": (("paper", "NDCG@10"), ("full", "NDCG@10"))}
_CHOICE = (("choice", "HR@1"),)


class EveryProtocol(Search):
    """Trials judged by (T1). `base.validation_cases` triples are ranked in each protocol."""

    judged_by = "the mean of paper NDCG@10, full NDCG@10, choice HR@1 and choice_matched HR@1, as far as there are any,"

    @property
    def splits(self) -> list[str]:
        """The split of the search and, if that is `paper`, the choice splits that have enough validation choices."""
        others = [name for name in self.dataset.splits if name != self.split and self.split == "paper"]
        return [self.split, *(name for name in others if self._cases(name) >= FEWEST)]

    def _cases(self, split: str) -> int:
        return int(self.dataset.split(split).about["candidates"]["validation"]["cases"])

    def measured(self, settings: Any, scratch: Path) -> tuple[dict[str, float], int, float]:
        found: dict[str, float] = {}
        seconds = 0.0
        for split in self.splits:
            kept = scratch / f"{split}.json"
            if not kept.is_file():
                begun = time.perf_counter()
                figures = self._one(split, settings)
                done = {"figures": figures, "seconds": time.perf_counter() - begun}
                kept.write_text(json.dumps(done), encoding="utf-8")
            done = json.loads(kept.read_text(encoding="utf-8"))
            found |= done["figures"]
            seconds += done["seconds"]
        return {OBJECTIVE: sum(found.values()) / len(found), **found}, 1, seconds

    def _one(self, split: str, settings: Any) -> dict[str, float]:
        """Figures of a model that is trained on one split."""
        same = split == self.split
        material = self.material if same else Material.of(self.dataset, split, scale=self.base.model_dump()["scale"])
        with self.progress(f"training, split {split}"):
            model = self.entry.training(material, settings, {}).model()
        wanted = _MEASURES.get(split, _CHOICE)
        judged = evaluate(
            model, self.dataset, split=split, part="validation", protocols=[protocol for protocol, _ in wanted],
            sample=settings.validation_cases, progress=self.progress,
        )  # fmt: skip
        return {
            f"{split if protocol == 'choice' else protocol} {measure}": float(judged.figures(protocol)[measure])
            for protocol, measure in wanted
        }
