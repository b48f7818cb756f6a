"""Families of attributes: how many planted variants are joined in the demo shop, and the families of real shops.

python scripts/results_families.py --data ../shared/data            # prints the section of docs/results/extraction.md
python scripts/results_families.py --data ../shared/data --draw     # prints the families to be judged by hand
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import polars as pl

from instead.mentions.extractor import Extractor
from instead.mentions.families import stems
from instead.mentions.vocabulary import Attribute, Vocabulary, key_of
from instead.rng import stage_rng

JUDGED = Path(__file__).parent.parent / "docs" / "results" / "families_judged.tsv"
DEPARTMENTS = {"electronics": "Electronics/", "kitchen": "Home & Kitchen/", "tools": "Tools & Home Improvement/"}
PRODUCTS = "product_reviews/amasum_products.jsonl.gz"


def placed(vocabulary: Vocabulary, form: str) -> int | None:
    """The attribute that a mention in this form is counted for, as the extractor looks it up; None for none."""
    by_key = {key: n for n, one in reversed(list(enumerate(vocabulary.attributes))) for key in one.keys}
    words = form.lower().replace("-", " - ").split()
    return next((by_key[key] for k in range(len(words)) if (key := key_of(" ".join(words[k:]))) in by_key), None)


def planted_forms(truth: pl.DataFrame) -> dict[str, set[str]]:
    """Form -> names of the planted attributes it is a form of; misspellings included."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, variants, wrong in truth.select("attribute", "variants", "misspellings").iter_rows():
        for form in (name, *variants, *wrong):
            found[form].add(name)
    return dict(found)


@dataclass(frozen=True)
class AgainstTruth:
    """Planted variants against the families of a vocabulary."""

    variants: int
    unknown: list[str]
    """Variants that the vocabulary does not hold as attributes, or whose name it does not hold."""
    missed: list[tuple[str, str]]
    """(name, variant) of those that stand in another family than their name."""
    joined: int
    """Pairs of planted forms that are one attribute."""
    wrong: list[tuple[str, str]]
    """Those of them that nobody planted as one."""

    @property
    def share_joined(self) -> float:
        known = self.variants - len(self.unknown)
        return 1.0 - len(self.missed) / max(known, 1)

    @property
    def share_wrong(self) -> float:
        return len(self.wrong) / max(self.joined, 1)


def against_truth(vocabulary: Vocabulary, truth: pl.DataFrame, texts: list[str]) -> AgainstTruth:
    """How the planted variants, misspellings included, were joined. Only forms that the texts hold count.

    A shop has one "grip": a form that is planted for several attributes counts as joined with either, and one that is
    itself the name of an attribute elsewhere is no variant. Two forms that a third one is planted with ("capacity" and
    "interior", both beside "space") are no wrong pair.
    """
    forms = planted_forms(truth)
    names = {name for owners in forms.values() for name in owners}
    whole = " \n ".join(texts).lower()
    said = {form for form in forms if form.lower() in whole}
    where = {form: placed(vocabulary, form) for form in sorted(said)}
    exact = {form: n for form, n in where.items() if n is not None and key_of(form) in vocabulary.attributes[n].keys}
    tops = vocabulary.tops
    variants = sorted(form for form in said if form not in names and forms[form] & said)
    unknown = [form for form in variants if form not in exact or not forms[form] & exact.keys()]
    missed = [
        (min(forms[form]), form) for form in variants
        if form not in unknown and tops[exact[form]] not in {tops[exact[name]] for name in forms[form] if name in exact}
    ]  # fmt: skip
    held: dict[int, list[str]] = defaultdict(list)
    for form, n in sorted(exact.items()):
        held[n].append(form)
    pairs = [pair for group in held.values() for pair in combinations(group, 2)]
    linked = {form: set().union(*(forms[other] for other in forms if forms[form] & forms[other])) for form in exact}
    wrong = [(a, b) for a, b in pairs if not linked[a] & linked[b]]
    return AgainstTruth(len(variants), unknown, missed, len(pairs), wrong)


def department(data: Path, shop: str) -> list[str]:
    """All review texts of one department of the 397 products."""
    with gzip.open(data / PRODUCTS, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [text for row in rows if row["category"].startswith(DEPARTMENTS[shop]) for text in row["reviews"]]


def shop_texts(data: Path, shop: str) -> list[str]:
    """Review texts of a real shop."""
    if shop in DEPARTMENTS:
        return department(data, shop)
    with gzip.open(data / "musical_instruments/reviews_Musical_Instruments_5.json.gz", "rt", encoding="utf-8") as file:
        return [str(json.loads(line).get("reviewText") or "") for line in file]


REAL = ("musical_instruments", *DEPARTMENTS)


def drawn_families(vocabulary: Vocabulary, counts: Counter[str], frequent: int = 35, others: int = 15) -> list[str]:
    """Families of more than one name to be judged: the most mentioned, and some of the rest drawn at random."""
    total: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for one, top in zip(vocabulary.attributes, vocabulary.tops.tolist(), strict=True):
        family = vocabulary.attributes[top].name
        total[family] += counts[one.name]
        names[family] += 1 + len(joined_names(one))
    several = sorted((name for name in total if names[name] > 1), key=lambda name: (-total[name], name))
    rest = several[frequent:]
    drawn = sorted(stage_rng(0, "judged families").permutation(len(rest))[:others].tolist())
    return several[:frequent] + [rest[n] for n in drawn]


def joined_names(one: Attribute) -> list[str]:
    """Other names of an attribute that are more than another spelling or number of it."""
    known = {stems(one.name)}
    found = []
    for name in one.variants:
        if stems(name) not in known:
            known.add(stems(name))
            found.append(name)
    return found


def described(vocabulary: Vocabulary, family: str, most: int = 8) -> str:
    """A family in one line: "price = cost, pricing > asking price"."""
    one = vocabulary.attributes[vocabulary.names.index(family)]
    under = [other for other in vocabulary.attributes if other.parent == family]
    same, kinds = joined_names(one)[:most], [other.name for other in under[:most]]
    return family + (f" = {', '.join(same)}" if same else "") + (f" > {', '.join(kinds)}" if kinds else "")


def demo_rows(seeds: Sequence[int]) -> list[tuple[str, ...]]:
    """Planted variants and wrong pairs of demo shops made with these seeds."""
    rows: list[tuple[str, ...]] = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "world"
            subprocess.run(
                [sys.executable, "-m", "instead", "world", "--seed", str(seed), "--out", str(target)],
                check=True, capture_output=True,
            )  # fmt: skip
            reviews = [json.loads(line) for line in (target / "reviews.jsonl").read_text(encoding="utf-8").splitlines()]
            truth = pl.read_parquet(target / "truth" / "vocabulary.parquet")
        texts = [row["reviewText"] for row in reviews]
        found = against_truth(Extractor.fit(texts, [row["overall"] for row in reviews]).vocabulary, truth, texts)
        known = found.variants - len(found.unknown)
        rows.append(
            (f"demo, seed {seed}", f"{found.share_joined:.1%} of {known}", f"{len(found.unknown)}",
             f"{found.share_wrong:.1%} of {found.joined}", ", ".join(f"{a} / {b}" for a, b in found.missed[:6]))
        )  # fmt: skip
    return rows


def judged_rows() -> list[tuple[str, ...]]:
    """Families judged by hand, by shop."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        judged = [(row["shop"], row["verdict"]) for row in csv.DictReader(file, delimiter="\t")]
    rows: list[tuple[str, ...]] = []
    for shop in (*REAL, "all"):
        verdicts = Counter(verdict for name, verdict in judged if shop in (name, "all"))
        rows.append((shop, f"{verdicts.total()}", *(f"{verdicts[v] / verdicts.total():.1%}" for v in VERDICTS)))
    return rows


VERDICTS = ("right", "doubtful", "wrong")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


def families_section(data: Path) -> list[str]:
    """Families on planted and on real shops."""
    head = (
        "shop",
        "planted variants in the family of their name",
        "variants not found at all",
        "pairs joined wrongly",
        "missed, for example",
    )
    lines = ["## Families of attributes", "", *table(head, demo_rows(range(6)))]
    lines += [
        "A variant is another word, a compound or a misspelling planted for an attribute. The bars were chosen "
        "on seeds 0 to 2 and a shop of phones; seeds 3 to 5, the 397 products and musical_instruments were only "
        "looked at.",
        "",
        "Families of more than one name, judged by hand ([families_judged.tsv](families_judged.tsv)): wrong if one of "
        "the names shown does not belong there.",
        "",
        *table(("shop", "families", *VERDICTS), judged_rows()),
    ]
    for shop in REAL:
        texts = shop_texts(data, shop)
        extractor = Extractor.fit(texts)
        found = extractor.mentions(texts)
        counts = Counter(dict(found.group_by("attribute").len().iter_rows()))
        known = extractor.vocabulary
        tops = dict(zip(known.names, (known.names[top] for top in known.tops.tolist()), strict=True))
        families = Counter[str]()
        for name, count in counts.items():
            families[tops[name]] += count
        most = [name for name, _ in sorted(families.items(), key=lambda pair: (-pair[1], pair[0]))[:20]]
        named = [name for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:100]]
        lines += [
            f"**{shop}** ({len(texts):,} reviews, {found.height:,} mentions, {len(counts):,} attributes). The most "
            f"mentioned families: {'; '.join(described(known, name, 5) for name in most)}.",
            "",
            f"The hundred most mentioned attributes: {', '.join(named)}.",
            "",
        ]
    return lines


def draw(data: Path) -> None:
    """Print the families to be judged as rows of the table."""
    out = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
    out.writerow(("shop", "family", "members", "verdict", "why"))
    for shop in REAL:
        texts = shop_texts(data, shop)
        extractor = Extractor.fit(texts)
        counts = Counter(dict(extractor.mentions(texts).group_by("attribute").len().iter_rows()))
        for family in drawn_families(extractor.vocabulary, counts):
            out.writerow((shop, family, described(extractor.vocabulary, family).removeprefix(family).strip(), "", ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--draw", action="store_true", help="families to be judged by hand, as a table")
    args = parser.parse_args()
    if args.draw:
        draw(args.data)
    else:
        sys.stdout.write("\n".join(families_section(args.data)) + "\n")


if __name__ == "__main__":
    main()
