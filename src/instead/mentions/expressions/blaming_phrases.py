"""Set phrases that blame, as patterns (`expression_table`): verbs with particles, idioms, compounds.

Written by hand from general knowledge of English. A phrase stands here if it judges alike whatever it is said of.
"""

from __future__ import annotations

STRONG = """
worst ever | the very worst | by far the worst | hands down the worst | the worst by far
worst of the worst/lot/bunch | worst purchase/buy/product/experience/meal/service/money i/we/ever
worst decision/investment/hotel/film/movie/book/game i/we/ever | worst in the world | worst thing i/ever
worst nightmare | the pits | the absolute pits | absolute worst
absolute shambles/shower/farce/mess/trash/dross/tripe/pants/shite/tat/tosh/dogshit
absolute bilge/drivel/bollocks/robbery/scandal/disgrace/horror/shocker/turkey/insult/garbage/failure/scam
complete/total/utter/sheer/pure/unmitigated/perfect shambles/farce/mess/tat/tripe/drivel/failure/scam
complete/total/utter/sheer/pure/unmitigated/perfect fiasco/con/ripoff/robbery/rubbish/bollocks/disgrace/letdown
complete/total/utter/sheer/pure/unmitigated/perfect flop/dud/embarrassment/insult/disappointment/lie/bust/turkey
complete/total/utter/sheer/pure/unmitigated/perfect torture/misery/hell/agony
complete/total/utter/sheer/pure/unmitigated/perfect chaos/incompetence/catastrophe/travesty
heap/load/pile/bunch/crock/sack/lump/chunk/hunk of junk/crap/garbage/trash/rubbish/shit/bull
heap/load/pile/bunch/crock/sack/lump/chunk/hunk of poo/manure/dung/nonsense/bollocks/tat/scrap
piece of shit/rubbish/sh/tat/poo/scrap/shite/excrement/poop/dreck | pieces of junk/crap/garbage/trash/shit/rubbish
steaming pile/heap/turd | steaming pile of | dumpster fire | train wreck | trainwreck of | train - wreck
car crash of | dog 's breakfast/dinner | dogs breakfast/dinner | a hot mess | hot mess | dog shit | horse shit
bull shit | total bs | utter bs | full of shit/crap/bull | garbage fire | worst enemy | with a barge pole
with a bargepole | with a ten foot pole | ten foot pole | ten - foot pole | 10 foot pole | barge pole
even if it were/was free | if you paid me | avoid like the plague | avoid at all cost/costs
avoid it/this/them/these like the plague | avoid it/this/them/these at all cost/costs | avoid , avoid | avoid avoid
stay/keep/steer well/far/far , far clear/away | stay far away from? | stay well away from? | stay the hell away
steer well clear of? | run for the hills | run for your life | run a mile | run screaming
run away fast/screaming/from | run , do n't/not walk , away | run the other way | lost a customer
lost me/us/my/our as a customer/customers | lost my/our business/custom
last time i buy/order/shop/use/eat/stay/purchase | put me/us off for life | scarred for life
makes/made/make my blood boil | makes/made/make your blood boil | blood boil | makes/made/make my skin/flesh crawl
makes/made/make ~me sick/gag/vomit/puke/retch/ill/barf/heave/nauseous/furious/livid/angry/cry/scream/mad
made ~me throw up | made ~me want to cry/scream/vomit/throw/puke/leave/gag/hurl/die/tear/weep
makes ~me want to cry/scream/vomit/throw/puke/leave/gag/hurl/die/tear/weep | turned/turns/turn my/your stomach
stomach turning | stomach - turning | stomach churning | stomach - churning | gag inducing | gag - inducing
vomit inducing | cringe worthy | cringe - worthy | cringe inducing | rage inducing | migraine inducing
headache inducing | headache - inducing | sleep - inducing | soul destroying | soul - destroying | soul crushing
soul - crushing | soul sucking | mind numbing | mind - numbing | mind numbingly | mind - numbingly | brain dead
brain - dead | bone headed | ham fisted | ham - fisted | cack handed | cack - handed | hell on earth | living hell
hell hole | from hell | night from hell | hotel from hell | nightmare from start | complete and utter
utter and complete | total and utter | beggars belief | beggared belief | beyond belief bad | beyond a joke
beyond awful/terrible/bad/horrible/ridiculous/frustrating/annoying/rude
beyond useless/pathetic/disgusting/poor/frustrated/annoyed/angry/upset/infuriating | beyond the pale
beneath contempt | below contempt | an utter/absolute/complete/total disgrace/disaster/nightmare/joke/shambles/farce
an utter/absolute/complete/total waste/failure/mess/embarrassment/insult/outrage/abomination
a complete/total/utter/absolute disgrace/disaster/nightmare/joke/shambles/farce/waste/failure
a real/huge/massive/unmitigated disgrace/disaster/nightmare/joke/shambles/farce/waste/failure
a complete/total/utter/absolute/real/huge/massive/unmitigated mess/embarrassment/disappointment/letdown
a complete/total/utter/absolute/real/huge/massive/unmitigated fiasco/flop/scam/con/fraud | insult to injury
adds insult to | adding insult to | insult to the intelligence
insult to my/your/our/the intelligence/original/name/customers | slap in the face | kick in the teeth/guts/balls
slap in the | ought to be ashamed/illegal/banned | shame on you/them/the/this/amazon/whoever/him/her
hang their heads in shame | hang your head | a crying shame | crying shame | a national disgrace | crime against
a crime against | criminally bad | total rip | con artist/artists/men/man/merchants | scam artist/artists
bunch of crooks/thieves/liars/scammers/cowboys/clowns/amateurs/idiots/cheats/jokers/charlatans | crooks and liars
thieves and liars | cowboy outfit/builders | cowboys the lot | snake oil | snake - oil | money grab | money - grab
cash grab | cash - grab | shameless cash grab | money grabbing | money - grabbing | money pit | tourist trap
clip joint | bait - and - switch | classic bait | false advertisement/advertisements/promises/claims/economy
blatant lie/lies/false/rip | outright lie/lies/fraud/theft/scam
downright lie/lies/rude/dangerous/awful/nasty/bad/ugly
downright terrible/useless/disgusting/dishonest/stupid/misleading/horrible/dirty | lied through their/his/her teeth
bare faced lie/lies | barefaced lie/lies | pack of lies | a pack of lies | scammed out of | conned out of
cheated out of | robbed of | taken for a ride/mug/fool/ride | took ~me for a ride/fools/mug | taken to the cleaners
took ~me to the cleaners | ripped ~me off | rips ~me off | rip ~me off | ripping ~me off | ripped off by?
robbed blind | robbing ~me blind | burnt/burned my/our/the house/hand/hands/leg/fingers/face/skin/carpet
nearly burned/burnt/electrocuted/killed/blinded/choked | almost burned/burnt/electrocuted/killed/blinded/choked
could have/'ve been killed | caught on fire | burst into flames | went up in smoke/flames | goes up in smoke/flames
exploded while | blew up in my/on face? | fire trap | death trap | deathtrap waiting | an accident waiting to happen
accident waiting to happen | health hazard | trip hazard | tripping hazard | choking hazard | safety risk
choke hazard | disaster waiting to happen | recipe for disaster | ticking time bomb | ticking bomb | broken beyond
damaged beyond repair | one star is too many | one star is too much/generous | one star is generous | zero stars if
if i could give zero/0/no/negative/less stars? | if i could give it zero/0/no/negative
wish i could give zero/0/no/negative stars? | minus stars | negative stars | minus five/ten/10 | less than one star
one star because i/zero/you/it | only reason i gave/give/am/'m giving it? one/1 | zero out of ten/five/10/5
0 out of 10/5 | 0 / 10 | 0 / 5 | 1 / 10 | one out of five | 1 out of 5/10
"""
PLAIN = """
packs/packed up after/on/within/in/and | packed up on ~me | packed in after/on/within | packs/packed it in
conk/conks/conked/conking out | conk/conks/conked/conking out on/after | fizzle/fizzles/fizzled/fizzling out
peter/peters/petered/petering out | sputter/sputters/sputtered/sputtering out
cut/cuts/cutting out on/after/when/while/mid/every/intermittently/randomly/constantly | die/dies/died/dying off
dies/died/die out | died a death | died on ~me after? | die/dies/died out of nowhere | dies/died/die mid
dead as a doornail/dodo | dead as a | dead on its feet | as dead as | went dead after/on/within
went kaput/haywire/bonkers/berserk/pop/bang/phut/belly/pear/pfft/black/blank/south/tits/mental/nuts
goes/go kaput/haywire/bonkers/berserk/pop/belly/pear/blank/south | gone kaput/haywire/south | went pear shaped
went pear - shaped | gone pear shaped | pear shaped | pear - shaped | went belly up | belly up | belly - up
went to pot | gone to pot | gone to the dogs | going to the dogs | gone to seed | went to hell | gone to hell
going to hell | went on the blink/fritz | gone on the blink/fritz | up the creek/spout/swanny
give/gives/gave/giving/given up the ghost | gave up after/within/on/working
gives/gave out after/within/on/completely | gave/gives/give up working | called it quits | calls it quits
call it quits after | threw in the towel | throws in the towel | bites/bit the big one | bought the farm
kicks/kicked the bucket | croaked after/on | crapped/craps/crapping/crap out on? ~me? | pooped/poops/poop out
pooping out | burned/burnt/burns/burning itself? out | blew/blows/blown out on | blew/blown a fuse/gasket/speaker/bulb
short circuited | short circuits | short - circuited | shorted/shorts out | shorting out
tripped/trips/trip the breaker/fuse/circuit/electric/electrics | seizes/seized/seize/seizing up
lock/locks/locked up on ~me | freezes/freeze/froze/freezing up | hangs/hung/hang up on
hangs/hung/hanging constantly/all/every/for | bogs/bogged/bog down | bogging down | slows/slowed/slow to a crawl
slows/slowed/slow down to | runs/ran like a dog/snail/pig/slug | runs/run/ran like molasses/treacle/crap/garbage/hell
slow as molasses/a snail/hell/treacle/snails/christmas/can/dirt/a | as slow as molasses/a/treacle/it
slow as a snail/tortoise/turtle/wet | glacially slow | painfully slow | agonizingly/agonisingly slow | dog slow
dirt slow | act/acts/acted/acting up | acting up/weird/funny/strange/strangely
acts/acted/act weird/funny/strange/strangely | plays/played/playing up | playing silly buggers
mucks/mucked/mucking up/around/about | messes/messed/messing/mess up | screws/screwed/screwing/screw up
fouls/fouled up | botched up | cocked/cocks/cock up | a cock up | cock - up | ballsed up | stuffed up
muck/mucks/mucked/mucking up | bungled the
stops/stopped/stop dead/altogether/responding/charging/working/heating/cooling/functioning/holding/sticking
stops/stopped/stop recognizing/recognising/reading/syncing/pairing
stops/stopped/stop sealing/closing/zipping/opening/fitting/lighting
stops/stopped/stop spraying/pumping/ringing/recording/ticking/sucking/blowing/rotating/clicking/loading/updating
stops/stopped/stop keeping/registering/producing/dispensing/tracking
stops/stopped/stop answering/replying/caring/draining/brewing/steaming | stop/stopped/stops turning on/off
quit/quits working/functioning/charging/heating/cooling/holding
quit/quits responding/spinning/playing/recording/on/completely/altogether | came/come/comes/coming away in/at
comes/came/come/coming unstuck/unstitched/unravelled/unraveled/unscrewed/unhinged/untucked/unclipped/unplugged
comes/came/come/coming unzipped/untied/adrift/crooked/detached/unfastened/unsewn/unsealed/unraveling
comes/came/come/coming off in/at/on/after/every/within | falls/fell/fall/falling to bits/pieces/shreds
falls/fell/fall/falling apart at/after/in/on/within the? seams? | fell/falls/fall off within/after/the/in/on/when
dropped/drops/drop to bits/pieces | went/go/goes to pieces/bits | crumbled/crumbles/crumble to dust/pieces/bits/powder
crumbles/crumbled/crumble apart/away | flaked/flakes/flake/flaking off/away/everywhere
chips/chipped/chip/chipping off/away | peels/peeled/peel/peeling off/away/apart/up/after/at/within
bubbles/bubbled/bubbling up | lifts/lifted/lifting at the edges/corners | wears/wore/worn/wear/wearing through/away
wears/wore/worn/wear out/off/thin/down after/in/within/so/too/quickly/fast | wears/wore/worn/wear right through
worn to a thread | worn out after/in/within/already | rubs/rubbed/rubbing away/off/right/raw
rubs/rubbed/rubbing ~me? raw/sore | rubbed my/our/your ankle/ankles/heel/heels/skin/feet/nose/ears/legs/thighs raw?
works/worked/work/working itself/themselves? loose/free | shakes/shook/shake/shaking itself? loose/apart/to
vibrates/vibrated/vibrate loose/apart/off/itself | rattles/rattled/rattle loose/apart/around/like
wobbles/wobbled/wobble around/about/like/all | snaps/snapped/snap clean/right off/in/through
snapped after/under/at/within/on | snap/snapped/snaps like a twig/twigs
broke/breaks/break/broken into/in two/half/pieces/bits | broke/breaks/break clean/right/straight off/through/in
broke/breaks/broken before | broke/breaks/broken at the | breaks/broke/break if you look/touch/breathe
if you look at it wrong/funny/sideways/too | if you so much as | if you breathe on | as soon as you look
rips/ripped/rip/ripping apart/open/along/at/after/in/on/easily/like/within/the
tears/tore/torn/tear apart/open/along/at/after/in/on/easily/like/within/off/if the?
pops/popped/popping/pop off/out/loose/apart at/after/constantly/all/every/in/when | caves/caved/caving in
buckles/buckled/buckle under | buckles/buckled/buckle/bows/bowed under the weight
collapses/collapsed/collapse under/in/on/after/at/when/within | sags/sagged/sag/sagging in the/after/middle
bows/bowed/bow in the middle | bends/bent/bend out of shape/if/like/under/in/when/at/too/with | bent like
goes/went/go/gone out of shape | gone/went/go/goes limp/stale/soggy/mushy/rancid after/within/in/on/so/very/before?
gone/went/go/goes moldy/mouldy/rusty/yellow/flat after/within/in/on/so/very/before?
gone/went/go/goes bad/off/sour/cloudy/blank/floppy/saggy/baggy/bobbly/hard after/within/in/on/so/very/before?
loses/lost/lose/losing its/their/all/any luster/lustre/charm/appeal/novelty/magic/way/softness
drops/dropped/drop/dropping out | cuts/cutting/cut in and out
keeps/kept/keep dropping/cutting/losing/crashing/freezing/shutting
keeps/kept/keep stopping/falling/slipping/popping/breaking/jamming/sticking
keeps/kept/keep stalling/disconnecting/restarting/rebooting/beeping/buffering/failing
keeps/kept/keep resetting/logging/overheating/leaking/tripping/unpairing/unplugging
keeps/kept/keep riding/bunching/twisting/curling/peeling/collapsing
keeps/kept/keep deflating/sagging/squeaking/flashing/blinking/lagging/glitching
keeps/kept/keep skipping/dying/clogging/tearing/ripping/snagging/tangling
keeps/kept/keep nagging/misfiring/tilting/squeaking/whining/beeping/chirping
lasted all of a/an/one/two/three/five/ten/1/2/3/5 | lasts all of
lasted a whole/grand/measly/mere/total/full/whopping/paltry | lasted less than a/an/one/two/the/three
lasted barely/hardly/maybe/approximately/exactly a/an/one/two/three/1/2/3
lasted only/just a/an/one/two/three/about/until/for/four/six/1/2/3/4/5/6
lasted one/two/three/four/five/six/1 days/day/weeks/week/uses/use/washes/wash/minutes/hours/wears
lasted 2/3/4/5/6/ten/10 days/day/weeks/week/uses/use/washes/wash/minutes/hours/wears
lasted a day/week/month/fortnight/few couple? days/weeks/minutes?
lasted about a/an/one/two/five/ten/three/1/2/3 day/days/week/weeks/minute/minutes/month/hour/months
lasted about as long as | lasted till/until the/i/day | barely lasted/lasts/last a/an/one/two/the/through/past
barely made it/through/past/a/to | hardly lasted/lasts a/an/the/any | less than a day/week/month/year later
less than two/three/six/2/3/6 weeks/months/days later | just out of warranty | day after the warranty
after the warranty expired/ran/ended/period | as soon as the warranty | one day after
a day/week after the warranty/return | past the return window/date/period | just past the return
after the return window/period/date | short lived | short - lived | short life | short shelf life | flash in the pan
novelty wore/wears/soon/quickly off? | shine wore off | honeymoon was over
ended/end up throwing/returning/tossing/binning/sending/scrapping it/them/this | ended up in hospital/the er
ended up in the trash/bin/garbage/landfill/dustbin/drawer/closet/dump/rubbish
straight in/to/into the trash/bin/garbage/landfill/dump/rubbish/dustbin
straight to the bin/trash/garbage/landfill/dump/charity | went straight/right in/to/into/back the? bin/trash/garbage
headed/destined/bound for the bin/trash/garbage/landfill/dump | destined for landfill
in the dustbin/dumpster/rubbish/skip/landfill | to the dump/landfill/tip | chucked it/them/this/mine out/away/in/back?
chucked in the | tossed it/them/this/mine out/away/in/back/after? | binned it/them/this/mine | bin this/them/these
dumped it/them/this | threw mine/the/this/these/half/most/whole/one away/out
throw mine/the/this/these/whole away/out | throwing it/them/this away/out | thrown away/out
had to throw/toss/bin/chuck/scrap/dump/discard/ditch it/them/this/the? away/out?
had to superglue/duct/jury/rewash/resort/beg/fight/wrestle/chase/argue/redo
had to wait for/an/a/over/two/three/ages/hours/so/weeks
had to call/email/phone/contact/ring/complain twice/several/three/multiple/customer/support/them/it/again/to
had to restart/reset/reboot/reinstall/repair/fix twice/several/three/multiple/customer/support/them/it/again/to
going to have to return/replace/send/buy/exchange
having to return/replace/send/tape/glue/throw/buy/exchange/restart/reset/reboot/reconnect/readjust/adjust
having to fiddle/constantly/keep/unplug/redo/refill/recharge/repair/tighten/chase/call/wait/fix/wash/pull
returned for a refund | returned immediately/promptly | return to sender | returned/returning mine/both/item
asked/asking/ask for a refund/my money back? | want/wanted/wants a refund/my money back? | need my money back
give me my money back | refund please | refunded me eventually
still waiting for/on my/the/a/an refund/reply/response/replacement/answer/call
cost/costs/costing an arm/arm and a leg | costs/cost a fortune/bomb/packet/pretty/small/king penny/fortune/ransom/'s?
costs/cost a lot/kidney/bundle/arm/ridiculous/mint penny/fortune/ransom/'s? | a pretty penny | a small fortune
a king 's ransom | through the nose | pay/paid/paying/pays through the nose | pay/paid/paying over the odds
over the odds | pay/paying/paid for the name/brand/label/logo/hype | paying for a name | paid/pay good money for
good money after bad | throw/throwing good money | nickel and dime/dimed/diming | nickle and dimed
nickel - and - dime | nickel and dimes | stung for | fleeced by | burn/burns/burned/burnt a hole in
hole in my/your pocket/wallet | breaks/broke/break/breaking the bank | bleeds/bleed/bled ~me dry | bleeding me dry
money down the drain/toilet/pan | down the drain/toilet/pan/tubes/swanny/tube | money thrown away
threw/throw/throwing/thrown/chucked my/your/our money away
waste of resources/electricity/talent/shelf/petrol/gas/cash/film/energy/oxygen/my/your/calories/hard
waste/wasted/wasting your/my/our/any time/money/breath/cash/afternoon/evening/day
waste/wasted/wasting your/my/our/any weekend/energy/effort/hours/life/gas/an
wasted two/three/an/a/hours/so/half/too hours/hour/afternoon/whole/day/evening/of/good/my/much/on?
wasted potential/opportunity/hours/effort/journey/trip | hours of my life | hour of my life | want those hours back
want my time/hours/evening/life back
hardly/barely/scarcely worth it/the/buying/a/bothering/getting/half/mentioning/what | overpriced for what
over - priced | over priced for
way/far/grossly/wildly/vastly overpriced/expensive/overrated/overhyped/overpaid/over for? what?
hugely/ridiculously/massively overpriced/expensive/overrated/overhyped/overpaid/over for? what?
severely/insanely/stupidly overpriced/expensive/overrated/overhyped/overpaid/over for? what? | steep for what
on the dear side | gouging customers | ripping people off
bad/poor/terrible/awful/foolish/stupid/horrible/lousy/dumb buy/purchase/investment/choice/decision/bet/idea/deal
a bad/poor/terrible/raw/lousy/rotten/rough deal/bargain/buy | raw deal | bum deal | bum steer
sold/selling/sell ~me short | sold a pup | sold a lemon/dud | bought a lemon/dud | got a lemon/dud | a pig in a poke
pig in a poke | lipstick on a pig | buy cheap buy twice | buy cheap , buy twice | pay peanuts | cheap for a reason
cheap and nasty/flimsy/tacky/plastic/cheerless | cheap , nasty
cheap chinese/tat/knockoff/imitation/rubbish/junk/crap/tacky/garbage/import/knock | cheap as hell/dirt looking?
cheap knock off/offs? | cheap knock - off/offs | knock off | knock - off | knock offs | knock - offs | pale imitation
poor imitation | poor man 's | poor mans | poor substitute | poor excuse for | sorry excuse for | sad excuse for
poor relation | poor cousin | a faff to? | a right faff | such a faff | too much faff | faff about/around
faffing about/around | a pain in the neck/ass/butt/arse/backside/rear/behind/bum/proverbial to?
pain in the arse/backside/rear/behind/bum/proverbial/you | royal pain | real pain | huge pain | big pain | major pain
right pain | such a pain | an absolute/utter/total/complete pain/faff/nightmare/bugger/beast/nuisance to?
a nightmare/beast/bear/bugger/bitch/chore/mare to use/clean/set/install/assemble/put/open/get
a devil/swine/hassle/struggle/headache/mission/battle/hellish to use/clean/set/install/assemble/put/open/get
a nightmare/beast/bear/bugger/bitch/chore/mare to fold/operate/remove/wash/fit/close/navigate/build
a devil/swine/hassle/struggle to fold/operate/remove/wash/fit/close/navigate/build
a headache/mission/battle/hellish to fold/operate/remove/wash/fit/close/navigate/build | a bugger/bitch/mare/swine to
more trouble/hassle/bother/effort than it/they/its/'s? | more harm than good | more faff than | like herding cats
like getting blood from a stone | blood from a stone | like watching paint dry | watching paint dry
like banging my head | bang/banging my/your head against | tearing/tear/tore/pull/pulled/pulling my/your/our hair out
hair - pulling | hair pulling | head scratcher | head - scratcher | scratching my head
takes/took/take/taking forever/ages/eons/eternity/yonks/hours/years/donkeys to?
takes/took/take an age/eternity/inordinate/awful/absurd | takes/took/take hours/ages/days/weeks to
takes/took/take so/too/way/very/really/incredibly long to? | takes/took/take way/far/much too long
took me/us all afternoon/day/morning/night/evening/weekend | took me/us hours/ages/forever/days/weeks
took me/us the whole/entire/better/best | took me/us over an hour
took me/us three/four/several/five hours/days/tries/attempts | took all day/afternoon/morning/night/weekend/evening
took the best/better part of | best/better part of an/a/the hour/day/afternoon/week/year/month | hours and hours to
engineering degree | an engineering degree
need/needs/requires a degree/phd/masters/contortionist/crowbar/translator/chisel/blowtorch/chainsaw
need/needs a magnifying glass | need/needs a rocket scientist | need/needs a hammer and
need/needs three/four/six/eight hands | need to be a rocket/genius/contortionist/engineer/magician
need the strength/patience/hands of | patience of a saint/job | hands of a/an giant/octopus | faint of heart
faint - hearted | faint hearted | steep learning curve | learning curve is steep | bit of a learning curve
clear as mud | as clear as mud | double dutch | all greek to me | lost in translation
badly/poorly/sloppily/shoddily translated/written/worded/explained/lit/laid
badly/poorly/sloppily/shoddily thought/designed/made/executed/organised/organized/run
badly/poorly/sloppily/shoddily managed/stitched/sewn/fitted/packed/packaged
badly/poorly/sloppily/shoddily built/constructed/finished/edited/acted/paced/cooked
badly/poorly/sloppily/shoddily prepared/seasoned/trained/insulated/ventilated/maintained
badly/poorly/sloppily/shoddily placed/positioned/planned/printed/cut/glued/assembled
badly/poorly/sloppily/shoddily supported/documented/optimized/optimised/implemented/balanced/dubbed
badly/poorly/sloppily/shoddily plotted/researched/machined/welded/painted/equipped/aligned | badly/poorly put together
badly/poorly laid/thought out | ill conceived | ill - conceived | ill fitting | ill - fitting | ill thought out
ill - thought - out | ill thought through | ill - advised | ill advised | ill mannered | ill - mannered | ill equipped
ill - equipped | ill informed | ill - informed | ill suited | ill - suited | ill - tempered
little thought went/given/put | too clever by half | too many cooks | over complicated | over - complicated
overly complicated | over engineered | over - engineered | over thought | over the top | over - the - top
over cooked | over - cooked | over done | over salted | over seasoned | over sold | over - sold | over promised
over promises | over - promised | over - promises | over rated | over - rated | over - hyped | under cooked
under - cooked | under seasoned | under - seasoned | under powered | under - powered | under whelmed | under whelming
under - whelming | under filled | under - filled | under staffed | under - staffed | under developed
under - developed | under delivered | under - delivers | under - delivered | under performs | under - performs
under performed | under sized | under - sized | bug ridden | bug - ridden | virus ridden | cliche ridden
cliche - ridden | error ridden | error - ridden | flea ridden | flea - ridden | bug infested | bug - infested
ad infested | ad - infested | cockroach infested | roach infested | plot holes | holes in the plot | user unfriendly
user - unfriendly | fiddly to | fiddly and | awkward to | finicky to | clumsy to | cumbersome to | tedious to
tiresome to | a slog | real slog | hard slog | a long slog | heavy going | hard going | tough going | an effort to
real effort to | brute force | have/had to fight with/it/the/to | fight/fighting with it/the/them
fights/fought ~me every | wrestle/wrestling with it/the/them | battle with the
struggle/struggled/struggling with it/the/to/at | struggle/struggles/struggled to get/keep/find/hold/close/open/cope
at my wit 's end | at my wits ' end | wit 's end | wits end | wits ' end | end of my tether/rope/patience
at the end of my tether | lost the will to live | losing the will to live | lose the will to live | will to live
lost my patience/temper/rag | out of patience | ran out of patience | run out of patience | tried my patience
tries my patience | try the patience of | tests/tested/test my/your patience | fed up of/waiting | sick and tired of
sick to death of | sick to the back teeth | tired of the/this/having/waiting/fighting/it/dealing
bored of/stiff/silly/rigid | bored to tears/death/sleep | bored out of my/our mind/skull
bored ~me to tears/death/sleep | bores ~me to tears/death/sleep | bore ~me to tears/death/sleep
drives/drove/drive/driving me/us/you/him/her crazy/nuts/mad/insane/bonkers/batty/bananas/mental/potty
drives/drove/drive/driving me/us/you to drink/distraction | drives/drove/drive/driving ~me up the wall
drives/drove/drive/driving ~me round/around the bend/twist | up the wall | round the bend | does my head in
did my head in | doing my head in | do my head in | gets/got/get/getting on my nerves/wick/tits/nerve
on my last nerve | last nerve | gets/got/get under my skin | grinds/ground/grind my gears | gets/get/got my goat
sets my teeth on edge | set my teeth on edge | teeth on edge | like nails on a chalkboard/blackboard
nails on a chalkboard | like fingernails on | rubs/rubbed/rub ~me up? the wrong way
gave/gives/give ~me the creeps/willies/shivers/heebie/ick/finger/jitters/fear
makes/made/make me/us/you/him/her cringe/squirm/wince/shudder/uncomfortable/uneasy/itch/itchy/sneeze/cough
makes/made/make me/us/you/him/her dizzy/queasy/nauseated/regret/worry/nervous/anxious/yawn/frustrated/miserable
made ~me feel sick/ill/stupid/uncomfortable/small/unwelcome/bad/awful/cheated
made ~me feel dizzy/nauseous/old/cheap/rushed/uneasy/foolish/worse/dirty
makes ~me feel sick/ill/stupid/uncomfortable/small/unwelcome/bad/awful
makes ~me feel cheated/dizzy/nauseous/cheap/rushed/uneasy/foolish/worse/dirty
left ~me feeling sick/ill/cheated/cold/flat/empty/disappointed/hungry/frustrated/short
left ~me hungry/disappointed/fuming/frustrated/fumbling/bored/unmoved | left ~me in the lurch/dark
left ~me in tears/pain/agony | left high and dry | left in the lurch | left in the dark | left hanging | left wanting
found wanting | left a bad/sour/bitter/nasty/foul taste | leaves/leave a bad/sour/bitter/nasty/foul taste
sour/bitter/nasty/bad taste in ~my mouth
wish i had/'d never bought/seen/ordered/read/watched/heard/gone/wasted/stayed
wish i had/'d read the/these reviews/other/before | wish i had/'d kept my | wish i had/'d saved my
wish i had/'d stuck with | wish i had/'d gone with/elsewhere | should have/'ve listened to
should have/'ve known better | should have/'ve stuck with | should have/'ve read the reviews
should have/'ve saved my | should have/'ve stayed away | should have/'ve gone elsewhere/with
regretted it/this/buying/immediately/every/my | regretting it/my/this/buying | buyer 's remorse | buyers remorse
buyer 's regret | big/huge/costly/expensive mistake | biggest mistake | big mistake buying?
what a mistake/waste/joke/mess/disappointment/letdown/rip/shame/load/pity/nightmare
what a disaster/con/scam/farce/bore/fiasco/shambles/pain/bummer/ripoff/flop/dud
such a waste/joke/mess/disappointment/letdown/shame/pity/nightmare/disaster/con/scam
such a bore/pain/bummer/ripoff/hassle/chore/struggle/drag/nuisance/faff/let
a bit/little of a pain/letdown/mess/disappointment/hassle/nuisance/struggle/chore
a bit/little of a joke/faff/drag/slog/bore/nightmare/shame/headache/let
bit of a pain/letdown/mess/disappointment/hassle/nuisance/struggle/chore/joke
bit of a faff/drag/slog/bore/nightmare/shame/headache/let/con
big/huge/massive/major/bitter/real/great/total/complete/crushing disappointment/letdown/let/turn
a big/huge/massive/major/bitter/real/great/total let down | a turn off | a turn - off | a major turn off | put ~me off
puts ~me off | putting ~me off | off putting | off - putting | put off by | turned off by
less than thrilled/happy/impressed/pleased/satisfied/stellar/ideal/perfect/helpful/satisfactory/great/desirable
less than enthusiastic/friendly/optimal/flattering/adequate/honest
less than amazing/enjoyable/welcoming/inspiring/convincing/spectacular | unhappy camper
leaves/leave/left a lot/bit/little/much to be desired | least favorite/favourite
weak point/points/spot/link/suit/side | weakest link/point/part | weak sauce | the weak link | achilles heel
achilles ' heel | achilles ’ heel | fly in the ointment | thorn in my side | blot on | black mark against | fatal flaw
big/major/huge/serious/glaring/obvious/massive/real minus/negative/flaw/drawback/downside/fault
big/major/huge/serious/glaring/obvious/massive/real con/weakness/gripe/oversight/shortcoming/omission
only bugbear/niggle/grumble/grouse/quibble/minus/bad/weakness/fault/flaw/negatives/concern
only beef/disappointment/snag/nitpick/criticism/annoyance/dislike/irritation/caveat/disadvantage/hiccup/letdown
only bad thing/point/part | my beef with
my main/biggest/only/one/big/sole/chief/major/real gripe/complaint/issue/beef/grumble/niggle/problem
my main/biggest/only/one bugbear/quibble/peeve/criticism/grievance/concern/disappointment/annoyance
my big/sole/chief/major/real bugbear/quibble/peeve/criticism/grievance/concern/disappointment/annoyance
main/biggest/sole/chief/major/number/real gripe/complaint/beef/grumble/niggle/bugbear/quibble
main/biggest/sole/chief/major/number/real peeve/criticism/annoyance/letdown
main/biggest/sole/chief/major/number/real downfall/downside/drawback/disappointment | pet peeve/hate | bone to pick
axe to grind with | sticking point | stumbling block | bottom of the barrel/pile/heap/range/line | scraping the barrel
scrapes the barrel | scraping the bottom | bargain basement | bog standard | bog - standard | run of the mill
run - of - the - mill | cookie cutter | cookie - cutter | dime a dozen | ten a penny | all it 's/is cracked up to be
cracked up to be | half - baked | half assed | half - assed | half arsed | half - arsed | half hearted attempt
half - hearted | half finished | half - finished | half cooked | half - cooked | half frozen | half dead | half - dead
slap dash | slap - dash | thrown together | cobbled together | slapped together | patched together | bodge job
bodged job | botched job | botch job | hatchet job | rush job | rushed job | shoddy job | poor job | bad job
terrible/horrible/awful/lousy/sloppy/crappy/shoddy/dreadful/rubbish job | hack job | amateur hour | amateurish at best
mickey mouse | micky mouse | tin pot | tinpot operation | two bit | two - bit | second - rate | third - rate
fourth rate | low rent | low - rent | low grade | low - grade | happy meal toy | cereal box toy | cracker toy
from a christmas cracker | out of a christmas cracker | toy like | toy - like
feels/felt/feel/looks/looked/look like a toy/joke/cheap/knockoff/gimmick/scam/prototype
feels/felt/feel/looks/looked/look like it/they will/might/could/would/'ll break/snap/fall/collapse/crack/tear
feels/looks/felt/looked like plastic/cardboard/sandpaper/paper/junk/crap/garbage/rubbish
feels/looks/felt/looked like burlap/straw/concrete/bricks/tin/trash/vomit/mud/death
held together with/by hope/tape/string/glue/staples/prayers/spit/a/blu/duct/sellotape/chewing/luck | spit and string
string and sellotape | smoke and mirrors | all mouth and no trousers | all show and no | all style and no substance
style over substance | all bark and no bite | all talk and no | all hat and no cattle | all flash and no | all hype
pure hype | just hype | a gimmick | bit gimmicky | a bit naff | pretty naff
a bit rubbish/crap/pants/meh/ropey/dodgy/iffy/shonky/grim/shoddy/tacky/pathetic | load of old
load of rubbish/crap/tosh/bull/cobblers/tat/pants/bollocks/nonsense/tripe/junk/garbage/baloney
past its/their best/prime/sell/use | past its sell by | past its sell - by | past its/their expiration/expiry
seen better days | has/have seen better | long in the tooth | showing its/their age | shows/show/showed its/their age
looking/looks/looked/look tired/dated/shabby/worn/sad/cheap/tatty/scruffy/rundown
looking/looks/looked/look tacky/awful/terrible/ridiculous/horrible/fake/flimsy/unfinished/amateurish/washed | run down
run - down | tired looking | sad looking | in dire straits | in tatters | in shreds | in ruins
in a sorry/bad/terrible/poor/dreadful/shocking/disgusting/right/filthy state
in bad/poor/terrible/rough/awful/horrible/sad/sorry shape/condition/repair/nick/state
poor/bad/terrible/horrible/awful/rough/filthy condition | worse for wear | worse and worse
gets/got/get/getting old/boring/annoying/tedious/tiresome/samey/stale/repetitive fast/quick/quickly
gets/got/getting worse | progressively worse | from bad to worse | going from bad to
gone/going/went/goes downhill since/fast/from/quickly/lately/rapidly? | down hill | went/gone/going down hill
slippery slope | a shadow of its/their former | shadow of its former | shell of its former
used to be good/great/better/amazing/excellent/wonderful/nice/decent/fantastic | sticks/stuck/stick out like a sore
like a sore thumb | missed opportunity/chance | a missed opportunity | wide of the mark | off the mark
way off the mark | way off base | off base | off key | off - key | off kilter | off - kilter | off - center
off - centre | hold a candle to | holds a candle to | make the grade
falls/fell/fall/falling/fallen short of/in/on/when
falls/fell/fall/falling way/far/well/woefully/a short/little/bit of? | falls/fell/fall down on/in/when/at
falls/fell/fall at the first hurdle | fails/failed/fail at the first hurdle
fails/failed/fail miserably/spectacularly/dismally/epically/big/hard/badly/on/in/at | epic fail | big fail
major fail | total fail | complete fail | massive fail | fail on all/every | comes/came/come up short/empty
drops/dropped/drop the ball | dropping the ball | lets the side down | let ~me down badly/again/big/when/on/at
let down by/with/in/badly | fell/falls/fall flat on/for/in/with its? face? | fell on its face | falls on its face
lays/laid an egg | misses/missed/miss the mark/point/target/boat by? | missed the mark completely/on | way off
below expectations | below standard | below - average | below - par | sub - par | sub standard | sub - standard
sub optimal | sub - optimal | below what i | sounded/sounds too good | big let down | huge let down | real let down
a right let down | jury 's out | jury is out | take/took with a pinch/grain of salt | pinch of salt | grain of salt
give it/this/them/these/that one? a miss | give a miss | give a wide berth | give it/this/them a wide berth
wide berth | pass on this/it/these/one | i 'd pass | hard pass | skip it/this/these/one | skip this one
look/looking elsewhere | go/going/went/gone elsewhere | take/took/taking my/your/our business/custom/money elsewhere
try elsewhere | shop elsewhere | shop around instead | spend your money elsewhere/on
save your money/time/cash/breath | save yourself the/some/a/your trouble/hassle/money/headache/time/time/aggravation
do yourself a favor/favour and avoid/skip/pass | you 're/are/'d/would be? better off | buyer be aware | caveat emptor
buy at your own risk | at your own risk | proceed with caution | approach with caution | you 've/have been warned
consider yourself warned | fair warning | word of warning | think again/twice | think twice before | mixed bag
a mixed bag | bit of a mixed | mixed feelings | mixed results | mixed blessing | luck of the draw | roll of the dice
crap shoot | crapshoot whether | a crap shoot | a lottery | a gamble | hit - or - miss | hit - and - miss
hits and misses | more miss than hit | more misses than hits | more miss than | 50 50 chance | two stars | 2 stars
three stars at best | only two/three/one/2/3/1 stars/star | lost a star
loses/lost/dropped/drops/deducted/minus/docked a/one/two/1/2 star/stars/point/points/mark/marks for/because?
knocked/knock/took/taken/take/knocking/taking/docked/deducted a/one/two/1/2 star/stars/point/points off/away?
one star off | a star off | points off | marks off | points deducted | points lost | lost points | loses points/marks
null points | nul points | nil points | black mark | poor show | poor form | bad form | bad show | patch on the
nobody cared/cares/helped/seemed/seems/bothered/answers/picks/picked/responded/came/called/showed | clueless about
could care less | couldnt care less | couldnt be bothered | given/got the run around | the run around | the runaround
the run - around | gave/give/gives ~me the runaround/brushoff | gave/give/gives me/us attitude/lip
gave/give/gives me/us the cold shoulder | brushed ~me off | brush/brushed off by? | fobbed ~me off | fobbed off
fob ~me off | passed from pillar to post | pillar to post | passed/pass the buck | passing the buck
passed around from | passed from person/department/one | bounced from department/person/one | bounced around from
kept/keep/left/leaves ~me waiting | kept/keep/left ~me on hold | kept waiting | left waiting | on hold for/forever
waited ages/forever/hours/weeks/months/over/an/two/45/three/30/40/half | waited and waited
waiting ages/forever/hours/weeks/months/over | hung up on ~me | hang up on ~me | fell/falls/fall on deaf ears
deaf ears | talking to a wall/brick | like talking to a wall | ignored my/our/us/me/all/by/emails/every
ignores my/our/us/me/all/emails | ignoring my/our/us/me | blew ~me off | blown off by | stonewalled by
jerked ~me around | messed ~me about/around | mess ~me around/about | mucked ~me about/around | strung ~me along
washed their hands of | wash their hands of | turned a blind eye | washes its hands | looked down on/their/his/her
looked down their nose/noses | looks/look down on | talked/talks/talk down to | spoke/speaks/spoken down to
nose in the air | stuck - up | snooty as | full of himself/herself/themselves/itself/attitude | full of hot air
full of bones/chemicals/glitches/crap/fluff/filler/mold/junk
full of scratches/problems/issues/gristle/sand/grit/dirt/inaccuracies | rude to me/us | rude as hell | bad mannered
bad - mannered | bad tempered | bad - tempered | bad attitude | attitude problem
chip on their/his/her shoulder/shoulders | as if they were doing us | as if we were a nuisance
treated/treats/treat ~me like dirt/crap/garbage/criminals/idiots/an/trash
treated/treats/treat ~me like children/criminal/shit/second/cattle/nobody/fools/rubbish | like a piece of meat
rushed ~me out/off/through | rush ~me out | hurried ~me out/along | shown the door | threw ~me out | kicked ~me out
in a hurry to get rid | like an inconvenience/idiot/afterthought | like a nuisance/criminal/burden/bother/number
a nuisance to | unable to help/assist/resolve/fix/answer/get/connect/use/open/find/return/contact/reach
refused/refuses/refuse to exchange/fix/open/pay/take/serve/give/stay/cooperate/budge/connect/come
nowhere to be found/seen | nowhere in sight | nowhere near as/enough/the/what/good | wrong item/one/thing/items
sent/shipped/delivered/received/got/gave the wrong | wrong order
got/get/gets/getting my/our/the/every order/name wrong | gets/got/get it wrong | got it all wrong | get things wrong
went/goes/go/gone/going horribly/terribly/badly/so/all/very/seriously wrong | botched my/our/the
messed up my/our/the order? | screwed up my/our/the | late again | hours/days/weeks late
two/three/four/five/several/six/10 days/weeks/hours late | days/weeks overdue | behind schedule
out of their/its depth | out of their league | all fingers and thumbs | asleep at the wheel | piss up in a brewery
left hand does n't/not know | right hand does n't/not know
tastes/tasted/taste like cardboard/sawdust/dishwater/medicine/rubber/dirt/soap/metal/chemicals/ash
tastes/tasted/taste like chalk/paper/glue/wet/burnt/sand/wax/vomit/feet/bleach
smells/smelled/smelt/smell like a chemical/wet/dead/rotten/vomit/sewage/urine/pee/chemicals
smells/smelled/smelt/smell like a mold/fish/feet/petrol/gasoline/burning/glue/paint/paint
smells/smelled/smelt/smell of damp/chemicals/mould/smoke/sewage/urine/sweat/petrol/glue | wet dog | rotten eggs
stinks/stunk/stank/stink up ~my? | stinks/stink/stank to high heaven | tough as old boots/leather
as tough as old boots/leather | dry as a bone/dust/cardboard | as dry as a bone/dust | hard as a rock/rocks
hard as nails | like a rock in | like eating cardboard/sawdust/rubber | like drinking water | swimming in grease/oil
dripping in/with grease | drowning in sauce/oil/grease | stone - cold | cold by the time | cooked to death
burnt to a crisp | burned to a crisp | raw in the middle
sounds/sounded/sound like a tin/jet/tractor/chainsaw/hairdryer/dying
sounds/sounded/sound like a lawnmower/freight/plane/coffee/drill/underwater | like a jet taking | from inside a tin
from underwater | wakes/woke/wake the dead/neighbours/neighbors/whole/baby | hurts/hurt/hurting the ears/eyes
hard on the ears/eyes/feet/back/knees/wrists | ear splitting | ear - splitting | ear piercing | ear - piercing
assault on the | eye sore | an eye sore | blot on the landscape | looks/look/looked a mess/fright/state
rides/rode/ride/riding up/down when/all/constantly/every | digs/dug/dig/digging into/in my/the/to/your
cuts/cut/cutting off my? circulation | cuts/cut/cutting into my/your/the | pinches/pinched/pinch in/at/my/the
rubs/rubbed ~me the wrong | hangs/hung/hang off me/like | hangs like a sack | like a sack of potatoes
sack of potatoes | like a potato sack | like wearing a tent/sack/bin | like a tent | itches/itch like crazy/hell/mad
itchy as hell | hot as hell | uncomfortable as hell | boring as hell | loud as hell | sweat like a pig | broke ~me out
break/breaks/breaking ~me out | broke out in a/hives/spots | brought ~me out in | left ~me with a rash/headache
dragged/drags/drag on and/for/too | dragging on | drags/dragged in the middle/places | outstays/outstayed its welcome
overstays/overstayed its welcome | runs/ran/run out of steam/ideas/gas/puff
lost interest in/after/halfway/quickly/by | lost me at/halfway/in/after/when/early | jumped/jumps/jump the shark
phoned/phones/phoning it in | mailed it in | by the numbers | by - the - numbers | paint by numbers
seen it all before | same old same old | full of plot holes | goes/went/go nowhere fast?
fell/fall/falling asleep during/reading/watching/halfway/twice/in | nodded off | nodding off
gave up halfway/on/half/after | gave up reading/watching | walked out half | one dimensional | one - dimensional
two dimensional | two - dimensional | cardboard cutouts/characters | chews/chewing the scenery
falls/fell/fall apart at the end | tacked on | tacked - on | bolted on | cop out | cop - out | a cop out
heavy handed | heavy - handed | ham - handed | dumbed down | dumbed - down | watered down | watered - down | phoned in
phoned - in | pay to win | pay - to - win | pay wall | pay - wall | a grind | grind fest
crashes/crashed/crash every/all/constantly/on/whenever/when/after/repeatedly/the/my/more | crash/crashes to desktop
freezes/froze/freeze every/all/constantly/whenever/when/after/repeatedly/mid/my/for | hangs/hung every time/for
battery hog | memory hog | resource hog | space hog | bloat ware
riddled/littered/infested/plagued/crawling/teeming with | bricked my/the/it/itself | bricks itself | bombarded with
blue screen of | spinning wheel of | error after error | error message/messages every | buggy as hell | slow as hell
logs/logged/logging ~me out | kicks/kicked/kicking ~me out/off | deleted my/all
lost all my data/photos/files/work/progress/settings | two steps back | step backwards | step backward
a step backwards/backward | a retrograde step | change for the worse | for the worse | ruined the/it/our/everything
spoils/spoiled/spoilt the/it/our | could do better | must try harder | could try harder
needs/need a rethink/redesign/overhaul/refresh/facelift/rework/kick
needs/need work/rethinking/updating/attention/improving/sorting/fixing/modernising/modernizing
back to the drawing board | long way to go | has a long way
could have/'ve been better/clearer/improved/nicer/easier/stronger/warmer/friendlier/quicker
could have/'ve done better | expected better from/of | expected more from/for/of | hoped for better/more
deserved better | wanted to love/like it/this/them/these/but | really wanted to love/like | tried to love/like
wish i could like/love/recommend/say/give | i so wanted
"""
COMPOUNDS = """
ad-filled | ad-infested | ad-laden | ad-ridden | amateur-looking | amateurish-looking | annoying-sounding
anti-climactic | anti-climax | anti-consumer | apathetic-looking | arse-backwards | artificial-tasting | ass-backwards
awful-looking | awful-smelling | awful-tasting | back-breaking | bacteria-ridden | bad-smelling | bad-tasting
bad-tempered | badly-acted | badly-aligned | badly-appointed | badly-assembled | badly-balanced | badly-bound
badly-built | badly-calibrated | badly-cast | badly-chosen | badly-coded | badly-conceived | badly-constructed
badly-cooked | badly-crafted | badly-cushioned | badly-cut | badly-defined | badly-developed | badly-directed
badly-documented | badly-drawn | badly-edited | badly-engineered | badly-equipped | badly-executed | badly-explained
badly-finished | badly-fitted | badly-fitting | badly-formed | badly-furnished | badly-glued | badly-handled
badly-illustrated | badly-implemented | badly-insulated | badly-integrated | badly-kept | badly-labeled
badly-labelled | badly-laid-out | badly-lit | badly-located | badly-machined | badly-maintained | badly-managed
badly-marked | badly-matched | badly-mixed | badly-narrated | badly-organised | badly-organized | badly-paced
badly-packaged | badly-packed | badly-padded | badly-performed | badly-placed | badly-planned | badly-played
badly-plotted | badly-positioned | badly-prepared | badly-presented | badly-priced | badly-printed | badly-produced
badly-programmed | badly-proportioned | badly-protected | badly-recorded | badly-researched | badly-run | badly-sealed
badly-seasoned | badly-sewn | badly-shaped | badly-situated | badly-sized | badly-soldered | badly-spaced
badly-staffed | badly-stitched | badly-stocked | badly-structured | badly-suited | badly-sung | badly-supported
badly-tailored | badly-thought-out | badly-timed | badly-trained | badly-translated | badly-treated | badly-tuned
badly-ventilated | badly-welded | badly-worded | badly-wrapped | badly-written | banged-up | barely-functional
barely-usable | bargain-basement | bargain-bin | bashed-up | bass-ackwards | beat-up | beaten-up | bedbug-ridden
big-headed | bitter-tasting | blister-inducing | blood-boiling | bodge-up | bogged-down | bone-headed | boo-boo
boring-looking | botch-up | bottom-of-the-barrel | bottom-tier | brain-dead | brassed-off | breakage-prone
breakout-inducing | brittle-feeling | bug-filled | bug-infested | bug-laden | bug-ridden | bug-riddled | bull-headed
bum-deal | bum-numbing | bunged-up | burned-tasting | burnt-smelling | burnt-tasting | butt-numbing | butt-ugly
by-the-numbers | cack-handed | careless-looking | cheap-ass | cheap-sounding | cheap-tasting | cheapish-looking
cheaply-assembled | cheaply-bound | cheaply-built | cheaply-constructed | cheaply-designed | cheaply-finished
cheaply-packaged | cheaply-printed | cheaply-produced | cheaply-stitched | cheerless-looking | cheesed-off
cheesy-smelling | chemical-smelling | chemical-tasting | chewed-up | chip-prone | clapped-out | cliche-ridden
clingy-feeling | clog-prone | clogged-up | close-minded | closed-minded | cloudy-looking | coarse-feeling
cobbled-together | cock-eyed | cock-up | cockroach-infested | cold-hearted | con-artist | con-job | con-man
confusing-looking | cookie-cutter | crack-prone | crap-tastic | crash-prone | crease-prone | cringe-inducing
cringe-worthy | cross-threaded | cut-rate | damp-feeling | damp-smelling | dated-looking | death-trap
defective-looking | deflated-looking | deformed-looking | dent-prone | depressing-looking | difficult-to-use
dilly-dally | dim-witted | dinged-up | dirt-encrusted | disappointing-tasting | disgusting-smelling
disgusting-tasting | dissonant-sounding | distorted-sounding | disturbing-looking | dodgy-looking | dog-eared
dog-shit | double-dealing | doubtful-looking | drawn-out | dreary-looking | drift-prone | dubious-looking
dull-looking | dull-witted | dumbed-down | dumpster-fire | ear-piercing | ear-shattering | ear-splitting
eggy-smelling | epic-fail | error-filled | error-laden | error-prone | error-ridden | error-riddled | error-strewn
evil-smelling | eye-searing | eye-straining | face-palm | fade-prone | faded-looking | failure-prone | faint-hearted
fake-looking | fake-tasting | far-fetched | fault-prone | filth-ridden | fishy-smelling | flat-footed | flat-sounding
flat-tasting | flavorless-tasting | flaw-ridden | flawed-looking | flea-bitten | flea-infested | flea-ridden
flim-flam | flimsy-feeling | flimsy-looking | foul-mouthed | foul-smelling | foul-tasting | foul-tempered | foul-up
fouled-up | fourth-rate | frayed-looking | freezer-burned | freezer-burnt | fuck-up | gag-inducing | gag-worthy
gassy-smelling | gaunt-looking | germ-ridden | ghetto-ass | gimmick-ridden | glitch-filled | glitch-ridden
gloom-ridden | gnat-infested | god-awful | god-forsaken | goof-up | goofed-up | greasy-feeling | greasy-looking
gritty-feeling | gross-looking | gross-tasting | grossed-out | gummed-up | gunged-up | gunked-up | gut-rot | hack-job
hacked-off | hacked-together | haggard-looking | half-arsed | half-assed | half-broken | half-cocked | half-done
half-filled | half-finished | half-heartedly | half-melted | half-rotten | half-sealed | half-wit | half-witted
ham-fisted | ham-handed | harassed-looking | hard-done-by | hard-hearted | hard-sell | hard-to-assemble
hard-to-clean | hard-to-follow | hard-to-open | hard-to-reach | hard-to-read | hard-to-understand | hard-to-use
hare-brained | harsh-smelling | harsh-sounding | harsh-tasting | hazardous-looking | headache-inducing | heavy-handed
hell-hole | hideous-looking | higgledy-piggledy | high-handed | hoity-toity | hole-filled | hole-ridden
holier-than-thou | hollow-feeling | hollow-sounding | horrible-smelling | horrible-tasting | horrid-smelling
horrid-tasting | horror-show | hot-tempered | icky-feeling | icky-tasting | ill-advised | ill-behaved | ill-bred
ill-built | ill-chosen | ill-conceived | ill-considered | ill-constructed | ill-crafted | ill-defined | ill-designed
ill-equipped | ill-executed | ill-fated | ill-favored | ill-fitted | ill-fitting | ill-humored | ill-humoured
ill-informed | ill-judged | ill-kept | ill-lit | ill-made | ill-maintained | ill-managed | ill-mannered | ill-natured
ill-organised | ill-organized | ill-placed | ill-planned | ill-positioned | ill-prepared | ill-proportioned
ill-sealed | ill-shaped | ill-sized | ill-smelling | ill-starred | ill-suited | ill-tasting | ill-tempered
ill-thought-out | ill-timed | ill-trained | ill-treated | ill-treatment | ill-will | itch-inducing | itchy-feeling
jam-prone | jammed-up | jerry-built | jerry-rigged | jerry-rigged-looking | judder-prone | junk-heap | junky-ass
jury-rigged | knock-off | knuckle-dragging | lackluster-sounding | lag-fest | lag-filled | lag-ridden | lame-ass
laughing-stock | leaden-footed | leaden-paced | leak-prone | less-than-great | less-than-ideal | less-than-impressive
less-than-perfect | less-than-stellar | lifeless-looking | lint-prone | long-drawn-out | long-winded | loud-ass
loud-mouthed | low-caliber | low-calibre | low-class | low-effort | low-grade | low-life | low-rent | lukewarm-tasting
lumpy-feeling | maggot-infested | malware-infested | malware-ridden | mean-spirited | mean-tempered | mediocre-tasting
meh-ish | messed-up | messy-looking | metallic-tasting | mind-numbing | mind-numbingly | mis-advertised | mis-aligned
mis-calibrated | mis-cast | mis-delivered | mis-described | mis-managed | mis-matched | mis-shapen | mis-sized
mis-sold | mis-spelled | mis-spelt | mis-stitched | mis-threaded | mish-mash | mistake-filled | mistake-laden
mistake-ridden | mix-up | mold-infested | mold-ridden | moldy-smelling | moldy-tasting | money-grab | money-grabbing
money-grubbing | money-pit | mosquito-infested | moth-eaten | mould-ridden | mouse-infested | mucked-up
muddle-headed | muddy-looking | muddy-sounding | muddy-tasting | muffled-sounding | mushy-feeling | musty-smelling
narrow-minded | nasty-ass | nasty-tasting | nauseating-looking | nerve-grating | nerve-jangling | nerve-racking
nerve-shredding | nerve-wracking | nickel-and-dime | nit-picky | non-breathable | non-compliant | non-conforming
non-durable | non-ergonomic | non-event | non-existent | non-functional | non-functioning | non-intuitive
non-operational | non-responsive | non-starter | non-supportive | non-user-friendly | non-working | nonsense-ridden
odd-looking | odd-smelling | odd-tasting | off-brand-looking | off-flavored | off-flavoured | off-key | off-kilter
off-pitch | off-putting | off-puttingly | off-tasting | one-dimensional | over-acidic | over-acted | over-aggressive
over-caffeinated | over-carbonated | over-chewy | over-commercialised | over-commercialized | over-complex
over-complicated | over-compressed | over-cooked | over-designed | over-done | over-engineered | over-familiar
over-fussy | over-greasy | over-inflated | over-long | over-packaged | over-perfumed | over-prized | over-processed
over-produced | over-rated | over-ripe | over-salted | over-scented | over-seasoned | over-sensitive | over-sharpened
over-sugared | over-sugary | over-sweet | over-thick | over-tight | over-zealous | paint-by-numbers
passive-aggressive | pathetic-looking | patronising-sounding | pea-brained | peculiar-smelling | penny-pinching
pest-ridden | petty-minded | photoshopped-looking | pig-headed | pig-sty | pig-ugly | pill-prone | piss-poor
piss-take | pissed-off | pitiful-looking | pitiful-sounding | plastic-y | plasticky-feeling | plasticky-looking
plasticky-tasting | plot-hole | pointless-looking | poor-ass | poorly-acted | poorly-aligned | poorly-appointed
poorly-assembled | poorly-balanced | poorly-bound | poorly-calibrated | poorly-cast | poorly-chosen | poorly-coded
poorly-conceived | poorly-constructed | poorly-cooked | poorly-crafted | poorly-cushioned | poorly-cut
poorly-defined | poorly-developed | poorly-directed | poorly-documented | poorly-drawn | poorly-edited
poorly-engineered | poorly-equipped | poorly-executed | poorly-explained | poorly-finished | poorly-fitted
poorly-fitting | poorly-formed | poorly-furnished | poorly-glued | poorly-handled | poorly-illustrated
poorly-implemented | poorly-insulated | poorly-integrated | poorly-kept | poorly-labeled | poorly-labelled
poorly-laid-out | poorly-lit | poorly-located | poorly-machined | poorly-maintained | poorly-managed | poorly-marked
poorly-matched | poorly-mixed | poorly-narrated | poorly-organised | poorly-organized | poorly-paced | poorly-packaged
poorly-packed | poorly-padded | poorly-performed | poorly-placed | poorly-planned | poorly-played | poorly-plotted
poorly-positioned | poorly-prepared | poorly-presented | poorly-priced | poorly-printed | poorly-produced
poorly-programmed | poorly-proportioned | poorly-protected | poorly-recorded | poorly-researched | poorly-run
poorly-sealed | poorly-seasoned | poorly-sewn | poorly-shaped | poorly-situated | poorly-sized | poorly-soldered
poorly-spaced | poorly-staffed | poorly-stitched | poorly-stocked | poorly-structured | poorly-suited | poorly-sung
poorly-supported | poorly-tailored | poorly-thought-out | poorly-timed | poorly-trained | poorly-translated
poorly-treated | poorly-tuned | poorly-ventilated | poorly-welded | poorly-worded | poorly-wrapped | poorly-written
pore-clogging | potty-mouthed | precarious-looking | problem-plagued | problem-ridden | pseudo-intellectual
puke-inducing | puke-worthy | quick-tempered | raggedy-looking | rank-smelling | rash-inducing | raspy-sounding
rat-hole | rat-infested | ratty-looking | revolting-tasting | rip-prone | roach-infested | roach-ridden
rough-feeling | rude-ass | rumpled-looking | run-down | run-of-the-mill | rushed-looking | rust-bucket | rust-prone
rusty-looking | rusty-sounding | saccharine-sweet | sad-face | sad-looking | saggy-looking | scatter-brained
scraped-up | scrappy-looking | scratch-prone | scratched-up | scratchy-feeling | scratchy-sounding | screechy-sounding
screw-up | screwed-up | scruffy-looking | scuzzy-looking | second-class | seized-up | self-absorbed
self-congratulatory | self-defeating | self-destructing | self-important | self-indulgent | self-righteous
self-serving | semi-broken | semi-functional | shabby-looking | shallow-sounding | shifty-looking | shit-show
shit-tier | shoebox-sized | shop-soiled | shop-worn | short-change | short-lasting | short-lived | short-sighted
short-staffed | short-tempered | shrill-sounding | shrunken-looking | sickly-looking | sickly-smelling | sickly-sweet
skew-whiff | skew-wiff | slap-dash | slapped-together | slip-prone | sloppy-looking | slow-loading | slow-poke
slow-witted | sluggish-feeling | sluggish-sounding | small-minded | smart-alecky | smashed-up | smelly-ass
smudge-prone | snail-like | snail-paced | snail-slow | snooze-fest | snooze-inducing | snore-fest | sob-worthy
soggy-bottomed | sore-inducing | sorry-ass | sorry-looking | soul-crushing | soul-destroying | soul-less
soul-sucking | sour-faced | sour-smelling | sour-tasting | spam-filled | spoilt-tasting | squashed-looking
squashy-sounding | stain-prone | stained-looking | stale-feeling | stale-smelling | stale-tasting | stand-offish
static-filled | static-prone | sticky-feeling | stiff-feeling | stinky-ass | stodgy-looking | stomach-churning
stomach-turning | stop-start | streak-prone | strong-arm | stuck-up | stupid-ass | stupid-looking | sub-optimal
sub-standard | substandard-looking | sun-faded | surly-looking | suspicious-looking | suspicious-smelling
swampy-smelling | sweat-inducing | sweaty-feeling | tacky-looking | tangle-prone | tarnish-prone | tarnished-looking
tattered-looking | tatty-looking | tawdry-looking | tenth-rate | tepid-tasting | terrible-tasting | thick-headed
thin-sounding | thinly-drawn | thinly-padded | thrown-together | ticked-off | ticky-tacky | tight-fisted
time-consuming | time-sink | time-waster | time-wasting | tin-eared | tin-pot | tinny-sounding | tired-looking
tired-sounding | toe-curling | tone-deaf | top-heavy | train-wreck | trashy-looking | trite-sounding | trouble-prone
try-hard | tsk-tsk | turn-off | tut-tut | two-bit | two-faced | typo-filled | typo-laden | typo-ridden | typo-riddled
ugly-ass | ugly-looking | ugly-sounding | unappetizing-looking | unbalanced-sounding | uncalled-for | uncared-for
uncomfortable-feeling | under-built | under-cooked | under-developed | under-done | under-engineered | under-equipped
under-filled | under-packaged | under-padded | under-performing | under-powered | under-resourced | under-seasoned
under-sensitive | under-specced | under-staffed | under-trained | underpowered-feeling | unedited-looking
unfinished-looking | unflavored-tasting | unfortunate-looking | unfriendly-looking | uninspiring-looking
uninterested-looking | uninteresting-looking | unkempt-looking | unloved-looking | unnatural-feeling
unnatural-looking | unnatural-sounding | unpalatable-looking | unpleasant-smelling | unpleasant-tasting
unsavory-looking | unsightly-looking | unuser-friendly | urine-smelling | used-looking | useless-ass | user-hostile
user-unfriendly | vermin-infested | vermin-ridden | vile-smelling | vile-tasting | virus-laden | virus-ridden
vomit-inducing | wan-looking | warped-looking | wash-out | watered-down | watery-looking | watery-tasting | weak-ass
weak-link | weak-point | weak-sounding | weak-spot | weak-tasting | weak-willed | weird-feeling | weird-looking
weird-smelling | weird-sounding | weird-tasting | wet-dog-smelling | wet-smelling | wibbly-wobbly | wierd-smelling
wimpy-sounding | wishy-washy | woolly-sounding | wooly-sounding | work-shy | worm-eaten | worm-infested | worn-looking
worst-ever | wrinkle-prone | wrong-footed | wrong-headed | yawn-fest | yawn-inducing | yawn-worthy | yucky-ass
yucky-smelling | yucky-tasting
"""
