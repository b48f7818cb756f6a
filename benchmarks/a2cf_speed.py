"""A2CF beside itself as plain PyTorch (`plain_a2cf.py`), at the size of the paper's cellphone shop.

    python benchmarks/a2cf_speed.py                      665,900 users, 48,763 items, 2,178 attributes, d = 64, l = 1
    python benchmarks/a2cf_speed.py --scale 0.05         a quick look; the bars are for the full size
    python benchmarks/a2cf_speed.py --plots docs/results how costs grow, as pictures too

Both run in one process on the same arrays, in turn; each figure is the least of several runs, by the clock and in
processor time of all threads, which is the steadier of the two on a shared machine. Ours uses every processor with BLAS
on one thread, as training does; PyTorch has one thread or two, whichever is faster, and one alone where the machine is
so busy that two wait for each other. Bars: a step of BPR-S with its optimiser 20 times and without it 6 times as fast,
though ours makes the users' filled rows in the step and PyTorch is given them; filling a row 40 times; scoring a user
and a query against the whole catalogue 15 times, with the same fifty items at the top.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from a2cf_growth import growth
from array_shop import Ints, Sizes, make_trainer
from instead.models.a2cf.trainer import RANKING, A2CFTrainer
from instead.models.context import Context
from instead.models.optimiser import RowAdam
from measure import Cost, faster, in_turn
from plain_a2cf import PlainA2CF

TOP = 50
OURS = "ours, filling the users' rows"
Batch = tuple[Ints, Ints, Ints]
Work = Callable[[], object]


def on_threads(work: Work, threads: int) -> Work:
    """The same work with that many threads of PyTorch."""

    def run() -> None:
        torch.set_num_threads(threads)
        work()

    return run


@cache
def threads() -> tuple[int, ...]:
    """How many threads PyTorch may try: on a busy machine two can be ten times slower than one."""
    logits = torch.rand(1024, 2178)
    works = {str(count): on_threads(lambda: torch.softmax(logits * logits, dim=1), count) for count in (1, 2)}
    costs = in_turn(works, budget=1.0)
    found = tuple(int(count) for count in works if costs[count].seconds < 2 * costs["1"].seconds)
    print(f"PyTorch with {' or '.join(map(str, found))} thread(s)")
    return found


def starting(costs: dict[str, Cost], name: str) -> dict[str, Cost]:
    """Variants of one thing."""
    return {one: cost for one, cost in costs.items() if one.startswith(name)}


def show(title: str, costs: dict[str, Cost], unit: float = 1e3, name: str = "ms") -> None:
    print(f"\n{title}\n{'':<58}{name:>11}{'cpu ' + name:>11}")
    for what, cost in costs.items():
        print(f"  {what:<56}{cost.seconds * unit:11.3f}{cost.cpu * unit:11.3f}")


# --- one step of BPR-S -----------------------------------------------------------------------------------------------


class GivenRows:
    """Stands in for X~ where filling is not to be measured."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        self.given = rows

    def rows(self, users: Ints) -> NDArray[np.float32]:
        return self.given


class PlainStep:
    """Forward, backward and Adam in PyTorch, as anybody would write it; Adam is torch's own, `fused` if asked."""

    def __init__(self, plain: PlainA2CF, quality: torch.Tensor, batches: list[tuple[Batch, torch.Tensor]]) -> None:
        self.plain, self.quality = plain, quality
        self.batches = cycle([(*(torch.from_numpy(part) for part in batch), rows) for batch, rows in batches])
        self.adam: torch.optim.Adam | None = None

    def use_adam(self, fused: bool) -> None:
        self.adam = torch.optim.Adam(self.plain.parameters(), lr=1e-3, fused=True if fused else None)

    def loss(self) -> torch.Tensor:
        user, query, items, rows = next(self.batches)
        return self.plain.bpr_s(self.plain.f(user, query, items, rows, self.quality[query], self.quality[items]))

    def gradients(self) -> None:
        self.plain.zero_grad()
        torch.autograd.backward(self.loss())

    def step(self) -> None:
        self.gradients()
        if self.adam is not None:
            self.adam.step()


def drawn_batches(trainer: A2CFTrainer, count: int = 8) -> list[Batch]:
    """Batches of 256 triples with 5 negatives."""
    m, rng, size = trainer.material, np.random.default_rng(1), trainer.settings.batch
    found = []
    for first in range(0, count * size, size):
        part = slice(first, first + size)
        negatives = rng.integers(m.items, size=(len(m.user[part]), trainer.settings.negatives))
        found.append((m.user[part], m.query[part], np.concatenate([m.chosen[part, None], negatives], axis=1)))
    return found


def endless_steps(trainer: A2CFTrainer) -> Iterator[float]:
    """Steps as `instead train` does them: negatives, filling, gradients, optimisers."""
    number = 0
    while True:
        yield from trainer.epoch(RANKING, number, first=False)
        number += 1


def compare_steps(trainer: A2CFTrainer, plain: PlainA2CF) -> None:
    model, batches = trainer.model(), drawn_batches(trainer)
    rows = [model.care.rows(user) for user, _, _ in batches]
    given_rows = [(batch, torch.from_numpy(row)) for batch, row in zip(batches, rows, strict=True)]
    plain_step = PlainStep(plain, torch.from_numpy(model.filled_quality), given_rows)
    ours = cycle(batches)
    loss, _ = trainer.ranking_gradients(*batches[0])
    difference = abs(loss / float(plain_step.loss().detach()) - 1)
    print(f"\nsame batch, same loss: {loss:.6f}, relative difference {difference:.1e}")

    works: dict[str, Work] = {OURS: lambda: trainer.ranking_gradients(*next(ours))}
    works |= {f"plain, rows given, {n} thread(s)": on_threads(plain_step.gradients, n) for n in threads()}
    bare = in_turn(works)
    filled, given = model.care, cycle(rows)
    ours = cycle(batches)

    def without_filling() -> None:
        cast(Any, model).care = GivenRows(next(given))
        trainer.ranking_gradients(*next(ours))

    bare |= in_turn({"ours, rows given": without_filling})
    model.care = filled
    show("gradients of a step of BPR-S, 256 triples with 5 negatives, no optimiser", bare)
    print(f"  {faster(starting(bare, 'plain'), bare[OURS], 6)}")
    print(f"  with rows given to both: {faster(starting(bare, 'plain'), bare['ours, rows given'])}")

    steps = endless_steps(trainer)
    works = {"ours, lazy Adam": lambda: next(steps)}
    plain_step.use_adam(fused=False)
    works |= {f"plain, dense Adam, {n} thread(s)": on_threads(plain_step.step, n) for n in threads()}
    whole = in_turn(works, budget=5.0, bunch=2)
    plain_step.use_adam(fused=True)
    works = {f"plain, dense Adam fused=True, {n} thread(s)": on_threads(plain_step.step, n) for n in threads()}
    whole |= in_turn(works, bunch=2)
    show("the whole step, with the optimiser", whole)
    print(f"  {faster(starting(whole, 'plain, dense Adam, '), whole['ours, lazy Adam'], 20)}")
    print(f"  fused=True: {faster(starting(whole, 'plain, dense Adam fused'), whole['ours, lazy Adam'])}")


# --- filling ---------------------------------------------------------------------------------------------------------


def compare_filling(trainer: A2CFTrainer, plain: PlainA2CF) -> None:
    """Per cell, because batches differ: one row alone, or many rows at once."""
    model, users = trainer.model(), trainer.material.user[:256]
    attributes = trainer.material.attributes
    counts = (1, 8)

    def literal(count: int) -> Work:
        def work() -> None:
            with torch.no_grad():
                row = plain.user(torch.from_numpy(users[:count])).repeat_interleave(attributes, dim=0)
                plain.user_net(row, plain.attribute.weight.repeat(count, 1))

        return work

    works: dict[str, Work] = {f"ours, {n} row(s)": partial(model.care.rows, users[:n]) for n in (1, 256)}
    works |= {f"plain, {n} row(s), {t} thread(s)": on_threads(literal(n), t) for n in counts for t in threads()}
    costs = in_turn(works)
    per_cell = {name: cost / attributes / int(name.split(", ")[1].split()[0]) for name, cost in costs.items()}
    difference = np.abs(model.care.rows(users[:4]) - plain.care_rows(users[:4], trainer.material.care).numpy()).max()
    show(f"filling a row of X~, per cell; largest difference {difference:.1e}", per_cell, 1e9, "ns")
    print(f"  {faster(starting(per_cell, 'plain'), per_cell['ours, 256 row(s)'], 40)}")
    print(f"  a row alone: {faster(starting(per_cell, 'plain'), per_cell['ours, 1 row(s)'])}")


# --- the whole catalogue ---------------------------------------------------------------------------------------------


def compare_scoring(trainer: A2CFTrainer, plain: PlainA2CF) -> None:
    """One user and one query against every item; the user's row is filled by ours and given to PyTorch."""
    model, items = trainer.model(), trainer.material.items
    user, query = trainer.material.user[:1], trainer.material.query[:1]
    u, q = torch.from_numpy(user), torch.from_numpy(query)
    of_user, quality = torch.from_numpy(model.care.rows(user)), torch.from_numpy(model.filled_quality)

    def literal(size: int) -> torch.Tensor:
        with torch.no_grad():
            parts = [
                plain.f(u, q, torch.arange(first, min(first + size, items))[None], of_user, quality[q],
                        quality[None, first : first + size])
                for first in range(0, items, size)
            ]  # fmt: skip
            return torch.cat(parts, dim=1)

    context = Context.of_users(user, query)
    works: dict[str, Work] = {"ours": lambda: model.score_all(context)}
    for size in (256, 1024):
        works |= {f"plain, {size} items at a time, {t} thread(s)": on_threads(partial(literal, size), t)
                  for t in threads()}  # fmt: skip
    costs = in_turn(works, budget=4.0)
    ours, theirs = model.score_all(context)[0], literal(1024)[0].numpy()
    difference = np.abs(ours - theirs).max() / np.abs(theirs).max()
    show(f"scoring one user and query against {items:,} items; largest difference {difference:.1e}, relative", costs)
    tops = [np.argsort(-scores, kind="stable")[:TOP] for scores in (ours, theirs)]
    same, order = set(tops[0]) == set(tops[1]), int((tops[0] == tops[1]).sum())
    print(f"  top {TOP}: {'the same items' if same else 'OTHER ITEMS'}, {order} of {TOP} in the same place")
    print(f"  {faster(starting(costs, 'plain'), costs['ours'], 15)}")


# --- optimisers ------------------------------------------------------------------------------------------------------


def compare_optimisers(rows: int, dimension: int = 64, touched: int = 256) -> None:
    """One step of Adam on the users' table when a batch has touched some rows."""
    rng = np.random.default_rng(0)
    lazy = RowAdam(np.zeros((rows, dimension), np.float32), 1e-3)
    gradient = rng.standard_normal((touched, dimension), np.float32)
    table = torch.nn.Parameter(torch.zeros(rows, dimension))
    table.grad = torch.zeros(rows, dimension)
    table.grad[torch.from_numpy(rng.integers(rows, size=touched))] = torch.from_numpy(gradient)
    works: dict[str, Work] = {"lazy, ours": lambda: lazy.step(rng.integers(rows, size=touched), gradient)}
    for name, fused in (("dense, torch", None), ("dense, torch, fused=True", True)):
        adam = torch.optim.Adam([table], lr=1e-3, fused=fused)
        works |= {f"{name}, {t} thread(s)": on_threads(cast(Work, adam.step), t) for t in threads()}
    costs = in_turn(works, bunch=2)
    show(f"one step of Adam on a table of {rows:,} x {dimension} of which {touched} rows have a gradient", costs)
    print(f"  {faster(starting(costs, 'dense, torch, '), costs['lazy, ours'])}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="size of the shop; the bars are for 1.0")
    parser.add_argument("--plots", type=Path, help="write speed_*.png, how costs grow, into this folder")
    options = parser.parse_args()
    sizes = Sizes().scaled(options.scale)
    print(f"{sizes.users:,} users, {sizes.items:,} items, {sizes.attributes:,} attributes, d = 64, l = {sizes.depth}")
    with threadpool_limits(limits=1, user_api="blas"):
        trainer = make_trainer(sizes)
        plain = PlainA2CF.at_filling(trainer.settings, trainer.frozen)
        compare_filling(trainer, plain)
        plain.take_tables(trainer.ranking)
        compare_scoring(trainer, plain)
        compare_steps(trainer, plain)
        del trainer, plain
        compare_optimisers(sizes.users)
        growth(options.scale, options.plots)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
