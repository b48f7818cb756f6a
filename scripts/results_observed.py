"""Observed choices of a real action log, written to docs/results/observed.md: `make results`."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import polars as pl

from instead.errors import EmptyResult
from instead.evaluation.final import train_final
from instead.evaluation.observed import (
    MEASURES,
    ORDER,
    PLAIN,
    VIEW,
    Interest,
    ObservedChoice,
    Window,
    chance,
    figures,
    joined,
    model_ranks,
    observed_choices,
    ranks_by,
    training_tables,
    windows,
)
from instead.metrics import Ranks
from instead.models.registry import DEFAULT, references
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from results import OUT

JD = "view_logs/jd_train.csv.gz"
GRAPH = ("jd_entity2id.tsv.gz", "jd_kg2id.tsv.gz", "jd_relation2id.tsv.gz")
ACTIONS = {1: VIEW, 2: ORDER, 3: "follow", 4: "comment"}  # by the source's description
# A shop of three days: nobody has five interactions. Negatives are needed for early stopping only.
SETTINGS = PrepareSettings.as_published(min_user=1, min_item=1, negatives=100)
HEAD = """# Observed choices

Written by `make results` (`scripts/results_observed.py`): sessions of a real shop (JD, three days of March 2018) in
which two or more items were looked at and exactly one was ordered. Nothing is simulated: the query is the first item
looked at that was not ordered, the candidates are everything else looked at before the order. What is asked and what is
not: [evaluation](../evaluation.md#observed-choices). Chance is the mean of 1 / candidates; intervals are 95 %,
resampling users. True choices as a split of a dataset, trivago among them: [true choices](true_choices.md).
"""


def action_log(path: Path) -> pl.DataFrame:
    """The log of JD with our names."""
    raw = pl.read_csv(path, columns=["action_time", "user_id", "sku_id", "type", "sessionId"], infer_schema=False)
    return raw.select(
        pl.col("sessionId").alias("session"),
        pl.col("user_id").alias("user"),
        pl.col("sku_id").alias("item"),
        pl.col("action_time").str.to_datetime("%Y-%m-%d %H:%M:%S").dt.epoch("s").alias("time"),
        pl.col("type").cast(pl.Int64).replace_strict(ACTIONS, return_dtype=pl.String).alias("action"),
    )


def prepared(window: Window, graph: Sequence[Path], interest: Interest, folder: Path) -> Dataset:
    """The dataset of everything before a window."""
    folder.mkdir(parents=True)
    interactions, views = training_tables(window.training, interest)
    interactions.write_csv(folder / "interactions.csv")
    views.write_csv(folder / "views.csv")
    return prepare(
        reviews=folder / "interactions.csv", views=folder / "views.csv", triples=list(graph), out=folder / "data",
        settings=SETTINGS,
    )  # fmt: skip


class Table:
    """Ranks of every model, window by window, over one set of choices."""

    def __init__(self) -> None:
        self.choices: list[ObservedChoice] = []
        self.why: Counter[str] = Counter()
        self.ranks: dict[str, list[Ranks]] = {}

    def add(self, choices: list[ObservedChoice], why: Counter[str], found: dict[str, Ranks]) -> None:
        self.choices += choices
        self.why += why
        for name, ranks in found.items():
            self.ranks.setdefault(name, []).append(ranks)

    def lines(self) -> Iterator[str]:
        yield "".join(f"- {name}: {count:,}\n" for name, count in self.why.items()) + "\n"
        if not self.choices:
            return
        users = len({choice.user for choice in self.choices})
        each = sum(len(choice.candidates) for choice in self.choices) / len(self.choices)
        yield f"{len(self.choices):,} choices of {users:,} users among {each:.1f} candidates each.\n\n"
        yield "| order by | " + " | ".join(MEASURES) + " |\n" + "|---" * (len(MEASURES) + 1) + "|\n"
        for name, parts in self.ranks.items():
            made = figures(joined(parts), self.choices)
            cells = [f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f})" for one in made.values()]
            yield f"| {name} | " + " | ".join(cells) + " |\n"


def report(
    log: pl.DataFrame, graph: Sequence[Path], names: Sequence[str], share: float, count: int, interest: Interest,
    scratch: Path,
) -> Iterator[str]:  # fmt: skip
    everything, known = Table(), Table()
    untrained: dict[str, str] = {}
    shown, asked = [], 0
    for place, window in enumerate(windows(log, share, count)):
        dataset = prepared(window, graph, interest, scratch / str(place))
        items = frozenset(dataset.items["item"].to_list())
        of_all, of_known = observed_choices(window.test), observed_choices(window.test, items)
        asked += sum(choice.query in items for choice in of_all[0])
        for table, (choices, why) in ((everything, of_all), (known, of_known)):
            plain = {name: ranks_by(scores, choices) for name, scores in PLAIN.items()}
            table.add(choices, why, {"lots (chance)": chance(choices), **plain})
        for name in names:
            try:
                model = train_final(dataset, out=scratch / str(place) / name, model=name).model
            except EmptyResult as error:
                untrained[name] = str(error).replace(str(dataset.folder), "DATA")
                continue
            for table, (choices, _) in ((everything, of_all), (known, of_known)):
                table.add([], Counter(), {name: model_ranks(model, dataset, choices)})
        counts = dataset.counts
        shown.append(
            f"- trained on {counts['reviews']:,} interactions of {counts['users']:,} users with {counts['items']:,} "
            f"items, and {dataset.manifest['graph']['edges']:,} substitute edges from co-views\n"
        )
    taken = "every action" if interest == "actions" else "an order"
    how = "" if count == 1 else f", in {count} windows, each ranked by models trained on everything before it"
    yield f"\n## The newest {share:.0%} of the sessions{how}\n\nAn interaction of the training log is {taken}.\n\n"
    yield from shown
    yield "\n### All items\n\nItems that training has not seen stand below all others, tied; where it has not seen "
    yield f"the query,\nthe choice counts as chance. It has seen {asked:,} of {len(everything.choices):,} queries.\n\n"
    yield from everything.lines()
    yield "\n### Items that training knows\n\nLooks at other items are ignored, as if the shop did not show them.\n\n"
    yield from known.lines()
    if untrained:
        yield "\nNot trained:\n\n" + "".join(f"- {name}: {why}\n" for name, why in untrained.items())


def test_of(word: str) -> tuple[float, int]:
    """`0.6:6` is the newest 60 % in six windows."""
    share, _, count = word.partition(":")
    return float(share), int(count or 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--models", nargs="*", help="names; default: the default model and all references")
    parser.add_argument(
        "--tests", nargs="*", type=test_of, default=[(0.2, 1), (0.6, 6)],
        help="SHARE:WINDOWS, the newest share of the sessions, with a training before each of so many windows",
    )  # fmt: skip
    parser.add_argument("--interactions", choices=get_args(Interest), default="actions", help="what is an interaction")
    parser.add_argument("--out", type=Path, default=OUT / "observed.md")
    options = parser.parse_args()
    log, graph = options.data / JD, [options.data / "view_logs" / name for name in GRAPH]
    if not log.is_file():
        print(f"{log} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    names = options.models or [DEFAULT, *(entry.name for entry in references())]
    text = [HEAD]
    for share, count in options.tests:
        with tempfile.TemporaryDirectory() as scratch:
            text += report(action_log(log), graph, names, share, count, options.interactions, Path(scratch))
    options.out.write_text("".join(text), encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
