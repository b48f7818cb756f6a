"""Objects that stay until the process ends: the garbage collector need not look at them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lasting() -> Iterator[None]:
    """Around what makes many objects that all stay, such as modules or a model that is served: the collector scans them
    neither meanwhile nor later."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
