"""Product exports in which a product has several rows: Shopify, with a row for each variant and picture, and
WooCommerce, with rows of variations that name their parent.

An item is the product, as it has one page and one list of reviews; ids of its variants (SKUs, ids of variations) are
other names of it. With the setting `variants` every variant is an item, and the product is its group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from instead.files.field_names import field_name
from instead.files.known_names import ranked
from instead.files.plain_names import plain_name
from instead.files.rejects import RejectLog
from instead.files.shape import Shape
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.item_fields import availability
from instead.reviews.item_rows import Row, written_rows
from instead.reviews.woo_headers import english_headers

SHOPIFY, WOO = "Shopify products", "WooCommerce products"
_SHOPIFY_COLUMNS = {"Handle", "Title", "Variant Price"}
_WOO_COLUMNS = {"ID", "Type", "SKU", "Name", "Regular price"}
_COMMA = re.compile(r"(?<!\\),\s*")


@dataclass
class Product:
    """A product while its rows are read."""

    line: int
    values: dict[str, Any]
    raw: Mapping[str, Any]
    variants: list[dict[str, Any]] = field(default_factory=list)
    """Item, price, sale price, availability and fields of every variant."""
    names: dict[str, None] = field(default_factory=dict)
    """Other ids of the product itself."""


def recognise_export(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """An export of Shopify or WooCommerce, by its columns. A map of items' columns makes a plain table of it."""
    english = english_headers(shape.columns)
    keys = set(shape.columns)
    if "item" in given or not shape.has_header:
        return None
    if keys >= _SHOPIFY_COLUMNS:
        names = {"item": "Handle", "title": "Title", "brand": "Vendor", "price": "Variant Price", "image": "Image Src"}
        optional = {"category": ("Product Category", "Type"), "available": ("Variant Inventory Qty",)}
    elif english.keys() >= _WOO_COLUMNS:
        names = {"item": "ID", "title": "Name", "price": "Regular price", "sale_price": "Sale price", "image": "Images",
                 "category": "Categories", "available": "In stock?", "brand": "Brands"}  # fmt: skip
        names = {name: english.get(column, "") for name, column in names.items()}
        optional = {}
    else:
        return None
    for name, columns in optional.items():
        names[name] = next((column for column in columns if column in keys), "")
    known = {name: column for name, column in names.items() if column in keys}
    return Understood(shape, "items", SHOPIFY if keys >= _SHOPIFY_COLUMNS else WOO, known)


def is_export(source: Understood) -> bool:
    return source.format in (SHOPIFY, WOO)


def export_rows(source: Understood, log: RejectLog, advance: Advance | None, *, variants: bool) -> Iterator[Row]:
    """The items of an export: products, or with `variants` each of their variants."""
    for product in _products(source, log, advance):
        if not variants:
            yield product.line, _whole(product), product.raw
            continue
        for variant in product.variants:
            yield product.line, {**product.values, **_some(variant), "group": product.values["item"]}, product.raw


def other_ids(source: Understood, *, variants: bool) -> dict[str, str]:
    """Other id -> item, of every product of an export: ids of variants mean the product; where variants are the items,
    the product's id means its first variant."""
    found: dict[str, str] = {}
    items: set[str] = set()
    for product in _products(source, RejectLog(), None):
        own = [variant["item"] for variant in product.variants]
        item = own[0] if variants else product.values["item"]
        items.update(own if variants else [item])
        also = [product.values["item"], *product.names, *(name for one in product.variants for name in one["names"])]
        for name in also if variants else [*own, *also]:
            found.setdefault(name, item)
    return {name: item for name, item in found.items() if name not in items}


def _products(source: Understood, log: RejectLog, advance: Advance | None) -> Iterator[Product]:
    """All products of the file: variants may stand anywhere in it."""
    add = _add_shopify if source.format == SHOPIFY else _add_woo
    found: dict[str, Product] = {}
    english = {column: name for name, column in english_headers(source.shape.columns).items()}
    renamed = english if source.format == WOO else {}
    # Every column is read: options and attributes are numbered, and what can be bought stands in several of them.
    for line, row in written_rows(source, log, advance, source.shape.columns):
        told = {column: value.strip() for column, value in row.items() if isinstance(value, str) and value.strip()}
        cells = {renamed.get(column, column): value for column, value in told.items()}
        add(found, line, cells, source.name, log)
    yield from found.values()


def _add_shopify(found: dict[str, Product], line: int, row: Mapping[str, str], file: str, log: RejectLog) -> None:
    handle = row.get("Handle")
    if handle is None:
        log.reject(
            file,
            line,
            "no Handle, so that nobody knows which product the row belongs to",
            str(dict(row)),
            kind="no Handle",
        )
        return
    product = found.get(handle)
    if product is None:
        values = {
            "item": handle, "title": row.get("Title"), "brand": row.get("Vendor"), "image": row.get("Image Src"),
            "category": row.get("Product Category") or row.get("Custom Product Type") or row.get("Type"),
            "link": f"/products/{handle}",
        }  # fmt: skip
        product = found[handle] = Product(line, values, row)
    if "Variant Price" not in row and "Variant SKU" not in row:
        return  # a further picture
    # Names of options stand in the first row of a product only.
    options = [(product.raw.get(f"Option{n} Name"), row.get(f"Option{n} Value")) for n in (1, 2, 3)]
    fields = {_field(name): value for name, value in options if name and value and value != "Default Title"}
    item = row.get("Variant SKU", "").removeprefix("'")  # Shopify protects digits from Excel
    product.variants.append(
        {
            "item": item or f"{handle}-{len(product.variants) + 1}",
            "names": [row["Variant Barcode"].removeprefix("'")] if "Variant Barcode" in row else [],
            "price": row.get("Variant Price"),
            "available": _shopify_stock(product.raw, row),
            "fields": fields,
            "image": row.get("Variant Image"),
        }
    )


def _shopify_stock(product: Mapping[str, str], row: Mapping[str, str]) -> bool | None:
    """Whether a variant can be ordered: its product is for sale, and it is in stock, not counted, or sold beyond it."""
    if (
        plain_name(product.get("Status", "active")) != "active"
        or availability(product.get("Published", "true")) is False
    ):
        return False
    if "Variant Inventory Tracker" not in row or row.get("Variant Inventory Policy") == "continue":
        return True
    return availability(row.get("Variant Inventory Qty"))


def _add_woo(found: dict[str, Product], line: int, row: Mapping[str, str], file: str, log: RejectLog) -> None:
    number, kind = row.get("ID") or row.get("SKU"), row.get("Type", "").lower()
    if number is None:
        log.reject(file, line, "neither ID nor SKU", str(dict(row)), kind="neither ID nor SKU")
        return
    fields: dict[str, str] = {}
    for n in range(1, 31):
        name, value = row.get(f"Attribute {n} name"), row.get(f"Attribute {n} value(s)")
        if name and value:
            fields[_field(name)] = ", ".join(_COMMA.split(value))
    open_for_sale = availability(row.get("Published", "1")) is not False
    variant: dict[str, Any] = {
        "item": number, "names": [row["SKU"]] if "SKU" in row else [], "price": row.get("Regular price"),
        "sale_price": row.get("Sale price"), "available": open_for_sale and availability(row.get("In stock?")),
        "fields": fields, "image": _COMMA.split(row.get("Images", ""))[0] or None,
    }  # fmt: skip
    parent = _woo_parent(found, row.get("Parent", "")) if "variation" in kind else None
    if parent is not None:
        parent.variants.append(variant)
        return
    maker = next((name for name in fields if plain_name(name) in ranked("brand")), "")
    values = {
        "item": number, "title": row.get("Name"), "category": _woo_category(row.get("Categories")),
        "brand": row.get("Brands") or fields.pop(maker, None), "fields": fields, "image": variant["image"],
    }  # fmt: skip
    product = found[number] = Product(line, values, row, names=dict.fromkeys(variant["names"]))
    if "variable" not in kind:
        product.variants.append(variant)


def _woo_parent(found: Mapping[str, Product], said: str) -> Product | None:
    """The parent of a variation, by `id:12` or by its SKU."""
    if said.lower().startswith("id:"):
        return found.get(said[3:].strip())
    return next((one for one in found.values() if said and said in one.names), None)


def _woo_category(text: str | None) -> list[str] | None:
    """Of several paths (`A > B, C`) the deepest."""
    paths = [
        [step.replace("\\,", ",") for step in re.split(r"\s*>\s*", one)] for one in _COMMA.split(text or "") if one
    ]
    return max(paths, key=len, default=None)


def _field(name: str) -> str:
    return field_name(name) or name


def _some(variant: Mapping[str, Any]) -> dict[str, Any]:
    """What a variant says for itself; the rest is its product's."""
    return {
        name: value
        for name, value in variant.items()
        if name != "names" and (value not in (None, "", {}) or name == "price")
    }


def _whole(product: Product) -> dict[str, Any]:
    """A product with its variants: the price of the first that can be had, and every value of their fields."""
    buyable: Sequence[dict[str, Any]] = [one for one in product.variants if one["available"] is not False]
    first = next(iter([*buyable, *product.variants]), {})
    told = [one["available"] for one in product.variants]
    fields: dict[str, dict[str, None]] = {}
    for one in ([product.values.get("fields") or {}] if product.values.get("fields") else []) + [
        v["fields"] for v in product.variants
    ]:
        for name, value in one.items():
            fields.setdefault(name, {})[value] = None
    joined = {name: _joined(values) for name, values in fields.items()}
    return product.values | {
        "price": first.get("price"),
        "sale_price": first.get("sale_price"),
        "available": True if True in told else False if False in told else None,
        "fields": joined,
        "image": product.values.get("image") or first.get("image"),
    }


def _joined(values: Mapping[str, None]) -> str:
    """Different values in one text; a parent of WooCommerce lists those of its variations already."""
    return ", ".join(dict.fromkeys(part for value in values for part in value.split(", ")))
