"""Known names of structured fields of items (colour, size, material ...), in common languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from instead.files.known_names import UMLAUTS
from instead.files.plain_names import plain_name

FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    "color": (
        "color", "colour", "Farbe", "couleur", "colore", "kleur", "cor", "kolor", "färg", "farve", "väri", "barva",
    ),
    "size": (
        "size", "Größe", "Groesse", "Konfektionsgröße", "taille", "pointure", "talla", "tamaño", "taglia", "misura",
        "maat", "tamanho", "rozmiar", "storlek", "størrelse", "koko", "velikost",
    ),
    "material": ("material", "Materialien", "matière", "matériau", "materiale", "materiaal", "materiał", "materiaali"),
    "gender": ("gender", "Geschlecht", "genre", "sexe", "género", "sexo", "genere", "sesso", "geslacht", "płeć", "kön"),
    "age_group": ("age_group", "Altersgruppe", "tranche d'âge", "grupo de edad", "fascia d'età", "leeftijdsgroep"),
    "pattern": (
        "pattern", "Muster", "motif", "estampado", "patrón", "motivo", "fantasia", "patroon", "wzór", "mönster",
    ),
    "condition": ("condition", "Zustand", "état", "estado", "condizione", "staat", "conditie", "stan", "skick"),
    "weight": (
        "weight", "shipping_weight", "product_weight", "Gewicht", "poids", "peso", "gewicht", "waga", "vikt", "vægt",
        "paino",
    ),
    "width": (
        "width", "product_width", "Breite", "largeur", "ancho", "anchura", "larghezza", "breedte", "largura",
        "szerokość", "bredd",
    ),
    "height": (
        "height", "product_height", "Höhe", "hauteur", "alto", "altura", "altezza", "hoogte", "wysokość", "höjd",
    ),
    "length": (
        "length", "product_length", "Länge", "longueur", "largo", "longitud", "lunghezza", "lengte", "comprimento",
        "długość", "längd",
    ),
    "depth": (
        "depth", "Tiefe", "profondeur", "profundidad", "fondo", "profondità", "diepte", "profundidade", "głębokość",
        "djup",
    ),
    "volume": (
        "volume", "Volumen", "Inhalt", "contenance", "volumen", "contenido", "contenuto", "inhoud", "pojemność",
        "volym",
    ),
    "capacity": (
        "capacity", "Kapazität", "Fassungsvermögen", "capacité", "capacidad", "capacità", "capaciteit", "capacidade",
    ),
    "power": (
        "power", "wattage", "Leistung", "puissance", "potencia", "potenza", "vermogen", "potência", "moc", "effekt",
    ),
    "energy_efficiency_class": ("energy_efficiency_class", "Energieeffizienzklasse", "classe énergétique"),
    "size_type": ("size_type",),
    "size_system": ("size_system",),
    "style": ("style", "Stil", "stile", "stijl", "estilo", "styl"),
    "flavor": (
        "flavor", "flavour", "taste", "Geschmack", "Geschmacksrichtung", "saveur", "goût", "sabor", "gusto", "smaak",
        "smak",
    ),
    "scent": ("scent", "fragrance", "Duft", "parfum", "aroma", "profumo", "geur", "zapach"),
    "warranty": ("warranty", "guarantee", "Garantie", "garantía", "garanzia", "gwarancja", "garanti"),
}  # fmt: skip
"""Structured fields of items, by the name they have in `items.parquet`."""


@cache
def _fields() -> Mapping[str, str]:
    return {
        plain_name(form): name
        for name, known in FIELD_NAMES.items()
        for one in known
        for form in (one, one.translate(UMLAUTS))
    }


def field_name(column: str) -> str | None:
    """The structured field that a column holds, by its name."""
    return _fields().get(plain_name(column))
