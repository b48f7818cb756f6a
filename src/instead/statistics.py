"""Dataset statistics: Table 1 of the paper for any dataset, plus the density of the substitute graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph


def graph_statistics(graph: Graph) -> dict[str, float]:
    """Number of edges, items with an edge, their mean and median degree, and density (share of all pairs)."""
    degree = graph.degree
    covered = degree[degree > 0]
    pairs = graph.items * (graph.items - 1) / 2
    return {
        "edges": graph.edges,
        "covered_items": int(covered.size),
        "coverage": float(covered.size / graph.items) if graph.items else 0.0,
        "mean_degree": float(covered.mean()) if covered.size else 0.0,
        "median_degree": float(np.median(covered)) if covered.size else 0.0,
        "density": graph.edges / pairs if pairs else 0.0,
    }


def table_one(dataset: Dataset) -> dict[str, Any]:
    """The paper's columns (reviews, users, items, attributes), ratios, density and graph statistics."""
    counts = dataset.counts
    reviews, users, items = counts["reviews"], counts["users"], counts["items"]
    return {
        "reviews": reviews,
        "users": users,
        "items": items,
        "attributes": counts["attributes"],
        "mentions": counts["mentions"],
        "reviews per user": reviews / max(users, 1),
        "reviews per item": reviews / max(items, 1),
        "density": reviews / max(users * items, 1),
        "mentions per review": counts["mentions"] / max(reviews, 1),
        "graph": dataset.manifest["graph"],
    }
