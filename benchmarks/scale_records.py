"""What `make scale` has measured: one JSON file for each stage of a shop of one size, written as soon as it has ended.

A record has a key: a hash of the stage's settings, of those of all it stands on, and of the code. A stage whose record
has the key it would get now is not run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from scale_stages import STAGES, Part, Stage

SOURCE = Path(__file__).parents[1] / "src" / "instead"


@dataclass(frozen=True)
class Records:
    """Of a work folder."""

    folder: Path

    def path(self, part: Part, stage: Stage) -> Path:
        return self.folder / "records" / f"{part.folder}-{stage.name}.json"

    def found(self, part: Part, stage: Stage) -> dict[str, Any] | None:
        """What is recorded, whatever its key."""
        path = self.path(part, stage)
        return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None

    def valid(self, part: Part, stage: Stage, code: str, *, older: bool = False) -> dict[str, Any] | None:
        """The record if it is of these settings and this code (with `older`: of any code)."""
        record = self.found(part, stage)
        if record is None or record["settings"] != settings_key(part, stage):
            return None
        return record if older or record["code"] == code else None

    def write(self, part: Part, stage: Stage, record: dict[str, Any]) -> None:
        path = self.path(part, stage)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".partial")
        aside.write_text(json.dumps(record, indent=1), encoding="utf-8")
        aside.replace(path)

    def all(self, earlier: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
        """Every record whose stage is still known, in the order of shops, sizes and stages; of `earlier` ones those
        whose stage has none here: a work folder that is gone takes no figures with it."""
        order, kept = list(STAGES), dict[tuple[str, Fraction, int], dict[str, Any]]()
        mine = [json.loads(path.read_text("utf-8")) for path in (self.folder / "records").glob("*.json")]
        for one in (*earlier, *mine):
            if one["stage"] in order:
                kept[one["shop"], Fraction(one["size"]), order.index(one["stage"])] = one
        return [kept[place] for place in sorted(kept)]


def settings_key(part: Part, stage: Stage) -> str:
    """Of the words of a stage and of all stages it stands on."""
    words = [stage.name, *stage.words(part), *(settings_key(part, STAGES[name]) for name in stage.needs)]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()[:16]


@cache
def code_version(source: Path = SOURCE) -> str:
    """A hash of the product's source files."""
    digest = hashlib.sha256()
    for path in sorted(source.rglob("*.py")):
        digest.update(str(path.relative_to(source)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
