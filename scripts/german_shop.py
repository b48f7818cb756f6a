"""German words of the example shop (`example_shops.py`): names of things, colours, and what customers write."""

from __future__ import annotations

import numpy as np

CATEGORIES = {
    "Coffee Makers": "Küche > Kaffee > Kaffeemaschinen",
    "Office Chairs": "Büro > Möbel > Bürostühle",
    "Desk Lamps": "Büro > Beleuchtung > Schreibtischlampen",
}
KINDS = {
    "Drip Coffee Maker": "Filterkaffeemaschine",
    "Thermal Coffee Maker": "Kaffeemaschine mit Thermoskanne",
    "Espresso Machine": "Espressomaschine",
    "Pour-Over Set": "Handfilter-Set",
    "Single-Cup Brewer": "Einzeltassen-Kaffeemaschine",
    "Ergonomic Office Chair": "Ergonomischer Bürostuhl",
    "Mesh Task Chair": "Bürodrehstuhl mit Netzrücken",
    "Executive Chair": "Chefsessel",
    "Drafting Chair": "Arbeitsstuhl für Stehpulte",
    "Kneeling Chair": "Kniestuhl",
    "LED Desk Lamp": "LED-Schreibtischlampe",
    "Architect Lamp": "Architektenleuchte",
    "Clip-On Lamp": "Klemmleuchte",
    "Reading Lamp": "Leselampe",
    "Task Lamp": "Arbeitsleuchte",
}
FINISHES = {
    "Copper": "Kupfer", "Matte Black": "Mattschwarz", "Cream": "Creme", "Steel": "Edelstahl", "Black Mesh":
    "Netzgewebe Schwarz", "Grey Fabric": "Stoff Grau", "Oak": "Eiche", "Navy": "Marineblau", "Brass": "Messing",
    "White": "Weiß", "Graphite": "Graphit", "Sage": "Salbeigrün",
}  # fmt: skip
_PRAISE = {
    "BREW": ("Der Kaffee schmeckt richtig gut und ist schön heiß.", "Leicht zu reinigen, auch der Tank.",
             "Brüht schnell und angenehm leise.", "Die Kanne tropft endlich einmal nicht."),
    "CHAI": ("Nach acht Stunden keine Rückenschmerzen mehr.", "Die Polsterung ist fest und trotzdem bequem.",
             "Der Aufbau war in zwanzig Minuten erledigt.", "Rollt leise über Parkett und steht sicher."),
    "LAMP": ("Das Licht ist hell und blendet nicht.", "Der Arm bleibt, wo man ihn hinstellt.",
             "Sehr gute Verarbeitung, schweres Metall.", "Die Helligkeit lässt sich fein einstellen."),
}  # fmt: skip
_BLAME = {
    "BREW": ("Der Deckel wackelte von Anfang an.", "Viel zu laut am frühen Morgen.",
             "Nach drei Wochen war der Tank undicht.", "Der Kaffee wird nur lauwarm."),
    "CHAI": ("Die Armlehnen sind schon nach kurzer Zeit locker.", "Die Sitzfläche ist mir zu hart.",
             "Eine Rolle ist nach einem Monat gebrochen.", "Die Anleitung ist kaum zu verstehen."),
    "LAMP": ("Der Fuß ist zu leicht, die Lampe kippt.", "Das Kabel ist viel zu kurz.",
             "Der Schalter klemmt.", "Flackert, sobald man sie dimmt."),
}  # fmt: skip
_GOOD = (
    "Klare Empfehlung!",
    "Würde ich wieder kaufen.",
    "Kam pünktlich, alles bestens.",
    "Bin sehr zufrieden.",
)
_BAD = ("Leider zurückgeschickt.", "Für den Preis habe ich mehr erwartet.", "Nicht zu empfehlen.", "Schade ums Geld.")
_BETWEEN = ("Ganz in Ordnung.", "Tut, was es soll.", "Mit kleinen Abstrichen brauchbar.")


def opinion(department: str, stars: int, rng: np.random.Generator) -> str:
    """What somebody with so many stars in mind writes, in one to three sentences."""
    praise, blame = rng.permutation(_PRAISE[department]), rng.permutation(_BLAME[department])
    if stars >= 4:
        said = [*praise[: int(rng.integers(1, 3))], str(rng.choice(_GOOD))]
    elif stars <= 2:
        said = [*blame[: int(rng.integers(1, 3))], str(rng.choice(_BAD))]
    else:
        said = [str(rng.choice(_BETWEEN)), praise[0], f"Aber: {blame[0]}"]
    return " ".join(map(str, said))
