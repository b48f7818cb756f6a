"""Expressions that praise, as patterns (`expression_table`). Written by hand from general knowledge of English."""

from __future__ import annotations

STRONG = """
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
PLAIN = """
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
