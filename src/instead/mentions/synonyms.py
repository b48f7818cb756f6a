"""Words that mean the same, and words that never do, whatever a shop sells.

Written by hand from general knowledge of English, short on purpose: only what holds in every shop. What holds in one
shop alone ("tone" and "sound" of a guitar) is learned from its text.
"""

from __future__ import annotations

from functools import lru_cache

_SAME = """
photo, picture, pic, image, photograph
mic, microphone
cord, cable
app, application
screen, display
remote, remote control
wifi, wi-fi
auto focus, autofocus, af
temperature, temp
zipper, zip
button, push button
refrigerator, fridge
vacuum, vac
laptop, notebook computer
case, carrying case, carry case
speaker, loudspeaker
stitching, seam, sewing
fabric, cloth
compartment, pocket
wheel, caster, castor
power supply, power adapter, ac adapter
volume, loudness
controls, control
artwork, art, illustration
website, web site, site
video, footage
memory card, sd card
cutout, cut-out
earpad, ear pad, ear cushion
earbud, ear bud
armrest, arm rest
headrest, head rest
battery, battery pack
waterproofing, water resistance, water proofing, waterproofness
sensitivity, sensitiveness
traction, grip
picture quality, image quality, photo quality
light, lighting, illumination
shape, form factor
style, styling
capacity, storage capacity
range, wireless range
game play, gameplay
teflon, non-stick coating, nonstick coating, nonstick, non-stick, non-stick surface
"""
_APART = """
front back rear
left right
top bottom
upper lower
inside outside interior exterior
input output
inlet outlet
in out
men women
boy girl
man woman
male female
hot cold
heat cold cool cooling heating
start end
beginning end
bass treble midrange mid high low
highs lows mids
open close
opening closing
on off
up down
day night
summer winter
morning evening
indoor outdoor
indoors outdoors
black white red blue green yellow silver gold gray grey brown pink purple orange
wired wireless cordless corded
digital analog
front-end back-end
length width height depth thickness diameter
breakfast lunch dinner
upload download
volume gain
landscape portrait
male-end female-end
minimum maximum
push pull
small medium large
coffee tea
beer wine
salt sugar
chicken beef pork fish
price quality
value quality
service delivery
handle handling
condition conditioning
case casing
open opening
"""
_NO_KINDS = """
quality control, deal breaker, game changer, life saver, time frame, heavy metal, death metal, cast iron, white
balance, learning curve, paper weight, ipod touch, touch screen, brand name, x-box, waffle iron, nail polish, mp3
player, dvd player, wind screen, pop screen, glove box, mail box, toe box, bottom line, carpal tunnel, radio shack,
best buy, home depot, rubber band, garage band, rock band, circuit breaker, hot dog, ear phones, fire stick, ice
cream, credit card, gift card, sharper image
"""


def _groups(text: str) -> list[tuple[str, ...]]:
    return [tuple(" ".join(word.split()) for word in line.split(",")) for line in text.strip().splitlines()]


@lru_cache(maxsize=1)
def synonym_groups() -> tuple[tuple[str, ...], ...]:
    """Groups of names that mean the same in every shop."""
    return tuple(_groups(_SAME))


@lru_cache(maxsize=1)
def no_kinds() -> frozenset[str]:
    """Compounds that are no kind of what their last word names."""
    return frozenset(" ".join(name.split()) for name in _NO_KINDS.split(","))


@lru_cache(maxsize=1)
def apart() -> dict[str, frozenset[int]]:
    """Word -> numbers of the lines of opposites and rivals it stands in; two of one line are never one attribute."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_APART.strip().splitlines()):
        for word in line.split():
            found.setdefault(word, set()).add(number)
    return {word: frozenset(lines) for word, lines in found.items()}
