"""Format recognition of product feeds by Google's rules, as XML (RSS, Atom) or as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from instead.files.columns import FIELD, resolve
from instead.files.field_names import FIELD_NAMES
from instead.files.plain_names import plain_name
from instead.files.rejects import RejectLog
from instead.files.shape import Shape
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.item_rows import Row, plain_rows
from instead.reviews.review_formats import ITEM_COLUMNS, STOCK_COLUMNS, field_columns

GOOGLE = "Google product feed"
TYPES = ("product_type", "google_product_category")
"""The shop's own path of categories before Google's, which may be a number."""
_NAMES = {
    "item": "id", "title": "title", "brand": "brand", "category": TYPES[0], "price": "price",
    "sale_price": "sale_price", "image": "image_link", "available": "availability", "group": "item_group_id",
    "link": "link",
}  # fmt: skip
_SECOND = "category of Google"
_SIGNS = {"availability", "imagelink", "googleproductcategory", "itemgroupid", "condition"}


def recognise_feed(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """A feed: an id, a title, and at least two columns that nothing but such a feed has together."""
    forms = {plain_name(column): column for column in reversed(shape.columns)}
    if not shape.has_header or not {"id", "title"} <= forms.keys() or len(_SIGNS & forms.keys()) < 2:
        return None
    columns = ITEM_COLUMNS + STOCK_COLUMNS
    told = resolve(shape.columns, columns, given, file=shape.file.name, table="items") if given else {}
    names = {name: forms[form] for name, column in _NAMES.items() if (form := plain_name(column)) in forms}
    names |= {name: column for name, column in told.items() if name in given}
    if "category" not in names and plain_name(TYPES[1]) in forms:
        names["category"] = forms[plain_name(TYPES[1])]
    names |= field_columns(shape, names, given)
    return Understood(shape, "items", f"{GOOGLE} as {shape.container}", names)


def feed_rows(source: Understood, log: RejectLog, advance: Advance | None) -> Iterator[Row]:
    """One item a record; where the shop has no path of its own, Google's, if it is a text."""
    columns = dict(source.columns)
    if source.shape.container == "XML":  # what the first records do not have may come later
        later = _NAMES | {f"{FIELD}{name}": name for name in FIELD_NAMES} | {_SECOND: TYPES[1]}
        columns = {name: column for name, column in later.items() if column not in columns.values()} | columns
    else:
        second = [one for one in source.shape.columns if plain_name(one) == plain_name(TYPES[1])]
        columns |= dict(zip((_SECOND,), second, strict=False))
    for line, told, row in plain_rows(replace(source, columns=columns), log, advance):
        general = told.pop(_SECOND, None)
        own = told.get("category") or general
        told["category"] = None if isinstance(own, str) and own.strip().isdigit() else own
        yield line, told, row


def other_ids(source: Understood) -> dict[str, str]:
    """Id of a product -> its first variant: logs and reviews may name the product."""
    if "group" not in source.columns:
        return {}
    first: dict[str, str] = {}
    items: set[str] = set()
    for _, told, _ in plain_rows(source, RejectLog(), None):
        item, group = (str(told.get(name) or "").strip() for name in ("item", "group"))
        items.add(item)
        if item and group:
            first.setdefault(group, item)
    return {group: item for group, item in first.items() if group not in items}


def is_feed(source: Understood) -> bool:
    return source.format.startswith(GOOGLE)
