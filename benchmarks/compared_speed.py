"""Compared systems at the size of the paper's largest shop: seconds of an epoch of each stage, and peak memory.

    python benchmarks/compared_speed.py [sceptre clva] [--scale 0.1]

The four systems, or any name of `RECIPES`. The data are random: 132,467 items, 3,501 attributes and 4 million links of
substitutes at scale 1. Of a stage with many batches only some are run and the rest is reckoned from them; `--whole`
runs all. On a machine that others use too, the processor seconds are the steadier figure.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from measure import run_child, verdict

SECONDS, GIB = 300.0, 6.0

EPOCHS = """
import itertools, json, sys, time
import numpy as np
import polars as pl
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits
from instead.substitutes.graph import Graph, unordered
from instead.material import Material
from instead.models.context import Context
from instead.models.registry import entry_of

name, scale, few, changes = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
items, users, attributes = int(132_467 * scale), int(200_000 * scale), max(50, int(3_501 * min(1, scale**0.5)))
edges, visits, cells, complements = int(4e6 * scale), int(1.5e6 * scale), int(5e6 * scale), int(5e5 * scale)
rng = np.random.default_rng(0)

def sparse(rows, count):
    where = rng.integers(rows, size=count), rng.integers(attributes, size=count)
    return csr_matrix((np.ones(count, np.float32), where), shape=(rows, attributes))

pairs = unordered(rng.integers(items, size=edges), rng.integers(items, size=edges), items)
beside = unordered(rng.integers(items, size=complements), rng.integers(items, size=complements), items)
bought = csr_matrix((np.ones(visits, np.int8), (rng.integers(users, size=visits), rng.integers(items, size=visits))),
                    shape=(users, items))
bought.sort_indices()
triples = rng.integers(len(pairs), size=visits)
counts = sparse(items, cells)
material = Material(
    users=users, items=items, user=rng.integers(users, size=visits), query=pairs[triples, 0], chosen=pairs[triples, 1],
    visited_start=bought.indptr.astype(np.int64), visited=bought.indices.astype(np.int64),
    graph=Graph.from_pairs(pairs, items), popularity=np.ones(items, np.int64), care=sparse(users, cells // 5),
    quality=counts, query_power=0.75,
)
ends = np.concatenate([pairs, beside])
kinds = np.repeat([0, 1], [len(pairs), len(beside)])
relation = pl.Series("relation", ["also_viewed", "bought_together"]).gather(kinds)
leaf = rng.integers(80, size=items)
material.__dict__.update(
    links=pl.DataFrame({"source": ends[:, 0].astype(np.uint32), "target": ends[:, 1].astype(np.uint32)}).with_columns(
        relation),
    substitute_relations=["also_viewed"], mention_counts=counts,
    categories=[["shop", f"a{n % 5}", f"b{n % 20}", f"c{n}"] for n in leaf.tolist()],
)
del bought, pairs, beside, ends, relation
entry = entry_of(name)
settings = entry.settings.checked(changes)
found = {"stages": {}, "memory": {part: int(size) for part, size in entry.memory(material, settings).items()}}
with threadpool_limits(limits=1, user_api="blas"):
    begun = time.perf_counter()
    trainer = entry.training(material, settings, {})
    found["preparation"] = time.perf_counter() - begun
    for stage in dict.fromkeys(trainer.epochs(0)):
        trainer.probe(stage)  # compiles
        steps = trainer.steps(stage)
        run = min(steps, few) if few else steps
        begun, worked = time.perf_counter(), time.process_time()
        for _ in itertools.islice(trainer.epoch(stage, 0, first=True), run):
            pass
        took = time.perf_counter() - begun, time.process_time() - worked
        found["stages"][stage] = [seconds * steps / run for seconds in took]
    model = trainer.model()
    begun = time.perf_counter()
    for case in range(5):
        model.score_all(Context.of_users(np.array([case]), np.array([case])))
    found["catalogue"] = (time.perf_counter() - begun) / 5
print(json.dumps(found))
"""


def show(name: str, seconds: float, peak: int, found: dict[str, Any]) -> None:
    print(f"{name}: {seconds:.0f} s in all; preparation {found['preparation']:.1f} s")
    for stage, took in found["stages"].items():
        print(f"  an epoch of {stage}: {verdict(took[0], SECONDS, ' s')}; {took[1]:.0f} processor seconds")
    print(f"  scores of the whole catalogue for one query: {1000 * found['catalogue']:.0f} ms")
    print(f"  estimated memory: {sum(found['memory'].values()) / 2**30:.2f} GiB")
    print(f"  peak memory, data and all: {verdict(peak / 2**30, GIB, ' GiB')}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["sceptre", "pmsc", "spem", "clva"])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--batches", type=int, default=40, help="so many batches of an epoch")
    parser.add_argument("--whole", action="store_true", help="run every batch of an epoch")
    parser.add_argument("--set", dest="settings", default="{}", help='settings as JSON, e.g. {"topics": 50}')
    chosen = parser.parse_args()
    json.loads(chosen.settings)  # a mistake shows here and not in the child
    for name in chosen.names:
        ran = run_child(EPOCHS, name, str(chosen.scale), "0" if chosen.whole else str(chosen.batches), chosen.settings)
        show(name, ran.seconds, ran.peak, ran.result)


if __name__ == "__main__":
    main()
