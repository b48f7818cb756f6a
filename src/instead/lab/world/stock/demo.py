"""The shop of the demo: ten departments a person knows from their own shopping."""

from __future__ import annotations

from instead.lab.world.stock.shared import SHARED
from instead.lab.world.world_catalogue import Catalogue, category

HEADPHONES = category(
    "HEAD", "Electronics > Audio > Headphones", "headphones*", (25, 280),
    kinds="Wireless Over-Ear Headphones, Noise Cancelling Headphones, On-Ear Headphones, Studio Headphones",
    brands="Norvale, Halden & Fry, Tessarin, Auralis Bay, Pendry", goes_with="LAMP, PACK, SPKR",
    series="Aria, Drift, Cadence, Lumen, Quartet, Solace, Murmur", finishes="Slate, Sand, Ink Blue, Bone White",
    uses="on the train, at my desk, on long flights, at the gym, while cooking",
    about="""
sound, sound quality, audio : clear, rich, warm, detailed / tinny, muddy, flat, harsh / harsh
battery life, battery, batteries* : long, impressive / short, weak / short
comfort, fit : snug, relaxed, pleasant / tight, unpleasant, painful / tight
noise cancelling, noise cancellation : effective, impressive / useless, faint / weak
bass : deep, punchy, full / boomy, thin, muddy / boomy
ear pads*, ear cushions*, padding : soft, plush, thick / hard, thin, sweaty / thin, hard
microphone, mic : clear, sensitive / muffled, noisy / quiet
bluetooth, connection, pairing : stable, reliable, quick / unstable, choppy, flaky / slow
headband : sturdy, adjustable, soft / stiff, creaky, fragile / tight
weight : light, low / heavy, excessive / heavy
cable, cord : long, sturdy, flexible / short, stiff, tangled / short
controls*, buttons* : intuitive, handy, responsive / fiddly, confusing, stiff / fiddly, small
""",
)  # fmt: skip

COFFEE = category(
    "BREW", "Home & Kitchen > Coffee > Coffee Makers", "machine", (35, 320),
    kinds="Drip Coffee Maker, Espresso Machine, Pour-Over Set, Thermal Coffee Maker, Single-Cup Brewer",
    brands="Caldero, Morning Weir, Brightmoor, Osterly Kitchen, Fennimore", goes_with="KNIF, LAMP",
    series="Sunrise, Harbor, Piccolo, Velvet, Copperline, Daily", finishes="Copper, Matte Black, Cream, Steel",
    uses="every morning, in our small office, on weekends, when we have guests",
    about="""
coffee, taste, flavor : rich, smooth, delicious, full / bitter, watery, stale, burnt / bitter, watery
brewing time, brew time : short, quick / long, slow / long
carafe, pot, jug : elegant, sturdy, dripless / leaky, fragile, messy / fragile, small
water tank, reservoir, tank : large, removable, generous / small, awkward, leaky / small
temperature, heat : hot, even, steady / lukewarm, cold, uneven / low
cleaning, clean-up : easy, simple, quick / tedious, difficult, messy / tedious
timer, clock : handy, accurate, simple / confusing, unreliable, dim / complicated
filter, filters* : reusable, fine, sturdy / flimsy, clogged, leaky / flimsy
noise, noise level : low, gentle / loud, annoying / loud
footprint, size : small, compact, slim / bulky, large, awkward / big, bulky
steam wand, milk frother, frother : powerful, creamy, quick / weak, messy, sputtering / weak
lid : tight, snug / loose, wobbly, leaky / loose
""",
)  # fmt: skip

BACKPACKS = category(
    "PACK", "Luggage & Travel > Bags > Backpacks", "backpack", (30, 190),
    kinds="Daypack, Laptop Backpack, Travel Backpack, Hiking Backpack, Roll-Top Backpack",
    brands="Farrow Trail, Kestmoor, Osprine, Wayfinch, Lodestone Supply", goes_with="SHOE, TENT, HEAD",
    series="Ridge, Commuter, Meridian, Tern, Switchback, Nomad", finishes="Olive, Charcoal, Rust, Navy",
    uses="on my commute, for school, on weekend trips, as a carry-on, on short hikes",
    about="""
straps*, shoulder straps*, strap : comfortable, padded, sturdy / thin, uncomfortable, frayed / thin, short
zippers*, zipper, zips* : smooth, sturdy, reliable / stiff, broken, cheap / stiff
pockets*, compartments*, pocket : handy, roomy, plentiful / tiny, useless, awkward / small
capacity, space, room : ample, generous, huge / small, limited, tight / small
laptop sleeve, laptop compartment : padded, snug, protective / tight, thin, loose / tight
fabric, material : tough, thick, durable / thin, scratchy, flimsy / thin
water resistance, waterproofing : reliable, impressive / useless, poor / weak
back panel, back padding : breathable, soft, cool / sweaty, hard, stiff / hard
stitching, seams* : neat, strong, tight / loose, sloppy, frayed / loose
weight : light, low / heavy, excessive / heavy
bottle holder, side pocket : deep, handy, secure / shallow, tight, loose / tight
hip belt, waist belt : supportive, removable / flimsy, short, stiff / short
""",
)  # fmt: skip

LAMPS = category(
    "LAMP", "Office > Lighting > Desk Lamps", "lamp", (18, 150),
    kinds="LED Desk Lamp, Architect Lamp, Clip-On Lamp, Reading Lamp, Task Lamp",
    brands="Lumaire, Petrel & Vane, Glowsmith, Norrby, Candlewick Works", goes_with="CHAI, HEAD",
    series="Arc, Heron, Beacon, Stilt, Halo, Foldline", finishes="Brass, White, Graphite, Sage",
    uses="in my home office, for reading in bed, for sewing, on my drawing table",
    about="""
light, brightness, illumination : bright, even, warm, soft / dim, harsh, cold, uneven / dim, harsh
arm, neck : flexible, sturdy, smooth / stiff, wobbly, droopy / stiff, short
base, stand : heavy, stable, solid / wobbly, light, unstable / light
dimmer, dimming : smooth, fine, handy / jumpy, coarse, buzzing / coarse
switch, touch panel, power button : responsive, handy, simple / fiddly, unresponsive, hidden / sensitive
color temperature, light color : adjustable, warm, natural / cold, bluish, yellowish / cold
flicker : unnoticeable, low / visible, annoying, constant / strong
cord, power cord, cable : long, sturdy / short, stiff, thin / short
usb port, charging port : handy, fast / slow, loose, useless / slow
clamp, clip : tight, strong, secure / weak, loose, scratchy / small
heat : low, minimal / excessive, noticeable / high
height : adjustable, right / fixed, awkward / low
""",
)  # fmt: skip

SHOES = category(
    "SHOE", "Sports > Footwear > Running Shoes", "running shoes*", (45, 180),
    kinds="Road Running Shoes, Trail Running Shoes, Lightweight Trainers, Daily Trainers",
    brands="Velarro, Strideline, Fleetwood Run, Kaminari Peak, Corvane", goes_with="PACK, TENT",
    series="Gust, Tempo, Ember, Zephyr, Paceline, Feral", finishes="Coral, Black, Sky, Lime, Grey",
    uses="for my morning run, on the treadmill, on trails, for half marathons, for walking the dog",
    about="""
cushioning, cushion : soft, springy, plush / hard, flat, thin / soft, hard
fit, sizing : true, snug, roomy / tight, loose, narrow / tight, narrow
sole, outsole, soles* : grippy, durable, flexible / slippery, thin, worn / slippery, thin
grip, traction : firm, reliable, confident / slippery, unreliable / weak
arch support : firm, strong, noticeable / weak, missing, flat / low
toe box : wide, roomy, spacious / narrow, cramped, tight / narrow
laces*, lacing : secure, flat, sturdy / slippery, short, thin / short
upper, mesh : breathable, soft, flexible / flimsy, hot, scratchy / thin
weight : light, feathery / heavy, clunky / heavy
breathability, ventilation : airy, excellent / sweaty, limited / low
heel, heel counter : stable, padded, snug / loose, rubbing, stiff / stiff
insole, insoles* : soft, removable, supportive / thin, slippery, flat / thin
""",
)  # fmt: skip

GAMES = category(
    "GAME", "Toys & Games > Board Games", "game", (15, 75),
    kinds="Board Game, Strategy Game, Cooperative Game, Card Game, Family Game, Tile Game",
    brands="Foxglove Games, Thistle & Dice, Lanternfall, Odd Owl, Copper Kettle Games", goes_with="LAMP",
    series="Islands of Amber, The Clockmaker, Harvest Moon Market, Castle Tangle, Nine Bridges, Salt Road",
    finishes="Second Edition, Deluxe Edition, Travel Edition, Base Game",
    uses="on game night, with the kids, on vacation, with my parents, on rainy Sundays",
    about="""
rules*, rulebook : simple, clear, elegant / confusing, vague, complicated / complicated, long
gameplay, game play : fun, tense, addictive / boring, repetitive, shallow / repetitive
artwork, illustrations*, art : gorgeous, charming, beautiful / bland, childish, ugly / dark
playing time, game length : short, right / long, endless / long
cards*, deck : thick, sturdy, pretty / thin, flimsy, sticky / thin
pieces*, tokens*, components* : chunky, sturdy, charming / flimsy, tiny, cheap / small
board, game board : sturdy, colorful, sensible / warped, flimsy, cluttered / cluttered, small
replay value, replayability : high, endless, strong / low, limited / low
strategy, depth : deep, rich, clever / shallow, random, thin / shallow
theme, setting : immersive, charming, original / thin, generic, dull / thin
setup, set-up : quick, easy, simple / slow, tedious, fiddly / long
dice : heavy, pretty, balanced / light, uneven, cheap / light
""",
)  # fmt: skip

KNIVES = category(
    "KNIF", "Home & Kitchen > Cutlery > Kitchen Knives", "knife", (20, 210),
    kinds="Chef Knife, Santoku Knife, Paring Knife, Bread Knife, Utility Knife",
    brands="Ironhollow, Shirogawa Cutlery, Edgeworth & Daughters, Bramblesteel, Tavolaro", goes_with="BREW",
    series="Crescent, Smith, Birch, Temper, Granite, Classic Nine", finishes="6 inch, 8 inch, Walnut, Pakka Wood",
    uses="for vegetables, every day in the kitchen, for slicing bread, for cutting meat",
    about="""
blade, blades* : sharp, thin, strong / dull, chipped, soft / thick, soft
handle, grip : comfortable, ergonomic, smooth / slippery, uncomfortable, small / slippery, small
sharpness, edge : lasting, razor-like, keen / short-lived, dull, uneven / dull
balance : even, pleasant, right / awkward, blade-heavy, clumsy
steel, metal : hard, tough, stainless / soft, rusty, brittle / soft
weight : light, right, pleasant / heavy, clumsy / heavy, light
rust resistance : reliable, lasting / poor, disappointing / low
sheath, blade guard : snug, sturdy, handy / loose, flimsy / loose
sharpening, honing : easy, quick, simple / difficult, tedious / difficult
tip, point : fine, precise, strong / bent, fragile, blunt / fragile
size, length : handy, right, generous / awkward, short / short, big
bolster : smooth, rounded, comfortable / sharp, rough, bulky / thick
""",
)  # fmt: skip

TENTS = category(
    "TENT", "Sports > Camping > Tents", "tent", (60, 420),
    kinds="2-Person Tent, 3-Person Tent, Family Tent, Backpacking Tent, Dome Tent",
    brands="Lodestone Supply, Highfell, Marrowick, Pinegrave Outdoor, Kestmoor", goes_with="PACK, SHOE",
    series="Lynx, Basecamp, Stormlee, Skylark, Moraine, Firefly", finishes="Forest, Sand, Orange, Alpine Blue",
    uses="in the mountains, at festivals, in the backyard, on a canoe trip, with two kids",
    about="""
setup, pitching, set-up : quick, easy, simple / slow, complicated, difficult / complicated, slow
poles*, tent poles* : light, strong, flexible / fragile, bent, short / fragile
waterproofing, rain protection : reliable, tight, impressive / leaky, useless / leaky
ventilation, airflow, vents* : airy, effective, clever / stuffy, limited, damp / stuffy
space, room, interior : roomy, generous, ample / cramped, tight, small / small, tight
zippers*, zipper, zips* : smooth, reliable, sturdy / jammed, snagging, stiff / stiff
stakes*, pegs* : sturdy, strong, light / bent, flimsy, soft / soft
floor, groundsheet : thick, tough, dry / thin, damp, leaky / thin
rainfly, fly sheet : taut, quick, tight / loose, leaky, noisy / short
wind resistance, wind stability : steady, impressive, reliable / shaky, weak / low
carry bag, stuff sack : roomy, handy, sturdy / tight, small, torn / small
packed weight, weight : light, low / heavy, excessive / heavy
""",
)  # fmt: skip

CHAIRS = category(
    "CHAI", "Office > Furniture > Office Chairs", "chair", (85, 520),
    kinds="Ergonomic Office Chair, Mesh Task Chair, Executive Chair, Drafting Chair, Kneeling Chair",
    brands="Norrby, Sittwell, Atelier Brandt & Holm, Postura, Greycliff", goes_with="LAMP, HEAD",
    series="Anchor, Float, Lean, Tandem, Verso, Plumb", finishes="Black Mesh, Grey Fabric, Oak, Navy",
    uses="in my home office, eight hours a day, for gaming, at the front desk",
    about="""
comfort, seating comfort : lasting, wonderful, relaxed / short-lived, painful, uncomfortable
lumbar support, back support : firm, adjustable, helpful / weak, hard, misplaced / hard, low
seat, seat cushion, cushion : soft, wide, thick / hard, narrow, flat / hard, thin
armrests*, arm rests* : adjustable, padded, sturdy / wobbly, hard, fixed / low, hard
assembly : easy, quick, simple / difficult, confusing, long / complicated
casters*, wheels* : smooth, quiet, sturdy / stiff, squeaky, loose / stiff
backrest, back rest : tall, breathable, supportive / low, stiff, hard / low
tilt, recline : smooth, deep, adjustable / stiff, jerky, limited / stiff
height adjustment, gas lift : smooth, wide, quick / sinking, stuck, limited / low
mesh, upholstery, fabric : breathable, soft, durable / scratchy, thin, saggy / thin
noise, squeak : absent, low / constant, loud, annoying / loud
headrest, neck support : adjustable, soft, helpful / hard, awkward, useless / low
""",
)  # fmt: skip

SPEAKERS = category(
    "SPKR", "Electronics > Audio > Portable Speakers", "speaker", (20, 240),
    kinds="Portable Speaker, Waterproof Speaker, Bookshelf Speaker, Party Speaker, Mini Speaker",
    brands="Tessarin, Auralis Bay, Boomfield, Pendry, Wavecrest Audio", goes_with="HEAD, TENT",
    series="Pebble, Canyon, Ripple, Thunderhead, Lagoon, Echo Lake", finishes="Teal, Black, Terracotta, Mist",
    uses="at the beach, in the shower, in the kitchen, at parties, on the patio",
    about="""
sound, sound quality, audio : clear, full, rich, crisp / tinny, muddy, distorted, flat / tinny
bass, low end : deep, punchy, strong / weak, boomy, missing / boomy
volume, loudness : high, impressive, powerful / low, disappointing / low
battery life, battery, batteries* : long, lasting / short, weak / short
bluetooth, connection, pairing : quick, stable, reliable / flaky, choppy, slow / slow
water resistance, waterproofing : reliable, full / doubtful, useless / low
size : compact, handy, small / bulky, big / big
weight : light, low / heavy, excessive / heavy
charging time, charging : quick, short, fast / slow, long / slow, long
buttons*, controls* : responsive, big, simple / stiff, unlabeled, fiddly / stiff, small
range, wireless range : wide, long, impressive / short, limited / short
stereo pairing, stereo mode : easy, impressive / buggy, unreliable / fiddly
""",
)  # fmt: skip

SHOP = Catalogue(
    "demo",
    SHARED,
    (HEADPHONES, BACKPACKS, COFFEE, SHOES, SPEAKERS, GAMES, LAMPS, CHAIRS, KNIVES, TENTS),
)
