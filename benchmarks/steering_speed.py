"""Rules in a large catalogue: what it takes to compile them, to follow a change of a price, and what a request pays.

python benchmarks/steering_speed.py                      # 132,467 items, 202 rules of every kind
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import ItemChanges
from instead.ranking.rule_files import Rules, rules_of
from instead.ranking.steering import RuleBook
from search_speed import ITEMS, WORDS, catalogue

EACH = 50  # rules of each kind of which a shop may have many
LISTED, K, REQUESTS = 23, 10, 2_000


def rules(shop: Catalogue) -> Rules:
    """Rules of every kind, for brands and categories that there are."""
    brands = [*dict.fromkeys(name for name in shop.brands if name)]
    names = [*dict.fromkeys(path[-1] for path in shop.paths if path)]
    made: list[dict[str, Any]] = []
    for at in range(EACH):
        made += [
            {"kind": "pin", "items": shop.ids[at : at + 2], "for_categories": [names[at]]},
            {"kind": "boost", "brands": [brands[at]], "points": 0.5},
            {"kind": "hide", "items": [shop.ids[-at - 1]]},
            {"kind": "never", "brands": [brands[at]], "for_categories": [names[-at - 1]]},
        ]
    made.append({"kind": "only", "dearer_percent": 50.0})
    made.append({"kind": "margin", "limit": 0.1, "margins": {one: float(n % 7) for n, one in enumerate(shop.ids)}})
    return rules_of([{"id": f"r{n}", "reason": "a benchmark", **one} for n, one in enumerate(made)])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0)
    given = parser.parse_args()
    shop = catalogue(max(2_000, int(ITEMS * given.scale)), WORDS)
    wanted, rng = rules(shop), np.random.default_rng(0)
    book = RuleBook(wanted)

    def took(what: str, begin: float) -> None:
        print(f"{what:<42} {1000 * (time.thread_time() - begin):9.2f} ms", flush=True)

    print(f"{len(shop):,} items, {len(wanted)} rules")
    begin = time.thread_time()
    book.steering(shop).at(time.time())
    took("compiled", begin)
    changed = shop.updated(ItemChanges(len(shop), 0, {"price": {5: 15.0}}), shop.popularity, shop.basis)
    begin = time.thread_time()
    book.steering(changed).at(time.time())
    took("the same after a price changed", begin)
    worth = sorted(rng.normal(size=LISTED).tolist(), reverse=True)
    times = []
    for _ in range(REQUESTS):
        query, items = int(rng.integers(len(shop))), rng.choice(len(shop), LISTED, replace=False).tolist()
        allowed = np.ones(len(shop), np.bool_)
        begin = time.thread_time()
        active = book.at(changed, time.time)
        if active is not None and active.narrow(query, allowed) and active.moves(query):
            active.reach(query, K)
            active.moved(query, items, worth, allowed, K)
        times.append(1000 * (time.thread_time() - begin))
    print(f"{'a request (median, 99 of 100)':<42} {np.median(times):9.2f} ms {np.quantile(times, 0.99):9.2f} ms")


if __name__ == "__main__":
    main()
