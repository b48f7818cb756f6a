"""Short hand-written lists: English nouns that name no property of any product, whatever the shop sells.

They are general on purpose: times, people, places, amounts and the nouns reviews are glued together with. Words
that are attributes in some shops ("case", "service", "size") stay out; the shop's own statistics decide there.
"""

from __future__ import annotations

from functools import lru_cache

_TIMES = """
time day week month year hour minute second night morning evening afternoon today yesterday tomorrow tonight
weekend weekday holiday christmas birthday moment date season summer winter spring fall period past future age
century decade anniversary monday tuesday wednesday thursday friday saturday sunday january february march april
june july august september october november december while beginning end start middle
"""
_PEOPLE = """
people person man woman men women guy girl boy kid child children friend husband wife boyfriend girlfriend son
daughter father mother dad mom brother sister family parent uncle aunt cousin niece nephew grandson granddaughter
grandmother grandfather baby toddler teenager teen adult student teacher roommate neighbor colleague coworker boss
user buyer reviewer consumer shopper customer beginner expert professional newbie pro lady gentleman folk someone
anyone everyone nobody somebody everybody anybody member group crowd companion fiance spouse partner client
musician guitarist singer others recipient receiver giver lover graduate photographer hubby relative grandchild
grandchildren grandkid grandparent grandma grandpa subscriber audience traveler caller
myself yourself himself herself itself themselves
"""
_PLACES = """
world city town country area home house street neighborhood state block county airport hotel school college university
office store shop mall market corner earth garage basement yard backyard driveway bedroom gym stage environment
usa america york nyc manhattan brooklyn boston california
"""
_AMOUNTS = """
lot bit couple number amount kind sort type piece pair bunch ton dozen half quarter percent majority plenty rest
total none all both one ones two three four five ten hundred thousand inch foot feet mile pound dozen
handful series set level degree rate
"""
_GLUE = """
thing something anything everything nothing way problem issue reason fact idea point matter course part word example
sense question answer trouble difference situation chance luck doubt hope need purpose result mistake truth opinion
decision experience surprise disappointment pleasure joy mind heart favor favorite job deal shame complaint concern
regret recommendation review star rating comment research purchase buy bargain dollar buck cent gift thanks thank spot
side top bottom front back head hand foot eye face line note list turn attempt try effort occasion event party trip
visit vacation stay return exchange replacement upgrade order investment waste crap junk garbage trash piece stuff
item product unit brand company manufacturer maker vendor model version generation market competition competitor
alternative option choice pick winner loser king queen god hell heaven life death love hate like dislike want wish
addition exception reference regard respect manner fashion form kind sort combination mix plus minus pros cons pro con
advantage disadvantage benefit drawback downside upside flaw fault defect failure success improvement change move step
test comparison hype expectation standard rule law right wrong yes no ok okay wow hey hi hello please bye lol omg fyi
etc treat must steal gem find joke disaster nightmare miracle wonder bet nature solution name project task equipment
duty inside outside super aspect subject source resource batch process mail combo accessory xmas weather graduation
gripe beef niggle grievance quibble bugbear annoyance highlight letdown shortcoming weakness negative positive snag
pity vice downer upshot hun m8 mate spite account behalf sake tho bout wen wat gonna everyday overnight indoors
outdoors nothin understatement ounce throughout undone backwards alone sufficient forward elsewhere tbh af imo imho
shes hes im ive luv tha teh dat dis ur btw yum
"""
_AROUND = """
cat dog puppy kitten pet toddler lap rain snow sun ground yard road wind sky lawn
"""


@lru_cache(maxsize=1)
def stop_nouns() -> frozenset[str]:
    """All of the above, singular and plural."""
    words = (_TIMES + _PEOPLE + _PLACES + _AMOUNTS + _GLUE + _AROUND).split()
    return frozenset(words)


_PROPERTIES = """
price cost value quality size weight color design look feel fit comfort build construction durability material
performance sound noise smell taste service delivery shipping packaging warranty instructions installation setup
assembly range coverage accuracy battery screen
"""
PROPERTIES = frozenset(_PROPERTIES.split())
"""Properties that products of any kind may have: attributes in every shop that speaks of them."""

MEASURES = frozenset(
    [
        "glass",
        "bottle",
        "plate",
        "selection",
        "variety",
        "quality",
        "bowl",
        "cup",
        "slice",
        "choice",
        "assortment",
        "range",
        "level",
    ]
)
"""Nouns that carry the noun behind "of" with them: "glass of wine", "quality of food"."""

CLOSERS = frozenset(["time", "rate", "life", "quality", "range", "speed", "size", "level", "weight", "count"])
"""General nouns that close a compound and belong to it: "boot time" is no boot."""

VERB_ATTRIBUTES = {
    "use": "use", "uses": "use", "used": "use", "using": "use",
    "work": "work", "works": "work", "worked": "work", "working": "work",
    "run": "run", "runs": "run", "ran": "run", "running": "run",
    "fit": "fit", "fits": "fit", "fitted": "fit", "fitting": "fit",
    "look": "look", "looks": "look", "sound": "sound", "sounds": "sound", "sounded": "sound",
    "taste": "taste", "tastes": "taste", "tasted": "taste", "smell": "smell", "smells": "smell",
    "price": "price", "priced": "price", "cost": "cost", "costs": "cost",
    "charge": "charge", "charges": "charge", "charging": "charge", "charged": "charge",
    "install": "installation", "installs": "installation", "installed": "installation",
    "assemble": "assembly", "assembled": "assembly", "setup": "setup", "clean": "cleaning",
    "carry": "carrying", "operate": "operation", "operates": "operation", "navigate": "navigation",
    "handle": "handling", "handles": "handling", "perform": "performance", "performs": "performance",
    "performed": "performance", "ship": "shipping", "shipped": "shipping", "ships": "shipping",
    "deliver": "delivery", "delivered": "delivery", "served": "serving", "serves": "serving", "serve": "serving",
    "seated": "seating", "packaged": "packaging", "packed": "packaging",
    "built": "build", "designed": "design", "cooked": "cooking", "prepared": "preparation",
    "read": "reading", "reads": "reading", "type": "typing", "boot": "boot", "boots": "boot", "load": "loading",
    "loads": "loading", "play": "play", "plays": "play",
}  # fmt: skip
"""Verbs that stand for a property when someone judges them, and the attribute they stand for."""
