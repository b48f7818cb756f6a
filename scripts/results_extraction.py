"""Figures of the extractor on real data, written to docs/results/extraction.md.

python scripts/results_extraction.py --data ../shared/data [--out docs/results/extraction.md] [--spacy-python PATH]
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
CHALLENGE = Path(__file__).parent.parent / "challenge"
CLEAR = 1.2  # sum of valences from which a clause clearly judges
sys.path.insert(0, str(BENCHMARKS))

from comparisons import compsent, coqe, directions_right  # noqa: E402
from instead.mentions.challenge import HALVES, MODES, by_phenomenon, read_sentences  # noqa: E402
from instead.mentions.extractor import Extractor  # noqa: E402
from instead.mentions.findings import calibrated, confidence, log_odds  # noqa: E402
from instead.mentions.gold import GoldSentence, read_gold, read_hu_liu  # noqa: E402
from instead.mentions.loops.words import stem_plain  # noqa: E402
from instead.mentions.score import Score, judge_gold, locate_features, score_features, score_files, score_polarity  # noqa: E402
from instead.mentions.seen import recognise  # noqa: E402
from instead.mentions.weights import load_weights  # noqa: E402
from instead.settings import ExtractSettings  # noqa: E402
from results_families import families_section  # noqa: E402 - lives beside this file
from sentires_scheme import score_scheme  # noqa: E402 - lives beside the benchmarks

BARS = {
    ("aspects", "laptops"): 0.50, ("aspects", "restaurants"): 0.72, ("end to end", "laptops"): 0.38,
    ("end to end", "restaurants"): 0.63, ("triplets", "laptops"): 0.42, ("triplets", "restaurants"): 0.64,
}  # fmt: skip
SHOPS = {
    "gift_cards": "gift_cards/Gift_Cards_5.json.gz",
    "magazine_subscriptions": "magazine_subscriptions/Magazine_Subscriptions_5.json.gz",
    "musical_instruments": "musical_instruments/reviews_Musical_Instruments_5.json.gz",
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


def gold_section(absa: Path) -> list[str]:
    """SemEval and ASTE tests beside Sentires' scheme."""
    rows = []
    for domain, short in (("laptops", "14lap"), ("restaurants", "14res")):
        raw = [absa / f"semeval14/{domain}_train.jsonl.gz"]
        if domain == "restaurants":
            raw += [absa / "mams/atsa_train.xml.gz", absa / "mams/atsa_val.xml.gz"]
        texts = [s.text for path in raw for s in read_gold(path)]
        semeval = absa / f"semeval14/{domain}_test.jsonl.gz"
        aste = absa / f"aste/{short}_test.txt.gz"
        unseen = _unseen(f"without-{domain}", [*read_gold(aste), *read_gold(semeval)])
        settings = ExtractSettings.checked({"weights": unseen})
        ours = {**score_files(aste, raw, settings), **score_files(semeval, raw, settings)}
        known = [*raw, semeval]
        wider = {**score_files(aste, known, settings), **score_files(semeval, known, settings)}
        theirs = {**score_scheme(read_gold(aste), texts), **score_scheme(read_gold(semeval), texts)}
        for measure in ("aspects", "end to end", "triplets"):
            more = f"{wider[measure].f1:.3f}"
            rows.append(_row(f"{measure}, {domain}", ours[measure], more, theirs[measure], BARS[measure, domain]))
    rows.append(_hu_liu(absa))
    note = (
        "Exact spans. Weights learned without any label of the domain in the row (`without-laptops`, "
        "`without-restaurants`, `without-hu-liu`), but for the sentences of `training_text/`, which are in every set. "
        "Vocabulary mined from raw sentences without labels: the SemEval "
        "train part (for restaurants also the raw sentences of MAMS train and val); Hu & Liu: the five products' "
        "own raw sentences, the product itself kept as a feature because the gold counts it. One setting for all rows "
        "(the defaults), chosen on train and dev parts. `own text mined`: the raw sentences of the test part are in "
        "the mined text too, as the reviews of a shop are. `end to end` counts a found term against the gold terms "
        "with praise or blame, so found neutral terms are errors."
    )
    head = ("measure, test part", "precision", "recall", "F1", "F1, own text mined", "Sentires' scheme F1", "bar")
    return ["## Against labels made by hand", "", *table(head, rows), note, ""]


def _unseen(weights: str, gold: Sequence[GoldSentence]) -> str:
    """The set of weights, unless it has learned from one of these sentences: no such figure is written."""
    seen = recognise([sentence.text for sentence in gold]).seen(weights)
    if seen:
        raise SystemExit(f"{weights} has learned from {seen:,} of {len(gold):,} sentences it is to be scored on")
    return weights


def _row(name: str, ours: Score, more: str, theirs: Score, bar: float) -> tuple[str, ...]:
    found = (f"{ours.precision:.3f}", f"{ours.recall:.3f}", f"**{ours.f1:.3f}**", more)
    return (name, *found, f"{theirs.f1:.3f}", f"{bar:.2f}")


def _hu_liu_gold(absa: Path) -> list[GoldSentence]:
    return [s for path in sorted((absa / "hu_liu").glob("*.gz")) for s in read_hu_liu(path)]


def _hu_liu(absa: Path) -> tuple[str, ...]:
    gold = _hu_liu_gold(absa)
    settings = ExtractSettings.checked({"weights": _unseen("without-hu-liu", gold)})
    ours = score_features(gold, [s.text for s in gold], settings)
    theirs = score_scheme(gold, [s.text for s in gold])["features, head match"]
    return _row("features of Hu & Liu's five products, head match", ours, f"{ours.f1:.3f}", theirs, 0.48)


def labelled_tests(absa: Path) -> dict[str, list[GoldSentence]]:
    """Sentences with labelled terms by domain: the test parts; of Hu & Liu all there is."""
    return {
        "laptops": read_gold(absa / "semeval14/laptops_test.jsonl.gz"),
        "restaurants": read_gold(absa / "semeval14/restaurants_test.jsonl.gz"),
        "hu-liu": [locate_features(s) for s in _hu_liu_gold(absa)],
    }


def polarity_section(absa: Path) -> list[str]:
    """Polarity with the gold term given."""
    bars = {"laptops": 0.92, "restaurants": 0.94, "hu-liu": 0.86}
    rows = []
    for name, gold in labelled_tests(absa).items():
        unseen = score_polarity(gold, load_weights(_unseen(f"without-{name}", gold))).precision
        trained = score_polarity(gold, load_weights(_unseen("without-hu-liu", gold))).precision
        scheme = score_scheme(gold, [s.text for s in gold])["polarity of given terms"].precision
        rows.append((name, f"{unseen:.3f}", f"**{trained:.3f}**", f"{scheme:.3f}", f"{bars[name]:.2f}"))
    head = ("test part", "no label of the domain", "trained on SemEval train and MAMS", "Sentires' scheme", "bar")
    return ["## Polarity, the term being given", "", *table(head, rows),
            "Praise or blame of terms with either label. All sets also learn from the stars of the cell-phone "
            "excerpt, as weak labels. For Hu & Liu both columns are the same model: "
        "it saw no label of theirs.", ""]  # fmt: skip


def challenge_section(folder: Path) -> list[str]:
    """Sentences of the challenge suite read right as a whole: a row per phenomenon, both halves, both modes."""
    tallies = {}
    for half in HALVES:
        gold = read_gold(folder / f"{half}.tsv")
        settings = ExtractSettings.checked({"weights": _unseen("all", gold)})
        for mode in MODES:
            tallies[half, mode] = by_phenomenon(read_sentences(gold, settings, mode))
    phenomena = [name for name in tallies[HALVES[0], "alone"] if name != "total"]
    rows = []
    for name in [*phenomena, "total"]:
        cells = [name]
        for half in HALVES:
            cells.append(str(tallies[half, "alone"][name].sentences))
            cells += [f"{tallies[half, mode][name].share:.1%}" for mode in MODES]
        rows.append(cells)
    counts = []
    for (half, mode), by in tallies.items():
        total = by["total"]
        counts.append((half.replace("_", " "), mode, f"{total.found / total.terms:.1%} of {total.terms}",
                       f"{total.signs / total.found:.1%} of {total.found}", f"{total.false}"))  # fmt: skip
    note = (
        "Share of sentences read right as a whole: every label that must be found is there with its sign, and "
        "nothing else. `alone`: each sentence by itself, as `instead extract --text` reads it; `together`: the "
        "vocabulary mined from all sentences of the half. The reader is developed on the first half only; of the "
        "second nobody who works on it sees more than these figures "
        "([challenge/README.md](../../challenge/README.md)). "
        "`instead extract --score challenge/development.tsv --show-errors`"
    )
    head = ["phenomenon"]
    for half in HALVES:
        head += [f"sentences, {half.replace('_', ' ')}", *MODES]
    parts = ("half", "mode", "labels found", "right sign of those", "false mentions")
    return ["## Challenge suite", "", *table(head, rows), note, "", *table(parts, counts)]


def read_reviews(path: Path) -> list[dict[str, Any]]:
    """Objects one a line, as a stream or as an array; a cut end is left out."""
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        try:
            for line in file:
                rows.append(json.loads(line.strip().strip("[],")))
        except (EOFError, json.JSONDecodeError):
            pass
    return rows


def shops_section(data: Path) -> list[str]:
    """Top 50 attributes of three shops, with praise, and what the ratings change."""
    lines = ["## Attributes of three shops", "", "The fifty most mentioned, with the share of praise.", ""]
    effect = []
    for shop, file in SHOPS.items():
        rows = read_reviews(data / file)
        texts = [str(row.get("reviewText") or "") for row in rows]
        stars = [float(row["overall"]) for row in rows]
        extractor = Extractor.fit(texts, stars)
        found = extractor.mentions(texts, stars)
        blind = Extractor.fit(texts, settings=ExtractSettings(ratings=False)).mentions(texts)
        counted = found.group_by("attribute").agg(
            pl.len().alias("n"), (pl.col("sentiment") > 0).mean().alias("praise")
        ).sort("n", "attribute", descending=[True, False])  # fmt: skip
        named = [f"{a} {n} ({p:.0%})" for a, n, p in counted.head(50).iter_rows()]
        lines += [f"**{shop}** ({len(texts):,} reviews, {found.height:,} mentions, {counted.height:,} attributes): ",
                  ", ".join(named) + ".", ""]  # fmt: skip
        effect.append((shop, f"{_agreement(blind, stars):.1%}", f"{_agreement(found, stars):.1%}"))
    lines += ["Mentions whose sign is that of the review's stars (three stars left out). With the ratings this is "
              "partly by construction; the column without shows how far text alone goes:", "",
              *table(("shop", "`--no-ratings`", "with ratings"), effect)]  # fmt: skip
    return lines


def _agreement(mentions: pl.DataFrame, stars: Sequence[float]) -> float:
    signs = [(s > 0, stars[r] > 3) for r, s in mentions.select("review", "sentiment").iter_rows() if stars[r] != 3]
    return sum(int(a == b) for a, b in signs) / max(len(signs), 1)


def mter_section(data: Path) -> list[str]:
    """Features and polarities of MTER on the cell-phone reviews that have both."""
    folder = data / "cell_phones"
    users, items, features = (_map(folder / f"mter.{kind}map.gz") for kind in ("user", "item", "feature"))
    entries: dict[tuple[str, str], list[tuple[str, int]]] = {}
    with gzip.open(folder / "mter.entry.gz", "rt", encoding="utf-8") as file:
        for line in file:
            user, item, _, pairs = line.rstrip("\n").split(",", 3)
            said = [pair.split(":") for pair in pairs.split()]
            entries[users[user], items[item]] = [(features[f], int(p)) for f, p in said]
    rows = read_reviews(folder / "reviews_excerpt_5.json.gz")
    texts = [str(row.get("reviewText") or "") for row in rows]
    stars = [float(row["overall"]) for row in rows]
    known = {stem_plain(name) for name in features.values()}
    both = [(n, row) for n, row in enumerate(rows) if (row["reviewerID"], row["asin"]) in entries]
    lines = [f"## Agreement with MTER on {len(both):,} cell-phone reviews", "",
             "MTER's features come from Sentires (101 of them, the product words included, so ours keep the category "
             "words here). Compared per review and stem of the feature's last word.", ""]  # fmt: skip
    figures, counts = [], Counter[tuple[str, str]]()
    for name, settings in (
        ("with ratings", ExtractSettings(keep_category=True)),
        ("`--no-ratings`", ExtractSettings(keep_category=True, ratings=False)),
    ):
        found = Extractor.fit(texts, stars, settings=settings).mentions(texts, stars)
        ours: dict[int, dict[str, int]] = {}
        for review, attribute, sign in found.select("review", "attribute", "sentiment").iter_rows():
            stem = stem_plain(attribute.split()[-1])
            if stem in known:
                ours.setdefault(review, {}).setdefault(stem, 0)
                ours[review][stem] += sign
        shared = agree = mine_count = their_count = 0
        counts.clear()
        for number, row in both:
            theirs: dict[str, int] = {}
            for feature, sign in entries[row["reviewerID"], row["asin"]]:
                stem = stem_plain(feature.split()[-1])
                theirs[stem] = theirs.get(stem, 0) + sign
            own = ours.get(number, {})
            mine_count += len(own)
            their_count += len(theirs)
            for stem in own.keys() | theirs.keys():
                if stem not in own:
                    counts["only MTER", stem] += 1
                elif stem not in theirs:
                    counts["only ours", stem] += 1
                else:
                    shared += 1
                    same = (own[stem] >= 0) == (theirs[stem] >= 0)
                    agree += same
                    counts["same sign" if same else "other sign", stem] += 1
        figures.append((name, f"{shared / mine_count:.1%}", f"{shared / their_count:.1%}", f"{agree / shared:.1%}"))
    head = ("", "of ours also in MTER", "of MTER's also ours", "same sign where both")
    lines += table(head, figures)
    worst = []
    for kind in ("only MTER", "only ours", "other sign"):
        top = Counter({stem: n for (k, stem), n in counts.items() if k == kind}).most_common(14)
        worst.append((kind, ", ".join(f"{stem} {n}" for stem, n in top)))
    return [*lines, "Commonest disagreements (`--no-ratings`):", "", *table(("", "features"), worst)]


def _map(path: Path) -> dict[str, str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        cells = (line.rstrip("\n").split("=") for line in file)
        return {cell[0]: cell[1] for cell in cells if len(cell) > 1}


def world_section() -> list[str]:
    """Recovery of the mentions planted in the synthetic demo shop."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "world"
        subprocess.run(
            [sys.executable, "-c", "from instead.cli.main import run; run()", "world", "--out", str(target)],
            check=True, capture_output=True,
        )  # fmt: skip
        rows = [json.loads(line) for line in (target / "reviews.jsonl").read_text(encoding="utf-8").splitlines()]
        planted = pl.read_parquet(target / "truth" / "mentions.parquet")
        vocabulary = pl.read_parquet(target / "truth" / "vocabulary.parquet")
    names: dict[str, set[str]] = {}
    for attribute, variants, wrong in vocabulary.select("attribute", "variants", "misspellings").iter_rows():
        for form in (attribute, *variants, *wrong):
            names.setdefault(_key(form), set()).add(attribute)
    texts = [row["reviewText"] for row in rows]
    stars = [row["overall"] for row in rows]
    extractor = Extractor.fit(texts, stars, settings=ExtractSettings(implied=False))  # cues are not planted as mentions
    found = extractor.mentions(texts, stars)
    for one in extractor.vocabulary.attributes:  # a name stands for all that was joined to it
        for form in one.variants:
            names.setdefault(_key(one.name), set()).update(names.get(_key(form), set()))
    truth = {(u, i, a): s for u, i, a, s in planted.select("user", "item", "attribute", "sentiment").iter_rows()}
    ours: dict[tuple[str, str, str], tuple[int, float]] = {}
    strange: Counter[str] = Counter()
    total = 0
    columns = ("review", "attribute", "sentiment", "confidence")
    for review, attribute, sign, trust in found.select(*columns).iter_rows():
        row = rows[review]
        meant = names.get(_key(attribute)) or names.get(_key(attribute.split()[-1])) or set()
        total += 1
        hit = [a for a in sorted(meant) if (row["reviewerID"], row["asin"], a) in truth]
        if hit:
            ours[row["reviewerID"], row["asin"], hit[0]] = sign, trust
        else:
            strange[attribute] += 1
    right = sum(truth[key] == sign for key, (sign, _) in ours.items())
    praise = [(truth[key] > 0, trust) for key, (sign, trust) in ours.items() if sign > 0]
    sure = [good for good, trust in praise if trust >= 0.9]
    trusts = np.array([trust for _, trust in ours.values()])
    hits = np.array([truth[key] == sign for key, (sign, _) in ours.items()])
    figures = [
        ("planted mentions found", f"{len(ours) / len(truth):.1%} of {len(truth):,}"),
        ("mentions found that were planted", f"{1 - sum(strange.values()) / total:.1%} of {total:,}"),
        ("with the planted sign", f"{right / len(ours):.1%}"),
        ("found praise that is praise", f"{sum(good for good, _ in praise) / len(praise):.1%} of {len(praise):,}"),
        ("the same with a confidence of .9 or more", f"{sum(sure) / max(len(sure), 1):.1%} of {len(sure):,}"),
        ("commonest not planted", ", ".join(f"{a} {n}" for a, n in strange.most_common(12))),
    ]
    lines = ["## The synthetic demo shop", "", *table(("", ""), figures)]
    head = ("confidence", *(f"{low:.1f} to {high:.1f}" for low, high in BANDS))
    return [*lines, "How often the sign is the planted one, by confidence:", "",
            *table(head, [("planted shop, with stars", *bands(trusts, hits))])]  # fmt: skip


BANDS = ((0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.0))


def bands(trust: Any, right: Any) -> list[str]:
    """Share of right signs and their number in each band of confidence."""
    cells = []
    for low, high in BANDS:
        inside = (trust >= low) & ((trust < high) | (high == 1.0))
        cells.append(f"{right[inside].mean():.3f} of {int(inside.sum()):,}" if inside.any() else "-")
    return cells


def reliability_section(absa: Path) -> list[str]:
    """Is a sign right as often as its confidence says? Given terms of the test parts, domain unknown to the weights."""
    rows, trusts, hits = [], [], []
    for name, gold in labelled_tests(absa).items():
        weights = load_weights(_unseen(f"without-{name}", gold))
        signs, found = judge_gold(gold, weights)
        trusts.append(confidence(calibrated(log_odds(found.chance), weights.calibration)))
        hits.append(found.sign == np.array(signs))
        rows.append((name, *bands(trusts[-1], hits[-1])))
    rows.append(("all three", *bands(np.concatenate(trusts), np.concatenate(hits))))
    head = ("confidence", *(f"{low:.1f} to {high:.1f}" for low, high in BANDS))
    note = (
        "Share of right signs of given terms in each band, and their number. Calibrated on train parts of the other "
        "domains (`scripts/calibrate_mentions.py`); Hu & Liu has no other part than the one it was calibrated on in "
        "the sets of the other two rows. The planted shop stands at the end of this page."
    )
    return ["## Confidence", "", *table(head, rows), note, ""]


def grammar_section(absa: Path) -> list[str]:
    """What the sum of a clause, composed by grammar and the lexicon alone, says beside the whole reader."""
    rows = []
    for name, gold in labelled_tests(absa).items():
        signs, found = judge_gold(gold, load_weights(_unseen(f"without-{name}", gold)))
        speaks, truth = np.abs(found.felt) >= CLEAR, np.array(signs)
        alone = (np.sign(found.felt) == truth)[speaks].mean()
        both = (found.sign == truth)[speaks].mean()
        rows.append(
            (name, f"{speaks.mean():.1%}", f"{alone:.3f}", f"{both:.3f}", f"{(found.sign == truth).mean():.3f}")
        )
    head = ("test part", "clauses that are clear", "right there by grammar alone", "by the reader", "reader, all terms")
    note = (
        "Given terms, weights without any label of the domain; clear: valences that add up to 1.2 or more either way."
    )
    return ["## What grammar says alone", "", *table(head, rows), note, ""]


def comparisons_section(folder: Path) -> list[str]:
    """Comparative sentences with a preference: is the direction right?"""
    weights = load_weights("all")
    rows = []
    for name, asked in (
        ("COQE, cameras, dev part", coqe(folder / "camera_coqe_dev.txt.gz")),
        ("compsent19, held-out part", compsent(folder / "compsent19.csv.gz", "heldout")),
    ):
        right, total = directions_right(asked, weights)
        better = sum(sign > 0 for _, _, sign in asked) / len(asked)
        rows.append((name, f"{right / total:.3f}", f"{total:,}", f"{max(better, 1 - better):.3f}", "0.85"))
    head = ("sentences", "direction right", "of", "always the commoner one", "bar")
    note = (
        "The compared aspect (COQE) or the first object (compsent19) is given; is it better or worse? compsent19 "
        "compares programming languages, cars and sports teams: no reviews, and half of its objects stand far from "
        "what is said of them. All weights have learned from the train part of COQE, none from compsent19."
    )
    return ["## Comparative sentences", "", *table(head, rows), note, ""]


def _key(phrase: str) -> str:
    return " ".join(stem_plain(word) for word in phrase.lower().split())


def speed_section(data: Path, spacy_python: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "extraction_speed.py"), "--data", str(data), "--json", "--spacy-python",
         spacy_python], check=True, capture_output=True, text=True,
    )  # fmt: skip
    rows = [(r["what"], f"{r['reviews_per_second']:,.0f}", f"{r['ratio']:.1f}") for r in json.loads(done.stdout)]
    head = ("musical_instruments, one core", "reviews/s", "times slower than the first")
    return ["## Speed", "", *table(head, rows), "`python benchmarks/extraction_speed.py`", ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("docs/results/extraction.md"))
    parser.add_argument("--spacy-python", default=sys.executable)
    args = parser.parse_args()
    absa = args.data / "absa"
    lines = ["# Extraction: figures", "", "Written by `python scripts/results_extraction.py`.", ""]
    lines += gold_section(absa) + polarity_section(absa) + grammar_section(absa)
    lines += reliability_section(absa)
    lines += challenge_section(CHALLENGE) + comparisons_section(args.data / "comparative")
    lines += speed_section(args.data, args.spacy_python)
    lines += shops_section(args.data) + families_section(args.data) + mter_section(args.data) + world_section()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    sys.stdout.write(f"{args.out}\n")


if __name__ == "__main__":
    main()
