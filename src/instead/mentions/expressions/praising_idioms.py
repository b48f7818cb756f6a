# ruff: noqa: E501 - long patterns and pictures that count twice
"""Idioms that praise what they are said of, as patterns (`expression_table`), by what they mean.

Written by hand from general knowledge of English, British and American.
"""

from __future__ import annotations

IDIOMS = """
if only all/every/more | wish all/every/more/other/others/my/everything own? | would that all/every | wish they all
all should be | should take note/notes | should take a leaf | should copy | could learn from this/these
should be the standard/norm/law | should be taught | should be so lucky | please never/do n't? discontinue/stop/change
every/all home/house/kitchen/hotel/family should have/own | everyone should have/own/try | everyone needs a
why ca n't/not all | nothing beats | nothing compares to | nothing comes close to | nothing can touch
nothing on the market matches | ~can't speak highly enough of | ~can't speak highly enough
~can't say enough good things about | ~can't say enough about | highly enough | ~can't fault | ~can't knock
~can't argue with | ~can't be argued with | ~can't be faulted | ~can't be topped | ~can't be bettered | ~can't top
~can't be matched | ~can't better | ~can't pick holes in | ~can't find fault with | ~can't find a/any/one fault/flaw
~can't find anything wrong with | ~can't find anything to complain about
~can't find anything to criticise/criticize/fault/dislike/moan/improve | ~can't find a/any fault/flaw with/in
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
left/leave/leaves/leaving nothing to be ~desired | left/leave/leaves nothing to ~desired
leaves/left nothing to chance | no quarrel with | no qualms about | no beef with | no gripes about | no reservations
no reservations whatsoever | no notes | no faults | no drama | no dramas | no bother | no bother at all
no trouble whatsoever | no fuss | no nonsense | no more ~trouble | no nasty surprises | no surprises
without a murmur | without a fuss/hiccup/quibble | without a single hiccup/fault/problem/complaint
without breaking a sweat | without batting an eyelid | without a peep | without missing a beat | without a care
not a peep | not a squeak | not a drop | not a single drop | not a hint of | not a trace of | not a hair out of place
not a dull moment | n't a dull moment | never a dull moment | ~don't disappoint | ~don't let ~me down
~don't miss a beat | ~don't put a foot wrong | ~don't get old | ~don't bat an eyelid | ~don't break the bank
~don't cost the earth/a fortune/a bomb | ~don't bother me | ~don't bother me in the slightest | ~don't mind the
~don't mind | ~don't skimp | n't skimped | not skimped | has/have n't skimped on | has/have n't let ~me down
has/have n't missed a beat | has/have n't flinched | has/have n't put a foot wrong | has/have not put a foot wrong
has/have n't budged | has/have not budged | has/have n't lost its shine/shape/grip/charge/edge/colour/color
has/have never let ~me down | has/have never failed | has/have n't gone slack/flat/dull/blunt | would n't be without
would not be without | would n't swap/trade/change | would n't part with | would n't hesitate | would not hesitate
~don't hesitate to | would n't say no to | n't expect such/so | better than it has any right to be
what more could/can you/one/i/anyone want/ask/wish? for? | what 's not to like/love | who would n't love/want
who could ask for more | ~can't ask for more/better | ~can't have asked for more/better
~can't have wished/hoped for more/better | ~can't wish for more/better
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
a marvel | a wonder | a revelation | a stunner | a belter | a corker | a cracker | a peach | a beauty | a beaut
a gem | an absolute gem | a superstar | a legend | proper legend | a hero | a champ | a champion | a beast | an angel
a saint | a diamond | a rock star | a hoot | a riot | a scream | a ball | a laugh | a knockout | a showstopper
a head turner | head turner | a crowd pleaser | crowd pleaser | a doddle | a cinch | a breeze | a doddle to
plain sailing | a walk in the park | as easy as pie | easy peasy | easy as abc | as easy as it gets | foolproof
idiot proof | childs play | a godsend | a blessing | a relief | a joy to | a joy to behold | a pleasure to
a delight to | a snip | a steal | an absolute steal | a giveaway | cheap as chips | money well spent | worth the
well worth the | worth every | worth a | worth its weight | earns/earn/earned its/their keep | earned every penny
paid for itself/themselves | pays for itself | punches/punch/punched well above its weight | punches above its weight
gives/give/gave you your money 's worth | more bang | went/go/goes/gone the extra mile
went/go/goes/gone out of his/her/their/its way | above and beyond | goes/go/went/gone above and beyond
bends/bend/bent over backwards | moved/move/moves heaven and earth
could n't have been more helpful/kind/friendly/polite/attentive | could not have been more helpful/kind/friendly
could n't do enough | cannot do enough | nothing is/was too much trouble | nothing was too much
took/takes/take such good care | looked after ~me | sorted it | sorted it out | sorted out | put/puts it right
put/puts ~my mind at rest | won/wins ~me over | wins hands down | wins/won hearts | hit/hits it off
hit/hits the nail on the head | hit/hits the sweet spot | hit/hits all the right notes | hit/hits the ground running
strikes/strike/struck a chord | strikes the right balance | the right balance | right up my street/alley
ticks/tick/ticked every box | ticks/tick the box/boxes | check/checks/checked every box | fits/fit/fitted the bill
fit/fits/fitted like a glove | fits/fit to a t/tee | down to a t/tee | done to a turn | cooked to a turn
done to perfection | to perfection | like clockwork | like a dream | like a champ | like a rock | like a boss
like a pro | like a trooper | like a hot knife through butter | through butter | like velvet | like silk
like a cloud | like a feather | like a baby | like heaven | like a million dollars/bucks | like a king/queen/princess
like day one | like on day one | like the day i/we bought/got it | as good as the day | as good as on day one
good as gold | good as new | as smooth as silk/butter/glass | as soft as butter/silk/velvet/down
as light as a feather/air | as tough as nails/boots | tough as old boots | as solid as a rock | as sharp as a razor
as quiet as a mouse/whisper | as clear as day/crystal/a bell | clear as day/crystal/a bell | hard as nails
fresh as a daisy | as fresh as a daisy | pretty as a picture | neat as a pin | built like a tank/brick/fortress
built like a brick | built to last | bomb-proof | bullet-proof | rock-solid | rock-steady | top-notch | top-tier
top-quality | top-class | top-drawer | first-rate | first-class | five-star | world-class | high-end | heavy-duty
long-lasting | hard-wearing | well-made | well-built | well-designed | well-balanced | well-crafted | well-padded
well-lit | well-stocked | well-written | well-organised | well-organized | well-behaved | well-thought-out
well thought out | thought out | well-laid-out | well-finished | well-priced | well-seasoned | well-cut
state-of-the-art | cutting-edge | crystal-clear | razor-sharp | pin-sharp | tack-sharp | silky-smooth | butter-smooth
whisper-quiet | feather-light | lightning-fast | lightning-quick | super-fast | super-soft | ultra-soft | eye-catching
jaw-dropping | mouth-watering | mind-blowing | heart-warming | show-stopping | award-winning | easy-to-use
user-friendly | hassle-free | trouble-free | stress-free | pain-free | fuss-free | maintenance-free | streak-free
odour-free | odor-free | crease-free | wrinkle-free | scratch-free | leak-free | lag-free | noise-free | glare-free
must-have | no-brainer | game-changer | life-saver | life-changing | time-saver | page-turner | feel-good
laugh-out-loud | spot-on | bang-on | on-point | on the money | on the dot | on the nose | on a par with | on par with
up there with | the equal of | every bit the equal | every bit as | rivals/rival those | rivals/rival that
in a class of its/their own | in a league of its/their own | in a different league | in a different class
leagues ahead | leagues above | miles ahead | miles better | streets ahead | light years ahead/beyond | heads above
head and shoulders above | a cut above | cut above the rest | a notch above | a step up | a leap forward
a step forward | a huge step up | better and better | ran/runs/run rings around | runs/ran/run circles around
wipes the floor with | blows/blew/blow the competition away | blows/blew/blow it away | blows/blew/blow everything
blows/blew/blow all | knocks/knock/knocked spots off | leaves/left the rest | put/puts/putting to shame
comes/came/come out on top | come/comes/came up trumps | comes/came into its/their own
takes/take/took it in its/their stride | takes/took everything in its stride | takes/take/took the strain
take the strain | takes/take/took a beating/hammering/pounding | taken a beating/hammering/pounding
has/have taken knocks/hundreds | took/taken/takes/take knocks | laughs/laugh/laughed at | laughs/laughed off
shrugs/shrug/shrugged off | shrugged it off | withstood | stood/stands/stand up to
stood/stands/stand the test of time | holds/held/hold up | held up well | holding up | held up | holds/held/hold on
holds/held/hold firm | holds/held/hold strong | holds/held/hold fast | holds/held its shape/own
keeps/keep/kept its shape/edge/colour/color | keeps/keep/kept on going/ticking/giving/running | keeps/kept going
kept/keeps/keep ~me dry/warm/cool/snug/toasty/cosy/cozy/comfy/hooked/guessing/glued/entertained/informed/safe/going/awake
kept/keeps/keep every drop/grain | kept/keeps/keep ~my feet/hands/head/ears/toes warm/dry/toasty/cool
kept/keeps/keep the rain/wind/cold/sun/noise/water/bugs/dust/draught/draughts/mosquitoes out/off/away
keep the wind out | saw/seen/sees ~me through | got/gets/get ~me through | lasted/lasts ~me all/through/the
last/lasts/lasted for ages/ever/days | last/lasts/lasted ages/forever/4ever/days/weeks/months/years/decades
lasts/last/lasted all day/night/week | juice for days | for ages | goes/go/went on and on | goes/go/went for days
still going/works/working/looks/grabs/holds/sharp/strong/like | going strong | good for another | started first time
starts first time | first time every time | never looked back | never misses/missed a beat
never skips/skipped a beat | never a problem | never any trouble | never had a/any/one? ~trouble
never let/lets/letting ~me down | never fails/failed to | never fails/failed | never stuck | never sticks
never wobbly | never tire/tires of | never get/gets tired of | never gets/get old | never going back
never been so ~pleased | never been so comfortable/comfy/well | never slept so well | never slept better
had ~me in stitches | in stitches | had ~me hooked | had ~me glued | had ~me laughing | had ~me at | had ~me smiling
glued to | on the edge of ~my seat | grabs/grab/grabbed ~me by | grabs/grabbed you | reels/reeled ~me in
draws/drew ~me in | drew/draws/draw you in | sucked ~me in | swept ~me away | bowled ~me over | bowled over by
blown away by | blows/blew ~me away | blown away | took/takes/take ~my breath away | breath taking | takes your breath
made/makes/make my/your/her/his jaw drop | jaw drop | jaws drop | moved ~me to tears | to tears of joy | tears of joy
gave/gives/give ~me chills/goosebumps/joy | gave/gives/give ~me life/confidence/peace | gave/gives/give me my
given me my | gave/gives us our | has given me my | put/puts/putting a smile on | puts/put a smile
brought/brings/bring a smile | brings/bring/brought ~me joy | sparks joy
makes/make/made ~me smile/happy/laugh/cry/grin/proud/feel/sing | made/makes ~my mouth water | mouth watering
makes/make/made ~my day/week/life/year
makes/make/made life/things/cooking/cleaning/work easier/easy/simple/simpler/better | makes/make/made light work of
makes/make/made short work of | makes/make/made quick work of | makes/made easy work of
makes/make/made a/all/the? huge/big? difference | makes/made all the difference | made a world of difference
makes/made it all worthwhile | makes/make/made sense | makes/make/made perfect sense
works/work/worked wonders/miracles | works/work/worked a treat/charm | works/work/worked like a charm/dream/magic
did/does/do wonders/miracles for? | did/does/do the trick/job | does/do/did what it says on the tin | says on the tin
does/do/did exactly what | does/do/did its/their job/thing | does/do/did a/an great/good/fine/excellent/brilliant job
gets/get/got the job done | gets/get/got it right | got right | get/gets/got full/top marks | full marks | top marks
full marks for/to | top marks for/to | ten/10 out/outta of? ten/10 | nine out of ten | 9 out of 10 | 10 / 10 | 9 / 10
8 / 10 | 5 / 5 | 5 * | five stars | 5 stars | 5 star | a ++ | a +++ | a ++++ | a plus plus | gold star | two thumbs up
big thumbs up | thumbs up to/for | hats off to | hat 's? off to | my hat off to | take my hat off | take my hat off to
kudos to/for | props to/for | shout out to | shoutout to | credit to | well done to | bravo to/for | round of applause
deserves/deserve a medal | deserves/deserve a raise/star/prize/award/bonus/oscar/round | should get a raise
give ~my? a raise | a medal | should win prizes/awards/a | win prizes/awards | ftw | for the win | bomb diggity
the dogs bollocks | the bees knees | the bee 's knees | the cat 's pyjamas | the real deal | the business | da bomb
chef 's kiss | to die for | out of this world | love at first sight/bite/sip | in love with | head over heels
obsessed with | mad about | nuts about | crazy about | wild about | big fan of | huge fan of | a fan of | a sucker for
a soft spot for | partial to | keen on | sold on | hooked on | addicted to | chuffed with | chuffed to bits with?
over the moon with? | made up with | thrilled to bits | tickled pink | happy bunny | happy camper | happy as larry
more than happy/pleased/satisfied/impressed | beyond happy/pleased | well happy | dead chuffed | can not get enough
~can't get enough of | ~can't get over how | ~can't put ~it? down | could n't put ~it? down
kept/keep/keeps coming back for/to | keep/kept/keeps going back for | coming back for
fight/fights/fighting/fought over | come/came for the | stayed for the | stay for the | would/'d buy it? again for
buy it again for | will be ordering/buying more | swear/swears/swore by | rave/raves/raving about | kill for a
like this at | a dream of a | boy what a | hell of a | one heck of a | second to none | beyond reproach
beyond dispute | beyond compare | without equal | without parallel | best in class | best in the business
best of the bunch | pick of the bunch | best thing about | best thing since | best part is | the best bit
highlight is/was | the highlight | the star of the show | star of the show | steals/steal/stole the show
brings/brought/bring the house down | icing on the cake | cherry on top | saving grace | redeeming feature
saves/save/saved the day | saved/saves/save my bacon/life/day/skin/holiday
saved/saves/save our bacon/life/day/skin/holiday | saved/saves ~me from | a lifeline | to the rescue
redeems/redeem/redeemed | redeemed by | redeemed only by | rescued by | brought back to life | back to life
new life into | breathed new life into | like new again | good as ever | as good as ever | as good as any
as good as i? expected/hoped | as comfy/good as they come | it does n't get any better/comfier than
does n't get any/much better/comfier/easier than | gets no better than | hides a multitude of sins
suits ~me down to the ground | goes/go/went with everything | goes a long way | a little goes a long way
goes/go/went down a treat | went/goes/go down well/nicely | went/goes/go without a hitch | went without a hitch
ran/runs like clockwork | went/goes/go up in minutes | slots/slot/slotted in/into place
snaps/snap/snapped into place | clicks/click/clicked into place | falls/fall/fell into place
slides/slide/slid in/on/out easily/smoothly | fell off the bone/fork | falls off the bone/fork
melts/melt/melted in ~my mouth | melt in the mouth | finger licking good | lick the plate | licked the plate
ate every bite | cleared/clears their plates | gone in minutes/seconds | disappeared in minutes/seconds
sold out in minutes | turned up on time/early | turned up within | arrived early/promptly
arrived/came/turned within a day/two | arrived/came/turned up? the/next day/very day? | came quickly/fast/early
delivered on time | on time every time | beat the promised | ahead of | ahead of time | right first time
fixed first time | within the hour | in two minutes flat
took/takes ~me? five/ten/two/three/5/10/2/3/four/six minutes/seconds/mins/secs | took/takes ~me? a minute/second
took/takes ~me? one click | took/takes seconds/minutes/moments/no time | in no time | in no time at all
in a flash/jiffy | within minutes/seconds | a matter of minutes/seconds | no time at all
understands/understand/understood even | recognises/recognizes ~my | knows/knew/know ~my stuff/onions/business
knows/knew/know his/her/their/its stuff/onions/business/way/job | at the top of their game | on top form
with a smile | all smiles | a warm welcome | made ~me feel welcome/special/home | made to feel
remembered/remembers ~my name | remembers/remembered everyone 's name | worthy of a pro/king/queen
fit for a king/queen | oozes/ooze quality/class/charm | screams/scream quality/luxury/class | smacks of quality
reeks/reek of quality/class | packs/pack/packed a punch | packed with flavour/flavor/features/information
full of flavour/flavor/character/charm/life | bursting with flavour/flavor | loaded with features
rich in flavour/flavor | oodles of | in spades | to spare | and then some | with room to spare | with some to spare
miles of | more than enough | more than adequate | more than fair | more than generous | more than good? enough
more than meets | more than makes up | more than i expected/bargained | better than i/we/most/expected/ever
exceeded all? my hopes/expectations | exceeded expectations | surpassed all? my? expectations | beyond what i expected
beyond my wildest | proved its worth | proved wrong | was proved wrong | pleasant surprise | pleasantly surprised
a nice surprise | a lovely surprise | a nice/lovely/neat/clever/thoughtful/great touch | in a good way
in the best possible way/sense | in the best way/sense | in the best possible | music to my ears
easy on the eye/eyes/ear/wallet | kind to | kind on | gentle on | changed ~my life | changed how i | changed the way
life changing | night and day difference | day and night | never knew i needed | did n't know i needed
i never knew i needed | thank heavens | thank goodness | hallelujah | deserves/deserve all the praise
deserves/deserve every star | lives/live/lived up to the hype | lives/live/lived up to
justifies/justify/justified the price/cost/hype/money | worth the hype/wait/money/price | you get what you pay for
more of this | more of that | more of those | more of these please | please never change | never change the
never change this | do n't ever change | long may it | may it never | hope they never change | please do n't change
do n't change | 🤤 | ✨ | 🤗 | 😻 | 💕 | 💗 | 💙 | 💚 | 💛 | 🧡 | 💜 | 🖤 | 🏆 | 🥇 | 🥳 | 😇 | 👊 | 🤘 | 🫶 | 😌 | 🤌 | 🎯 | 😁 | 😆 | ☺ | 🆒
"""
