"""Snapshots of a living shop at the paper's size: what each kind of change takes, and what it does to requests.

    python benchmarks/live_state.py                     48,763 items, 665,900 users, 2,178 attributes
    python benchmarks/live_state.py --scale 0.05 --rounds 2
    python benchmarks/live_state.py --folder FOLDER     keeps the shop there, or takes the one that is there

A snapshot is everything that a service does before it swaps: `Shop.updated`, the first requests that make what is lazy
(`warm`), and the same in two other languages. Beside it the plain alternative: the components of the shop made anew
from the same tables, as a start of the service makes them. Then requests one after the other, alone and while another
thread makes snapshots without a pause, which a service never does: it rests four times as long as it worked. Bars:
50 ms for prices, stock and hidden items, 300 ms for new reviews. The processor time of the making thread is the
steadier figure on a busy machine.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from instead.engine.threads import one_blas_thread
from instead.languages import wording_of
from instead.models.added_evidence import Said
from instead.models.interface import LiveVisits
from instead.serving.changes import LateReview, Looks, ShopChanges
from instead.shop import Shop, load
from live_shop import write_live_shop
from measure import verdict

NEWEST = 14_001  # day on which the shop is asked
BARS = {"a price": 50.0, "1,000 prices, sold out, hidden": 50.0, "a review": 300.0, "20 reviews": 300.0}
_MADE_OF_FILES = ("entry", "settings", "users", "items", "attributes", "links", "interactions", "tree", "care_table")


class Happening:
    """Changes of each kind, drawn."""

    def __init__(self, shop: Shop) -> None:
        self.rng, self.ids, self.new = np.random.default_rng(0), shop.catalogue.ids, 0
        self.words = shop.catalogue.titles

    def some(self, count: int) -> list[str]:
        return [self.ids[at] for at in self.rng.integers(len(self.ids), size=count)]

    def prices(self, count: int) -> ShopChanges:
        return ShopChanges({item: {"price": float(self.rng.uniform(5, 500))} for item in self.some(count)})

    def stock(self, count: int) -> ShopChanges:
        return ShopChanges(
            {
                item: {"price": float(self.rng.uniform(5, 500)), "available": bool(n % 2), "hidden": n % 3 == 0}
                for n, item in enumerate(self.some(count))
            }
        )

    def titles(self, count: int) -> ShopChanges:
        return ShopChanges({item: {"title": f"{self.words[n]} renamed"} for n, item in enumerate(self.some(count))})

    def new_item(self, count: int) -> ShopChanges:
        made = {}
        for _ in range(count):
            self.new += 1
            title = f"{self.words[self.new]} new"
            made[f"N{self.new}"] = {"title": title, "category": ["Shop", "Hall 1", "Kind 1"], "price": 9.0}
        return ShopChanges(made)

    def reviews(self, count: int) -> ShopChanges:
        said = [
            LateReview(item, "", (Said(1, 1, 0.9, "A great part."), Said(int(self.rng.integers(50)), -1, 0.9)), 4.0)
            for item in self.some(count)
        ]
        return ShopChanges(reviews=said)

    def visits(self, days: int) -> ShopChanges:
        counts = self.rng.poisson(0.05, (days, len(self.ids))).astype(np.float32)
        return ShopChanges(
            visits=LiveVisits(np.linspace(NEWEST + 0.5, NEWEST + days - 0.5, days), counts, float(NEWEST + days))
        )

    def looks(self, pairs: int) -> ShopChanges:
        size = len(self.ids)
        one = self.rng.integers(size, size=pairs)
        keys = np.unique(one * size + (one + 1 + self.rng.integers(min(400, size - 1), size=pairs)) % size)
        return ShopChanges(looks=Looks(keys // size, keys % size, self.rng.integers(2, 6, size=keys.size)))


def snapshot(shop: Shop, change: ShopChanges) -> Shop:
    """Everything that a service does before it swaps."""
    made = shop.updated(change).warm()
    for language in ("de", "fr"):
        made.in_words(wording_of(language))
    return made


def from_scratch(shop: Shop) -> Shop:
    """The plain alternative: all components made anew of tables that are in memory."""
    made = Shop(shop.folder, shop.manifest)
    made.clock = shop.clock
    for name in _MADE_OF_FILES:
        made.__dict__[name] = getattr(shop, name)
    made.search("a word")
    return made.warm()


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of this thread's processor time."""
    start, cpu = time.perf_counter(), time.thread_time()
    work()
    return 1e3 * (time.perf_counter() - start), 1e3 * (time.thread_time() - cpu)


def requests(shop: Callable[[], Shop], count: int) -> str:
    rng, took = np.random.default_rng(5), []
    users, items = shop().users["user"], shop().catalogue.ids
    for _ in range(count):
        user, item = users[int(rng.integers(len(users)))], items[int(rng.integers(len(items)))]
        start = time.perf_counter()
        shop().recommend(user, item)
        took.append(1e3 * (time.perf_counter() - start))
    half, most, worst = np.percentile(took, [50, 99, 100])
    return f"median {half:.1f} ms, 99 % within {most:.1f} ms, longest {worst:.1f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the shop; the bars are for 1.0")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="where the shop is, or is put")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as aside, one_blas_thread():
        folder = options.folder or Path(aside)
        if not (folder / "manifest.json").is_file():
            folder.mkdir(parents=True, exist_ok=True)
            write_live_shop(folder, options.scale)
        shop = load(folder)
        shop.clock = lambda: NEWEST * 86_400.0
        shop.warm().search("a word")
        report(shop, options.rounds, options.requests)
    return 0


def report(shop: Shop, rounds: int, count: int) -> None:
    happening = Happening(shop)
    print(f"{len(shop.catalogue):,} items, {shop.users.height:,} users, {shop.attributes.height:,} attributes")
    plain = min(timed(lambda: from_scratch(shop)) for _ in range(2))
    print(f"made from scratch: {plain[0]:.0f} ms, {plain[1]:.0f} ms of processor time")
    kinds: dict[str, Callable[[], ShopChanges]] = {
        "a price": lambda: happening.prices(1),
        "1,000 prices, sold out, hidden": lambda: happening.stock(1_000),
        "100 titles": lambda: happening.titles(100),
        "a new item": lambda: happening.new_item(1),
        "a review": lambda: happening.reviews(1),
        "20 reviews": lambda: happening.reviews(20),
        "visits of 30 days": lambda: happening.visits(30),
        "5,000 pairs looked at": lambda: happening.looks(5_000),
    }
    for name, make in kinds.items():
        made, took = shop, []
        snapshot(made, make())  # the first one also fills what later ones share
        for _ in range(rounds):
            change, before = make(), made
            kept: list[Shop] = []
            took.append(timed(lambda: kept.append(snapshot(before, change))))  # noqa: B023 - called at once
            made = kept[0] if name != "visits of 30 days" and "pairs" not in name else shop
        clock, cpu = (float(np.median([one[place] for one in took])) for place in (0, 1))
        bar = f" ({verdict(cpu, BARS[name], ' ms')})" if name in BARS else ""
        print(f"  {name}: {clock:.0f} ms, {cpu:.0f} ms of processor time, 1/{plain[1] / cpu:.0f} of it{bar}")
    beside(shop, happening, count)


def beside(shop: Shop, happening: Happening, count: int) -> None:
    """Requests alone, and while snapshots of reviews and prices are made without a pause."""
    print(f"requests alone: {requests(lambda: shop, count)}")
    current, ended, made = [shop], threading.Event(), [0]

    def churn() -> None:
        while not ended.is_set():
            change = happening.reviews(5) if made[0] % 2 else happening.stock(50)
            current[0] = snapshot(current[0], change)
            made[0] += 1

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        print(f"requests beside snapshots without a pause: {requests(lambda: current[0], count)}")
    finally:
        ended.set()
        thread.join()
    print(f"  {made[0]} snapshots meanwhile")


if __name__ == "__main__":
    raise SystemExit(main())
