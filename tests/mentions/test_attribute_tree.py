"""Names, variants and members of attributes, with and without families."""

from __future__ import annotations

import polars as pl

from instead.mentions.attribute_tree import AttributeTree


def test_members_and_variants() -> None:
    table = pl.DataFrame(
        {
            "attribute": ["chest strap", "price", "shoulder strap", "strap", "wide strap"],
            "parent": ["strap", None, "strap", None, "shoulder strap"],
            "variants": [None, ["cost", "pricing"], [], ["straps"], ["strap"]],
        }
    )
    tree = AttributeTree.of(table)
    assert tree.number("price") == tree.number("cost") == 1
    assert tree.number("strap") == 3  # its own name comes before a variant of another
    assert tree.number("zither") is None
    assert tree.members(3) == [3, 0, 2, 4]
    assert tree.members(2) == [2, 4]
    assert tree.members(1) == [1]


def test_a_table_without_families() -> None:
    tree = AttributeTree.of(pl.DataFrame({"attribute": ["strap", "shoulder strap"], "mentions": [2, 3]}))
    assert tree.members(0) == [0]
    assert tree.number("shoulder strap") == 1


def test_what_is_above_may_be_missing_or_go_in_a_circle() -> None:
    assert AttributeTree(["a"], ["gone"]).members(0) == [0]
    assert AttributeTree(["a", "b"], ["b", "a"]).members(0) == [0, 1]
