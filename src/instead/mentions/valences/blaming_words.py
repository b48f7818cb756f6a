"""Words that blame, by part of speech and strength; written by hand from general knowledge of English.

The groups are those of `praising_words.py`, with damage, defects and cheating beside them.
"""

from __future__ import annotations

STRONG_ADJECTIVES = """
abominable abysmal appalling atrocious awful deplorable despicable detestable diabolical dire disastrous disgraceful
disgusting dismal dreadful execrable ghastly godawful gross gruesome hateful heinous hideous horrendous
horrible horrid horrific horrifying inexcusable inedible insufferable intolerable lamentable laughable lousy ludicrous
miserable nauseating nasty outrageous pathetic pitiful putrid rancid reprehensible repugnant repulsive revolting
ridiculous rotten shameful shitty shocking sickening stinking terrible trashy unacceptable unbearable unforgivable
unusable useless vile worthless wretched crappy unwatchable unreadable undrinkable
uneatable unplayable unlivable fraudulent worst
furious enraged livid infuriated infuriating disgusted devastated heartbroken outraged
horible terible aweful horrable pathetc
"""
ADJECTIVES = """
inferior subpar substandard mediocre lackluster lacklustre underwhelming meh passable
unsatisfactory unsatisfying unimpressive unimpressed inadequate
insufficient deficient lacking incomplete unfinished shoddy sloppy slapdash careless
chintzy cheesy tacky gimmicky tawdry flimsy fragile brittle breakable rickety wobbly shaky
unstable unsteady unsturdy loose wonky crooked bent warped misaligned lopsided uneven misshapen deformed cracked
chipped dented scratched scuffed torn ripped frayed ragged tattered shredded threadbare worn rusty corroded
moldy mouldy mildewed stained faded discolored discoloured tarnished grimy grubby dusty soiled greasy oily
slimy sticky gooey gunky sludgy messy untidy
broken faulty defective malfunctioning damaged unserviceable inoperable nonfunctional nonfunctioning
inoperative nonworking dead unresponsive kaput busted smashed shattered ruined wrecked destroyed unfixable
irreparable unrepairable buggy glitchy laggy choppy jerky jittery sluggish slow unhurried
unreliable undependable untrustworthy unpredictable inconsistent erratic intermittent temperamental finicky fussy
flaky patchy spotty iffy questionable dubious doubtful suspicious suspect sketchy shady
difficult hard complicated confusing confused perplexing baffling bewildering puzzling cryptic unclear vague
ambiguous incomprehensible unintelligible illegible convoluted unintuitive counterintuitive
cumbersome clumsy clunky awkward unwieldy bulky tedious tiresome laborious painful
inconvenient impractical unworkable inaccessible restrictive limiting limited inflexible rigid incompatible
unsupported
obsolete outdated dated antiquated archaic stale primitive crude rudimentary
expensive overpriced pricey pricy costly exorbitant extortionate steep unaffordable uneconomical wasteful
overrated overhyped
unattractive unappealing unsightly drab dull dingy gaudy garish frumpy dowdy unflattering
blurry blurred fuzzy hazy grainy pixelated dim murky muddy muddled foggy cloudy distorted
noisy loud deafening earsplitting shrill screechy squeaky creaky rattly tinny muffled hollow boomy
harsh piercing staticky scratchy crackly buzzing
bland tasteless flavorless flavourless insipid unappetizing unappetising unpalatable bitter sour acrid overcooked
undercooked uncooked overdone underdone burnt charred soggy mushy watery runny doughy rubbery chewy gristly
oversalted salty gummy lumpy grisly fatty bony sickly
smelly stinky malodorous foul musty pungent reeking stuffy smoky
uncomfortable itchy prickly chafing stiff rough coarse abrasive tight baggy saggy droopy
cramped crowded overcrowded claustrophobic jammed sweaty clammy drafty draughty freezing sweltering scorching
overheated chilly frigid lukewarm tepid
impolite discourteous disrespectful insolent arrogant snobby snobbish snotty condescending patronizing
patronising pompous obnoxious unfriendly unhelpful unkind hostile aggressive belligerent surly sullen grumpy grouchy
cranky indifferent uncaring uninterested disinterested inattentive unattentive neglectful negligent incompetent inept
clueless ignorant uninformed unprofessional unqualified untrained inexperienced unskilled lazy dishonest deceitful
deceptive misleading bogus fake phony phoney counterfeit untrue false inaccurate incorrect wrong erroneous mistaken
untruthful unethical unscrupulous greedy sneaky shameless evasive insincere heartless inhospitable unwelcoming
late delayed overdue belated tardy untimely
mad upset annoyed irritated irritating aggravated aggravating exasperated
exasperating bothersome troublesome worrisome worried worrying nervous anxious afraid scared frightened alarmed
concerned disturbed disturbing displeased depressed depressing gloomy dreary sorry regretful remorseful
ashamed embarrassed embarrassing humiliating resentful jealous skeptical sceptical wary hesitant leery bummed
dismayed discouraged discouraging disheartening disillusioned bored monotonous repetitive
uninteresting uninspired uninspiring lifeless unremarkable forgettable predictable cliched cliche corny
dumb idiotic silly foolish absurd nonsensical senseless pointless needless unnecessary meaningless hopeless helpless
futile fruitless ineffective ineffectual inefficient unproductive counterproductive impotent powerless weak feeble
underpowered anemic puny measly meager meagre skimpy paltry scant scarce sparse
unsafe hazardous risky perilous harmful toxic poisonous injurious deadly lethal flammable unhealthy
unhygienic unsanitary unclean contaminated infested allergic nauseous sick ill dizzy
unfair unjust unjustified unreasonable unwarranted illegal immoral offensive vulgar distasteful
unenjoyable undesirable unwanted unwelcome unfavorable unfavourable negative adverse detrimental
problematic flawed imperfect blemished unfit unsuitable inappropriate unsuited mismatched
misprinted mislabeled mislabelled
misrepresented missized undersized oversized
abrupt disjointed incoherent rambling shallow superficial trite contrived
disorganized disorganised chaotic hectic understaffed unattended unanswered ignored neglected abandoned unresolved
nonexistent absent missing unavailable
weird strange odd
dissapointed disapointed dissappointed disappionted dissapointing disapointing dissappointing defected unconfortable
uncomfterable expencive overprized frusterating anoying embarassing embarassed unrelible cheep
"""
CORE_ADJECTIVES = """
bad poor disappointed disappointing annoying frustrating frustrated rude ugly angry sad unhappy boring stupid
rotten dirty filthy unpleasant dangerous dissatisfied unsatisfied lame
"""
"""Words that say little else than blame."""
DEGREES = """
worse worst poorer poorest uglier ugliest
"""
"""Comparatives and superlatives that are core words themselves."""
COMPARED_ADJECTIVES = """
bad:worse:worst poor slow cheap flimsy shaky wobbly loose dirty filthy greasy noisy loud ugly dull dim rude nasty weak
pricey steep heavy clumsy bulky harsh rough stiff tight salty soggy bland stale messy risky sad angry lame dumb lousy
smelly stinky itchy lazy grumpy sick
"""
STRONG_VERBS = """
hate despise detest loathe abhor suck stink disgust appall infuriate enrage horrify scam cheat swindle defraud steal
ruin destroy
"""
VERBS = """
dislike regret resent lament complain gripe grumble whine moan bemoan criticize criticise condemn denounce reject
disappoint dissatisfy displease upset annoy irritate frustrate aggravate exasperate anger offend insult bother
disturb distract worry scare frighten alarm concern confuse perplex baffle puzzle mislead deceive trick fool
misrepresent exaggerate lie overcharge bore exhaust depress sadden discourage dishearten embarrass
fail malfunction misbehave break crack snap chip shatter smash crumble collapse disintegrate deteriorate degrade
corrode rust tarnish fade discolor discolour stain warp dent scratch scuff tear rip fray unravel shred peel
flake shed shrink wrinkle crease sag droop leak spill clog jam stall freeze crash lag
stutter flicker glitch overheat scorch reek rattle squeak creak screech buzz
hiss crackle wobble slip detach loosen tangle snag chafe itch pinch hurt ache
damage harm wreck spoil rot mold mould contaminate
lack lose suffer struggle hinder hamper impede prevent interfere interrupt obstruct restrict refuse deny
ignore neglect abandon forget overlook dismiss cancel delay postpone miss misplace
waste squander dump trash discard ditch toss
avoid beware warn
worsen decline weaken cripple choke
"""
OTHER_VERB_FORMS = """
broke broken breaks breaking fell falls falling fallen stole stolen lost losing lying lied stung
stuck sticks sticking froze frozen freezes freezing shrank shrunk shrunken tore torn tearing bent bends burnt hung
hurt hurts hurting misled misleading misleads stank stunk stinks sucked sucks sux suxx suks forgot forgotten forgets
loses upset upsets upsetting spoilt
cheated cheats cheating died dies dying dead quit quits quitting stopped stops misses missed missing
"""
NOUNS = """
problem trouble issue difficulty complication hassle headache nuisance annoyance irritation frustration aggravation
inconvenience bother pain nightmare disaster catastrophe fiasco failure flop dud lemon letdown
disappointment dissatisfaction displeasure regret disgust anger outrage fury misery sorrow sadness grief distress
worry
anxiety fear concern doubt suspicion skepticism shame embarrassment humiliation
flaw fault defect imperfection blemish glitch bug error mistake malfunction breakdown crash crack scratch dent stain
leak leakage weakness shortcoming drawback downside disadvantage con negative minus
deficiency inadequacy inferiority inaccuracy inconsistency incompatibility instability
junk crap trash garbage rubbish waste shit bullshit poop turd filth dirt grime gunk mess clutter
mold mould mildew rust rot stench stink stinker reek
scam fraud ripoff swindle cheat deception lie liar thief crook scammer fraudster hoax trick gimmick fake
knockoff imitation counterfeit joke farce travesty abomination atrocity horror monstrosity eyesore insult
complaint criticism gripe grievance objection rejection refusal denial refund cancellation delay setback
incompetence negligence neglect ignorance indifference rudeness arrogance hostility disrespect
idiot moron fool imbecile jerk asshole bastard bitch loser dummy
racket din rattle squeak hiss distortion lag stutter flicker buzz
damage harm injury wound bruise burn rash blister allergy irritant hazard danger risk threat poison toxin
clunker beater paperweight doorstop
sludge goo slime
discomfort itch itchiness soreness ache cramp
"""
OTHERS = """
badly poorly terribly horribly awfully dreadfully miserably sadly unfortunately regrettably disappointingly
frustratingly
annoyingly embarrassingly ridiculously painfully ugh yuck yucky ew eww blah bleh boo boohoo argh arghh grr grrr damn
damned dammit darn wtf smh sigh alas sob nope fml pos crapola bogus fubar snafu pita
unfortunatly unfortunetly poorley
apart undone
cry cries cried crying weep wept scream screams screamed screaming yell yells yelled yelling curse cursed cursing
swear
hell fuck fucked fucking fuckin shit shitty piss pissed bloody freaking frigging
kill kills killed killing killer murder die
sucky suckish crappily lamest dumbest
"""
LATER_ADJECTIVES = """
wooden cluttered grating childish cringey cringy cringeworthy raw stingy overpowering overbearing derivative tiring
clinical bruised babyish twee microscopic leaky leaking rattly twitchy bloated blunt creased sugary saccharine gloopy
claggy stodgy cloying sickly rancid congealed curdled clumpy chalky gritty grainy powdery pongy whiffy musty fusty
dank dusty mildewy scuffed scruffy tatty tired threadbare bobbly baggy gaping lopsided wonky skewed slanted jagged
splintery scratchy pokey poky cramped pinched stuffy airless draughty stifling muggy noisy tinny boomy shouty shrill
screechy whiny droning monotone robotic stilted hammy corny soppy schmaltzy predictable formulaic hackneyed cliched
muddled plodding ponderous rambling repetitive samey soulless charmless lacklustre uninspiring forgettable unfunny
unconvincing condescending patronising patronizing snooty sniffy surly stroppy curt abrupt offhand dismissive clueless
gormless shifty pushy nosy slapdash botched bungled misspelt misspelled misaligned mismatched wobbly rickety creaky
squeaky stubborn fiddly faffy finicky temperamental glitchy laggy jerky juddery stuttery choppy unresponsive
unintuitive illegible unreadable indecipherable incomprehensible baffling cryptic gibberish outdated outmoded obsolete
antiquated prehistoric cumbersome unwieldy clunky ungainly heavyhanded exorbitant extortionate eyewatering
overinflated stale soggy limp flabby floppy wilted withered shrivelled stringy gristly rubbery leathery charred burnt
tough chewy undercooked overcooked tasteless flavourless insipid watery diluted thin weedy puny feeble anaemic
underpowered piddling paltry meagre measly skimpy scanty token sham bogus phoney plasticky tacky gaudy garish naff
dowdy frumpy drab dingy dreary bleak grim gloomy grotty grubby filthy greasy grimy mucky sticky gummy gunky slimy
smeary streaky smudgy blotchy patchy blurry pixelated faded murky fuzzy muffled distorted crackly hissy brittle flimsy
fragile shoddy cheapo tricky impossible shocked scary pretentious apathetic sarcastic raucous overwhelming unfortunate
intrusive excessive weary reluctant apprehensive unsure brutal notorious infamous irrelevant obtrusive shabby wimpy
redundant severe unnatural corrupt unlucky incapable acidic touristy gamey sterile abusive frantic nondescript fatal
fishy damp muted disconnected improper unaware abyssmal rediculous
"""
"""Found to be missing in texts of reviews, as the next ones."""
MILD = """
crazy picky busy empty boisterous challenging generic ordinary brassy stripped crushed expired disappeared
discontinued
disconnects messed screwed abused apologize apologized apologizes blame blamed prematurely downhill constantly
repeatedly supposedly pricier flashy accidentally bumps bumped contacted strange
"""
