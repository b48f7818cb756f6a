"""Synthetic data generator: a shop with planted ground truth, written as the raw files a shop would have.

`build_world(WorldSettings.of_preset("demo"), "folder")` writes reviews, metadata, a view log and, beside
them, the ground truth: what users care about, how good items are, what each review mentions.
"""

from __future__ import annotations

from instead.lab.world.build import WorldSummary, build_world

__all__ = ["WorldSummary", "build_world"]
