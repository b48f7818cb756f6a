"""Attributes that belong to every category, and properties that make a part an attribute.

`sleeve` + `thickness` gives the attribute "sleeve thickness": that is how the long tail is made, since
nobody writes two thousand attributes by hand and real vocabularies look just like that.
"""

from __future__ import annotations

from instead.world.catalogue import attributes

SHARED = attributes("""
price, cost, prices* : low, fair, reasonable, unbeatable / high, steep, outrageous, unreasonable / high, steep
quality, build quality : high, top, outstanding / low, cheap, shoddy / low
design, look : sleek, modern, stylish, clever / ugly, dated, clumsy / fussy
delivery, shipping : fast, quick, prompt / slow, long, late / slow
durability, lifespan : long, impressive, remarkable / short, limited / short
packaging, package : sturdy, tidy, secure / flimsy, wasteful, damaged / flimsy
customer service, support, service : friendly, helpful, quick / slow, rude, useless / slow
color, colour, colors* : bright, rich, lovely, beautiful / dull, faded, ugly / dull, bright
instructions*, manual, directions* : clear, simple, helpful / confusing, vague, useless / vague, short
""")

# Of a part. The words must fit any part: "hinge tension" is firm, "lid tension" is firm.
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
spacing : even, generous, logical / cramped, uneven / tight
noise : low, faint, unobtrusive / loud, annoying, constant / loud
smell : neutral, faint, pleasant / strong, nasty, chemical / strong
seal : tight, reliable, clean / leaky, loose, unreliable / loose
clearance : generous, ample, right / tight, inadequate / tight
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
hardness : right, impressive / inadequate, excessive / soft
balance : right, pleasant, even / awkward, uneven
padding : thick, soft, generous / thin, hard, flat / thin
size : right, compact, handy / awkward, bulky, wrong / small, big
feel : pleasant, premium, smooth / cheap, plasticky, unpleasant / cheap
sturdiness : impressive, reassuring / doubtful, low / low
action : smooth, crisp, light / stiff, jerky, rough / stiff
travel : short, smooth, right / long, uneven / long
range : wide, generous, long / short, limited / short
brightness : high, even, pleasant / low, uneven, harsh / low
tolerance : tight, precise, exact / loose, sloppy / loose
material : tough, soft, premium / cheap, flimsy, thin / thin
mechanism : clever, smooth, reliable / fiddly, fragile, stiff / fiddly
cover : sturdy, snug, handy / flimsy, loose, thin / thin
design : clever, elegant, practical / clumsy, silly, impractical / fussy
surface : smooth, clean, even / scratched, rough, greasy / rough
position : handy, logical, right / awkward, wrong / low, high
rigidity : reassuring, high, impressive / low, doubtful / low
""")
}
