# ruff: noqa: E501 - lists of words are easier to read in one line
"""What shoppers say when they want more of something: "quieter" is better noise, "lasts longer" battery life or
durability. Written by hand from general knowledge of English; which of the nouns a shop knows is looked up elsewhere.

A phrase is one to five words. BETTER phrases compare with the item being looked at, GOOD ones say what matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sense:
    """Something that is wished for: `nouns` are names that attributes may have for it, the usual one first."""

    nouns: tuple[str, ...]
    better: tuple[str, ...]
    good: tuple[str, ...]
    bad: tuple[str, ...]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _sense(nouns: str, better: str = "", good: str = "", bad: str = "") -> Sense:
    return Sense(_listed(nouns), _listed(better), _listed(good), _listed(bad))


SENSES = (
    _sense("noise, noise level, noisiness, sound level", "quieter, less noise, lower noise, quietest", "quiet, silent, noiseless, whisper quiet", "noisy, loud"),
    _sense("volume, loudness, sound", "louder, loudest"),
    _sense("weight, heft", "lighter, lighter weight, less weight, lower weight, lightest, weighs less", "light, lightweight, light weight", "heavy"),
    _sense("battery life, battery, durability, longevity", "lasts longer, last longer, longer lasting, longer-lasting", "long lasting, long-lasting, lasts long"),
    _sense("battery life, battery", "longer battery, longer battery life, longer runtime, longer run time"),
    _sense("charging time, charging, charge time", "charges faster, faster charging, charges quicker, quicker charging", "fast charging, quick charging"),
    _sense("durability, reliability, longevity, build quality", "sturdier, tougher, hardier", "durable, reliable, sturdy, robust, tough, dependable", "unreliable"),
    _sense("build quality, quality, construction", "better built, better made, better build", "well made, well built, solid", "flimsy, cheaply made"),
    _sense("quality, build quality", "higher quality, better quality", "high quality, good quality"),
    _sense("comfort, seating comfort, fit, cushion", "comfier, comfiest", "comfortable, comfy, soft", "uncomfortable"),
    _sense("fit, sizing, size", "fits better, better fitting", "fits well, well fitting"),
    _sense("ease of use, use, usability, controls, setup", "easier, easier to use, simpler, simplest, simpler to use", "easy to use, simple, intuitive, user friendly, user-friendly", "complicated, confusing, fiddly"),
    _sense("cleaning, clean-up, cleanup", "easier to clean, cleans easier, cleaner", "easy to clean", "hard to clean, difficult to clean"),
    _sense("assembly, setup, installation", "easier to assemble, easier to put together", "easy to assemble, easy to put together", "hard to assemble, difficult to assemble"),
    _sense("setup, installation, pairing", "easier to set up, easier to install, easier setup", "easy to set up, easy to install", "hard to set up, hard to install"),
    _sense("speed, performance, brewing time, charging time", "faster, quicker, speedier, fastest", "fast, quick", "slow, sluggish"),
    _sense("performance", "works better, performs better, more power"),
    _sense("power, suction, performance", "stronger, strongest", "strong", "weak"),
    _sense("look, appearance, looks, design, style, styling", "better looking, better-looking, looks better, nicer looking, prettier, nicer, more beautiful", "good looking, good-looking, stylish, beautiful, pretty, elegant, sleek", "ugly"),
    _sense("sound, sound quality, audio", "better sounding, sounds better, clearer sound", "good sounding, sounds good"),
    _sense("brightness, light, illumination, screen, display", "brighter, brightest", "bright", "dim"),
    _sense("sharpness, edge, blade, picture, picture quality", "sharper, sharpest", "sharp", "dull, blurry"),
    _sense("warmth, insulation, temperature, heat", "warmer, warmest", "warm"),
    _sense("cooling, ventilation, breathability, airflow", "more breathable, cooler, better ventilated", "breathable, airy", "sweaty"),
    _sense("waterproofing, water resistance, rain protection", "more waterproof, more water resistant, drier", "waterproof, water resistant, water-resistant, rainproof"),
    _sense("capacity, space, room, storage", "roomier, more spacious, more space, more room, bigger capacity, larger capacity, holds more, fits more", "roomy, spacious", "cramped"),
    _sense("size, footprint, dimensions", "more compact", "compact", "bulky"),
    _sense("taste, flavor, flavour", "tastier, tastes better", "tasty, delicious"),
    _sense("smell, scent, odor", "smells better, less smell", "fragrant", "smelly"),
    _sense("safety", "safer, safest", "safe", "dangerous"),
    _sense("stability, base, stand, balance", "steadier, steadiest", "stable, steady", "wobbly"),
    _sense("grip, traction", "grippier, less slippery, more grip", "grippy", "slippery"),
    _sense("customer service, service, support", "better supported"),
    _sense("delivery, shipping", "faster delivery, quicker delivery, faster shipping, arrives sooner, ships faster", "fast delivery, quick delivery, fast shipping", "slow delivery"),
    _sense("warranty, guarantee", "longer warranty, longer guarantee"),
    _sense("value, value for money", "better value, better deal, more for the money, better value for money", "good value, good deal, good value for money, worth the money"),
)  # fmt: skip

CHEAPER = _listed(
    "cheaper, less expensive, lower price, lower priced, lower-priced, better price, more affordable, less pricey, less costly, "
    "costs less, not as expensive, not so expensive, not as pricey, cost less, costing less, for less money, less money, save money, cheapest, lowest price, a lower price, lower cost, lower costs"
)
CHEAP = _listed(
    "cheap, affordable, inexpensive, low price, good price, low-priced, low cost, not too expensive, not expensive, not pricey, not too pricey, not too dear"
)
NOT_DEARER = _listed(
    "not dearer, no dearer, not more expensive, no more expensive, not pricier, no pricier, same price, the same price, for the same money, same budget, "
    "same price or less, not any dearer, isn't more expensive, not costlier, similar price at most, without paying more, not paying more, cost no more, costs no more"
)
SAME_BRAND = _listed(
    "same brand, this brand, its brand, same make, same manufacturer, same maker, stay with the brand, stay with this brand"
)
OTHER_BRAND = _listed(
    "another brand, different brand, other brand, other brands, different brands, not the same brand, not same brand, not this brand, "
    "another make, different make, another manufacturer, different manufacturer, not its brand, not from the same brand"
)
IN_STOCK = _listed(
    "in stock, available, available now, deliverable, can be ordered, orderable, not sold out, must be available"
)
SOLD_OUT_TOO = _listed(
    "sold out too, including sold out, even if sold out, even sold out, sold out is fine, sold out ok"
)
VARIANTS_TOO = _listed(
    "other colours too, other colors too, other sizes too, variants too, other variants too, other variants, including variants"
)
SAME_CATEGORY = _listed("same category, exactly the same category, the same subcategory, same subcategory")
SAME_KIND = _listed("same kind, same type, same sort, same kind of thing, same type of thing")
ANY_KIND = _listed(
    "any kind, other kinds, any category, other categories, different kind, different kinds, other kinds too, another kind, any type, other types"
)

RATED = _listed(
    "better rated, higher rated, better ratings, higher rating, better rating, better reviews, better reviewed, top rated, highest rated, best rated, more stars, good reviews, well reviewed, good ratings"
)
UNTOLD = _listed(
    "smaller, smallest, bigger, biggest, larger, largest, heavier, heaviest, taller, shorter, wider, narrower, thinner, thicker, deeper, longer, "
    "newer, newest, older, more modern, more recent, more popular, most popular, dearer, more expensive, pricier, higher price, worse, slower, darker, softer sound"
)
"""Comparisons that opinions do not tell: whether people like a size is known, which of two is smaller is not."""

MORE = frozenset(_listed("more, longer, stronger, higher, bigger, larger, greater, extra, increased, deeper, richer"))
LESS = frozenset(_listed("less, lower, shorter, reduced, fewer, smaller"))
BETTER_WORDS = frozenset(_listed("better, nicer, improved, superior, best, finer"))
GOOD_WORDS = frozenset(_listed("good, great, excellent, decent, nice, fine, solid, fantastic, amazing, proper, top"))
BAD_WORDS = frozenset(_listed("bad, poor, terrible, awful, lousy"))
MATTERS = _listed(
    "matters, matters most, matters a lot, is important, is very important, important, most important, is key, counts, comes first, is a must, should be good, must be good"
)
CARE_ABOUT = _listed(
    "important, care about, cares about, i care about, focus on, important is, most important is, attention to, matters is, what matters is, priority on, with"
)
LESS_IS_BETTER = frozenset(
    _listed(
        "noise, noise level, price, prices, cost, weight, smell, odor, delivery, delivery time, shipping, vibration, flicker, squeak, charging time, brewing time, brew time, setup, lag, latency"
    )
)
"""Attributes of which less is better: "less noise" is a wish for better noise, "more noise" is none that is served."""

NOT_WORDS = frozenset(
    _listed(
        "not, no, without, except, excluding, exclude, avoid, never, non, isn't, don't, dont, doesn't, nothing, none, nor, neither, hate, worse, less, fewer, cannot, can't, won't, other, rather"
    )
)
"""Words that turn a meaning around: what stands in one clause with one of them, not understood, is not applied."""

FILLERS = frozenset(
    _listed(
        "a, an, the, one, ones, something, anything, thing, things, item, items, product, products, model, models, please, i, i'd, i'm, we, want, wants, would, like, need, needs, looking, search, "
        "for, it, it's, its, this, that, which, should, must, be, is, are, has, have, having, with, me, my, to, of, in, on, at, also, too, really, very, much, bit, little, lot, lots, way, far, even, slightly, "
        "significantly, somewhat, noticeably, considerably, same, similar, but, and, plus, show, find, give, get, buy, alternative, alternatives, substitute, substitutes, replacement, option, options, just, some, any, "
        "they, them, he, she, you, can, could, there, do, does, so, then, good, nice, kind, what, as, if, all, however, though, still, from, by, or"
    )
) | {"instead"}
"""Words that say nothing by themselves."""

SEPARATORS = frozenset([",", ";", ".", "!", "?", "\n", "(", ")", "&", "+", "and", "but", "plus", "/", "also"])
THAN_THIS = _listed(
    "than this, than this one, than that, than that one, than it, than mine, than the current one, than the one i have, than what i have, than the original, than the item, than this item, compared to this, compared to this one"
)

Tone = Literal["better", "good"]


@lru_cache(maxsize=1)
def sense_phrases() -> dict[Phrase, tuple[Sense, Tone]]:
    """Every phrase of the table: as it stands, with "more" or "less", and denied ("not too loud")."""
    found: dict[Phrase, tuple[Sense, Tone]] = {}
    for sense in SENSES:
        for text in (*sense.better, *(f"more {one}" for one in sense.good), *(f"less {one}" for one in sense.bad)):
            found.setdefault(tuple(text.split()), (sense, "better"))
        for text in (*sense.good, *(f"{no} {one}" for one in sense.bad for no in DENIED)):
            found.setdefault(tuple(text.split()), (sense, "good"))
    return found


DENIED = ("not", "not too", "not so", "not as", "not very", "not that", "isn't", "isn't too", "isn't as", "never")


def phrases(texts: tuple[str, ...]) -> frozenset[Phrase]:
    """Texts as tuples of words."""
    return frozenset(tuple(text.split()) for text in texts)


SMALL_WORDS = FILLERS | NOT_WORDS | MORE | LESS | BETTER_WORDS | GOOD_WORDS | BAD_WORDS
"""Words that are no names, whatever a shop calls its attributes."""


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Every word that the table knows: what is none of them, and no name of the shop, may be misspelled."""
    lists = (CHEAPER, CHEAP, NOT_DEARER, SAME_BRAND, OTHER_BRAND, IN_STOCK, SOLD_OUT_TOO, VARIANTS_TOO, SAME_CATEGORY,
             SAME_KIND, ANY_KIND, RATED, UNTOLD, MATTERS, CARE_ABOUT, THAN_THIS)  # fmt: skip
    words = {word for texts in lists for text in texts for word in text.split()}
    words |= {word for phrase in sense_phrases() for word in phrase}
    words |= {word for sense in SENSES for noun in sense.nouns for word in noun.split()}
    return frozenset(words | SMALL_WORDS)
