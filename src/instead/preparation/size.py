"""How much memory a preparation will need, estimated from the files before any of them is read."""

from __future__ import annotations

from instead.files.opening import RawFile
from instead.preparation.sources import Sources

# Measured on real review files: how much larger the content is than the packed file.
_EXPANSION = {"plain": 1, "gzip": 4, "xz": 6, "zip": 4}
_BYTES_PER_ROW = 220
"""Ids, rating and time of a row while duplicates and the k-core are found."""
_BYTES_PER_LINK_BYTE = 3
_WORKING = 700 << 20
"""Blocks, buffers of the Parquet writer, the interpreter with its libraries."""


def plain_size(file: RawFile) -> int:
    """Estimated bytes of the content."""
    return file.size * _EXPANSION[file.compression]


def memory_needed(sources: Sources) -> dict[str, int]:
    """Named terms, in bytes. Texts stream through the disk and do not count."""
    rows = links = 0
    for source in sources.files:
        shape = source.understood.shape
        sample = [len(line) + 1 for line in shape.lines if line]
        line = max(1, sum(sample) // len(sample)) if sample else 100
        if source.kind == "reviews" or (source.kind == "mentions" and sample):
            rows += plain_size(shape.file) // line
        else:
            links += plain_size(shape.file)
    return {
        "rows": rows * _BYTES_PER_ROW,
        "items and links": links * _BYTES_PER_LINK_BYTE,
        "working space": _WORKING,
    }
