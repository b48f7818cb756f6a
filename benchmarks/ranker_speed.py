"""The ranker over a whole catalogue for one (user, query), beside plain SciPy, and its training at the paper's size.

    python benchmarks/ranker_speed.py                 48,763 and 132,467 items, with attributes, titles and times
    python benchmarks/ranker_speed.py --scale 0.1 --requests 50
    python benchmarks/ranker_speed.py --train         fit tables and weights at cellphone size: time and peak memory

Everything is random: popularity and degrees fall as a power, as they do in shops. Ours and the plain form (the same
sums as sparse products and dense columns, as anybody would write them) run in turn in one process on one core; their
scores must agree. Bars: 3 ms at 48,763 items, 8 ms at 132,467; training under 30 minutes and 3 GiB.
"""

from __future__ import annotations

import argparse
import os
import time

if __name__ == "__main__":  # before anything is loaded that counts processors
    os.environ.setdefault("INSTEAD_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import one_blas_thread
from instead.material import Material
from instead.models.context import Askers, Context, SparseRows
from instead.models.ranker.asked import asked_of
from instead.models.ranker.curves import Curve, Scale
from instead.models.ranker.features import Features
from instead.models.ranker.fitting import KINDS, Weights
from instead.models.ranker.known import Descriptions, Known
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.all_tables import Tables, described
from instead.prices import Prices
from instead.settings import RankerSettings
from instead.substitutes.graph import Graph, unordered
from measure import run_child, verdict

Ints = NDArray[np.int64]

SHOPS = {"cellphone": (665_900, 48_763, 1_639_166, 2_178), "automotive": (420_394, 132_467, 2_212_111, 3_501)}
BARS = {"cellphone": 3.0, "automotive": 8.0}
DEGREE = 27  # mean number of substitutes, as in toys_and_games
TRAIN = """
import json, sys, time
sys.path.insert(0, "benchmarks")
from ranker_speed import known_shop, material_of
from instead.models.ranker.ranker_entry import ENTRY
from instead.settings import RankerSettings
known = known_shop("cellphone", float(sys.argv[1]), described=False)
start = time.perf_counter()
ENTRY.fit(material_of(known), RankerSettings())
print(json.dumps(time.perf_counter() - start))
"""


def skewed(rng: np.random.Generator, count: int, size: int) -> Ints:
    """`size` numbers below `count`, small ones more often: P(k) ~ (k + 10)^-0.8."""
    weight = np.cumsum((np.arange(count) + 10.0) ** -0.8)
    return np.searchsorted(weight / weight[-1], rng.random(size)).astype(np.int64)


def known_shop(name: str, scale: float, *, described: bool) -> Known:
    """A random shop of the paper's size, or a part of it."""
    users, items, visits, attributes = (max(40, round(count * scale)) for count in SHOPS[name])
    rng = np.random.default_rng(0)
    place = rng.permutation(items)  # popular items are anywhere in the order
    keys = np.unique(rng.integers(users, size=visits) * items + place[skewed(rng, items, visits)])
    near = rng.integers(-400, 400, size=items * DEGREE // 2)  # substitutes are near each other in some order
    source = place[skewed(rng, items, items * DEGREE // 2)]
    pairs = unordered(source, (source + near) % items, items)
    both = unordered(rng.integers(items, size=items), rng.integers(items, size=items), items)
    mentions = 30 * items if described else 0
    letters = np.array(list("etaoinshrdlucmfwypvbgkjqxz"))
    words = np.array(["".join(row) for row in letters[skewed(rng, 26, 20_000 * 6).reshape(-1, 6)]])
    titles: list[str | None] = [None] * items
    if described:
        titles = [" ".join(row) for row in words[skewed(rng, words.size, 9 * items).reshape(items, 9)]]
    return Known(
        users=users,
        items=items,
        attributes=attributes,
        user=keys // items,
        item=keys % items,
        day=rng.uniform(10_000, 14_000, size=keys.size),
        stars=rng.integers(1, 6, size=keys.size).astype(np.float64),
        graph=Graph.from_pairs(pairs, items),
        source=pairs[:, 0],
        target=pairs[:, 1],
        complements=Graph.from_pairs(both, items),
        said_by=rng.integers(users, size=mentions),
        said_of=rng.integers(items, size=mentions),
        attribute=skewed(rng, attributes, mentions),
        sentiment=rng.choice([1.0, 1.0, -1.0], size=mentions),
        described=Descriptions(
            titles, [None] * items, [[] for _ in range(items)], Prices.plain(np.full(items, np.nan))
        ),
        query_power=0.75,
    )


def material_of(known: Known) -> Material:
    """The same as training material, with a triple for every visit of an item that has substitutes."""
    degree = known.graph.degree
    rows = np.flatnonzero(degree[known.item] > 0)
    rng = np.random.default_rng(1)
    query = known.graph.neighbours[
        known.graph.start[known.item[rows]] + (rng.random(rows.size) * degree[known.item[rows]]).astype(np.int64)
    ]
    nothing = csr_matrix((known.users, 0), dtype=np.float32)
    return Material(
        users=known.users,
        items=known.items,
        user=known.user[rows],
        query=query,
        chosen=known.item[rows],
        visited_start=np.asarray(known.visits.indptr, np.int64),
        visited=known.item,
        graph=known.graph,
        popularity=known.popularity,
        care=nothing,
        quality=csr_matrix((known.items, 0), dtype=np.float32),
        query_power=known.query_power,
    )


def any_ranker(known: Known) -> Ranker:
    """All signals with weights of no meaning, as many bends as learned ones have."""
    settings = RankerSettings(factor_rounds=1)
    tables = Tables.of(known, settings, *described(known))
    columns = Features(tables).columns

    def curve(name: str, log: bool, curved: bool) -> Curve:
        bends = np.array([0.5, 1.0, 2.0]) if curved else np.empty(0)
        slopes = np.linspace(0.8, 0.2, bends.size + 1)
        return Curve(name, Scale(0.01 if log else 0.0, 0.0, bends), slopes, slopes, 0.0, 1.0)

    takes = {
        kind: [
            curve(one.name, one.log, one.curved)
            for one in columns
            if one.takes and (history or not one.personal) and one.told in (None, told)
        ]
        for kind, (history, told) in KINDS.items()
    }
    return Ranker(
        settings, tables, Weights(-9.0, [curve(c.name, c.log, c.curved) for c in columns if c.replaces], takes)
    )


class Plain:
    """The same score with sparse products and dense columns."""

    def __init__(self, ranker: Ranker, known: Known) -> None:
        self.ranker, t = ranker, ranker.tables
        n = t.items

        def matrix(links: object) -> csr_matrix:
            return csr_matrix((links.ones, links.item, links.start), shape=(n, n))  # type: ignore[attr-defined]

        self.near, self.listed, self.along = (matrix(x) for x in (t.substitutes, t.listed_by, t.complements))
        self.by_share = csr_matrix(self.near.multiply(t.substitutes.share[None, :]))  # type: ignore[union-attr]
        self.co = csr_matrix((t.covisits.value, t.covisits.item, t.covisits.start), shape=(n, n))  # type: ignore[union-attr]

    def score(self, context: Context) -> NDArray[np.float32]:
        """(items,) of the whole catalogue."""
        e, v = self.sums(context)
        return np.asarray(v - np.logaddexp(0, -e), np.float32)

    def sums(  # noqa: PLR0915 - one signal after the other
        self, context: Context
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(items,) e and v, with the columns of sparse signals computed by products; item columns are shared."""
        ranker, t = self.ranker, self.ranker.tables
        (asked,) = asked_of(context)
        q, values = asked.query, np.empty((len(ranker.features.columns), t.items), np.float32)
        place = ranker._place
        for signal, span in zip(ranker.features.signals, ranker.features._spans, strict=True):
            if "history" not in signal.looks_at and not signal.columns[0].replaces:
                signal.fill(asked, values[span])
        row = self.by_share[q]
        two = np.asarray((row @ self.near).todense()).ravel()
        two[q] = 0
        values[place["common neighbours"]] = two
        step = csr_matrix(row @ self.by_share)
        step[0, q] = 0
        three = np.asarray((step @ self.near).todense()).ravel()
        mine = self.near[q].indices
        share = t.substitutes.share  # type: ignore[union-attr]
        around = np.asarray(self.near @ share)
        three[mine] -= share[mine] * (around[mine] - share[q])
        three[q] = 0
        three[three < 1e-7] = 0
        values[place["walks of three steps"]] = three
        values[place["within three steps"]] = three > 0
        lists = self.listed[q].multiply(t.listed_by.share_plus[None, :])  # type: ignore[union-attr]
        values[place["listed"]] = np.asarray((csr_matrix(lists) @ self.listed).todense()).ravel()
        other = self.near[q].multiply(t.complements.share[None, :])  # type: ignore[union-attr]
        values[place["goes with a substitute"]] = np.asarray((csr_matrix(other) @ self.along).todense()).ravel()
        other = self.along[q].multiply(share[None, :])
        values[place["replaces a companion"]] = np.asarray((csr_matrix(other) @ self.near).todense()).ravel()
        for name in ("listed", "goes with a substitute", "replaces a companion"):
            values[place[name], q] = 0
        none = t.substitutes.degree == 0  # type: ignore[union-attr]
        none[mine[t.substitutes.degree[mine] == 1]] = True  # type: ignore[union-attr]
        values[place["unlinked"]] = none | (mine.size == 0)
        for name, words in (("attributes", t.attributes), ("titles", t.titles)):
            cosine = np.asarray((words.rows[q] @ words.rows.T).todense()).ravel()  # type: ignore[union-attr]
            cosine[q] = 0
            values[place[name]] = cosine
            values[place[f"{name}, unlinked"]] = cosine * values[place["unlinked"]]
        exposure = next(s for s in ranker.features.signals if s.columns[0].name == "links of the item")
        exposure.fill(asked, values[place["links of the item"] : place["met elsewhere"] + 1])
        history = np.zeros((1, t.items), np.float32)
        history[0, asked.history] = 1
        values[place["people like you"]] = (csr_matrix(history) @ self.co).todense()
        values[place["latent taste"]] = t.factors.unit @ t.factors.taste(asked.history)  # type: ignore[union-attr]
        near = csr_matrix(csr_matrix(history) @ self.by_share)
        near[0, q] = 0
        own = np.asarray((near @ self.near).todense()).ravel()
        for h in asked.history:
            back = self.by_share[h].toarray().ravel()
            back[q] = 0
            own[h] -= back @ self.near[h].toarray().ravel()
        values[place["like what you had"]] = np.where(own < 1e-6, 0, own)
        values[place["replaces what you had"]] = (csr_matrix(history) @ self.near).todense()
        values[place["goes with what you had"]] = (csr_matrix(history) @ self.along).todense()
        e = np.full(t.items, ranker.weights.intercept)
        v = np.zeros(t.items)
        for curve in ranker.weights.replaces:
            e += curve(values[place[curve.name]])
        for curve in ranker.weights.takes[ranker.kind(asked)]:
            v += curve(values[place[curve.name]])
        return e, v


def speed(name: str, scale: float, requests: int) -> None:
    known = known_shop(name, scale, described=True)
    ranker = any_ranker(known)
    plain = Plain(ranker, known)
    rng = np.random.default_rng(2)
    visits, now = known.visits, np.array([np.datetime64("2008-06-01", "s")])
    contexts = []
    for _ in range(requests):
        user = int(known.user[rng.integers(known.user.size)])
        asker = Askers.users(np.array([user]), visits)
        asker = Askers(asker.known, asker.had, SparseRows.empty(1), asker.observed, asker.stated, now)
        contexts.append(Context(asker, np.array([known.source[rng.integers(known.source.size)]])))
    took: dict[str, list[float]] = {"ours": [], "cpu": [], "plain": []}
    with one_blas_thread():
        for context in contexts[:3]:
            ranker.score_all(context)
            plain.score(context)
        worst, kept = 0.0, []
        for context in contexts:
            start = time.perf_counter(), time.thread_time()
            kept.append(ranker.score_all(context)[0])
            took["ours"].append(1e3 * (time.perf_counter() - start[0]))
            took["cpu"].append(1e3 * (time.thread_time() - start[1]))
        for context, ours in zip(contexts, kept, strict=True):
            begun = time.thread_time()
            theirs = plain.score(context)
            took["plain"].append(1e3 * (time.thread_time() - begun))
            worst = max(worst, float(np.abs(ours - theirs).max() / np.abs(theirs).max()))
    clock, fast, slow = (float(np.median(took[which])) for which in ("ours", "cpu", "plain"))
    print(f"{name}: {known.items:,} items, {len(ranker.features.columns)} columns, {requests} requests, one core")
    within = verdict(fast, BARS[name], " ms")
    print(f"  whole catalogue, median: {within} of processor time; {clock:.2f} ms by the clock")
    print(f"  plain SciPy: {slow:.2f} ms, {slow / fast:.1f} times ours; largest relative difference {worst:.1e}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the shops; the bars are for 1.0")
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--train", action="store_true", help="measure the training, too: some minutes")
    options = parser.parse_args()
    for name in SHOPS:
        speed(name, options.scale, options.requests)
    if options.train:
        os.environ["INSTEAD_THREADS"] = "2"
        ran = run_child(TRAIN, str(options.scale))
        print(f"training at cellphone size, without texts: {verdict(ran.result / 60, 30, ' min')}")
        memory = verdict(ran.peak / 2**30, 3, " GiB")
        print(f"  whole process: {ran.seconds:.0f} s, {ran.cpu:.0f} s of processor time, {memory}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
