"""Rarer words that praise, in the groups of `praising_words.py`: slang, touch, workmanship, defects.

Written by hand from general knowledge of English. A word stands here if it judges alike whatever it is said of.
"""

from __future__ import annotations

STRONG_ADJECTIVES = """
amazeballs ambrosial awesomesauce barnstorming bodacious consummate craveable craveworthy delicioso droolworthy
elysian entrancing epic exemplary fanfuckingtastic fingerlicking gamechanging goated gobsmacking groundbreaking
incomparable inimitable jawdropping knockout lifechanging lipsmacking magnifico masterly matchless moreish nonpareil
orgasmic paradisal paradisiacal pluperfect rapturous ravishing resounding resplendent rhapsodic scrumdiddly
scrumdiddlyumptious scrummy showstopping sockaroo spellbinding splendiferous splendorous standout supercalifragilistic
superduper superfine transcendent triumphant unbeaten unbettered unequaled unexcelled unfaultable unimpeachable
unimprovable unmissable unputdownable unsurpassable wunderbar yummilicious yumtastic
"""
ADJECTIVES = """
adroit affable amicable angelic approachable artful assiduous astute awestruck beatific beauteous benevolent
bighearted blithe boffo bonny bonza bonzer canny chipper chivalrous chuffed civilised civilized cleancut clearheaded
cloudlike comforting commodious communicative companionable compassionate complaisant conciliatory congenial
congratulatory constructive convivial copacetic coruscating courtly crackerjack credible creditable cuddlesome cuddly
cushiony dainty dapper dashing debonair deft delightsome deluxe dexterous dextrous dignified diplomatic disarming
discerning distinguished doable doughty dreamy dutiful easeful easygoing ebullient ecofriendly efficacious effulgent
eloquent empathetic empathic empowering enamored encouraged engrossed ennobling enterprising entranced enviable
epicurean equitable erudite euphonious evenhanded evocative exhilarative expeditious expressive exuberant exultant
eyecatching fabby failsafe feelgood felicitous fervent fetching forgiving forthright fortuitous frictionless fructuous
fruitful fulfilling funnest funtastic futureproof gallant genial gentlemanly glamourous gleaming gleeful glistening
godlike goodhearted goodlooking gracile groovier gutsy hale handcrafted hardwearing hardworking harmonized heartfelt
heedful honeyed honorable honourable humane hygienic idiotproof illuminating illustrious immersive impactful
impassioned imperishable imperturbable impervious impregnable incisive incorruptible indefatigable industrious
infallible inoffensive inspirited inspiriting instructive intelligible intrepid invincible inviting invulnerable
irrepressible irreproachable irresistable jaunty jazzed jazzy jolly jovial joyous judicious kempt kindhearted kingly
kissable ladylike lagless lambent laudatory leakfree lenient levelheaded lighthearted lionhearted lissom lithe
longlasting lovable loveable luckiest lucrative lustrous luxe luxuriant magnanimous maneuverable mannerly manoeuvrable
meritorious messless methodical mirthful moneysaving motivating motivational mustbuy musthave mustread mustsee natty
neato neighbourly nerdgasmic newlike niceish nonabrasive noncomedogenic nongreasy nonintrusive nonjudgemental
nonjudgmental nonoily nonsticky nuanced nutritive opportune opulent organised outgoing painfree painstaking palatial
paradisical peaceable peppy perceptive perfected perky perspicacious philanthropic pillowlike pithy plucky plushy
poignant poised polymathic posh preeminent presentable princely proactive prodigious proficient propitious provident
prudent pukka punctilious queenly quickwitted rapt recuperative redemptive regal rejuvenative relatable remunerative
repairable replayable repurchased rereadable resolute restorative revelatory rewatchable righteous riproaring
roadworthy rocksolid rollicking sagacious saintly salubrious salutary scalable scratchless scratchproof seaworthy
seductive selfless sensible sensuous shapely shatterproof shipshape sightly silken smudgeproof sociable solicitous
sonorous soulful spellbound spiffy spillproof spirited splashproof sprightly spry stainproof stalwart stately
statuesque staunch steadfast storied straightfoward stressfree striking studious stylin suave supercool supercute
superfast superlight superquick supersmooth supersoft surefire surefooted svelte swanky sweatproof sympathetic
synergistic tactful taintless teachable tearproof tickled timeless timesaving tireless toothsome trailblazing
transformative trendsetting triumphal truehearted trusting tuneful ultracomfortable ultrafast ultraquiet ultrasoft
unadulterated unambiguous unassailable unassuming unbiased unbiassed unclouded uncomplaining uncompromised
uncontaminated uncrackable uncreased undaunted undented underrated undiminished undistorted unencumbered unerring
unfailing unfaltering unfazed unfettered unflagging unflappable unflinching unfussy unhampered unhesitating unhurt
unimpaired unintrusive unirritating unitive unjammed unmarred unperturbed unpolluted unruffled unscratched unselfish
unsoiled unspoiled unspoilt unstinting unstoppable unsullied unswerving untainted untarnished untiring untorn
untroubled unwarped unwavering unwearied unwrinkled upmarket uproarious upstanding urbane userfriendly valorous viable
virtuosic virtuoso virtuous visionary vitalising vitalizing vivacious voguish warmhearted watertight wellbuilt
welldesigned wellmade wellthought wellwritten whimsical wholehearted winsome wonderstruck workmanlike workmanly
worldclass zingy zoomy
"""
COMPARED_ADJECTIVES = """
brainy cuddly cushy dainty deft grippy hearty jolly nifty peppy perky plush posh punchy silky snazzy spiffy swanky
tidy trendy witty zingy
"""
VERBS = """
acclaim allay alleviate allure ameliorate appease assuage assure awe beautify befit beguile bewitch blossom bolster
brighten buoy chuckle congratulate cosset crave cuddle dote drool edify elate embellish embolden enamour endear
energise energize enlighten enliven enrapture enthuse entice epitomise epitomize exalt excite exhilarate exult freshen
galvanise galvanize gladden glorify guffaw gush hearten illumine innovate invigorate jubilate laud liven luxuriate
mollify neaten nuzzle outdo outgun outpace outrank outrun outsmart outstrip outwear outwit overachieve overdeliver
pamper placate prettify reassure rectify reinvigorate rejoice resonate revel revere revitalise revitalize
revolutionise revolutionize satiate savor savour scintillate smarten spiff supercharge swoon tantalise tantalize
titillate transcend transfix trounce unclutter uncomplicate vindicate vouch whet yummify zing
"""
STRONG_VERBS = """
astound dazzle enthral enthrall idolise idolize mesmerise mesmerize relish venerate
"""
OTHER_VERB_FORMS = """
aced acing acingit adorin befitting enamoring enjoyin excelled excelling likin looooove lovd loveeee loveit lovesss
lovve lovvve lurv lurved lurving luuuv luuv luvd luving luvit lve outgunned outgunning outlive outlived outlives
outran outrunning outshone outstripped outstripping outwitted outwitting outwore outworn rawk rawked rawks rockz rox
roxx rulez shone wowza
"""
NOUNS = """
adoration adulation affability amazement amiability amicability amusement ardor ardour astonishment attaboy
awesomeness awesomness badassery beaut belter bliss bombproofness boon brilliancy camaraderie charisma charmer
cheerfulness classiness cleverness comfiness comfyness commendation compassion congeniality conscientiousness
contentment conviviality corker cosiness coziness crowdpleaser cushiness cuteness cutie dazzler deftness deliciousness
delightfulness diligence discernment doddle dreamboat eagerness ebullience eclat effortlessness elation eloquence
empathy enchantment endorsement enrichment enthrallment euphoria excellency exhilaration exquisiteness exuberance
eyecandy faithfulness fanfave fantasticness felicity finesse flair flawlessness foolproofness fulfillment fulfilment
funfest gallantry gamechanger geniality gentility gladness glee goldmine goodwill gorgeousness gracefulness
graciousness gratefulness gratification greatness gusto hallelujah headturner heartthrob helpfulness hilarity homerun
humdinger impressiveness improvment indulgence ingenuity invincibility jollity joyfulness joyousness joyride
jubilation kickassery kindheartedness lifechanger lifeline likability likeability liveliness lovability loveliness
luckiness luxuriousness magnificence masterclass masterstroke masterwork mastery matchlessness merriment
meticulousness mirth moneysaver niceness nicety nobility oomph opulence outperformer overachiever pageturner panache
paragon perfectness perkiness perseverance personability phenom pizazz pizzazz plaudit playfulness pleasantness
pleasantry pleaser poise positivity pride professionalism promptness prowess rejuvenation restfulness revelation
rocksolidness rockstar savior saviour selflessness serenity showpiece sincerity skillfulness slamdunk sleekness
snappiness solidness splendor splendour spotlessness steadfastness stunner sublimity succor sumptuousness superbness
superstar swankiness sweetspot tastiness tenacity thankfulness thoroughness thoughtfulness thumbsup timelessness
timesaver topnotcher tourdeforce tranquility tranquillity trendsetter trustworthiness truthfulness unflappability
verve vibrance vibrancy vim virtuosity vivacity warmheartedness willingness winwin wizardry wonderfulness wonderment
yummies yumminess yummyness zeal
"""
OTHERS = """
agreeably amaaaazing amazballs aptly awesum awsm awsum bangin beautimous bellissima bellissimo bestever bombass
bombdiggity bombdotcom booya booyah bravissimo breezily bussin comfi coolbeans coolio cuuuute dabomb dilish dopeness
ezpz fabbo faboo fleek funtimes gawgeous gawjus gewd goooood graet grats gratz gud gudd hawt hellyeah highfive hooah
hoorah hurrah huzzah jawdropper kewl kickbutt legitness lekker loveitt lovelove lovley lurvely luvly luvvly marvy mmm
mmmm mmmmm mmmmmm muah mwah nicley niiiice nom nommy nomnom nomnomnom omnomnom onfleek orsm orsum ossum perf
perfectamundo perfectomundo perfek pog pogchamp poggers primo purrfect purrfectly purty qwik rawsome rocketfast
skookum snazzier sofffft soopa sooper sterdy suberb suhweet supercallifragilistic superdooper supurb sweeeeet sweeeet
tastee tasteee thanx thks topclass tysm valiantly vfm vg vgood vvgood whee wheee whoopee winna winnah wooh wooo woooow
wootwoot worthit wowee wowie wowser wowsers wowwww wowzah wowzer wowzers wundervoll yaaaas yaaas yaas yaass yass yasss
yayay yeehaw yessir yessss yipee yipeee yippee yippie yipppee yummmm yummo yumster yumyum
☺ ✔ ✨ ❣ 🍾 🎊 🏆 👑 💎 💓 💕 💗 💘 💙 💚 💛 💜 💝 💞 💟 💫 😆 😇 😌 😗
😘 😙 😚 😸 😺 😻 😽 🚀 🤌 🤍 🤗 🤤 🥂 🥇 🥳 🧡 🫶
"""
