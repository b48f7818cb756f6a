"""Set phrases that praise, as patterns (`expression_table`): verbs with particles, idioms, compounds.

Written by hand from general knowledge of English. A phrase stands here if it judges alike whatever it is said of.
"""

from __future__ import annotations

STRONG = """
blow/blows/blew/blown everything/anything/everyone/all else away
blow/blows/blew/blown the others/rest/competition away
blow/blows/blew/blown the others/rest/competition/doors out/off of? the? water?
blow/blows/blew/blown all others out of the water | blow/blows/blew/blown it out of the water
blow/blows/blew/blown past/through ~my expectations | smash/smashes/smashed ~my expectations
shatter/shatters/shattered ~my expectations | crush/crushes/crushed the competition
smoke/smokes/smoked the competition | wipe/wipes/wiped the floor with | run/runs/ran rings/circles round/around
leave/leaves/left the competition/rest/others in the dust
leave/leaves/left the competition/rest/others standing/behind | leave/leaves/left all others/rivals behind/standing
put/puts the others/rest/competition to shame | put/puts all others to shame | put/puts others to shame
put/puts every other | tower/towers/towered above | tower/towers/towered over the competition
stand/stands/stood head and shoulders above | head and shoulders over | streets ahead of? | miles better than
miles above | light years better | light years ahead of | leaps and bounds better/above/ahead | leagues ahead of?
leagues above | worlds apart from | outdo/outdoes/outdid/outdone itself/themselves/himself/herself
exceed/exceeds/exceeded/exceeding all/every/any/even? my? expectation/expectations
exceed/exceeds/exceeded my/our every expectation | exceeded my wildest dreams | beyond my wildest dreams
beyond all expectations | beyond anything i | above all expectations | far beyond what i expected/hoped
surpasses/surpassed all/every/my/our/any expectations | went/go/goes/going above and beyond | goes/went way beyond
over delivers/delivered/deliver | crown jewel | jewel in the crown | the gold standard | gold standard | pure gold
solid gold | a gem of a/an | absolute gem | real gem | hidden gem | little gem | true gem | a little gem
absolute belter | absolute beauty | an absolute joy/delight/pleasure/treat/dream/treasure/star/legend
an absolute winner/steal/must/blast/bargain/gem/godsend/lifesaver
pure joy/delight/pleasure/perfection/bliss/genius/brilliance | a stroke of genius | stroke of genius | work of genius
work of art | works of art | a work of art | masterclass in | a master class | a masterpiece | piece of art
sight to behold | a wonder to behold | a thing of beauty | things of beauty | joy to behold
joy to use/own/wear/drive/ride/watch/read/play/hold/cook | delight to use/own/wear/drive/ride/watch/read/play/hold
pleasure to use/own/wear/drive/ride/watch/read/play/hold/cook/work | in a class of its/their own
in a class by itself/themselves | in a league of its/their own | class of its/their own | class apart | a class above
a cut above the? rest? | a cut above most/others/anything/everything | head of the class | top of the class
best in class/show/breed/town/business | best of the best/bunch/lot | best of breed | best thing since sliced bread
greatest thing since sliced bread | best thing ever/going/about/i | best thing that ever | best thing to happen
best on the market | best out there | best in the business/world/city/area/country/state/land/game/industry
best money can buy | best $ i | best purchase i/we/ever/of | best buy i/we/ever | best investment i/we/ever
best decision i/we/ever | best meal/food/service/experience i/we/ever | best of both worlds | the best ever
best ever | very best | simply the best | by far the best | hands down the best | easily the best | the best by far
by a mile | by a country mile | far and away the best | as good as they come | as good as it can get
as good as you can get | as good as anything | as good as any | hard to imagine better | hard to imagine a better
hard to imagine anything better | hard to find a better | hard to find better | 'd be lost without
how did i/we live/manage/cope/survive/do without | how i/we lived/managed/survived/coped without
how i ever lived/managed/survived | wonder how i/we ever/lived/managed | you would/'d have to pry it/them/this
pry it/this/them from/out | from my cold dead hands | from my cold , dead hands | what 's there not to like/love
what more could i/we/one/anyone ask/want/need | what more can i/we/you/one ask/want/say
what else could/can you/i/we ask/want | words fail to describe | nobody does it better | beyond compare
beyond comparison | beyond reproach | beyond words good? | beyond perfect | beyond amazing | beyond excellent
beyond expectations | beyond pleased/impressed/satisfied/thrilled/delighted/excited
beyond comfortable/helpful/grateful/thankful/beautiful/delicious | over the moon with/about | on cloud nine
on top of the world | in seventh heaven | heaven on earth | heaven sent | heaven in a | a slice/piece/taste of heaven
little slice of heaven | a little bit of heaven | thank heaven/heavens/god/goodness for | god sent
sent from heaven/above | a match made in heaven | match made in heaven | in awe of | awe inspiring | awe - inspiring
jaw dropping | jaw - dropping | jaw droppingly | drop dead gorgeous/beautiful | drop - dead gorgeous
made/make/makes my jaw drop | took/takes my breath away | take/takes/took your/our breath away | left ~me speechless
left us breathless/smiling/wanting more | leaves/left you wanting more | wanting more | made my heart sing/skip/melt
makes my heart sing/skip/melt | make/makes/made your heart sing | melts/melted my/your heart
stole/steals/stolen my/our/your heart | captured/captures my heart | won my/our heart/hearts | wins hearts
tug/tugs/tugged at my/your/the heartstrings | warm/warms/warmed my/your/the heart | warms the cockles
moved ~me to tears | moved to tears | tears of joy/laughter/happiness | cried with laughter | crying with laughter
laughed till/until i/we cried | laughed so hard | laughed out loud | laughed my head/socks/ass/butt off
roared with laughter | split/splits my/your sides | side splitting | side - splitting | had me in stitches
in stitches | rolling on the floor | rolling in the aisles | fell off my chair laughing | belly laughs
laugh a minute | jump/jumped/jumping for joy | did/doing a happy dance | happy dance | happy as a clam/pig
happy as larry/can | pleased as punch | as pleased as punch | chuffed to bits/pieces | made up with | tickled to death
like a kid in a candy/sweet store/shop | like a kid at/on christmas | kid in a candy store | squealed with delight
ear to ear | grinning/grin/grinned like a | grinning from ear | grin from ear | smile/smiling/smiled from ear to ear
big/huge smile on my/her/his/our/their face/faces | put/puts/putting a big/huge? smile on
put/puts a smile on my/her/his/your/our/their/the face/faces | telling everyone i/we know | tell everyone about
told all my friends | told everyone i know | sing/sings/singing/sung its/their/the praises
shout/shouting it? from the rooftops | madly in love | absolutely in love | head over heels for/in/with
fell in love instantly/immediately/right/all | fall/falling/fallen in love with | love it to death/bits/pieces
love them to death/bits/pieces | love this to death/bits | love to bits | love love | loves/loved it to bits/death
love everything about | loved everything about | love absolutely everything
love every minute/second/bit/inch/aspect/single/part | loved every minute/second/bit/moment/aspect/single/part
enjoyed every minute/second/bit/moment/bite/page | love at first sight/bite/listen/sip/use/ride/wear
absolutely love/adore/loved/loves/adores | utterly love/adore | totally love/loved | completely obsessed
obsessed with | totally addicted | highly addictive | so addictive | couldnt be happier | couldnt be better
spoiled ~me for | ruined ~me for all? other | ruined all others/other | has/have ruined me for
would/'d marry it/this/them/him/her | want/wanted to marry | life changing | life - changing | life changer
life - changer | changed my/our life | changes lives | changed our lives | has changed my life
makes/made my/our life so? much? easier/better | game - changer | game changing | game - changing | life - saver
life saving | show stopper | show - stopper | total winner | real winner | clear winner | sure winner
outright winner | runaway winner | a big winner | real keeper | definite keeper | a definite keeper | a sure bet
safe bet | must - have | must - buy | must - see | must see | must - read | must read | must try | must - try | a must
absolute must | must visit | a must for | must own
worth every single? penny/cent/dollar/pound/euro/rupee/buck/bit/minute/second/mile/calorie
worth each/every and? every? penny/cent/dollar | worth twice/double/triple the | worth ten times
worth much/way/far/a lot? more than | worth double | absolute steal | total steal | such a steal | a real steal
what a steal | what a bargain | what a deal | what a find | a real find | real bargain | bargain of the
steal of a deal | best bang for | best deal | for next to nothing | for peanuts | pays/paid/pay for itself/themselves
paid for itself/themselves many? times? over? | pays for itself in
work/works/worked/working like a charm/dream/champ/beast/treat/beauty/clock
run/runs/ran/running like a charm/dream/champ/beast/clock/top | drive/drives/drove like a dream
ride/rides/rode like a dream | handle/handles/handled like a dream | perform/performs/performed like a dream/champ
fit/fits/fitted like a dream/glove/charm | sleep/slept/sleeps like a baby/log/dream/king
slept like babies/logs/kings | cut/cuts through anything | cut/cuts like butter
cuts through anything/everything like | like a hot knife through butter | knife through butter | like clockwork
like a swiss watch | goes/went like clockwork | purr/purrs/purred like a kitten | purring like a kitten
run/runs/ran like new/silk | sews/sewed like a dream | plays/played like a dream | sounds/sounded like a dream
writes/wrote like a dream | goes on like a dream | melts/melted like butter | hit/hits it out of the park
hit/hits a home run | knock/knocks it out of the park | out of the park | out of the ballpark | hole in one
slam dunk | a slam dunk | grand slam | bull 's eye | bulls eye | bullseye on | nailed it | absolutely nailed
totally nailed | crushed it | crushes/crush it | killed it | kills/kill it | killing it | smashed it | aced it
rocks my world | rocked my world | rock/rocks my/your socks | rocked my socks
knock/knocks/knocked/knocking ~my socks off | knock/knocks/knocked it? out? of? the? cover off
blow/blows/blew ~my socks off | blew ~my mind | blow/blows ~my mind | blown ~my mind | mind - blowing | mind blowingly
blow ~me away | blowing ~me away | completely blown away | totally blown away | absolutely blown away | floored by
bowled ~me over | bowled over by? | swept off my/our/her feet | swept ~me away/off | sweeps you off
worked miracles/magic/wonders | work/works miracles/magic/wonders | working miracles/magic/wonders
did/do/does miracles | performs/performed miracles | miracle worker | miracle workers | miracle in a
a minor/small? miracle | magic in a | off the charts | off the charts good | off the chart | off the hook good
off the scale good | out of sight good | ten stars | 10 stars | six stars | 6 stars | a solid 10 | a perfect 10/ten
perfect ten/10 | perfect score | full marks | top marks | with flying colors/colours | passed with flying | gets an a
a plus plus | a ++ | five out of five | 5 out of 5 | 5 / 5 | 10 / 10 | 100 / 100 | 11 / 10 | 11 out of 10
eleven out of ten | 12 out of 10 | a hundred percent satisfied | 100 % satisfied | 100 percent satisfied
1000 % recommend | all the stars | more than five/5 stars | five big/shiny/gold/full/solid/huge stars
5 big/shiny/gold/full/solid/huge stars | give it/this/them five/5/ten/10/6/six stars | gets five/5 stars
deserves five/5 stars | wish i could give more than | wish i could give 6/10/ten/six/a
if i could give more/ten/10/6/six stars | if i could give it more/ten/10/6/six | would give 6/10/ten/six stars
would give more stars if i could
"""
PLAIN = """
hold/holds/held together well/nicely/perfectly/fine
hold/holds/held/holding up well/nicely/great/fine/beautifully/perfectly/superbly/wonderfully/admirably
hold/holds/held/holding up to | hold/holds/held/holding its/their own against
stand/stands/stood up to everything/anything/abuse/use/wear/kids/heavy
stand/stands/stood up to rough/the/daily/regular/hard/repeated/constant | stand/stands/stood up over
stand/stands/stood out from the? crowd/others/rest/pack | stand/stands/stood out above | stands/stood out as
stand/stands/stood the test of | bounce/bounces/bounced back | spring/springs/sprang back
keep/keeps/kept up with everything/anything/my/our/the/demand
keep/keeps/kept on going/ticking/working/giving/trucking/running/keeping | keep/keeps/kept/keeping chugging along
keep/keeps/kept ticking along? | keeps/kept working/running/performing/delivering/coming back
take/takes/took/taken it all in stride | take/takes/took/taken everything in stride
take/takes/took/taking/taken everything i/we/you throw/throws/threw
take/takes/took/taken anything i/we/you throw/throws/threw
handle/handles/handled everything/anything i/we/you throw/throws/threw/put/ask/asked
handle/handles/handled anything you | handle/handles/handled it/this/them/that/everything with ease
handles/handled with aplomb | cope/copes/coped well/admirably/fine/easily/brilliantly with?
cope/copes/coped with everything/anything | soak/soaks/soaked up the bumps/abuse/punishment | soaks/soaked up bumps
shrug/shrugs/shrugged off rain/water/bumps/dirt/abuse/the | shrugs/shrugged off | laugh/laughs/laughed off
eat/eats/ate up the miles/bumps | gobble/gobbles/gobbled up the miles | power/powers/powered through
breeze/breezes/breezed through | sail/sails/sailed through | plough/ploughs/ploughed/plow/plows/plowed through with
fly/flies/flew through | rip/rips/ripped through everything | slice/slices/sliced through
slices/sliced right? through | cut/cuts through anything/everything/grease/tough/thick/the grease/it/them
chew/chews/chewed up the miles | tear/tears/tore/torn through like
pick/picks/picked up everything/anything/every/fine/the tiniest/dust/dirt/pet/dog/cat/hair
sucks/sucked up everything/every/pet | pull/pulls/pulled it off | pull/pulls/pulled off the
pulled off beautifully/brilliantly/nicely
come/comes/came together beautifully/nicely/perfectly/well/wonderfully/quickly/easily
come/comes/came out perfect/perfectly/great/beautiful/beautifully/delicious/amazing/wonderful/well/fantastic
come/comes/came out nice/clean/spotless/moist/tender/crispy/fluffy/awesome/excellent/gorgeous
turn/turns/turned out perfect/perfectly/great/beautiful/beautifully/delicious/amazing/wonderful
turn/turns/turned out well/fantastic/nice/awesome/excellent/gorgeous/lovely/brilliantly
work/works/worked out well/great/perfectly/beautifully/fine/nicely/wonderfully/brilliantly
work/works/worked/working out perfect/perfectly/great | working out great/well/nicely/perfectly/fine
come/comes/came in handy | coming in handy | come/comes/came into its/their own | came/comes up trumps
comes/came up a treat | come/comes/came up smelling of roses
come/comes/came up beautifully/lovely/gleaming/shining/well | come/comes/came up to scratch/snuff
come/comes/came highly recommended | came recommended | comes/come/came with everything | comes/come/came ready to
comes/come/came fully assembled | came/come/comes to life | brought to life beautifully?
bring/brings/brought it? to life | bring/brings/brought out the best
brings/brought out the flavor/flavour/best/color/colour | bring/brings/brought back memories/fond/great/happy/good
brought joy to | brings/bring joy to? | bring/brings/brought a smile | bring/brings/brought peace of mind
peace of mind | gives/give/gave ~me peace | gives/gave ~me confidence | give/gives/gave ~me hope
give/gives/gave a new lease | new lease of/on life | breathed/breathes new life | breath of life
sets/set it/them apart | set/sets ~it apart from | set/sets the standard/bar/tone
set/sets up in/within seconds/minutes/no/a | set/sets up easily/quickly/effortlessly
set up was/is easy/simple/quick/painless/straightforward | go/goes/went/gone up easily/quickly/smoothly/in
go/goes/went/gone down a storm/treat/well/easily/smoothly/nicely/beautifully
go/goes/went/gone together easily/quickly/smoothly/well/beautifully/nicely/perfectly/in/like
go/goes/went/gone on smooth/smoothly/easily/evenly/well/beautifully/nicely/like
goes/went on so? smooth/smoothly/easily/evenly/well | go/goes/went/gone in easily/smoothly
go/goes/went/gone smoothly | go/goes/went/gone like a bomb/rocket/train/dream | go/goes/went/gone a long way
goes such a long way | a little goes a long way | little goes a long | little bit goes a long
go/goes/went/gone well with everything/anything/any | goes/go with everything/anything
go/goes/went/gone the distance/extra | going the distance/extra | go/goes/went beyond the call
goes/go/went beyond what | go/goes/went to great lengths
go/goes/went out of its/their/his/her/your way to help/make/ensure/accommodate/assist/please/be/get/find/give
go/goes/went/going/gone out of their/his/her way | put/puts in the effort | put/puts together easily/quickly/in/well
put together with care/ease/love | put together in/within minutes/no
slot/slots/slotted/click/clicks/clicked together easily/perfectly/nicely | slots/slot/slotted right? into place
slots/slot/slotted in perfectly/easily/nicely/neatly | drop/drops/dropped right in/into/on
snaps/snap/snapped right? into/in/on place? securely/easily/perfectly
clicks/click/clicked in easily/securely/perfectly | screws/screw/screwed on/in easily/perfectly/smoothly
slides/slide/slid on/in/out/open/off easily/smoothly/effortlessly/perfectly
slips/slip/slipped on/in/into easily/perfectly/right | slips/slip/slipped right? in/into my/a/your pocket/bag/purse
pulls/pull/pulled on/off/out easily | comes/come/came off easily/clean/cleanly/effortlessly
comes/come/came apart easily for | comes/come/came out easily/clean/cleanly | comes/come/came right out/off
wipes/wipe/wiped right? down/off/clean/up easily/quickly/nicely?
washes/wash/washed out/off easily/cleanly/well/beautifully/nicely
washes/wash/washed beautifully/nicely/perfectly/great | rinse/rinses/rinsed off easily/cleanly/quickly
dries/dry/dried overnight/quickly/fast/beautifully | irons/iron/ironed out easily/beautifully
packs/pack/packed away easily/neatly/nicely/small/flat
folds/fold/folded away/up/down easily/neatly/nicely/small/flat/compactly/quickly
stores/store/stored away easily/neatly/flat | tucks/tuck/tucked away neatly/nicely/easily
rolls/roll/rolled up small/neatly | stacks/stack/stacked neatly/nicely/well | nests/nest/nested neatly/perfectly
live/lives/lived up to its/their/the/my/our/every/all
lived/lives/live up to the hype/name/billing/reputation/promise/expectations | lives/lived up to everything
living up to its/the | measure/measures/measured up to? well? | match/matches/matched up to the | matches up well
stacks/stacked up well/nicely/favorably/favourably | compares/compared/compare favorably/favourably/well
make/makes/made up for everything/it/that/all | makes/made up for any | more than makes/made/make up for
make/makes/made good on | make/makes/made it right | made things right | make/makes/made things right
make/makes/made short/light work of | making short/light work of
made/make/makes my/our/your/his/her/the day/night/week/weekend/month/year/trip/stay
made/make/makes my/our/your/his/her/the holiday/vacation/life/visit/evening/wedding/christmas/birthday
make/makes/made ~me feel welcome/special/comfortable/good/great/safe/beautiful/confident
make/makes/made ~me feel happy/valued/sexy/better/young/secure/pretty/amazing/wonderful
made to feel welcome/special/comfortable/at/valued | felt/feel like royalty
treated like royalty/kings/family/a/vip/queens/gold | treat/treats/treated ~me like royalty/family/gold/kings/a
rolled/rolls/roll out the red carpet | red carpet treatment
look/looks/looked after ~me well/very/so/brilliantly/superbly | looked after well/brilliantly/superbly/beautifully
well looked after | well cared for | taken good care of
took/take/takes good/great/excellent/wonderful/amazing/such/very care of ~me
took/take/takes care of everything/us/me/it/the | taken care of immediately/promptly/right/quickly
get/gets/got the thumbs up | gets/got/get a thumbs up | gets/got/get my vote/approval/seal/recommendation/thumbs
has/have/had my vote/seal | seal of approval | wife/husband/mother/dog/cat/toddler/kid/grandma approved
got/gets/get it right | getting it right | got everything right | gets/get/got everything right
get/gets/got it just right | get/gets/got it spot on | get/gets/got better with/every/and/each/all
gets/get/got better over | better and better | gets/get/got rave
gets/get/got lots/tons/loads/so/many/constant/endless/plenty of? many? compliments | get/got/gets/getting compliments
compliments every time | so many compliments | lots/tons/loads of compliments | showered with compliments
stopped in the street | strangers/people ask/stop/asked/stopped me where | grow/grows/grew/grown on ~me
growing on ~me | warm/warms/warmed to | warmed to it/them | took/take to it like/immediately/right
takes/took to it like a duck | like a duck to water | duck to water | took/taken to it straight/right
took a shine to | taken a shine to | draw/draws/drew/drawn ~me in | drawing ~me in | sucked/sucks ~me in
reeled/reels ~me in | pulls/pulled ~me in/along | grips/gripped ~me | grabs/grabbed/grab ~me from
grabs/grabbed/grab my/your/our attention | holds/held/hold my/your/our/his/her/their attention/interest
keeps/kept/keep my/your/our/his/her/their attention/interest
kept/keep/keeps me/us/them/him/her busy/occupied/amused/engaged/interested/glued/riveted/on/engrossed
kept/keep/keeps me/us/them/him/her captivated/happy/hydrated/focused/organized
kept/keep/keeps me/us/them/him/her organised/motivated/cozy/toasty/snug | keeps/kept/keep ~me on ~my toes/feet
keep/keeps/kept them/him/her/kids busy/occupied/amused/entertained/happy/quiet for?
hours of fun/entertainment/enjoyment/play/joy/amusement | endless fun/hours/entertainment/enjoyment | hours on end
fun for all/everyone/the/hours | fun for the whole family | great/good fun | such fun | so much fun
loads/tons/heaps/lots/bags/oodles of fun | barrel of laughs | barrel of fun | lots/loads/tons of laughs
had a blast/ball | having a blast/ball | have a blast/ball
had a great/good/lovely/wonderful/fantastic time/experience/stay/meal/visit/evening/night/day/trip
had a amazing/brilliant/fabulous/super/awesome/nice time/experience/stay/meal/visit/evening/night/day/trip
a good/great time was/had | good time had by all | time of my/our/her/his/their life/lives | time flew by?
the time/hours/pages/evening/miles flew/fly/flies/flew by? | lap/laps/lapped it up | laps/lapped/lapping it up
gobble/gobbles/gobbled it/them up/down | gobbled/gobbles/gobble it/them/these/this up/down | gobbles/gobbled right? up
wolfed/wolfs/scarfed/scarfs/inhaled/devoured/devours/devour it/them/these/this down?
goes/go/went crazy/nuts/wild/mad/bananas for/over it/them/this/these? | crazy about | crazy over | nuts about
mad about | wild about | bonkers about | bananas for | fights/fight/fought/fighting over it/them/who/this/these
asks/ask/asked/asking/begs/begged/begging for more/seconds/it/them/another
came/come/comes/went/go/goes/going back for seconds/more/another/thirds
came/come/comes/keep/keeps/kept coming? back for more | keep/keeps/kept me/us/you coming back
keep/keeps/kept going/coming back for/to?
cleaned/clean/licked/lick/cleans/licks his/her/my/our/their/your/the plate/plates/bowl/bowls clean?
plate/bowl licking good | finger licking good | finger - licking good | finger lickin good | lip smacking
lip smackingly | lip - smacking | polished it/them off | polish off the whole | gets/get/got it done
gets/get/got things done | do/does/did/done the job/trick/business well/nicely/perfectly/beautifully/fine
do/does/did/done the job/trick/business great/just/admirably/brilliantly/superbly
do/does/did/doing/done its/their job well/nicely/perfectly/beautifully/fine/great/admirably/brilliantly/superbly
do/does/did/done a good/great/nice/fine/decent/excellent/fantastic job
do/does/did/done a amazing/wonderful/superb/perfect/brilliant/stellar/awesome/solid job
do/does/did/done a beautiful/terrific/outstanding/remarkable/incredible/lovely/marvelous job
do/does/did/done a phenomenal/super/fabulous/better/thorough/smashing/cracking/respectable job
doing a good/great/nice/fine/decent/excellent/fantastic/amazing/wonderful/superb/brilliant/awesome job
do/does/did/done a bang up job | do/does/did/done such a good/great/nice/wonderful/amazing/fantastic job
do/does/did/done a much/far/way better job | do/does/did/done me/us/him/her/you/them proud/well/good/right
do/does/did/done it/this/that well/right/beautifully/perfectly/brilliantly/nicely
do/does/did/done everything i/we/you need/want/asked/ask/wanted/needed/could/hoped/expected/require
do/does/did/doing/done everything it/they/'s should/says/is/promises/claims/promised/claimed/said/are
does/do/did all i/we/you need/want/asked/ask/wanted/needed/require
do/does/did/done exactly what it/i/they/we/is/was/you
do/does/did/done what it/they says/say/said/claims/claim/claimed
do/does/did/done what it/they promises/promise/promised/should/was/were/advertises
does/do/did what it says on the tin/box/label/can | exactly what it says on the tin/box/label/can
what it says on the tin | do/does/did/doing/done what it 's/is meant/designed/intended/made/advertised/supposed
do/does/did/doing/done precisely/just what | do/does/did/doing/done more than it/i/expected/enough
does/do/did justice to | do/does/did/done its/their? magic/thing/bit
did/does/do ~my? hair/skin/back/feet/feet/ears/eyes/knees/body good | does/do/did the business
earn/earns/earned/earning its/their keep/place/spot/stripes/stars | pay/pays/paid off | paid off handsomely
pays/paid dividends | pull/pulls/pulled out all the stops | fit/fits/fitted the bill/purpose/need/needs perfectly?
fill/fills/filled the bill/need/gap | foots the bill nicely
serves/served/serve its/their/the/my/our/his/her purpose/purposes well/perfectly/nicely/admirably?
serves/served/serve ~me well/faithfully | has/have/had served ~me well/faithfully
answers/answered the call/need/my prayers | answer to my/our/a prayers/prayer | meets/met/meet ~my? expectations
meets/met/meet all? ~my? needs/requirements/expectations/standards/criteria | suits/suited/suit ~me to a t/tee
to a t/tee | down to a t/tee/fine art | just the ticket/job/thing/trick/right | the very thing
the real deal/thing/mccoy | real deal | the dog 's bollocks | the dogs bollocks
the cat 's meow/whiskers/pajamas/pyjamas | cats meow/pajamas | the bees knees | bees knees | the mutt 's nuts
the bomb diggity | da bomb | the shit ! | the tits | the goods | delivers/deliver/delivered the goods
comes/came/come up with the goods | delivers/deliver/delivered on its/their/the/every/all promise/promises/fronts
delivers/deliver/delivered in spades | in spades | delivers/delivered and then some | and then some
delivers/delivered every time | delivers/deliver/delivered big time | kicks/kick/kicked butt/ass/arse | kick - ass
bad ass | bad - ass | the way it/they should be/work | as it/they should | the way it was meant
works/work/worked/working exactly/just/perfectly as/like it/they should/i/advertised/described/intended
works/work/worked/working exactly/just/perfectly as/like it/they expected/promised/designed/stated/planned/hoped
as expected and more | exactly/just/precisely as advertised/described/pictured/promised/shown/expected
exactly/just/precisely as stated/ordered/hoped/i/requested/specified
as good as advertised/described/promised/expected/it/they/hoped
true to its/their/the word/name/promise/description/form/picture/photo/photos/life/pictures/color/colour
stays/stayed/stay true to | stay/stays/stayed faithful to | faithful to the original/source
exactly/just like the picture/pictures/photo/photos/description/original/real/one/image/images
looks/look/looked exactly/just like the picture/pictures/photo/photos/description/original | better in person
even better in person/than | nicer in person | looks/look/looked better in person/than/on
even prettier/nicer/softer/bigger in person | first time every time | every single time without
works/work/worked every time | works/work/worked first time | worked the first time
worked right/straight/immediately away/off/out | works/worked right/straight out of the box | straight out of the box
right out of the package/packet/gate/bag | from the get go | from the word go | out of the gate | from day one
since day one | works/work/worked right/straight away/off | plug and play | plug - and - play | plug n play
true plug and | up and running in/within | up and running | had it running/working/up in/within
hit/hits/hitting the ground running | yet to have a bad/problem/single
yet to find a/any flaw/fault/problem/downside/negative/better/bad/issue/fault/drawback/weakness
yet to find anything wrong/bad/i | yet to be disappointed | yet to let ~me down
yet to fail/disappoint/break/leak/jam/miss/crash/falter/complain | have yet to be disappointed
has/have yet to let ~me down | has/have yet to fail/disappoint/break/leak/jam/miss/crash/falter
have yet to find a/any flaw/fault/problem/downside/negative/better/issue/drawback
have yet to find anything wrong/bad | still going strong after/and/years/today | still going after/and/years/today
still goes strong | still running/working/looks/look/looking/works great/strong/perfect/perfectly/fine
still running/working/looks/look/looking/works good/beautifully/as/brand/beautiful
still runs/performs/performing/feels/fits/plays/sounds great/strong/perfect/perfectly/fine
still runs/performs/performing/feels/fits/plays/sounds good/beautifully/as/brand/beautiful
still running/working/looks/look/looking/works amazing/flawlessly/well/fantastic/smoothly
still running/working/looks/look/looking/works new/wonderful/pristine/awesome/excellent
still runs/performs/performing/feels/fits/plays/sounds amazing/flawlessly/well/fantastic/smoothly
still runs/performs/performing/feels/fits/plays/sounds new/wonderful/pristine/awesome/excellent | still as good as/new
still in perfect/great/excellent/mint/good condition/shape/order/new/piece/use?
still in pristine/fine/beautiful/working/like/one condition/shape/order/new/piece/use? | in one piece
all in one piece | still intact | still love it/them/this | still holding up/strong/together/its
still holds/hold up/its/a/their | still kicking | still alive and kicking | alive and kicking | still ticking
still the best/same great/favorite/favourite
still sharp/shiny/comfortable/fluffy/soft/bright/supportive/crisp/fresh as? | as good as the/it first/day/was/did/when
good as the day i/we | as good as ever | good as ever | works/work as good/well as new/ever/the
looks/look/looked/looking good/great/beautiful/perfect as? ever/new | like the day i bought/got | like the day it
looks/look/looked brand new | like brand new | as if it were new | as if brand new | wear like iron
wears/wear/wore like iron | like iron | aged/ages/aging like fine wine | like a fine wine | like fine wine
stood/stands up beautifully | built to last/survive/withstand/endure | made to last/perfection/a/stand
built like a brick/tank/rock/bank/battleship/truck/fortress/house | built like a brick shithouse/outhouse/house
built like tanks | built like they used | the way they used to make | bomb proof | bomb - proof | bullet proof
bullet - proof | fool proof | fool - proof | idiot proof | idiot - proof | kid proof | kid - proof | toddler proof
toddler - proof | dog proof | future proof | future - proof | leak proof | leak - proof | spill proof | spill - proof
rust proof | scratch proof | scratch resistant | weather proof | water proof | water tight | water - tight
airtight seal | rain proof | shatter proof | shock proof | tamper proof | slip proof | non - slip | non - stick works
rock - solid | rock steady | rock - steady | rock stable | steady as a rock | stable as a rock | solid as can be
solid as they come | solid like a rock | hard wearing | hard - wearing | long wearing | long - wearing
long - lasting | long - lived | heavy - duty | industrial strength | commercial grade | professional grade | pro grade
top grade | top tier | top - tier | top drawer | top - drawer | top flight | top - flight | top class | top - class
top - notch | top rate | top - rate | tip top | tip - top | first rate | first - rate | first - class | world - class
world beating | world - beating | five star | five - star | michelin star worthy? | award winning | award - winning
award worthy | oscar worthy | ace in the hole | prime condition | mint condition | pristine condition
perfect condition | excellent condition | great condition | good condition | immaculate condition
perfect working order | good working order | in working order | in good nick | in great nick | in good order
in perfect order | in tip top | lasted/lasts/last for ages/years/decades/hours/days/forever/eons/generations
lasted/lasts/last all day/night/weekend/week/season/summer/winter/year
lasts/last/lasted me/us all/for/months/years/ages/weeks/forever/a | lasts/last/lasted through
lasts/last/lasted and lasts/last/lasted | lasts/last/lasted well
lasts/last/lasted the whole/entire/course/distance/duration | lasts/last/lasted twice/three/ten as/times
lasts/last/lasted much/way/far/a/so/significantly/considerably longer | lasts/last/lasted so/very/really long
lasts/last/lasted an age | years of faithful/reliable/enjoyment/pleasure | years later and still | years on and still
years later , still | years later it 's still | years later it still | years old and still
going on ten/five/six/seven/eight/three/four/2/3/4/5/6/7/8/10 years and?
outlasts/outlasted/outlast every/all/the/any/my/several | outlived/outlives/outlive every/all/the/any/my/several
will outlast/outlive me/us | survive/survives/survived a/the/being/many/several/multiple/countless/drops
survive/survives/survived falls/dishwasher/toddlers/my/kids/two/three/washing | lived/lives to tell the tale
lived to tell | dropped it/them/this/mine many/several/countless/multiple/numerous/a few? times and
takes/take/took/taken a licking and | takes/take/took/can take/takes abuse
takes/take/took a lot/ton/lots of abuse/punishment | can take a beating/pounding/knock/licking
takes/take/took a pounding | takes/take/took everything | takes/take/took whatever
withstands/withstood/withstand everything/anything/the/my/daily/heavy/wind/heat
resists/resist/resisted stains/scratches/water/fading/wrinkles/fingerprints/rust/smudges/wear
defies/defy/defied the odds/gravity/belief | cost/costs next to nothing | costs/cost pennies | costs/cost peanuts
costs/cost less than/to | costs/cost half as much/the | costs/cost a fraction | for a fraction of | for less than half
cheap as chips | cheap and cheerful | cheap but good/great/effective/cheerful/sturdy
inexpensive but good/sturdy/great | easy on the pocket/wallet/purse/budget/pocketbook | light on the wallet/pocket
kind to the wallet/pocket/purse | budget friendly | budget - friendly | wallet friendly | wallet - friendly
pocket friendly | pocket - friendly | purse friendly | reasonably priced | fairly priced | sensibly priced
competitively priced | affordably priced | keenly priced | attractively priced | decently priced | nicely priced
well priced | well - priced | low priced | low - priced | priced to sell | priced right | priced just right
great/good/excellent/amazing/fantastic/decent/incredible bargain/bargains
super/terrific/unbeatable/brilliant/sweet/killer/awesome/smokin bargain/bargains
a good/great/excellent/fantastic/wise/smart/solid investment/purchase/buy/choice/pick/find/bet/decision
a worthwhile/worthy/sound/super/wonderful/terrific/amazing investment/purchase/buy/choice/pick/find/bet/decision
great/good/excellent/fantastic/smart/wise/solid buy/purchase/choice/find
superb/wonderful/brilliant/perfect/lovely/awesome/amazing buy/purchase/choice/find | snapped ~it up | snap ~it up
snagged a deal | got a deal/bargain/steal | got my money 's worth | gotten my money 's worth | got our money 's worth
get your money 's worth | my money 's worth | your money 's worth | our money 's worth | money 's worth | moneys worth
money worth spending | money very well spent | well spent | good use of money | bang for its/their/our/his/one buck
more bang for | lots/lot of bang for | bang per buck | more than you pay for | get what you pay for and more
save/saves/saved/saving money/time/cash/space/hours/effort
saves/saved/save a lot/ton/bundle/fortune/packet/heap/bunch of?
saved ~me a fortune/bundle/trip/lot/packet/ton/heap/hundreds/bunch/small | money saver | money - saver | time saver
time - saver | space saver | space - saver | back saver | sanity saver
worth the expense/bucks/dollars/cash/purchase/calories/drive/journey/trip/visit
worth the buy/upgrade/premium/outlay/penny/few/little/asking/walk/time/spend | worth the money and/spent/i/you/for
worth paying extra/more/for/the | worth paying a
worth trying/visiting/reading/watching/seeing/checking/keeping/considering/recommending
worth waiting/owning/investing/every/spending/purchasing/upgrading/eating/returning/repeating
worth every/each and? every? star/effort/second/minute | worth checking out | worth shelling out
worth shouting about | worth raving about | worth writing home | worth forking out | worth it in the end
worth it all | worth it to | worth all the money/effort
well worth the/every/a/it/trying/paying/waiting/buying/getting/having | so worth it/the | totally worth it/the/every
definitely worth it/the/every/a/checking/trying/buying | more than worth it/the | really worth it/the
absolutely worth it/the/every | certainly worth it/the/a | easily worth the/every/twice | richly deserved
well deserved | well - deserved | well earned
deserves/deserve/deserved every/all/a/its/the/their praise/credit/star/award/medal
deserves/deserve/deserved every/all/a/its/the/their more/applause/reputation/raise/recognition
deserves/deserve a mention/shout/award/medal/raise/round/pat/special/gold/big/standing | deserves/deserve all the
deserves/deserve more stars/credit/praise/recognition | deserves/deserve full/top/high marks/praise/credit
a breeze to | a breeze to use/clean/set/install/assemble/put/operate | a cinch to | a doddle to? | doddle to
a snap to | snap to use/clean/set/install/assemble/put/operate/make | a piece of piss | a piece of cake to?
easy peasy | easy - peasy | easy as abc/pie/1/one/can/could/that/cake/anything
as easy as pie/abc/can/could/it/1/falling/that/advertised/described | simple as can/that/abc/pie/could/it
as simple as can/could/it/that/pie/plugging | in next to no time | in a jiffy/trice | in the blink of an eye
takes/took/take two/five/ten/three/one/5/10/2/15 minutes/seconds/minute to
took ~me two/five/ten/5/10/2/15 minutes to
takes/took/take only/just/mere/about? a few? minutes/seconds/moments/minute/second
takes/took/take a few/couple minutes/seconds | takes/took/take next to no time
takes/took/take hardly/barely any time | takes/took/take very? little time/effort/space/room/getting
hardly takes/took/take up? any
takes/took/take the guesswork/hassle/pain/stress/sting/headache/work/effort/worry out/away
takes/take/took all the hassle/work/stress/guesswork/hard | took/takes/take the edge off | takes/took/take a load off
took/takes/take a weight off | a load/weight off my/our mind | one less thing to worry | stress free | stress - free
hassle free | hassle - free | trouble free | trouble - free | pain free | pain - free | worry free | worry - free
fuss free | fuss - free | mess free | mess - free | problem free | problem - free | maintenance free
maintenance - free | streak free | streak - free | lag free | lag - free | bug free | ad free | ad - free
glitch free | noise free | wrinkle free | tangle free | tangle - free | odor free | odour free | cruelty free
cruelty - free | guilt free | guilt - free | error free | crease free | rust free | drip free | splinter free
jam free | chemical free | squeak free | frizz free | smudge free | clutter free | risk free | tool free | tool - free
tear free | effort free | faff free | a child could/can do/use/assemble/operate/put/manage | even a child could/can
a five year old could | a monkey could
even my grandmother/grandma/mum/mom/mother/gran/nan/dad/granny/technophobe can/could/uses | even i managed
even a technophobe/beginner/novice/idiot/caveman/dummy can/could | even for a beginner/novice
great/good/perfect/ideal/excellent for beginners/novices | beginner friendly | beginner - friendly | newbie friendly
family friendly | family - friendly | pet friendly | dog friendly | eco friendly | eco - friendly
environmentally friendly | kid - friendly | user - friendly | travel friendly | travel - friendly | easy going
easy - going | self explanatory | self - explanatory | makes/make/made perfect sense
makes/make/made life easy/easier/simpler/better | makes/make/made ~my life easy/easier/simpler/better
makes/make/made things/it/everything so? much? easier/simple/simpler/effortless/fun/painless
makes/make/made a world/huge/big/massive/real/noticeable/tremendous/significant/major/remarkable of? difference
made/makes/make all the/a difference | made/makes/make such a difference | makes/make/made it all worthwhile
makes/make/made it worthwhile | makes/make/made it worth the/it/every
makes/make/made it fun/enjoyable/possible/special/perfect/easier
makes/make/made it a breeze/pleasure/joy/snap/cinch/doddle/delight
makes/make/made it a must/winner/great/good/perfect/favorite/favourite
making it easy/easier/simple/perfect/ideal/great | low maintenance | low - maintenance | low hassle | low effort
low fuss | smooth sailing | plain sailing | clear sailing | smooth as a baby 's bottom | smooth as a babys bottom
smooth as a baby | as smooth as silk/butter/glass/a | as soft as butter/silk/a/can/velvet
soft as a baby/cloud/feather/kitten/lamb/pillow/bunny/can | soft as velvet/cashmere/down/cotton/anything
as light as a feather/air/can | light as air/can | as sharp as a razor | as quiet as a mouse/whisper
quiet as a whisper/church | quiet as can be | as clear as day/a/crystal/glass | clear as day/a bell/crystal/glass/bell
as clean as a | clean as can be | fresh as a daisy | as fresh as a/can/the | crisp as can be | bright as day
as bright as day | warm as toast | as warm as toast | snug as can be | snug as a | cozy as can be | comfy as can be
comfortable as can be | comfortable as slippers | cute as a button/can | cute as can be | pretty as a picture
pretty as can be | sweet as can/honey/pie/a/sugar | strong as an ox | as strong as an ox/steel | strong as steel/iron
fit as a fiddle | right as rain | as right as rain | cool as a cucumber | cool as ice | good as gold | as good as gold
good as it/they gets/get/looks/sounds | good as any | as nice as can/they/it/the | nice as can be | friendly as can be
helpful as can be | sturdy as can/they/a | fast as lightning | quick as a flash | fast as hell/heck | lightning fast
lightning quick | lightning - fast | blazing fast | blazingly fast | blisteringly fast | wicked fast | super fast
super quick | ultra fast | insanely fast | crazy fast | speed demon | butter smooth | buttery smooth | buttery soft
baby soft | cloud like | like a cloud | like walking on air/clouds/a/pillows/marshmallows
walking on air/clouds/pillows | like sleeping on a cloud/air | sleeping on a cloud | like sitting on a cloud
like silk | like velvet | like a second skin | second skin | like an old friend | like slippers | like a hug
a hug in a | like a warm hug/blanket | like a big hug
like a pro/professional/boss/king/queen/million/rockstar/star/god/princess/champion/hero/trooper/true/beauty
like a million bucks/dollars | looks/look/looked/feel/feels/felt like a million | like a rock star | like a beast
like gangbusters | like a house on fire | like hot cakes | like hotcakes | chuffed with/about/to | well chuffed
dead chuffed | pleased with/about | very/really/so/extremely pleased/happy/satisfied with/about | happy with/about
happy camper | one happy customer/camper/bunny | happy customer/customers/bunny | satisfied customer/customers
a happy man/woman/girl/boy/lady | keeps/keep/kept ~me happy | makes/make/made ~me happy/smile/laugh/giggle/proud/grin
makes/made my mouth water | makes/make/made your mouth water | mouth watering | mouth - watering
brightens/brightened/brighten up? my/your/our/the/any day/room/mood/home | cheers/cheered/cheer ~me up
lifts/lifted/lift my/your/the mood/spirits/spirit | puts/put ~me in a good/great mood | puts/put ~me at ease
put/puts ~my mind at ease/rest | put at ease | at ease | sets/set my mind at ease/rest | warm and fuzzy | warm fuzzies
warm and welcoming | warm and friendly | warm and cozy/cosy | cozy and warm | snug and secure/warm
fast and friendly/efficient/easy/reliable/accurate | quick and painless/efficient/simple/friendly/clean
quick and dirty but | clean and tidy/comfortable/simple/fresh/crisp/neat/modern/spacious | neat and tidy/clean
bright and airy/cheerful/clear/vivid/colorful/colourful
light and airy/fluffy/bright/easy/comfortable/crispy/refreshing
soft and comfy/comfortable/fluffy/cozy/warm/supple/smooth/cuddly/silky/plush
sturdy and well/durable/reliable/solid/strong | simple and easy/elegant/effective/clean/straightforward/intuitive
easy and quick/fun/comfortable/simple/convenient/fast/painless/intuitive
friendly and helpful/efficient/professional/knowledgeable/attentive/welcoming/polite/accommodating/courteous
polite and helpful/friendly/professional/efficient/courteous | short and sweet | sweet and simple
tried and true/tested/trusted | tried - and - true | hale and hearty | can do attitude | can - do attitude
wow factor | the wow factor | x factor | feel good | feel - good
feels/felt/feel/looks/looked/look premium/luxurious/expensive/substantial/pricey
feels/felt/feel solid/sturdy/heavenly/right | feels/felt/feel right in | feels/felt/feel at home
felt/feel/feels right at home | home away from home | home from home
feels/felt/feel like silk/velvet/butter/new/a dream/pro/cloud/hug/glove/massage/premium/treat
looks/look/looked/sounds/sounded/smells like heaven/home/luxury/summer real/homemade thing?
looks/look/looked/sounds/sounded/smells like spring/christmas/real/the real/homemade thing?
smelled/tastes/tasted/taste/smell/sound like heaven/home/luxury/summer real/homemade thing?
smelled/tastes/tasted/taste/smell/sound like spring/christmas/real/the real/homemade thing?
tastes/taste/tasted homemade | just like home/mom/mum/grandma/homemade/mother/mama/nan
like mom/mum/grandma/mama/nan/mother used to make | like my mom/mum/grandma/mother/grandmother/nan makes/made/used
like homemade | like the real thing | something to look forward to | so excited to/about/for
really excited to/about/for | excited to use/have/get/wear/try/see/find | thrilled with/to/by/about
delighted with/by/to | impressed with/by
very/really/so/super/extremely/seriously/highly/quite/pretty impressed with/by/at
more than impressed/happy/pleased/satisfied/adequate/enough/acceptable/decent
more than comfortable/fair/capable/generous/reasonable/ample/delighted/thrilled
pleasantly/nicely/happily surprised/impressed by/with/at/to
pleasant/nice/lovely/happy/welcome/wonderful/delightful surprise
a pleasant/nice/lovely/happy/welcome/wonderful/delightful surprise
surprised at/by how good/well/great/nice/easy/comfortable/soft/quick/quiet/much/tasty/sturdy
surprised how good/well/great/nice/easy/comfortable/soft/quick/quiet/tasty/sturdy | amazed at/by/how/with
astonished at/by/how | blown away by/with/at | won ~me over with/by? | wins/win ~me over | won over by | sold ~me on
made a believer | made ~me a believer | made a convert | a convert | converted ~me
i 'm/am sold/hooked/converted/smitten/addicted/obsessed/convinced/impressed
i 'm/am thrilled/delighted/pleased/happy/satisfied/glad/grateful/thankful
we 're/are sold/hooked/converted/smitten/addicted/obsessed/convinced/impressed
we 're/are thrilled/delighted/pleased/happy/satisfied/glad/grateful/thankful | consider me sold/impressed/a
color/colour me impressed/happy | count me in/impressed | got/get/gotten ~me hooked
hooked from/on/after the/page/first/day | smitten with/by | enamored/enamoured with/by/of
very/quite/really/so taken with | partial to | fond of | very/really/so/grown fond of | a soft spot for
soft spot for | a big/huge/massive/real/firm/lifelong/total/great/new/instant fan | became/become/becomes a fan
fan for life | customer for life | customers for life | loyal customer/fan
repeat customer/buyer/customers/business/purchase | customer for years
will be a repeat/return/returning/regular/customer | 'll be a repeat/return/returning/regular/customer
proud owner/of | proud to own/wear/display/show/serve/have | so glad i/we/to/that
glad i/we/to ~buy? found/have/went/chose/bought/got/did/ordered/picked
glad i/we/to ~buy? tried/made/took/switched/discovered/own/came/waited/decided/listened | glad to have/own/see/find/be
so happy i/we/to/that/with | happy to have/own/see/find/report/recommend/say/pay | thankful for/to/that
grateful for/to/that | thank goodness for/i | thank god for/i | thank you so/for/to/very much? | many thanks
big thanks to | thanks so much | much appreciated | really/greatly/very/so/truly/much/highly appreciated
really/greatly/truly/highly appreciate | highly recommend/recommended/recommends/recommending/rate/rated/satisfied
highly impressed/pleased/praised/enjoyable/effective/suggest/regarded
strongly/definitely/thoroughly/wholeheartedly recommend/recommended/recommends
totally/absolutely/heartily/certainly/would recommend/recommended/recommends
fully/100/completely/gladly recommend/recommended/recommends
happily/sincerely/enthusiastically/unreservedly/seriously recommend/recommended/recommends
would definitely/highly/certainly/happily/gladly recommend/buy/order/use/purchase
would absolutely/strongly/totally/thoroughly/still recommend/buy/order/use/purchase
will definitely/certainly/absolutely/surely/be/gladly/happily/always/totally buy/order/use/purchase/come/visit
will definitely/certainly/absolutely/surely recommend/shop/ordering/buying/purchasing/using/recommending
will be/gladly/happily/always/totally recommend/shop/ordering/buying/purchasing/using/recommending
'll definitely/certainly/be/gladly/happily/always buy/order/use/purchase/come
'll definitely/certainly/be/gladly/happily/always visit/recommend/ordering/buying/purchasing/using
would/will/'d/'ll recommend ~it? to/for/anyone/everyone/highly
recommend to anyone/everyone/all/friends/family/others | recommended to all/anyone/everyone/friends/my
can highly/wholeheartedly/definitely/thoroughly/only/heartily/happily/certainly/strongly recommend
would/will/'d/'ll buy/order/purchase/use it/this/them/these/more again
would/will/'d/'ll buy/order/purchase/use from/with? them/again
would/will/'d/'ll do/use/choose/stay/visit/eat/go/come/shop it/there/here/this/with/back? again
bought/ordered two/three/four/several/some/five/2/3 more | bought a second/third one/pair/set | stocked up on?
stock up on? | stocking up on? | stocked/stock up while | want/wanted/need one in every/all/each | one for every room
one for each room | own/have several/three/four/five/multiple/two of these/them/pairs | my go - to | go - to
our go - to | go to place/spot/brand/product/pair/choice | my go to for | will be our/my go to
new favorite/favourite | my/our new favorite/favourite | all time favorite/favourite | all - time favorite/favourite
an all time favorite | absolute favorite/favourite | personal favorite/favourite | firm favorite/favourite
family favorite/favourite | crowd pleaser | crowd - pleaser | people pleaser | conversation starter/piece
conversation - starter | real conversation piece | hit of the party | life of the party | the envy of | envy of the
star of the show | the star attraction | shining star | shining example | bright spot | high point | high spot
highlight of our/my/the/this | best bit | best part | best feature | best thing is/about/was
strong point/points/suit | strongest point/suit | plus point/points | plus side
big/huge/major/massive/real/definite/added/nice plus/bonus/advantage
a big/huge/major/massive/real/definite/added/nice plus/bonus/advantage/win | bonus points for | brownie points for
extra points for | big points for | major points for | extra marks for | full points for | gold star for/to?
gold stars for/to? | a gold star | an extra star for | big thumbs up for? | huge thumbs up | double thumbs up
enthusiastic thumbs up | thumbs way up | all thumbs up | two big thumbs up | 2 thumbs up | both thumbs up
thumbs - up | gets two thumbs | hats off for | hat 's off to | tip of the hat to | tip my hat to | take my hat off
my hat is off | big ups to | shout out to/for? | shoutout to/for | shout - out to | big shout out | huge shout out
special shout out | special mention to/for | props for/to/on | big/major/huge/mad props | kudos for/to/on
big/major/huge/special/mad kudos | round of applause | standing ovation | pat on the back | a big hand for
applause for/to | applaud the | bravo to/for | well done to/for/on/guys | good/great/nice job guys
nicely/beautifully/brilliantly/superbly/perfectly done/executed/made/crafted
nicely/beautifully/brilliantly/superbly/perfectly written/designed/presented/acted/finished
cleverly/expertly/impeccably/skillfully/lovingly done/executed/made/crafted
cleverly/expertly/impeccably/skillfully/lovingly written/designed/presented/acted/finished
nicely/beautifully/brilliantly/superbly/perfectly packaged/cooked/prepared/built
nicely/beautifully/brilliantly/superbly/perfectly constructed/wrapped/engineered/put/laid
cleverly/expertly/impeccably/skillfully/lovingly packaged/cooked/prepared/built
cleverly/expertly/impeccably/skillfully/lovingly constructed/wrapped/engineered/put/laid
nicely/beautifully/brilliantly/superbly/perfectly balanced/seasoned/styled/thought
nicely/beautifully/brilliantly/superbly/perfectly paced/plotted/drawn/observed/lit
cleverly/expertly/impeccably/skillfully/lovingly balanced/seasoned/styled/thought
cleverly/expertly/impeccably/skillfully/lovingly paced/plotted/drawn/observed/lit
nicely/beautifully/brilliantly/superbly/perfectly shot/directed/appointed/organised
nicely/beautifully/brilliantly/superbly/perfectly organized/maintained/kept/proportioned/detailed
cleverly/expertly/impeccably/skillfully/lovingly shot/directed/appointed/organised
cleverly/expertly/impeccably/skillfully/lovingly organized/maintained/kept/proportioned/detailed
nicely/beautifully/brilliantly/cleverly/perfectly put together
nicely/beautifully/brilliantly/cleverly/perfectly laid/thought out | nice one | good on them/you/ya | way to go
keep it up | keep up the good/great/excellent/amazing/wonderful work? | more of the same please | more please
encore ! | long may it/they/this continue/last/run/reign? | here 's to many more | ten thumbs up
bent/bend/bends/bending over backward/backwards to? | went/go/goes/going that extra mile | that extra mile
the extra mile | above and beyond the/to/for | at our beck and call | beck and call | with a smile
service with a smile | always smiling | always a smile | warm/friendly/hearty/lovely/genuine/great welcome
welcomed ~me with/warmly | greeted warmly/promptly/immediately | greeted ~me warmly/with/by | hit it off
know/knows/knew what they/he/she are/'re/is/'s/were doing | knows/know/knew his/her/their onions/way/business
on the ball | on top of things/it/everything | on their game | quick off the mark
got/get/gets back to ~me right/quickly/promptly/immediately/within/straight | got right back
replied/responded/answered within/quickly/promptly/immediately/right/straight
sorted it/everything/out straight/immediately/quickly | fixed it right/immediately/straight/quickly | bends the rules
put the customer first | puts customers first
stand/stands/stood behind/by their/its product/products/work/warranty/word
kept/keeps/keep ~me informed/updated/posted/in | kept their/his/her word | as good as their/his/her word
true professionals/professional/gentleman | real professionals/professional | salt of the earth | heart of gold
treats/treated you like | arrived/came/delivered/shipped/got early/promptly/quickly/safely/intact time?
arrived/came/delivered/shipped/got undamaged/fast/on/well/perfectly/ahead time?
arrived in perfect/great/good/excellent/one/mint/pristine | arrived well packaged/packed/protected
well packaged/packed/protected/wrapped | well - packaged
securely/carefully/beautifully/safely packaged/packed/wrapped | sooner than expected/promised/i
earlier than expected/promised/i | a day/week early | well thought out | well - thought - out | well thought through
well put together | well laid out | well - designed
well designed/engineered/constructed/crafted/finished/stitched/padded/balanced/written/acted
well paced/plotted/cooked/seasoned/prepared/presented/organized/organised/run/stocked/maintained
well trained/informed/mannered/appointed/lit/insulated/supported/documented/made/proportioned/equipped
well rounded/executed/researched/directed/planned/situated/located/kept/behaved/tailored/fitting
well - engineered/constructed/crafted/finished/written/acted/paced/organized/organised/stocked
well - maintained/trained/appointed/balanced/rounded/equipped/researched/padded/seasoned/made | attention to detail
eye for detail | labor/labour of love | made with love/pride/care | tender loving care
lovingly made/crafted/prepared/restored | hand crafted | hand - crafted | fit for a king/queen | fit for purpose
fit for royalty | a marvel of | marvel of engineering | feat of engineering | neat feature/trick/idea/touch/little
lovely touch/touches | nice touches | worthy of/successor/addition/its/the praise?
welcome addition/change/improvement/relief/bonus | a welcome addition/change/improvement/relief/bonus
great addition to | perfect addition to | sweet spot | the sweet spot
just the right amount/size/balance/length/weight/thickness | just right | happy medium
perfect for my/the/our/a/any/what/every/those/travel/use | made for each other | made for ~me | tailor made
tailor - made | goes/go hand in hand | music to my/the/your/our ears | easy on the ear/ears/eye/eyes
pleasing to the eye | feast for the eyes/senses/ears | sight for sore eyes | eye candy | eye - catching | eye popping
eye - popping | pops/popped/pop off the screen | jumps off the screen | crisp and clear/clean/bright | loud and clear
sharp and clear | crystal - clear | like being there | as if you were there | like you 're/are there | picture perfect
picture - perfect | pixel perfect | razor - sharp | bursting with | falls/fell/fall off the bone
falling off the bone | melt/melts in ~my mouth | melt - in - your - mouth | done to a turn | cooked to order
cooked just right | piping hot | party in my mouth | tickles/tickled/tickle my/the taste buds/fancy
hits/hit all the right notes/spots/buttons | pushes all the right buttons | right in all the | in all the right places
hugs/hug in all the | hides a multitude | gentle on my/the/skin/sensitive/stomach | kind to my/the/skin/sensitive
easy on my/the back/feet/joints/hands/wrists/stomach/skin/knees | takes/take/took the pressure/strain/weight off
feel/feels/felt like new/a new | barely/hardly know it/they 's/is/are there?
forget/forgot i/you 'm/'re/am/are wearing | you forget it/they 's/are there
feel/feels like i/you 'm/'re wearing nothing | hard/difficult/impossible to put down | kept ~me up all/late/at night?
up all night reading | stayed up all/late/reading | read it in one/a/two sitting/day/days | in one sitting
in a single sitting | page - turner | real page turner | on the edge of the/her/his/their seat/seats
edge of your/my/our seat | edge - of - your - seat | edge of the seat | twists and turns
stayed/stays/stay with ~me long/for/after/days/long | lingers/lingered long after | laugh - out - loud
laugh out loud funny | tear jerker | tear - jerker | true masterpiece | bears/bear repeated | endlessly replayable
gets better with every | could watch/read/listen/play/eat it/this/them all/again/over/every/forever/for
runs/run/ran smooth/smoothly/flawlessly/perfectly/great/well/beautifully | runs/run/ran smooth as
boots/boot/booted in seconds | boots/boot/booted up fast/quickly/in | loads/load/loaded fast/quickly/instantly/in
syncs/sync/synced/pairs/pair/paired/connects/connect/connected instantly/right/easily/seamlessly/flawlessly
syncs/sync/synced/pairs quickly/effortlessly/immediately/perfectly/automatically/first
pair/paired/connects/connect/connected quickly/effortlessly/immediately/perfectly/automatically/first
paired right/straight away/up | leaves/left you feeling/satisfied | little to fault/criticise/criticize
hard to go wrong | hard to argue with | hard to top/match/better/dislike/resist/improve | tough to top/match/better
difficult to fault/beat/better/improve | impossible to fault/beat/resist/dislike | what it should be
everything it should be | everything it 's/is cracked | everything and more | all that and more
as good as it looks/sounds | all the bells and whistles | on a par with | on par with | right up there with
up there with the best | gives/give/gave a run for | run for its/their money
better than the original/rest/others/any/most/i/my/new/expected/described/pictured/store/name
pleasure doing business | a pleasure to deal | a + + | aaa + | a +++ | run to get/buy | run , do n't/not walk , to
just buy it/one/them | buy with confidence | buy one now | go for it | go get it/one/some | go buy it/one/some
do yourself a favor/favour and get/buy/try/order/go/read/watch | treat yourself
wish i had/'d found/discovered/bought/got it/this/them/about/one/these sooner/earlier/years/before/ages?
wish i had/'d gotten/known/tried/switched it/this/them/about/one/these sooner/earlier/years/before/ages?
wish i had/'d done this/it sooner/earlier/years
should have/'ve bought/done/got it/this/one/these/them/two/more sooner/earlier/years/long/ages/before?
should have/'ve gotten/ordered/tried/purchased it/this/one sooner/earlier/years/long/ages/before?
should have/'ve gotten/ordered/tried/purchased these/them/two/more sooner/earlier/years/long/ages/before?
why i waited so | what took ~me so long
"""
COMPOUNDS = """
a-ok | ad-free | allergen-free | amaze-balls | amazing-looking | amazing-smelling | amazing-sounding | amazing-tasting
award-winning | award-worthy | awe-inspiring | awe-struck | awesome-looking | awesome-sauce | beautiful-looking
beautifully-acted | beautifully-cooked | beautifully-crafted | beautifully-decorated | beautifully-designed
beautifully-finished | beautifully-furnished | beautifully-illustrated | beautifully-made | beautifully-packaged
beautifully-presented | beautifully-shot | beautifully-sung | beautifully-written | beginner-friendly
bespoke-feeling | best-buy | best-ever | best-fitting | best-in-class | best-looking | best-of-breed | best-sounding
best-tasting | big-hearted | blemish-free | blissed-out | bobby-dazzler | boo-yah | bpa-free | budget-friendly
bug-free | butter-smooth | butter-soft | buttery-smooth | buttery-soft | can-do | chafe-free | chefs-kiss
child-friendly | class-act | class-leading | clear-headed | clump-free | clutter-free | comfortable-feeling
consumer-friendly | cool-beans | cool-headed | cool-looking | crash-free | crave-worthy | creak-free | crease-free
crisp-sounding | crowd-pleaser | cruelty-free | cushy-feeling | customer-friendly | cute-looking | da-bomb
defect-free | delicious-smelling | delicious-tasting | distortion-free | down-to-earth | drip-free | drool-worthy
dust-free | e-z | earth-friendly | easy-breezy | easy-going | easy-peasy | easy-to-assemble | easy-to-carry
easy-to-clean | easy-to-follow | easy-to-install | easy-to-open | easy-to-read | easy-to-understand | easy-to-use
easy-to-wear | eco-friendly | elegant-looking | energy-saving | environmentally-friendly | error-free | even-handed
even-tempered | eye-candy | eye-pleasing | fab-looking | faff-free | fail-safe | fair-minded | fair-priced
fairly-priced | family-friendly | fan-favorite | fan-favourite | fast-drying | fast-loading | fatigue-free
fault-free | feature-packed | feature-rich | feel-good | figure-flattering | fine-looking | fine-tasting
finely-crafted | finely-tuned | finger-licking | first-rate | five-star | flake-free | flavor-packed | flavour-packed
flavoursome-tasting | flaw-free | flicker-free | flush-fitting | foot-friendly | forward-thinking | fresh-looking
fresh-smelling | fresh-tasting | friction-free | frizz-free | full-flavored | full-flavoured | fun-filled | fun-packed
fuss-free | future-proof | game-changing | germ-free | glare-free | glitch-free | god-like | god-tier | gold-mine
good-hearted | good-humored | good-humoured | good-looking | good-natured | good-smelling | good-sounding
good-tasting | good-tempered | gorgeous-looking | grease-free | great-fitting | great-looking | great-smelling
great-sounding | great-tasting | ground-breaking | guilt-free | handsome-looking | hard-wearing | hard-working
hassle-free | head-turner | heart-melting | heart-warming | heaven-sent | heavenly-smelling | heck-yeah | hiccup-free
hidden-gem | high-caliber | high-calibre | high-class | high-grade | high-minded | high-performing | highly-rated
highly-recommended | highly-regarded | highly-skilled | highly-trained | hiss-free | hitch-free | home-run | hum-free
hunky-dory | idiot-proof | impeccably-dressed | impeccably-made | indestructible-feeling | industry-leading
irritation-free | itch-free | jam-free | jaw-dropping | jitter-free | judder-free | just-right | keenly-priced
kick-arse | kick-ass | kick-butt | kid-proof | kind-hearted | knock-out | labor-saving | labour-saving | lag-free
large-hearted | laser-sharp | latency-free | leading-edge | leak-free | leak-proof | level-headed | life-affirming
life-changer | life-changing | life-enhancing | life-savers | light-hearted | lightning-fast | lightning-quick
lint-free | lip-smacking | long-lived | long-wearing | love-affair | lovely-smelling | low-fuss | low-maintenance
lump-free | luscious-tasting | maintenance-free | majestic-looking | malware-free | marvellous-looking
melt-in-the-mouth | melt-in-your-mouth | mess-free | mint-condition | mistake-free | mmm-mmm | money-saver
money-saving | mouth-watering | must-haves | must-own | must-play | must-read | must-see | must-try | must-watch
natural-feeling | natural-looking | natural-sounding | near-perfect | nearly-perfect | neat-looking | nice-feeling
nice-fitting | nice-looking | nice-smelling | nice-sounding | nice-tasting | niggle-free | noise-free | nom-nom
non-abrasive | non-greasy | non-intrusive | non-irritating | non-judgemental | non-judgmental | non-oily | non-sticky
non-toxic | note-perfect | novice-friendly | odor-free | odour-free | ooh-la-la | page-turning | pain-free
peace-of-mind | peachy-keen | perfect-fitting | perfectly-balanced | perfectly-cooked | perfectly-crafted
perfectly-designed | perfectly-fitted | perfectly-fitting | perfectly-made | perfectly-seasoned | perfectly-sized
perfectly-timed | perfectly-weighted | pest-free | pet-friendly | picture-perfect | pillow-soft | pinpoint-accurate
pitch-perfect | pixel-perfect | planet-friendly | pleasant-looking | pleasant-smelling | pleasant-sounding
pleasant-tasting | plush-feeling | pocket-friendly | posh-looking | praise-worthy | pre-eminent | premium-feeling
premium-looking | pro-level | problem-free | promising-looking | purse-friendly | quaint-looking | quick-drying
quick-witted | radiant-looking | rattle-free | rattle-proof | re-readable | re-watchable | reader-friendly
reasonable-priced | reasonably-priced | remarkable-looking | residue-free | resplendent-looking | rip-proof
rip-roaring | risk-free | robust-feeling | rock-star | rock-steady | rust-proof | s-tier | sanity-saver | satin-smooth
scratch-free | scratch-proof | scratch-resistant | self-assured | self-explanatory | sexy-looking | sharp-looking
sharp-witted | shatter-proof | shock-proof | shock-resistant | show-stopper | show-stopping | silky-feeling
silky-soft | skin-friendly | slam-dunk | sleek-looking | slick-looking | slip-proof | slip-resistant | smart-looking
smash-hit | smear-free | smooth-running | smooth-sailing | smudge-free | smudge-proof | snappy-looking | snug-fitting
soft-feeling | solid-feeling | solid-looking | solidly-built | solidly-made | soul-stirring | space-saving
sparkling-clean | spic-and-span | spick-and-span | spill-free | spill-proof | splash-proof | splendid-looking
squeak-free | squeaky-clean | stable-feeling | stain-free | stain-proof | stain-resistant | stand-out | static-free
streak-free | streak-proof | stress-free | stress-relieving | stroke-of-genius | stunning-looking | sturdily-built
sturdily-made | sturdy-feeling | sturdy-looking | stutter-free | stylish-looking | succulent-tasting
sumptuous-feeling | sunny-natured | super-clean | super-comfortable | super-comfy | super-cool | super-cute
super-dooper | super-duper | super-easy | super-efficient | super-fast | super-friendly | super-happy | super-helpful
super-nice | super-quick | super-quiet | super-sharp | super-smooth | super-star | super-sturdy | super-yummy
sure-fire | sure-footed | sweat-proof | sweet-natured | sweet-smelling | sweet-sounding | sweet-tempered
swish-looking | tamper-proof | tangle-free | tangle-proof | tarnish-proof | tear-proof | terrific-looking
terrific-tasting | thought-provoking | thoughtfully-designed | tickety-boo | time-saver | time-saving | tip-top
toe-tapping | top-class | top-drawer | top-flight | top-grade | top-performing | top-rated | top-tier | touch-friendly
tour-de-force | toxin-free | travel-friendly | trend-setting | tried-and-tested | tried-and-true | trouble-free
true-to-life | uber-comfortable | uber-cool | uber-soft | ultra-clear | ultra-comfortable | ultra-durable | ultra-fast
ultra-luxurious | ultra-plush | ultra-quiet | ultra-reliable | ultra-sharp | ultra-smooth | ultra-soft
un-put-downable | value-for-money | virus-free | vivid-looking | wallet-friendly | warm-hearted | warm-heartedly
water-tight | well-acted | well-aligned | well-appointed | well-assembled | well-balanced | well-behaved | well-bound
well-calibrated | well-cast | well-chosen | well-coded | well-conceived | well-constructed | well-cooked
well-crafted | well-curated | well-cushioned | well-cut | well-defined | well-deserved | well-designed
well-developed | well-directed | well-documented | well-drawn | well-dressed | well-earned | well-edited
well-engineered | well-equipped | well-executed | well-explained | well-finished | well-fitted | well-fitting
well-formed | well-furnished | well-glued | well-groomed | well-honed | well-illustrated | well-implemented
well-informed | well-insulated | well-integrated | well-kept | well-labeled | well-labelled | well-laid-out
well-liked | well-lit | well-located | well-lubricated | well-machined | well-maintained | well-managed
well-mannered | well-marked | well-matched | well-mixed | well-narrated | well-observed | well-oiled | well-organised
well-organized | well-paced | well-packaged | well-packed | well-padded | well-performed | well-placed | well-planned
well-played | well-plotted | well-positioned | well-prepared | well-presented | well-priced | well-printed
well-produced | well-programmed | well-proportioned | well-protected | well-received | well-recorded | well-regarded
well-researched | well-respected | well-rounded | well-run | well-sealed | well-seasoned | well-sewn | well-shaped
well-situated | well-sized | well-soldered | well-spaced | well-spent | well-spoken | well-sprung | well-staffed
well-stitched | well-stocked | well-structured | well-suited | well-sung | well-supported | well-tailored
well-thought-out | well-timed | well-trained | well-translated | well-tuned | well-ventilated | well-versed
well-welded | well-worded | well-wrapped | well-written | whip-smart | whisper-soft | win-win | wobble-free
wonderful-smelling | woo-hoo | woot-woot | work-of-art | world-beating | world-renowned | worry-free | wow-factor
wow-worthy | wrinkle-free | yee-haw | yum-yum | yummy-smelling | yummy-tasting
"""
