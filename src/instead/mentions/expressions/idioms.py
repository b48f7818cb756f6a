"""Idioms that praise or blame what they are said of, as patterns (`expression_table`), by what they mean.

Written by hand from general knowledge of English, British and American; `a-b` stands for "a - b" and "a b".
"""

from __future__ import annotations

PRAISE = """
if only all/every/more | wish all/every/more/other/others/my/everything own? | would that all/every | wish they all | all should be
should take note/notes | should take a leaf | should copy | could learn from this/these | should be the standard/norm/law | should be taught
should be so lucky | please never/do n't? discontinue/stop/change
every/all home/house/kitchen/hotel/family should have/own | everyone should have/own/try | everyone needs a | why ca n't/not all
nothing beats | nothing compares to | nothing comes close to | nothing can touch | nothing on the market matches
~can't speak highly enough of | ~can't speak highly enough | ~can't say enough good things about
~can't say enough about | highly enough | ~can't fault | ~can't knock
~can't argue with | ~can't be argued with | ~can't be faulted | ~can't be topped | ~can't be bettered | ~can't top
~can't be matched | ~can't better | ~can't pick holes in | ~can't find fault with | ~can't find a/any/one fault/flaw
~can't find anything wrong with | ~can't find anything to complain about | ~can't find anything to criticise/criticize/fault/dislike/moan/improve | ~can't find a/any fault/flaw with/in
~can't think of anything/something/one/a bad/negative/to/that? | ~can't imagine life without | ~can't be without
~don't have a bad word | not a bad word to say | no bad word | ~don't have a single bad word to say about
~don't have anything bad/negative to say | yet to find a/any flaw/fault/problem/complaint | yet to find anything wrong
have/has yet to find a/any flaw/fault/problem | yet to disappoint | yet to let ~me down | yet to fail | yet to break
yet to see it fail | failed to find fault | struggling to find fault | struggling to think of anything negative/bad
struggle to find fault | hard pressed/pushed to find | hard pressed/pushed to want | hard pressed to name
hard not to love/like/enjoy/admire | impossible not to love/like/enjoy | impossible to dislike/fault/resist/hate
impossible to beat | difficult to fault/beat | tough to fault | little/nothing to criticise/criticize/fault/dislike
nothing to fault | nothing to moan/grumble/gripe/complain/whinge/quibble about | nothing i would/'d change/add/alter
nothing i would/'d improve | nothing to add | nothing to improve | nothing missing | nothing is missing
lack/lacks/lacked nothing | lacking nothing | want/wants/wanted for nothing | wanting for nothing | wish for nothing
left/leave/leaves/leaving nothing to be ~desired | left/leave/leaves nothing to ~desired | leaves/left nothing to chance
no quarrel with | no qualms about | no beef with | no gripes about | no reservations | no reservations whatsoever
no notes | no faults | no drama | no dramas | no bother | no bother at all | no trouble whatsoever | no fuss
no nonsense | no more ~trouble | no nasty surprises | no surprises | without a murmur | without a fuss/hiccup/quibble
without a single hiccup/fault/problem/complaint | without breaking a sweat | without batting an eyelid | without a peep
without missing a beat | without a care | not a peep | not a squeak | not a drop | not a single drop | not a hint of
not a trace of | not a hair out of place | not a dull moment | n't a dull moment | never a dull moment
~don't disappoint | ~don't let ~me down | ~don't miss a beat | ~don't put a foot wrong | ~don't get old
~don't bat an eyelid | ~don't break the bank | ~don't cost the earth/a fortune/a bomb | ~don't bother me
~don't bother me in the slightest | ~don't mind the | ~don't mind | ~don't skimp | n't skimped | not skimped
has/have n't skimped on | has/have n't let ~me down | has/have n't missed a beat | has/have n't flinched
has/have n't put a foot wrong | has/have not put a foot wrong | has/have n't budged | has/have not budged
has/have n't lost its shine/shape/grip/charge/edge/colour/color | has/have never let ~me down | has/have never failed
has/have n't gone slack/flat/dull/blunt | would n't be without | would not be without | would n't swap/trade/change
would n't part with | would n't hesitate | would not hesitate | ~don't hesitate to | would n't say no to
n't expect such/so | better than it has any right to be | what more could/can you/one/i/anyone want/ask/wish? for?
what 's not to like/love | who would n't love/want | who could ask for more | ~can't ask for more/better
~can't have asked for more/better | ~can't have wished/hoped for more/better | ~can't wish for more/better
all i/you/one/we could want/ask/need/hope/wish for? | all i ever wanted | all you/i/we need | everything i wanted
everything you/i/we could want/wish/ask for? | everything i/we 'd/had? hoped/wanted/dreamed/wished/expected for/of?
everything you could ever want/need/wish for? | everything i/we was/were hoping/looking for | all i had hoped for
all the ~time i/you/we need | you could ever want/need/wish for? | could possibly want/need/wish for?
exactly/just/precisely what i/we/you was/were/'ve been? hoping/looking/after/wanted/needed/expected/got for?
exactly/just/precisely what the doctor ordered | just/exactly the length/size/thing/ticket/job/right/kind/sort
just the job | just the ticket | just the thing | just right | just so | as it should | as it should be
just as it should | as they should | the way it should be | how it should be | is where it shines | where it shines
is what sells | speaks/speak for itself/themselves | sells/sell itself/themselves | says it all | need i say more
a sight to behold | a thing to behold | a work of art | works of art | a masterpiece | a masterclass | a triumph
a marvel | a wonder | a revelation | a stunner | a belter | a corker | a cracker | a peach | a beauty | a beaut | a gem
an absolute gem | a superstar | a legend | proper legend | a hero | a champ | a champion | a beast | an angel
a saint | a diamond | a rock star | a hoot | a riot | a scream | a ball | a laugh | a knockout | a showstopper
a head turner | head turner | a crowd pleaser | crowd pleaser | a doddle | a cinch | a breeze | a doddle to | plain sailing
a walk in the park | as easy as pie | easy peasy | easy as abc | as easy as it gets | foolproof | idiot proof | childs play
a godsend | a blessing | a relief | a joy to | a joy to behold | a pleasure to | a delight to | a snip
a steal | an absolute steal | a giveaway | cheap as chips | money well spent
worth the | well worth the | worth every | worth a
worth its weight | earns/earn/earned its/their keep | earned every penny | paid for itself/themselves | pays for itself
punches/punch/punched well above its weight | punches above its weight | gives/give/gave you your money 's worth
more bang | went/go/goes/gone the extra mile | went/go/goes/gone out of his/her/their/its way | above and beyond
goes/go/went/gone above and beyond | bends/bend/bent over backwards | moved/move/moves heaven and earth
could n't have been more helpful/kind/friendly/polite/attentive | could not have been more helpful/kind/friendly
could n't do enough | cannot do enough | nothing is/was too much trouble | nothing was too much
took/takes/take such good care | looked after ~me | sorted it | sorted it out | sorted out | put/puts it right
put/puts ~my mind at rest | won/wins ~me over | wins hands down | wins/won hearts | hit/hits it off
hit/hits the nail on the head | hit/hits the sweet spot | hit/hits all the right notes | hit/hits the ground running
strikes/strike/struck a chord | strikes the right balance | the right balance | right up my street/alley
ticks/tick/ticked every box | ticks/tick the box/boxes | check/checks/checked every box | fits/fit/fitted the bill
fit/fits/fitted like a glove | fits/fit to a t/tee | down to a t/tee | done to a turn | cooked to a turn | done to perfection
to perfection | like clockwork | like a dream | like a champ | like a rock | like a boss | like a pro | like a trooper
like a hot knife through butter | through butter | like velvet | like silk | like a cloud | like a feather | like a baby
like heaven | like a million dollars/bucks | like a king/queen/princess | like day one | like on day one
like the day i/we bought/got it | as good as the day | as good as on day one | good as gold | good as new
as smooth as silk/butter/glass | as soft as butter/silk/velvet/down | as light as a feather/air | as tough as nails/boots
tough as old boots | as solid as a rock | as sharp as a razor | as quiet as a mouse/whisper | as clear as day/crystal/a bell
clear as day/crystal/a bell | hard as nails | fresh as a daisy | as fresh as a daisy | pretty as a picture | neat as a pin
built like a tank/brick/fortress | built like a brick | built to last | bomb-proof | bullet-proof | rock-solid | rock-steady
top-notch | top-tier | top-quality | top-class | top-drawer | first-rate | first-class | five-star | world-class
high-end | heavy-duty | long-lasting | hard-wearing | well-made | well-built | well-designed | well-balanced
well-crafted | well-padded | well-lit | well-stocked | well-written | well-organised | well-organized | well-behaved
well-thought-out | well thought out | thought out | well-laid-out | well-finished | well-priced | well-seasoned | well-cut
state-of-the-art | cutting-edge | crystal-clear | razor-sharp | pin-sharp | tack-sharp | silky-smooth
butter-smooth | whisper-quiet | feather-light | lightning-fast | lightning-quick | super-fast | super-soft | ultra-soft
eye-catching | jaw-dropping | mouth-watering | mind-blowing | heart-warming | show-stopping | award-winning | easy-to-use
user-friendly | hassle-free | trouble-free | stress-free | pain-free | fuss-free | maintenance-free | streak-free
odour-free | odor-free | crease-free | wrinkle-free | scratch-free | leak-free | lag-free | noise-free | glare-free
must-have | no-brainer | game-changer | life-saver | life-changing | time-saver | page-turner | feel-good | laugh-out-loud
spot-on | bang-on | on-point | on the money | on the dot | on the nose | on a par with | on par with | up there with
the equal of | every bit the equal | every bit as | rivals/rival those | rivals/rival that | in a class of its/their own
in a league of its/their own | in a different league | in a different class | leagues ahead | leagues above | miles ahead
miles better | streets ahead | light years ahead/beyond | heads above | head and shoulders above | a cut above
cut above the rest | a notch above | a step up | a leap forward | a step forward | a huge step up | better and better
ran/runs/run rings around | runs/ran/run circles around | wipes the floor with | blows/blew/blow the competition away
blows/blew/blow it away | blows/blew/blow everything | blows/blew/blow all | knocks/knock/knocked spots off | leaves/left the rest
put/puts/putting to shame | comes/came/come out on top | come/comes/came up trumps | comes/came into its/their own
takes/take/took it in its/their stride | takes/took everything in its stride | takes/take/took the strain | take the strain
takes/take/took a beating/hammering/pounding | taken a beating/hammering/pounding | has/have taken knocks/hundreds
took/taken/takes/take knocks | laughs/laugh/laughed at | laughs/laughed off | shrugs/shrug/shrugged off | shrugged it off
withstood | stood/stands/stand up to | stood/stands/stand the test of time | holds/held/hold up | held up well | holding up
held up | holds/held/hold on | holds/held/hold firm | holds/held/hold strong | holds/held/hold fast | holds/held its shape/own
keeps/keep/kept its shape/edge/colour/color | keeps/keep/kept on going/ticking/giving/running | keeps/kept going
kept/keeps/keep ~me dry/warm/cool/snug/toasty/cosy/cozy/comfy/hooked/guessing/glued/entertained/informed/safe/going/awake
kept/keeps/keep every drop/grain | kept/keeps/keep ~my feet/hands/head/ears/toes warm/dry/toasty/cool
kept/keeps/keep the rain/wind/cold/sun/noise/water/bugs/dust/draught/draughts/mosquitoes out/off/away | keep the wind out
saw/seen/sees ~me through | got/gets/get ~me through | lasted/lasts ~me all/through/the | last/lasts/lasted for ages/ever/days
last/lasts/lasted ages/forever/4ever/days/weeks/months/years/decades | lasts/last/lasted all day/night/week | juice for days
for ages | goes/go/went on and on | goes/go/went for days | still going/works/working/looks/grabs/holds/sharp/strong/like
going strong | good for another | started first time | starts first time | first time every time | 
never looked back | never misses/missed a beat | never skips/skipped a beat | never a problem | never any trouble
never had a/any/one? ~trouble | never let/lets/letting ~me down | never fails/failed to | never fails/failed | never stuck
never sticks | never wobbly | never tire/tires of | never get/gets tired of | never gets/get old | never going back
never been so ~pleased | never been so comfortable/comfy/well | never slept so well | never slept better
had ~me in stitches | in stitches | had ~me hooked | had ~me glued | had ~me laughing | had ~me at | had ~me smiling
glued to | on the edge of ~my seat | grabs/grab/grabbed ~me by | grabs/grabbed you | reels/reeled ~me in | draws/drew ~me in
drew/draws/draw you in | sucked ~me in | swept ~me away | bowled ~me over | bowled over by | blown away by | blows/blew ~me away
blown away | took/takes/take ~my breath away | breath taking | takes your breath | made/makes/make my/your/her/his jaw drop
jaw drop | jaws drop | moved ~me to tears | to tears of joy | tears of joy | gave/gives/give ~me chills/goosebumps/joy
gave/gives/give ~me life/confidence/peace | gave/gives/give me my | given me my | gave/gives us our | has given me my
put/puts/putting a smile on | puts/put a smile | brought/brings/bring a smile | brings/bring/brought ~me joy | sparks joy
makes/make/made ~me smile/happy/laugh/cry/grin/proud/feel/sing | made/makes ~my mouth water | mouth watering
makes/make/made ~my day/week/life/year | makes/make/made life/things/cooking/cleaning/work easier/easy/simple/simpler/better
makes/make/made light work of | makes/make/made short work of | makes/make/made quick work of | makes/made easy work of
makes/make/made a/all/the? huge/big? difference | makes/made all the difference | made a world of difference
makes/made it all worthwhile | makes/make/made sense | makes/make/made perfect sense
works/work/worked wonders/miracles | works/work/worked a treat/charm | works/work/worked like a charm/dream/magic
did/does/do wonders/miracles for? | did/does/do the trick/job | does/do/did what it says on the tin | says on the tin
does/do/did exactly what | does/do/did its/their job/thing | does/do/did a/an great/good/fine/excellent/brilliant job
gets/get/got the job done | gets/get/got it right | got right | get/gets/got full/top marks | full marks | top marks
full marks for/to | top marks for/to | ten/10 out/outta of? ten/10 | nine out of ten | 9 out of 10 | 10 / 10 | 9 / 10 | 8 / 10
5 / 5 | 5 * | five stars | 5 stars | 5 star | a ++ | a +++ | a ++++ | a plus plus | gold star | two thumbs up | big thumbs up
thumbs up to/for | hats off to | hat 's? off to | my hat off to | take my hat off | take my hat off to | kudos to/for
props to/for | shout out to | shoutout to | credit to | well done to | bravo to/for | round of applause | deserves/deserve a medal
deserves/deserve a raise/star/prize/award/bonus/oscar/round | should get a raise | give ~my? a raise | a medal
should win prizes/awards/a | win prizes/awards | ftw | for the win | bomb diggity | the dogs bollocks | the bees knees
the bee 's knees | the cat 's pyjamas | the real deal | the business | da bomb | chef 's kiss | to die for
out of this world | love at first sight/bite/sip | in love with | head over heels | obsessed with | mad about | nuts about
crazy about | wild about | big fan of | huge fan of | a fan of | a sucker for | a soft spot for | partial to | keen on
sold on | hooked on | addicted to | chuffed with | chuffed to bits with? | over the moon with? | made up with | thrilled to bits
tickled pink | happy bunny | happy camper | happy as larry | more than happy/pleased/satisfied/impressed | beyond happy/pleased
well happy | dead chuffed | can not get enough | ~can't get enough of | ~can't get over how | ~can't put ~it? down
could n't put ~it? down | kept/keep/keeps coming back for/to | keep/kept/keeps going back for | coming back for
fight/fights/fighting/fought over | come/came for the | stayed for the | stay for the | would/'d buy it? again for
buy it again for | will be ordering/buying more | swear/swears/swore by | rave/raves/raving about | kill for a
like this at | a dream of a | boy what a | hell of a | one heck of a | second to none | beyond reproach
beyond dispute | beyond compare | without equal | without parallel | best in class | best in the business | best of the bunch
pick of the bunch | best thing about | best thing since | best part is | the best bit | highlight is/was | the highlight
the star of the show | star of the show | steals/steal/stole the show | brings/brought/bring the house down | icing on the cake
cherry on top | saving grace | redeeming feature | saves/save/saved the day | saved/saves/save my bacon/life/day/skin/holiday
saved/saves/save our bacon/life/day/skin/holiday | saved/saves ~me from | a lifeline | to the rescue | redeems/redeem/redeemed
redeemed by | redeemed only by | rescued by | brought back to life | back to life | new life into | breathed new life into
like new again | good as ever | as good as ever | as good as any | as good as i? expected/hoped | as comfy/good as they come
it does n't get any better/comfier than | does n't get any/much better/comfier/easier than | gets no better than
hides a multitude of sins | suits ~me down to the ground | goes/go/went with everything | goes a long way | a little goes a long way
goes/go/went down a treat | went/goes/go down well/nicely | went/goes/go without a hitch | went without a hitch | ran/runs like clockwork
went/goes/go up in minutes | slots/slot/slotted in/into place | snaps/snap/snapped into place | clicks/click/clicked into place
falls/fall/fell into place | slides/slide/slid in/on/out easily/smoothly | fell off the bone/fork | falls off the bone/fork
melts/melt/melted in ~my mouth | melt in the mouth | finger licking good | lick the plate | licked the plate | ate every bite
cleared/clears their plates | gone in minutes/seconds | disappeared in minutes/seconds | sold out in minutes
turned up on time/early | turned up within | arrived early/promptly | arrived/came/turned within a day/two
arrived/came/turned up? the/next day/very day? | came quickly/fast/early | delivered on time | on time every time
beat the promised | ahead of | ahead of time | right first time | fixed first time | within the hour | in two minutes flat
took/takes ~me? five/ten/two/three/5/10/2/3/four/six minutes/seconds/mins/secs | took/takes ~me? a minute/second
took/takes ~me? one click | took/takes seconds/minutes/moments/no time | in no time | in no time at all | in a flash/jiffy
within minutes/seconds | a matter of minutes/seconds | no time at all | 
understands/understand/understood even | recognises/recognizes ~my | knows/knew/know ~my stuff/onions/business
knows/knew/know his/her/their/its stuff/onions/business/way/job | at the top of their game | on top form | with a smile
all smiles | a warm welcome | made ~me feel welcome/special/home | made to feel | remembered/remembers ~my name
remembers/remembered everyone 's name | worthy of a pro/king/queen | fit for a king/queen | oozes/ooze quality/class/charm
screams/scream quality/luxury/class | smacks of quality | reeks/reek of quality/class | packs/pack/packed a punch
packed with flavour/flavor/features/information | full of flavour/flavor/character/charm/life | bursting with flavour/flavor
loaded with features | rich in flavour/flavor | 

oodles of
in spades | to spare | and then some | with room to spare | with some to spare | miles of
more than enough | more than adequate | more than fair | more than generous | more than good? enough | more than meets
more than makes up | more than i expected/bargained | better than i/we/most/expected/ever | exceeded all? my hopes/expectations
exceeded expectations | surpassed all? my? expectations | beyond what i expected | beyond my wildest | proved its worth
proved wrong | was proved wrong | pleasant surprise | pleasantly surprised | a nice surprise | a lovely surprise
a nice/lovely/neat/clever/thoughtful/great touch | in a good way | in the best possible way/sense | in the best way/sense
in the best possible | music to my ears | easy on the eye/eyes/ear/wallet | kind to | kind on | gentle on | 
changed ~my life | changed how i | changed the way | life changing | night and day difference | day and night
never knew i needed | did n't know i needed | i never knew i needed | thank heavens | thank goodness | hallelujah
deserves/deserve all the praise | deserves/deserve every star | lives/live/lived up to the hype | lives/live/lived up to
justifies/justify/justified the price/cost/hype/money | worth the hype/wait/money/price | you get what you pay for
more of this | more of that | more of those | more of these please | please never change | never change the | never change this
do n't ever change | long may it | may it never | hope they never change | please do n't change | do n't change
🤤 | ✨ | 🤗 | 😻 | 💕 | 💗 | 💙 | 💚 | 💛 | 🧡 | 💜 | 🖤 | 🏆 | 🥇 | 🥳 | 😇  | 👊 | 🤘 | 🫶 | 😌 | 🤌 | 🎯 | 😁 | 😆 | ☺ | 🆒
"""
BLAME = """
leave/leaves/left/leaving a/an lot/great/bit deal? to be ~desired | leaves/left/leave much/plenty/something to be ~desired
left ~me wanting | left ~me cold/unmoved/disappointed/wanting/high/hanging/stranded/scratching/speechless/fuming
left/leaves/leave red/deep? marks/lines/grooves/welts/scratches/streaks/smears/lint/fluff/stains/residue/crumbs/puddles
leaves/leave/left streaks/smears/marks/residue | leaves/leave/left a bad taste/sour
lets/let/letting the whole thing/book/film/product/meal/experience/place/set/side down | lets/let/letting it/everything all? down
lets/let the side down | let down by | is let down by | a let-down | let-down | letdown | such a let down | the weak link/point/spot
the weakest link/part | achilles heel | achilles ' heel | fly in the ointment | where it falls down | falls/fall/fell down on
the sticking point | the snag | only vice | one gripe | my gripe | my one/only/main/biggest gripe/complaint/niggle
gripe is with | niggle is | the niggle | the fault lies with | is to blame | my beef is with | beef with
if you can ignore/overlook/forgive/live/get past/with/over? the/its? | can overlook/ignore/forgive the | could forgive the | could live with the | put up with the/its?
takes/take/took the shine off | took the fun out | takes the fun out | spoils/spoil/spoiled/spoilt it | ruins/ruin/ruined it
spoils/spoilt/spoiled everything | ruined by | spoiled/spoilt by | marred by | wrecked by | sullied by | undone by | scuppered by
wasted on | a waste of | waste of space/money/time/plastic/paper/ink/metal/space | waste of good | good money | money for old rope
money down the drain | down the drain | daylight robbery | highway robbery | a rip-off | rip-off | rip off | a con | a swizz | a scam
a swindle | a disgrace | an absolute disgrace | a shambles | a farce | a fiasco | a joke | a bad joke | a sick joke | a travesty
an insult | a slap in the face | a kick in the teeth | a letdown | a washout | a write-off | a non-starter | a dead loss | a dud
a lemon | a turkey | a flop | a damp squib | a car crash | a train wreck | train-wreck | a dumpster fire | dumpster fire | a hot mess
a shitshow | shit show | a bin fire | a dog 's breakfast/dinner | a dog 's dinner | pig 's ear | a pig 's ear of
a nightmare | a living nightmare | a horror | a horror show | an ordeal | a trial | a slog | a chore | a faff | a palaver
a hassle | a headache | a pain | a royal pain | a pain in the neck/backside/arse/ass/behind/bum/rear | a nuisance | a bind
a bore | a snooze | a snoozefest | a snore | a drag | a yawn | a bummer | a downer | a turn-off | a put-off | a deal-breaker
deal-breaker | deal breaker | a dealbreaker | dealbreaker | a lottery | a gamble | pot luck | hit-and-miss | hit-or-miss | hit and miss
touch-and-go | so-so | run-of-the-mill | run of the mill | bog-standard | bog standard | middle of the road | nothing special
nothing to shout about | nothing to write home about | nothing out of the ordinary | nothing remarkable | not up to much
not much cop | no great shakes | no oil painting | no picnic | no joke | no fun | no good | no use | no use whatsoever | no help
no match for | no substitute for | no contest | not a patch on | n't a patch on | not fit for purpose | n't fit for purpose
not in the same league | not in the same class | n't in the same league | pales/pale/paled next/beside/in to? comparison?
pales/pale beside | pale/pales next to | a poor relation | a poor substitute | a poor imitation | a pale imitation
a shadow of its/their former self | a shadow of | has/have gone downhill | gone downhill | goes/went downhill | gone to the dogs
gone to pot | going to the dogs | not what it was/used | n't what it was/used to? be? | n't what it used to be | not what it used to be
used to be better/good/great/lovely/nicer | used to be so/much/far better/good/nicer/great | was better before | better before
better elsewhere | far/much/done better elsewhere | a step back | a step backwards | a backward step | a step down | a big step down
ten years behind | years behind | behind the times | stone age | from the stone age | the dark ages | from the ark | past its best
past it | past saving | past its sell by | seen better days | on its last legs | on the way out | had its day | called it a day
calls/called/call it quits | gave/gives/give up the ghost | gave/gives/give up on ~me | gave/gives/give out | gave/gives/give in
gave/gives/give way | gave up | gives up | packed/packs/pack up | packed/packs/pack in | conked/conks out | died/dies/die a death
died/dies/die on ~me | dropped/drops/drop dead | dead-on-arrival | dead on arrival/arival | doa | bites/bite/bit the dust
kicked/kicks the bucket | met its maker | popped its clogs | keeled over | breathed its last | went/goes/gone kaput | gone kaput
went/goes/gone phut | went/goes/go bang/pop/dead/dark/blank/haywire/wrong/blunt/flat/missing/mouldy/moldy/bald/yellow/limp/slack/off
gone dead/dark/blank/haywire/wrong/blunt/flat/missing/mouldy/moldy/bald/yellow/limp/slack | went/goes/go up in smoke/flames
blew/blows/blow up/out | burned/burnt/burns out/through | burst/bursts into flames | caught/catches fire | started smoking
short circuited | fried itself | fries itself | bricked | bricks itself | hung/hangs/freezes/froze up | froze/freezes/freeze on ~me
locks/locked/lock up | seized/seizes/seize up | jams/jam/jammed up | clogs/clog/clogged up | gummed up | bunged up | blocked up
plays/play/played up | acts/act/acting/acted up | on the blink | on the fritz | out of action | out of order | out of service
stopped/stops/quit working/charging/responding/heating/spinning | stops/stopped/stop dead | no longer works/turns/charges/holds
cuts/cut/cutting out | cuts/cut/cutting in and out | drops/drop/dropped/dropping out/off/connection | keeps/kept/keep dropping
kepps droping | loses/lose/lost connection/signal/suction/charge/contact/power/pressure/its/their | lost all/its/their | forever losing
keeps/keep/kept resetting/restarting/rebooting/crashing/freezing/disconnecting/buffering/skipping/jamming/sticking/tripping/firing
keeps/keep/kept going wrong/off/blank/flat | keeps/keep/kept coming off/apart/loose/undone/out/up | keeps/keep/kept ~me awake/waiting
keeps/keep/kept throwing errors | throws/threw/throw errors/tantrums | threw/throws a tantrum/wobbly/fit | has/have a mind of its own
a mind of its own | drives/drive/drove/driving ~me mad/nuts/crazy/insane/bonkers/round/up/potty/batty | up the wall | round the bend
round the twist | drove ~me to tears | to distraction | did/does ~my back/head/knees/neck in | does my head in | doing my head in
did/does my nut in | gets/get/got on ~my nerves/wick/nerve | gets/got under ~my skin? | gets/get ~my goat | winds/wound ~me up
makes/make/made ~me wince/cringe/sick/ill/itch/sneeze/cough/choke/gag/queasy/dizzy/cross/angry/mad/furious/nervous/jump
makes/make/made ~my eyes/skin/feet/head/ears/scalp/teeth water/crawl/sore/hurt/spin/itch/ache/bleed | makes ~my head spin
make/makes/made ~me want to throw/scream/cry/weep/smash | makes/make/made no sense | make/makes 0/zero sense/sence | my head spin
brought/brings ~me out in | broke/breaks ~me out | broke out | broke out from | gave/gives/give ~me a/the? rash/spots/hives/blisters/blister
gave/gives/give ~me headache/headaches/migraine/migraines/neckache/backache/creeps/heebie | gave/gives/give ~me the creeps
food poisoning | hugging the toilet | went/goes straight in/into/to the bin/trash/rubbish/garbage | straight to the bin/charity
straight in the bin | belongs/belong in the/a bin/trash/dump/museum/skip/landfill | fit/fits only? for the bin/scrap/tip/dump
ended/ends up in the bin/trash/drawer | in the bin | in the dustbin | on the scrap heap | to landfill | went/going/goes/gone back to the
went/going/goes/sent back | sent ~it? back | send it back | had to go back | has to go back | is going back | back it went
wants/want replacing/cleaning/tightening/trimming/sharpening/rewriting/fixing/emptying/redoing/updating/looking
needs/need replacing/cleaning/tightening/trimming/sharpening/rewriting/fixing/emptying/redoing/updating/charging every/after/constantly?
needs/need a/some/the? rethink/redesign/overhaul/rewrite/proofreader/editor/update/refresh/makeover/serious/lick/fix/kick/lesson
needs/need the strength/patience/luck of | you need the patience of | patience of a saint | strength of an ox | you need a degree | you 'd need a degree
need/needs a degree/phd to | you 'd need a | could/can learn some manners/a | learn a thing or two | could learn from
could not care less | could n't care less | ~don't care less | did n't want to know | did n't bother to? | could n't be bothered
could n't be bothered to | ~can't be bothered | ~don't even look up | ~don't even apologise/apologize/reply/answer/bother/look/try/say
~don't answer/reply/respond/care/listen/help/understand/budge/arrive/deliver/exist/add | ~don't get going | ~don't really get going
never gets/get/got going | never arrived/came/turned/showed/replied/answered/called/responded/materialised | never materialised/materialized
never heard back | no reply/response/answer/apology/explanation/reaction/word | no answer from | still waiting/no | still has/have n't arrived
still have/has n't | have n't heard | has n't arrived/come/shown/turned | yet to arrive/receive/hear/get | have/has yet to receive/arrive
have yet to get a reply | yet to get a/any reply/response/answer | ghosted ~me | fobbed ~me off | fobbed off | gave/gives ~me the runaround
the runaround | passed from pillar to post | pillar to post | rolled/rolls/roll his/her/their eyes | hung up on ~me | talked down to
treated/treats/treat ~me like dirt/a/an | treats/treat you like a | the cheek to | had the cheek to | had the nerve to | the audacity
turned/turns/turn his/her/their/its nose/noses up at | turned her nose up | turned their noses up at | turned up his nose
not/n't have a good word for | has a good word for | no love for | no fan of | not/n't a fan of | not/n't keen on | not/n't crazy about
not/n't mad about | not/n't wild about | not/n't sold on | not/n't convinced by | not/n't taken with | not/n't enamoured with/of | not enamored
not/n't think much of | ~don't think much of | ~don't rate the | ~don't care for | ~don't care much for | ~don't take to | ~don't warm to
~don't get on with | ~don't get along with | ~don't see the point of? | ~can't get used to | ~can't get on with | ~can't get along with
~can't warm to | ~can't stand/abide/bear/stomach/tolerate | ~can't see the point | ~can't say the same for/of/about
not/n't used to the | not/n't the sharpest/brightest/best/greatest/prettiest/finest/fastest/comfiest/easiest | not/n't my cup of tea
not/n't my thing/bag | not/n't to my taste/liking | not/n't for me | not/n't everyone 's cup of tea | not/n't the finest hour | not/n't ideal
not/n't the real deal | not/n't as advertised/described/pictured/expected/stated
not/n't up to standard/scratch/par/snuff/date/the/it/much | not/n't cooked through | not/n't done | not/n't straight/level/flush/true/even
not/n't real | not/n't genuine | not/n't a good idea | not/n't a good look | ~don't sit straight/flush/right/flat/level | never quite sits/fits
~don't work/function/fit/close/open/stick/hold/stay/latch/lock/line/match/register/respond/detangle/clean/cut/pair/sync/load/seal
~don't add up | ~don't do justice | ~don't do the/it/them justice | ~don't do ~it? justice | ~don't cut it/the | ~don't cut the mustard
~don't stack/measure up | ~don't make the grade/cut | ~don't make it to/through/past | ~don't even make it to | ~don't come close/up
~don't pass muster | ~don't live up to the? hype? | ~don't deliver | ~don't hold a candle to | ~can't hold a candle to | ~can't compete with
~can't match | ~can't compare | ~can't hack it | ~can't cope | ~can't handle | ~can't keep up | ~can't take | ~can't find half | ~can't hear
~can't hide/save/rescue/excuse/disguise | ~can't undo | ~can't open/close/fasten/reach/read/see | ~won't work/budge/open/close/stay
~won't slide/register/hold/go/fit/shut/switch/light/charge/connect/pair/load/download/stop | would not download/open/fit/work/stay/close
fails/fail/failed to/miserably/dismally/completely | falls/fell/fall short/flat/apart/over/off/down/out/to bits/to pieces | fall flat
falls/fell/fall at the first hurdle | misses/missed/miss the mark/point/boat | came/comes/come up short | wide of the mark
off by a mile | way off | miles off/out | a mile off | a mile out | all over the place/shop | up the creek/spout | up the swanny
upside down | back to front | inside out | wrong way round | the wrong way | the wrong size/colour/color/item/way/dish/order
half rubbed off | falling to bits/pieces | came/comes/come apart/away/off/loose/undone/unstuck/unglued/unstitched/adrift
came/comes/come off in ~my hand/hands | came/comes/come away in | came/comes/come down | worked itself/its loose/way | work/works loose
worked/works/work its/their way out/loose | pops/popped/pop off/open/out | pings/pinged/ping off | springs/spring/sprang open
flies/flew/fly off/open | slides/slid/slide off/around/down | slips/slipped/slip off/down/out | rides/rode/ride up | rolls/rolled/roll down/up
bunches/bunched/bunch up | digs/dug/dig in/into | cuts/cut into | rubs/rubbed/rub against/raw | pokes/poked/poke through/out
sticks/stuck/stick out | sticks/stuck/stick together | sticks/stuck out like a sore thumb | sore thumb | shows/show every mark
shows/showed/show through | shows/show every | picks/pick/picked up the smell/every/dust/fluff/lint/hair | attracts/attract fingerprints/dust/fluff/hair/lint
gets/get/got everywhere/stuck/tangled/clogged/dirty/hot/scratched/in the way/caught/lost | gets/got absolutely everywhere
runs/ran/run out/dry/hot/slow/small/large/big/narrow/in the wash | bled/bleeds/bleed in the wash | ran in the wash | colour ran | color ran
turned/turns/turn to mush/slush/dust/sludge/soup/goo | turned/turns/turn pink/grey/gray/green/yellow/brown/black/orange
turned/turns/turn ~my finger/skin/wrist/hands/everything/everyone green/black/pink/grey/into | to mush/slush/dust/sludge
smells/smell/smelled/smelt/stinks/stink/reeks/reek of/like | smells/smelt off/awful/foul/funny | stank of/the | hits you like a wall
tastes/taste/tasted like cardboard/wet/soap/plastic/nothing/dishwater/water/chemicals/metal/feet | like wet cardboard | like cardboard
feels/feel/felt like cardboard/paper/plastic/sandpaper/kitchen/a toy/plywood/a brick | like sandpaper/paper/plywood/a loofah/straw/a brick
looks/look/looked like a shower/it/something cap? | looks/look nothing like | looks/looked cheap/tacky/awful/fake/naff/rubbish/faded/tired
sounds/sound/sounded like a/somebody/someone tin? | sounds/sound hollow/tinny/muffled/like | reads/read like a washing/manual
reads like a | like a tin/jet/tractor/tank/drill/helicopter/hoover can? | like a tin can | like a jet | like a jet engine | like pulling teeth
like watching paint dry | like nails on a blackboard/chalkboard | like a lead balloon | like a chocolate teapot | chocolate teapot/fireguard
as much use as | about as much use as | about as useful/soft/quiet/comfortable/sharp/exciting/fast/strong/reliable/subtle/sturdy/bright as a/an?
as useful as a | as soft as a doormat/brick/rock | as dull as dishwater | as weak as dishwater/water | dull as dishwater | thin as paper
as thin as paper | paper-thin | wafer-thin | see-through | rock-hard | stone-cold | stone cold | ice-cold | raw in the middle
few and far between | conspicuous by its/their absence | thin on the ground | in short supply | precious little/few | 
hardly worth | not worth the | n't worth the | not/n't worth | more trouble than | more hassle than | more holes than | more bother than
too clever by half | for its/their own good | too clever for its/their own good | too good for its/their own good | too much of a good thing | far too neat | too much to ask/expect
a bridge too far | over the top | over-the-top | over-engineered | over-priced | over-complicated | over-cooked | under-cooked | under-powered
under-seasoned | over-salted | over-rated | over-hyped | ill-fitting | ill-conceived | poorly-made | badly-made | cheap-looking | cheap-feeling
tired-looking | sad-looking | dated-looking | second-rate | third-rate | half-baked | half-hearted | half-decent
half-finished | hard-to | long-winded | eye-watering | ear-splitting | ear-piercing | stomach-churning | cringe-worthy | nail-biting
one-dimensional | two-dimensional | cookie-cutter | off-putting | off-key | off-centre | off-center | out-of-date | out of date | out-of-tune
fingerprint-prone | accident-prone | error-prone | crash-prone | bug-ridden | ad-ridden | puts/put ~me off | put off by | put ~me to sleep
phones/phoned/phone it in | phoning it in | going through the motions | on autopilot | by numbers | paint by numbers | lost the plot
jumped the shark | outstays its welcome | outstayed its welcome | overstays its welcome | drags/drag/dragged on | drags/dragged/drag terribly
goes/go/went nowhere | goes on a bit | goes on too long | takes/took/take for ever/ages/forever/hours/weeks/an/age/all/three/half/eternity
takes/took/take ages/forever/hours/weeks/months/days | took an age | took an entire/hours/half/all | an eternity | an age | an entire evening
kept ~me waiting | kept waiting | waited hours/ages/weeks/forever | hours on end | weeks on end | a fortnight late | late again
costs/cost/costing an arm | costs/cost/costing a fortune/bomb/packet/arm | costs the earth | costs more than | eye wateringly | through the nose
pay through the nose | bleeds/bled ~me dry | burns/burned a hole | a hole in ~my pocket | stung by | hits/hit the wallet | tear ~my hair out
tearing ~my hair out | pulling ~my hair out | lose the will to live | losing the will to live | lost the will to live | wish i had n't
regret buying/getting/ordering/choosing | regret the day | wish i 'd/had never/kept/returned/read/stuck/bought? the | buyer 's remorse
nil points | null points | nul points | zero points | nought out of ten | zero for | nil for | 0 / 10 | 1 / 10 | 2 / 10 | 3 / 10 | 4 / 10 | 0 / 5 | 1 / 5 | 2 / 5
1 * | 2 * | 0 * | one star | zero stars | 0 stars | 1 star | no stars | two stars | 2 stars | docked a star for
star off for | points off for | marks off for | minus points for | minus marks for | docked for | black mark | black mark for | could do better
must try harder | room for improvement | can only improve | back to the drawing board | go back to the drawing board | who thought | who thought that
what were they thinking | what was the designer thinking | whoever designed | whoever thought | whose idea was | beggars belief | beyond me
beyond a joke | beyond the pale | beyond repair | beyond salvage | beyond help | beyond disappointing | the final straw | the last straw | last straw
enough is enough | had enough of | had it with | fed-up | fed up with | sick of | sick to death of | sick and tired of | tired of | done with | so done
im so done | i 'm so done | so done with | over it | no thank you | no thanks | thanks but no thanks | no ta | hard pass | a hard no | big no from | a no to
a no from | it 's a no | never again | avoid at all costs | avoid like the plague | like the plague | steer clear of | give it a miss | give it a wide berth
a wide berth | do n't waste | ~don't waste your/my/ur | ~don't bother with | ~don't touch with | barge pole | bargepole | shame about | pity about | too bad about
such a pity | such a shame | more 's the pity | what a letdown/shame/pity/waste/joke/mess/disappointment/disaster/rip/con/let | gutted about | gutted with
gutted | miffed | peeved | narked | hacked off | ticked off | cheesed off | browned off | brassed off | naff | pants | rubbish | tat | tatty | ropey | ropy | dodgy | dire
manky | minging | grotty | gammy | wonky | duff | knackered | buggered | cack | shonky | crummy | janky | jank | wack | whack | trash tier | mid af | cringe
my arse | my eye | lol no | nah | nope | ffs | smdh | 💩 | 🤬 | 😫 | 🥴 | 🤦 | 🤷 | 🥱 | 😴 | 💀 | 🗑 | 😾 | 🙁 | ☹ | 😔 | 😟 | 😓 | 😨 | 🤕 | 🤒 | 🤧 | 🥶 | 🥵 | ⛔ | 🚮 | 🖕 | 😬
"""
