"""Metrics of the service: Prometheus counters and histograms, and recent latency percentiles for the admin page."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
RECENT = 2_048
"""Requests of a route whose times are kept for percentiles."""


class Measures:
    """Metrics of one application, in a registry of its own: two applications in one process do not share them."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        ProcessCollector(registry=own)
        self.requests = Counter("instead_requests", "Answered requests.", ("route", "method", "status"), registry=own)
        self.seconds = Histogram(
            "instead_request_seconds", "From the first byte to the last.", ("route",), buckets=BUCKETS, registry=own
        )
        self.inside = Gauge("instead_requests_inside", "Requests being computed or waiting.", registry=own)
        self.refused = Counter("instead_refused", "Requests turned away because too many were inside.", registry=own)
        self.feedback = Counter("instead_feedback", "Suggestions with a verdict.", ("verdict",), registry=own)
        self.events = Counter("instead_events", "Events that were kept, each once.", ("kind",), registry=own)
        self.shown = Counter("instead_shown", "Answers whose content was recorded.", registry=own)
        self.unrecorded = Counter("instead_unrecorded", "Answers that could not be recorded.", registry=own)
        self.reloads = Counter("instead_reloads", "Model swaps.", ("outcome",), registry=own)
        self.model = Gauge("instead_model_info", "1 for the model in use.", ("version", "folder"), registry=own)
        self.sizes = Gauge("instead_model_size", "Users, items, attributes of the model.", ("what",), registry=own)
        self._recent: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Record one answered request."""
        self.requests.labels(route, method, str(status)).inc()
        self.seconds.labels(route).observe(seconds)
        with self._lock:
            self._recent.setdefault(route, deque(maxlen=RECENT)).append(seconds)

    def in_use(self, version: str, folder: str, **sizes: int) -> None:
        """Record which model is in use."""
        self.model.clear()
        self.model.labels(version, folder).set(1)
        for what, count in sizes.items():
            self.sizes.labels(what).set(count)

    def percentiles(self) -> list[dict[str, Any]]:
        """p50, p95, p99 in milliseconds of the recent requests, route by route."""
        with self._lock:
            recent = {route: sorted(times) for route, times in self._recent.items()}
        return [
            {
                "route": route,
                "requests": len(times),
                **{f"p{share}": round(1000 * _at(times, share / 100), 2) for share in (50, 95, 99)},
            }
            for route, times in sorted(recent.items())
        ]

    def text(self) -> bytes:
        """All metrics in Prometheus' exposition format."""
        return generate_latest(self.registry)


def _at(ordered: list[float], share: float) -> float:
    """The quantile: the smallest value that at least this share of all values do not exceed."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]
