"""Made-up sentences that teach the polarity model what grammar does to a judgement: wishes, "too", "except for", ...

Labelled corpora hold few of them. A sentence is a pattern with places for an attribute {a}, {b}, words that praise {+}
or blame {-}, comparatives {>} (better) and {<} (worse), sizes {~} ("long", by itself neither good nor bad), verbs that
praise {V} or blame {v}, likes {L} and dislikes {H}, a product {p}. Behind the bar stands what is said of {a} and {b}:
+ praise, - blame, 0 nothing. Patterns and words are written by hand; which words meet which pattern is drawn at random,
the same with every run. Words that lean on their attribute ("loud speakers", "a loud fan") come with the attributes
they are listed for (`leanings`). Used by scripts/train_mentions.py alone.
"""

from __future__ import annotations

import re

from instead.mentions.gold import GoldSentence, Span
from instead.mentions.leanings import one_by_one
from instead.rng import stage_rng

ATTRIBUTES = """
battery|screen|handle|zipper|strap|motor|blade|lid|hinge|fabric|lining|stitching|sound|bass|microphone|keyboard|trackpad|
hose|nozzle|filter|tank|cord|plug|remote|app|manual|menu|design|finish|paint|frame|wheel|brake|saddle|pedal|tire|mattress|
pillow|cushion|armrest|seat|backrest|drawer|shelf|leg|screw|hardware|packaging|delivery|service|support|staff|room|bed|
breakfast|sauce|crust|flavor|texture|scent|color|pattern|collar|sleeve|waistband|sole|heel|insole|tread|lace|buckle|clasp|
lens|viewfinder|flash|autofocus|picture|image|display|speaker|amplifier|neck|pickup|bridge|tuner|string|reed|cover|binding|
print|plot|writing|recipes|photos|articles|puzzle|pieces|doll|magnet|leash|harness|bowl|litter|treats|serum|brush|bristles|
mascara|shampoo|lotion|burner|oven|grill|rack|basket|timer|thermostat|compressor|fan|pump|valve|hood|wiper|mount|tripod|
antenna|signal|wifi|setup|software|firmware|interface|camera|charger|adapter|case|holster|sensor|suction|torque|grip|trigger
"""
PRODUCTS = (
    "phone|blender|tent|backpack|drill|vacuum|guitar|stroller|printer|kettle|jacket|watch|monitor|couch|toaster|bike"
)
GOOD = """
great|excellent|superb|wonderful|fantastic|solid|sturdy|gorgeous|reliable|comfortable|smooth|impressive|beautiful|perfect|
outstanding|brilliant|lovely|amazing|good|nice|clear|precise|responsive|pleasant|well made|top notch|flawless|helpful
"""
BAD = """
terrible|awful|flimsy|poor|bad|useless|horrible|cheap|weak|clumsy|disappointing|mediocre|wobbly|unreliable|uncomfortable|
rough|ugly|noisy|blurry|dreadful|shoddy|annoying|confusing|faulty|defective|poorly made|a mess|a joke|a letdown
"""
BETTER = """
better|sturdier|nicer|smoother|clearer|stronger|more comfortable|more reliable|more responsive|quieter|sharper|softer|
brighter|faster|lighter|easier|cleaner|firmer|bigger|longer|thicker|wider|louder|warmer
"""
WORSE = (
    "worse|flimsier|noisier|weaker|rougher|uglier|slower|less comfortable|less reliable|less useful|blurrier|clumsier"
)
SIZES = (
    "long|short|small|big|thin|thick|wide|narrow|tight|loose|stiff|soft|heavy|light|bright|dark|loud|hot|cold|high|low"
)
GOOD_VERBS = """
works perfectly|holds up well|does its job|lasts for ages|performs beautifully|never fails|exceeded my expectations|
is a dream to use|fits perfectly|feels great|looks fantastic|won me over|blew me away
"""
BAD_VERBS = """
broke after a week|stopped working|fell apart|let me down|keeps failing|leaks|cracked|came off|gave up within a month|
does not work|is a nightmare|drives me crazy|feels cheap|snapped in two|is a disappointment
"""
LIKE = "love|like|loved|liked|really like|enjoy|appreciate"
HATE = "hate|dislike|hated|disliked|can't stand|regret"

PATTERNS = """
the {a} is {+} | a+
the {a} is {-} | a-
the {a} was {+} and the {b} {-} | a+ b-
the {a} was {-} , the {b} {+} | a- b+
{+} {a} , {-} {b} | a+ b-
{+} {a} | a+
{-} {a} | a-
it has a {+} {a} | a+
it has a {-} {a} | a-
the {a} {V} | a+
the {a} {v} | a-
i {L} the {a} | a+
i {H} the {a} | a-
i {L} the {a} and the {b} | a+ b+
i {H} the {a} but {L} the {b} | a- b+
i {L} the {a} , not the {b} | a+ b-
i {L} the {a} but not the {b} | a+ b-
the {a} is not {+} | a-
the {a} isn't {+} at all | a-
the {a} is not {-} | a+
the {a} isn't {-} at all | a+
the {a} is never {-} | a+
the {a} is anything but {+} | a-
the {a} is anything but {-} | a+
the {a} is far from {+} | a-
the {a} is hardly {+} | a-
i don't think the {a} is {+} | a-
i don't find the {a} {-} | a+
i would not call the {a} {+} | a-
there is nothing {-} about the {a} | a+
there is nothing {+} about the {a} | a-
no complaints about the {a} | a+
i have no issues with the {a} | a+
never had a problem with the {a} | a+
i can't complain about the {a} | a+
not a single problem with the {a} | a+
the {a} gave me no trouble | a+
the {a} could not be {>} | a+
i could not be happier with the {a} | a+
you could not ask for a {>} {a} | a+
i have never had a {>} {a} | a+
nothing has a {>} {a} | a+
the {a} could not be {<} | a-
there is no {a} | a-
it has no {a} | a-
it lacks a {a} | a-
it comes without a {a} | a-
it does not have a {a} | a-
i wish the {a} was {>} | a-
i wish the {a} were not so {-} | a-
i wish it had a {+} {a} | a-
i only wish the {a} were {+} | a-
if only the {a} were {>} | a-
the {a} could be {>} | a-
the {a} should be {>} | a-
the {a} should have been {>} | a-
the {a} could have been {>} | a-
the {a} needs to be {>} | a-
the {a} needs work | a-
it needs a {>} {a} | a-
it could use a {>} {a} | a-
i would have liked a {>} {a} | a-
i was hoping for a {>} {a} | a-
i had hoped for a {>} {a} | a-
a {>} {a} would be nice | a-
the {a} would be better if it were {>} | a-
if the {a} were {>} i would have kept it | a-
i expected a {>} {a} | a-
please make the {a} {>} | a-
the {a} is {+} but the {b} could be {>} | a+ b-
the {a} is {+} , i wish the {b} was {>} | a+ b-
the {a} is too {~} | a-
the {a} is way too {~} | a-
the {a} is a bit {~} | a-
the {a} is a little too {~} for me | a-
the {a} is not too {~} | a+
the {a} isn't too {-} | a+
the {a} is not {~} enough | a-
the {a} is not {+} enough | a-
the {a} is {~} enough | a+
the {a} is {+} enough | a+
the {a} is less than {+} | a-
the {a} is not exactly {+} | a-
everything is {+} except the {a} | a-
everything is {+} except for the {a} | a-
apart from the {a} everything is {-} | a+
aside from the {a} i {L} it | a-
other than the {a} it is {+} | a-
with the exception of the {a} it is {+} | a-
although the {a} is {-} , the {b} is {+} | a- b+
although the {a} is {+} , the {b} is {-} | a+ b-
despite the {-} {a} , the {b} is {+} | a- b+
while the {a} is {+} , the {b} {v} | a+ b-
the {a} is {+} but the {b} is {-} | a+ b-
the {a} is {-} but the {b} is {+} | a- b+
the {a} is {+} , however the {b} {v} | a+ b-
the {a} is {+} , the {b} not so much | a+ b-
the {a} is {+} , the {b} less so | a+ b-
the {a} makes up for the {-} {b} | a+ b-
my old {p} had a {>} {a} | a-
my old {p} had a {<} {a} | a+
my previous one had a {>} {a} | a-
the {a} on my old {p} was {>} | a-
the {a} of my last {p} was {<} | a+
other brands have a {>} {a} | a-
i have seen a {>} {a} | a-
i have had {p}s with a {>} {a} | a-
you can get a {>} {a} elsewhere | a-
even a cheap {p} has a {>} {a} | a-
the {a} is {>} than on my old {p} | a+
the {a} is {<} than on my old {p} | a-
the {a} is much {>} than i expected | a+
the {a} beats that of my old {p} | a+
the {a} is not as {+} as on my old {p} | a-
the {a} is nowhere near as {+} as that of my old {p} | a-
the {a} is as {+} as on the expensive ones | a+
compared to my old {p} the {a} is {+} | a+
compared to my old {p} the {a} is {-} | a-
unlike my last {p} , the {a} is {+} | a+
unlike my old one , the {a} is {-} | a-
my old {p} had a {-} {a} | a0
my last {p} had a {+} {a} | a0
the {a} on the other brand was {-} | a0
does the {a} hold up | a0
is the {a} {+} ? | a0
how {+} is the {a} ? | a0
has anyone had trouble with the {a} ? | a0
if the {a} {v} i will send it back | a0
if the {a} is {+} i will keep it | a0
i will update this if the {a} {v} | a0
i hope the {a} is {+} | a0
hopefully the {a} is {+} | a0
we will see if the {a} {V} | a0
the box says the {a} is {+} | a0
the seller claims the {a} is {+} | a0
they promise a {+} {a} | a0
the {a} is supposed to be {+} | a0
the {a} is advertised as {+} | a0
other reviewers say the {a} is {-} | a0
people complain about the {a} | a0
my friend says the {a} is {-} | a0
i heard the {a} is {-} | a0
i was looking for a {+} {a} | a0
i wanted a {p} with a {+} {a} | a0
i need a {+} {a} | a0
i bought it for the {a} | a0
i have not tried the {a} yet | a0
the {p} comes with a {a} | a0
the {a} is on the left | a0
the {a} is made of plastic | a0
"""
_WORDS = {"+": GOOD, "-": BAD, ">": BETTER, "<": WORSE, "~": SIZES, "V": GOOD_VERBS, "v": BAD_VERBS, "L": LIKE,
          "H": HATE, "p": PRODUCTS}  # fmt: skip
_SIGN = {"+": 1, "-": -1, "0": 0}


LEANING = """
the {a} is {~} | +
the {a} was {~} and that is what counts | +
my {a} is {~} | +
very {~} {a} | +
{~} {a} | +
it has a really {~} {a} | +
the {a} is not {~} | -
not a {~} {a} at all | -
"""
"""Patterns for words with an attribute they lean on; behind the bar, whether what they say holds or is turned."""


def _list(words: str) -> list[str]:
    return [word for word in words.replace("\n", "").split("|") if word]


def phrasebook(times: int = 12, seed: int = 7) -> list[GoldSentence]:
    """Every pattern `times` times, with other words each time; now and then without a full stop."""
    rng = stage_rng(seed, "phrasebook")
    attributes, words = _list(ATTRIBUTES), {mark: _list(choices) for mark, choices in _WORDS.items()}
    out = []
    for line in PATTERNS.strip().split("\n"):
        pattern, _, labels = line.partition("|")
        signs = {label[0]: _SIGN[label[1]] for label in labels.split()}
        for _ in range(times):
            first, second = rng.choice(len(attributes), 2, replace=False)
            named = {"a": attributes[first], "b": attributes[second]}
            text, terms = "", list[tuple[Span, int | None]]()
            for piece in re.split(r"(\{.\})", pattern.strip()):
                mark = piece[1] if piece.startswith("{") else ""
                if mark in named:
                    terms.append(((len(text), len(text) + len(named[mark])), signs[mark]))
                    text += named[mark]
                elif mark:
                    text += words[mark][rng.integers(len(words[mark]))]
                else:
                    text += piece
            end = "" if text.endswith("?") or rng.random() < 0.2 else rng.choice([".", "!", "."])
            text = text[0].upper() + text[1:] + end
            out.append(GoldSentence(text, terms))
    return out


def leaning_sentences(count: int = 900, seed: int = 7) -> list[GoldSentence]:
    """So many sentences of a word, no comparative, and an attribute that it leans on, drawn at random, half of them
    with a word that praises."""
    rng = stage_rng(seed, "leaning")
    patterns = [line.partition("|") for line in LEANING.strip().split("\n")]
    sides = [[pair for pair in one_by_one() if pair[2] * side > 0 and not pair[0].endswith("er")] for side in (1, -1)]
    out = []
    for number in range(count):
        word, attribute, value = sides[number % 2][rng.integers(len(sides[number % 2]))]
        pattern, _, holds = patterns[rng.integers(len(patterns))]
        text = pattern.strip().replace("{~}", word)
        first = text.index("{a}")
        text = text.replace("{a}", attribute)
        text = text[0].upper() + text[1:] + rng.choice([".", "!", ""])
        sign = (1 if value > 0 else -1) * _SIGN[holds.strip()]
        out.append(GoldSentence(text, [((first, first + len(attribute)), sign)]))
    return out
