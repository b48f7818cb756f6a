"""Estimates the memory of a preparation from file sizes, before any file is read."""

from __future__ import annotations

from instead.files.opening import RawFile
from instead.preparation.sources import Sources

# Measured on real review files: how much larger the content is than the packed file.
_EXPANSION = {"plain": 1, "gzip": 4, "xz": 6, "zip": 4}
_BYTES_PER_ROW = 260
"""Ids, rating and time of a row while duplicates and the k-core are found."""
_BYTES_PER_LINK_BYTE = 3
_LIBRARIES = 250 << 20
"""The interpreter with its libraries and compiled loops; fewer of them than a training has."""
_BUFFERED, _BUFFERS = 3, 256 << 20
"""Blocks of lines and buffers of the Parquet writer: bytes for each of the content, and never more than so many."""


def plain_size(file: RawFile) -> int:
    """Estimated bytes of the content."""
    return file.size * _EXPANSION[file.compression]


def memory_needed(sources: Sources) -> dict[str, int]:
    """Bytes by part. Texts are staged on disk and do not count."""
    rows = links = content = 0
    for source in sources.files:
        shape = source.understood.shape
        sample = [len(line) + 1 for line in shape.lines if line]
        content += plain_size(shape.file)
        line = max(1, sum(sample) // len(sample)) if sample else 100
        if source.kind == "reviews" or (source.kind == "mentions" and sample):
            rows += plain_size(shape.file) // line
        else:
            links += plain_size(shape.file)
    return {
        "runtime": _LIBRARIES,
        "rows": rows * _BYTES_PER_ROW,
        "items and links": links * _BYTES_PER_LINK_BYTE,
        "buffers": min(_BUFFERED * content, _BUFFERS),
    }
