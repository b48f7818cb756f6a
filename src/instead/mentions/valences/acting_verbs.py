"""What things do that praises or blames them, where the word is a verb: "the fan hums", "the case absorbs knocks".

The same letters may name a part ("clip", "catch", "seal") or a fact, so these count behind a verb's tag alone. Written
by hand from general knowledge of English: damage, noise, leaks, failure, bother; endurance, help, pleasure, charm.
"""

from __future__ import annotations

from instead.mentions.valences.inflection import verb_forms

BLAMING = """
abrade ache annoy backfire bang bash bend blare blast bleach blemish blister blot blotch blunder bobble bog bore botch
bounce brick bruise buckle bulge bump bunch bungle burn burst butcher buzz cake capsize chafe chap chatter cheapen chew
chip choke clang clank clash clatter cling clog clump clunk clutter coil collapse conk corrode cough crack crackle cramp
crash crawl creak crease creep crimp cringe crinkle crumble crumple crush curdle curl dangle decay decline deflate
deform degrade delaminate deplete derail desync detach deteriorate devour dilute dim dip disappear disappoint discharge
discolour discolor disconnect disintegrate dissolve distort drag drain dribble drift drip droop drone drown dull dupe
dwindle echo erode err evaporate exhaust expire explode fade fail falter fester fizzle flake flap flare flatline
flicker flinch flood flop fluctuate fluff fog fracture fray freeze frizz frustrate fry fumble gape garble ghost glitch
gouge grate grind groan growl grumble gush guzzle hang hesitate hinder hiss hog howl hum hunt hurt infuriate irritate
itch jam jangle jar jerk jiggle judder kink knot lag lapse leach leak limp loosen lurch malfunction mangle mar meander
misalign misbehave misfire mishear misprint misread misspell mistranslate moan muddle muffle mumble mush mutter nag
nauseate nick nip nosedive overcharge overcook overflow overheat overpower overpromise overshoot overwhelm oxidise
oxidize pale patronise patronize peel perish pester pill pinch plague plod plummet poke pong prickle puddle puncture
quit quiver ramble rankle rasp rattle ravel reboot reek refuse restart rip rob rot rub ruin rumble rust rustle sabotage
sag scald scorch scrape scratch screech scuff seep seize sever shatter shed short shred shriek shrink shrivel shudder
skid skimp scrimp slacken slam slip slosh slouch slump smear smother smoulder smolder smudge snag snap snarl sneer
spew spill splinter splutter spoil sputter squeak squeal squirt stagger stagnate stain stall stammer starve stick sting
stink stonewall strain strand stray stress struggle stumble stutter suck suffer sulk swamp swell swindle tangle tarnish
taunt tax tear thud tire topple torment torture trickle trip tug tumble twitch underdeliver undermine underperform
underwhelm unglue unravel unscrew unstitch vanish vibrate wail waver weep wheeze whimper whine whinge whirr wilt wince
wither wobble worsen wreck wrinkle yank yellow yelp sour stale blur clot congeal crust fuse grease pucker smell snore
tilt wander wear waste hurtle mildew mould mold pit scar scab skip spike spot stiffen streak sweat swivel thin warp
"""
PRAISING = """
absorb accommodate ace acquit adapt adhere amaze appeal astonish astound awe beam bedazzle behave beguile blend blossom
boost breathe brighten calm captivate caress charm cheer coddle comfort compensate complement conceal cope cosset
cradle crush cushion dazzle declutter delight deliver disarm embrace embolden empower enchant endear endure energise
energize engage engross enhance enjoy enliven enrich enthral enthrall entice entertain envelop exceed excel excite
exfoliate fascinate firm flatter flourish foam gleam glide glimmer glisten glitter glow grip hug hydrate hypnotise
immerse impress improve insulate inspire intrigue invigorate justify lather lessen lull mesmerise mesmerize motivate
moisturise moisturize nail nestle neutralise nourish outclass outdo outfox outlast outlive outpace outperform outshine
outsmart overdeliver overjoy pamper pay perform plump protect purr reassure recognise recognize recover redeem refresh
rejuvenate relax relieve rescue resist respond restore revitalise revive reward rock satisfy savour score shield shimmer
shine simplify sing smooth snuggle soar soothe sparkle spoil stabilise stabilize steady strengthen stun suffice suit
support surpass survive sustain swaddle thrill thrive tickle transform transport triumph twinkle understand unwind
uplift wick withstand wow remember anticipate glory
"""
BLAMING_FORMS = """
bent bled bleed bleeds bleeding broke burnt burst bit bite bites biting crept dug dig digs digging drew froze frozen
fell forgot ground hung hurt lost loses losing misread misheard overheard ran rode shook shakes shaking shrank shrunk
shot slid spat spit spits split splits splitting spilt stank stung stuck stopped stops stolen swollen swelled tore torn
threw wept wore worn drowned fried fries frying spoilt lied lies lying sank sinks sinking
"""
PRAISING_FORMS = """
fits fitted lasts lasted lasting holds held saved saves saving sang shone understood withstood outdid outdone overcame
paid melts melted works worked
"""
_VALUE = 1.5


def acting_valences() -> dict[str, float]:
    """Valence of each form where it is a verb. What stands in both lists says nothing."""
    found: dict[str, float] = {}
    for words, more, value in ((BLAMING, BLAMING_FORMS, -_VALUE), (PRAISING, PRAISING_FORMS, _VALUE)):
        for form in {*more.split(), *(form for word in words.split() for form in verb_forms(word))}:
            found[form] = 0.0 if form in found else value
    return found
