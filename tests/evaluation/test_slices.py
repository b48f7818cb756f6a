"""Slices partition the triples, and their means add up."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.slices import deciles, slices
from instead.store.dataset import PARTS, Dataset


def test_slices(shop: Dataset) -> None:
    evaluation = evaluate(reference_models(shop)["adamic-adar"], shop)
    table = slices(evaluation, shop, protocol="paper", measure="HR@5", draws=50)
    frame, values = evaluation.of("paper"), evaluation.measures("paper")["HR@5"]
    everything = table.filter(pl.col("slice") == "all")["value"].item()
    assert everything == pytest.approx(values.mean())
    for name in table["slice"].unique():
        rows = table.filter(pl.col("slice") == name)
        assert rows["triples"].sum() == frame.height
        if name != "mean over queries":
            assert (rows["value"] * rows["triples"]).sum() / frame.height == pytest.approx(everything)
    queries = frame.with_columns(pl.Series("value", values)).group_by("query").agg(pl.col("value").mean())
    macro = table.filter(pl.col("slice") == "mean over queries")["value"].item()
    assert macro == pytest.approx(queries["value"].mean())
    training = shop.interactions.filter(pl.col("part") == PARTS["train"])
    history = training.group_by("user").len().filter(pl.col("len") >= 5)["user"]
    many = table.filter((pl.col("slice") == "user's interactions") & pl.col("group").is_in(["5-9", "10 and more"]))
    assert many["triples"].sum() == frame.filter(pl.col("user").is_in(history.implode())).height


def test_deciles_of_popularity() -> None:
    assert deciles(np.arange(20)).tolist() == [decile for decile in range(1, 11) for _ in range(2)]
    assert len(set(deciles(np.full(50, 3)).tolist())) == 1  # equals stay together
