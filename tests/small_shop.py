"""What several tests need: files written in a line, packed in every way, and a small shop of known content."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import random
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hypothesis import settings

from instead.files.rejects import RejectLog
from instead.settings import PrepareSettings, ReadSettings

few = settings(max_examples=60, deadline=None)
some = settings(max_examples=150, deadline=None)
NOW = 1_600_000_000
"""The clock of all tests: September 2020."""


def packed(data: bytes, how: str) -> bytes:
    """The same content plain, as gzip, xz or zip."""
    if how == "gzip":
        return gzip.compress(data, mtime=0)
    if how == "xz":
        return lzma.compress(data)
    if how == "zip":
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("inside.txt", data)
        return made.getvalue()
    return data


def put(path: Path, lines: Iterable[str] | str, how: str = "plain") -> Path:
    """Write lines (or a whole text) and return the path."""
    text = lines if isinstance(lines, str) else "".join(line + "\n" for line in lines)
    path.write_bytes(packed(text.encode(), how))
    return path


def put_json(path: Path, rows: Iterable[Mapping[str, Any]], how: str = "plain") -> Path:
    """Write JSON lines and return the path."""
    return put(path, [json.dumps(row, ensure_ascii=False) for row in rows], how)


def rejected_lines(log: RejectLog, file: str) -> list[int]:
    """Line numbers of the first five rejected rows of a file."""
    return [row.line for row in log.tally(file).first]


USERS, ITEMS = 30, 20


def shop_rows(seed: int = 0) -> list[dict[str, Any]]:
    """Thirty users with ten reviews each of twenty items: nothing falls to the 5-core."""
    chance = random.Random(seed)
    rows: list[dict[str, Any]] = []
    for user in range(USERS):
        for item in chance.sample(range(ITEMS), 10):
            rows.append(
                {
                    "reviewerID": f"u{user:02d}",
                    "asin": f"i{item:02d}",
                    "overall": float(chance.randint(1, 5)),
                    "unixReviewTime": 1_400_000_000 + 1000 * (len(rows) * 7919 % (10 * USERS)),
                    "reviewText": f"The battery of number {item} is good.",
                }
            )
    return rows


def shop_meta() -> list[dict[str, Any]]:
    """Each item with the three next ones as what was viewed too."""
    return [
        {
            "asin": f"i{item:02d}",
            "title": f"Item {item}",
            "brand": "Acme",
            "category": ["Shop", "Things"],
            "price": f"${item + 1}.50",
            "also_view": [f"i{(item + step) % ITEMS:02d}" for step in (1, 2, 3)],
            "also_buy": [],
        }
        for item in range(ITEMS)
    ]


def small_shop(folder: Path) -> tuple[Path, Path]:
    """Reviews and metadata of the small shop."""
    return put_json(folder / "reviews.json", shop_rows()), put_json(folder / "meta.json", shop_meta())


def small_settings(**changes: Any) -> PrepareSettings:
    """Settings that suit a shop of twenty items, of which the core alone is kept; names of reading go to the right
    place."""
    reading = {name: changes.pop(name) for name in list(changes) if name in ReadSettings.model_fields}
    base: dict[str, Any] = {"catalogue": "core", "split": "random", "negatives": 5, "choice_decoys": 2}
    return PrepareSettings.checked({**base, **changes, "read": reading})


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, byte for byte, but for the mark of who works in it."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".held"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
