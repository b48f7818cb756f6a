"""Attributes that belong to every category, and properties that make a part an attribute.

`sleeve` + `thickness` gives the attribute "sleeve thickness": that is how the long tail is made, since
nobody writes two thousand attributes by hand and real vocabularies look just like that.
"""

from __future__ import annotations

from instead.lab.world.world_catalogue import attributes

SHARED = attributes("""
price, cost, prices* : low, fair, reasonable, unbeatable / high, steep, outrageous, unreasonable / high, steep
quality, build quality : high, top, outstanding / low, cheap, shoddy / low
design, styling : sleek, modern, stylish, clever / ugly, dated, clumsy / fussy
delivery, shipping : fast, quick, prompt / slow, long, late / slow
durability, lifespan : long, impressive, remarkable / short, limited / short
packaging, package : sturdy, tidy, secure / flimsy, wasteful, damaged / flimsy
customer service, support, service : friendly, helpful, quick / slow, rude, useless / slow
color, colour, colors* : bright, rich, lovely, beautiful / dull, faded, ugly / dull, bright
instructions*, manual, directions* : clear, simple, helpful / confusing, vague, useless / vague, short
""")

# Of a part. The words must fit any part: "hinge finish" is clean, "lid finish" is clean.
PROPERTIES = {
    line.name: line
    for line in attributes("""
tension : firm, even, right / loose, uneven / tight, loose
texture : pleasant, smooth, fine / rough, sticky, slippery / rough, slippery
finish : clean, smooth, even / uneven, scratched, rough / glossy, rough
alignment : precise, exact, accurate / crooked, sloppy, off-center
thickness : right, generous, even / uneven, thin, inadequate / thin
stiffness : right, pleasant / excessive, annoying / high, low
coating : tough, even, durable / thin, patchy, flaky / thin
stitching : neat, tight, strong / loose, sloppy, uneven / loose
fit : snug, precise, secure / loose, sloppy, tight / loose, tight
width : generous, right, ample / narrow, inadequate / narrow
length : generous, right, ample / short, inadequate / short, long
depth : generous, right, ample / shallow, inadequate / shallow
noise : low, faint, unobtrusive / loud, annoying, constant / loud
seal : tight, reliable, clean / leaky, loose, unreliable / loose
flexibility : impressive, pleasant, high / limited, low / low
strength : impressive, high, reassuring / low, doubtful / low
weight : light, low, balanced / heavy, excessive / heavy
placement : logical, handy, clever / awkward, silly, inconvenient / low, high
angle : right, comfortable, adjustable / awkward, steep, wrong / steep
height : right, comfortable, adjustable / wrong, awkward / low, high
shape : elegant, ergonomic, pleasing / awkward, odd, clumsy / bulky
response : quick, crisp, instant / slow, sluggish, delayed / slow
grip : firm, secure, strong / slippery, loose / loose
labeling : clear, readable, sharp / faint, tiny, unreadable / small, faint
adhesion : strong, lasting, reliable / weak, uneven, short-lived / weak
padding : thick, soft, generous / thin, hard, flat / thin
size : right, compact, handy / awkward, bulky, wrong / small, big
feel : pleasant, premium, smooth / cheap, plasticky, unpleasant / cheap
sturdiness : impressive, reassuring / doubtful, low / low
action : smooth, crisp, light / stiff, jerky, rough / stiff
travel : short, smooth, right / long, uneven / long
brightness : high, even, pleasant / low, uneven, harsh / low
material : tough, soft, premium / cheap, flimsy, thin / thin
design : clever, elegant, practical / clumsy, silly, impractical / fussy
surface : smooth, clean, even / scratched, rough, greasy / rough
position : handy, logical, right / awkward, wrong / low, high
rigidity : reassuring, high, impressive / low, doubtful / low
""")
}

# Properties that only some parts have: a spring has tension, a label has none. The others fit all parts.
ONLY_OF = {
    "tension": "hinge spring strap clip clamp elastic band arm lever cord screw hook ring braid",
    "stitching": "strap seam hem flap lining pocket leather lining cuff piping edge pouch",
    "noise": "fan motor roller caster spring hinge wheel ratchet ballast amplifier key compressor",
    "seal": "gasket lid cap valve hose rim flap cover visor nozzle tray door spout",
    "response": "button key switch sensor panel remote touch control rocker pedal dial digitizer",
    "action": "button lever hinge latch switch trigger knob slide slider pin buckle clip zipper clasp",
    "travel": "button key lever switch slider trigger rocker",
    "adhesion": "adhesive tape pad label velcro strip film layer tab backing patch",
    "padding": "strap pad cushion lining headrest armrest seat foam liner belt headband cover roll",
    "labeling": "button key dial port gauge scale bottle switch control spine label jug level",
    "grip": "handle barrel clamp clip tip foot pad jaw claw knob cup cap hook ring cradle section",
    "brightness": "led light backlight diode display gauge indicator flashlight lens screen ring",
    "coating": "plate shell frame barrel blade handle rotor bracket bolt pin weld tube arm leg post tray key",
    "flexibility": "cord cable wire sleeve strap hose neck arm gooseneck jacket braid ribbon lead band boom",
}


def fits(part: str, name: str) -> bool:
    """Whether a part has this property."""
    return name not in ONLY_OF or not set(part.split()).isdisjoint(ONLY_OF[name].split())
