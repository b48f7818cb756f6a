"""What reasons are worth, on planted and real data, before and now: docs/results/reasons.md.

    offers    how many carry a reason, and of which kind
    first     is the first offer better in something; does another one beat it; what do users gain
    kept      is it right to keep to the query where the answer says so
    heaviest  is the first reason about what this user cares about
    claims    is what is called better, better (planted truth); is the confidence honest
    halves    claims from one half of the reviews of real products, judged by the other half
    quotes    do quotes say what they are shown to say
    and true, faithful, well ranked: the sections of `reasons_true.py`

`before` is today's code with the settings that reproduce the version of before (`reason_shops.BEFORE`).
Another section is another function that yields lines, named in `SECTIONS`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from instead.evaluation.significance import intervals
from instead.records import Recommendation, Substitute
from instead.request import Request
from instead.settings import Filters, ReasonSettings, RecommendSettings
from instead.shop import Shop
from product_shops import half_of, product_shop, products
from reason_shops import BEFORE, HELD_BACK, NEW, SEEDS, STYLES, Demo, demo_shop, opened, real_shops
from reasons_kept import kept
from reasons_true import SECTIONS as MEASURES
from results import OUT

HEAD = """# Reasons

Written by `scripts/results_reasons.py --data ../shared/data`. Demo shops have seeds 1, 2 and 3. Weights
of the order were chosen on test choices of seed 0. Thresholds (`sure`, `own`, `apart`) were chosen on half of the leaf
categories of the 397 products, by halves of their reviews that were drawn anew, and looked at on the other half before
they were taken; `least_alone` and the confidence of quotes with figures of these demo shops in view: those
figures are a little too good. `before` is the behaviour of the version before, reproduced by settings; `now` are the
defaults. In brackets
95 % intervals (bootstrap over queries, products or users).
"""
BANDS = (0.85, 0.9, 0.95, 1.0)
Found = tuple[np.ndarray, ...]
"""Columns of equal length."""
SPECIFIC = ("price", "stars", "taken", "viewed", "newer", "brand")


def share(values: Sequence[float] | np.ndarray, groups: np.ndarray | None = None) -> str:
    """A mean with its interval, in per cent."""
    found = np.asarray(values, np.float64)
    if not found.size:
        return "-"
    who = np.arange(found.size) if groups is None else np.asarray(groups)
    mean, low, high = (float(part[0]) for part in intervals(found[:, None], who, draws=500, seed=0))
    return f"{mean:.1%} ({low:.1%} - {high:.1%})"


def table(*names: str) -> str:
    """The head of a table."""
    return "\n| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|\n"


def lists(shop: Shop, k: int = 10, z: int = 20) -> list[Recommendation]:
    """The answer to nobody in particular for every item."""
    return [shop.recommend(None, query, k, z=z, quotes=0) for query in shop.catalogue.ids]


def opinions(one: Substitute, *verdicts: str) -> bool:
    return any(reason.verdict in verdicts for reason in one.reasons)


# --- offers ----------------------------------------------------------------------------------------------


def offers(data: Path, scratch: Path) -> Iterator[str]:
    """Which offers carry a reason."""
    yield "\n## Offers with a reason\n\nTen offers for every item, nobody in particular asking. A specific reason is a "
    yield "verdict of reviews on an\nattribute or, now, a fact (price, stars, what people took or looked "
    yield "at, age, brand).\n"
    yield table("shop", "", "offers", "with a specific reason", "with a better or worse", "with a better")
    shops = {f"demo, seed {seed}": demo_shop(scratch, seed).folder for seed in SEEDS} | real_shops(data, scratch)
    for name, folder in shops.items():
        for style, choices in STYLES.items():
            found = [one for answer in lists(opened(folder, choices)) for one in answer]
            facts = [style == "now" and any(fact.kind in SPECIFIC for fact in one.facts) for one in found]
            said = [opinions(one, "better", "comparable", "worse") for one in found]
            cells = (
                [a or b for a, b in zip(facts, said, strict=True)],
                [opinions(one, "better", "worse") for one in found],
                [opinions(one, "better") for one in found],
            )
            yield f"| {name} | {style} | {len(found):,} | {' | '.join(share(cell) for cell in cells)} |\n"


# --- first offers ----------------------------------------------------------------------------------------


def beats(other: Substitute, one: Substitute) -> bool:
    """Whether an offer is at least as good as another in everything shown, and better in something."""
    value = {"better": 1, "comparable": 0, "worse": -1, "unknown": 0}
    mine = {reason.attribute: value[reason.verdict] for reason in one.reasons}
    theirs = {reason.attribute: value[reason.verdict] for reason in other.reasons}
    pairs: list[tuple[float, float]] = [
        (theirs.get(name, 0), mine.get(name, 0)) for name in mine.keys() | theirs.keys()
    ]
    if one.price is not None and other.price is not None:
        pairs.append((-other.price, -one.price))
    stars = [next((fact.value for fact in each.facts if fact.kind == "stars"), None) for each in (other, one)]
    if isinstance(stars[0], float) and isinstance(stars[1], float):
        pairs.append((stars[0], stars[1]))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def first_offers(shop: Shop, kinds: dict[str, str] | None) -> dict[str, list[float]]:
    """Of each list: does it say to keep to the query; is the first better in nothing though one of the best twenty is;
    of those that recommend, is it worse in more; is any offer above one that beats it; do offers leave the kind."""
    names = ("no offer", "keep", "nothing", "worse", "beaten", "other kind")
    found: dict[str, list[float]] = {name: [] for name in names}
    for answer in lists(shop, 20):
        found["no offer"].append(float(not len(answer)))
        if not len(answer):
            continue
        first, shown = answer[0], answer.substitutes[:10]
        found["keep"].append(float(answer.keep))
        if any(one.better for one in answer):
            found["nothing"].append(float(not first.better))
        if not answer.keep:
            found["worse"].append(float(first.worse > first.better))
        found["beaten"].append(float(any(beats(other, first) for other in shown[1:])))
        if kinds is not None:
            found["other kind"] += [float(kinds[one.item] != kinds[answer.query]) for one in shown]
    return found


def taken(demo: Demo, choices: RecommendSettings) -> tuple[list[float], list[float], list[float]]:
    """HR@10 and NDCG@10 of what users took in the test part, and the planted utility of the first offer for them."""
    shop, data, quality = opened(demo.folder, choices), demo.data, demo.quality()
    ids, users = data.items["item"].to_list(), data.users["user"].to_list()
    care = np.zeros((len(users), quality.shape[1]))
    numbers = {user: number for number, user in enumerate(users)}
    for row in pl.read_parquet(demo.truth.place / "care.parquet").iter_rows(named=True):
        if row["user"] in numbers and row["attribute"] in demo.truth.attributes:
            care[numbers[row["user"]], demo.truth.attributes[row["attribute"]]] = row["care"]
    before: dict[int, set[str]] = {}
    for user, item in data.interactions.filter(pl.col("part") == 0).select("user", "item").iter_rows():
        before.setdefault(user, set()).add(ids[item])
    hits, gains, utility = [], [], []
    for row in data.split("paper").triples("test").iter_rows(named=True):
        had = before.get(row["user"], set())
        filters = Filters(bought=True, exclude=frozenset(had))
        order = [one.item for one in shop.recommend(users[row["user"]], ids[row["query"]], 10, filters=filters, z=0)]
        place = order.index(ids[row["chosen"]]) if ids[row["chosen"]] in order else None
        hits.append(float(place is not None))
        gains.append(0.0 if place is None else 1.0 / np.log2(place + 2.0))
        if order:
            apart = quality[demo.truth.items[order[0]]] - quality[row["query"]]
            utility.append(float(np.nansum(care[row["user"]] * apart)))
    return hits, gains, utility


def first(data: Path, scratch: Path) -> Iterator[str]:
    """First offers, kinds, and what users took."""
    yield "\n## First offers\n\n`better in nothing`: of the lists with a better offer among the best twenty. `beaten`: "
    yield "another of the ten shown is at\nleast as good in every verdict, price and stars, and better in "
    yield "one. `other kind`: "
    yield "offers that leave the planted kind of the\nquery. `keep it`: answers that say so, and are "
    yield "not counted under worse. `held back`: with the setting `hold_back`, "
    yield "which leaves out what "
    yield "reviews speak against.\n"
    yield table("shop", "", "no offer", "keep it", "first is better in nothing", "first is worse in more than better",
                "first is beaten", "other kind")  # fmt: skip
    demos = [demo_shop(scratch, seed) for seed in SEEDS]
    cases: list[tuple[str, Path, dict[str, str] | None]] = [
        (f"demo, seed {seed}", demo.folder, demo.kinds()) for seed, demo in zip(SEEDS, demos, strict=True)
    ]
    cases += [("397 products", product_shop(data, scratch / "products"), None)]
    for name, folder, kinds in cases:
        for style, choices in (STYLES | {"now, held back": HELD_BACK}).items():
            found = first_offers(opened(folder, choices), kinds)
            yield f"| {name} | {style} | {' | '.join(share(one) for one in found.values())} |\n"
    yield "\nWhat users of the test part took, and the planted utility of the first offer for them, above that of the "
    yield "query:\n"
    yield table("", "HR@10", "NDCG@10", "utility of the first offer")
    for style, choices in STYLES.items():
        rows = [taken(demo, choices) for demo in demos]
        hits, gains, utility = ([value for row in rows for value in row[part]] for part in range(3))
        spread = intervals(np.array(utility)[:, None], np.arange(len(utility)), draws=500, seed=0)
        mean, low, high = (float(part[0]) for part in spread)
        yield f"| {style} | {share(hits)} | {share(gains)} | {mean:+.2f} ({low:+.2f} - {high:+.2f}) |\n"


# --- what this user cares about --------------------------------------------------------------------------


def heaviest_families(shop: Shop, user: str, query: str) -> set[int]:
    """The three families that this user cares most about, of those that reviews of the query speak of."""
    care, family = shop.askers.asker(Request.of(user=user, query=query)).care, shop.tree.heads
    own = shop.evidence.attribute[shop.evidence.cells(shop.catalogue.number(query))].tolist()
    most: dict[int, float] = {}
    for one in own:
        most[family[one]] = max(most.get(family[one], 0.0), float(care[one]))
    return set(sorted(most, key=lambda one: (-most[one], one))[:3])


def heaviest(data: Path, scratch: Path) -> Iterator[str]:
    """Is the first reason about what this user cares about?"""
    yield "\n## The first reason and what the user cares about\n\nOffers to users of the test part, 150 requests "
    yield "a shop, where one of the user's three heaviest attributes (of those that\nreviews of the query speak "
    yield "of) is better: is the first reason about one of them?\n"
    yield table("shop", "offers", "first reason is about one of the three heaviest")
    for seed in SEEDS:
        demo = demo_shop(scratch, seed)
        shop = opened(demo.folder, NEW)
        users, items = demo.data.users["user"].to_list(), demo.data.items["item"].to_list()
        family, number = shop.tree.heads, shop.tree.numbers
        found: list[float] = []
        groups: list[int] = []
        for place, row in enumerate(demo.data.split("paper").triples("test").head(150).iter_rows(named=True)):
            user, query = users[row["user"]], items[row["query"]]
            top = heaviest_families(shop, user, query)
            for one in shop.recommend(user, query, k=10, z=20, quotes=0):
                better = {family[number[reason.attribute]] for reason in one.reasons if reason.verdict == "better"}
                if better & top:
                    found.append(float(family[number[one.reasons[0].attribute]] in top))
                    groups.append(place)
        yield f"| demo, seed {seed} | {len(found)} | {share(found, np.array(groups))} |\n"


# --- claims ----------------------------------------------------------------------------------------------


def pairs_of(shop: Shop, k: int = 10) -> list[tuple[int, list[int]]]:
    """Every item with the model's own ten best, whatever the reasons."""
    plain = opened(shop.folder, BEFORE)
    numbers = {item: number for number, item in enumerate(plain.catalogue.ids)}
    return [
        (numbers[query], [numbers[one.item] for one in plain.recommend(None, query, k, z=0, quotes=0)])
        for query in plain.catalogue.ids
    ]


def claimed(shop: Shop, pairs: list[tuple[int, list[int]]]) -> tuple[np.ndarray, ...]:
    """query, item, attribute, direction, confidence of every better and worse."""
    rows = []
    for query, items in pairs:
        found = shop._reasons.compare(query, np.array(items, np.int64))
        for place in np.flatnonzero((found.verdict == 0) | (found.verdict == 2)).tolist():
            sign = 1 if found.verdict[place] == 0 else -1
            rows.append((query, items[found.row[place]], found.attribute[place], sign, found.confidence[place]))
    columns = np.array(rows, np.float64).reshape(-1, 5).T
    return *(column.astype(np.int64) for column in columns[:4]), columns[4]


def claims(data: Path, scratch: Path) -> Iterator[str]:
    """Claims beside the planted truth."""
    yield "\n## Is what is called better, better?\n\nEvery better and worse between an item and the "
    yield "model's ten best (the "
    yield "same pairs for all rows), beside the\nplanted qualities. `same number`: the surest claims, as "
    yield "many as before.\n"
    yield table("", "claims", "right", "mean confidence")
    demos = [demo_shop(scratch, seed) for seed in SEEDS]
    pairs = [pairs_of(opened(demo.folder, NEW)) for demo in demos]
    judged: dict[str, Found] = {}
    for style, choices in STYLES.items():
        parts: list[tuple[np.ndarray, ...]] = []
        for demo, pair in zip(demos, pairs, strict=True):
            query, item, attribute, sign, sure = claimed(opened(demo.folder, choices), pair)
            quality = demo.quality()
            apart = quality[item, attribute] - quality[query, attribute]
            known = ~np.isnan(apart) & (apart != 0)
            parts.append(((np.sign(apart) == sign)[known], sure[known], query[known] + 1000 * len(parts)))
        judged[style] = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    judged["now, same number"] = tuple(
        column[np.argsort(-judged["now"][1])[: judged["before"][0].size]] for column in judged["now"]
    )
    for name, (right, sure, query) in judged.items():
        yield f"| {name} | {right.size:,} | {share(right, query)} | {sure.mean():.3f} |\n"
    yield "\nConfidence and truth by band of confidence, now:\n"
    yield table("confidence", "claims", "mean confidence", "right")
    right, sure, query = judged["now"]
    for low, high in zip((0.0, *BANDS[:-1]), BANDS, strict=True):
        inside = (sure >= low) & ((sure < high) | (high == 1.0))
        if inside.sum() > 20:
            band = f"{max(low, float(sure.min())):.2f} to {high:.2f}"
            told = share(right[inside], query[inside])
            yield f"| {band} | {inside.sum():,} | {sure[inside].mean():.3f} | {told} |\n"


# --- halves ----------------------------------------------------------------------------------------------


def other_half(shop: Shop, data: Path) -> tuple[np.ndarray, np.ndarray]:
    """(items, attributes) reviews of the other half that praise, and that blame."""
    numbers = {item: number for number, item in enumerate(shop.catalogue.ids)}
    told = [(numbers[item], text) for item, _, texts in products(data) for text in half_of(texts, 1) if text.strip()]
    read = shop.read_reviews([text for _, text in told])
    shape = (len(numbers), shop.attributes.height)
    praised, blamed = np.zeros(shape), np.zeros(shape)
    for (item, _), mentions in zip(told, read, strict=True):
        total: dict[int, int] = {}
        for one in mentions:
            total[one.attribute] = total.get(one.attribute, 0) + one.sentiment
        for attribute, lean in total.items():
            praised[item, attribute] += lean > 0
            blamed[item, attribute] += lean < 0
    return praised, blamed


def halves(data: Path, scratch: Path) -> Iterator[str]:
    """Claims from one half of the reviews of the 397 products, judged by the other half."""
    yield "\n## Borne out by other reviews\n\nEvery second review of the 397 products makes claims about "
    yield "all pairs of the "
    yield "same leaf category; the other reviews judge:\nhas the item that is called better the larger "
    yield "share of praise there "
    yield "(ties apart)? Guessing is 50 %. `own`: claims with own\nreviews of both items; `Eq. 20` claims "
    yield "what the gain of "
    yield "observed qualities says.\n"
    yield table("", "claims", "judged", "borne out", "at least three reviews each", "pairs of products with a claim")
    folder = product_shop(data, scratch / "products-half", half=0)
    shop = opened(folder, NEW)
    praised, blamed = other_half(shop, data)
    leaves: dict[str, list[int]] = {}
    for number, path in enumerate(shop.catalogue.paths):
        leaves.setdefault((path or [""])[-1], []).append(number)
    pairs = [
        (one, [other for other in members if other != one])
        for members in leaves.values()
        for one in members
        if len(members) > 1
    ]
    for name, choices in STYLES.items():
        found = claimed(opened(folder, choices), pairs)
        yield f"| {name} | {_judged(found, praised, blamed, pairs)}\n"
    both = RecommendSettings(reasons=ReasonSettings(least_alone=10**9))
    yield f"| now, own | {_judged(claimed(opened(folder, both), pairs), praised, blamed, pairs)}\n"
    every = RecommendSettings(
        reasons=ReasonSettings(pooled=False, sure=0.500001, own=0.5, apart=0.0, least_alone=10**9, sure_alike=0.9999)
    )
    query, item, attribute, _, sure = claimed(opened(folder, every), pairs)
    quality = np.full((len(shop.catalogue.ids), shop.attributes.height), np.nan)
    for number in range(len(shop.catalogue.ids)):
        span = shop.evidence.cells(number)
        quality[number, shop.evidence.attribute[span]] = shop.evidence.quality[span]
    gain = quality[item, attribute] - quality[query, attribute]
    kept = gain != 0
    found = (query[kept], item[kept], attribute[kept], np.sign(gain[kept]).astype(np.int64), sure[kept])
    yield f"| Eq. 20 | {_judged(found, praised, blamed, pairs)}\n"


def _judged(
    found: tuple[np.ndarray, ...], praised: np.ndarray, blamed: np.ndarray, pairs: list[tuple[int, list[int]]]
) -> str:
    query, item, attribute, sign, _ = found
    good, bad = praised[item, attribute], blamed[item, attribute]
    other_good, other_bad = praised[query, attribute], blamed[query, attribute]
    said, other = good + bad, other_good + other_bad
    lean = np.sign(good * other - other_good * said) * sign
    both = (said > 0) & (other > 0)
    clear = both & (lean != 0)
    product = np.minimum(query, item)
    cells = [share((lean > 0)[which], product[which]) for which in (clear, clear & (np.minimum(said, other) >= 3))]
    whole = sum(len(items) for _, items in pairs)
    covered = len(set(zip(query.tolist(), item.tolist(), strict=True))) / whole
    return f"{query.size:,} | {both.sum():,} | {' | '.join(cells)} | {covered:.0%} |"


# --- quotes ----------------------------------------------------------------------------------------------


def quotes(data: Path, scratch: Path) -> Iterator[str]:
    """Quotes beside what was planted."""
    right: list[float] = []
    twice = answers = 0
    for seed in SEEDS:
        demo = demo_shop(scratch, seed)
        planted = planted_sentences(demo)
        shop = opened(demo.folder, NEW)
        for query in demo.truth.items:
            seen: list[str] = []
            for one in shop.recommend(None, query, 5):
                for reason in one.reasons:
                    for quote in (*reason.substitute.quotes, *reason.query.quotes):
                        seen.append(quote.text)
                        said = planted.get((quote.item, reason.attribute, quote.text))
                        if said is not None and len(said) == 1:
                            right.append(float(quote.sentiment in said))
            answers += 1
            twice += len(seen) != len(set(seen))
    yield f"\n## Quotes\n\nOf {len(right):,} quotes beside the reasons of five offers for every item of "
    yield "the demo shops, "
    yield f"{share(right)} praise or\nblame what they are shown to praise or blame (97.1 % before, by "
    yield f"`scripts/results_recommending.py`). {twice:,} of {answers:,} answers have a quote twice.\n"


def planted_sentences(demo: Demo) -> dict[tuple[str, str, str], set[int]]:
    """(item, attribute, sentence) -> sentiments that were planted."""
    texts = {
        (row["user"], row["item"]): row["text"]
        for row in demo.data.reviews().select("user", "item", "text").collect().iter_rows(named=True)
    }
    found: dict[tuple[str, str, str], set[int]] = {}
    for row in pl.read_parquet(demo.truth.place / "mentions.parquet").iter_rows(named=True):
        text = texts.get((row["user"], row["item"]))
        if text is not None:
            sentence = " ".join(text[row["start"] : row["end"]].split())
            found.setdefault((row["item"], row["attribute"], sentence), set()).add(int(row["sentiment"]))
    return found


SECTIONS: tuple[Callable[[Path, Path], Iterator[str]], ...] = (
    offers, first, kept, heaviest, claims, halves, quotes, *MEASURES,
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="shops and models are kept here")
    parser.add_argument("--only", nargs="*", default=[], help="names of sections; the page is not written then")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do")
        return 2
    chosen = [section for section in SECTIONS if not options.only or section.__name__ in options.only]
    text = HEAD
    for section in chosen:
        for line in section(options.data, options.scratch):
            print(line, end="", flush=True)
            text += line
    if not options.only:
        (OUT / "reasons.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
