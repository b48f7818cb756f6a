"""Expressions of several words that judge, turn or silence as a whole (multiword expressions).

"a breeze" praises, "far from" negates, "my old one" is another product. Written by hand from general knowledge of
English. A pattern is words separated by blanks; `a/b` is a choice, `word?` may be left out, `~name` is a group of
`_GROUPS`, whose choices may themselves be several words ("ca n't", as the words are split).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.hashing import fold_columns, table, word_hash
from instead.mentions.tags import (
    ABSOLUTE,
    CONDITION,
    CONTRAST,
    DESIRE,
    DOWNTONER,
    ELSEWHERE,
    ENOUGH,
    EVERY,
    EXCEPT,
    EXCESS,
    HEARSAY,
    LACK,
    LESS,
    NEGATOR,
    OTHER,
    SUBORDINATE,
    SURELY,
    THAN,
    TURNED,
    UNREAL,
    VAGUE,
)  # fmt: skip

_GROUPS = {
    "can't": "ca n't|can not|cannot|cant|could n't|could not|couldnt|can hardly|could hardly|can never",
    "don't": "dosent|dosnt|do n't|do not|dont|did n't|did not|didnt|does n't|does not|doesnt|never|would n't|would not",
    "won't": "wo n't|will not|wont|would n't|would not|wouldnt|will never",
    "isn't": "is n't|is not|isnt|was n't|was not|wasnt|are n't|are not|arent|were n't|were not|werent|'s not|ai n't",
    "be": "is|are|was|were|be|been|being|'s|'re|am|'m|feels|looks|seems|felt|looked|seemed",
    "have": "have|has|had|'ve|having|'d|'s",
    "me": "me|us|you|him|her|my wife|my husband|my kids|my son|my daughter|everyone|anyone",
    "my": "my|our|your|his|her|their|the",
    "it": "it|this|them|these|that|one|those|this one|this product|this item|this thing",
    "work": "work|works|worked|working",
    "fall": "fall|falls|fell|falling|fallen",
    "come": "come|comes|came|coming",
    "break": "break|breaks|broke|breaking|broken",
    "go": "go|goes|went|going|gone",
    "get": "get|gets|got|getting",
    "give": "give|gives|gave|giving",
    "hold": "hold|holds|held|holding",
    "do": "do|does|did|doing",
    "stop": "stop|stops|stopped|quit|quits|ceased|stopping",
    "last": "last|lasts|lasted|lasting",
    "stay": "stay|stays|stayed|staying",
    "make": "make|makes|made|making",
    "time": "day|days|week|weeks|month|months|year|years|use|uses|time|times|minutes|hours",
    "money": "money|price|cost|penny|cent|dollar|bucks|asking price|extra money",
    "trouble": "problem|problems|prob|probs|issue|issues|complaint|complaints|trouble|troubles|regrets|concerns|qualms"
    "|gripes|flaws|faults|defects|downsides|drawbacks|worries|hiccups|hiccup|surprises|hassle|fuss|hitch|glitch|glitches|doubt|doubts"
    "|negatives|cons|errors|mistakes|criticism|difficulty|difficulties|fault|quarrel|objection|objections",
    "bad": "wrong|bad|negative|to complain about|to dislike|to fault|to hate",
    "good": "good|great|nice|well|amazing|fantastic|wonderful|excellent|perfect|awesome|impressive|beautiful",
    "better": "better|happier|more|easier|simpler|faster|nicer|smoother|quicker|clearer|sharper|cleaner|softer|quieter"
    "|stronger|sturdier|brighter|friendlier|cuter|prettier|tastier|fresher|cozier|comfier",
    "pleased": "happy|pleased|satisfied|impressed|thrilled|delighted|excited|glad|content",
    "old": "old|older|previous|prior|former|last|first|other|original|existing|earlier|current|cheaper|more expensive",
    "others": "others|brands|ones|models|products|companies|makers|versions|options|pairs|units|items|stores|makers",
    "very": "so|very|really|just|also|quite|pretty|truly|simply|absolutely|even|always|still",
    "seen": "seen|had|used|owned|tried|felt|known|found|heard|tasted|worn|eaten|held|bought|gotten",
    "bought": "bought|found|ordered|got|purchased|discovered|known about|switched|gotten|tried|upgraded",
    "buy": "bought|got|purchased|chose|picked|ordered|selected|buy|get|picked up|went with",
    "liked": "liked|loved|preferred|appreciated|wanted|welcomed|enjoyed",
    "nice": "nice|great|better|good|perfect|ideal|appreciated|helpful|welcome|awesome|nicer|best|handy|useful|a plus"
    "|an improvement|amazing|preferable|cool",
    "desired": "desired|wished for",
}  # fmt: skip

_STRONG_GOOD = """
best i have/'ve/'d ever? | best i ever | ~can't say enough | ~can't be more ~pleased | would n't/not want any other
would n't/not trade/swap/change | ~can't do enough | ~can't ask for ~better | ~can't ask for anything ~better
~can't ask/wish/hope for more | ~can't recommend enough | ~can't recommend ~it enough | ~can't praise ~it? enough
~can't fault | ~can't beat | ~can't be beat/beaten | ~can't live without | blew/blows/blown ~me away
knocked/knocks ~my socks off | out of this world | to die for | second to none | worth every penny/cent/dollar/bit
worth its weight in gold | like a dream | like a charm | like a champ | like a dream come true
a dream to use/drive/ride | dream come true | exceeded/exceeds/surpassed ~my expectations | above and beyond
beyond ~my expectations | over and above | top notch | top of the line | top shelf | first class | world class
five stars | 5 stars | 10 out of 10 | ten out of ten | a joy | a delight | a pleasure | a dream | a lifesaver
a game changer | game changer | life saver | a godsend | a must have | must have | must buy | a winner | a keeper
a home run | a huge hit | big hit | a blast | would n't change a thing | would not change a thing
wouldnt change a thing | spot on | bang on | on point | on fleek | in love with | fell in love with | am in love
head over heels | impressed beyond | thing of beauty | the bomb | ~isn't a better | no better | never been better
never ~have better | never been happier | never looked better | hard to find fault with | hard to find fault
hard to fault | hard to beat | tough to beat | unmatched | without equal | beats the competition | better than ever
blows everything else away | a class act | puts everything to shame | to shame | out of the water | do enough for
could do enough for | leaves/leave everything behind | beats everything | nails it | hit/hits the spot
hit/hits the mark | knocks it out of the park | knocked it out of the park | hats off | kudos | two thumbs up
thumbs up | a + | as good as it gets | bee 's knees | love love love | could eat it every day
"""

_GOOD = """
never tire of | never gets/get old | ca n't/can not get enough of | could n't get enough of | blew/blows my mind
mind blowing | went/go/goes the extra mile | above the rest | cut above | walks/walk/walked you through
step by step | takes/took/taken a beating and | keeps/keep/kept going
keep/keeps bugs/water/dirt/dust/rain/cold/noise/wind out | in the dust | every bit as good as | as good as the
as good as my | right at home | easy on the | kind to my | gentle on | a hit with | big hit with
cradles/cradle | hugs/hug my | click/clicks/clicked shut | snap/snaps/snapped shut | shut/shuts tight
closes/close tight | seals/seal tight | ~can't hear the | hardly hear | barely hear
do n't/not even hear/feel/notice | barely notice | hardly notice | do n't/not change a thing
should have/'ve switched | long may they | such a treat | a treat | what a treat | spoiled for choice
plenty of choice | knows/knew ~my stuff | know/knows/knew their stuff | could n't dream up | could not dream up
ca n't fault | can not fault | second season tops | worth the trip/drive/visit/detour | good news is
the good news | did/does n't/not disappoint | lived up to | surpassed | thumbs up for | kudos for/to
hats off to | props to/for | full marks for | ten out of ten for | 10/10 for | five stars for | 5 stars for
high marks for | bravo | well done | love at first | sold on the
could have/'ve hoped for | could have/'ve asked for | more than i hoped/expected/asked for
more than i could have | all i hoped for | all i could want | all i need/needed | everything i could want/wish
everything i hoped for | as i had hoped/wanted | just as i hoped/wanted | as hoped | i have/'ve been looking for
i have/'ve always wanted | i always wanted | i was hoping for and | ~have been wanting | got what i wanted
glad i bought/got/chose/ordered/found | so glad i | happy i bought/got/chose | no regrets | worth it for
worth it just for | saved by | redeemed by | rescued by | saving grace | redeeming feature | blessed with
made better by | steal the show
stays/stay/stayed cool/quiet/sharp/put/fresh/crisp/soft/tight/flat/level/upright/charged/connected/in/on
keeps/keep/kept ~me company | keeps/keep/kept drinks/food/coffee/water hot/cold/warm/fresh/cool
hits/hit different | chef 's kiss | does me proud | did me proud | never looked back | have n't looked back
a world of difference | night and day | passes/passed the test | stands/stood up well | up to the task
up to the job | up to snuff | up to scratch | up to it | holds/held its own | pulls/pulled its weight
punches/punch above its weight | ages/aged well | wears/wear well | washes/washed well | travels well
packs/packed a punch | packs down small | folds flat | folds/fold up small | slides/slide easily
opens/open easily | closes/close easily | locks/lock securely | clicks/click into place | snaps/snap into place
sits/sit flush | rinses/rinse clean | dries/dry quickly/fast | beyond happy | over the moon | chuffed with
tickled pink | sold me | sold us | stole my heart | made my day/night/week/year
made our day/night/week/trip/holiday | makes/make me smile | put a smile | gave me goosebumps
gives me goosebumps | melts/melted in ~my mouth | hooked from | kept ~me hooked/guessing/reading
could n't stop laughing | had ~me laughing | laugh out loud
wish i had/'d/have? ~bought | wish i ~bought | should have/'ve/of ~bought | ~do what it/they is/are/'s? supposed to
~work a treat | a treat to | do/does/did wonders | ~work wonders | like magic | like butter
smooth as silk/butter/glass | soft as butter/silk/a cloud | sharp as a razor | light as a feather | tough as nails
tick/ticks/ticked all the/my boxes | check/checks/checked all the/my boxes | hits all the right notes
worth the splurge/hype/upgrade/investment | live/lives/lived up to | ~can't put ~it down | ~can't put down
page turner | wipe/wipes/wiped clean | cleans/clean/cleaned up easily/nicely/quickly/well | comes/come clean
glide/glides/glided on/over/across/through | keep/keeps/kept its shape/edge/charge/color/shine/heat/flavor
hold/holds/held a charge | ~hold tight/firm/firmly/steady/fast | ~come through | survived/survives
withstood/withstands/withstand | take/takes/took a beating | no signs of wear | shows/show no wear | no sign of wear
saved the day | ~my go to | ~can't stop using/eating/playing/reading/wearing | hooked on | addicted to
stole/steals the show | takes/take the cake | blown away | won ~me over | pleasantly surprised | sold on
raise/raises/raised the bar | set/sets the bar/standard | league of its/their own | on another level | next level
icing on the cake | cherry on top | easy as pie | crystal clear | razor sharp | feather light | silky smooth
pin sharp | tack sharp | super soft | whisper quiet | dirt cheap | dead simple | dead quiet | dead on | right on
nice and | good and solid | clean as a whistle | quiet as a mouse | snug as a bug
kept ~me warm/dry/cool/comfortable/going/safe/entertained
keep/keeps ~me warm/dry/cool/comfortable/going/safe/entertained | keeps/keep/kept going
has n't/not failed/faded/budged/broken/leaked/slipped/ripped
have n't/not failed/faded/budged/broken/leaked/slipped/ripped
does n't/not leak/slip/fade/wobble/jam/stick/squeak/shrink/fray/rust/bend/crack/peel/skip
does n't/not lag/clog/smudge/wrinkle/crease/pill/shed/scratch/stain/tangle/snag/pinch/rub/itch/sag
do n't/not leak/slip/fade/wobble/jam/stick/squeak/shrink/fray/rust/bend/crack/peel/skip
do n't/not lag/clog/smudge/wrinkle/crease/pill/shed/scratch/stain/tangle/snag/pinch/rub/itch/sag
never leaks/slips/fades/wobbles/jams/sticks/squeaks/skips/lags/clogs/jammed/leaked/slipped/failed
without a hitch/problem/glitch | without fail | not a scratch | where it belongs | right where ~it | : ) | : - ) | : d
; ) | < 3 | 👍 | 👍👍 | 👍👍👍 | 😍 | 😍😍 | 😍😍😍 | ❤ | ❤❤ | 😀 | 😃 | 😄 | 😁 | 😊 | 🙂 | 👌 | 👏 | 💯
🔥 | 🔥🔥 | 🔥🔥🔥 | 🥰 | 😋 | 🎉 | ✅ | 🙌 | 💪 | ⭐
🌟 | 😎 | 💖 | 🤩 | ♥ | a breeze | a snap | a cinch | a piece of cake | piece of cake | child 's play
a walk in the park
a no brainer | no lack of | no shortage of | no ~trouble | no ~bad thing/things? | not a single ~trouble
zero ~trouble | without any? a? single? ~trouble | no ~trouble at all | no ~trouble whatsoever
n't have any? ~trouble | nothing ~bad | nothing to complain about | nothing but praise | nothing but good/great things
nothing but love | ~can't complain | no reason to complain | little to complain about | ~can't go wrong
never disappoints | never disappointed | never lets/let ~me down | did not disappoint | does not disappoint
did n't disappoint | does n't disappoint | do not disappoint | do n't disappoint | ~won't be disappointed
~won't disappoint | ~won't regret | ~don't regret | no regrets | never fails/failed | never skips/misses a beat
has n't missed a beat | never miss a beat | ~hold up | ~hold its? own | ~hold its shape/charge/edge/color | ~stay put
~stay in place | ~stay sharp/cool/warm/hot/cold/fresh/dry/bright/charged/connected/clean/flat/on/tight/up
stand/stands/stood up to | stand/stands/stood the test of time | built to last | made to last | built like a tank
solid as a rock | rock solid | built like a rock | ~last forever | ~last all day | ~last a lifetime | ~last for ~time
~last ~time | ~last longer | ~last a long time | ~last long | goes/go a long way | still going strong | going strong
still ~work | ~work like new | still looks/look/works/work like new | like new | as good as new | good as new | as new
~do the job | ~do the trick | ~do its/their/his job | ~get the job done | ~do what it should | ~do exactly what
~do what it says | ~do what i need/want/wanted | exactly/just what i wanted/needed/expected/ordered/was looking for
just what the doctor ordered | everything i wanted/needed/hoped for | all i could ask for | all you need
everything you need | what more could you ask | ~work as advertised/described/expected/intended/promised
as advertised | as described | as promised | as pictured | true to size | fits/fit like a glove
fit/fits like a dream | runs/run true to size | fits/fit the bill | fit perfectly | well made | well built
well worth | well worth it | worth it | worth the ~money | worth the wait | worth the extra | worth buying
worth having | worth having/getting/owning | bang for the/your buck | great deal | good deal | a steal | a bargain
a good buy | a great buy | money well spent | easy on the eyes/wallet | saves/saved time | saved ~me money
makes/make life easier | ~make ~it? easy | ~make it easy | ~make a difference | ~make ~my day | grown/grew on me
growing on me | looks/look sharp | look/looks the part | turn/turns/turned heads | catches the eye | eye catching
easy to | simple to | quick to | ready to go | good to go | right out of the box | out of the box | heavy duty
high end | state of the art | cutting edge | long lasting | user friendly | kid friendly | not/n't bad | not half bad
not/n't too bad | not/n't bad at all | not shabby | not/n't too shabby | not to be missed | love/like/liked/loved how
big fan of | huge fan of | a fan of | fan of | raves about | raving about | rave about | could be worse
could ~have been worse | better than nothing | better than expected | better than i expected/thought
better than advertised | for the win | keeps/keep up with | kept up with | breath of fresh air | made with care
made to perfection | cooked to perfection | to perfection | pick ~me up | in a good way
on the edge of my/your/our seat | bone dry | bent/bend/bends over backwards | had/has/have a clue
there? ~isn't a thing i would/'d change | nothing i would/'d change | is n't/not anything i would/'d change
would n't/not change anything | a nice touch | nice touch | a big plus | a huge plus | a plus | a bonus
selling point | as it should be | right on the money | will buy again | would buy again | will order again
would order again | will be back | coming back for more | buy again | wish i could give more stars | wish all ~my?
wish every | wish everything | wish i had two/more hands | no need to | no need for | ~don't need to | needs no
need no | never a dull moment | does n't hurt | saves/saved ~me | quick and easy | outperform/outperforms/outperformed
a step up | step up from | an upgrade | an improvement | huge improvement | runs/run circles around | no comparison
hands down | head and shoulders above | light years ahead | miles ahead | makes/make all the difference
right on time | on time | ahead of schedule | ahead of time | under budget | on the plus side | pros : | the pros
shines/shine through | at a fraction of | for half the price | half the price | took/takes no time | in no time
takes/took seconds/minutes | with? no tools needed/required | no assembly required
"""

_BAD = """
sheared/shears/shear off | wore/wears/wear down | wearing down/out/thin | worn down | drags/drag | dragged
drop/drops/dropped the signal/call/calls/connection | dropped calls | keep/keeps/kept cutting out/off
cutting out | cutting in and out | in and out | pop/pops/popped off/out | bad news is | the bad news
thumbs down for | no marks for | zero for | two out of ten | 2 out of 10 | one out of ten | 3 out of 10
points off for | wants rewriting/replacing/fixing/redoing | want rewriting/replacing/fixing
needs rewriting/replacing/fixing/redoing/tightening | wasted on | could not get the | could n't get the
ca n't get the | can not get the | not one of the | not a single one | none of the | nobody answered
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

_VERY_BAD = """
worst i have/'ve/'d ever? | worst i ever | ~can't be worse | ~can't get worse | ~can't get any worse
~can't be any worse | ~can't be more disappointed
absolute/complete/total/utter/pure junk/garbage/trash/crap/rubbish/waste/joke/disaster/nightmare
piece of junk/crap/garbage/trash | pile of junk/crap/garbage/trash | hot garbage | dead on arrival
for the birds | never again | fire hazard | safety hazard | rip off
"""

_NOTHING = """
must say | have to say | has to say | got to say | needless to say | to say the least | let me say | i would say
i 'd say | 'll say | goes without saying | say that | nothing short of | not only | not just | nothing but
not to mention | no doubt | without a doubt | no wonder | no matter | as well as | as well | at all | in case of
~don't worry | no worries | ~don't hesitate | ~don't think twice | ~don't let ~me? fool | can n't wait | ca n't wait
can not wait | not sure if/whether/how/why | not until | if not | or not | why not | whether or not | if anything
as if | even if | what if | so far | as far as | so far so | by far | far and away | a little while | kind of thing
some kind of | any kind of | all kinds of | for the price | for the money | at this price | at that price
all the time | every time | the first time | most of the time | long time | me too | as a whole | over all | for sure
of course | more or less | to be honest | to be fair | like i said | need to know | want to know | you want it
if you know what i mean | would think | look forward | looking forward | what it is | pretty much | well as
well known | might as well | may as well | just in case | by the way | on one hand | other hand | in my opinion
high school | first time | last time | old school | hard drive | hard disk | hard case | hard wood | hard shell
hot water | hot tub | cold brew | light bulb | light bulbs | cold water | ice cold | hard cover | hardback | hot sauce
hot dog | sweet potato | short sleeve | long sleeve | flat iron | dry cleaning | free time | low light | lost in
wide angle | kill time
"""

_TURNS: dict[str, tuple[int, str]] = {
    "negators": (NEGATOR, """
no way | far from | anything but | not/n't exactly | not at all | not in any way | by no means | in no way
no where near | nowhere near as | nothing like | none of the | not all that | not/n't that | not/n't very
not/n't particularly | not/n't really | not/n't especially | not/n't quite | not/n't as | not/n't nearly as
less than | the opposite of | not/n't at all | neither | no longer | little to no | next to no | hardly any
barely any | zero | free from | a lack of | the lack of | not one | not a single | not even | not what i would call
not what i 'd call | would n't call | would not call | would n't say | would not say | hard to call | ca n't call
can not call
"""),
    "lack": (LACK | NEGATOR, """
lack/lacks/lacked/lacking of? | ~don't have | ~don't come with | ~don't include | ~don't offer | ~don't provide
~don't ship with | ~don't feature | without any? | without a/an/the | came/comes/come without | missing
there is/are/was/were n't enough | not/n't nearly? enough | nowhere near enough | not/n't enough | not/n't much
not/n't many | no real | short on | light on | devoid of | void of | minus the | in need of | hardly any | barely any
little to no | next to no | absence of | ~don't get
"""),
    "unreal": (UNREAL, """
would ~have ~liked | would 've ~liked | 'd ~have ~liked | 'd 've ~liked | would like to see | would love to see
would love | would like | 'd like to see | 'd love to see | 'd love | would/'d prefer | would/'d ~have preferred
would/'d rather ~have? | would be ~nice | would be ~very ~nice | would ~have been ~nice | would 've been ~nice
would be ~nice if | would help | would make ~it? | would ~have made ~it? | would ~have helped | would benefit from
could benefit from | could use | could do with | could stand to? | could be | could ~have been | could 've been
could ~have used | could ~have ~do | should be | should ~have been | should 've been | should come with
should include | should ~have | should 've | should | ought to ~have? be? | needs/needed | needs to ~have? be?
needed to be | need to be | need to ~make | need to fix/improve/add | need more | hoping for | was/were hoping for
was/were hoping | had/'d hoped | hoped for | was/were expecting | expecting | expected | had/'d expected | in need of
might be better if | would be better | begging for | crying out for | screams for | cries for | deserves | deserved
"""),
    "condition": (CONDITION, """
i/we will/'ll test/try/see/report/update/wait/let/find/know | going to try | going to test | have yet to
not/n't tested | not/n't tried | not/n't used ~it? yet | ca n't judge | cannot judge | can not judge
too early to | too soon to | remains to be | in theory | on paper | might | may | maybe | perhaps | possibly
hopefully | fingers crossed | i wonder | wondering | curious | not sure how/whether/if/about
no idea how/whether/if | unsure
make sure | be sure | be careful | remember to | ensure | check that | check if
if | in case | in the event | unless | whether | wonder if | wondering if | not sure if/whether
will see if/how/whether | 'll see if/how/whether | see if/whether | time will tell | as long as | provided that
assuming | suppose | let 's see | we 'll see | will have to see | remains to be seen | hopefully | hope | hopes
hope that | hoping that | fingers crossed | ca n't wait to see | can not wait to see | have n't tried | have not tried
have n't tested | have not tested | have n't used | have not used | yet to try/test/use/see | have n't had a chance
have not had a chance | ca n't comment on | can not comment on | ca n't speak to | ca n't say | can not say
ca n't tell | too early to tell/say | too soon to tell/say | will update | 'll update | do n't know if/how/whether
do not know if/how/whether | no idea if/how | jury is still out | does anyone know | is there a | can someone
"""),
    "hearsay": (HEARSAY, """
led to expect | led me to believe | the promised | as promised by | in the story | in the book | in the film
in the movie | the film is | the story is | the book is about | plot is about | set in a
i was told | we were told | salesman/salesperson/seller/clerk/guy/staff/rep/assistant/vendor told me/us
good/great/positive/bad/glowing/rave/mixed/negative/poor/excellent reviews | based on the reviews
reviews were/are | reviews promised | according to reviews | the hype | ads say | commercials | in the ad
in the ads | word of mouth | raves about | everyone/everybody/people/others says/say/said/raves/rave/claims
i keep hearing | rumour/rumor
ad/picture/photo/photos/pictures/description/website/video/commercial shows/show/showed/looks/looked | as shown
says/claims/claim/claimed/promises/promised/advertises/advertised/boasts/touts
touted/guarantees/guaranteed/states/stated/alleges/swears/insists/reports/reported | supposedly | allegedly
reportedly | apparently | according to | is/are/was/were supposed to | supposed to | is/are/was/were said to
said to be | i/we ~have? heard | heard that | i/we ~have? read | read that
reviews said/say/mention/mentioned/complained | people say/said/complain/complained/claim/mention/mentioned
they say/said | some say/said/reviewers | other reviewers/people/reviews/buyers/customers
some/many/several/other people/reviewers/reviews/users/buyers/customers
seller/description/box/ad/package/manual/website/listing/label/company/manufacturer/friend said/say
complained/complain/complains about | rumored | advertised as | marketed as | billed as | described as | sold as
listed as | is/are meant to | meant to | is/are/was/were said | word is | rumor has it | i/we saw reviews
~my friend/wife/husband/brother/sister/son/daughter/neighbor/coworker says/said/claims/thinks/swears
expert/experts/critics
"""),
    "desire": (DESIRE, """
bought ~it because | got ~it because | chose ~it because | picked ~it because | ordered ~it because
bought ~it for | got ~it for | chose ~it for | was after | in the mood for | shopping around for | hunting for
i 'm/am looking | we 're/are looking | my goal was | wanted to replace | want to replace | needed a | need a
 reason i bought | main reason
looking for | look for | looked for | searching for | searched for | in search of | shopping for | in the market for
i/we/you/who want/wanted/wants/need/needed | i/we 've wanted | i was after | was after | on the hunt for | hunting for
care/cares/cared about | ~buy ~it mainly/mostly/just/only/specifically/primarily? for | purchased for
looking forward to | in hopes of | in the hope of | so that | want/wanted something/one/a/an
need/needed something/one/a/an | will use ~it? for/to | plan to | plan on | planning to | going to use
"""),
    "other": (OTHER, """
last year 's | my grandmother 's | my mother 's | my father 's | my dad 's | my mom 's | my boss 's
my cousin 's | i replaced | it replaced | it replaces | the ones i | across the road | across the street
down the road | next door | my ten dollar | a ten dollar | some folks | some people | other people
i used to have/own/use | used to love/like/have/own/use | back in the day | years ago | the one before
my first one | my last one | my other one | my friend has | my neighbor has | my neighbour has | my brother has
my sister has | my mom has | his | hers | theirs | the ones at | the one at | those at | i returned
i sent back | i used before | i had before | we had before
my/our/his/her ~old one/ones/pair/set? | the ~old one/ones/pair/set | my/our ~old | the previous | the old one/ones
an older/old one/model | ~old model/version/models/versions/generation | other ~others
another brand/company/model/one/pair/maker | any/some other | most other | most ~others | the competition
competitors | the competing | other ~old? | the one/ones i had | one i had | the ones i had | the one/ones it replaced
its predecessor | its competitors | the predecessor | its rivals | my friend 's | my neighbor 's | my brother 's
my sister 's | my wife 's | my husband 's | my ex | elsewhere | rival/rivals | my other | give me my | any other
name brand ones? | the store brand | big name brands | similar ones/products/items | comparable ones/products/items
the rest of the market | everything else out there | anything else out there
"""),
    "elsewhere": (ELSEWHERE, """
even a/an/my/the/our | you can/could/will/'d/'ll get/find/buy | you would get/find | i/we have/'ve ~seen | i/we ~seen
there are | give me | next to it | next to this | any | most | a cheap | a cheaper | the dollar store | cheaper
pricier
"""),
    "than": (THAN, """
than | compared to/with | in comparison to/with | as opposed to | versus | vs | relative to | unlike | next to my
against my | over my old/previous/last
"""),
    "except": (EXCEPT, """
except | except for | apart from | aside from | other than | with the exception of | save for | outside of | excluding
barring | all but | everything but | short of | but for | if not for | were it not for | if it were n't for
if it was n't for | minus
"""),
    "downtoners": (DOWNTONER, """
a bit | a little | a little bit | a tad | a touch | slightly | kind of | kinda | sort of | sorta | somewhat | rather
a smidge | a hair | a wee bit | bit too | a trifle | relatively | more than a little
"""),
    "excess": (EXCESS, """
too | overly | excessively | way too | far too | much too | just too | a bit too | a little too | unnecessarily
unreasonably | annoyingly | needlessly | unbearably | uncomfortably | too darn | too damn
"""),
    "surely": (UNREAL | SURELY, """
here 's hoping | longing for | would that | next version/time/batch please | in need of | 'd/would trade the
'd/would swap the | would gladly trade/pay | rather have/had | wish they 'd/would/had | if the next
a heartbeat
would it kill them to | how hard would it be | how hard is it to | why ~can't they | why did n't/not they
why does n't/not it | why not make/add/include/give | too much to ask | if they could just/only
could really use | needs to | need to work on | i 'd/would pay more/extra for | would be perfect if
'd be perfect if | would give ~it? five/5/four/4/more stars if | minus one star for | minus a star for
knocked off a star for | took off a star for | one star off for | only thing i would/'d change
one thing i would/'d change | thing i would/'d change | my only wish | my one wish | all it needs is
all it needs | all that 's/is missing is | what 's/is missing is | what it needs is | still waiting for
if i could change | would improve | ~won't hurt to | ~don't mind a | would n't mind a/some/more
~can't help wishing | kept wishing | keep wishing | dream/dreaming of a | go amiss | should really
really should | forgot to include/add/put | forgot the | skimped/skimp/skimps on | cheaped out on
went cheap on | cut corners on | cutting corners on | an afterthought | begs/begging for | crying out for
cries out for | screams for | leaves room for | room for improvement | more thought into | put more effort into
work on the | could stand to be | sorely misses/missing/lacking/lacks | sorely needs | badly needs
desperately needs | in dire need of | would have saved
wish/wished/wishing | only wish | if only | would ~have ~liked | would 've ~liked | 'd ~have ~liked
would like to see | would love to see | could use | could do with | could stand to? | needs to be | need to be
needs more/a/an/some/better/work | need more | should ~have been | should 've been | could ~have been | could 've been
might ~have been | should ~have had/come/included | would be ~nice | would ~have been ~nice | would 've been ~nice
would be ~nice if | would be ~nice with | should n't/not be | should n't/not have | shouldnt be | hoped for
hoping for | was/were hoping | had/'d hoped | hoped | needs improvement/fixing | improve the/your/this
fix the/your/this | redesign the | rethink the | i/we ~have? expected more/better | i/we ~have? expected a better
please add/fix/improve/make/change/bring/include/give/offer/put | bring back | get rid of
they should add/make/include/fix/improve | in dire need of | i miss/missed | really miss/missed | we miss/missed
miss/missed the | is/are begging for | would ~have loved | would appreciate | would welcome | deserves/deserve better
expected better/more/a better | expecting more/better/a better | hoping for more/better
"""),
    "absolute": (ABSOLUTE | NEGATOR, """
~can't be | ~can't have been | ~can't be any | ~can't get | ~can't get any | ~can't ask for a/any?
~can't have asked for a/any? | ~can't wish for a/any? | ~can't hope for a/any? | ~can't want a | ~can't imagine a/any?
~can't find a/any? | never ~seen | never ~seen a/an/any | never been | never ~have a/any? | nothing | nobody | no one
no other | none | not/n't find a/any | there ~be not a/any | there is/are/was/were n't a/any | hardly a/any | not a
you wo n't find | you will not find | you 'll never find
"""),
    "contrast": (CONTRAST, """
makes/make/made up for | as much as | that said | at least | in contrast | having said that | then again | even so
all the same | still ,
"""),
    "vague": (VAGUE, """
thing | things | anything | something | everything | one | ones | way | reason | idea | time | doubt | question
surprise | wonder | place | matter | point | need | day | week | month | year | people | choice | secret
"""),
    "every": (EVERY, "every | all | everyone | everybody | more"),
    "turned": (TURNED, """
too bad | not too | n't too | never too | not overly | n't overly | not excessively | none too
"""),
    "less": (LESS, "less | least | much less | far less | a lot less | way less"),
    "enough": (ENOUGH, "enough"),
    "subordinate": (SUBORDINATE, """
where | although | though | even though | while | despite | in spite of | since | because | after | when | once
besides | even with | given | considering | regardless of | as much as
"""),
}  # fmt: skip


_VALENCES = {UNREAL: -1.0, UNREAL | SURELY: -1.5}
"""What a turn says by itself: who wishes is not content."""


def _choices(word: str) -> list[tuple[str, ...]]:
    """Sequences of words that one place of a pattern stands for."""
    optional = word.endswith("?") and len(word) > 1
    word = word[:-1] if optional else word
    if word.startswith("~"):
        found = [tuple(choice.split()) for choice in _GROUPS[word[1:]].split("|")]
    else:
        found = [(choice,) for choice in (word.split("/") if len(word) > 1 else word)]  # the "/" of ":/" is itself
    return [*found, ()] if optional else found


def _expanded(patterns: str) -> Iterator[tuple[str, ...]]:
    """Every sequence of words that patterns separated by `|` or lines stand for."""
    for pattern in patterns.replace("\n", "|").split("|"):
        places = [_choices(word) for word in pattern.split()]
        if places:
            for chosen in product(*places):
                yield tuple(word for part in chosen for word in part)


def expressions() -> dict[tuple[str, ...], tuple[float, int]]:
    """Words of each expression -> valence, roles. What is listed later wins, roles of one expression add up."""
    found: dict[tuple[str, ...], tuple[float, int]] = {}
    for role, patterns in _TURNS.values():
        for words in _expanded(patterns):
            found[words] = (_VALENCES.get(role, 0.0), found.get(words, (0.0, 0))[1] | role)
    for value, patterns in (
        (2.0, _GOOD), (-2.0, _BAD), (3.0, _STRONG_GOOD), (-3.0, _VERY_BAD), (0.0, _NOTHING),
    ):  # fmt: skip
        for words in _expanded(patterns):
            found[words] = (value, 0)
    return found


class ExpressionTable(NamedTuple):
    """What `loops.multiword.mark_expressions` looks up, in its order."""

    starter_key: npt.NDArray[np.uint64]
    starter_row: npt.NDArray[np.int32]
    longest: npt.NDArray[np.int64]  # (first words,) words of the longest expression that begins with each
    slot_key: npt.NDArray[np.uint64]
    slot_row: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]  # (expressions,)
    role: npt.NDArray[np.uint32]  # (expressions,)


@lru_cache(maxsize=1)
def expression_table() -> ExpressionTable:
    by_length: dict[int, list[tuple[str, ...]]] = {}
    longest: dict[str, int] = {}
    found = expressions()
    for words in found:
        by_length.setdefault(len(words), []).append(words)
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    number = {word: word_hash(word) for words in found for word in words}
    keys, value, role = [], [], []
    for same in by_length.values():
        keys.append(fold_columns(np.array([[number[word] for word in words] for words in same], np.uint64)))
        value += [found[words][0] for words in same]
        role += [found[words][1] for words in same]
    starters = table(np.array([number[word] for word in longest], np.uint64))
    return ExpressionTable(
        *starters, np.array(list(longest.values()), np.int64), *table(np.concatenate(keys)),
        np.array(value, np.float32), np.array(role, np.uint32),
    )  # fmt: skip
