"""Training material made by hand: shelves of items that replace each other and of which the same things are said."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.substitutes.graph import Graph, Pairs, unordered
from instead.training.validation import ValidationTriples

Ints = NDArray[np.int64]

SUBSTITUTES = ["also_viewed"]
COMMON = 8  # attributes that are said of every shelf
OWN = 3  # attributes of one shelf
NEGATIVES = 100


@dataclass(frozen=True)
class Shelves:
    """A shop, and links of it that training does not know."""

    material: Material
    cases: ValidationTriples
    shelf: Ints  # (items,)

    def attributes_of(self, shelf: int) -> set[int]:
        return set(range(COMMON + OWN * shelf, COMMON + OWN * (shelf + 1)))


def shelves(
    count: int = 20, each: int = 50, *, users: int = 200, categories: bool = False, complements: bool = True,
    seed: int = 0,
) -> Shelves:  # fmt: skip
    """Items of a shelf are linked at random; the next shelf goes with them. One link in eight is held out."""
    rng = np.random.default_rng(seed)
    items = count * each
    shelf = np.repeat(np.arange(count), each)
    left, right = (
        ends + each * np.repeat(np.arange(count), 5 * each) for ends in rng.integers(each, size=(2, 5 * each * count))
    )
    pairs = rng.permutation(unordered(left, right, items))
    held, known = pairs[: len(pairs) // 8], pairs[len(pairs) // 8 :]
    known = known[np.lexsort((known[:, 1], known[:, 0]))]
    beside = np.column_stack([np.arange(items), (np.arange(items) + each) % items])
    links = directed(known, rng)
    if complements:
        links = pl.concat([links, frame(beside[:, 0], beside[:, 1], "bought_together")])

    attributes = COMMON + OWN * count
    said = rng.poisson(2.0, (items, OWN)).astype(float)
    counts = np.zeros((items, attributes))
    np.put_along_axis(counts, COMMON + OWN * shelf[:, None] + np.arange(OWN), said, axis=1)
    counts[:, :COMMON] += rng.poisson(0.5, (items, COMMON))

    user = rng.integers(users, size=len(known))
    visits = csr_matrix((np.ones(len(known), np.int8), (user, known[:, 1])), shape=(users, items))
    visits.sum_duplicates()
    visits.sort_indices()
    material = Material(
        users=users, items=items, user=user, query=known[:, 0], chosen=known[:, 1],
        visited_start=visits.indptr.astype(np.int64), visited=visits.indices.astype(np.int64),
        graph=Graph.from_pairs(known, items), popularity=np.bincount(known[:, 1], minlength=items),
        care=csr_matrix((users, attributes), dtype=np.float32),
        quality=csr_matrix((counts > 0).astype(np.float32)), query_power=0.75,
    )  # fmt: skip
    paths = [["shop", f"aisle {place // 5}", f"shelf {place}"] for place in shelf.tolist()] if categories else None
    tell(material, links=links, substitute_relations=SUBSTITUTES, mention_counts=csr_matrix(counts), categories=paths)
    candidates = np.column_stack([held[:, 1], rng.integers(items, size=(len(held), NEGATIVES))])
    return Shelves(
        material, ValidationTriples(rng.integers(users, size=len(held)), held[:, 0], candidates, material.visits), shelf
    )


def shuffled(shop: Shelves, *, reviews: bool = True, seed: int = 8) -> Material:
    """As many links of each relation, between any two items. Reviews stay with their items, or (`reviews=False`) each
    item has those of another one.

    Relabelling links and reviews alike would be no control: they would still agree, and only the questions would be
    about other items. Drawn anew, links agree with nothing: neither with reviews nor with each other.
    """
    m, rng = shop.material, np.random.default_rng(seed)
    known = rng.permutation(strangers(len(m.query), m.items, rng))
    count = len(known)
    lost = replace(m, graph=Graph.from_pairs(unordered(known[:, 0], known[:, 1], m.items), m.items),
                   user=m.user[:count], query=known[:, 0], chosen=known[:, 1])  # fmt: skip
    links = directed(known, rng)
    complements = m.links.filter(~m.links["relation"].is_in(SUBSTITUTES)).height
    if complements:
        beside = rng.permuted(strangers(complements, m.items, rng), axis=1)  # else all lead to higher numbers
        links = pl.concat([links, frame(beside[:, 0], beside[:, 1], "bought_together")])
    counts = m.mention_counts if reviews else m.mention_counts[rng.permutation(m.items)]
    tell(lost, links=links, substitute_relations=SUBSTITUTES, mention_counts=counts, categories=None)
    return lost


def strangers(count: int, items: int, rng: np.random.Generator) -> Pairs:
    """About that many different pairs of any two items."""
    return unordered(rng.integers(items, size=count), rng.integers(items, size=count), items)


def directed(pairs: Pairs, rng: np.random.Generator) -> pl.DataFrame:
    """A third of the pairs both ways, a third each in one of the two ways."""
    way = rng.integers(3, size=len(pairs))
    forth, back = pairs[way != 1], pairs[way != 2]
    source, target = np.concatenate([forth[:, 0], back[:, 1]]), np.concatenate([forth[:, 1], back[:, 0]])
    return frame(source, target, SUBSTITUTES[0])


def frame(source: Ints, target: Ints, relation: str) -> pl.DataFrame:
    return pl.DataFrame({"source": source, "target": target, "relation": [relation] * len(source)})


def tell(material: Material, **known: object) -> None:
    """What material reads from a dataset when it has one."""
    material.__dict__.update(known)
