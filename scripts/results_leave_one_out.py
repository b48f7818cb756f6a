"""The reader on labelled data it has no label of, nor of their domain: one row per dataset, in thin and in full text.

    python scripts/results_leave_one_out.py --dev                     # train and dev parts, to develop with; prints
    python scripts/results_leave_one_out.py                           # test parts; writes docs/results/leave_one_out.md
    python scripts/results_leave_one_out.py --dev --only laptops      # one dataset

The vocabulary is mined from the scored sentences alone, without their labels, as `instead extract --score GOLD` does:
from all of them (`own text`), from 300 or 100 at a time, and from each sentence by itself (`--text`). On one core the
development mode takes three minutes, the other one two. `--keep FILE` stores the figures; those of an earlier commit
(docs/results/leave_one_out_before.json) stand beside the new ones.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from instead.mentions.findings import find
from instead.mentions.gold import GoldSentence, Span, read_gold
from instead.mentions.loops.words import stem_plain
from instead.mentions.opinions import read
from instead.mentions.score import Score, compare, locate_features, mine, score_polarity, score_spans
from instead.mentions.seen import recognise
from instead.mentions.weights import Weights, load_weights
from instead.settings import ExtractSettings

THIN = {"300 sentences": 300, "100 sentences": 100, "one sentence": 1}
MOST = {300: 1500, 100: 800, 1: 200}
"""Sentences looked at, at most, in parts of each size: enough for two digits."""
BEFORE = Path("docs/results/leave_one_out_before.json")
DEVELOPED = ("Canon_G3", "Creative_Labs_Nomad_Jukebox_Zen_Xtra_40GB")
"""Hu & Liu's products have no test part: these two are for development, the others are looked at in the end."""
Figures = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Case:
    """Labelled sentences of one dataset, and the weights that know no label of its domain."""

    name: str
    dataset: str
    weights: str
    gold: list[GoldSentence]
    heads: bool = False
    """Scored by the last words of features in sentences where someone judges, as Hu & Liu's labels are."""


def read_compared(path: Path) -> list[GoldSentence]:
    """COQE: sentences that compare something named, with the compared aspects as terms. Words count from one."""
    out: list[GoldSentence] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        text, terms = "", dict[Span, int | None]()
        for line in [*file, "end\t0"]:
            if not line.startswith("[["):
                if terms:
                    out.append(GoldSentence(text, sorted(terms.items()), features=_named(text, terms)))
                text, terms = line.rpartition("\t")[0].rstrip(), {}
                continue
            aspect, preference = line.strip()[1:-1].split(";")[2], re.search(r"\[(-?\d)\]\]", line)
            places = [int(number) - 1 for number in re.findall(r"(\d+)&&", aspect)]
            if places and preference and places[-1] < len(text.split(" ")):
                ends = np.cumsum([len(word) + 1 for word in text.split(" ")]) - 1
                first = ends[places[0]] - len(text.split(" ")[places[0]])
                terms[int(first), int(ends[places[-1]])] = None
    return out


def _named(text: str, terms: dict[Span, int | None]) -> list[tuple[str, int]]:
    return [(text[a:b].lower(), 0) for a, b in sorted(terms)]


def cases(data: Path, *, dev: bool) -> list[Case]:
    """Test parts, or with `dev` as many sentences of the other parts."""
    absa = data / "absa"
    part = "train" if dev else "test"
    made = []
    for domain in ("laptops", "restaurants"):
        gold = read_gold(absa / f"semeval14/{domain}_{part}.jsonl.gz")
        rows = (gold[:800], gold[-800:]) if dev else (gold,)
        made += [Case(f"{domain}, {part} {n + 1}", domain, f"without-{domain}", g) for n, g in enumerate(rows)]
    gold = read_gold(absa / f"mams/atsa_{'val' if dev else 'test'}.xml.gz")
    made.append(Case("MAMS", "mams", "without-restaurants", gold))
    for path in sorted((absa / "hu_liu").glob("*.gz")):
        name = path.name.removesuffix(".txt.gz")
        if not dev or name in DEVELOPED:
            placed = [locate_features(sentence) for sentence in read_gold(path)]
            made.append(Case(name.replace("_", " "), "hu-liu", "without-hu-liu", placed, heads=True))
    compared = read_compared(data / f"comparative/camera_coqe_{'train' if dev else 'dev'}.txt.gz")
    made.append(Case("cameras compared", "cameras", "without-hu-liu", compared[:800]))
    return made


def _head(phrase: str) -> str:
    return stem_plain(phrase.rsplit(maxsplit=1)[-1])


def score_part(
    case: Case, gold: Sequence[GoldSentence], weights: Weights, settings: ExtractSettings
) -> dict[str, Score]:
    """Aspects, and aspects with their sign, of sentences whose own text is the shop."""
    words = mine([sentence.text.replace("\n", " ") for sentence in gold], weights)
    least, pair = settings.least_worth, settings.least_pair
    if not case.heads:
        return score_spans(gold, words, weights, least=least, neutral=settings.neutral, pair=pair)
    words = words.told(category=frozenset(), keep=frozenset(), all_kept=True)
    reading = words.informed(read([sentence.text.replace("\n", " ") for sentence in gold], weights))
    found = find(reading, words, weights, least, pair)
    page = reading.page
    row = np.searchsorted(page.offsets, page.words.start[found.phrases[:, 0]], side="right") - 1
    guess: dict[tuple[int, str], int] = {}
    said = found.opinionated(settings.neutral)
    judged = zip(row.tolist(), found.phrases.tolist(), said, found.sign.tolist(), strict=True)
    for number, (first, end, _), ok, sign in judged:
        if ok:
            guess[number, _head(page.text[page.words.start[first] : page.words.end[end - 1]].lower())] = sign
    truth = {(n, _head(feature)): sign for n, sentence in enumerate(gold) for feature, sign in sentence.features}
    return {"aspects": compare(truth, guess), "end to end": compare(truth.items(), guess.items())}


def _added(parts: Sequence[Score]) -> Score:
    return Score(sum(s.right for s in parts), sum(s.found for s in parts), sum(s.gold for s in parts))


def figures_of(case: Case, settings: ExtractSettings, weights: Weights) -> dict[str, float]:
    """All columns of one row."""
    whole = score_part(case, case.gold, weights, settings)
    out = {"aspects": whole["aspects"].f1, "precision": whole["aspects"].precision, "recall": whole["aspects"].recall}
    for name, size in THIN.items():
        cuts = range(0, max(min(len(case.gold), MOST[size]) - size, 0) + 1, size)
        parts = [score_part(case, case.gold[at : at + size], weights, settings)["aspects"] for at in cuts]
        out[name] = _added(parts).f1
    out["end to end"] = whole["end to end"].f1 if case.dataset != "cameras" else float("nan")
    out["polarity"] = score_polarity(case.gold, weights).precision if case.dataset != "cameras" else float("nan")
    return out


def measure(
    data: Path, *, dev: bool, only: str | None, load: Callable[[str], Weights] = load_weights,
    show: Callable[[str], object] = sys.stdout.write,
) -> Figures:  # fmt: skip
    """Figures of every row, and their means: over the rows of a dataset first, then over datasets."""
    settings = ExtractSettings()
    out: Figures = {}
    groups: dict[str, list[dict[str, float]]] = {}
    for case in cases(data, dev=dev):
        if only is not None and only != case.dataset:
            continue
        seen = recognise([sentence.text for sentence in case.gold]).seen(case.weights)
        if seen:
            raise SystemExit(f"{case.weights} has learned from {seen:,} sentences of {case.name}")
        out[case.name] = figures_of(case, settings, load(case.weights))
        groups.setdefault(case.dataset, []).append(out[case.name])
        show(f"{case.name:46}" + "".join(f"{value:8.3f}" for value in out[case.name].values()) + "\n")
    columns = list(next(iter(out.values())))
    of_dataset = [{c: float(np.mean([row[c] for row in rows])) for c in columns} for rows in groups.values()]
    out["mean of datasets"] = {c: float(np.nanmean([row[c] for row in of_dataset])) for c in columns}
    show(f"{'mean of datasets':46}" + "".join(f"{value:8.3f}" for value in out["mean of datasets"].values()) + "\n")
    return out


def page(figures: Figures, before: Figures) -> str:
    """The table: each figure after the one it had before."""
    columns = list(next(iter(figures.values())))
    lines = [
        "# Datasets the reader has never seen", "", "Written by `python scripts/results_leave_one_out.py`.", "",
        "| test part | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|",
    ]  # fmt: skip
    for name, row in figures.items():
        cells = []
        for column, value in row.items():
            old = before.get(name, {}).get(column)
            now = "" if np.isnan(value) else f"{value:.3f}"
            cells.append(f"{old:.3f} → **{now}**" if old is not None and now else now)
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "Weights learned without any label of the row's domain; vocabulary mined from the scored sentences alone: all "
        "of them (`aspects`, with its precision and recall), 300 or 100 at a time, each by itself. F1 of exact spans; "
        "Hu & Liu's products: last word of features that someone judges, the product itself kept. `polarity`: praise "
        "or blame of given terms, as a share. `cameras compared`: aspects that COQE's sentences compare; what else is "
        "named there is not labelled, so precision is low by construction. The mean is taken over the five datasets, "
        "Hu & Liu's products first among themselves. Two of these products (Canon, Creative) were developed on. The "
        "other rows are test or dev parts; figures of the SemEval test parts were in sight while the level of worth "
        "was shaped, so that theirs are not quite unseen. The sentences of `training_text/`, written by hand about all "
        "kinds of products, are in every set: left out are the labels of the domain's corpora.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("docs/results/leave_one_out.md"))
    parser.add_argument("--dev", action="store_true", help="train and dev parts; prints only")
    parser.add_argument("--only", help="one dataset: laptops, restaurants, mams, hu-liu, cameras")
    parser.add_argument("--keep", type=Path, help="store the figures as JSON")
    args = parser.parse_args()
    figures = measure(args.data, dev=args.dev, only=args.only)
    if args.keep is not None:
        args.keep.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if not args.dev and args.only is None:
        before = json.loads(BEFORE.read_text(encoding="utf-8")) if BEFORE.is_file() else {}
        args.out.write_text(page(figures, before), encoding="utf-8")
        sys.stdout.write(f"{args.out}\n")


if __name__ == "__main__":
    main()
