# ruff: noqa: E501 - lists of words are easier to read in one line
"""What every shop is judged by, whatever it sells: value, comfort, durability, ease of use and the like.

A family is known by its nouns ("money" is said of value, never sold as such) and by cues: words that judge it without
naming it ("too expensive", "stopped working", "hurts my ears"). Written by hand from general knowledge of English.

Cues are patterns, separated by commas: (a|b) is one of them, (a|b)? one of them or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

STATE, EVENT, PRICE = 0, 1, 2
"""How a cue is said: of the thing itself ("it is comfortable"), of it or a part of it ("the left side died"), or as
PRICE, which before a noun speaks of other things ("better than expensive headphones")."""


@dataclass(frozen=True, slots=True)
class Family:
    """`names` are names a shopper gives it, the usual one first; `nouns` are said of it but do not name it; `members`
    are attributes of their own that belong to it."""

    names: tuple[str, ...]
    nouns: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    praise: tuple[str, ...] = ()
    blame: tuple[str, ...] = ()
    said: int = STATE

    @property
    def name(self) -> str:
        return self.names[0]


def expanded(pattern: str) -> list[str]:
    """All texts of a pattern: "(hurt|hurts) (my|the)? ears" gives six; brackets may hold brackets."""
    texts = [""]
    for word in _split(pattern, " "):
        options = [word]
        if word.startswith("("):
            inner = word.removesuffix("?")[1:-1]
            options = [text for one in _split(inner, "|") for text in expanded(one)]
            options += [""] if word.endswith("?") else []
        texts = [f"{text} {option}".strip() for text in texts for option in options]
    return texts


def _split(pattern: str, mark: str) -> list[str]:
    """Parts of a pattern between marks outside brackets."""
    found, depth, part = [], 0, ""
    for letter in pattern + mark:
        depth += (letter == "(") - (letter == ")")
        if letter == mark and not depth:
            found.append(part)
            part = ""
        else:
            part += letter
    return [one for one in found if one]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split(",") if part.strip())


def _cues(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for pattern in _listed(text) for one in expanded(pattern)))


def _family(
    names: str, nouns: str = "", members: str = "", *, praise: str = "", blame: str = "", said: int = STATE
) -> Family:
    return Family(_listed(names), _listed(nouns), _listed(members), _cues(praise), _cues(blame), said)


_WHOM = "(my|your|the|his|her|our)"
_WHERE = "(ear|ears|head|feet|foot|back|neck|shoulder|shoulders|hand|hands|wrist|wrists|fingers|toes|knees)"
_WELL = (
    "(great|well|perfectly|perfect|fine|good|beautifully|wonderfully|flawlessly|excellent|amazing|fantastic|awesome)"
)
_BADLY = "(terrible|terribly|awful|horrible|horribly|bad|badly|poorly|lousy)"
_FINE = "(great|good|nice|amazing|awesome|beautiful|fantastic|wonderful|excellent|gorgeous|stunning|lovely|classy)"
_EASY = "(easy|simple|effortless|a breeze|a snap|a cinch|super easy|quick and easy)"
_HARD = "(hard|difficult|tricky|impossible|a pain|a nightmare|a hassle|awkward|cumbersome|tedious)"
_QUICK = "(fast|quickly|quick|promptly|early|on time|right on time|ahead of schedule|in a timely manner)"
_SAD = "(broken|damaged|dented|scratched|cracked|shattered|in pieces)"
_DONT = "(does|do|did) (n't|not)"
_TIME = "(a|an|one|two|three|four|five|six|2|3|4|5|6|a few|several|only|just|less|about|some|10|the first)"


@lru_cache(maxsize=1)
def general_families() -> tuple[Family, ...]:
    """All of them, by name."""
    return (
        _family(
            "value", "money, worth, bang, bang for the buck, bang for your buck, value for money, extra money, cash",
            praise="worth (it|every (penny|cent|dollar)|the (money|price|cost|extra money|extra cost|investment|wait)|"
            "the extra (money|cost|dollars)|buying|having), (well|totally|definitely) worth it, "
            "worth (each|every) (penny|cent), bang for (the|your|my) (buck|money), "
            "(great|good|excellent|fantastic|amazing) (buy|deal|bargain|investment), money well spent, a steal, "
            "worth (much|way|far) more",
            blame="(a|total|complete|huge|big)? waste of (money|your money|my money|time and money|cash), "
            "(do n't|do not|dont|never) waste (your|any|my) (money|hard earned money|time), (wasted|wasting|waste) (my|our|your)? money, "
            "rip off, ripoff, rip - off, a joke for the price, "
            "(not|n't) worth (it|the (money|price|cost|trouble|hassle)|a (dime|penny|cent)|buying|half), worthless, "
            "money down the drain, (threw|throw|throwing) (my|your|away)? money away, save your money, "
            "keep your money, want my money back",
        ),
        _family(
            "price", "cost, pricing, price tag, price point, price range, price level, expense",
            praise="affordable, inexpensive, (reasonably|fairly|well|competitively) priced, priced right, "
            "(very|so) cheap, cheaper than (any|other|others|most|the), at half the (price|cost)",
            blame="expensive, overpriced, over priced, over - priced, pricey, costly, (costs|cost) too much, "
            "(costs|cost) (way|far|much)? too much, "
            "too much money, cost (me)? a fortune, costs a fortune",
            said=PRICE,
        ),
        _family("quality", "overall quality, product quality, general quality", "build quality"),
        _family(
            "build quality",
            "build, construction, workmanship, craftsmanship, quality of construction, quality of build, built quality, "
            "construction quality, sturdiness, solidity, make quality",
            praise="(well|very well|solidly|beautifully|nicely|sturdily|superbly) (made|built|constructed|crafted), "
            "well - (made|built), (built|made) (like a tank|to last|very well|well|solid), built solid, "
            "(very|really|super|quite|so|extremely) (sturdy|solid|rugged)",
            blame="(poorly|cheaply|badly|not well) (made|built|constructed|assembled), flimsy, "
            "(feels|felt|feel) (so|very|really|kind of|kinda|a bit|a little)? (cheap|flimsy|cheaply made), shoddy, "
            "cheap plastic, poorly (designed and)? made, piece of (junk|crap|garbage|trash), rickety",
        ),
        _family(
            "durability, reliability, longevity", "lifespan, life span, dependability, useful life",
            praise="durable, reliable, dependable, (lasted|lasts|last) (a long time|for years|forever|a lifetime|years|"
            "long), going strong, (holds|hold|held|holding) up (well|great|nicely|very well|really well|fine|perfectly), "
            "still (works|working|work|runs|running) (like new|great|perfectly|fine|well|flawlessly), "
            "never (failed|fails|let me down|broke|breaks|had a problem|had any problems|had an issue|had any issues), "
            "no (problems|issues|trouble) (so far|at all|after|yet|since)",
            blame="(stopped|stop|stops|quit|quits|ceased) (working|functioning|charging|running|playing|connecting|"
            "spinning|heating|turning on|responding|recording), (quit|died|failed) (on me|completely|after|within|in), "
            f"(broke|breaks|broken|failed|died|cracked|snapped|burned out|burnt out) (after|within|in|on) {_TIME}, "
            "(broke|breaks|snapped|cracked|failed) (the first|off|in half|in two|on me|easily|apart|right away|"
            "immediately|almost immediately|already), it (broke|died|failed|cracked|snapped|shorted out), "
            "(fell|falls|fall|falling|came|comes|coming) (apart|to pieces), gave (out|up the ghost|up on me), "
            "(no longer|not longer) (works|work|working|functions|charges|turns on), (wore|worn|wears|wear) out "
            "(quickly|fast|after|within|in), (only|barely) (lasted|lasts), did n't last, did not last, "
            "(lasted|lasts) (only|less|about|just|a few|one|two|a week|a month|maybe), does n't last, wo n't last, "
            "unreliable, (burned|burnt|conked|crapped) out, (is|was|are|were|arrived) (dead|defective), doa, "
            "(defective|faulty) (unit|product|item|one|out of the box), dead on arrival, went bad, bit the dust, "
            "short lived, short - lived",
            said=EVENT,
        ),
        _family(
            "comfort", "comfort level, comfortability, comfort factor, ear pain, ear comfort, wearing comfort",
            praise="comfortable, comfy, comfortably, (easy|gentle) on (my|the|your) (ears|hands|feet|back|wrists|joints)",
            blame=f"uncomfortable, uncomfortably, (hurt|hurts|hurting) {_WHOM} {_WHERE}, {_WHOM} {_WHERE} "
            "(hurt|hurts|ache|aches|ached|get sore|got sore|started to hurt|start to hurt|were sore|are sore), "
            "ear pain, (pain|pressure) (in|on) (my|your|the) (ear|ears|head|feet|back), "
            "(hard|rough|tough) on (my|the|your) (ears|hands|feet|back|wrists|head), "
            "(pinch|pinches|pinched|squeeze|squeezes) (my|your) (ear|ears|head|toes|feet), "
            "(dig|digs|dug) into (my|your|the) (ear|ears|head|shoulder|shoulders|skin|back|wrist)",
        ),
        _family(
            "ease of use", "use, usage, usability, ease, user friendliness, operation, operating, simplicity",
            praise=f"{_EASY} to (use|operate|work with|handle|understand|navigate|figure out|learn|control|program), "
            "(user|very user) friendly, user - friendly, intuitive, easy - to - use, (easily|simply) operated, "
            "self explanatory, self - explanatory, foolproof",
            blame=f"{_HARD} to (use|operate|work with|handle|understand|navigate|figure out|learn|control|program), "
            "(too|very|overly|really|so) (complicated|complex|confusing|fiddly|finicky), complicated to, "
            "counter intuitive, counterintuitive, counter - intuitive, not intuitive, unintuitive, "
            "(steep|big) learning curve, not user friendly",
        ),
        _family(
            "fit", "fitment, fit and finish",
            praise=f"(fits|fit|fitted) {_WELL}, (fits|fit|fitted) (very|really|so|quite|pretty) (well|nicely|good), "
            "(fits|fit) (like a glove|just right|as expected|nicely|snugly|securely|snug|exactly|just fine), "
            "true to size, perfect fit",
            blame=f"{_DONT} fit, (would|will|wo|ca|could) (n't|not) fit, wo n't fit, "
            "(too|very|a little|a bit|so|way too) (tight|loose), (fits|fit) (poorly|badly|loosely|terribly), ill fitting, "
            "(fits|fit) (too|very|a little|a bit|so) (tight|loose|tightly|loosely)",
        ),
        _family(
            "size", "dimension, footprint",
            praise="compact, (perfect|right|ideal|great|good) size, (just|exactly) the right size",
            blame="(too|way too|much too|a bit too|a little too) (small|big|large|short|long|narrow|wide|tall|tiny|bulky), "
            "(smaller|bigger|larger) than (i|we) (thought|expected|imagined|had expected), bulky, "
            "(runs|run|ran) (small|large|big)",
        ),
        _family(
            "weight", "heft, heaviness, lightness, light weight, packed weight",
            praise="lightweight, light weight, light - weight, (very|so|super|really|nice and|extremely|incredibly) light",
            blame="(too|way too|a bit too|a little too|much too) heavy, weighs a ton",
        ),
        _family(
            "look, appearance", "looks, aesthetic, aesthetics, attractiveness, beauty", "color",
            praise=f"(looks|look|looked|looking) (very|really|so|absolutely|quite|pretty|just|just as)? {_FINE}, "
            "(looks|look) (sharp|sleek|stylish|elegant|expensive|amazing|professional|cool|fabulous), beautiful, gorgeous, "
            "stylish, sleek, good looking, great looking, nice looking, good - looking, attractive, beautifully designed",
            blame="ugly, (looks|look|looked) (cheap|terrible|awful|horrible|ugly|bad|hideous|dated|tacky|ridiculous), "
            "hideous, unattractive, an eyesore, cheap looking, cheap - looking",
        ),
        _family(
            "sound", "sound quality, audio, audio quality, sonics, acoustics, quality of sound",
            "tone, bass, treble, midrange, mids, highs, lows, low end, high end, soundstage, sound stage, clarity of sound",
            praise=f"(sounds|sound|sounded|sounding) (very|really|so|absolutely|quite|pretty|just|just as)? {_FINE}, "
            "(sounds|sound) (crisp|crystal clear|clear|warm|full|rich|superb|incredible|phenomenal|perfect)",
            blame="(sounds|sound|sounded) (so|very|really|a bit|a little|kind of)? (terrible|awful|horrible|bad|tinny|"
            "muddy|muffled|distorted|hollow|thin|cheap|harsh|weak|like crap|like garbage)",
        ),
        _family(
            "noise", "noise level, noisiness, sound level",
            praise="(whisper|very|super|extremely|really|so|amazingly|surprisingly|remarkably|fairly) quiet, "
            "(is|are|runs|it 's) quiet, runs (very|so|really|pretty)? (quiet|quietly)",
            blame="noisy, (too|way too|much too|a bit too|annoyingly) loud, deafening, "
            "(makes|made|making) (a|an) (awful|terrible|loud|horrible|annoying|lot of) noise",
        ),
        _family(
            "speed", "quickness",
            praise="(is|are|was|'s|it 's) (very|so|really|super|extremely|pretty|blazing|lightning)? fast, lightning fast, "
            "(very|super|blazing|blazingly|really|incredibly) fast",
            blame="(is|are|was|'s|it 's) (very|so|really|super|extremely|pretty|painfully|too) slow, "
            "(too|painfully|very|so|extremely|really|incredibly) slow, sluggish, (takes|took) (forever|ages|way too long|too "
            "long|so long)",
        ),
        _family(
            "performance", "work, working, functionality, functioning, effectiveness, perform",
            praise=f"(works|work|worked|working|performs|performed|functions) (very|really|so|pretty|quite|just|absolutely)? "
            f"{_WELL}, (works|work|worked|performs|performed|functions) (as (advertised|expected|described|it should|"
            "promised|intended|designed)|like (a charm|a dream|a champ|magic|new|it should)|just like|exactly as|"
            "nicely|just fine|wonders|out of the box|without (a|any) (problem|problems|issue|issues|hitch)), "
            "(does|did|do) (the job|the trick|its job|what it (says|should|is supposed to do|claims|'s supposed to)|"
            "exactly what|a (great|good|fantastic|wonderful|excellent|nice) job|an (excellent|amazing) job)",
            blame=f"{_DONT} work, (wo|will|would|could|ca|can) (n't|not) work, never worked, (does|do|did) n't do (anything|"
            f"much|what), (works|work|worked|performs|performed) (very|really|so|pretty)? {_BADLY}, "
            "(not|never) (work|works|working|worked) (properly|right|correctly|well|as), (barely|hardly) (works|work|"
            "worked), (does|do|did) (n't|not) (function|perform|do the job|do its job), useless",
        ),
        _family(
            "customer service, service",
            "support, customer support, customer care, tech support, technical support, support team, service department",
            blame="never (responded|replied|got back to me|answered|heard back|called back), refused to (refund|replace|"
            "help|honor)",
            praise="(responded|replied) (quickly|promptly|immediately|right away|within)",
            said=EVENT,
        ),
        _family(
            "delivery, shipping", "shipment, delivery time, shipping time, ship, delivery service, shipping speed",
            praise=f"(arrived|came|delivered|shipped|received it|received) (very|really|so|super|pretty)? {_QUICK}, "
            f"(arrived|came) (well|a day|two days|days|a week) (before|earlier|early|ahead), "
            "(arrived|came) in (perfect|great|excellent|good) (condition|shape)",
            blame="(arrived|came|delivered) (late|very late|days late|a week late|weeks late|two weeks late), never "
            f"(arrived|came|received it|received), (arrived|came|delivered|received it|received) (completely|badly|"
            f"slightly|totally)? {_SAD}, took (weeks|forever|too long|a month|over a month) to (arrive|get here|come|ship)",
            said=EVENT,
        ),
        _family(
            "packaging", "package, packing",
            praise="(well|nicely|carefully|securely|beautifully|very well) (packaged|packed), (packaged|packed) (very)? "
            "(well|nicely|securely|carefully|safely)",
            blame="(poorly|badly|terribly|not well) (packaged|packed), (packaged|packed) (very)? (poorly|badly)",
            said=EVENT,
        ),
        _family(
            "instructions, manual, directions",
            "instruction, instruction manual, instruction booklet, instruction book, user manual, owner 's manual, "
            "owners manual, users manual, user guide, instruction sheet, assembly instructions",
        ),
        _family(
            "setup, installation", "set-up, set up, install, installing, setting up, initial setup, easy setup",
            praise=f"{_EASY} to (set up|setup|install|hook up|connect|pair|mount|configure), (installed|set up|installs|"
            "sets up|hooked up) (easily|quickly|in minutes|in (5|10|five|ten) minutes|without (a|any) (problem|problems|"
            "issue|issues|trouble)), plug and play, plug - and - play",
            blame=f"{_HARD} to (set up|setup|install|hook up|connect|pair|mount|configure)",
        ),
        _family(
            "assembly", "assemble, assembling, putting together",
            praise=f"{_EASY} to (assemble|put together), (assembled|went together|goes together) (easily|quickly|"
            "in minutes|very easily)",
            blame=f"{_HARD} to (assemble|put together)",
        ),
        _family(
            "cleaning", "cleanup, clean-up, clean up, cleaning up, clean, easy clean-up, easy cleanup, washing up",
            praise=f"{_EASY} to (clean|wash|clean up|wipe down|wipe off|keep clean|maintain), (cleans|cleaned|washes|wipes) "
            "(up|off|down)? (easily|easy|well|nicely|great|beautifully|quickly), dishwasher safe, easy clean, easy cleaning",
            blame=f"{_HARD} to (clean|wash|clean up|wipe down|keep clean)",
        ),
        _family(
            "safety", "safety feature",
            praise="(feel|feels|felt) (very|much|so|really)? (safe|safer), safe to use, (very|so|perfectly) safe",
            blame="dangerous, unsafe, (a|fire|safety|choking|serious|real) hazard, caught (on)? fire, "
            "(burned|burnt|shocked|cut) (me|myself|my (hand|hands|finger|fingers|skin))",
        ),
        _family(
            "smell", "odor, odour, scent, stench, stink",
            praise="(smells|smell|smelled) (great|good|amazing|nice|wonderful|fantastic|lovely|delicious|fresh|heavenly)",
            blame="(smells|smell|smelled) (bad|terrible|awful|horrible|like (plastic|chemicals|burning|rubber)), smelly, "
            "(stinks|stunk)",
        ),
        _family(
            "taste", "flavor, flavour, tasting",
            praise="delicious, tasty, (tastes|taste|tasted) (great|good|amazing|wonderful|fantastic|delicious|excellent|"
            "better)",
            blame="(tastes|taste|tasted) (bad|terrible|awful|horrible|like (plastic|cardboard|metal|chemicals)|burnt|stale|"
            "bitter|metallic)",
        ),
        _family("color", "colors, colour, coloring, colour scheme, color scheme, colorway"),
        _family("warranty", "guarantee, warrantee"),
    )  # fmt: skip


STANDS_FOR = {"ear": "comfort"}
"""Nouns that are said when a family is judged and are otherwise no attribute of anything sold: never attributes alone."""
