"""Which engine runs shards: processes and threads of this machine, or a Ray cluster. Nothing is started unasked.

local                      what the other files of this room do; the default
ray                        a Ray cluster of this machine alone, started for the work and ended with it
ray://auto                 the Ray cluster that this machine is a node of
ray://HOST:PORT            the Ray cluster whose head node listens there (6379 by default: `ray start --head`)
ray://...?workers=8&memory=4   at most so many workers; GiB of memory that each may use
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from instead.errors import InputError

if TYPE_CHECKING:
    from instead.engine.ray_cluster import Cluster

VARIABLE = "INSTEAD_ENGINE"
"""Environment variable: the engine of command line verbs that are given none."""

_FORM = "write local, ray, ray://auto or ray://HOST:PORT, if need be with ?workers=NUMBER&memory=GIB"
_HOST = re.compile(r"(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}")


@dataclass(frozen=True)
class Engine:
    """Where shards run."""

    kind: str = "local"
    address: str | None = None
    """Of a running cluster; None starts one on this machine."""
    workers: int | None = None
    """At most so many; None: one for every processor of the cluster."""
    memory: float | None = None
    """GiB that one worker may use; None: its share of the memory of its node."""

    @classmethod
    def of(cls, text: str) -> Engine:
        """The engine that a text names."""
        whole, _, asked = text.strip().partition("?")
        kind, sign, address = whole.partition("://")
        wrong = InputError(f"unknown engine {text!r}: {_FORM}")
        if kind not in ("local", "ray") or (sign and not address) or (kind == "local" and (sign or asked)):
            raise wrong
        if sign and address != "auto" and not _HOST.fullmatch(address):
            raise wrong
        values = dict(parse_qsl(asked, keep_blank_values=True))
        try:
            workers = int(values.pop("workers")) if "workers" in values else None
            memory = float(values.pop("memory")) if "memory" in values else None
        except ValueError:
            raise wrong from None
        too_few = (workers is not None and workers < 1) or (memory is not None and not 0 < memory < float("inf"))
        if values or too_few:
            raise wrong
        return cls(kind, address or None, workers, memory)


_open: list[Cluster] = []
"""The cluster of the innermost `using`, last."""


@contextmanager
def using(text: str | None) -> Iterator[None]:
    """`with using("ray://auto"):` lets the verbs of this room run their shards there. None or `local` changes nothing.

    The cluster is connected to at the beginning, so that a wrong address is said before any work is done.
    """
    engine = Engine() if text is None else Engine.of(text)
    if engine.kind == "local":
        yield
        return
    from instead.engine.ray_cluster import Cluster  # noqa: PLC0415 - Ray is an extra

    with Cluster(engine) as cluster:
        _open.append(cluster)
        try:
            yield
        finally:
            _open.remove(cluster)


def cluster() -> Cluster | None:
    """The cluster that shards go to; None: they stay on this machine."""
    return _open[-1] if _open else None
