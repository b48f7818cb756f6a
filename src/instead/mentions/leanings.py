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
bloat bloatware ghosting jitter banding blur echo stutter stuttering dropout glare reflection advert ad commercial typo interruption
squeak squeaking rattle rattling hum humming buzz buzzing whine creak creaking wobble play slack leak jam clog crease wrinkle fray pilling
fluff shedding streak smear mark stain scratch dent chip crack rust mould mold limescale soot drip splash spillage condensation fog
fingerprint smudge chafing itching itch rash blister soreness ache burn tangle knot kink snag swelling nonsense fuss faff drama
calibration restriction limitation hiccup glitch bug crash error fault failure defect mistake surprise charge fine penalty surcharge
price pricing cost fee noise smell odor odour stench lag latency delay wait waiting maintenance consumption glare
distortion vibration friction risk radiation fat sugar salt sodium calorie carb crowd line queue traffic rent bill
failure error bug crash leakage shedding static hiss feedback drain tax deposit premium markup subscription upkeep
effort hassle humidity wobble flicker residue waste clutter mess pain irritation shrinkage interference dropout
turbulence lint dust smoke
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
comfort sparkle warmth stretch softness sharpness depth juice oomph flavour traction absorbency adhesion replay content legroom storage
headroom elasticity bounce charm character humour stamina
quality life lifespan resolution capacity durability performance range runtime strength storage memory selection
warranty power room space brightness contrast comfort safety value variety reach coverage accuracy speed bandwidth
clarity efficiency standard detail padding cushioning support bass protein flavor flavour portion choice option yield
suction torque grip traction legroom visibility reliability stamina endurance guarantee definition pressure output
"""
_ONE_BY_ONE = """
cheap cheaper cheapest inexpensive low-cost affordable | price pricing cost rate fee | 2.0
cheap cheaper cheapest | material plastic build quality construction feel fabric look finish zipper design button hinge
 part stitching packaging sound hardware leather paper metal foam | -2.0
expensive pricey costly steep | price pricing cost part refill cartridge repair shipping ink filter | -2.0
fair reasonable decent competitive attractive unbeatable | price pricing cost rate | 2.0
loud louder loudest | fan motor engine noise compressor machine click keyboard key dishwasher vacuum hum pump beep
 blender dryer grinder fridge cooler unit mower | -2.0
loud louder loudest | speaker volume sound alarm ringer audio ring ringtone horn music bell siren whistle | 1.8
quiet quieter faint | speaker volume alarm audio ringer ringtone horn bell siren | -1.6
hot hotter | coffee water tea food plate meal soup shower drink pizza oven grill iron | 1.5
hot hotter warm | phone battery device laptop base handle side back surface cord adapter charger case plug screen | -1.8
cold colder | beer drink ac air fridge freezer ice cooler soda wine | 1.3
cold | food coffee fry meal soup room dish plate egg burger steak | -1.8
warm warmer | jacket coat blanket glove boot lining sleeve sweater hat sock comforter | 2.0
thin thinner | material fabric plastic paper sheet wall blanket padding sole metal glass towel cushion foam lining cloth
 handle page shirt | -1.8
thin thinner slim | profile laptop design bezel phone tablet crust body | 1.3
thick thicker | padding material fabric sole cushion blanket towel glass page paper | 1.5
light lighter lightweight | weight jacket bag laptop phone frame tent racket bike stroller mouse camera | 1.5
heavy heavier | weight bag laptop phone camera stroller mouse tent | -1.6
sharp sharper sharpest crisp | blade knife picture image display screen lens focus photo print tooth | 1.9
sharp sharper | edge corner smell pain | -1.6
strong stronger | smell odor odour scent taste aftertaste chemical fume | -1.9
strong stronger | handle strap magnet build suction motor adhesive frame signal flavor coffee battery | 1.8
hard harder | mattress bed seat cushion pillow chair saddle bench | -1.6
soft softer | rubber tyre tire metal blade knife bristle screw | -1.5
dark darker | screen picture image photo display room | -1.5
short shorter | cord cable strap sleeve handle leash hose chain wire warranty season | -1.7
long longer | cord cable strap hose leash chain reach warranty | 1.3
small smaller tiny | screen button portion print font seat opening compartment pocket letter text serving type key space
 storage capacity display | -1.5
small smaller compact | footprint profile | 1.6
big bigger large larger huge generous | screen portion display storage capacity compartment pocket serving window room
 selection | 1.6
big large huge | footprint bulk gap hole | -1.6
tight tighter | seal stitching grip hold bond | 1.5
tight tighter | waist shoulder band shoe toe sleeve collar headband crotch | -1.6
loose looser | fit stitching screw handle lid button thread connection strap stitch wire knob leg joint seam | -1.9
sticky stickier | tape adhesive pad label note | 1.4
deep deeper | bass pocket sound clean color | 1.6
narrow narrower | toe seat shoe aisle opening strap foot width | -1.5
wide wider broad | range selection choice angle variety opening view strap brim | 1.6
fast faster quick quicker | drain discharge wear | -1.8
bright brighter vivid | screen display light color picture beam lamp flashlight headlight | 1.9
wet damp | floor seat foot tent sleeping inside | -1.6
dry drier dryer | meat chicken cake turkey skin bread rice steak sandwich | -1.9
dry drier | foot inside tent stuff gear clothes content | 1.6
audible noticeable visible present detectable | noise hiss hum smell odor odour glare lag delay seam
 scratch aftertaste buzz vibration | -1.8
shallow shallower | pocket drawer bowl tray shelf cup pan | -1.6
faint weak weaker | smell odor odour scent aftertaste noise | 1.2
cool cooler | handle lid base side surface case exterior laptop | 1.5
firm firmer | mattress grip hold cushion pillow seat support | 1.5
soft softer | brake pedal wood | -1.5
sensitive | sensor touchpad trackpad microphone mic screen | 1.2
low lower | resolution volume sound quality suction pressure | -1.8
high higher | price cost fee bill rent | -1.9
slow slower | drip shutter shipping delivery service charger motor | -1.8
easy easier simple simpler quick quicker | setup assembly installation cleaning cleanup | 2.0
wild sour bitter | taste aftertaste coffee flavor milk | -1.6
thick thicker | accent smoke film residue | -1.3
steep steeper | curve learning price hill | -1.6
loud louder loudest noisy | fan motor engine noise compressor machine click keyboard key dishwasher vacuum hum pump beep blender dryer
 grinder fridge cooler unit mower hinge zip velcro door drawer wheel chair floor bed spring lid kettle hood extractor fryer mixer purifier
 heater humidifier conditioner conditioning ac freezer drive bar room music neighbour street traffic crowd advert ad intro tick ticking
 switch mouse button washer cycle spin drum alert notification gear brake exhaust tyre tire valve fabric rustle wrapper | -2.0
loud louder loudest | speaker volume sound alarm ringer audio ring ringtone horn music bell siren whistle headphone earphone earbud radio
 buzzer timer doorbell call vocal guitar amp subwoofer soundbar | 1.8
quiet quieter silent soft softer faint low lower | speaker volume alarm audio ringer ringtone horn bell siren earpiece doorbell dialogue
 track video tone mic microphone narrator whistle timer buzzer vocal lecture recording voice call | -1.6
quiet quieter silent | motor fan engine machine room hotel street area neighbourhood pump compressor keyboard fridge dishwasher hood cabin
 carriage washer dryer vacuum blender drive bed hinge wheel switch mouse | 2.0
small smaller tiny short low slim minimal negligible little | footprint profile risk bezel delay lag gap queue line wait margin fee charge
 deposit bill drawback flaw error fault learning-curve cost fold weight noise file download size | 1.6
small smaller tiny | screen button portion print font seat opening compartment pocket letter text serving type key space storage capacity
 display room bathroom bed tank bin basket hole bowl cup mug bag wheel window shelf drawer fridge pan plate towel slice piece amount bottle
 jar tube battery memory selection choice menu pool gym garden desk table tray label lettering lens reservoir buttonhole hood canopy | -1.5
big bigger large larger huge generous massive ample | screen portion display storage capacity compartment pocket serving window room
 selection button tank bin basket drawer bed bath bathroom pool shelf fridge dial number font print letter key pocket bowl space canopy
 hood tray discount smile range menu opening mirror | 1.6
big bigger large larger huge massive enormous bulky | footprint bulk gap hole brick plug charger file installer queue line wait fee bill
 delay lag surcharge markup box packaging error bug mistake bezel logo crease dent scratch risk drawback flaw controller remote earbud
 adapter fold download | -1.7
long longer lengthy | wait queue line delay load time loading-time intro advert ad onboarding checkout registration form flight transfer
 process ingredient commute turnaround list restriction lecture meeting sentence chapter drying ironing cancellation | -1.5
long longer lengthy | life battery cord cable lead hose handle strap reach runtime warranty guarantee charge burn playtime lifespan
 season shelf-life flex sleeve zip range leash run stay | 1.5
short shorter brief quick | cord cable lead strap sleeve handle leash hose chain wire warranty season flex guarantee life battery runtime
 lifespan reach charge range zip tube shelf-life rope stay | -1.7
short shorter brief quick | wait queue line delay time loading duration programme cycle turnaround setup intro meeting transfer checkout
 registration drive walk curve process ramp repair flight | 1.6
heavy heavier | weight bag laptop phone camera stroller mouse tent pushchair pram iron suitcase coat boot helmet headset headphone vacuum
 lid handle body frame racket bike case drill tool shoe watch pan pot duvet door hand traffic | -1.6
heavy heavier weighty solid substantial | base bottom stand foot fabric cotton cutlery door hinge cardstock paper zip zipper hardware
 curtain bottle glass tripod knife handle buckle steel | 1.3
light lighter lightweight | weight jacket bag laptop phone frame tent racket bike stroller mouse camera touch batter sponge texture pastry
 cream suitcase pushchair coat shoe boot fabric helmet headset vacuum iron duvet action trigger steering formula gnocchi lotion | 1.5
light lighter | coverage padding key build plastic construction insulation tip door filling | -1.3
thin thinner | material fabric plastic paper sheet wall blanket padding sole metal glass towel cushion foam lining cloth handle page shirt
 sound soup sauce gravy mattress carpet coating strap cardboard plot voice bag duvet curtain door partition coverage blanket hair bass
 insulation veneer cotton wool elastic coffee card mid broth shampoo custard cream shake | -1.8
thin thinner slim slimmer | profile laptop design bezel phone tablet crust body blade edge fold lens watch waist base frame panel pancake
 crepe slice waistband | 1.4
thick thicker | padding material fabric sole cushion blanket towel glass page paper steel wall insulation door cream sauce soup gravy cut
 duvet pile carpet sponge coat cotton wool board mattress foam batter yoghurt milkshake lens-cap card stock base thread rope bristle
 cardboard coating lining rug custard | 1.6
thick thicker | accent smoke film residue bezel frame border glue seam dust layer crust rind plug | -1.4
hot hotter | phone battery device laptop base handle side back surface cord adapter charger case plug screen room carriage bus office
 controller console casing bedroom tent cabin palmrest keyboard lid exterior | -1.8
hot hotter piping | coffee water tea food plate meal soup shower drink pizza oven grill iron tap bath breakfast radiator | 1.5
cold colder freezing lukewarm tepid | food coffee fry meal soup room dish plate egg burger steak shower water tea air welcome chip toast
 pasta temperature pie bathroom cabin carriage house reception pool staff starter main | -1.8
cold colder chilled icy | beer drink ac fridge freezer ice cooler soda wine pint lemonade smoothie gin compartment juice milk | 1.5
warm warmer | jacket coat blanket glove boot lining sleeve sweater hat sock comforter welcome duvet tone sound colour bath room slipper
 fleece bread reception light lighting glow staff wool throw scarf host mitten voice colour color greeting | 2.0
warm warmer | beer wine drink fridge soda gin pint white salad water phone laptop battery charger milk juice | -1.8
sharp sharper sharpest crisp | blade knife picture image display screen lens focus photo print tooth text resolution writing dialogue wit
 detail graphic contrast razor edge-retention cut tailoring editing cheddar cheese scissors script humour humor | 1.9
sharp sharper | edge corner smell pain tone waiter staff sommelier treble seam tag label zip high rim spike receptionist plastic burr | -1.6
strong stronger | smell odor odour scent taste aftertaste chemical fume wind draught accent stench whiff headwind glue-smell | -1.9
strong stronger | handle strap magnet build suction motor adhesive frame signal flavor flavour coffee battery glue zip fabric seam cast
 character performance hold grip thread plot story rope hinge lens clasp box stitching bag hook tea lock elastic | 1.8
hard harder firm firmer | mattress bed seat cushion pillow chair saddle bench butter bread sofa plastic heel insole bristle sole floor
 toothbrush avocado pear water | -1.6
hard harder tough tougher | coating shell case crystal steel glass exterior surface floor screen enamel | 1.4
hard harder | puzzle level boss question game rule manual button clasp lid cap lever trigger | -1.4
firm firmer | mattress grip hold cushion pillow seat support foam handshake press button insole clasp closure tofu bounce | 1.5
soft softer | rubber tyre tire metal blade knife bristle-edge screw brake pedal wood picture photo focus image lens edge corner crust
 biscuit cracker apple tone ring bread-crust steel gold key button | -1.5
soft softer | fabric cotton wool blanket towel sheet bed mattress pillow cushion leather lining bristle fleece skin hair fur pad tip glove
 sock robe carpet rug seat padding roll bread glow light lighting material velvet cashmere silk texture yarn bedding duvet sole insole
 waistband strap brush toy plush jumper sweater hoodie throw sofa tissue paper pillowcase | 1.9
dark darker | screen picture image photo display room hallway corridor lobby stairwell bathroom video scene interior car-park print shade
 foundation | -1.5
dark darker rich richer deep deeper | chocolate roast ale humour colour color wood flavour flavor tone | 1.3
tight tighter | seal stitching grip hold bond plot script editing tolerance screw weave knit lid joint gunplay control schedule seam fit
 handling security story steering lock cap closure turn pacing rhythm | 1.5
tight tighter | waist shoulder band shoe toe sleeve collar headband crotch space legroom neck cuff budget deadline strap elastic seat
 parking boot waistband armhole calf thigh chest hip bust mask parking-space hood legging | -1.6
loose looser | fit stitching screw handle lid button thread connection strap stitch wire knob leg joint seam tooth plug hinge wheel cap
 bolt clasp plotting back stone tile doorknob elastic clip setting steering | -1.9
loose looser | cut drape dress shirt trouser top jumper tunic leaf weave pyjama | 1.3
stiff stiffer | brush bristle frame leg peak collar-stay tripod spring suspension card cardboard board sole | 1.2
stiff stiffer | lever hinge zip button collar leather fabric knob dial drawer lid key switch strap handle neck trigger acting clasp catch
 pedal brake mattress denim trigger gear wheel cap latch buckle jean sleeve | -1.7
deep deeper | pocket bass sound colour color clean drawer tray black shelf bath sleep sink seat bowl knowledge flavour flavor massage
 conditioning red groove pan tread | 1.7
deep deeper | scratch gouge dent crack cut wrinkle discount-no | -1.7
shallow shallower | pocket drawer bowl tray shelf cup pan pool plot character bath lid plate groove tread | -1.6
narrow narrower | toe seat shoe aisle opening strap foot width neck shaft bed corridor staircase bathroom boot parking lane mouth | -1.5
narrow narrower slim | wheelbase profile frame footprint base bezel | 1.3
wide wider broad broader | range selection choice angle variety opening view strap brim seat aisle mouth neck screen choice armrest bed
 soundstage knowledge appeal spread | 1.6
wide wider | gap toe crack | -1.4
fast faster quick quicker speedy rapid | drain discharge wear clock watch credit | -1.8
slow slower sluggish | drip shutter shipping delivery service charger motor lift wifi wi-fi internet connection story start pace pacing
 reply refund response waiter app menu loading checkout delivery kitchen start-up boot processor wheel zoom | -1.8
bright brighter vivid | screen display light color colour picture beam lamp flashlight headlight bulb room led torch yellow red kitchen | 1.9
high higher highest | price cost fee bill rent charge noise failure rate-of-failure heel tax premium mortgage calorie humidity latency
 ping consumption deposit surcharge temperature-no salt sugar fat | -1.9
high higher highest | quality standard ceiling resolution success accuracy score marks waist rise count neckline pressure energy spec
 thread detail production mileage yield speed definition torque end | 1.7
low lower lowest | price cost fee bill rent noise heel consumption maintenance latency odour odor smell calorie fat sugar salt vibration
 step emission running charge premium volume-no entry deposit floor tar risk temperature power-consumption energy-use threshold fare | 1.7
low lower lowest | resolution volume sound quality suction pressure stake energy ceiling water-pressure battery light-output success
 morale output count standard wattage capacity brightness spec score mileage | -1.8
few fewer | commercial advert ad error bug fault complaint dropout typo glitch crash jam interruption calorie ingredient scratch mistake
 side-effect | 1.7
few fewer | joke page option pocket port shade choice feature level channel size photo picture recipe prawn topping socket seat staff | -1.6
many numerous frequent countless endless | error bug restriction advert ad charge fault problem crash typo glitch cut queue interruption
 dropout flaw mistake commercial fee update | -1.8
many numerous countless endless | option feature choice pocket level setting channel shade size flavour flavor topping port replay
 possibility value variety recipe | 1.6
simple plain basic | plot story character decor design food | -0.8
simple simpler straightforward | rule setup menu control instruction interface assembly installation layout recipe process checkout | 1.9
dry drier | cellar tent foot sock inside gear nappy interior content powder bag skin-inside wit humour humor fabric wine | 1.5
dry drier dryer | meat chicken cake turkey skin bread rice steak sandwich scone lecture prose burger biscuit muffin pork hair roast lip
 ink glue paint pen | -1.9
rough rougher | seam edge fabric towel finish skin surface paper handle ride weld sheet stitching sea | -1.7
smooth smoother | ride finish action surface zip gear drawer wheel sheet texture edge handle sauce glide shift blade-no | 1.8
smooth | sole tyre tread tire | -1.2
flat flatter | tyre tire battery beer cola soda tone character lemonade vocal bass sound performance pillow champagne fizz plot dialogue
 hair humour | -1.7
flat flatter | heel packaging surface base screen pack fold stomach | 0.8
fresh fresher | fish bread air milk fruit salad vegetable scent ingredient salsa herb sushi taste coffee bean pasta | 2.2
old older stale tired | joke decor furniture mattress carpet bread stock biscuit material plot idea | -1.5
cheap cheaper cheapest | material plastic build quality construction feel fabric look finish zipper design button hinge part stitching
 packaging sound hardware leather paper metal foam lid lens cap handle strap case key box zip frame leg wheel cable controller remote
 display stand decor furniture perfume smell lace buckle clasp screw wine wood glass veneer cover stone | -2.0
cheap cheaper cheapest inexpensive low-cost affordable | price pricing cost rate fee refill ink part running delivery shipping postage
 fare subscription ticket menu cartridge repair spare | 2.0
expensive pricey costly steep hefty exorbitant | price pricing cost part refill cartridge repair shipping ink filter fee bill postage
 subscription delivery pod capsule menu wine drink parking tag | -2.0
hefty | base handle frame door | 1.0
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
    for entry in _ONE_BY_ONE.replace("\n ", " ").strip().split("\n"):
        words, described, value = entry.split("|")
        for word in words.split():
            for attribute in _stems(described):
                yield word_hash(word), attribute, float(value)


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
