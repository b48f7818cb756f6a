"""Ten substitutes with reasons, one request after the other, at the size of the paper's cellphone shop.

    python benchmarks/recommend_speed.py                  48,763 items, 2,178 attributes, 1,000 requests
    python benchmarks/recommend_speed.py --scale 0.1 --requests 100 --pairs 2000
    python benchmarks/recommend_speed.py --folder models/phones        any model folder

The shop is opened in a process of its own, which also measures its start and its memory. Beside it, on the same
arrays: the exhaustive computation with the compiled loop, whose top ten must be the same, and the same in plain NumPy,
as anybody would write it. Bars: half of the requests within 15 ms and 99 % within 50 ms, the same ten items in 99.9 %
of them, less than 1.5 GiB of memory, ready within 3 s. On a busy machine the processor time of a request is the
steadier figure. That is A2CF, whose requests cost most.

At the end tables of pairs (`recommend_batch`, read, explained and written) with the default ranker beside the plain
loop over `shop.recommend`: one of 20 users for each query on average, with a long tail, and one in which no query comes
twice; in one process, and in as many as there are processors, whose tables must be equal. Answers of some pairs must be
those of the loop. The weights have no meaning, but e is calibrated: as many items are likely substitutes as a query has
links, as in a trained ranker. Bar: 3,000 pairs a second of either table with reasons on two processors, opening and
writing included: by the clock, and 1,500 a processor second, the steadier figure on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from array_model import write_array_model
from array_shop import Sizes
from instead.batch import recommend_batch
from instead.engine.threads import processors
from instead.models.context import Context
from instead.models.ranker.ranker_model import Ranker
from instead.request import Request
from instead.shop import Shop, load
from measure import run_child, verdict
from ranker_speed import any_ranker, known_shop

PAIRS = 3_000
"""Pairs a second that are wanted, by the clock on two processors ..."""
BY_PROCESSOR = PAIRS // 2
"""... and for each second of a processor."""
SHARP = 4.0
NOW = 1_212_278_400
"""When all pairs are asked: in the last days of the random shop."""

CHILD = """
import json, os, resource, sys, time
begun, cpu = time.perf_counter(), time.process_time()
import numpy as np
import instead
shop = instead.load(sys.argv[1]).warm()
ready, ready_cpu = time.perf_counter() - begun, time.process_time() - cpu
rng, count = np.random.default_rng(int(sys.argv[3])), int(sys.argv[2])
users, items = shop.users["user"].to_list(), shop.catalogue.ids
cases = [(users[rng.integers(len(users))], items[rng.integers(len(items))]) for _ in range(count)]
for user, query in cases[:20]:
    shop.recommend(user, query)
took, spent, found = [], [], []
for user, query in cases:
    start, cpu = time.perf_counter(), time.process_time()
    made = shop.recommend(user, query)
    took.append(time.perf_counter() - start)
    spent.append(time.process_time() - cpu)
    found.append([one.item for one in made])
status = open("/proc/self/status").read()
resident = int(status.split("VmRSS:")[1].split()[0]) * 1024
print(json.dumps([ready, ready_cpu, took, spent, resident, cases, found]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the cellphone shop; the bars are for 1.0")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=40_000, help="rows of the table of pairs")
    parser.add_argument("--only-tables", action="store_true", help="leave out the single requests")
    parser.add_argument("--folder", type=Path, help="keep the model here, or use the one that is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        sizes = Sizes().scaled(options.scale)
        if not options.only_tables:
            requests(folder, sizes, options.requests)
        ranked = (options.folder or Path(scratch)) / "ranker"
        if not (ranked / "manifest.json").is_file():
            ranked.mkdir(parents=True, exist_ok=True)
            made = calibrated(any_ranker(known_shop("cellphone", options.scale, described=True)))
            write_array_model(ranked, sizes, made)
        batch(ranked, options.pairs)
    return 0


def requests(folder: Path, sizes: Sizes, count: int) -> None:
    """Single requests to A2CF."""
    if not (folder / "manifest.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write_array_model(folder, sizes)
    shop = load(folder)
    print(f"{shop.items.height:,} items, {shop.attributes.height:,} attributes, {shop.users.height:,} users")
    ran = run_child(CHILD, str(folder), str(count), "0")
    ready, ready_cpu, took, spent, resident, cases, found = ran.result
    print(f"start: {verdict(ready, 3, ' s')} ({ready_cpu:.2f} s of processor time)")
    print(f"resident memory: {verdict(resident / 2**30, 1.5, ' GiB')}")
    for share, bar in ((50, 15), (99, 50)):
        clock, cpu = (1e3 * float(np.percentile(one, share)) for one in (took, spent))
        print(f"p{share} of {len(took):,} requests: {verdict(clock, bar, ' ms')} ({cpu:.2f} ms of processor time)")
    compare(shop, cases, found)


def calibrated(ranker: Ranker) -> Ranker:
    """The same with steeper curves of e, and an intercept with which as many are substitutes as queries have links."""
    steep = [replace(curve, slopes=SHARP * curve.slopes) for curve in ranker.weights.replaces]
    weights = replace(ranker.weights, replaces=steep)
    made, rng = Ranker(ranker.settings, ranker.tables, weights), np.random.default_rng(0)
    links = made.tables.substitutes
    assert links is not None  # noqa: S101 - the random shop has links
    queries = rng.integers(made.items, size=20)
    # v of nothing: what is left of a score over the catalogue is log sigmoid(e)
    bare = Ranker(ranker.settings, ranker.tables, replace(weights, takes={kind: [] for kind in weights.takes}))
    scores = np.minimum(bare.score_all(Context.of_strangers(queries)).astype(np.float64), -1e-12)
    odds = scores - np.log(-np.expm1(scores))
    share, low, high = float((links.degree[queries] + 1).mean() / made.items), -60.0, 60.0
    for _ in range(60):
        middle = (low + high) / 2
        chance = float((1 / (1 + np.exp(-odds - middle))).mean())
        low, high = (low, middle) if chance > share else (middle, high)
    return Ranker(ranker.settings, ranker.tables, replace(weights, intercept=weights.intercept + middle))


def tables_of(shop: Shop, count: int) -> dict[str, pl.DataFrame]:
    """Pairs with a long tail of queries, 20 users each on average, and a quarter as many without a query twice."""
    rng = np.random.default_rng(2)
    users, items = shop.users["user"].to_numpy(), rng.permutation(np.array(shop.catalogue.ids))
    weight = (np.arange(max(count // 20, 1)) + 1.0) ** -0.8
    often = rng.choice(items[: weight.size], count, p=weight / weight.sum())
    once = items[: min(count // 4, items.size)]
    return {
        f"20 users for each of {np.unique(often).size:,} queries on average": pl.DataFrame(
            {"user": rng.choice(users, count), "query": often}
        ),
        "no query twice": pl.DataFrame({"user": rng.choice(users, once.size), "query": once}),
    }


def batch(folder: Path, count: int) -> None:
    """Tables of pairs as a whole, and as anybody would make them: one request after the other."""
    shop = load(folder).warm()
    for what, table in tables_of(shop, count).items():
        some = table.sample(min(table.height, 200), seed=1)
        rows = list(some.iter_rows())
        for user, query in rows[:20]:
            shop.recommend(user, query, time=NOW)
        clock, cpu = time.perf_counter(), time.process_time()
        single = [shop.recommend(user, query, time=NOW) for user, query in rows]
        plain = len(rows) / (time.perf_counter() - clock), len(rows) / (time.process_time() - cpu)
        print(f"a table of {table.height:,} pairs, {what}")
        print(f"  a loop over recommend: {plain[0]:,.0f} pairs/s by the clock, {plain[1]:,.0f} of processor time")
        with tempfile.TemporaryDirectory() as scratch:
            pairs, out = Path(scratch) / "pairs.parquet", Path(scratch) / "out.parquet"
            some.write_parquet(pairs)
            recommend_batch(folder, pairs, out, processes=1, time=NOW)  # compiled loops are loaded
            same = sum(
                mine["item"].to_list() == [one.item for one in found]
                and mine["score"].to_list() == [one.score for one in found]
                and mine["text"].to_list() == [one.text for one in found]
                for found, mine in zip(single, pl.read_parquet(out).partition_by("row"), strict=True)
            )
            print(f"  the same answers as the loop's in {same} of {len(rows)} pairs")
            table.write_parquet(pairs)
            made: list[pl.DataFrame] = []
            for processes in (1, processors()):
                clock, cpu = time.perf_counter(), spent_by_all()
                recommend_batch(folder, pairs, out, processes=processes, time=NOW)
                rate = table.height / (time.perf_counter() - clock)
                by_processor = table.height / (spent_by_all() - cpu)
                made.append(pl.read_parquet(out))
                said = f"  in {processes} process(es), opened and written: {rate:,.0f} pairs/s by the clock "
                said += f"({rate / plain[0]:.1f} times the loop), {by_processor:,.0f} a processor second "
                print(said + f"({by_processor / plain[1]:.1f} times)")
            print(f"  the same table from any number of processes: {'yes' if made[0].equals(made[1]) else 'NO'}")
            for figure, bar, of in ((rate, PAIRS, "by the clock"), (by_processor, BY_PROCESSOR, "a processor second")):
                reached = "reached" if figure >= bar else "SHORT OF THE BAR"
                print(f"  {figure:,.0f} pairs {of}, at least {bar:,} wanted: {reached}")


def spent_by_all() -> float:
    """Processor seconds of this process and of those it has waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def compare(shop: Shop, cases: list[list[str]], found: list[list[str]]) -> None:
    """The exhaustive computation on the same requests, and some in plain NumPy."""
    exhaustive = load(shop.folder)
    exhaustive.choices = exhaustive.choices.model_copy(update={"exhaustive": True})
    exhaustive.warm()
    cpu, same = time.process_time(), 0
    for (user, query), ours in zip(cases, found, strict=True):
        same += [one.item for one in exhaustive.recommend(user, query)] == ours
    each = (time.process_time() - cpu) / len(cases)
    print(f"the same ten items as scoring everything: {same:,} of {len(cases):,} ({same / len(cases):.2%}, at least "
          f"99.90% wanted); everything takes {1e3 * each:.1f} ms of processor time")  # fmt: skip
    cpu, some = time.process_time(), cases[:3]
    for user, query in some:
        plainly(exhaustive, user, query)
    plain = (time.process_time() - cpu) / len(some)
    print(f"scores alone in plain NumPy: {1e3 * plain:.0f} ms of processor time")


def plainly(shop: Shop, user: str, query: str) -> None:
    """Eq. 13-19 over the catalogue in a few lines of NumPy, a thousand items at a time."""
    model, asker, q = shop.model, shop.askers.asker(Request(user=user, query=query)), shop.catalogue.number(query)
    settings, ranking, quality = model.settings, model.ranking, model.filled_quality  # type: ignore[attr-defined]
    d, numbers = ranking.items.shape[1], ranking.numbers(settings)
    substitution, personalisation = settings.shares
    latent = substitution * ranking.substitution[:d] * ranking.items[q]
    latent += personalisation * ranking.personalisation[:d] * ranking.users[asker.askers.known.user[0]]
    scores = ranking.items @ latent
    for first in range(0, len(scores), 1000):
        rows = quality[first : first + 1000]
        for share, logit, number in (
            (substitution, quality[q] / settings.beta, numbers[0]),
            (personalisation, asker.care / settings.epsilon, numbers[1]),
        ):
            e = np.exp(logit * rows)
            scores[first : first + 1000] += share * (e @ number) / e.sum(axis=1)
    np.argsort(-scores)[:10]


if __name__ == "__main__":
    raise SystemExit(main())
