"""Headers of WooCommerce's product export, which are in the language of the shop's administration; what stands below
them (`variable`, `id:12`, 1 and 0) is the same in all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from instead.files.plain_names import plain_name

_TRANSLATED: Mapping[str, tuple[str, ...]] = {
    "Type": ("Typ", "Tipo"),
    "SKU": ("UGS", "Artikelnummer", "COD"),
    "Name": ("Nom", "Nombre", "Nome"),
    "Published": ("Publié", "Veröffentlicht", "Publicado", "Pubblicato"),
    "In stock?": ("En stock ?", "Vorrätig?", "Auf Lager?", "¿Existencias?", "¿En inventario?", "Disponibile?",
                  "In magazzino?"),
    "Sale price": ("Tarif promo", "Angebotspreis", "Precio rebajado", "Precio de oferta", "Prezzo in offerta"),
    "Regular price": ("Tarif régulier", "Regulärer Preis", "Precio normal", "Prezzo di listino"),
    "Categories": ("Catégories", "Kategorien", "Categorías", "Categorie"),
    "Images": ("Bilder", "Imágenes", "Immagini"),
    "Parent": ("Übergeordnetes Produkt", "Übergeordnet", "Superior", "Genitore"),
    "Brands": ("Marques", "Marken", "Marcas", "Marchi"),
    "Attribute 1 name": ("Nom de l'attribut 1", "Attribut 1 Name", "Name des Attributs 1", "Nombre del atributo 1",
                         "Nome dell'attributo 1", "Nome attributo 1"),
    "Attribute 1 value(s)": ("Valeur(s) de l'attribut 1", "Attribut 1 Wert(e)", "Wert(e) des Attributs 1",
                             "Valor(es) del atributo 1", "Valore dell'attributo 1", "Valori dell'attributo 1",
                             "Valore attributo 1", "Valori attributo 1"),
}  # fmt: skip
_ENGLISH = {plain_name(form): name for name, forms in _TRANSLATED.items() for form in forms}
_NUMBER = re.compile(r"\d+")


def english_headers(columns: Sequence[str]) -> dict[str, str]:
    """English header -> the file's column; a column that is English already stands before a translated one."""
    found = {column: column for column in columns}
    for column in columns:
        number = _NUMBER.search(column)
        name = _ENGLISH.get(plain_name(_NUMBER.sub("1", column, count=1)))
        if name is not None:
            found.setdefault(name.replace("1", number[0]) if number else name, column)
    return found
