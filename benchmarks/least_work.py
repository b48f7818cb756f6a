"""What a stage must do at least, counted from its shapes, and the time that takes at the ceilings of a machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from machine_ceilings import Ceilings

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Work:
    """Counts. Bytes are those that must come from, or go to, memory: what stays in a cache is not counted."""

    read: float = 0.0  # bytes from front to back
    write: float = 0.0
    rows: float = 0.0  # bytes of rows in a random order
    lookups: float = 0.0  # single numbers anywhere
    near: float = 0.0  # the same in a table that the last cache holds
    adds: float = 0.0  # additions anywhere in a row over the catalogue
    flops: float = 0.0
    exps: float = 0.0
    logs: float = 0.0
    sorted: float = 0.0  # numbers to put in order
    text: float = 0.0  # bytes of text

    def limits(self, at: Ceilings) -> dict[str, float]:
        """Seconds by what they are spent on. What can go on at the same time stands apart: the stage takes at least as
        long as the longest. Powers and logarithms are arithmetic, beside plain multiplications and additions."""
        return {
            "memory": self.read / at.read + self.write / at.write,
            "random access": self.rows / at.rows
            + self.lookups / at.lookups
            + self.near / at.near
            + self.adds / at.adds,
            "arithmetic": self.flops / at.flops + self.exps / at.exps + self.logs / at.logs,
            "sorting": self.sorted / at.sorted,
            "text": self.text / at.text,
        }

    def bound(self, at: Ceilings) -> tuple[str, float]:
        """What bounds the stage, and its seconds."""
        limits = self.limits(at)
        name = max(limits, key=lambda one: limits[one])
        return name, limits[name]


def filling(rows: int, attributes: int, d: int) -> Work:
    """`fill_rows`: per cell 2d times maximum, multiply, add; tanh is one power and a division."""
    cells = rows * attributes
    return Work(write=4.0 * cells, rows=4.0 * rows * d, flops=cells * (3.0 * 2 * d + 6), exps=float(cells))


def attention(pairs: int, attributes: int, d: int) -> dict[str, float]:
    """Arithmetic of `score_items` for (request, item) pairs: per attribute two logits, two powers, two sums and two
    weighted sums; a product of vectors."""
    return {"flops": pairs * (8.0 * attributes + 2 * d), "exps": 2.0 * pairs * attributes}


def scoring(items: int, attributes: int, d: int) -> Work:
    """`score_items` over a whole catalogue, whose rows come from memory once, in their order."""
    return Work(read=4.0 * items * (attributes + d), **attention(items, attributes, d))


def listing(pairs: int, attributes: int, d: int) -> Work:
    """`score_items` over lists of candidates, whose rows lie anywhere."""
    return Work(rows=4.0 * pairs * (attributes + d), **attention(pairs, attributes, d))


def bpr_step(triples: int, width: int, attributes: int, d: int) -> Work:
    """`ranking_gradient`: scores of all items of all triples, and two weighted sums over their kept powers behind."""
    pairs = triples * width
    forward = attention(pairs, attributes, d)
    return Work(
        read=4.0 * triples * attributes,  # the users' filled rows
        rows=4.0 * (pairs + triples) * (attributes + d),
        flops=forward["flops"] + pairs * (4.0 * attributes + 4 * d),
        exps=forward["exps"],
    )


def adam(rows: int, d: int) -> Work:
    """`adam_rows`: three tables, read and written, at rows anywhere; twelve operations a number, a root and a division
    counted as one each."""
    return Work(rows=4.0 * 6 * rows * d, flops=12.0 * rows * d)


def walks(start: Ints, item: Ints, query: int) -> int:
    """Additions of `three_steps`: walks of three steps that do not go back to the query after the second."""
    degree = np.diff(start)
    first = item[start[query] : start[query + 1]]
    second = np.concatenate([item[start[a] : start[a + 1]] for a in first.tolist()] or [np.empty(0, np.int64)])
    return int(degree[second[second != query]].sum())


def word_sums(start: Ints, word: Ints, first: Ints, query: int) -> int:
    """Additions of `shared_words`: the entries of the index under each word of the query."""
    mine = word[start[query] : start[query + 1]]
    return int((first[mine + 1] - first[mine]).sum())


def curve(items: int, logs: int = 0) -> Work:
    """`add_curve` with three bends over a column in a cache: about ten operations an item."""
    return Work(flops=10.0 * items, logs=float(logs))


def log_sigmoids(items: int) -> Work:
    """`log_sigmoid`: one power, one division and six operations an item."""
    return Work(flops=7.0 * items, exps=float(items))


def pool_loss(lists: int, width: int, columns: int) -> Work:
    """`_pool_loss`, the hot half of a step of the weights: the design is read twice, a softmax between."""
    cells = lists * width
    return Work(read=2.0 * 4 * cells * columns, flops=4.0 * cells * columns, exps=float(cells))


def co_visits(per_user: Ints) -> Work:
    """`CoVisits.of`: every pair of visits of a user is added to a row over the catalogue."""
    return Work(adds=float((per_user.astype(np.int64) ** 2).sum()))


def ranking(triples: int, others: int, graph: int) -> Work:
    """`count_ranks`: scores (4 bytes) and candidates (8) read once, a mark looked up in a cache; `graph` numbers of
    neighbours that are marked and cleared."""
    return Work(read=12.0 * triples * others, adds=float(triples * others + 2 * graph))


def negatives(triples: int, count: int) -> Work:
    """`draw_training_negatives`: per triple the beginning of the user's row lies anywhere, and the row itself."""
    return Work(near=2.0 * triples, read=24.0 * triples, write=8.0 * triples * count)


def verdicts(pairs: int, grid: int) -> Work:
    """`compare_shares`: two posteriors of `grid` powers, a running sum, and two products with it."""
    return Work(flops=pairs * grid * (2 * 6.0 + 1 + 3 + 8), exps=2.0 * pairs * grid)


def posterior_step(cells: int) -> Work:
    """`step_down`: cells of 28 bytes in rows anywhere, their mean (8) written; sums of their group are in a cache."""
    return Work(rows=36.0 * cells, flops=6.0 * cells)


def linking(pairs: int) -> Work:
    """`Graph.from_pairs`: both directions of every pair, in order."""
    return Work(sorted=2.0 * pairs)


def k_core(rows: int, rounds: int) -> Work:
    """`k_core`: per round both columns are counted and looked up; the last cache holds users, the nearer ones items."""
    return Work(read=16.0 * rows * rounds, near=2.0 * rows * rounds, adds=2.0 * rows * rounds)


def extraction(letters: int) -> Work:
    """Reading texts: every byte once, cut into words."""
    return Work(read=float(letters), text=float(letters))
