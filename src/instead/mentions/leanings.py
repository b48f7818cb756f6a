"""Words whose sign depends on what they describe: a high price is blame, high quality is praise.

Written by hand from general knowledge of products. An attribute is named by its last word, or by its last two where
the last one alone does not tell ("loading time", "battery life"). What is not listed leans on the shop's own stars.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.hashing import fold_columns, table, word_hash
from instead.mentions.loops.words import stem_plain

_MORE = """
high higher highest elevated increased long longer longest lengthy big bigger biggest large larger largest huge massive
enormous much more extra many lots lot plenty loads tons ton ample considerable substantial significant maximum
"""
_LESS = """
low lower lowest short shorter shortest small smaller smallest little less minimal reduced limited few fewer tiny scarce
decreased negligible minimum
"""
_HARM = """
bloat bloatware ghosting jitter banding blur echo stutter stuttering dropout glare reflection advert ad commercial
typo interruption squeak squeaking rattle rattling hum humming buzz buzzing whine creak creaking wobble play slack
leak jam clog crease wrinkle fray pilling fluff shedding streak smear mark stain scratch dent chip crack rust mould
mold limescale soot drip splash spillage condensation fog fingerprint smudge chafing itching itch rash blister
soreness ache burn tangle knot kink snag swelling nonsense fuss faff drama calibration restriction limitation hiccup
glitch bug crash error fault failure defect mistake surprise charge fine penalty surcharge price pricing cost fee
noise smell odor odour stench lag latency delay wait waiting maintenance consumption distortion vibration friction
risk radiation fat sugar salt sodium calorie carb crowd line queue traffic rent bill leakage static hiss feedback
drain tax deposit premium markup subscription upkeep effort hassle humidity flicker residue waste clutter mess pain
irritation shrinkage interference turbulence lint dust smoke
"""
_COMPOUNDS = {
    "time": (
        "loading load boot startup start charging charge recharge shipping delivery setup assembly cooking cook prep "
        "preparation drying dry response wait waiting heating heat brew brewing download processing install "
        "installation turnaround recovery render shutter access seek lead transit print printing cycle wash travel",
        "play playing playback run running standby talk listening battery flight sleep",
    ),
    "rate": ("failure error interest return defect dropout crash cancellation", "frame refresh bit transfer flow"),
    "content": ("fat sugar sodium salt alcohol calorie", "protein fiber fibre vitamin cocoa meat"),
    "count": ("calorie", "thread page pixel"),
    "level": ("noise stress sound", "detail comfort quality"),
    "curve": ("learning", ""),
    "fee": ("shipping delivery booking monthly", ""),
}
"""General last words: with which words before them less is better, and with which more."""
_GOOD = """
comfort sparkle warmth stretch softness sharpness depth juice oomph flavour traction absorbency adhesion replay
content legroom storage headroom elasticity bounce charm character humour stamina quality life lifespan resolution
capacity durability performance range runtime strength memory selection warranty power room space brightness contrast
safety value variety reach coverage accuracy speed bandwidth clarity efficiency standard detail padding cushioning
support bass protein flavor portion choice option yield suction torque grip visibility reliability endurance guarantee
definition pressure output
"""
_ONE_BY_ONE = """
audible noticeable visible present detectable | noise hiss hum smell odor odour glare lag delay seam scratch
 aftertaste buzz vibration | -1.8
big bigger large larger huge generous massive ample wide wider broad broader | screen selection bed range opening |
 1.6
big bigger large larger huge generous massive ample | portion display storage capacity compartment serving window room
 button tank bin basket drawer bath bathroom pool shelf fridge dial number font print letter key bowl space canopy
 hood tray discount smile menu mirror | 1.6
big bigger large larger huge generous massive ample many numerous countless endless | pocket | 1.6
big bigger large larger huge massive enormous bulky | footprint bulk gap hole brick plug charger file installer queue
 line wait fee bill delay lag surcharge markup box packaging error bug mistake bezel logo crease risk drawback flaw
 controller remote earbud adapter fold download | -1.7
big bigger large larger huge massive enormous bulky deep deeper | dent scratch | -1.7
brief quick | charge | -1.7
bright brighter vivid | colour beam lamp flashlight headlight bulb room led torch yellow red kitchen | 1.9
cheap cheaper cheapest inexpensive low-cost affordable | fee refill ink part running delivery shipping postage fare
 subscription ticket menu cartridge repair spare | 2.0
cheap cheaper cheapest | material plastic build quality construction feel look finish zipper design stitching
 packaging sound hardware leather paper metal foam lens cap handle strap case box frame leg cable controller remote
 display stand decor furniture perfume smell lace buckle clasp screw wood glass veneer cover stone | -2.0
cheap cheaper cheapest expensive pricey costly steep hefty exorbitant | wine | -2.0
cold colder chilled icy | beer ac fridge freezer ice cooler soda pint lemonade smoothie gin compartment juice milk |
 1.5
cold colder chilled icy dry drier | wine | 1.5
cold colder freezing lukewarm tepid | food fry meal dish plate egg burger steak shower tea air welcome chip toast
 pasta temperature pie bathroom house reception pool staff starter main | -1.8
cold colder freezing lukewarm tepid warm warmer | water | -1.8
compact small smaller tiny short low minimal negligible little | footprint profile | 1.6
cool cooler long longer lengthy | handle | 1.5
cool cooler tight tighter | lid | 1.5
cool cooler | base side surface case exterior | 1.5
cool cooler light lighter lightweight | laptop | 1.5
dark darker rich richer deep deeper | chocolate roast ale humour wood tone | 1.3
dark darker rich richer | color flavor | 1.3
dark darker | hallway lobby stairwell video scene interior shade foundation | -1.5
dark darker narrow narrower | corridor | -1.5
deep deeper | pocket bass sound color clean drawer tray black shelf bath sleep sink seat bowl knowledge flavor massage
 conditioning red groove pan tread | 1.7
deep deeper | gouge crack cut wrinkle | -1.7
dry drier | stuff clothes | 1.6
dry drier | cellar foot sock inside gear nappy interior content powder wit humor | 1.5
dry drier dryer | meat chicken cake turkey skin bread rice steak sandwich scone lecture prose burger biscuit muffin
 pork hair roast lip ink glue paint pen | -1.9
easy easier quicker | setup | 2.0
easy easier quick quicker | assembly installation | 2.0
easy easier simple simpler quick quicker | cleaning cleanup | 2.0
expensive pricey costly steep hefty exorbitant | price pricing cost part refill cartridge repair shipping ink filter
 fee bill postage subscription delivery pod capsule menu drink parking tag | -2.0
faint weak weaker | smell odor odour scent aftertaste noise | 1.2
fair reasonable decent competitive attractive unbeatable cheap cheaper cheapest inexpensive low-cost affordable |
 price pricing cost rate | 2.0
fast faster quick quicker speedy rapid | drain discharge wear clock watch credit | -1.8
few fewer | commercial advert ad error bug fault complaint dropout typo glitch crash jam interruption ingredient
 scratch mistake | 1.7
few fewer | joke page option port shade choice feature level channel size photo picture recipe prawn topping socket |
 -1.6
firm firmer | mattress cushion pillow seat support foam handshake press button insole clasp tofu bounce | 1.5
firm firmer tight tighter | grip hold closure | 1.5
flat flatter | heel packaging surface base screen pack fold stomach | 0.8
flat flatter | tyre tire beer cola soda tone character lemonade vocal bass sound performance pillow champagne fizz
 plot dialogue hair humour | -1.7
fresh fresher | fish bread air milk fruit salad vegetable scent ingredient salsa herb sushi taste coffee bean pasta |
 2.2
hard harder tough tougher | coating shell case crystal steel glass exterior surface floor screen enamel | 1.4
hard harder | puzzle level boss question game rule manual button clasp lid cap lever trigger | -1.4
hard harder | mattress cushion pillow insole | -1.6
hard harder firm firmer | bed chair saddle bench butter bread sofa heel bristle sole toothbrush avocado pear water |
 -1.6
heavy heavier weighty solid substantial narrow narrower slim | base | 1.3
heavy heavier weighty solid substantial | bottom stand foot fabric cotton cutlery door hinge cardstock paper zip
 zipper hardware curtain bottle glass tripod knife handle buckle steel | 1.3
heavy heavier | weight bag laptop phone camera stroller mouse pushchair pram iron suitcase coat helmet headset
 headphone vacuum body frame racket bike case drill tool watch pot duvet hand traffic | -1.6
heavy heavier tight tighter | boot shoe | -1.6
heavy heavier shallow shallower | lid pan | -1.6
hefty | base handle frame door | 1.0
high higher highest | quality standard ceiling resolution success accuracy score waist rise count neckline pressure
 energy spec thread detail production mileage yield speed definition torque end | 1.7
high higher highest | price cost fee bill rent charge noise failure heel tax premium mortgage calorie humidity latency
 ping consumption deposit surcharge salt sugar fat | -1.9
hot hotter piping | coffee water tea food plate meal soup shower pizza oven grill tap bath breakfast radiator | 1.5
hot hotter piping cold colder chilled icy | drink | 1.5
hot hotter warm warmer | phone laptop | -1.8
hot hotter warm warmer low lower lowest | battery | -1.8
hot hotter warm warmer slow slower sluggish | charger | -1.8
hot hotter cold colder freezing lukewarm tepid | room carriage cabin | -1.8
hot hotter | bus office controller console casing bedroom tent palmrest keyboard lid exterior | -1.8
light lighter lightweight | weight jacket phone frame racket bike stroller mouse camera touch batter sponge texture
 pastry cream suitcase pushchair coat shoe boot helmet headset vacuum duvet action trigger formula gnocchi lotion |
 1.5
light lighter lightweight dry drier | bag tent fabric | 1.5
light lighter lightweight hot hotter piping | iron | 1.5
light lighter lightweight tight tighter | steering | 1.5
light lighter | coverage padding key build plastic construction insulation tip door filling | -1.3
long longer lengthy | life battery cord cable lead hose strap reach runtime warranty guarantee playtime lifespan
 season flex sleeve zip range leash run stay | 1.5
long longer | chain | 1.3
long longer lengthy | wait queue line delay load intro advert ad onboarding checkout registration form flight transfer
 process ingredient commute turnaround list restriction lecture meeting sentence chapter drying ironing cancellation |
 -1.5
loose looser | cut drape dress shirt trouser top jumper tunic leaf weave pyjama | 1.3
loose looser | fit stitching screw handle lid button thread connection strap stitch wire knob leg joint seam tooth
 plug hinge wheel cap bolt clasp plotting back stone tile doorknob elastic clip setting steering | -1.9
loud louder loudest | speaker volume sound alarm ringer audio ring ringtone horn music bell siren whistle headphone
 earphone earbud radio buzzer timer doorbell call vocal guitar amp subwoofer soundbar | 1.8
loud louder loudest noisy | fan motor engine noise compressor machine click keyboard dishwasher vacuum hum pump beep
 blender dryer grinder fridge cooler unit mower velcro door drawer chair floor bed spring kettle hood extractor fryer
 mixer purifier heater humidifier conditioner conditioning ac freezer drive bar room neighbour street traffic crowd
 advert ad intro tick ticking switch mouse washer cycle spin drum alert notification gear brake exhaust tyre tire
 valve rustle wrapper | -2.0
loud louder loudest noisy cheap cheaper cheapest | key hinge zip wheel lid button fabric | -2.0
low lower lowest | price cost fee bill rent noise heel consumption maintenance latency odour odor smell fat sugar salt
 vibration step emission running charge premium entry deposit floor tar risk temperature threshold fare | 1.7
low lower lowest few fewer | calorie | 1.7
low lower lowest | resolution volume quality suction pressure stake energy ceiling success morale output count
 standard wattage capacity brightness spec score mileage | -1.8
many numerous countless endless | option feature level setting channel shade flavor topping port replay possibility
 value recipe | 1.6
many numerous frequent countless endless | error bug restriction advert ad charge fault problem crash typo glitch cut
 queue interruption dropout flaw mistake commercial fee update | -1.8
narrow narrower slim | wheelbase profile frame footprint bezel | 1.3
narrow narrower | toe shoe aisle strap foot width neck shaft staircase boot parking lane mouth | -1.5
noisy | music | -2.0
old older stale tired | joke decor furniture mattress carpet bread stock material plot idea | -1.5
quiet quieter silent | motor fan engine machine hotel street area neighbourhood pump compressor keyboard fridge
 dishwasher hood cabin carriage washer dryer vacuum blender drive bed hinge wheel switch mouse | 2.0
quiet quieter silent warm warmer | room | 2.0
quiet quieter silent soft softer faint low lower | speaker alarm audio ringer ringtone horn bell siren earpiece
 doorbell dialogue track video mic microphone narrator whistle timer buzzer vocal lecture recording voice call | -1.6
quiet quieter silent soft softer faint | volume | -1.6
quiet quieter silent faint low lower sharp sharper | tone | -1.6
rough rougher | seam edge towel finish skin surface paper ride weld sheet stitching sea | -1.7
sensitive | sensor touchpad trackpad microphone mic screen | 1.2
shallow shallower few fewer | pocket | -1.6
shallow shallower | drawer bowl tray shelf cup pool plot character bath plate groove tread | -1.6
sharp sharper sharpest crisp | blade knife image lens focus photo print tooth text resolution writing dialogue wit
 detail graphic contrast razor cut tailoring editing cheddar cheese scissors script humor | 1.9
sharp sharper sharpest crisp bright brighter vivid | picture display screen | 1.9
sharp sharper | edge corner smell pain waiter sommelier treble seam tag label zip high rim spike receptionist burr |
 -1.6
sharp sharper few fewer | staff | -1.6
sharp sharper hard harder firm firmer | plastic | -1.6
short shorter brief quick | loading duration programme cycle turnaround setup intro meeting transfer checkout
 registration drive walk curve process ramp repair flight | 1.6
short shorter brief quick | cord cable lead leash hose chain wire warranty season flex guarantee life runtime lifespan
 reach range tube rope stay | -1.7
short shorter brief quick stiff stiffer | strap sleeve zip | -1.7
short shorter brief quick stiff stiffer rough rougher | handle | -1.7
short shorter brief quick flat flatter | battery | -1.7
simple simpler straightforward | rule setup menu control instruction interface assembly installation layout recipe
 process checkout | 1.9
simple plain basic | plot story character decor design food | -0.8
slow slower sluggish | drip shutter shipping service motor lift wifi internet connection story start pace pacing reply
 refund response waiter app menu loading checkout delivery kitchen boot processor wheel zoom | -1.8
small smaller tiny short slim minimal negligible little | risk fee charge deposit bill cost noise | 1.6
small smaller tiny short low minimal negligible little | bezel fold | 1.6
small smaller tiny low slim minimal negligible little short shorter brief quick | delay queue line wait | 1.6
small smaller tiny short low slim minimal negligible little | lag gap margin drawback flaw error fault weight file
 download | 1.6
small smaller tiny short low slim minimal negligible little many numerous countless endless | size | 1.6
small smaller tiny dark darker | screen print display room | -1.5
small smaller tiny soft softer | button key lens | -1.5
small smaller tiny | portion font compartment pocket letter text serving type space storage capacity tank bin basket
 hole bowl cup mug bag wheel window shelf drawer fridge pan plate towel slice piece amount bottle jar tube battery
 memory selection choice menu pool gym garden desk table tray label lettering reservoir buttonhole hood canopy | -1.5
small smaller tiny narrow narrower | seat opening bed | -1.5
small smaller tiny dark darker narrow narrower | bathroom | -1.5
smooth smoother | ride finish action surface gear drawer wheel sheet texture edge sauce glide shift | 1.8
smooth | sole tyre tread tire | -1.2
soft softer | fabric cotton wool blanket towel sheet bed mattress pillow cushion leather lining bristle fleece skin
 hair fur pad tip glove sock robe carpet rug seat padding roll bread glow lighting material velvet cashmere silk
 texture yarn bedding duvet sole insole waistband strap brush toy plush jumper sweater hoodie throw sofa tissue paper
 pillowcase | 1.9
soft softer bright brighter vivid | light | 1.9
soft softer | rubber tyre tire metal blade knife screw brake pedal wood focus edge corner crust cracker apple tone
 ring steel gold | -1.5
soft softer dark darker | picture photo image | -1.5
soft softer old older stale tired | biscuit | -1.5
steep steeper | curve learning hill | -1.6
steeper | price | -1.6
sticky stickier | tape adhesive pad label note | 1.4
stiff stiffer | brush bristle frame leg peak tripod spring suspension card cardboard board sole | 1.2
stiff stiffer | lever hinge button collar leather knob dial drawer lid key switch neck acting clasp catch pedal brake
 mattress denim trigger gear wheel cap latch buckle jean | -1.7
stiff stiffer rough rougher | fabric | -1.7
strong stronger smooth smoother | handle zip | 1.8
strong stronger | strap magnet build suction motor adhesive frame signal flavour coffee battery glue fabric seam cast
 character performance hold grip thread plot story rope hinge lens clasp box stitching bag hook tea lock elastic | 1.8
strong stronger | smell odor odour scent taste aftertaste chemical fume wind draught accent stench whiff headwind |
 -1.9
thick thicker | padding material fabric sole cushion blanket towel glass page paper steel wall insulation door cream
 sauce soup gravy cut duvet pile carpet sponge coat cotton wool board mattress foam batter yoghurt milkshake card
 stock base thread rope bristle cardboard coating lining rug custard | 1.6
thick thicker | accent smoke film residue bezel frame border glue seam dust layer crust rind plug | -1.4
thin thinner slimmer | profile bezel base frame | 1.4
thin thinner slim slimmer | laptop design phone tablet crust body blade edge fold lens watch waist panel pancake crepe
 slice waistband | 1.4
thin thinner | material fabric plastic paper sheet wall padding sole metal glass towel cushion foam lining cloth page
 shirt sauce gravy mattress carpet coating strap cardboard plot voice bag duvet curtain door partition coverage
 blanket hair bass insulation veneer cotton wool elastic card mid broth shampoo custard cream shake | -1.8
thin thinner low lower lowest | sound | -1.8
thin thinner cold colder freezing lukewarm tepid | soup coffee | -1.8
tight tighter | seal stitching bond plot script editing tolerance screw weave knit joint gunplay control schedule seam
 fit handling security story lock cap turn pacing rhythm | 1.5
tight tighter | waist shoulder band toe sleeve collar headband crotch space legroom neck cuff budget deadline strap
 elastic parking waistband armhole calf thigh chest hip bust mask hood legging | -1.6
warm warmer | jacket coat blanket glove boot lining sleeve sweater hat sock comforter welcome duvet tone sound bath
 slipper fleece bread reception light lighting glow staff wool throw scarf host mitten voice color greeting | 2.0
warm hot hotter | device base side back surface cord adapter case plug screen | -1.8
warm thin thinner hot hotter | handle | -1.8
warm warmer | beer wine drink fridge soda gin pint white salad milk juice | -1.8
wet damp firm firmer | floor | -1.6
wet damp hard harder tight tighter few fewer | seat | -1.6
wet damp | foot sleeping inside | -1.6
wet damp heavy heavier | tent | -1.6
wide wider broad broader | angle view strap brim seat aisle mouth neck armrest soundstage knowledge appeal spread |
 1.6
wide wider broad broader many numerous countless endless | variety choice | 1.6
wide wider | gap toe crack | -1.4
wild sour bitter | taste aftertaste coffee flavor milk | -1.6
"""


def _stems(words: str) -> list[int]:
    return [word_hash(stem_plain(word)) for word in words.split()]


def _compounds(side: int) -> list[int]:
    """Hashes of two stems, "loading time": those of which less (0) or more (1) is better."""
    pairs = [(stem, word_hash(stem_plain(last))) for last, words in _COMPOUNDS.items() for stem in _stems(words[side])]
    return [int(key) for key in fold_columns(np.array(pairs, np.uint64))]


def _pairs() -> Iterator[tuple[int, int, float]]:
    """(form of the word, stem or two stems of the attribute, valence)."""
    harm = [*_stems(_HARM), *_compounds(0)]
    good = [*_stems(_GOOD), *_compounds(1)]
    for words, sign in ((_MORE, 1.0), (_LESS, -1.0)):
        for word in words.split():
            for attributes, side in ((harm, -1.0), (good, 1.0)):
                for attribute in attributes:
                    yield word_hash(word), attribute, 1.8 * sign * side
    for word, described, value in one_by_one():
        yield word_hash(word), word_hash(stem_plain(described)), value


def one_by_one() -> Iterator[tuple[str, str, float]]:
    """(word, attribute, valence) of the pairs that are listed one by one."""
    for entry in _ONE_BY_ONE.replace("\n ", " ").strip().split("\n"):
        words, described, value = entry.split("|")
        for word in words.split():
            for attribute in described.split():
                yield word, attribute, float(value)


@lru_cache(maxsize=1)
def leanings() -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """Hash table of (word, attribute) and the valence of each row."""
    listed = {(word, attribute): value for word, attribute, value in _pairs()}
    slot_key, slot_row = table(fold_columns(np.array(list(listed), np.uint64)))
    return slot_key, slot_row, np.array(list(listed.values()), np.float32)


@lru_cache(maxsize=1)
def harms() -> npt.NDArray[np.uint64]:
    """Stems, sorted, of attributes of which there is better less: "no noise" is praise, "no padding" blame."""
    return np.unique(np.array(_stems(_HARM), np.uint64))


def shifting_words() -> frozenset[str]:
    """Words that any pair is listed for."""
    single = [entry.split("|")[0] for entry in _ONE_BY_ONE.replace("\n ", " ").strip().split("\n")]
    return frozenset(" ".join([_MORE, _LESS, *single]).split())
