"""Expressions that blame, as patterns (`expression_table`). Written by hand from general knowledge of English."""

from __future__ import annotations

STRONG = """
worst i have/'ve/'d ever? | worst i ever | ~can't be worse | ~can't get worse | ~can't get any worse
~can't be any worse | ~can't be more disappointed
absolute/complete/total/utter/pure junk/garbage/trash/crap/rubbish/waste/joke/disaster/nightmare
piece of junk/crap/garbage/trash | pile of junk/crap/garbage/trash | hot garbage | dead on arrival
for the birds | never again | fire hazard | safety hazard | rip off
"""
PLAIN = """
sheared/shears/shear off | wore/wears/wear down | wearing down/out/thin | worn down | drags/drag | dragged
drop/drops/dropped the signal/call/calls/connection | dropped calls | keep/keeps/kept cutting out/off
cutting out | cutting in and out | in and out | pop/pops/popped off/out | bad news is | the bad news
thumbs down for | no marks for | zero for | two out of ten | 2 out of 10 | one out of ten | 3 out of 10
points off for | wants rewriting/replacing/fixing/redoing | want rewriting/replacing/fixing
needs rewriting/replacing/fixing/redoing/tightening | wasted on | could not get the | could n't get the
ca n't get the | can not get the | nobody answered
no one answered | no one answers | never answered/replied/responded/arrived/came/showed | no response | no reply
~won't pair/sync/respond/boot/load/update/stay/latch/lock/click/budge/stick
~don't hold/light/print/spray/drain/fill/lift/move/recline/fold/unfold/inflate/zip
~don't do a thing | did/does nothing for | does nothing | did nothing | much to be desired
over my/the/our old | cut to ribbons | chewed through | looks/looked nothing like
smells/smelled/smelt awful/terrible/funny/weird/off/musty/like | tastes/tasted awful/off/funny/weird/stale/like
sounds/sounded awful/tinny/muffled/off/like | feels/felt awful/cheap/flimsy/off/like plastic/like cardboard
stone cold | dull as | thin as paper | weak as | limp as | stale as
like sandpaper | like cardboard | like glue | like chalk | like a sieve | like a joke | like a toy
shame/pity about | a shame/pity | too bad about | such a shame | what a shame | let down by | letting it down
lets it down | marred by | spoiled/spoilt by | ruined by | hampered by | held back by | hindered by | plagued by
cursed with | suffers/suffer/suffered from | suffers/suffer/suffered | not without its flaws/problems/faults
had it with | fed up with | sick of | tired of | sick and tired | at the end of my rope | last straw
the worst part | beyond disappointed | could n't care less about | makes/made no sense | makes/made me cringe
made my skin crawl | gave me a headache | gave ~me the runs | turned/turns yellow/brown/black/green/pink
turned to mush | turned into a | went up in flames | went limp | went missing | went off | goes off
gets/get/got everywhere | all over my | got/gets caught | catches/catch/caught on | gets/get/got in ~my eyes
leaves/leave/left much | fell to bits | fell to pieces | falls to bits | came to pieces | came out crooked
came crooked | came in pieces | came with a crack/dent/scratch/tear/hole/stain
arrived broken/damaged/late/dead/bent/cracked/dirty/used/scratched/smashed/crushed/melted/empty
arrived in pieces | showed up broken/late/damaged | gave/gives me blisters/rash/headaches/nightmares
hurts/hurt my | burnt/burned my | cut/cuts my | scratched/scratches my | stained/stains my
ruined/ruins/ruin my | wrecked my | destroyed my | damaged my | broke/breaks my | ate my | eats my | killed my
drains/drained my | wastes/wasted my | pinches/pinched | digs/dug into my | rubs/rubbed my
would/wo n't last | did n't/not survive | did n't/not make it | barely made it | could/ca n't keep up
ca/could n't handle/cope
ca/could n't hear/see/read/tell/feel/reach/close/open/find a | hardly lasted | lasted a day/week/month
lasted all of | lasted two/three/four/five/six/one | lasted only | only lasted | only lasts | lasts maybe
lasts about an | dead within | gone within | dead after | broke on | broke in | broke the first
snapped the first | tore the first | ripped the first | failed on | failed the first | died on | died the
quit on ~me | quit after | not/n't as advertised/described/pictured/promised | false advertising
bait and switch | does n't/not live up to | did n't/not live up to | far too | way overpriced | highway robbery
daylight robbery | rip off merchants | for the bin | bin it | binned it | landfill | door stop | doorstop
paperweight | more trouble than | not/n't fit for | unfit for | not/n't suitable for | good for nothing
useless for | neither here nor
~don't close/open/fit/stay/hold/charge/turn/connect/stick/seal/lock/click/match/align/heat/spin/start/stretch/breathe
bite/bites/bit the dust | kicked the bucket | up in smoke | caught fire | blew up | blows up | blew a fuse
shorted out | came unglued | split open | split down the middle | split on the first | snapped clean off
pop/pops/popped off/out/open/loose | slide/slides/slid off/down/around | slip/slips/slipped off/out/down/around
ride/rides/rode up | bunch/bunches/bunched up | roll/rolls/rolled up | run/runs/ran out
lose/loses/lost charge/suction/signal/connection/power/pressure/heat
lost its shape/shine/color/flavor/elasticity/stickiness | loses its shape/shine/color/flavor/charge | bled color
bleed/bleeds/bled in the wash | shrank/shrunk in the wash | to high heaven
tastes/taste/tasted like nothing/medicine/chalk/feet | put/puts ~me to sleep | bored ~me | drag/drags/dragged on
go/goes/went nowhere | left/leaves/leave ~me cold/stranded/hanging/wanting | a bad taste | a bitter taste
left/leaves/leave marks/streaks/residue/stains/scratches/spots/crumbs/lint
leave/leaves/left a mark/residue/stain/film/mess/smell | ~make a mess | ~make a racket | makes/make/made noise
makes/make/made a noise | makes/make/made weird/strange/grinding/clicking/loud noises | like a jet engine
like a tin can | nothing like the picture/pictures/photo/description | look/looks/looked nothing like
feel/felt robbed/cheated | had to return/replace/send/tape/glue/throw/buy/exchange | held together with/by
paper thin | wafer thin | to bits | in bits | beyond repair | dead in the water | on its last legs | sore thumb
eat/eats/ate batteries/through/up | chew/chews/chewed through | guzzles/guzzle | hogs/hog | take/takes up too much
gather/gathers/collect/collects dust | like pulling teeth | an uphill battle | a lost cause | touch and go
off center/centre/balance | out of tune/focus/alignment/sync/place/stock
keep/keeps/kept cutting/dropping/freezing/restarting/rebooting/shutting/beeping
keep/keeps/kept tipping/twisting/tangling/skipping/buzzing/loosening/fogging/clogging | ~go off by itself
~go off randomly | shut/shuts itself off | in half
got/gets/get stuck/loose/clogged/tangled/scratched/dirty/ruined/lost/stained | worn out | wore out | wears out
falls/fell/fall over | tip/tips/tipped over | topple/topples/toppled over | cave/caves/caved in | give/gives/gave way
fog/fogs/fogged up | curl/curls/curled up | dry/dries/dried out/up | fizzled out | fizzles out | washed out
come/comes/came off on | rubs/rubbed/rub against | pinch/pinches/pinched my | : ( | : - ( | : / | : - / | 👎
👎👎 | 👎👎👎
😡 | 😡😡 | 😠 | 😞 | 😒 | 😢 | 😭 | 🤮 | 💔 | 😤 | 🙄 | 😩 | 😑 | 😕 | 🤢 | 😖 | 😣 | 🚫 | ❌
leaves/leave/left a lot/much/something/plenty to be ~desired | leave/leaves/left a lot/much to ~desired
no better than | no different from | nothing special | nothing to write home about
nothing but trouble/problems/issues/headaches | no reason to praise/recommend/buy/keep | second chance
not/n't up to par/snuff/scratch/standard/standards/it | below par | under par | sub par | not up to | below average
falls/fell short | fall short | comes/came up short | lets/let/letting ~me down | a let down | let down | letdown
fell flat | falls flat | misses/missed the mark | miss the mark | not so much | less so | not so well | not so good
not ~good? enough | not/n't worth | ~fall apart | ~fall off | ~fall out | ~fall down | ~come apart | ~come off
~come undone | ~come loose | ~come unglued | ~come unstitched | ~come out of
came broken/damaged/bent/scratched/cracked/dented/dirty/used | ~break off | ~break down | ~break apart | ~break easily
~break within | ~break after | ~give out | ~give up | ~give up on | ~give up the ghost | ~go out | ~go bad | ~go wrong
~go dead | ~go flat | went downhill | gone downhill | wears/wore/worn/wear out | wears/wore/wear off
wears/wore/wear thin | worn through | peels/peeled/peeling/peel off | peels/peeled/peeling/peel away
rubs/rubbed/rub off | chips/chipped off | flakes/flaked/flaking off | tears/tore off | rip/rips/ripped off
rip/rips/ripped apart | snapped/snaps/snap off | snapped/snaps in half/two | bends/bent easily
burns/burned/burnt out | dies/died/die on ~me | died after/within | dies/died/die after/within/quickly/fast/too
conks/conked out | crapped out | crap out | acting/acts/acted up | on the fritz | on the blink | hit or miss
hit and miss | ~stop ~work | ~stop charging/connecting/heating/spinning/responding/turning/playing/printing
no longer ~work | does n't/not ~work | no longer charges/charge/holds/turns/connects/closes/fits | would n't turn on
wo n't turn on | wo n't work/charge/start/connect/close/open/fit/stay/hold/power
would n't start/charge/connect/close/open/stay/hold | refuses/refused to | struggles/struggled/struggle to
fails/failed/fail to | failed after | shuts/shut off | shuts/shut down
kept/keeps/keep falling/slipping/breaking/crashing/freezing/jamming
kept/keeps/keep disconnecting/sliding/coming/popping/losing/dropping | keeps/kept getting stuck | ~get stuck
~get hot | ~get old | ~get in the way | ~get on ~my nerves | drives/drove ~me crazy/nuts
drives/drove ~me up the wall | a pain | pain in the neck/ass/butt? | a hassle | a nightmare | a mess | a disaster
a joke | a chore | a headache | a struggle | a bear to | a beast to | a bummer | a deal breaker | deal breaker
a bust | a dud | a flop | a fail | a waste | waste of ~time ~money | waste of ~money | waste of time
complete/total/huge/big waste | a rip off | rip off | an eyesore | an afterthought | an insult | a far cry from
far cry from | a step down | a step back | a downgrade | pales in comparison | pale/pales in comparison | no match for
nowhere near | not/n't nearly | not/n't even close | ca n't compare | can not compare | ~don't bother | ~don't waste
do n't buy | do not buy | ~won't buy again | ~don't recommend | ~can't recommend | stay/steer/keep/stays away
stay away from | steer clear | look elsewhere | save your money | buyer beware | run away | think twice | good luck
thumbs down | two thumbs down | one star | 1 star | zero stars | 0 stars | sent ~it? back
send/sends/sending ~it? back | returned ~it? | return ~it? | going back | went back | took ~it? back | money back
threw ~it? away/out | throw ~it? away/out | threw ~it? in the trash | in the trash | in the garbage | in the bin
into the trash | on the floor | cuts/cut corners | cuts/cut out | cuts/cut off | led ~me astray | goes/go/went astray
the runs | cut/cuts into | digs/dug/dig into | digs/dug/dig in | rubs/rubbed me the wrong way | under delivers
too good to be true | over priced | over hyped | not as described | not as advertised | not as pictured
not as expected | not/n't what i expected/ordered/wanted/hoped | bit off more | on the small side
on the small/large/heavy/pricey/expensive/short/long/thin/loud side
on the slow/bulky/flimsy/tight/stiff/big/light/dark/cheap side
runs/run small/large/big/hot/slow/loud/narrow/short/tight | looks/look cheap | feels/feel cheap | feels/felt cheap
feel/felt like cheap | cheaply made | poorly made | badly made | poorly designed | poorly built | badly designed
cheap looking | cheap feeling | made of cheap | low end | second rate | third rate | half baked | half hearted
hard to | difficult to | impossible to | tough to | tricky to | a pain to | slow to | takes/took/take forever/ages
takes/took ages | took/takes/take a long time | too long to | long time to | prone to | at ~my wits end | fed up
no good | no use | not/n't any good | not/n't much good | not/n't ~good | no fun | no help | out of order
out of date | past its prime | does n't/not last | did n't/not last | did n't last long | does n't last long
barely ~last | barely ~work | barely holds/hold/fits/fit/charges | not/n't the best | not the greatest
not my favorite | not/n't a fan of | not/n't a fan | not/n't impressed | less than impressed | does n't/not cut it
do n't/not cut it | did n't/not cut it | does n't/not help | does n't hold up | bad idea | big no
room for improvement | leaves room for | seen better | had better | used better | tasted better
deserves/deserve better | underwhelm/underwhelms/underwhelmed | go/goes/going south | hanging by a thread
rough around the edges | all over the place | full of holes | full of bugs | riddled with | plagued by/with
covered in dust/scratches/dirt | smells/smell/smelled like | smells/smell/smelled of | stinks/stink of | reeks of
tastes/taste/tasted like cardboard/plastic/rubber/dirt/water/metal/chemicals/soap
like cardboard/sandpaper/straw/plastic | burned/burns a hole | costs/cost an arm | arm and a leg | highway robbery
price gouging | too much to ask | too little | too few | so so | just ok | just okay | just average | meh
the downside | the only downside/problem/issue | only complaint/gripe/issue/problem/downside/drawback/con/negative
the cons | cons : | on the down side | on the downside | makes/make/made ~me sick/nervous/dizzy | rubbed raw
gave ~me a rash/headache/headaches/blisters | gives ~me a headache/headaches/blisters | at the seams | at the seam
hit the fan | gone wrong | in pieces | to pieces | to shreds | bent out of shape | out of whack
"""
