"""Opinion words of product reviews: the last word on what the general lists (`valences/`) say, and misspellings.

Written by hand from general knowledge of English, from -3 to 3 in three coarse steps. Words whose sign
depends on what they describe ("high", "small", "cheap", "long") carry little or nothing: the shop's stars decide.
"""

from __future__ import annotations

_STRONG_GOOD = """
delicious yummy scrumptious phenomenal spectacular incredible exceptional impeccable flawless flawlessly superb
stellar terrific fabulous magnificent unbeatable outstanding sublime heavenly divine mouthwatering mindblowing
awesomest freshest tastiest killer gorgeous stunning rocks rock splendid marvelous topnotch
"""
_GOOD = """
tasty fresh flavorful flavourful attentive prompt promptly courteous knowledgeable knowledgable accommodating
accomodating cozy comfy roomy spacious affordable reasonable reasonably inexpensive sturdy durable reliable reliably
crisp vivid sleek lightweight portable compact quick quickly fast faster speedy responsive intuitive smooth smoothly
quiet generous plentiful authentic decent solid seamless seamlessly ergonomic stylish handy convenient conveniently
professional modern slick crispy tender juicy moist refreshing homemade inventive creative unique memorable consistent
consistently efficient efficiently effortless effortlessly versatile compatible upgradable expandable bright sharp
clear clearly detailed rugged tough waterproof snug snugly soft lasting
value bargain plus notch stands sweet rich warm balanced accurate accurately precise stable steady organized
simple simpler easier easily friendly freindly painless instant instantly
addicted addictive hip trendy quaint intimate diverse extensive unlimited plenty appealing attractive classy elegant
tasteful recommend recommended recomend reccomend exceeded exceeds exceed surpassed impressed happy pleased
works worked bonus gem steal hit quicker speedier sturdier clearer lighter brighter softer smoother
foolproof trustworthy dependable genuine original upgraded improved improvement fixed resolved spotless
beats outlasts outshines outdoes trumps purrs purr glides glide sparkles dazzles aces survives justifies goosebumps
feast pillowy hot filling comparable above enough flexible adjustable washable reusable silky plush flattering stretchy
"""
_BAD = """
slow slower slowly sluggish laggy lag lags bland overpriced pricey expensive costly noisy loud cramped crowded flimsy
bulky heavy heavier dim dull faulty defective broken breaks broke break overcooked undercooked greasy oily salty dry
stale cold tasteless flavorless mediocre average lacking lacked lacks lack unresponsive inattentive unattentive
uncomfortable unreliable glitchy glitch buggy bugs bug crash crashes crashed crashing freeze freezes froze frozen
freezing fails failed fail failing failure stopped stops quit quitting died dies dead replaced replace returned return
returning refund scratch scratches scratched leak leaks leaked leaking peel peels peeled peeling stuck loose wobbly
wobbles cheaply poorly shoddy subpar iffy soggy chewy rubbery burnt burned watery rancid inedible overrated
outdated dated clunky awkward awkwardly complicated cumbersome inconvenient inconsistent inaccurate incompatible
unusable unable unnecessary unsatisfactory unstable unsteady unhelpful unprofessional unfriendly clueless overbearing
rushed disorganized spotty uneven thin thinner tinny muffled fuzzy blurry grainy pixelated distorted static hiss buzz
hum squeaky rattles rattle creaks stiff itchy scratchy smelly stinks stink stinky musty toxic sticky dirty filthy
drawback drawbacks downside downfall flaw flaws issue issues problem problems complaint complaints hassle nightmare
junk garbage crap crappy trash overheats overheated overheating hot drains drained die short shorter shorted
missing incomplete wrong incorrect misleading false forgot ignored late delayed wait waited waiting tiny cheap
bent cracked cracks crack chipped chips dented torn tore rips ripped faded fades fade rust rusted rusty warped
shrunk shrinks pilling snagged tangled tangles slips slipping slippery falls fell fall apart scam ripoff
overkill underwhelming lackluster unimpressed disapointed dissappointed disappointing regret useless pointless
worthless waste wasted untrained unpleasant unacceptable unsafe dangerous harsh flat weak weaker limited
unravelled unraveled unravels bubbles bubbled splits drips dripped seeps yellows yellowed pills pilled melts melted
smudges smears dulls dulled wilts curls bleeds bled misfires sputters unscrews deflates deflated endless fiddly spongy
wears wore susceptible unresolvable inefficient randomly intermittent intermittently inferior plasticky glossy
reflective
"""
_VERY_BAD = """
worst horrible horrid atrocious abysmal disgusting gross nasty awful dreadful pathetic appalling terrible unbearable
unusable inedible crapped sucks suck sucked sux trash garbage lemon scammers fraud useless
"""
_NEUTRAL = """
deal kind pretty like super no yes please certain certainly play plays playing played gift toy card save number share
shared sharing want wanted wants fan block chance matter natural interest interested novel base bless dear
cut cuts drop drops pay pays paid demand stop alone well original alarm fire fires shot shoot shooting
"""
_SHIFTING = {"cheap": -0.4, "hot": 0.2, "thin": 0.0, "small": -0.3, "tiny": -0.7, "short": -0.7, "heavy": -0.6,
             "above": 0.4, "enough": 0.3, "average": -0.7, "well": 1.4, "light": 0.3, "high": 0.0, "low": -0.2,
             "long": 0.0, "big": 0.1, "large": 0.2, "simple": 0.8, "dark": -0.3, "hard": -0.7, "cold": -0.8,
             "like": 0.7, "pretty": 0.3, "fine": 0.9, "ok": 0.3, "okay": 0.3, "must": 0.3, "value": 0.8,
             "return": -0.9, "wait": -0.5, "waiting": -0.6, "quit": -1.0, "stop": -0.6, "drop": -0.4, "sharp": 0.6,
             "glossy": -0.2, "soft": 0.5, "warm": 0.7, "works": 0.8, "worked": 0.3, "hit": 0.4,
             "fall": -0.6}  # fmt: skip
"""Words that lean one way at most; also the last word on words of the lists above."""


def review_valences() -> dict[str, float]:
    """Valence of each listed word; later lists win."""
    found: dict[str, float] = {}
    for words, value in (
        (_GOOD, 1.8), (_STRONG_GOOD, 3.0), (_BAD, -1.6), (_VERY_BAD, -3.0), (_NEUTRAL, 0.0),
    ):  # fmt: skip
        for word in words.split():
            found[word] = value
    found.update(_SHIFTING)
    return found
