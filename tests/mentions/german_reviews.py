"""German reviews of musical instruments, put together from sentences written by hand."""

from __future__ import annotations

import random

SENTENCES = """
Die Gitarre klingt warm und voll.
Der Hals ist gut bespielbar und die Saitenlage stimmt.
Die Verarbeitung ist für den Preis in Ordnung.
Leider verstimmt sich das Instrument sehr schnell.
Das Kabel rauscht und der Stecker wackelt.
Ich bin mit der Lieferung sehr zufrieden.
Der Klang ist klar, der Bass könnte kräftiger sein.
Die Saiten halten lange und fühlen sich gut an.
Das Netzteil wird viel zu heiß.
Die Bedienung ist einfach und die Anleitung verständlich.
Der Gurt ist bequem, auch nach zwei Stunden Probe.
Meine Tochter übt jetzt jeden Tag mit dem Keyboard.
Die Tasten sind leichtgängig, aber etwas laut.
Das Gehäuse macht einen stabilen Eindruck.
Nach drei Wochen war der Schalter kaputt.
Der Verkäufer hat auf meine Nachricht nicht reagiert.
Für Anfänger ist das Schlagzeug genau richtig.
Die Farbe sieht schöner aus als auf dem Bild.
Das Mikrofon nimmt sehr viele Nebengeräusche auf.
Der Verstärker ist klein, hat aber ordentlich Leistung.
Die Mechaniken laufen sauber und halten die Stimmung.
Ich würde diesen Ständer jederzeit wieder kaufen.
Das Stimmgerät reagiert schnell und ist gut ablesbar.
Der Akku hält nicht einmal einen Abend durch.
Die Verpackung war beschädigt, der Inhalt zum Glück nicht.
Das Plektrum liegt gut in der Hand.
Der Kapodaster lässt sich mit einer Hand bedienen.
Preis und Leistung passen hier einfach zusammen.
Die Oberfläche zerkratzt leider schon beim Auspacken.
Das Effektgerät bietet viele Möglichkeiten und klingt nie künstlich.
Der Deckel schließt nicht richtig und die Tasche riecht nach Plastik.
Mit der Qualität bin ich rundum zufrieden, klare Empfehlung.
"""
"""One a line."""
SHORT = ("Gute Qualität", "Toller Klang", "Schneller Versand", "Klang super", "Alles bestens", "Sehr zufrieden")


def german_reviews(count: int, seed: int = 0) -> list[str]:
    """Reviews of one to four of the sentences; one in ten is too short to tell its language."""
    chance = random.Random(seed)
    sentences = SENTENCES.split("\n")[1:-1]
    return [
        chance.choice(SHORT) if chance.random() < 0.1 else " ".join(chance.sample(sentences, chance.randint(1, 4)))
        for _ in range(count)
    ]
