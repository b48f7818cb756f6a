"""Ten substitutes with reasons, one request after the other, at the size of the paper's cellphone shop.

    python benchmarks/recommend_speed.py                  48,763 items, 2,178 attributes, 1,000 requests
    python benchmarks/recommend_speed.py --scale 0.1 --requests 100 --pairs 2000
    python benchmarks/recommend_speed.py --folder models/phones        any model folder

The shop is opened in a process of its own, which also measures its start and its memory. Beside it, on the same
arrays: the exhaustive computation with the compiled loop, whose top ten must be the same, and the same in plain NumPy,
as anybody would write it. Bars: half of the requests within 15 ms and 99 % within 50 ms, the same ten items in 99.9 %
of them, less than 1.5 GiB of memory, ready within 3 s. On a busy machine the processor time of a request is the
steadier figure. At the end a table of pairs (`recommend_batch`, read, explained and written) beside the plain loop over
`shop.recommend`, both in one process.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl

from array_model import write_array_model
from array_shop import Sizes
from instead.batch import recommend_batch
from instead.request import Request
from instead.shop import Shop, load
from measure import run_child, verdict

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
    parser.add_argument("--pairs", type=int, default=3000, help="rows of the table of pairs")
    parser.add_argument("--folder", type=Path, help="keep the model here, or use the one that is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        sizes = Sizes().scaled(options.scale)
        if not (folder / "manifest.json").is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_array_model(folder, sizes)
        shop = load(folder)
        print(f"{shop.items.height:,} items, {shop.attributes.height:,} attributes, {shop.users.height:,} users")
        ran = run_child(CHILD, str(folder), str(options.requests), "0")
        ready, ready_cpu, took, spent, resident, cases, found = ran.result
        print(f"start: {verdict(ready, 3, ' s')} ({ready_cpu:.2f} s of processor time)")
        print(f"resident memory: {verdict(resident / 2**30, 1.5, ' GiB')}")
        for share, bar in ((50, 15), (99, 50)):
            clock, cpu = (1e3 * float(np.percentile(one, share)) for one in (took, spent))
            print(f"p{share} of {len(took):,} requests: {verdict(clock, bar, ' ms')} ({cpu:.2f} ms of processor time)")
        compare(shop, cases, found)
        batch(shop, options.pairs)
    return 0


def batch(shop: Shop, count: int) -> None:
    """A table of pairs as a whole, and as anybody would make it: one request after the other."""
    rng, loop = np.random.default_rng(2), min(count, 500)
    users, items = shop.users["user"].to_numpy(), np.array(shop.catalogue.ids)
    table = pl.DataFrame({"user": rng.choice(users, count), "query": rng.choice(items, count)})
    rows = list(table.iter_rows())
    for user, query in rows[:20]:
        shop.recommend(user, query)
    clock, cpu = time.perf_counter(), time.process_time()
    for user, query in rows[:loop]:
        shop.recommend(user, query)
    plain = loop / (time.perf_counter() - clock), loop / (time.process_time() - cpu)
    with tempfile.TemporaryDirectory() as scratch:
        pairs, out = Path(scratch) / "pairs.parquet", Path(scratch) / "out.parquet"
        table.head(20).write_parquet(pairs)
        recommend_batch(shop.folder, pairs, out, processes=1)  # compiled loops are loaded
        table.write_parquet(pairs)
        clock, cpu = time.perf_counter(), time.process_time()
        recommend_batch(shop.folder, pairs, out, processes=1)
        ours = count / (time.perf_counter() - clock), count / (time.process_time() - cpu)
    for what, mine, other in zip(("by the clock", "of processor time"), ours, plain, strict=True):
        print(f"a table of {count:,} pairs: {mine:,.0f} pairs/s {what}; a loop over recommend: {other:,.0f} pairs/s "
              f"({mine / other:.1f} times)")  # fmt: skip


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
