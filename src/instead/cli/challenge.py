"""What `instead extract --score` prints of a challenge file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from instead.mentions.challenge import Read, Tally
    from instead.settings import ExtractSettings


def check_errors_may_be_shown(gold: Sequence[Path]) -> None:
    """Sentences that are set aside stay unseen, and other gold has no sentences that are right as a whole."""
    from instead.errors import InputError
    from instead.mentions.gold import is_challenge, is_set_aside

    for path in gold:
        if not is_challenge(path):
            raise InputError("--show-errors is for files of the challenge suite", path=path)
        if is_set_aside(path):
            raise InputError("these sentences are set aside: only figures of them are shown, no errors", path=path)


def score_challenge(path: Path, settings: ExtractSettings) -> dict[str, list[Read]]:
    """What each mode reads in the sentences of a file."""
    from instead.mentions.challenge import MODES, read_sentences
    from instead.mentions.gold import read_gold

    gold = read_gold(path)
    return {mode: read_sentences(gold, settings, mode) for mode in MODES}


def as_records(about: Mapping[str, Any], read: Mapping[str, Sequence[Read]], *, errors: bool) -> list[dict[str, Any]]:
    """A record per mode and phenomenon with what holds for the file; with `errors` also the sentences read wrongly."""
    from instead.mentions.challenge import by_phenomenon

    out = []
    for mode, reads in read.items():
        for phenomenon, tally in by_phenomenon(reads).items():
            record = {**about, "mode": mode, "phenomenon": phenomenon, **asdict(tally)}
            if errors and phenomenon != "total":
                record["errors"] = [
                    {
                        "sentence": one.sentence.text,
                        "expected": [str(label) for label in one.sentence.labels],
                        "found": [str(spoken) for spoken in one.found],
                    }
                    for one in reads
                    if one.sentence.phenomenon == phenomenon and not one.tally.right
                ]
            out.append(record)
    return out


def show_challenge(name: str, read: Mapping[str, Sequence[Read]], *, errors: bool) -> None:
    """A row per phenomenon for each mode; with `errors` the sentences read wrongly, mode by mode."""
    from rich.markup import escape

    from instead.cli.terminal import out, table
    from instead.mentions.challenge import by_phenomenon

    for mode, reads in read.items():
        rows = [_cells(phenomenon, tally) for phenomenon, tally in by_phenomenon(reads).items()]
        head = ("phenomenon", "sentences", "right", "terms", "signs", "false")
        out.print(table(f"Challenge suite: {escape(name)}, {mode}", head, rows, right=(1, 2, 3, 4, 5)))
        out.print()
    out.print("right: sentences read right as a whole; terms: labels found; signs: of those with the right sign; "
              "false: mentions that no label allows.", soft_wrap=True)  # fmt: skip
    if errors:
        for mode, reads in read.items():
            _show_errors(mode, reads)


def _cells(phenomenon: str, tally: Tally) -> list[str]:
    from rich.markup import escape

    found = [f"{tally.share:.1%}", f"{tally.found}/{tally.terms}", f"{tally.signs}/{tally.found}", str(tally.false)]
    return [escape(phenomenon), str(tally.sentences), *found]


def _show_errors(mode: str, reads: Sequence[Read]) -> None:
    from rich.markup import escape

    from instead.cli.terminal import out

    for one in reads:
        if one.tally.right:
            continue
        out.print(f"\n{mode}, {escape(one.sentence.phenomenon)}: {escape(one.sentence.text)}", soft_wrap=True)
        for what, said in (("expected", one.sentence.labels), ("found", one.found)):
            out.print(f"  {what}: {escape('; '.join(map(str, said))) or 'nothing'}", soft_wrap=True)
