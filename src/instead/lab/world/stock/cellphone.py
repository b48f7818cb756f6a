# ruff: noqa: E501 - lists of words are easier to read in one line
"""Phones and what belongs to them. Parts meet the properties of `shared` to make the long tail."""

from __future__ import annotations

from instead.lab.world.stock.shared import SHARED
from instead.lab.world.world_catalogue import Catalogue, category

ROOT = "Cell Phones & Accessories > "

SHOP = Catalogue("cellphone", SHARED, (
    category("CASE", ROOT + "Cases > Basic Cases", "case", (5, 45),
        kinds="Slim Case, Hard Shell Case, Bumper Case, Clear Case, Armor Case, Silicone Case",
        uses="every day, at work, on construction sites, with a clumsy toddler around", goes_with="SCRN, CHRG",
        parts="corner, lip, button cutout, bumper, back plate, camera cutout, shell, kickstand, rubber frame, port flap, inner lining, clip",
        about="""
protection, drop protection : reliable, strong, reassuring / weak, doubtful / weak
fit : snug, precise, tight / loose, sloppy, wrong / loose, tight
buttons*, button : responsive, easy, clicky / stiff, hard, mushy / stiff, hard
grip : firm, secure, comfortable / slippery, sticky / slippery
material, plastic, rubber : tough, soft, thick / thin, flimsy, brittle / thin
bulk, size : slim, minimal / bulky, excessive / bulky
cutouts*, cut-outs* : precise, clean, generous / sloppy, misaligned, tight / small
edges*, corners* : raised, smooth, rounded / sharp, rough, low / sharp
"""),
    category("WALL", ROOT + "Cases > Wallet Cases", "wallet case", (8, 50),
        kinds="Leather Wallet Case, Folio Case, Flip Case, Card Holder Case",
        uses="instead of a purse, on nights out, when travelling", goes_with="SCRN, CHRG",
        parts="magnet, flap, card slot, money pocket, hinge, stand fold, strap, spine, clasp, id window, leather edge",
        about="""
leather, material : soft, genuine, thick / fake, stiff, peeling / stiff
card slots*, slots*, slot : handy, roomy, plentiful / loose, tight, cramped / tight, loose
magnet, closure, clasp : strong, secure, handy / weak, loose, flimsy / weak
stand, kickstand : handy, stable, useful / wobbly, useless / wobbly
stitching, seams* : neat, strong / loose, frayed, crooked / loose
strap, wrist strap : sturdy, handy / flimsy, short, cheap / short
thickness, bulk : slim, thin / bulky, thick / thick
smell, odor : faint, pleasant / strong, chemical, nasty / strong
"""),
    category("SCRN", ROOT + "Screen Protectors", "screen protector", (4, 25),
        kinds="Tempered Glass, Matte Screen Protector, Privacy Film, Clear Film",
        uses="on my new phone, on my old phone, on my daughter's phone", goes_with="CASE",
        parts="adhesive layer, glass edge, film, alignment tray, speaker cutout, corner edge, wipe, squeegee, backing sheet, home button cutout",
        about="""
clarity, visibility : crystal, high, sharp / cloudy, hazy, grainy / dark
installation, application : easy, simple, quick / difficult, tricky, frustrating / difficult
bubbles*, air bubbles* : rare, small / stubborn, huge, constant / stubborn
scratch resistance : strong, reliable / weak, low / low
touch sensitivity, sensitivity : responsive, unchanged, smooth / sluggish, patchy, low / low
adhesive, glue : strong, even / weak, uneven, sticky / weak
fingerprints*, smudges* : few, invisible / visible, constant, annoying / visible
glare : low, reduced / strong, annoying / strong
"""),
    category("CHRG", ROOT + "Chargers > Wall Chargers", "charger", (6, 40),
        kinds="Dual USB Wall Charger, Travel Charger, Fast Wall Charger, Compact Charger",
        uses="next to my bed, in hotels, at the office", goes_with="CABL, CASE",
        parts="prong, plug, led indicator, housing, usb port, folding pin, cord, strain relief, adapter, contact",
        about="""
charging speed, speed : fast, quick, high / slow, low / slow
cord, cable : long, sturdy, thick / short, thin, frayed / short
heat, temperature : low, cool / hot, excessive, alarming / hot
plug, prongs* : foldable, sturdy, tight / loose, bent, fragile / loose
ports*, usb port : tight, handy, powerful / loose, dead, slow / loose
size : compact, small, handy / bulky, big / big
light, led : subtle, handy, dim / bright, annoying, blinding / bright
compatibility : wide, broad, full / limited, poor / limited
"""),
    category("CARC", ROOT + "Chargers > Car Chargers", "car charger", (5, 30),
        kinds="Dual Port Car Charger, Mini Car Charger, Coiled Car Charger",
        uses="on road trips, on my commute, in the truck", goes_with="MOUN, CABL",
        parts="socket ring, coil, plug tip, led ring, spring contact, housing, usb port, cord end, fuse",
        about="""
charging speed, speed : fast, quick, high / slow, low / slow
fit, socket fit : snug, tight, secure / loose, wobbly / loose
cord, coil, cable : long, flexible, sturdy / short, stiff, tangled / short
power, output : strong, high, steady / weak, low, unstable / low
light, led : soft, handy / bright, distracting / bright
size : small, compact, low-profile / bulky, long / big
heat : low, minimal / excessive, scary / high
ports*, usb ports* : handy, powerful / dead, loose, slow / close
"""),
    category("CABL", ROOT + "Cables", "cable", (3, 25),
        kinds="Braided USB Cable, Flat Cable, 6 ft Cable, Sync and Charge Cable, Coiled Cable",
        uses="at my desk, in bed, in the car", goes_with="CHRG, CARC",
        parts="connector, sleeve, braid, plug housing, wire, strain relief, tip, shielding, tie, jacket",
        about="""
length : generous, long, right / short, inadequate / short
connector, connectors*, tip : sturdy, snug, solid / loose, bent, flimsy / loose
charging speed, charging : fast, quick, steady / slow, unreliable / slow
data transfer, transfer speed, sync : fast, quick, stable / slow, unreliable / slow
flexibility : high, pleasant / low, limited / low
thickness : sturdy, right / thin, flimsy / thin
strain relief, cable ends* : strong, reinforced / weak, split, frayed / short
braiding, sleeve : tough, tight, pretty / loose, frayed, stiff / stiff
"""),
    category("BATT", ROOT + "Batteries", "replacement battery", (8, 60),
        kinds="Replacement Battery, Extended Battery, Internal Battery, Twin Battery Pack",
        uses="in my two year old phone, as a spare, for travelling", goes_with="CHRG, CASE",
        parts="contact, cell, back cover, terminal, casing, label, pull tab, connector, adhesive strip",
        about="""
capacity, charge : high, full, impressive / low, fake, weak / low
battery life, run time : long, lasting, endless / short, pathetic / short
fit : perfect, snug, flush / loose, tight, wrong / tight
charging time, recharge time : short, quick / long, endless / long
heat : low, normal / alarming, excessive / high
thickness, bulk : slim, normal / bulky, swollen / bulky
cover, back cover : snug, sturdy / flimsy, loose, ugly / loose
authenticity, label : genuine, original / fake, misleading
"""),
    category("BANK", ROOT + "Chargers > Power Banks", "power bank", (12, 80),
        kinds="Slim Power Bank, High Capacity Power Bank, Solar Power Bank, Pocket Power Bank",
        uses="on camping trips, at festivals, at airports, during outages", goes_with="CABL",
        parts="led gauge, usb port, shell, power button, solar panel, flashlight, pouch, rubber seal, input port, hook",
        about="""
capacity : huge, high, honest / low, exaggerated / low
charging speed, output : fast, strong, quick / slow, weak / slow
size : compact, slim, handy / bulky, big / big, bulky
weight : light, low / heavy, excessive / heavy
recharge time, recharging : quick, short / slow, long, endless / long
indicator, indicator lights*, leds* : clear, handy, accurate / confusing, dim, inaccurate / bright
flashlight : bright, handy / dim, useless / dim
ports*, usb ports* : sturdy, handy / loose, dead, wobbly / close
"""),
    category("BTHS", ROOT + "Headsets > Bluetooth Headsets", "headset", (15, 130),
        kinds="Bluetooth Headset, Wireless Earbuds, Neckband Headset, Mono Headset",
        uses="while driving, at the gym, on conference calls, while mowing the lawn", goes_with="CHRG, CASE",
        parts="ear hook, ear gel, boom, charging contact, neckband, volume key, mic port, earbud tip, call button, wing tip, remote",
        about="""
sound, sound quality, audio : clear, crisp, rich / tinny, muffled, distorted / tinny
microphone, mic : clear, sensitive / muffled, windy, weak / quiet
comfort, ear comfort : lasting, wonderful / painful, unpleasant
battery life, battery : long, lasting / short, pathetic / short
bluetooth, pairing, connection : quick, stable, reliable / choppy, unstable, slow / slow
noise cancelling, noise reduction : effective, impressive / useless, weak / weak
range : long, wide, impressive / short, limited / short
volume : high, loud, adjustable / low, weak / low
"""),
    category("WIRE", ROOT + "Headsets > Wired Headsets", "earphones*", (5, 70),
        kinds="Stereo Earphones, In-Ear Earphones, Sport Earphones, Earphones with Remote",
        uses="on the bus, at the gym, at work, when jogging", goes_with="CASE, CABL",
        parts="jack, remote, cord, ear tip, y-splitter, driver, strain relief, slider, nozzle, cord clip",
        about="""
sound, sound quality, audio : clear, rich, balanced / tinny, flat, muddy / tinny
bass : deep, punchy, strong / weak, boomy, absent / boomy
cord, cable, wire : tangle-free, long, sturdy / tangled, thin, short / short, thin
ear tips*, tips*, ear buds* : soft, comfortable, snug / hard, loose, painful / big
microphone, mic : clear, handy / muffled, weak, dead / quiet
jack, plug : sturdy, snug / loose, bent, scratchy / loose
remote, controls* : handy, responsive / stiff, dead, flimsy / small
isolation, noise isolation : strong, impressive / weak, poor / low
"""),
    category("MOUN", ROOT + "Car Accessories > Mounts", "mount", (8, 45),
        kinds="Windshield Mount, Vent Mount, Magnetic Mount, Dashboard Mount, Cup Holder Mount",
        uses="in my truck, for navigation, on road trips, in rental cars", goes_with="CARC, CASE",
        parts="suction cup, arm, ball joint, cradle, clamp, vent clip, release button, magnet plate, gel pad, knob, foot",
        about="""
suction, suction cup : strong, lasting, firm / weak, useless, short-lived / weak
grip, hold, clamp : firm, tight, secure / loose, weak, slippery / loose
arm, neck : long, sturdy, flexible / short, shaky, floppy / short, long
installation, setup : easy, quick, simple / difficult, fiddly / fiddly
magnet, magnets* : strong, powerful / weak, useless / weak
stability, vibration : steady, minimal / shaky, excessive, annoying
adjustment, rotation : smooth, easy, wide / stiff, limited, jerky / stiff
joint, ball joint : tight, sturdy / loose, floppy, brittle / loose
"""),
    category("PHON", ROOT + "Cell Phones > Unlocked Phones", "phone", (60, 650),
        kinds="Unlocked Smartphone, Dual SIM Phone, Compact Smartphone, Large Screen Smartphone",
        uses="for work, as my first smartphone, for my mother, for maps and messages", goes_with="CASE, SCRN, CHRG",
        parts="sim tray, home button, volume rocker, speaker grille, camera lens, charging port, back panel, power key, antenna, earpiece, menu key, vibration motor",
        about="""
screen, display : sharp, bright, vivid / dim, blurry, scratched / dim, small
battery life, battery, batteries* : long, impressive / short, pathetic / short
camera, pictures*, photos* : sharp, detailed, quick / blurry, grainy, slow / slow
speed, performance, processor : fast, smooth, snappy / slow, laggy, sluggish / slow
reception, signal : strong, clear, stable / weak, spotty, patchy / weak
software, operating system : smooth, simple, polished / buggy, bloated, outdated / complicated
storage, memory : ample, generous, expandable / small, limited / small
speaker, speakers*, ringer : loud, clear / tinny, quiet, crackling / quiet
keyboard, typing : accurate, easy, roomy / cramped, inaccurate, slow / small
call quality, calls* : clear, crisp / muffled, choppy, dropped
"""),
    category("PREP", ROOT + "Cell Phones > Prepaid Phones", "prepaid phone", (15, 150),
        kinds="Prepaid Flip Phone, Prepaid Smartphone, Senior Phone, Slider Phone",
        uses="for emergencies, for my grandfather, as a backup", goes_with="CHRG, CASE",
        parts="hinge, keypad, flip lid, volume key, battery door, antenna, speaker grille, charging port, select key",
        about="""
minutes*, plan, airtime : cheap, flexible, simple / costly, confusing, limited / costly
battery life, battery : long, impressive / short, weak / short
buttons*, keys*, keypad : big, clear, responsive / tiny, stiff, cramped / small
reception, signal, coverage : strong, wide, reliable / weak, spotty, poor / weak
screen, display : bright, readable, sharp / tiny, dim, scratched / small
activation : easy, quick, painless / difficult, slow, painful / complicated
menu, menus* : simple, logical / confusing, slow, clumsy / complicated
volume, ringer : loud, adjustable / quiet, low / quiet, low
"""),
    category("HOLS", ROOT + "Cases > Holsters", "holster", (7, 35),
        kinds="Belt Clip Holster, Leather Pouch, Swivel Holster, Rugged Holster",
        uses="at work, on my belt all day, on the farm", goes_with="CASE",
        parts="belt clip, swivel, latch, spring, leather flap, velcro strip, inner lining, ratchet, rivet",
        about="""
clip, belt clip : sturdy, strong, tight / weak, brittle, loose / weak
fit : snug, roomy, perfect / tight, loose, wrong / tight
leather, material : thick, soft, genuine / thin, fake, stiff / stiff
swivel, rotation : smooth, handy, firm / loose, stiff, useless / loose
magnet, flap, closure : strong, quiet, secure / weak, noisy, loose / weak
access : quick, easy / slow, awkward / slow
stitching : neat, strong / loose, frayed / loose
profile, bulk : slim, low / bulky, wide / bulky
"""),
    category("STYL", ROOT + "Accessories > Styluses", "stylus", (3, 30),
        kinds="Capacitive Stylus, Fine Tip Stylus, Stylus Pen, Mini Stylus",
        uses="for taking notes, for drawing, in winter with gloves", goes_with="SCRN, CASE",
        parts="tip, barrel, pocket clip, cap, rubber nib, tether, ink cartridge, mesh tip",
        about="""
tip, tips* : soft, smooth, precise / mushy, torn, hard / soft, hard
accuracy, precision : high, impressive / low, poor / low
weight : light, balanced, right / heavy, flimsy / heavy, light
responsiveness, response : quick, instant / slow, patchy / slow
clip : sturdy, handy / weak, bent, loose / weak
length, size : handy, comfortable, right / short, awkward / short
writing, writing feel : smooth, natural / scratchy, draggy, rough
tether, string : handy, strong / flimsy, short, annoying / short
"""),
    category("ARMB", ROOT + "Accessories > Armbands", "armband", (6, 35),
        kinds="Sport Armband, Running Armband, Reflective Armband, Waterproof Armband",
        uses="for running, at the gym, on long bike rides", goes_with="WIRE, BTHS",
        parts="strap, velcro patch, clear window, key pocket, inner lining, buckle, reflective strip, headphone slot",
        about="""
strap, band : adjustable, soft, stretchy / short, scratchy, stiff / short, tight
velcro, fastener : strong, secure / weak, worn, scratchy / weak
comfort : lasting, wonderful / itchy, unpleasant
sweat resistance : reliable, impressive / poor, useless / low
window, clear cover : responsive, clear / foggy, unresponsive, scratched / thick
fit : snug, secure, adjustable / loose, tight, sliding / tight, loose
key pocket, pocket : handy, secure / tiny, useless / small
access : easy, quick / awkward, difficult / difficult
"""),
    category("PART", ROOT + "Accessories > Replacement Parts", "replacement kit", (6, 90),
        kinds="Screen Replacement Kit, Digitizer Assembly, Back Cover Replacement, Tool Kit",
        uses="to fix my cracked phone, for my tinkering hobby, to save a trip to the shop", goes_with="SCRN, BATT",
        parts="flex cable, digitizer, screwdriver, pry tool, adhesive frame, screw, bracket, ribbon, tweezers, suction tool",
        about="""
fit : perfect, exact, flush / loose, wrong, crooked / tight
touch response, touch : quick, accurate / dead, laggy, patchy / slow
tools*, screwdrivers* : handy, sturdy, complete / soft, useless, flimsy / soft
installation, repair : easy, simple, quick / difficult, risky, long / difficult
adhesive, tape : strong, precise / weak, missing, useless / weak
glass : clear, strong / thin, scratched, cracked / thin
parts*, screws* : complete, right / missing, wrong, damaged
screen brightness, backlight : bright, even / dim, uneven, bluish / dim
"""),
    category("BOOS", ROOT + "Accessories > Signal Boosters", "booster", (40, 420),
        kinds="Home Signal Booster, Vehicle Signal Booster, Antenna Kit",
        uses="in our rural house, in the basement, in the camper", goes_with="CARC, MOUN",
        parts="antenna, coax cable, mounting bracket, amplifier, power brick, connector, gain dial, status led",
        about="""
signal, reception : strong, steady, clear / weak, unchanged, spotty / weak
range, coverage : wide, impressive / short, tiny, limited / short
installation, setup : easy, simple / complicated, long, difficult / complicated
antenna : sturdy, powerful / flimsy, bulky, weak / bulky
data speed, download speed : fast, improved / slow, unchanged / slow
cable, coax : long, thick / short, stiff / short, stiff
heat : low, normal / excessive, worrying / high
"""),
))  # fmt: skip
