# ruff: noqa: E501 - long patterns and pictures that count twice
"""Idioms that blame what they are said of, as patterns (`expression_table`), by what they mean.

Written by hand from general knowledge of English, British and American.
"""

from __future__ import annotations

IDIOMS = """
leave/leaves/left/leaving a/an lot/great/bit deal? to be ~desired
leaves/left/leave much/plenty/something to be ~desired | left ~me wanting
left ~me cold/unmoved/disappointed/wanting/high/hanging/stranded/scratching/speechless/fuming
left/leaves/leave red/deep? marks/lines/grooves/welts/scratches/streaks/smears/lint/fluff/stains/residue/crumbs/puddles
leaves/leave/left streaks/smears/marks/residue | leaves/leave/left a bad taste/sour
lets/let/letting the whole thing/book/film/product/meal/experience/place/set/side down
lets/let/letting it/everything all? down | lets/let the side down | let down by | is let down by | a let-down
let-down | letdown | such a let down | the weak link/point/spot | the weakest link/part | achilles heel
achilles ' heel | fly in the ointment | where it falls down | falls/fall/fell down on | the sticking point | the snag
only vice | one gripe | my gripe | my one/only/main/biggest gripe/complaint/niggle | gripe is with | niggle is
the niggle | the fault lies with | is to blame | my beef is with | beef with
if you can ignore/overlook/forgive/live/get past/with/over? the/its? | can overlook/ignore/forgive the
could forgive the | could live with the | put up with the/its? | takes/take/took the shine off | took the fun out
takes the fun out | spoils/spoil/spoiled/spoilt it | ruins/ruin/ruined it | spoils/spoilt/spoiled everything
ruined by | spoiled/spoilt by | marred by | wrecked by | sullied by | undone by | scuppered by | wasted on
a waste of | waste of space/money/time/plastic/paper/ink/metal/space | waste of good | good money | money for old rope
money down the drain | down the drain | daylight robbery | highway robbery | a rip-off | rip-off | rip off | a con
a swizz | a scam | a swindle | a disgrace | an absolute disgrace | a shambles | a farce | a fiasco | a joke
a bad joke | a sick joke | a travesty | an insult | a slap in the face | a kick in the teeth | a letdown | a washout
a write-off | a non-starter | a dead loss | a dud | a lemon | a turkey | a flop | a damp squib | a car crash
a train wreck | train-wreck | a dumpster fire | dumpster fire | a hot mess | a shitshow | shit show | a bin fire
a dog 's breakfast/dinner | a dog 's dinner | pig 's ear | a pig 's ear of | a nightmare | a living nightmare
a horror | a horror show | an ordeal | a trial | a slog | a chore | a faff | a palaver | a hassle | a headache
a pain | a royal pain | a pain in the neck/backside/arse/ass/behind/bum/rear | a nuisance | a bind | a bore | a snooze
a snoozefest | a snore | a drag | a yawn | a bummer | a downer | a turn-off | a put-off | a deal-breaker
deal-breaker | deal breaker | a dealbreaker | dealbreaker | a lottery | a gamble | pot luck | hit-and-miss
hit-or-miss | hit and miss | touch-and-go | so-so | run-of-the-mill | run of the mill | bog-standard | bog standard
middle of the road | nothing special | nothing to shout about | nothing to write home about
nothing out of the ordinary | nothing remarkable | not up to much | not much cop | no great shakes | no oil painting
no picnic | no joke | no fun | no good | no use | no use whatsoever | no help | no match for | no substitute for
no contest | not a patch on | n't a patch on | not fit for purpose | n't fit for purpose | not in the same league
not in the same class | n't in the same league | pales/pale/paled next/beside/in to? comparison? | pales/pale beside
pale/pales next to | a poor relation | a poor substitute | a poor imitation | a pale imitation
a shadow of its/their former self | a shadow of | has/have gone downhill | gone downhill | goes/went downhill
gone to the dogs | gone to pot | going to the dogs | not what it was/used | n't what it was/used to? be?
n't what it used to be | not what it used to be | used to be better/good/great/lovely/nicer
used to be so/much/far better/good/nicer/great | was better before | better before | better elsewhere
far/much/done better elsewhere | a step back | a step backwards | a backward step | a step down | a big step down
ten years behind | years behind | behind the times | stone age | from the stone age | the dark ages | from the ark
past its best | past it | past saving | past its sell by | seen better days | on its last legs | on the way out
had its day | called it a day | calls/called/call it quits | gave/gives/give up the ghost | gave/gives/give up on ~me
gave/gives/give out | gave/gives/give in | gave/gives/give way | gave up | gives up | packed/packs/pack up
packed/packs/pack in | conked/conks out | died/dies/die a death | died/dies/die on ~me | dropped/drops/drop dead
dead-on-arrival | dead on arrival/arival | doa | bites/bite/bit the dust | kicked/kicks the bucket | met its maker
popped its clogs | keeled over | breathed its last | went/goes/gone kaput | gone kaput | went/goes/gone phut
went/goes/go bang/pop/dead/dark/blank/haywire/wrong/blunt/flat/missing/mouldy/moldy/bald/yellow/limp/slack/off
gone dead/dark/blank/haywire/wrong/blunt/flat/missing/mouldy/moldy/bald/yellow/limp/slack
went/goes/go up in smoke/flames | blew/blows/blow up/out | burned/burnt/burns out/through | burst/bursts into flames
caught/catches fire | started smoking | short circuited | fried itself | fries itself | bricked | bricks itself
hung/hangs/freezes/froze up | froze/freezes/freeze on ~me | locks/locked/lock up | seized/seizes/seize up
jams/jam/jammed up | clogs/clog/clogged up | gummed up | bunged up | blocked up | plays/play/played up
acts/act/acting/acted up | on the blink | on the fritz | out of action | out of order | out of service
stopped/stops/quit working/charging/responding/heating/spinning | stops/stopped/stop dead
no longer works/turns/charges/holds | cuts/cut/cutting out | cuts/cut/cutting in and out
drops/drop/dropped/dropping out/off/connection | keeps/kept/keep dropping | kepps droping
loses/lose/lost connection/signal/suction/charge/contact/power/pressure/its/their | lost all/its/their
forever losing
keeps/keep/kept resetting/restarting/rebooting/crashing/freezing/disconnecting/buffering/skipping/jamming/sticking/tripping/firing
keeps/keep/kept going wrong/off/blank/flat | keeps/keep/kept coming off/apart/loose/undone/out/up
keeps/keep/kept ~me awake/waiting | keeps/keep/kept throwing errors | throws/threw/throw errors/tantrums
threw/throws a tantrum/wobbly/fit | has/have a mind of its own | a mind of its own
drives/drive/drove/driving ~me mad/nuts/crazy/insane/bonkers/round/up/potty/batty | up the wall | round the bend
round the twist | drove ~me to tears | to distraction | did/does ~my back/head/knees/neck in | does my head in
doing my head in | did/does my nut in | gets/get/got on ~my nerves/wick/nerve | gets/got under ~my skin?
gets/get ~my goat | winds/wound ~me up
makes/make/made ~me wince/cringe/sick/ill/itch/sneeze/cough/choke/gag/queasy/dizzy/cross/angry/mad/furious/nervous/jump
makes/make/made ~my eyes/skin/feet/head/ears/scalp/teeth water/crawl/sore/hurt/spin/itch/ache/bleed
makes ~my head spin | make/makes/made ~me want to throw/scream/cry/weep/smash | makes/make/made no sense
make/makes 0/zero sense/sence | my head spin | brought/brings ~me out in | broke/breaks ~me out | broke out
broke out from | gave/gives/give ~me a/the? rash/spots/hives/blisters/blister
gave/gives/give ~me headache/headaches/migraine/migraines/neckache/backache/creeps/heebie
gave/gives/give ~me the creeps | food poisoning | hugging the toilet
went/goes straight in/into/to the bin/trash/rubbish/garbage | straight to the bin/charity | straight in the bin
belongs/belong in the/a bin/trash/dump/museum/skip/landfill | fit/fits only? for the bin/scrap/tip/dump
ended/ends up in the bin/trash/drawer | in the bin | in the dustbin | on the scrap heap | to landfill
went/going/goes/gone back to the | went/going/goes/sent back | sent ~it? back | send it back | had to go back
has to go back | is going back | back it went
wants/want replacing/cleaning/tightening/trimming/sharpening/rewriting/fixing/emptying/redoing/updating/looking
needs/need replacing/cleaning/tightening/trimming/sharpening/rewriting/fixing/emptying/redoing/updating/charging every/after/constantly?
needs/need a/some/the? rethink/redesign/overhaul/rewrite/proofreader/editor/update/refresh/makeover/serious/lick/fix/kick/lesson
needs/need the strength/patience/luck of | you need the patience of | patience of a saint | strength of an ox
you need a degree | you 'd need a degree | need/needs a degree/phd to | you 'd need a | could/can learn some manners/a
learn a thing or two | could learn from | could not care less | could n't care less | ~don't care less
did n't want to know | did n't bother to? | could n't be bothered | could n't be bothered to | ~can't be bothered
~don't even look up | ~don't even apologise/apologize/reply/answer/bother/look/try/say
~don't answer/reply/respond/care/listen/help/understand/budge/arrive/deliver/exist/add | ~don't get going
~don't really get going | never gets/get/got going
never arrived/came/turned/showed/replied/answered/called/responded/materialised | never materialised/materialized
never heard back | no reply/response/answer/apology/explanation/reaction/word | no answer from | still waiting/no
still has/have n't arrived | still have/has n't | have n't heard | has n't arrived/come/shown/turned
yet to arrive/receive/hear/get | have/has yet to receive/arrive | have yet to get a reply
yet to get a/any reply/response/answer | ghosted ~me | fobbed ~me off | fobbed off | gave/gives ~me the runaround
the runaround | passed from pillar to post | pillar to post | rolled/rolls/roll his/her/their eyes | hung up on ~me
talked down to | treated/treats/treat ~me like dirt/a/an | treats/treat you like a | the cheek to | had the cheek to
had the nerve to | the audacity | turned/turns/turn his/her/their/its nose/noses up at | turned her nose up
turned their noses up at | turned up his nose | not/n't have a good word for | has a good word for | no love for
no fan of | not/n't a fan of | not/n't keen on | not/n't crazy about | not/n't mad about | not/n't wild about
not/n't sold on | not/n't convinced by | not/n't taken with | not/n't enamoured with/of | not enamored
not/n't think much of | ~don't think much of | ~don't rate the | ~don't care for | ~don't care much for
~don't take to | ~don't warm to | ~don't get on with | ~don't get along with | ~don't see the point of?
~can't get used to | ~can't get on with | ~can't get along with | ~can't warm to
~can't stand/abide/bear/stomach/tolerate | ~can't see the point | ~can't say the same for/of/about
not/n't used to the | not/n't the sharpest/brightest/best/greatest/prettiest/finest/fastest/comfiest/easiest
not/n't my cup of tea | not/n't my thing/bag | not/n't to my taste/liking | not/n't for me
not/n't everyone 's cup of tea | not/n't the finest hour | not/n't ideal | not/n't the real deal
not/n't as advertised/described/pictured/expected/stated | not/n't up to standard/scratch/par/snuff/date/the/it/much
not/n't cooked through | not/n't done | not/n't straight/level/flush/true/even | not/n't real | not/n't genuine
not/n't a good idea | not/n't a good look | ~don't sit straight/flush/right/flat/level | never quite sits/fits
~don't work/function/fit/close/open/stick/hold/stay/latch/lock/line/match/register/respond/detangle/clean/cut/pair/sync/load/seal
~don't add up | ~don't do justice | ~don't do the/it/them justice | ~don't do ~it? justice | ~don't cut it/the
~don't cut the mustard | ~don't stack/measure up | ~don't make the grade/cut | ~don't make it to/through/past
~don't even make it to | ~don't come close/up | ~don't pass muster | ~don't live up to the? hype? | ~don't deliver
~don't hold a candle to | ~can't hold a candle to | ~can't compete with | ~can't match | ~can't compare
~can't hack it | ~can't cope | ~can't handle | ~can't keep up | ~can't take | ~can't find half | ~can't hear
~can't hide/save/rescue/excuse/disguise | ~can't undo | ~can't open/close/fasten/reach/read/see
~won't work/budge/open/close/stay
~won't slide/register/hold/go/fit/shut/switch/light/charge/connect/pair/load/download/stop
would not download/open/fit/work/stay/close | fails/fail/failed to/miserably/dismally/completely
falls/fell/fall short/flat/apart/over/off/down/out/to bits/to pieces | fall flat | falls/fell/fall at the first hurdle
misses/missed/miss the mark/point/boat | came/comes/come up short | wide of the mark | off by a mile | way off
miles off/out | a mile off | a mile out | all over the place/shop | up the creek/spout | up the swanny | upside down
back to front | inside out | wrong way round | the wrong way | the wrong size/colour/color/item/way/dish/order
half rubbed off | falling to bits/pieces
came/comes/come apart/away/off/loose/undone/unstuck/unglued/unstitched/adrift | came/comes/come off in ~my hand/hands
came/comes/come away in | came/comes/come down | worked itself/its loose/way | work/works loose
worked/works/work its/their way out/loose | pops/popped/pop off/open/out | pings/pinged/ping off
springs/spring/sprang open | flies/flew/fly off/open | slides/slid/slide off/around/down
slips/slipped/slip off/down/out | rides/rode/ride up | rolls/rolled/roll down/up | bunches/bunched/bunch up
digs/dug/dig in/into | cuts/cut into | rubs/rubbed/rub against/raw | pokes/poked/poke through/out
sticks/stuck/stick out | sticks/stuck/stick together | sticks/stuck out like a sore thumb | sore thumb
shows/show every mark | shows/showed/show through | shows/show every
picks/pick/picked up the smell/every/dust/fluff/lint/hair | attracts/attract fingerprints/dust/fluff/hair/lint
gets/get/got everywhere/stuck/tangled/clogged/dirty/hot/scratched/in the way/caught/lost
gets/got absolutely everywhere | runs/ran/run out/dry/hot/slow/small/large/big/narrow/in the wash
bled/bleeds/bleed in the wash | ran in the wash | colour ran | color ran
turned/turns/turn to mush/slush/dust/sludge/soup/goo
turned/turns/turn pink/grey/gray/green/yellow/brown/black/orange
turned/turns/turn ~my finger/skin/wrist/hands/everything/everyone green/black/pink/grey/into
to mush/slush/dust/sludge | smells/smell/smelled/smelt/stinks/stink/reeks/reek of/like
smells/smelt off/awful/foul/funny | stank of/the | hits you like a wall
tastes/taste/tasted like cardboard/wet/soap/plastic/nothing/dishwater/water/chemicals/metal/feet | like wet cardboard
like cardboard | feels/feel/felt like cardboard/paper/plastic/sandpaper/kitchen/a toy/plywood/a brick
like sandpaper/paper/plywood/a loofah/straw/a brick | looks/look/looked like a shower/it/something cap?
looks/look nothing like | looks/looked cheap/tacky/awful/fake/naff/rubbish/faded/tired
sounds/sound/sounded like a/somebody/someone tin? | sounds/sound hollow/tinny/muffled/like
reads/read like a washing/manual | reads like a | like a tin/jet/tractor/tank/drill/helicopter/hoover can?
like a tin can | like a jet | like a jet engine | like pulling teeth | like watching paint dry
like nails on a blackboard/chalkboard | like a lead balloon | like a chocolate teapot | chocolate teapot/fireguard
as much use as | about as much use as
about as useful/soft/quiet/comfortable/sharp/exciting/fast/strong/reliable/subtle/sturdy/bright as a/an?
as useful as a | as soft as a doormat/brick/rock | as dull as dishwater | as weak as dishwater/water
dull as dishwater | thin as paper | as thin as paper | paper-thin | wafer-thin | see-through | rock-hard | stone-cold
stone cold | ice-cold | raw in the middle | few and far between | conspicuous by its/their absence
thin on the ground | in short supply | precious little/few | hardly worth | not worth the | n't worth the
not/n't worth | more trouble than | more hassle than | more holes than | more bother than | too clever by half
for its/their own good | too clever for its/their own good | too good for its/their own good
too much of a good thing | far too neat | too much to ask/expect | a bridge too far | over the top | over-the-top
over-engineered | over-priced | over-complicated | over-cooked | under-cooked | under-powered | under-seasoned
over-salted | over-rated | over-hyped | ill-fitting | ill-conceived | poorly-made | badly-made | cheap-looking
cheap-feeling | tired-looking | sad-looking | dated-looking | second-rate | third-rate | half-baked | half-hearted
half-decent | half-finished | hard-to | long-winded | eye-watering | ear-splitting | ear-piercing | stomach-churning
cringe-worthy | nail-biting | one-dimensional | two-dimensional | cookie-cutter | off-putting | off-key | off-centre
off-center | out-of-date | out of date | out-of-tune | fingerprint-prone | accident-prone | error-prone | crash-prone
bug-ridden | ad-ridden | puts/put ~me off | put off by | put ~me to sleep | phones/phoned/phone it in | phoning it in
going through the motions | on autopilot | by numbers | paint by numbers | lost the plot | jumped the shark
outstays its welcome | outstayed its welcome | overstays its welcome | drags/drag/dragged on
drags/dragged/drag terribly | goes/go/went nowhere | goes on a bit | goes on too long
takes/took/take for ever/ages/forever/hours/weeks/an/age/all/three/half/eternity
takes/took/take ages/forever/hours/weeks/months/days | took an age | took an entire/hours/half/all | an eternity
an age | an entire evening | kept ~me waiting | kept waiting | waited hours/ages/weeks/forever | hours on end
weeks on end | a fortnight late | late again | costs/cost/costing an arm
costs/cost/costing a fortune/bomb/packet/arm | costs the earth | costs more than | eye wateringly | through the nose
pay through the nose | bleeds/bled ~me dry | burns/burned a hole | a hole in ~my pocket | stung by
hits/hit the wallet | tear ~my hair out | tearing ~my hair out | pulling ~my hair out | lose the will to live
losing the will to live | lost the will to live | wish i had n't | regret buying/getting/ordering/choosing
regret the day | wish i 'd/had never/kept/returned/read/stuck/bought? the | buyer 's remorse | nil points
null points | nul points | zero points | nought out of ten | zero for | nil for | 0 / 10 | 1 / 10 | 2 / 10 | 3 / 10
4 / 10 | 0 / 5 | 1 / 5 | 2 / 5 | 1 * | 2 * | 0 * | one star | zero stars | 0 stars | 1 star | no stars | two stars
2 stars | docked a star for | star off for | points off for | marks off for | minus points for | minus marks for
docked for | black mark | black mark for | could do better | must try harder | room for improvement | can only improve
back to the drawing board | go back to the drawing board | who thought | who thought that | what were they thinking
what was the designer thinking | whoever designed | whoever thought | whose idea was | beggars belief | beyond me
beyond a joke | beyond the pale | beyond repair | beyond salvage | beyond help | beyond disappointing
the final straw | the last straw | last straw | enough is enough | had enough of | had it with | fed-up | fed up with
sick of | sick to death of | sick and tired of | tired of | done with | so done | im so done | i 'm so done
so done with | over it | no thank you | no thanks | thanks but no thanks | no ta | hard pass | a hard no | big no from
a no to | a no from | it 's a no | never again | avoid at all costs | avoid like the plague | like the plague
steer clear of | give it a miss | give it a wide berth | a wide berth | do n't waste | ~don't waste your/my/ur
~don't bother with | ~don't touch with | barge pole | bargepole | shame about | pity about | too bad about
such a pity | such a shame | more 's the pity
what a letdown/shame/pity/waste/joke/mess/disappointment/disaster/rip/con/let | gutted about | gutted with | gutted
miffed | peeved | narked | hacked off | ticked off | cheesed off | browned off | brassed off | naff | pants | rubbish
tat | tatty | ropey | ropy | dodgy | dire | manky | minging | grotty | gammy | wonky | duff | knackered | buggered
cack | shonky | crummy | janky | jank | wack | whack | trash tier | mid af | cringe | my arse | my eye | lol no | nah
nope | ffs | smdh | 💩 | 🤬 | 😫 | 🥴 | 🤦 | 🤷 | 🥱 | 😴 | 💀 | 🗑 | 😾 | 🙁 | ☹ | 😔 | 😟 | 😓 | 😨 | 🤕 | 🤒 | 🤧 | 🥶 | 🥵 | ⛔ | 🚮 | 🖕
😬
"""
