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
