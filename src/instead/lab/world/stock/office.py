# ruff: noqa: E501 - lists of words are easier to read in one line
"""Things for the desk. Parts meet the properties of `shared` to make the long tail."""

from __future__ import annotations

from instead.lab.world.stock.shared import SHARED
from instead.lab.world.world_catalogue import Catalogue, category

ROOT = "Office Products > "

SHOP = Catalogue("office", SHARED, (
    category("PENS", ROOT + "Writing > Pens", "pens*", (3, 45),
        kinds="Gel Pens, Rollerball Pens, Ballpoint Pens, Fountain Pen, Fine Liner Set",
        uses="in my journal, at work, for grading papers, for sketching", goes_with="NOTE, PAPE",
        parts="barrel, tip, cap, pocket clip, grip section, refill, click button, nib, feed, converter, spring",
        about="""
ink, ink flow : smooth, dark, quick-drying / blotchy, faint, skipping / faint, wet
tip, nib, point : fine, smooth, firm / scratchy, bent, broad / thick, fine
grip : soft, comfortable, rubbery / slippery, hard, thick / slippery, thick
smudging, smearing : minimal, rare / constant, annoying, messy
clip, pocket clip : sturdy, tight / flimsy, loose, broken / loose
barrel, body : slim, sturdy, balanced / cracked, thin, slippery / thick, thin
line, lines* : crisp, even, bold / uneven, faint, broken / thick, thin
bleed-through, bleeding : minimal, absent / heavy, terrible
"""),
    category("NOTE", ROOT + "Paper > Notebooks", "notebook", (4, 40),
        kinds="Hardcover Notebook, Dotted Journal, Spiral Notebook, Weekly Planner, Pocket Notebook",
        uses="as a bullet journal, in meetings, for recipes, for my thesis", goes_with="PENS",
        parts="spine, ribbon, elastic band, back pocket, cover corner, spiral, margin, perforation, page edge, binding thread",
        about="""
pages*, paper : thick, smooth, creamy / thin, rough, see-through / thin
binding, spine : sturdy, flat, tight / loose, weak, glued / loose, tight
cover : sturdy, soft, elegant / flimsy, stained, thin / thin
ghosting, bleed-through : minimal, faint / strong, ugly / strong
lines*, ruling, dots* : subtle, even, crisp / dark, uneven, faint / dark, wide
elastic, band : tight, strong / loose, weak, short / tight, loose
size : handy, compact, right / awkward, bulky / small, big
pocket, back pocket : handy, roomy / tight, torn, useless / small
"""),
    category("PRIN", ROOT + "Electronics > Printers", "printer", (45, 420),
        kinds="Wireless Printer, Laser Printer, All-in-One Printer, Photo Printer, Label Printer",
        uses="in my home office, for school work, for address labels, for photos", goes_with="INKS, PAPE",
        parts="paper tray, feeder, touch panel, output tray, scanner lid, roller, toner door, usb port, power cord, hinge, duplexer",
        about="""
print quality, prints*, printing : sharp, crisp, vivid / streaky, faded, blurry / faint
ink, cartridges*, toner : cheap, lasting, efficient / costly, thirsty, short-lived / costly
setup, installation : easy, quick, painless / difficult, frustrating, long / complicated
wireless, wifi, connection : stable, reliable, quick / unstable, flaky, slow / slow
print speed, speed : fast, quick, impressive / slow, sluggish / slow
scanner, scanning : sharp, quick, easy / slow, crooked, blurry / slow
paper jams*, jams* : rare, infrequent / constant, frequent, maddening
noise : low, quiet / loud, annoying / loud
software, drivers*, app : simple, stable / buggy, bloated, confusing / complicated
paper tray, tray : roomy, sturdy / flimsy, small, fiddly / small
"""),
    category("INKS", ROOT + "Supplies > Ink & Toner", "cartridges*", (8, 130),
        kinds="Black Ink Cartridge, Color Ink Set, Remanufactured Toner, High Yield Toner",
        uses="in our office printer, for invoices, for photo printing", goes_with="PRIN, PAPE",
        parts="chip, seal tape, nozzle plate, shell, toner drum, contact strip, vent, foam insert, end cap",
        about="""
yield, page yield : high, generous, honest / low, short, misleading / low
print quality, print, output : sharp, dark, vivid / faded, streaky, light / light
compatibility, recognition : full, instant / poor, unreliable, failing
leaks*, leaking : absent, rare / messy, constant, awful
installation : easy, quick / tricky, messy / tricky
black, blacks* : deep, dark, rich / greyish, faded, patchy / light
chip : reliable, working / faulty, dead, unrecognized
refill, ink level : full, accurate / half-empty, wrong / low
"""),
    category("PAPE", ROOT + "Paper > Copy Paper", "paper", (5, 70),
        kinds="Copy Paper Ream, Photo Paper, Card Stock, Colored Paper, Label Sheets",
        uses="for reports, for invitations, for crafts, in the copier", goes_with="PRIN, INKS",
        parts="sheet edge, ream wrap, backing, gloss layer, corner, label edge, perforation, carton",
        about="""
thickness, weight : heavy, sturdy, right / thin, flimsy / thin
brightness, whiteness : high, crisp, clean / dull, yellowish, low / low
feeding, feed : smooth, jam-free / sticky, jammed, crooked
surface, texture : smooth, even, glossy / rough, dusty, uneven / rough
edges*, cut : clean, straight / ragged, uneven, dusty / sharp
opacity : high, solid / low, see-through / low
gloss, shine : brilliant, even / dull, sticky, patchy / shiny
adhesive, glue : strong, even / weak, gooey / weak
"""),
    category("CHAI", ROOT + "Furniture > Chairs", "chair", (55, 420),
        kinds="Mesh Task Chair, Executive Chair, Drafting Stool, Guest Chair, Gaming Chair",
        uses="eight hours a day, in my home office, at the front desk", goes_with="DESK, LAMP",
        parts="seat pan, armrest pad, gas cylinder, caster, tilt lever, back frame, headrest, base leg, bolt, mesh panel, footrest",
        about="""
comfort, seating comfort : lasting, wonderful / painful, short-lived
lumbar support, back support : firm, adjustable, helpful / weak, hard, useless / hard
assembly : easy, quick, simple / difficult, confusing, long / complicated
armrests*, arms* : adjustable, padded, sturdy / wobbly, hard, low / low, hard
seat, cushion : soft, wide, thick / hard, flat, narrow / hard, small
wheels*, casters* : smooth, quiet / stiff, squeaky, broken / stiff
height adjustment, gas lift : smooth, wide / sinking, stuck, limited / low
leather, mesh, fabric : breathable, soft, durable / peeling, thin, sweaty / thin
tilt, recline : smooth, deep / stiff, jerky, limited / stiff
"""),
    category("DESK", ROOT + "Furniture > Desks", "desk", (65, 520),
        kinds="Writing Desk, Standing Desk, Corner Desk, Computer Desk, Folding Desk",
        uses="in a small bedroom, for two monitors, for my son's homework", goes_with="CHAI, LAMP",
        parts="drawer, drawer slide, leg, crossbar, cable tray, edge band, tabletop, foot, lift motor, control box, shelf, knob",
        about="""
surface, top, tabletop : large, smooth, tough / scratched, small, wobbly / small
stability, sturdiness : rock-solid, impressive / wobbly, shaky, poor
assembly : easy, straightforward, quick / difficult, exhausting, confusing / complicated
drawers*, drawer : smooth, deep, roomy / sticky, shallow, crooked / shallow
legs*, frame : sturdy, thick, level / wobbly, uneven, thin / thin
motor, lifting : quiet, smooth, strong / noisy, slow, jerky / slow
height : right, adjustable, comfortable / awkward, wrong / low, high
wood, veneer : beautiful, solid, thick / fake, chipped, peeling / thin
"""),
    category("LAMP", ROOT + "Lighting > Desk Lamps", "lamp", (12, 120),
        kinds="LED Desk Lamp, Clamp Lamp, Magnifier Lamp, Floor Lamp, Banker Lamp",
        uses="for sewing, for late night work, on my drawing table", goes_with="DESK",
        parts="gooseneck, shade, base plate, clamp, touch sensor, bulb socket, power brick, joint, diffuser, switch",
        about="""
light, brightness : bright, even, warm / dim, harsh, cold / dim, bright
arm, neck : flexible, sturdy, long / stiff, droopy, short / short, stiff
base, stand : heavy, stable / wobbly, light / light
cord, power cord : long, sturdy / short, thin / short
switch, touch control : responsive, handy / fiddly, unresponsive, hidden / sensitive
dimmer, dimming : smooth, handy / coarse, jumpy, buzzing / coarse
clamp : strong, secure / weak, small, loose / small
heat : low, minimal / excessive, worrying / high
"""),
    category("STAP", ROOT + "Supplies > Staplers & Punches", "stapler", (5, 60),
        kinds="Desktop Stapler, Heavy Duty Stapler, Electric Stapler, Three-Hole Punch",
        uses="for thick reports, in my classroom, at the reception desk", goes_with="PAPE, BIND",
        parts="staple tray, anvil, spring, magazine latch, rubber foot, handle, punch pin, chip tray, hinge, paper guide",
        about="""
jamming, jams* : rare, infrequent / constant, frequent, infuriating
capacity, sheet capacity : high, impressive, honest / low, exaggerated / low
spring : strong, smooth / weak, stiff, broken / stiff
effort, force : light, low / high, excessive, tiring / high
staples*, staple : straight, strong / bent, weak, crooked / small
handle : soft, long, comfortable / hard, short, slippery / short
loading, reloading : easy, quick / fiddly, awkward / fiddly
base, weight : heavy, stable / light, slippery / light
"""),
    category("BIND", ROOT + "Supplies > Binders", "binder", (4, 35),
        kinds="Heavy Duty Binder, View Binder, Zip Binder, Presentation Binder, Sheet Protectors",
        uses="for tax papers, for school, for sheet music", goes_with="PAPE, STAP",
        parts="ring, hinge, clear overlay, inside pocket, spine label, lever, corner, rivet, zipper, divider tab",
        about="""
rings*, ring mechanism : tight, strong, aligned / misaligned, loose, bent / loose, stiff
cover, overlay : thick, clear, tough / thin, cloudy, torn / thin
pockets*, pocket : handy, roomy / tight, torn, shallow / tight
hinge, spine : reinforced, strong / torn, weak, cracked / weak
capacity : generous, honest / low, exaggerated / small
lever, opening : easy, smooth / stiff, sharp, stuck / stiff
tabs*, dividers* : sturdy, clear / flimsy, short, thin / small
smell : faint, neutral / strong, chemical, nasty / strong
"""),
    category("PHON", ROOT + "Electronics > Office Phones", "office phone", (20, 220),
        kinds="Cordless Phone System, Conference Phone, Corded Desk Phone, Answering Machine",
        uses="at home, for my hard-of-hearing dad, in a small office", goes_with="DESK, HEAD",
        parts="handset, cradle, keypad, belt clip, battery door, antenna, coiled cord, speaker grille, charging pin, base unit",
        about="""
sound, call quality, voice : clear, loud, crisp / muffled, scratchy, hollow / quiet
range : long, wide, impressive / short, limited / short
battery life, battery, batteries* : long, lasting / short, weak / short
buttons*, keypad, keys* : big, clear, lit / tiny, stiff, unlit / small
speakerphone, speaker : loud, clear / echoing, weak, distorted / quiet
caller id, call block : handy, accurate / clumsy, useless, late / slow
display, screen : bright, readable / dim, tiny / small, dim
answering machine, messages* : simple, clear / confusing, garbled / complicated
"""),
    category("CALC", ROOT + "Electronics > Calculators", "calculator", (5, 120),
        kinds="Printing Calculator, Scientific Calculator, Desktop Calculator, Graphing Calculator",
        uses="for bookkeeping, in statistics class, at the shop counter", goes_with="PAPE",
        parts="key, display cover, paper roll holder, solar cell, slide lid, rubber foot, print head, battery door, ribbon",
        about="""
keys*, buttons* : big, responsive, firm / mushy, tiny, stiff / small, stiff
display, screen : large, sharp, tilted / dim, tiny, faded / small, dim
printing, printer : crisp, quick, quiet / noisy, faint, slow / slow, loud
functions*, features* : rich, logical, complete / limited, hidden, confusing / limited
size : compact, handy, right / bulky, awkward / small, big
battery, batteries* : lasting, strong / weak, dead / weak
menu, menus* : logical, simple / confusing, deep / complicated
"""),
    category("SHRE", ROOT + "Electronics > Shredders", "shredder", (25, 260),
        kinds="Cross-Cut Shredder, Micro-Cut Shredder, Strip-Cut Shredder, High Security Shredder",
        uses="for old bank statements, in our clinic, once a month", goes_with="PAPE",
        parts="cutter, waste bin, feed slot, safety flap, motor head, bin window, caster, switch, cord, sensor",
        about="""
power, motor : strong, steady / weak, burnt, underpowered / weak
noise : low, bearable / loud, deafening / loud
capacity, sheet capacity : high, honest / low, exaggerated / low
bin, basket, waste bin : large, pull-out, easy / small, messy, flimsy / small
jams*, jamming : rare, infrequent / constant, frequent, maddening
overheating, heat : rare, minimal / quick, constant, annoying
shreds*, particles* : tiny, fine, secure / long, coarse, messy / big
run time, duty cycle : long, generous / short, pathetic / short
"""),
    category("LABE", ROOT + "Supplies > Labels & Tapes", "labels*", (4, 70),
        kinds="Label Maker, Label Tape, Address Labels, Packing Tape, Removable Labels",
        uses="for parcels, in the pantry, for my online shop, on file folders", goes_with="PRIN, PAPE",
        parts="tape cassette, cutter blade, backing, sheet edge, core, keyboard row, print head, dispenser, liner",
        about="""
adhesive, glue, stickiness : strong, lasting, clean / weak, gummy, short-lived / weak
peeling, backing : easy, clean / difficult, torn, fiddly / difficult
print, lettering : crisp, clear, dark / faint, crooked, smudged / small, faint
tape, tape width : sturdy, wide, clear / thin, narrow, brittle / thin
alignment, template : exact, accurate / poor, crooked, confusing
keyboard, keys* : roomy, logical / tiny, stiff, cramped / small
tape waste, margins* : small, minimal / huge, annoying, excessive / wide
dispenser, cutter : sharp, smooth / dull, flimsy, jammed / dull
"""),
    category("BOAR", ROOT + "Presentation > Whiteboards", "whiteboard", (12, 210),
        kinds="Magnetic Whiteboard, Glass Board, Cork Board, Easel Pad, Wall Planner",
        uses="in the kitchen, for lesson plans, in our meeting room", goes_with="MARK",
        parts="frame, marker tray, corner bracket, hanging rail, cork layer, hook, glass edge, easel leg, pen clip",
        about="""
surface, writing surface : smooth, glossy, clean / stained, scratched, dull / thin
erasing, wiping : easy, clean, effortless / difficult, smeary, tedious / difficult
frame : sturdy, straight, slim / bent, flimsy, crooked / thin
mounting, hanging : easy, secure, quick / difficult, flimsy, fiddly / fiddly
magnets*, magnetism : strong, handy / weak, useless / weak
ghosting, stains* : minimal, rare / permanent, ugly, heavy
size : generous, right, large / small, awkward / small, big
tray, marker tray : handy, wide / tiny, flimsy, missing / small
"""),
    category("MARK", ROOT + "Writing > Markers", "markers*", (4, 50),
        kinds="Dry Erase Markers, Permanent Markers, Highlighters, Brush Markers, Chalk Markers",
        uses="in my classroom, for studying, for posters, for coloring", goes_with="BOAR, NOTE",
        parts="chisel tip, cap, barrel, ink chamber, brush tip, fiber nib, cap clip, label band, end plug",
        about="""
tips*, tip : firm, fine, sturdy / frayed, mushy, flattened / thick, soft
ink : vivid, bold, lasting / dry, faint, watery / faint
smell, odor, fumes* : faint, mild / strong, dizzying, awful / strong
erasing, erasability : easy, clean / smeary, difficult / difficult
bleed-through, bleeding : minimal, absent / heavy, ugly
caps*, cap : tight, snug / loose, cracked, stiff / tight, loose
variety, shades* : wide, rich, lovely / small, dull, repetitive / small
drying, drying time : quick, short / slow, long / slow
"""),
    category("ORGA", ROOT + "Supplies > Desk Organizers", "organizer", (6, 70),
        kinds="Mesh Desk Organizer, File Box, Drawer Organizer, Letter Tray, Monitor Stand",
        uses="on my messy desk, in the craft room, for mail and bills", goes_with="DESK, PENS",
        parts="tray, divider, mesh wall, stacking post, handle, rubber foot, hanging rail, lid, side panel, sliding drawer",
        about="""
compartments*, sections* : roomy, handy, sensible / small, useless, narrow / small, shallow
metal, mesh, material : sturdy, thick / thin, bent, flimsy / thin
assembly : easy, quick / difficult, crooked, confusing / fiddly
drawers*, drawer : smooth, deep / sticky, flimsy, shallow / shallow
capacity, space : ample, generous / small, limited / small
edges*, corners* : smooth, rounded / sharp, rough, scratchy / sharp
feet, rubber feet* : grippy, soft / missing, slippery, loose / small
paint, coating : even, tough / chipped, scratched, smelly / thin
"""),
    category("HEAD", ROOT + "Electronics > Office Headsets", "headset", (18, 190),
        kinds="USB Headset, Wireless Office Headset, Mono Headset, Call Center Headset",
        uses="for video calls, in a noisy office, for dictation", goes_with="PHON, DESK",
        parts="boom, ear cushion, headband slider, inline control, usb plug, charging dock, cord clip, mute switch, wind cover",
        about="""
microphone, mic : clear, sensitive, directional / muffled, crackly, weak / quiet
sound, audio, sound quality : clear, full, natural / tinny, flat, scratchy / tinny
comfort : lasting, wonderful / painful, unpleasant
noise cancelling, noise cancellation : effective, impressive / useless, weak / weak
cord, cable : long, sturdy, light / short, tangled, thin / short
headband : padded, adjustable / stiff, fragile, creaky / tight
mute button, controls* : handy, reliable / fiddly, stiff, hidden / small
ear cushions*, cushions* : soft, plush / thin, sweaty, flaky / thin
"""),
))  # fmt: skip
