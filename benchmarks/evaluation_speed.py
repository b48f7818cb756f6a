"""Evaluation of A2CF under the paper's protocol beside the plain loop over test triples in PyTorch.

    python benchmarks/evaluation_speed.py                toys (16,760 triples) and cellphone size (164,000 triples)
    python benchmarks/evaluation_speed.py --scale 0.05   a quick look; the bars are for the full size

Every triple has 1,001 candidates. Ours ranks them in batches and fills the users' rows itself; the plain loop takes one
triple after the other, as a first version would: it fills the user's row, gathers the candidates' rows of Y~ (which it
is given), and scores them. Both in one process on the same random arrays; some triples are run and the rest is
reckoned. Bars: 20 times as fast, and the cellphone protocol within 15 minutes.

At the end `instead.evaluate` as a whole on a dataset folder of toys size: opening it, the training graph, stored
candidates, the filter, the checks on the way, and the table of ranks, for all triples; beside it the loop that does the
same one triple after the other. And `instead.evaluate` of the default ranker on a folder of cellphone size, a tenth of
its triples, beside the loop that adds up its signals as sparse products; bar: all 164,000 triples within 5 minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import torch
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from a2cf_speed import on_threads, show, starting, threads
from array_dataset import write_array_dataset
from array_shop import Sizes, make_trainer
from instead.evaluation.evaluate import evaluate
from instead.metrics import Ranks
from instead.models.a2cf.model import A2CF
from instead.models.context import Context
from instead.models.ranker.asked import asked_of
from instead.store.dataset import Dataset
from instead.substitutes.training import training_graph
from instead.training.validation import ValidationTriples
from measure import faster, in_turn, verdict
from plain_a2cf import PlainA2CF
from ranker_speed import Plain, any_ranker, known_shop

CANDIDATES, TIMES, MINUTES, RANKER_MINUTES = 1001, 20, 15.0, 5.0
Floats = NDArray[np.float32]
TOYS, CELLPHONE = Sizes(users=19_412, items=11_924, attributes=429), Sizes()


def plain_scores(plain: PlainA2CF, filling: PlainA2CF, model: A2CF, cases: ValidationTriples, *, given: bool) -> Floats:
    """One triple after the other; with `given` its user's row of X~ is at hand."""
    quality = torch.from_numpy(model.filled_quality)
    rows = torch.from_numpy(model.care.rows(cases.user)) if given else None
    scores = np.empty(cases.candidates.shape, np.float32)
    with torch.no_grad():
        for case in range(len(cases)):
            here = slice(case, case + 1)
            of_user = rows[here] if rows is not None else filling.care_rows(cases.user[here], model.care.observed)
            user, query = torch.from_numpy(cases.user[here]), torch.from_numpy(cases.query[here])
            items = torch.from_numpy(cases.candidates[here])
            scores[case] = plain.f(user, query, items, of_user, quality[query], quality[items]).numpy()[0]
    return scores


def plain_ranks(plain: PlainA2CF, filling: PlainA2CF, model: A2CF, cases: ValidationTriples, *, given: bool) -> Ranks:
    """Of the chosen items, which stand first."""
    scores = plain_scores(plain, filling, model, cases, given=given)
    return Ranks.of(scores[:, 0], scores[:, 1:])


def compare(name: str, sizes: Sizes, triples: int, few: int) -> float:
    """Seconds that all triples take ours."""
    trainer = make_trainer(sizes)
    model = trainer.model()
    filling = PlainA2CF.at_filling(trainer.settings, trainer.frozen)
    plain = PlainA2CF.at_filling(trainer.settings, trainer.frozen)
    plain.take_tables(trainer.ranking)
    rng = np.random.default_rng(1)
    draw: Callable[[int], ValidationTriples] = lambda count: ValidationTriples(  # noqa: E731 - the same for both
        rng.integers(sizes.users, size=count),
        rng.integers(sizes.items, size=count),
        rng.integers(sizes.items, size=(count, CANDIDATES)),
        trainer.material.visits,
    )
    one, many = draw(few), draw(32 * few)
    works: dict[str, Callable[[], object]] = {"ours, in batches": lambda: many.ranks(model)}
    for title, given in (("plain loop", False), ("plain, rows of X~ given", True)):
        works |= {
            f"{title}, {t} thread(s)": on_threads(partial(plain_ranks, plain, filling, model, one, given=given), t)
            for t in threads()
        }
    costs = in_turn(works, budget=6.0)
    costs = {work: cost / (len(many) if work.startswith("ours") else few) for work, cost in costs.items()}
    same = np.abs(one.ranks(model).higher - plain_ranks(plain, filling, model, one, given=False).higher).max()
    show(f"{name}: a triple with {CANDIDATES:,} candidates, {sizes.attributes:,} attributes", costs)
    print(f"  ranks differ by {same} places at most")
    ours = costs["ours, in batches"]
    print(f"  {faster(starting(costs, 'plain loop'), ours, TIMES)}")
    print(f"  rows given to PyTorch: {faster(starting(costs, 'plain, rows'), ours)}")
    print(f"  all {triples:,} triples: ours {ours.seconds * triples:,.0f} s")
    return ours.seconds * triples


def plain_evaluation(
    plain: PlainA2CF, filling: PlainA2CF, model: A2CF, cases: ValidationTriples, known: list[set[int]]
) -> pl.DataFrame:
    """`paper` and `filtered` of triples whose chosen item stands first, one after the other."""
    rows = []
    for case in range(len(cases)):
        here = slice(case, case + 1)
        one = ValidationTriples(cases.user[here], cases.query[here], cases.candidates[here], cases.visits)
        scores = plain_scores(plain, filling, model, one, given=False)[0]
        others = one.candidates[0, 1:]
        strange = np.array([item not in known[int(one.query[0])] for item in others.tolist()])
        for protocol, among in (("paper", scores[1:]), ("filtered", scores[1:][strange])):
            above, beside = int((among > scores[0]).sum()), int((among == scores[0]).sum())
            rows.append({"protocol": protocol, "higher": above, "equal": beside, "candidates": len(among) + 1})
    return pl.DataFrame(rows)


def whole(name: str, sizes: Sizes, triples: int, few: int, folder: Path) -> None:
    """`evaluate` from the folder to the table of ranks."""
    write_array_dataset(folder, sizes, triples, CANDIDATES - 1)
    trainer = make_trainer(sizes)
    model = trainer.model()
    filling = PlainA2CF.at_filling(trainer.settings, trainer.frozen)
    plain = PlainA2CF.at_filling(trainer.settings, trainer.frozen)
    plain.take_tables(trainer.ranking)
    data = Dataset.open(folder)
    every, graph = ValidationTriples.of(data, "paper", "test", None), training_graph(data)
    one = ValidationTriples(every.user[:few], every.query[:few], every.candidates[:few], every.visits)
    known = [set(graph.of(item).tolist()) for item in range(sizes.items)]  # given to the loop
    loop = partial(plain_evaluation, plain, filling, model, one, known)
    works: dict[str, Callable[[], object]] = {"ours, evaluate(model, folder)": lambda: evaluate(model, folder)}
    works |= {f"plain loop, {t} thread(s)": on_threads(loop, t) for t in threads()}
    costs = in_turn(works, budget=10.0)
    costs = {work: cost / (triples if work.startswith("ours") else few) for work, cost in costs.items()}
    show(f"{name}: evaluation as a whole, a triple of {triples:,} (paper and filtered)", costs)
    found = evaluate(model, folder).cases.filter(pl.col("interaction") < few)  # numbered in their order
    theirs = loop()
    for protocol in ("paper", "filtered"):
        ours, other = (frame.filter(pl.col("protocol") == protocol) for frame in (found, theirs))
        same = np.abs(ours["higher"].cast(pl.Int64).to_numpy() - other["higher"].to_numpy()).max()
        print(f"  {protocol}: ranks differ by {same} places at most")
    ours_cost = costs["ours, evaluate(model, folder)"]
    print(f"  {faster(starting(costs, 'plain loop'), ours_cost, TIMES)}")
    print(f"  all {triples:,} triples: ours {ours_cost.seconds * triples:,.1f} s")


def plain_ranker_ranks(plain: Plain, cases: ValidationTriples) -> Ranks:
    """Of the chosen items, which stand first: the whole catalogue one triple after the other, then the candidates."""
    scores = np.empty(cases.candidates.shape, np.float32)
    for case in range(len(cases)):
        here = slice(case, case + 1)
        context = Context.of_users(cases.user[here], cases.query[here], cases.visits)
        (asked,) = asked_of(context)
        e, v = (whole[cases.candidates[case]] for whole in plain.sums(context))
        prior = plain.ranker.shift(asked.query, e.astype(np.float32))  # of the list
        scores[case] = v - np.logaddexp(0, -(e + prior))
    return Ranks.of(scores[:, 0], scores[:, 1:])


def whole_ranker(scale: float, triples: int, some: int, few: int, folder: Path) -> None:
    """`evaluate` of the default ranker: `some` triples are run, and the rest is reckoned. What is the same for all of
    them (opening the folder, the training graph) is reckoned as if it grew with them."""
    known = known_shop("cellphone", scale, described=True)
    write_array_dataset(folder, Sizes(known.users, known.items, known.attributes), some, CANDIDATES - 1)
    ranker = any_ranker(known)
    plain = Plain(ranker, known)
    every = ValidationTriples.of(Dataset.open(folder), "paper", "test", None)
    one = ValidationTriples(every.user[:few], every.query[:few], every.candidates[:few], every.visits)
    works: dict[str, Callable[[], object]] = {
        "ours, evaluate(ranker, folder)": lambda: evaluate(ranker, folder),
        "plain loop of sparse products": lambda: plain_ranker_ranks(plain, one),
    }
    costs = in_turn(works, budget=20.0, bunch=1)
    costs = {work: cost / (some if work.startswith("ours") else few) for work, cost in costs.items()}
    show(f"cellphone: evaluation of the default ranker, {known.items:,} items, a triple of {some:,}", costs)
    found = evaluate(ranker, folder).cases.filter((pl.col("interaction") < few) & (pl.col("protocol") == "paper"))
    theirs = plain_ranker_ranks(plain, one).higher
    same = np.abs(found["higher"].cast(pl.Int64).to_numpy() - theirs).max()
    print(f"  paper: ranks differ by {same} places at most")
    ours = costs["ours, evaluate(ranker, folder)"]
    print(f"  {faster(starting(costs, 'plain loop'), ours)}")
    print(f"  all {triples:,} triples: ours {verdict(ours.seconds * triples / 60, RANKER_MINUTES, ' min')}")
    print(f"  {ours.cpu * triples / 60:.2f} minutes of processor time")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the shops; the bars are for 1.0")
    options = parser.parse_args()
    with threadpool_limits(limits=1, user_api="blas"):
        compare("toys", TOYS.scaled(options.scale), round(16_760 * options.scale), 16)
        seconds = compare("cellphone", CELLPHONE.scaled(options.scale), round(164_000 * options.scale), 8)
        print(f"  {verdict(seconds / 60, MINUTES, ' min')}")
        with tempfile.TemporaryDirectory() as scratch:
            whole("toys", TOYS.scaled(options.scale), round(16_760 * options.scale), 16, Path(scratch) / "data")
            triples = round(164_000 * options.scale)
            whole_ranker(options.scale, triples, max(64, triples // 10), 8, Path(scratch) / "ranker")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
