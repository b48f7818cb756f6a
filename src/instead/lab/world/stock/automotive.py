# ruff: noqa: E501 - lists of words are easier to read in one line
"""Things for the car. Parts meet the properties of `shared` to make the long tail."""

from __future__ import annotations

from instead.lab.world.stock.shared import SHARED
from instead.lab.world.world_catalogue import Catalogue, category

ROOT = "Automotive > "

SHOP = Catalogue("automotive", SHARED, (
    category("WIPE", ROOT + "Exterior Accessories > Wiper Blades", "wiper blades*", (8, 45),
        kinds="Beam Wiper Blade, Winter Wiper Blade, Rear Wiper Blade, Hybrid Wiper Blade",
        uses="in heavy rain, on my pickup, all winter", goes_with="WASH, LITE",
        parts="rubber edge, adapter, spoiler, frame, end cap, pivot, hook, locking tab, squeegee, spring arm, claw",
        about="""
wiping, streaks* : clean, minimal / streaky, annoying, smeary
installation, fitting : easy, simple, quick / tricky, confusing, difficult / tricky
noise, chatter : low, minimal / loud, squeaky, annoying / loud
rubber : soft, durable, fresh / brittle, torn, hard / hard
fit, attachment : snug, secure, right / loose, wrong, wobbly / loose
visibility : clear, perfect / blurry, poor / low
frame : sturdy, flexible / rusty, flimsy, stiff / stiff
adapter, adapters* : right, handy / confusing, missing, fragile / small
"""),
    category("LITE", ROOT + "Lights & Lighting > Bulbs", "bulbs*", (7, 90),
        kinds="LED Headlight Bulb, Halogen Headlight Bulb, Interior LED Bulb, Fog Light Bulb",
        uses="on dark country roads, in my old sedan, on my motorcycle", goes_with="WIPE, ELEC",
        parts="base, ballast, cooling fan, wire lead, connector, lens, retaining ring, diode, filament, socket, dust cap",
        about="""
brightness, light output : high, impressive, strong / dim, low, uneven / dim, bright
beam pattern, beam : focused, wide, even / scattered, blinding, patchy / narrow
light color, tint : white, crisp, natural / yellowish, bluish, mismatched / blue
installation : easy, quick, plug-and-play / difficult, tight, tedious / difficult
fan, cooling : quiet, effective / loud, weak, dead / loud
fit : perfect, exact, snug / loose, tight, wrong / tight
wiring, wires* : sturdy, tidy / thin, short, messy / short, thin
warranty : generous, honest / useless, short / short
"""),
    category("WASH", ROOT + "Car Care > Washing & Waxes", "wax kit", (6, 60),
        kinds="Carnauba Wax, Wash and Wax Shampoo, Ceramic Spray, Detailing Kit, Clay Bar Kit",
        uses="on my black truck, every other weekend, before car shows", goes_with="TOWE, INTE",
        parts="applicator pad, bottle, spray nozzle, foam pad, tin lid, clay bar, trigger, cap, bucket insert",
        about="""
shine, gloss : deep, brilliant, wet-looking / dull, hazy, faint / dull
application, spreading : easy, quick, smooth / tedious, streaky, difficult / tedious
scent, smell : pleasant, fresh, fruity / strong, chemical, nasty / strong
residue, white residue : minimal, little / stubborn, chalky, annoying / stubborn
water beading, beading : impressive, tight, lasting / weak, short-lived / weak
protection : lasting, strong / short, weak / short
nozzle, sprayer : even, sturdy / leaky, clogged, broken / weak
foam, suds* : thick, rich / thin, watery / thin
"""),
    category("TOWE", ROOT + "Car Care > Towels & Cloths", "towels*", (6, 40),
        kinds="Microfiber Towel Pack, Drying Towel, Waffle Weave Towel, Wash Mitt",
        uses="for drying the car, on windows, in the garage", goes_with="WASH",
        parts="edge, seam, weave, hem, tag, fiber, cuff, corner",
        about="""
absorbency : high, impressive, thirsty / low, disappointing / low
softness : plush, lasting / scratchy, short-lived
lint : minimal, little / constant, annoying, excessive
thickness : plush, generous / thin, cheap / thin
edges*, hem : soft, silk-like / hard, scratchy, frayed / hard
size : generous, large, handy / small, tiny / small
scratches*, swirl marks* : rare, minimal / visible, ugly
washing, laundering : easy, simple / tricky, difficult
"""),
    category("FLOO", ROOT + "Interior > Floor Mats", "floor mats*", (18, 160),
        kinds="All Weather Floor Mats, Carpet Floor Mats, Rubber Floor Mats, Cargo Liner",
        uses="through a muddy winter, with two dogs, in my work van", goes_with="SEAT, INTE",
        parts="heel pad, ridge, anchor hook, nib, carpet pile, edge binding, backing, channel, rim, logo plate",
        about="""
fit, coverage : exact, full, perfect / loose, partial, wrong / small
rubber, material : thick, flexible, tough / thin, stiff, brittle / thin
smell, odor : faint, neutral / strong, chemical, awful / strong
cleaning, clean-up : easy, quick / difficult, tedious
grip, anti-slip : firm, secure / slippery, sliding, weak / slippery
ridges*, lip : high, deep, effective / shallow, low, useless / low
edges*, corners* : flat, neat / curled, rough, frayed
carpet, pile : plush, dense, soft / thin, matted / thin
"""),
    category("SEAT", ROOT + "Interior > Seat Covers", "seat covers*", (20, 190),
        kinds="Universal Seat Covers, Leatherette Seat Covers, Neoprene Seat Covers, Pet Seat Cover",
        uses="with kids in the back, in my hunting truck, on the dog's favorite seat", goes_with="FLOO",
        parts="elastic strap, hook, zipper, headrest cover, piping, foam layer, side flap, buckle, stitch line, airbag seam",
        about="""
fit : snug, tight, tailored / loose, baggy, wrong / loose, tight
fabric, material : soft, thick, tough / thin, scratchy, stretchy / thin
installation : easy, quick, simple / difficult, long, exhausting / difficult
straps*, hooks* : strong, long, handy / weak, short, fragile / short
stitching, seams* : neat, strong / loose, torn, sloppy / loose
comfort : lasting, wonderful / sweaty, unpleasant
waterproofing : reliable, full / leaky, useless / weak
headrest covers*, headrest cover : snug, neat / baggy, small / tight
"""),
    category("OILS", ROOT + "Oils & Fluids > Motor Oils", "oil", (6, 60),
        kinds="Full Synthetic Motor Oil, High Mileage Oil, Gear Oil, Two-Stroke Oil",
        uses="in my old wagon, at every change, in the lawn mower too", goes_with="FILT",
        parts="bottle, spout, cap, jug handle, foil seal, level window, label",
        about="""
viscosity : stable, right, consistent / thin, inconsistent / thick, thin
engine noise, noise : low, reduced / loud, unchanged / loud
mileage, fuel economy : improved, high / lower, unchanged / low
bottle, jug : handy, sturdy / leaky, dented, clumsy / flimsy
spout, pouring : clean, easy / messy, splashy / narrow
protection, wear protection : lasting, strong / doubtful, weak
cold start, cold starts* : smooth, easy, quiet / rough, noisy, slow / rough
smell : faint, neutral / burnt, strong / strong
"""),
    category("FILT", ROOT + "Replacement Parts > Filters", "filter", (5, 70),
        kinds="Engine Air Filter, Cabin Air Filter, Oil Filter, Washable Filter",
        uses="in my minivan, twice a year, instead of the dealer's", goes_with="OILS, WIPE",
        parts="pleat, gasket, frame, mesh, housing tab, end plate, bypass valve, rubber rim, media",
        about="""
fit : perfect, exact, snug / loose, tight, wrong / tight, big
airflow : strong, improved, free / restricted, weak / low
gasket, seal : tight, thick, soft / leaky, thin, hard / thin
filtration, dust filtration : fine, effective / coarse, poor / coarse
installation, replacement : easy, quick / tricky, awkward / tricky
pleats*, media : dense, even, deep / sparse, uneven, thin / thin
cabin smell, odor : fresh, neutral / musty, stale / strong
frame, housing : rigid, sturdy / flimsy, warped / flimsy
"""),
    category("BRAK", ROOT + "Replacement Parts > Brakes", "brake pads*", (18, 180),
        kinds="Ceramic Brake Pads, Semi-Metallic Brake Pads, Drilled Rotor, Brake Kit",
        uses="on my commuter, for towing, on mountain roads", goes_with="TOOL, OILS",
        parts="shim, pad, rotor edge, caliper bracket, wear sensor, clip, backing plate, guide pin, boot, vane",
        about="""
stopping power, braking : strong, smooth, immediate / weak, slow, grabby / weak
noise, squeal : low, absent / loud, constant, annoying / loud
dust, brake dust : minimal, low / excessive, black, heavy / heavy
pedal feel, pedal : firm, smooth / spongy, soft, grabby / soft
wear, pad life : slow, even, long / fast, uneven, short / fast, short
hardware, clips* : complete, sturdy / missing, rusty, wrong / soft
vibration, pulsation : absent, minimal / strong, annoying
fit : exact, perfect / tight, wrong, loose / tight
"""),
    category("TOOL", ROOT + "Tools & Equipment > Hand Tools", "tool set", (8, 150),
        kinds="Socket Set, Torque Wrench, Trim Removal Tools, Oil Filter Wrench, Impact Socket Set",
        uses="in my home garage, on the trail, for weekend repairs", goes_with="BRAK, OILS",
        parts="ratchet, socket, handle, latch, foam tray, hinge, extension bar, chrome layer, scale, jaw, adjuster",
        about="""
handle, grip : comfortable, thick, ergonomic / slippery, short, hard / short, slippery
steel, metal : hard, tough, strong / soft, brittle, rusty / soft
ratchet, ratcheting : smooth, fine, strong / jerky, coarse, slipping / coarse
accuracy, calibration : precise, high, exact / low, inaccurate, doubtful / low
case, storage case : sturdy, tidy, handy / flimsy, loose, cracked / flimsy
markings*, numbers* : clear, readable, engraved / faint, tiny, unreadable / small
sockets*, socket fit : tight, exact / loose, sloppy, rounded / loose
weight : light, balanced / heavy, clumsy / heavy
"""),
    category("ELEC", ROOT + "Electronics > Dash Cameras", "dash cam", (35, 260),
        kinds="Full HD Dash Camera, Dual Dash Camera, Mirror Dash Camera, Compact Dash Camera",
        uses="on my commute, for ride sharing, on road trips", goes_with="LITE, INVE",
        parts="lens, suction cup, bracket, power cord, screen bezel, memory slot, button row, sensor, adhesive pad, speaker",
        about="""
video quality, picture, video : sharp, clear, detailed / blurry, grainy, washed-out / dark
night vision, night recording : clear, impressive / dark, grainy, useless / dark
screen, display : bright, readable / tiny, dim, glaring / small
mount, suction : firm, sturdy, secure / weak, wobbly, loose / weak
menu, settings* : simple, logical / confusing, clumsy / complicated
loop recording, recording : reliable, seamless / unreliable, choppy
parking mode, motion detection : sensitive, reliable / buggy, useless / sensitive
cable, power cable : long, thin / short, stiff / short
viewing angle, field of view : wide, generous / narrow, limited / narrow
"""),
    category("INVE", ROOT + "Tools & Equipment > Jump Starters", "jump starter", (40, 220),
        kinds="Portable Jump Starter, Battery Charger, Trickle Charger, Power Inverter",
        uses="in freezing weather, for the boat, as an emergency backup", goes_with="ELEC, TOOL",
        parts="clamp, jumper lead, status light, air hose, power switch, carry handle, fuse holder, gauge, outlet, fan grille",
        about="""
power, cranking power : strong, impressive, sufficient / weak, insufficient / weak
clamps*, clips* : strong, heavy-duty, insulated / weak, flimsy, small / small
charge, charge retention : lasting, long / short, disappointing / short
cables*, leads* : long, thick / short, thin, stiff / short
fan, fan noise : quiet, low / loud, constant / loud
display, gauge : readable, accurate / dim, inaccurate / dim
compressor, air compressor : quick, strong / slow, loud, weak / slow
size, weight : compact, light / heavy, bulky / heavy, bulky
"""),
    category("TIRE", ROOT + "Tires & Wheels > Tire Care", "tire gauge", (6, 120),
        kinds="Digital Tire Gauge, Portable Air Compressor, Tire Repair Kit, Valve Caps",
        uses="before long trips, on our motorcycles, on the trailer", goes_with="TOOL",
        parts="nozzle, hose, chuck, bleed valve, dial, backlight, battery door, bezel, rubber guard, plug tool",
        about="""
accuracy, readings* : precise, consistent, exact / erratic, inconsistent, random
display, screen : bright, readable, lit / dim, tiny / dim, small
hose : long, flexible / short, stiff, leaky / short
nozzle, chuck : tight, sturdy / leaky, loose / loose
inflation speed, speed : fast, quick / slow, endless / slow
batteries*, battery : long-lived, strong / weak, dead / weak
noise : low, bearable / loud, deafening / loud
plugs*, plug : strong, lasting / leaky, weak / thin
"""),
    category("INTE", ROOT + "Interior > Organizers", "organizer", (9, 70),
        kinds="Trunk Organizer, Back Seat Organizer, Console Tray, Visor Organizer, Cup Holder Insert",
        uses="for groceries, with toddlers, for my tools, on family trips", goes_with="FLOO, SEAT",
        parts="divider, velcro strip, side wall, carry handle, mesh pocket, base plate, snap, strap, lid, bottom pad",
        about="""
pockets*, compartments* : roomy, handy, plentiful / small, useless, saggy / small
straps*, strap : adjustable, strong / short, flimsy, loose / short
walls*, sides* : stiff, sturdy / floppy, thin, saggy / thin
velcro : strong, grippy / weak, useless / weak
capacity, space : ample, generous / limited, small / small
folding, collapsing : easy, flat, quick / awkward, stiff
material, fabric : tough, thick / thin, cheap / thin
bottom, base : stiff, non-slip / floppy, slippery / thin
"""),
    category("TOWI", ROOT + "Exterior Accessories > Towing", "hitch", (15, 320),
        kinds="Ball Mount, Hitch Receiver, Trailer Wiring Kit, Hitch Lock, Bike Rack",
        uses="for our boat, with the camper, for four bikes", goes_with="LITE, TOOL",
        parts="pin, receiver tube, ball, chain loop, weld, bolt, bracket, safety clip, lock core, rubber cap, arm",
        about="""
strength, capacity : impressive, high, reassuring / doubtful, low / low
welds*, weld : clean, solid, thick / sloppy, thin, cracked / thin
installation, bolt-on : easy, straightforward, quick / difficult, exhausting, misaligned / difficult
coating, paint, powder coat : tough, even, thick / thin, flaky, scratched / thin
hardware, bolts* : complete, strong / missing, soft, rusty / short
lock, key : smooth, secure / stiff, rusty, flimsy / stiff
rattle, play : absent, minimal / constant, annoying, excessive
wiring, harness : complete, long / short, confusing, thin / short
"""),
    category("MOTO", ROOT + "Motorcycle > Protective Gear", "helmet", (30, 280),
        kinds="Full Face Helmet, Modular Helmet, Half Helmet, Off-Road Helmet",
        uses="on my cruiser, on long tours, for dirt riding", goes_with="TIRE",
        parts="visor, chin strap, vent slider, cheek pad, liner, buckle, chin bar, shield hinge, neck roll, peak, sun shade",
        about="""
fit, sizing : snug, true, comfortable / tight, loose, wrong / tight, small
visor, shield : clear, quick-release, scratch-free / foggy, scratched, stiff / thin
ventilation, vents* : cool, strong, adjustable / weak, stuffy, noisy / weak
wind noise, noise : low, muted / loud, deafening / loud
padding, liner : soft, removable, plush / hard, itchy, thin / thin
weight : light, balanced / heavy, tiring / heavy
strap, chin strap, buckle : quick, secure, soft / stiff, awkward, short / short
paint, graphics* : glossy, deep, gorgeous / chipped, cheap, thin / thin
"""),
    category("AUDI", ROOT + "Electronics > Car Audio", "car stereo", (25, 320),
        kinds="Car Stereo Receiver, Coaxial Speakers, Amplifier, Subwoofer, Bluetooth Adapter",
        uses="in my old coupe, for podcasts, on the way to work", goes_with="ELEC",
        parts="faceplate, knob, wiring harness, trim ring, mounting sleeve, rear input, remote, antenna plug, display bezel, mic",
        about="""
sound, sound quality, audio : clear, rich, crisp / tinny, distorted, muddy / tinny
bass : deep, tight, punchy / weak, boomy, muddy / boomy
bluetooth, pairing : quick, stable / slow, choppy, buggy / slow
display, screen : bright, readable / dim, washed-out, glaring / dim, bright
installation, wiring : easy, straightforward / complicated, confusing / complicated
radio, reception, tuner : strong, clear / weak, staticky / weak
knob, buttons*, controls* : responsive, handy / tiny, stiff, fiddly / small
power, output : high, clean, impressive / low, exaggerated / low
"""),
    category("BODY", ROOT + "Exterior Accessories > Covers & Trim", "car cover", (10, 190),
        kinds="All Weather Car Cover, Chrome Trim Strip, Window Visor, Bug Deflector, Mirror Cover",
        uses="outside all year, in the desert sun, under a tree full of birds", goes_with="WASH",
        parts="elastic hem, tape strip, mirror pocket, buckle strap, grommet, edge trim, inner fleece, storage bag, clip",
        about="""
fit : snug, exact, perfect / loose, short, baggy / tight, loose
waterproofing, rain protection : reliable, full / leaky, useless / weak
adhesive, tape : strong, lasting / weak, useless, messy / weak
material, fabric : thick, soft, tough / thin, noisy, brittle / thin
straps*, buckles* : sturdy, long / short, flimsy / short
wind resistance : reliable, strong / poor, doubtful / low
uv resistance, sun protection : lasting, strong / short, weak / low
lining, fleece : soft, thick / scratchy, thin / thin
"""),
))  # fmt: skip
