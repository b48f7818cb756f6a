"""The hot stages on random arrays, each with the work it must do at least (`least_work.py`) and why it takes longer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix

import least_work as least
from array_shop import Sizes, make_trainer
from instead.evaluation.rank_loops import count_ranks
from instead.explanation.verdicts import GRID, compare_shares
from instead.kernels.negative_sampling import EITHER, draw_training_negatives
from instead.mentions.extractor import Extractor
from instead.models.a2cf.trainer import A2CFTrainer
from instead.models.context import Context
from instead.models.optimiser import RowAdam
from instead.models.posterior_loops import group_sums, step_down
from instead.models.ranker.asked import asked_of
from instead.models.ranker.curves import Curve, Scale, add_curve, log_sigmoid
from instead.models.ranker.fitting import _pool_loss
from instead.models.ranker.loops import shared_words, three_steps
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.covisits import CoVisits
from instead.reviews.clean import k_core
from instead.substitutes.graph import Graph
from least_work import Work
from ranker_speed import any_ranker, known_shop, material_of


@dataclass(frozen=True)
class Stage:
    """One piece of work, what it must do, and why it takes longer than that, if it does."""

    name: str
    work: Work
    run: Callable[[], object]
    why: str = ""


def a2cf_stages(scale: float) -> Iterator[Stage]:
    sizes = Sizes().scaled(scale)
    trainer = make_trainer(sizes)
    model, rng = trainer.model(), np.random.default_rng(1)
    a, d = sizes.attributes, trainer.ranking.items.shape[1]
    users = trainer.material.user[:256]
    yield Stage("A2CF: filling 256 rows", least.filling(256, a, d), lambda: model.care.rows(users))
    model.filled_quality  # noqa: B018 - made once, before anything is measured
    one = Context.of_users(users[:1], trainer.material.query[:1])
    yield Stage(
        "A2CF: scoring the catalogue",
        least.scoring(sizes.items, a, d),
        lambda: model.score_all(one),
        "the line below is the same without memory; the rest is waiting for rows, which overlaps in part",
    )
    few = np.arange(1001)[None] % 32
    yield Stage(
        "A2CF: 1,001 times 32 rows in a cache",
        Work(**least.attention(few.size, a, d)),
        lambda: model.score(one, few),
        "two powers, four sums and five streams of numbers share the units that the ceilings have to themselves",
    )
    some = Context.of_users(users[:32], trainer.material.query[:32])
    lists = rng.integers(sizes.items, size=(32, 1001))
    yield Stage(
        "A2CF: 32 lists of 1,001",
        least.listing(lists.size, a, d),
        lambda: model.score(some, lists),
        "rows lie anywhere, and the arithmetic on one (1.5 times its limit in a cache) waits for it in part",
    )
    yield step_stage(trainer, a, d)
    adam = RowAdam(np.zeros((sizes.users, d), np.float32), 1e-3)
    gradient = rng.standard_normal((4096, d), np.float32)
    rows = [rng.permutation(sizes.users)[:4096] for _ in range(8)]
    turn = iter(range(1 << 30))
    yield Stage(
        "lazy Adam: 4,096 rows",
        least.adam(min(4096, len(rows[0])), d),
        lambda: adam.step(rows[next(turn) % 8], gradient[: len(rows[0])], unique=True),
        "each number takes a root and a division, which are slower than the multiplications they are counted as",
    )


def step_stage(trainer: A2CFTrainer, a: int, d: int) -> Stage:
    """A step of BPR-S with the filling of the users' rows taken out of the time by being in the work."""
    m, rng = trainer.material, np.random.default_rng(1)
    negatives = rng.integers(m.items, size=(256, 5))
    items = np.concatenate([m.chosen[:256, None], negatives], axis=1)
    step, rows = least.bpr_step(256, 6, a, d), least.filling(256, a, d)
    both = Work(
        read=step.read,
        write=rows.write,
        rows=step.rows + rows.rows,
        flops=step.flops + rows.flops,
        exps=step.exps + rows.exps,
    )
    return Stage(
        "A2CF: BPR-S step, 256 x 6",
        both,
        lambda: trainer.ranking_gradients(m.user[:256], m.query[:256], items),
        "not taken apart; powers of six items are kept for the gradient, 104 KB, more than the first cache",
    )


def ranker_stages(scale: float) -> Iterator[Stage]:
    known = known_shop("cellphone", scale, described=True)
    ranker, rng = any_ranker(known), np.random.default_rng(2)
    links, titles, items = ranker.tables.substitutes, ranker.tables.titles, known.items
    assert links is not None and titles is not None  # noqa: S101 - the shop has both
    queries = known.source[rng.integers(known.source.size, size=50)].tolist()
    out, places = np.empty(items, np.float32), np.arange(items, dtype=np.int32)

    def walk() -> None:
        for query in queries:
            three_steps(links.start, links.item, links.share, links.start, links.item, places, query, out)

    steps = sum(least.walks(np.asarray(links.start), np.asarray(links.item), query) for query in queries)
    yield Stage("ranker: walks of three steps, 50 queries", Work(adds=float(steps)), walk)
    by_word = titles.rows.T.tocsr()
    start, word = titles.rows.indptr.astype(np.int64), titles.rows.indices.astype(np.int32)
    first, where = by_word.indptr.astype(np.int64), by_word.indices.astype(np.int32)
    weight, value = titles.rows.data.astype(np.float32), by_word.data.astype(np.float32)

    def share() -> None:
        for query in queries:
            shared_words(start, word, weight, first, where, value, query, out)

    sums = sum(least.word_sums(start, word, first, query) for query in queries)
    yield Stage("ranker: words in common, 50 queries", Work(adds=float(sums)), share)
    yield from curve_stages(items)
    yield catalogue_stage(ranker, queries, known.user[:50], known.visits, steps + sums)
    design = rng.random((2000, 100, 30)).astype(np.float32)
    theta = np.full(30, 0.01)
    yield Stage(
        "ranker: a step of the weights, 2,000 x 100",
        least.pool_loss(2000, 100, 30),
        lambda: _pool_loss(design, theta),
    )
    per_user = np.diff(known.visits.indptr)
    yield Stage(
        "ranker: table of common visits",
        least.co_visits(per_user),
        lambda: CoVisits.of(known, 1.0),
        "most of it is SciPy's sparse product, the rest orders and scales its rows; made once in a training",
    )
    pairs = known.graph.pairs()
    yield Stage("links: graph of pairs", least.linking(len(pairs)), lambda: Graph.from_pairs(pairs, items))
    m = material_of(known)
    mixed = rng.permutation(len(m.user))
    user, query, chosen = m.user[mixed], m.query[mixed], m.chosen[mixed]
    yield Stage(
        f"negatives: 5 for each of {len(user):,} triples",
        least.negatives(len(user), 5),
        lambda: draw_training_negatives(
            user, query, chosen, m.visited_start, m.visited, m.graph.start, m.graph.neighbours,
            m.items, 5, EITHER, np.uint64(1),
        ),
        "part of it waits for rows of users, which lie anywhere: triples in the order of users take less",
    )  # fmt: skip
    kept, order = np.ones(known.user.size, np.bool_), rng.permutation(known.user.size)
    of_user, of_item = known.user[order], known.item[order]
    yield Stage(
        "cleaning: 5-core",
        least.k_core(known.user.size, 1),
        lambda: k_core(of_user, of_item, kept, 5, 5),
        "the least work is one round; it takes as many as rows keep falling out, each a few passes of NumPy",
    )
    scores = rng.random((512, 1001)).astype(np.float32)
    others, of = rng.integers(items, size=(512, 1000)), rng.integers(items, size=512)
    found, strange = np.empty((6, 512), np.int64), np.zeros(512, np.bool_)
    graph = known.graph
    yield Stage(
        "evaluation: ranks of 512 lists of 1,001",
        least.ranking(512, 1000, int(graph.degree[of].sum())),
        lambda: count_ranks(scores, others, of, graph.start, graph.neighbours, found, strange),
        "five counts a candidate around a look-up, in whole numbers: no vectors; a small part of scoring the lists",
    )


def curve_stages(items: int) -> Iterator[Stage]:
    """The two ways of a curve, and the logarithm of the chance."""
    values, total = np.random.default_rng(3).random(items).astype(np.float32), np.zeros(items, np.float32)
    slopes = np.linspace(0.8, 0.2, 4)
    for name, eps, logs, why in (
        (
            "as it is",
            0.0,
            0,
            "not taken apart; double precision has half the numbers in a vector, and each piece of the curve is a pass",
        ),
        ("of logarithms", 0.01, items, ""),
    ):
        table = Curve("any", Scale(eps, 0.0, np.array([0.25, 0.5, 0.75])), slopes, slopes, 0.0, 1.0).table
        run: Callable[[], object] = lambda table=table: add_curve(values, table, total)  # type: ignore[misc] # noqa: E731
        yield Stage(f"ranker: a curve of the catalogue, {name}", least.curve(items, logs), run, why)
    far = values - np.float32(9)
    yield Stage(
        "ranker: log sigmoid of the catalogue",
        least.log_sigmoids(items),
        lambda: log_sigmoid(far, 0.0, total),
        "not taken apart; blocks are copied in and out, for the same bits anywhere, and a division counts as one here",
    )


def catalogue_stage(ranker: Ranker, queries: list[int], users: least.Ints, visits: csr_matrix, adds: int) -> Stage:
    """Whole scores: the sums above, and the curves of what they and the other signals hold."""
    contexts = [Context.of_users(users[k : k + 1], np.array([query]), visits) for k, query in enumerate(queries)]
    logs = curves = 0
    for context in contexts:
        (asked,) = asked_of(context)
        plan = ranker.plans[ranker.kind(asked)]
        values = ranker.features.catalogue(asked, plan.varying_signals)
        terms = [*plan.replaces, *plan.varying]
        logs += sum(int(np.count_nonzero(values[column])) for column, table in terms if table[0] > 0)
        curves += ranker.items * sum(1 for _, table in terms if table[0] == 0)
    work = Work(adds=float(adds), flops=10.0 * curves, exps=float(ranker.items * len(queries)), logs=float(logs))
    return Stage(
        "ranker: scoring the catalogue, 50 requests",
        work,
        lambda: [ranker.score_all(one) for one in contexts],
        "two of its loops are counted; filling and clearing its other columns, and reading them again, are not",
    )


def opinion_stages(scale: float) -> Iterator[Stage]:
    rng = np.random.default_rng(4)
    pairs = 2000
    a, b, other_a, other_b = (rng.uniform(1, 40, pairs) for _ in range(4))
    above, close = np.empty(pairs), np.empty(pairs)
    yield Stage(
        "explanation: verdicts on 2,000 pairs",
        least.verdicts(pairs, GRID),
        lambda: compare_shares(a, b, other_a, other_b, 0.1, above, close),
        "the running sum, which waits for itself, is the smaller part; the rest is not taken apart",
    )
    items, width = max(64, round(48_763 * scale)), max(64, round(2_178 * scale))
    column = np.sort(rng.integers(width, size=(items, 30)), axis=1).astype(np.int32).ravel()
    start, cells = np.arange(items + 1) * 30, items * 30
    good, said, mean = rng.random(cells), 1 + rng.random(cells), rng.random(cells)
    order, first = rng.permutation(items), np.linspace(0, items, 201).astype(np.int64)
    of_groups = (np.empty(201, np.int64), np.empty(cells, np.int32), np.empty(cells), np.empty(cells))
    group_sums(order, first, start, column, good, said, width, *of_groups)
    yield Stage(
        "posteriors: one step down the chain",
        least.posterior_step(cells),
        lambda: step_down(order, first, start, column, good, said, *of_groups, 5.0, width, mean),
        "not taken apart; an item has four rows of 120 to 240 bytes anywhere, and the ceiling is of rows of 2 KB",
    )
    texts, stars = reviews(rng, max(200, round(4000 * scale)))
    extractor = Extractor.fit(texts, stars)
    yield Stage(
        "extraction: reviews to mentions",
        least.extraction(sum(map(len, texts))),
        lambda: extractor.mentions(texts, stars),
        "the plain loop only finds words; extraction looks each up, tags, pairs and judges it: other work, not counted",
    )


def reviews(rng: np.random.Generator, count: int) -> tuple[list[str], list[float]]:
    """Reviews of some sentences on a few things."""
    things = ("battery", "case", "screen", "sound", "price", "cable", "button", "box", "colour", "size")
    words = {1.0: ("bad", "poor", "awful", "weak"), 5.0: ("great", "good", "excellent", "nice")}
    stars = rng.choice([1.0, 5.0], size=count).tolist()
    texts = [
        " ".join(
            f"The {things[rng.integers(10)]} is very {words[star][rng.integers(4)]}, and I would buy it again."
            for _ in range(5)
        )
        for star in stars
    ]
    return texts, stars
