"""A whole training run of A2CF: peak memory at the paper's cellphone size, and the time of a full run on real data.

The large run has both stages, filling, validation, checkpoints and the best model, one epoch of each stage; later
epochs repeat them in the same arrays. Its data are random: memory and time per step do not depend on what they say.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from measure import run_child, verdict

LARGE = """
import json, sys, tempfile, time
from pathlib import Path
import numpy as np
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits
from instead.settings import A2CFSettings
from instead.substitutes.graph import Graph, unordered
from instead.models.a2cf.trainer import A2CFTrainer, a2cf_memory
from instead.training.loop import run_rounds
from instead.material import Material
from instead.training.estimate import expected_seconds
from instead.training.validation import Cases

scale = float(sys.argv[1])
users, items, attributes = int(665_900 * scale), int(48_763 * scale), max(50, int(2_178 * min(1, scale**0.5)))
cells_x, cells_y, triples, edges = int(3e6 * scale), int(1.5e6 * scale), int(1.3e6 * scale), int(5e5 * scale)
rng = np.random.default_rng(0)

def sparse(rows, cells):
    where = rng.integers(rows, size=cells), rng.integers(attributes, size=cells)
    made = csr_matrix((rng.uniform(1, 5, cells).astype(np.float32), where), shape=(rows, attributes))
    made.data[:] = np.clip(made.data, 1, 5)
    return made

visits = csr_matrix((np.ones(triples, np.int8), (rng.integers(users, size=triples), rng.integers(items, size=triples))),
                    shape=(users, items))
visits.sort_indices()
material = Material(
    users=users, items=items, user=rng.integers(users, size=triples), query=rng.integers(items, size=triples),
    chosen=rng.integers(items, size=triples), visited_start=visits.indptr.astype(np.int64),
    visited=visits.indices.astype(np.int64),
    graph=Graph.from_pairs(unordered(rng.integers(items, size=edges), rng.integers(items, size=edges), items), items),
    popularity=np.ones(items, np.int64), care=sparse(users, cells_x), quality=sparse(items, cells_y), query_power=0.75,
)
del visits
settings = A2CFSettings(rounds=1, attribute_epochs=1, ranking_epochs=1)
cases = Cases(rng.integers(users, size=2000), rng.integers(items, size=2000), rng.integers(items, size=(2000, 1001)))
with threadpool_limits(limits=1, user_api="blas"), tempfile.TemporaryDirectory() as folder:
    estimated = sum(a2cf_memory(material, settings).values())
    whole = A2CFTrainer(material, A2CFSettings(rounds=1))
    expected = expected_seconds(whole, 1)
    del whole
    trainer = A2CFTrainer(material, settings)
    begun = time.perf_counter()
    position, log = run_rounds(trainer, settings, cases, Path(folder))
print(json.dumps({"lines": log.lines, "estimated": estimated, "round": expected,
                  "shape": [users, items, attributes, cells_x, cells_y, triples]}))
"""

REAL = """
import json, sys, tempfile
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from results import prepare_one
from instead.training.train import train
with tempfile.TemporaryDirectory() as scratch:
    data = prepare_one("toys_and_games", Path(sys.argv[1]), Path(scratch))
    print(json.dumps(train(data, out=Path(scratch) / "model", model="a2cf").manifest))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the large run; the bar is for 1.0")
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared" / "data")
    options = parser.parse_args()
    large = run_child(LARGE, str(options.scale))
    found = large.result
    users, items, attributes, cells_x, cells_y, triples = found["shape"]
    print(f"{users:,} users, {items:,} items, {attributes:,} attributes; {cells_x:,} cells of X, {cells_y:,} of Y, "
          f"{triples:,} triples; d = 64, l = 1")  # fmt: skip
    before = 0.0
    for line in found["lines"]:
        name = f"{line['stage']} epoch" if "stage" in line else "validation, 2,000 triples x 1,001"
        print(f"  {name:<36} {line['seconds'] - before:7.1f} s")
        before = line["seconds"]
    print(f"  a round of 20 + 5 epochs is estimated at {found['round'] / 60:.0f} min")
    print(f"  peak memory of the process: {verdict(large.peak / 2**30, 6.0, ' GiB')}")
    print(f"  estimated {found['estimated'] / 2**30:.2f} GiB; X~ would take {users * attributes / 2**28:.2f} GiB more")
    if not (options.data / "toys_and_games").is_dir():
        print(f"no real data in {options.data}: the run on toys_and_games was left out")
        return 0
    real = run_child(REAL, str(options.data), str(Path(__file__).parents[1] / "scripts"))
    manifest = real.result
    print(f"toys_and_games, default settings: {manifest['rounds']} rounds, the best was {manifest['best_round']}")
    print(f"  validation HR@10 {manifest['validation']['HR@10']:.4f}, NDCG@10 {manifest['validation']['NDCG@10']:.4f}")
    print(f"  full run: {verdict(manifest['seconds'] / 60, 10.0, ' min')}")
    print(f"  with preparing: processor {real.cpu / 60:.1f} min, peak {real.peak / 2**30:.2f} GiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
