"""Words that praise, by part of speech and strength; written by hand from general knowledge of English.

In groups: what is good as such, how it works, lasts, looks, sounds, tastes, smells, feels and fits, how easy it is,
what it costs, how people behave, and what the writer feels. British and American spellings and frequent misspellings.
Inflected forms are made by `inflection.py`.
"""

from __future__ import annotations

STRONG_ADJECTIVES = """
amazing awesome excellent exceptional extraordinary fabulous fantastic fantabulous flawless great incredible legendary
magical magnificent marvellous marvelous mindblowing miraculous outstanding peerless perfect phenomenal priceless
remarkable sensational spectacular splendid stellar stunning stupendous sublime superb superior superlative supreme
terrific tremendous unbeatable unbelievable unequalled unmatched unparalleled unreal unrivaled unrivalled unsurpassed
wonderful wondrous topnotch
beautiful breathtaking dazzling exquisite glorious gorgeous lovely majestic masterful brilliant ingenious
delectable delicious divine heavenly luscious mouthwatering scrumptious yummy delish
ecstatic elated euphoric overjoyed thrilled delighted thrilling exhilarating blissful jubilant
invaluable indispensable irreplaceable impeccable immaculate faultless unblemished bulletproof
addicting irresistible unforgettable
exellent excelent excellant awsome amazin fantasic wonderfull beatiful beautifull gorgous perfict fabulos
"""
ADJECTIVES = """
fine decent admirable satisfactory worthwhile worthy commendable praiseworthy
laudable respectable reputable favorable favourable favorite favourite beloved iconic premier premium
ideal optimal stupendous solid beneficial advantageous valuable handy
practical effective efficient effectual productive capable competent able sufficient
reliable dependable trustworthy trusted trusty faithful consistent steady stable secure safe sturdy robust rugged
durable indestructible unbreakable lasting everlasting hardy strong tough resilient
weatherproof waterproof shockproof rustproof stainless foolproof leakproof
fast quick speedy rapid swift snappy zippy prompt timely punctual instant instantaneous immediate responsive nimble
agile powerful potent beefy mighty smooth seamless fluid fluent silent noiseless quiet
simple straightforward effortless intuitive understandable clear legible readable
painless carefree convenient accessible portable
compact lightweight adjustable
compatible expandable upgradable upgradeable
attractive appealing pretty handsome elegant graceful classy stylish sleek slick chic fashionable trendy modern
tasteful sophisticated refined polished glamorous pleasing
picturesque photogenic vibrant vivid colorful colourful bright brilliant radiant luminous crisp sharp clean spotless
shiny sparkling pristine neat tidy orderly minimalist lifelike realistic authentic genuine artistic creative
imaginative inventive innovative novel fresh unique distinctive cool hip funky groovy snazzy nifty dandy
rad badass kickass dope rockin rocking swell peachy ace stonking brill smashing cracking
balanced rich mellow lush resonant melodic melodious harmonious euphonic punchy
thumping transparent airy
tasty flavorful flavourful flavorsome flavoursome savory savoury appetizing appetising palatable juicy tender
moist succulent crunchy crispy refreshing nutritious wholesome healthy
homemade hearty sumptuous decadent indulgent
fragrant scented odorless odourless
comfy cozy cosy snug soft cushy plush supple silky satiny breathable toasty
ergonomic supportive roomy spacious stretchy flattering slimming soothing
calming relaxing restful gentle hypoallergenic nonirritating nourishing hydrating
moisturizing rejuvenating
affordable inexpensive economical reasonable competitive discounted thrifty
friendly kind courteous polite gracious considerate thoughtful attentive caring welcoming hospitable accommodating
obliging cheerful personable professional knowledgeable informed
skilled skillful skilful talented honest sincere upfront patient understanding respectful cordial cooperative
amiable likable likeable generous charitable diligent conscientious meticulous helpfull
glad content contented joyful cheery merry grateful thankful appreciative hopeful optimistic confident
proud excited eager enthusiastic passionate amazed astonished wowed blessed lucky fortunate relieved relaxed
entertaining funny amusing hilarious humorous witty engaging engrossing captivating gripping
absorbing enchanting fascinating intriguing stimulating inspiring inspirational uplifting heartwarming
moving touching riveting compelling enlightening insightful lively energetic
intimate quaint serene peaceful tranquil idyllic scenic
accurate precise exact correct truthful rigorous thorough comprehensive complete extensive plentiful
abundant bountiful varied diverse unlimited limitless hefty substantial meaty
clever smart intelligent brainy wise savvy resourceful adept
successful victorious winning renowned celebrated esteemed prestigious noteworthy notable
recommendable memorable noticeable promising encouraging improved enhanced upgraded superior better best finest
undamaged intact unopened sealed unscathed mint
reusable washable nontoxic
confortable comfterable comftable realiable relible durible freindly frendly usefull convienient convienent
reccommended recomended knowledgable accomodating profesional affortable affordible pleasent satisified greatful
"""
CORE_ADJECTIVES = """
good nice happy pleased satisfied satisfying comfortable helpful useful pleasant enjoyable fun interesting impressed
easy fantastic adorable delightful charming cute
"""
"""Words that say little else than praise."""
DEGREES = """
better best nicer nicest happier happiest easier easiest finest
"""
"""Comparatives and superlatives that are core words themselves."""
COMPARED_ADJECTIVES = """
good:better:best nice fine fast quick strong sturdy tough smooth quiet easy simple clear handy pretty classy sleek
slick
cute bright crisp sharp clean neat cool rich full warm mellow tasty juicy tender moist creamy crispy crunchy fresh
comfy cozy snug soft roomy fair friendly kind happy lively funny safe wise smart clever healthy hardy zippy snappy
speedy swift great sweet lovely yummy
"""
"""Adjectives that take -er and -est."""
STRONG_VERBS = """
love adore enjoy cherish treasure rave wow amaze astonish delight enchant thrill excel rock shine rule outperform
outshine
outclass surpass exceed
"""
VERBS = """
like enjoy appreciate admire praise applaud commend compliment recommend endorse favor favour prefer welcome thank
impress please satisfy gratify charm captivate fascinate intrigue entertain amuse engage inspire uplift soothe
relax calm refresh revive rejuvenate nourish hydrate moisturize moisturise soften
improve enhance enrich upgrade boost strengthen better streamline simplify optimize optimise benefit help assist aid
facilitate enable ease fix solve resolve remedy cure heal rescue safeguard protect ensure
succeed triumph win accomplish achieve deliver perform thrive flourish prosper suffice outlast endure withstand
complement flatter suit reward
recomend reccomend reccommend appriciate
"""
OTHER_VERB_FORMS = """
won winning thrilled overjoyed loving lovin luv luvs luved loove looove loooove lovee lurve dig digs digging
outdid outdoes outdone upheld uphold upholds outsells stoked pumped hooked
"""
NOUNS = """
joy delight pleasure treat gem jewel treasure winner champ champion keeper lifesaver godsend blessing miracle
masterpiece marvel beauty charm elegance grace perfection excellence brilliance genius superiority
bargain steal savings bonus perk plus pro advantage benefit asset upside highlight
satisfaction happiness enjoyment fun excitement enthusiasm passion love admiration affection gratitude appreciation
courtesy kindness
politeness friendliness generosity honesty integrity patience
success triumph victory accomplishment achievement improvement enhancement breakthrough
recommendation compliment praise kudo accolade applause favorite favourite
showstopper workhorse powerhouse delicacy
reassurance confidence trust
yum wow bravo hooray hurray yay woohoo whoa props cheers congrats congratulations
"""
OTHERS = """
well perfectly superbly brilliantly nicely finely decently greatly highly thankfully luckily fortunately gladly
happily
hopefully awesomely aok fab tiptop
gr8 thx tyvm woot haha lol lmao xoxo bestest goodness favs fave faves fav
worth worthwhile worthy deserving deserve deserves deserved
smile smiles smiled smiling laugh laughs laughed laughing grin grins grinning
thanks thank thankyou please yes yep yeah aww awww hehe
successfully effectively efficiently faithfully flawlessly tirelessly
win wins hit
"""
LATER_ADJECTIVES = """
airtight watertight colourfast colorfast faultless exemplary ravishing luscious plump pinpoint insulated laminated
bouncy springy sparkly glittery shimmery dreamy scrummy moreish comforting reassuring joyous masterly masterful
polished nuanced poignant gripping haunting catchy infectious soulful crispier fluffier tactile buttery luxe opulent
indulgent dapper chuffed smitten unfussy uncluttered painless roomier airier snappier zippier punchy zingy zesty fiery
peppery aromatic mellow velvety silken dewy matte translucent lush verdant spick immersive cinematic spellbinding
unputdownable laughably addictive wearable drinkable readable watchable hardwearing easygoing attentive unflappable
proactive apologetic courteous obliging helpful chatty smiley discreet unobtrusive featherlight whisperquiet forgiving
generous lavish sumptuous bottomless endless thoughtful spacious grand stately regal quirky whimsical ingenious nifty
handy tidy brisk lovingly seamless snug cuddly huggable squishy impressive exciting essential suitable luxurious
playful articulate exotic eclectic upscale unpretentious homey pleasurable healthful sexy loyal dedicated legit
meaningful precious grippy upbeat expansive complimentary harmless imaginable adventurous seasoned marvelously
indestructable compatable
"""
"""Found to be missing in texts of reviews, as the next ones."""
MILD = """
positive
protective removable manageable bearable tolerable serviceable workable usable useable playable appropriate proper
properly delicate subtle unobtrusive ultimate willing surprised surprisingly firm firmly evenly readily proven
convinced
earned mature lasts lasted saves saved saving fits fitted holds allows provides handles cleans
stays meets exceeds accommodate accommodates accommodated accomodate accomodates tolerant retro vintage artsy firmer
dimmable alright ok okay passable wholeheartedly immensely
functional versatile flexible adaptable customizable customisable foldable collapsible pocketable modular
interchangeable multifunctional rechargeable recyclable sustainable biodegradable organic homestyle gourmet
contemporary musical aromatic padded cushioned romantic festive informative educational expert experienced adequate
ample acceptable fair famous popular creamy buttery velvety fluffy tangy zesty
"""
