"""Expressions that turn or silence what stands around them: "far from" negates, "my old one" is another product.

Patterns as `expression_table` reads them, written by hand from general knowledge of English.
"""

from __future__ import annotations

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
    EXCLAIMED,
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
    WISH,
)  # fmt: skip

TURNS: dict[str, tuple[int, str]] = {
    "negators": (NEGATOR, """
by no stretch of the imagination | by no stretch | in no shape or form | not for one moment | nobody will mistake
would not describe | would n't describe | ~can't claim
hardly ever | rarely if ever | not remotely | not in the least
not in the slightest | not the least bit | least of all
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
    "asking": (UNREAL | WISH, "please | next time | pretty please | plz | pls"),
    "condition": (CONDITION, """
i/we will/'ll test/try/see/report/update/wait/let/find/know | going to try | going to test | have yet to
not/n't tested | not/n't tried | not/n't used ~it? yet | ca n't judge | cannot judge | can not judge | too early to
too soon to | remains to be | in theory | on paper | hopefully | fingers crossed | i wonder | wondering | curious
not sure how/whether/if/about | no idea how/whether/if | unsure | make sure | be sure | be careful | remember to
ensure | check that | check if | if | in case | in the event | unless | whether | wonder if | wondering if
not sure if/whether | will see if/how/whether | 'll see if/how/whether | see if/whether | time will tell | as long as
provided that | assuming | suppose | let 's see | we 'll see | will have to see | remains to be seen | hope | hopes
hope that | hoping that | ca n't wait to see | can not wait to see | have n't tried | have not tried | have n't tested
have not tested | have n't used | have not used | yet to try/test/use/see | have n't had a chance
have not had a chance | ca n't comment on | can not comment on | ca n't speak to | ca n't tell | too early to tell/say
too soon to tell/say | will update | 'll update | do n't know if/how/whether | do not know if/how/whether
no idea if/how | jury is still out | does anyone know | is there a | can someone
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
my sister has | my mom has | the ones at | the one at | those at | i returned
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
    "exclaimed": (EXCLAIMED, """
would it kill them to | would it have killed them to | would it be so hard to | is it so hard to
is it too much to ask for? | too much to ask/expect | how hard can it be to | how hard is it to
how difficult is it to | why oh why | why on earth | how on earth | how can | how could | how did they manage
how do they | did i mention | have i mentioned | what genius | what idiot | which genius | whose idea
is it just me or? | am i the only one | what more could | what more can | who would n't | who does n't | need i say
can we talk about | can we just talk about | what 's not to | who needs | is it normal that | what happened to
did they even | do they even | when was the last time | is there anything | what were they thinking | who thought
who designed | who puts | who put | who in their right mind | what on earth | what the hell | why in the
what 's with | what is with | what 's the point of | since when | do i regret
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
ignore the | never mind the | forget about the | bar the | barring the
leaving/setting/putting aside | leave aside | forget the | with the sole exception of
, unlike the | , unlike its | everything bar | anything but the | the exception is/being | the only exception is
but not the | but not its | just not the | only not the | except | except for | apart from | aside from | other than
with the exception of | save for | outside of | excluding | barring | all but | everything but | short of | but for
if not for | were it not for | if it were n't for | if it was n't for | minus
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
~would like/love to see/have | ~would ~very? like/love | ~would prefer it? if? | ~would rather
~would pay double/extra/more/good/twice money? for a?
~would happily/gladly swap/trade/give/exchange/pay/part up? the/double?
~would kill for a/some decent/proper/good/better? | ~would have killed for a? | ~would swap/trade the
in a perfect/ideal world | ideally | my one/only/single/first request | one request | my suggestion
my advice to the makers | all that 's/is lacking | only thing i ~would ask for | thing i ~would ask for
i ~would ask for a | i ~would suggest | ~won't have? go/gone amiss | ~won't hurt
~would be happier/happy/perfect/better/nicer/easier/great/ideal/complete with/if | longed for | i long for
we longed for | oh for a/some? | oh , for a/some? | what i ~would give for a? | what i would n't give for a?
what would n't i give for a? | next time i ~will | for next time | for the next version/edition/model/batch
it 's/is high time | high time they | about time they | not before time
would/'d/might/could have helped/spared/saved/made/gone/worked/improved/solved | ~would make it/them/this/those/life
~would be lovely/great/welcome/appreciated/ideal/handy/nice/helpful/useful/good/brilliant/perfect
~would be a bonus/plus/godsend/start/improvement | ~would go a long way | ~would have gone a long way
would not go amiss | would n't go amiss | in sore/desperate/urgent/dire/serious need of | desperate for
badly in need of | badly needs | sorely needs | could have done with | could do with | could use
could really do with | deserved/deserves/deserve a better/proper/longer/decent | do something about the | sort out the
sort the | fix the | give us a/some | give me a/some proper/decent/real/longer/bigger | put a proper
please fix/sort/add/bring/improve/change the? | someone fix/teach/tell | you ~would think/hope/expect/want that?
one might/would/could/should expect/hope | i ~would expect | ~would have expected/thought/hoped
was/were hoping/expecting/counting for/on? | had hoped/wanted/expected | hoped for | hoped the/it/to
had my/our/high hopes? for/set | expected more/better/real/the/a? | expecting more/better/a? | could have been
should have been | should 've been | shoulda been/got/had | coulda been/had | could include/offer/add
should include/have/add/offer/come with? | ought to | ought to be | ought to have | may as well not
might as well not | begs/beg/begging for | cries/cry/crying out for | screams/scream/screaming out? for | left wanting
i 'm/am left wanting | leaves/left ~me wanting more? | keep/kept hoping | still hoping | still waiting for the?
wanted : | if they/the maker/makers/manufacturer ever fix/fixes/improve/change | if only they | needs/need to go
has/have to go | must go | can only improve | would it kill them to | would it have killed them to
would it be so hard to | is it so hard to | is it too much to ask for? | too much to ask/expect
how hard can it be to | how difficult is it to | why ~can't they | why not | here 's hoping | longing for | would that
next version/time/batch please | in need of | 'd/would trade the | 'd/would swap the | would gladly trade/pay
rather have/had | wish they 'd/would/had | if the next | a heartbeat | how hard would it be | how hard is it to
why did n't/not they | why does n't/not it | why not make/add/include/give | too much to ask | if they could just/only
could really use | needs to | need to work on | i 'd/would pay more/extra for | would be perfect if | 'd be perfect if
would give ~it? five/5/four/4/more stars if | minus one star for | minus a star for | knocked off a star for
took off a star for | one star off for | only thing i would/'d change | one thing i would/'d change
thing i would/'d change | my only wish | my one wish | all it needs is | all it needs | all that 's/is missing is
what 's/is missing is | what it needs is | still waiting for | if i could change | would improve | ~won't hurt to
~don't mind a | would n't mind a/some/more | ~can't help wishing | kept wishing | keep wishing | dream/dreaming of a
go amiss | should really | really should | forgot to include/add/put | forgot the | skimped/skimp/skimps on
cheaped out on | went cheap on | cut corners on | cutting corners on | an afterthought | begs/begging for
crying out for | cries out for | screams for | leaves room for | room for improvement | more thought into
put more effort into | work on the | could stand to be | sorely misses/missing/lacking/lacks | desperately needs
in dire need of | would have saved | wish/wished/wishing | only wish | if only | would ~have ~liked | would 've ~liked
'd ~have ~liked | would like to see | would love to see | could stand to? | needs to be | need to be
needs more/a/an/some/better/work | need more | should ~have been | could ~have been | could 've been
might ~have been | should ~have had/come/included | would be ~nice | would ~have been ~nice | would 've been ~nice
would be ~nice if | would be ~nice with | should n't/not be | should n't/not have | shouldnt be | hoping for
was/were hoping | had/'d hoped | hoped | needs improvement/fixing | improve the/your/this | fix the/your/this
redesign the | rethink the | i/we ~have? expected more/better | i/we ~have? expected a better
please add/fix/improve/make/change/bring/include/give/offer/put | bring back | get rid of
they should add/make/include/fix/improve | i miss/missed | really miss/missed | we miss/missed | miss/missed the
is/are begging for | would ~have loved | would appreciate | would welcome | deserves/deserve better
expected better/more/a better | expecting more/better/a better | hoping for more/better
"""),
    "absolute": (ABSOLUTE | NEGATOR, """
'd/would be lying if i said | 'd/would be lying to say | ~can't say that? | ~can't honestly say that?
~won't pretend that? | would be wrong/unfair to say that? | would n't go so far as to say | never once | not once
not ever | not even once | at no point | at no time | no amount of | ~can't be | ~can't have been | ~can't be any
~can't get | ~can't get any | ~can't ask for a/any? | ~can't have asked for a/any? | ~can't wish for a/any?
~can't hope for a/any? | ~can't want a | ~can't imagine a/any? | ~can't find a/any? | never ~seen
never ~seen a/an/any | never been | never ~have a/any? | nothing | nobody | no one | no other | none
not/n't find a/any | there ~be not a/any | there is/are/was/were n't a/any | hardly a/any | not a | you wo n't find
you will not find | you 'll never find
"""),
    "contrast": (CONTRAST, """
makes/make/made up for | as much as | that said | at least | in contrast | having said that | then again | even so
all the same | still ,
"""),
    "vague": (VAGUE, """
thing | things | anything | something | everything | one | ones | way | ways | reason | idea | time | times | doubt
question | surprise | wonder | place | matter | point | need | day | days | week | weeks | month | months | year
years | hour | hours | minute | minutes | people | choice | secret | part | parts | bit | lot | lots | plenty | kind
sort | type | piece | pieces | pair | pairs | couple | number | amount | set | half | rest | side | case | fact
chance | end | selection | variety | range | quality | assortment | glass | bottle | plate | bowl | cup | slice
level | ton | tons | loads | heap | heaps | bunch | dozens | hundreds | majority | pros | cons | star | stars | word
words | praise | husband | wife | son | daughter | mother | father | mum | mom | dad | brother | sister | kid | kids
child | children | baby | toddler | toddlers | girlfriend | boyfriend | partner | friend | friends | family | boss
colleague | colleagues | neighbour | neighbours | neighbor | neighbors | grandmother | grandfather | grandma | grandpa
gran | granny | nan | nephew | niece | cousin | aunt | uncle | guest | guests | man | woman | men | women | guy | guys
girl | girls | boy | boys | everyone | everybody | nobody | someone | somebody | anyone | person | user | users
customer | customers | reviewer | reviewers | buyer | buyers | dog | cat | dogs | cats | puppy | kitten | pet | pets
hand | hands | money | world | hubby | christmas | birthday | summer | winter | spring | autumn | morning | evening
night | nights | weekend | today | has | have | had | 've | having | offers | offer | offered | provides | provide
provided | get | gets | got | getting | comes | come | came | includes | include | included | features | boasts
contains | needs | find | finds | found | love | loves | loved | like | likes | liked | enjoy | enjoys | enjoyed
hate | hates | hated | see | want | wants | miss
"""),
    "every": (EVERY, "every | all | everyone | everybody | everything"),
    "like this": (EVERY | ABSOLUTE, """
like this | like these | like those | like theirs | like this one | like these ones | like ours | such as this
this good/nice/great/sharp/light/soft/smooth/comfortable/comfy/quiet/bright/crisp/clear/clever/strong/sturdy
this fast/quick/easy/simple
this tasty/fresh/friendly/helpful/kind/patient/neat/precise/responsive/reliable/generous/warm/deep/rich
this tender/juicy/cosy/cozy
as good/clear/soft/sharp/comfortable/patient/helpful/bright/quiet/smooth/strong/light/easy as this/these/those
more companies/brands/hotels/restaurants/shops/places/makers/firms/people/manufacturers/airlines/games/films should
other companies/brands/hotels/restaurants/shops/places/makers/firms/people/manufacturers should/could/take/learn
"""),
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
"""Roles that an expression gives to its last word."""
VALENCES = {UNREAL: -1.0, UNREAL | SURELY: -1.5, EVERY | ABSOLUTE: 2.5}
"""What a turn says by itself: who wishes is not content."""
PARTING = """
shame/pity about | too bad about | such a shame/pity about | let/letting down by
marred by | ruined by | spoiled/spoilt by | wasted on
hampered by | undone by | wrecked by | hamstrung by | sullied by | held back by
"""
"""Expressions that blame what follows them and leave what stands before them alone."""
NOTHING = """ | what was advertised/promised/claimed | than advertised/promised/claimed/described | as claimed
the advertised/promised time/date | on the one hand | on the other | on the other hand | by a long chalk/way
hard to tell | as for the | when it comes to | in terms of | in the way of | as far as | at the end of the day
if i 'm honest | if you ask me | if i tried | if you tried | if i 'm lucky | believe me | let 's be honest
i must admit | i have to admit | i must say | mind you | mind | no matter how/what/which | touch wood | knock on wood
take my word for it | trust me | you name it | needless | not that i | it 's no secret | no secret that | and boy
not only | not merely | not just | not simply | no sooner | no less | nothing less than | none other than
would n't have it any other way | can n't help but | ca n't help but | could n't help but | not to be outdone
if i had to | must say | have to say | has to say | got to say | needless to say | to say the least | let me say
i would say | i 'd say | 'll say | goes without saying | say that | nothing short of | nothing but | not to mention
no doubt | without a doubt | no wonder | no matter | as well as | as well | at all | in case of | ~don't worry
no worries | ~don't hesitate | ~don't think twice | ~don't let ~me? fool | can n't wait | ca n't wait | can not wait
not sure if/whether/how/why | not until | if not | or not | why not | whether or not | if anything | as if | even if
what if | so far | so far so | by far | far and away | a little while | kind of thing | some kind of | any kind of
all kinds of | for the price | for the money | at this price | at that price | all the time | every time
the first time | most of the time | long time | me too | as a whole | over all | for sure | of course | more or less
to be honest | to be fair | like i said | need to know | want to know | you want it | if you know what i mean
would think | look forward | looking forward | what it is | pretty much | well as | well known | might as well
may as well | just in case | by the way | on one hand | other hand | in my opinion | high school | first time
last time | old school | hard drive | hard disk | hard case | hard wood | hard shell | hot water | hot tub | cold brew
light bulb | light bulbs | cold water | ice cold | hard cover | hardback | hot sauce | hot dog | sweet potato
short sleeve | long sleeve | flat iron | dry cleaning | free time | low light | lost in | wide angle | kill time
"""
"""Expressions that only look as if they judged or turned."""
