"""The result of an evaluation: the rank of every triple, from which all figures are computed; stored as Parquet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError
from instead.evaluation.protocols import CUTS
from instead.evaluation.significance import intervals
from instead.metrics import Ranks, measures
from instead.store.folder import check_target, written_aside
from instead.store.manifest import read_manifest, write_manifest

Floats = NDArray[np.float64]

KIND = "evaluation"


@dataclass(frozen=True)
class Evaluation:
    """`table()` for the figures, `save(folder)` for the ranks."""

    model: str
    about: dict[str, Any]
    """Dataset, split and its hash, part, seed, sample, whether the time was told, density of the training graph, and
    in `choice_matched` the HR@1 of popularity and degree alone."""
    cases: pl.DataFrame
    """`protocol interaction user query chosen candidates higher equal substitutes`, a row per protocol and triple.

    The rank is one of higher + 1 ... higher + 1 + equal. `substitutes` (full protocols): the share of true substitutes
    of the query among the first ten.
    """

    @cached_property
    def protocols(self) -> list[str]:
        return self.cases["protocol"].unique(maintain_order=True).to_list()

    def of(self, protocol: str) -> pl.DataFrame:
        """Rows of one protocol."""
        if protocol not in self.protocols:
            raise InputError(f"{self.model}: protocol {protocol!r} was not run; there are {', '.join(self.protocols)}")
        return self.cases.filter(pl.col("protocol") == protocol)

    def ranks(self, protocol: str) -> Ranks:
        """Ranks of every triple, in the order of `of(protocol)`."""
        frame = self.of(protocol)
        return Ranks(*(frame[name].to_numpy().astype(np.int64) for name in ("higher", "equal")))

    def clusters(self, protocol: str) -> NDArray[np.integer[Any]]:
        """What triples are resampled by, in the order of `of(protocol)`: users, or queries where nobody is known."""
        frame = self.of(protocol)
        user = frame["user"].to_numpy()
        return frame["query"].to_numpy() if (user < 0).any() else user

    def measures(self, protocol: str) -> dict[str, Floats]:
        """Every measure of every triple, by name."""
        found = measures(self.ranks(protocol), CUTS[protocol])
        if protocol in ("choice", "observed_choice"):  # ten candidates: two cutoffs and MRR suffice
            return {name: values for name, values in found.items() if not name.startswith("NDCG")}
        substitutes = self.of(protocol)["substitutes"]
        if substitutes.null_count() == 0:
            found["substitutes@10"] = substitutes.to_numpy()
        return found

    def figures(self, protocol: str) -> dict[str, float]:
        """Means over triples, by name of the measure."""
        return {name: float(values.mean()) for name, values in self.measures(protocol).items()}

    def table(self, *, draws: int = 1000, seed: int = 0) -> pl.DataFrame:
        """`protocol measure value low high triples users`; low and high are 95 % bootstrap intervals over users."""
        rows: list[pl.DataFrame] = []
        for protocol in self.protocols:
            found, user = self.measures(protocol), self.clusters(protocol)
            value, low, high = intervals(np.column_stack([*found.values()]), user, draws=draws, seed=seed)
            rows.append(
                pl.DataFrame({"measure": [*found], "value": value, "low": low, "high": high}).select(
                    pl.lit(protocol).alias("protocol"),
                    pl.all(),
                    pl.lit(user.size).alias("triples"),
                    pl.lit(np.unique(user).size).alias("users"),
                )
            )
        return pl.concat(rows)

    def save(self, folder: Path | str, *, replace: bool = False) -> Path:
        """Write `ranks.parquet` and a manifest."""
        folder = Path(folder)
        check_target(folder, KIND, replace=replace)
        with written_aside(folder) as aside:
            self.cases.write_parquet(aside / "ranks.parquet")
            figures = {protocol: self.figures(protocol) for protocol in self.protocols}
            write_manifest(aside, KIND, {"model": self.model, **self.about, "figures": figures})
        return folder

    @classmethod
    def open(cls, folder: Path | str) -> Evaluation:
        """Read what `save` wrote."""
        folder = Path(folder)
        manifest = read_manifest(folder, KIND)
        about = {k: v for k, v in manifest.items() if k not in {"kind", "format", "packages", "model", "figures"}}
        return cls(manifest["model"], about, pl.read_parquet(folder / "ranks.parquet"))
