# ruff: noqa: E501 - sentences are easier to read in one line
"""Phrase templates that praise or blame an attribute.

A phrase names the pool of its opinion word. With negation the pool is inverted: blame may say "not" and
a praising word. `{a}` is the attribute, `{o}` the opinion, `{s}`, `{is}`, `{was}`, `{isnt}` agree with the
attribute; `{old}` and `{it}` agree with the product ("my old one", "my old ones").
"""

from __future__ import annotations

from typing import NamedTuple

from instead.lab.world.world_catalogue import BAD, GOOD, Attribute, Variant, words

# Pools of opinion words.
PRAISING, PRAISING_MORE, BLAMING, BLAMING_MORE, TOO, DENIED_PRAISE, DENIED_BLAME, FIXED = range(8)

# Words that take neither "very" nor "rather".
ABSOLUTE = frozenset(
    words("""right, wrong, exact, perfect, excellent, superb, fantastic, amazing, terrible, awful, horrible, missing,
    broken, dead, full, complete, immediate, instant, absent, original, genuine, fake, working, permanent, reusable,
    removable, dripless, stainless, endless, unbeatable, outrageous, lasting, fixed, hidden, unlit, lit, unlabeled,
    true, worn, torn, cracked, chipped, bent, stuck, clogged, scratched, damaged, jammed, frayed, rusty, crooked,
    unchanged, unnoticeable, adjustable, foldable, breathable, expandable, insulated, engraved, padded, raised,
    decent, lovely, deafening, delicious, gorgeous, huge, tiny, brilliant, wonderful, dropped, half-empty,
    rock-solid, jam-free, tangle-free, scratch-free, plug-and-play, quick-release, pull-out, see-through, dry,
    watery, burnt, outstanding, peeling, ample, top, plentiful, split, sinking, snagging, rubbing, slipping,
    misaligned, misplaced, reinforced, lukewarm, razor-like, failing, faulty, sliding""")
)


class Phrase(NamedTuple):
    """`opinion` is set where the phrase itself holds the opinion word."""

    pool: int
    text: str
    opinion: str = ""


# Clauses start in lower case and can be joined with another clause.
PRAISE_CLAUSES = (
    *(Phrase(PRAISING, text) for text in (
        "the {a} {is} {o}", "the {a} {is} {o}", "the {a} {is} {o}", "{a} {is} {o}", "the {a} {was} {o} as far as I can tell",
        "the {a} {is} simply {o}", "I find the {a} {o}", "the {a} {is} absolutely {o}", "the {a} turned out {o}",
        "the {a} seem{s} {o} to me", "I would call the {a} {o}", "the {a} {was} {o} from day one",
        "I noticed the {o} {a}", "I enjoy the {o} {a}",
    )),
    *(Phrase(PRAISING_MORE, text) for text in (
        "the {a} {is} very {o}", "the {a} {is} really {o}", "the {a} {is} surprisingly {o}", "the {a} {is} so {o}",
        "the {a} {is} pretty {o}", "the {a} {is} {o} enough", "I like how {o} the {a} {is}",
        "the {a} {is} quite {o}", "I did not think the {a} would be this {o}",
    )),
    *(Phrase(DENIED_BLAME, text) for text in (
        "the {a} {is} not {o} at all", "the {a} {is} never {o}", "I would not call the {a} {o}",
        "the {a} {is} hardly {o}", "the {a} {isnt} too {o}",
    )),
    Phrase(FIXED, "I love the {a}", "love"),
    Phrase(FIXED, "I really like the {a}", "like"),
    Phrase(FIXED, "I am happy with the {a}", "happy"),
    Phrase(FIXED, "I am impressed with the {a}", "impressed"),
    Phrase(FIXED, "the {a} {is} better than on {old}", "better"),
    Phrase(FIXED, "the {a} {is} much better than I expected", "better"),
    Phrase(FIXED, "I have no complaints about the {a}", "complaints"),
    Phrase(FIXED, "I had no problems with the {a}", "problems"),
    Phrase(FIXED, "the {a} {is} as good as it gets", "good"),
    Phrase(FIXED, "the {a} work{s} well", "well"),
)  # fmt: skip

BLAME_CLAUSES = (
    *(Phrase(BLAMING, text) for text in (
        "the {a} {is} {o}", "the {a} {is} {o}", "the {a} {is} {o}", "{a} {is} {o}", "the {a} {is} just {o}",
        "the {a} turned out {o}", "I find the {a} {o}", "the {a} seem{s} {o} to me", "I noticed the {o} {a}",
        "the {a} {was} {o} as far as I can tell", "the {a} became {o}", "I was annoyed by the {o} {a}",
    )),
    *(Phrase(BLAMING_MORE, text) for text in (
        "the {a} {is} very {o}", "the {a} {is} rather {o}", "the {a} {is} a bit {o}", "the {a} {is} so {o}",
        "I did not think the {a} would be this {o}", "the {a} {is} pretty {o}",
    )),
    *(Phrase(TOO, text) for text in (
        "the {a} {is} too {o}", "the {a} {is} way too {o}", "the {a} {is} too {o} for me",
        "the {a} {is} a little too {o}",
    )),
    *(Phrase(DENIED_PRAISE, text) for text in (
        "the {a} {is} not {o}", "the {a} {isnt} {o}", "the {a} {is} far from {o}", "I would not call the {a} {o}",
        "the {a} {was} never {o}", "I cannot say the {a} {is} {o}", "the {a} {is} not very {o}",
        "the {a} {is} hardly {o}", "the {a} {is} not as {o} as I hoped", "the {a} {isnt} that {o}",
        "the {a} {isnt} {o} enough",
    )),
    Phrase(FIXED, "the {a} could be better", "better"),
    Phrase(FIXED, "the {a} could be better", "better"),
    Phrase(FIXED, "I hate the {a}", "hate"),
    Phrase(FIXED, "I am disappointed with the {a}", "disappointed"),
    Phrase(FIXED, "I do not like the {a}", "like"),
    Phrase(FIXED, "the {a} {is} worse than on {old}", "worse"),
    Phrase(FIXED, "I had problems with the {a}", "problems"),
    Phrase(FIXED, "the {a} leave{s} a lot to be desired", "desired"),
    Phrase(FIXED, "I wish the {a} {was} better", "better"),
    Phrase(FIXED, "the {a} never worked well", "well"),
)  # fmt: skip

# Sentences stand alone.
PRAISE_SENTENCES = (
    *(Phrase(PRAISING, text) for text in (
        "{o} {a}", "{o} {a} and no fuss", "{a}: {o}", "Pros: {o} {a}", "the {o} {a} sold me on {it}",
        "what stands out {is} the {o} {a}", "I keep coming back to {it} because of the {o} {a}",
        "even my {person} noticed the {o} {a}", "as for the {a}, simply {o}", "no surprises, just {o} {a}",
    )),
    *(Phrase(PRAISING_MORE, text) for text in (
        "really {o} {a}", "very {o} {a}", "I did not expect the {a} to be so {o}", "wow, how {o} the {a} {is}",
    )),
    Phrase(FIXED, "best {a} I have ever had", "best"),
    Phrase(FIXED, "the {a} alone would make me recommend {it}", "recommend"),
    Phrase(FIXED, "thumbs up for the {a}", "thumbs up"),
    Phrase(FIXED, "you will love the {a}", "love"),
)  # fmt: skip

BLAME_SENTENCES = (
    *(Phrase(BLAMING, text) for text in (
        "{o} {a}", "{a}: {o}", "Cons: {o} {a}", "the {o} {a} ruined {it} for me", "sent {it} back because of the {o} {a}",
        "the only thing I would change {is} the {o} {a}", "even my {person} noticed the {o} {a}",
        "as for the {a}, just {o}", "nobody warned me about the {o} {a}",
    )),
    *(Phrase(BLAMING_MORE, text) for text in ("really {o} {a}", "I did not expect the {a} to be so {o}", "how {o} the {a} {is}")),
    *(Phrase(TOO, text) for text in ("{a} way too {o}", "my only complaint: the {a} {is} too {o}")),
    Phrase(FIXED, "worst {a} I have ever had", "worst"),
    Phrase(FIXED, "do not expect much from the {a}, I was disappointed", "disappointed"),
    Phrase(FIXED, "thumbs down for the {a}", "thumbs down"),
    Phrase(FIXED, "they should be ashamed of the {a}", "ashamed"),
)  # fmt: skip

AGREE = ("{x} and {y}", "{x} and {y}", "{x}, and {y}", "{x}; {y}", "{x}, plus {y}", "{x} and also {y}")
DIFFER = (
    "{x}, but {y}", "{x} but {y}", "although {x}, {y}", "{x}, however {y}", "while {x}, {y}",
    "{x}, yet {y}", "even though {x}, {y}", "{x}, though {y}",
)  # fmt: skip

# Said after a clause now and then; nothing here is an opinion.
TAILS = (
    " so far", " in my opinion", " if you ask me", " after two months", " for daily use", ", at least for me",
    " compared to what I had before", " after a few weeks", ", as others have said", " in everyday use",
    ", to be honest", " after half a year", ", no doubt about it", " for someone like me",
)  # fmt: skip


class Wording(NamedTuple):
    """Words of an attribute within a category: variants of its name and pools of opinion words."""

    variants: tuple[Variant, ...]
    pools: tuple[tuple[str, ...], ...]


def _more(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in ABSOLUTE)


def wording(attribute: Attribute) -> Wording:
    """The attribute's own words twice as often as general ones; its name more often than its variants."""
    name, *others = attribute.variants
    variants = (name, name, *others) * 12
    if attribute.misspelling:
        variants += (attribute.misspelling,)
    praising, blaming = attribute.good * 3 + GOOD, attribute.bad * 3 + BAD
    # Nobody says "not superb" or "hardly horrible": only plain words are denied.
    denied_praise, denied_blame = _more(attribute.good) * 2 + ("good",), _more(attribute.bad) * 2 + ("bad",)
    pools = (
        praising, _more(praising), blaming, _more(blaming), attribute.too, denied_praise, denied_blame,
    )  # fmt: skip
    return Wording(variants, pools)
