"""Rarer words that blame, in the groups of `blaming_words.py`: slang, touch, workmanship, defects.

Written by hand from general knowledge of English. A word stands here if it judges alike whatever it is said of.
"""

from __future__ import annotations

STRONG_ADJECTIVES = """
abhorrent barfy bullcrap calamitous cataclysmic catastrophic contemptible crapfest craptacular craptastic cringeworthy
derisory dogshit egregious excremental excruciating farcical fetid foetid fugly godforsaken hellacious hellish
horseshit indefensible irredeemable loathsome maggoty monstrous nightmarish odious pisspoor piteous preposterous pukey
putrescent risible ruinous scandalous shambolic shitbag shite shitey shithouse turdlike unconscionable undriveable
ungodly unlistenable unmentionable unpardonable unsalvageable unspeakable unwearable vomitous vomitrocious woeful
"""
ADJECTIVES = """
abject accursed acerbic addled affronted aghast aimless airless allergenic aloof amateurish anaemic antagonistic
antediluvian anticlimactic apoplectic arduous argumentative arrant artless asinine askew atonal backbiting
backbreaking backhanded balky banal baneful barbaric barbarous bedeviled bedraggled begrimed beleaguered benighted
bereft biased bigheaded bigoted blaring bleary blighted blinkered blistered blistery bloated bloaty blockheaded
bloodless blotched blotchy bobbled bobbly bombastic boneheaded boorish borked bossy botchy brackish braggy braindead
brainless brash brattish bratty bricked bromidic brusque brutish buggered bulgy bullying bumpkinish bunchy burdened
burdensome bureaucratic burny butterfingered cacophonous cadaverous cakey callous cantankerous carcinogenic cardboardy
carping cattywampus ceaseless censorious chaffy characterless charmless cheapo cheapskate cheerless cheesed
cheeseparing childish chinsy churlish claggy clamorous clamourous clangorous clangy clanky clattery cliquey cliquish
clodhopping cloggy clompy clonky cloying clumpy cluttered cluttery cockamamie cockeyed cocksure cocky coldhearted
comatose combative comedogenic compromised conceited confining confrontational conned conniving constricting
constrictive contemptuous contentious contradictory convulsive corrupted corruptible cowardly crabbed crabby
crackbrained crackpot crass cratered crestfallen cretinous cringey cringy crinkled croaky crossthreaded crotchety
cruddy cruel crumby crummy crumpled cumbrous curmudgeonly curt cussed daft damnable dank dastardly daunting deadbeat
deadening deadlocked debatable decayed decrepit defamatory defeatist defenceless defenseless defunct degenerate
dehumanising dehumanizing dejected deleterious delusional delusory demented deranged derelict derisive derivative
derogatory despondent desynchronized deviant devious devitalized devoid diabolic dicey dictatorial dilapidated
diminished dimwitted dinged directionless disagreeable disallowed disarrayed disbelieving discomforting discommodious
disconsolate discontent discontented discordant discreditable discriminatory disdainful disfunctional disgruntled
disgruntling disharmonious disheveled dishevelled dishonorable dishonourable disinclined disingenuous disjoint
dislikable dislikeable disloyal dismissive disobliging disorderly disproportionate disproportioned disproven
disreputable disrespectable disrespected dissembling dissonant distraught distressing distrustful disunited divisive
doa doctrinaire dodgier dodgy dogmatic doleful dolorous doltish domineering dopey dorky dour downcast downhearted
downmarket downtrodden draconian draggy dreggy drippy driveling drivelling droning duff dullish dumpy dungy
duplicative duplicitous dysfunctional dyspeptic echoey effete egocentric egotistical embattled encumbering
enshittified eviscerated exploitative exploitive extortionary extortive extraneous faceless faddish faffy faithless
fallacious fallible farfetched farty fatheaded fatiguing fatuous faulted faultier feckless fedup feelingless fickle
fiddlier fitful fizzless flabby flaccid flagging flagrant flighty flippant flyblown foolhardy footery forlorn
formulaic forsaken fouled foulest foulmouthed fractious fraudy freakish fretful frightful frightsome frizzled frowning
frowny frowsty frowsy frowzy frumpish fuming funereal furtive fusty gappy garbagey garrulous gauche gawdawful gawky
germy ghastlier ghosted gimpy glacial glib gloopy gluey gluggy glum glutinous goopy gormless graceless grasping graspy
grating gratuitous grievous gritty groaning grotty grouchier groundless grovelling grubbier grudging grueling
gruelling gruff grumbly guileful gungy gutless gutted gypped hackish hackneyed hacky halfhearted halfwitted halting
hamfisted hammy hamstrung hangdog haphazard hapless hardhearted harebrained harrassing harried haughty headachey
headachy heartsick hesitating hiccupy hidebound highfalutin hissy hodgepodge hogging hokey holed holey homophobic
honky hotchpotch huffish huffy humdrum humorless humourless hurtful hypocritical ick icky ignoble ignominious
illiberal illogic illogical illusory imbalanced imbecilic immature immoderate imperceptive imperilled imperious
impersonal impertinent impetuous implausible impolitic importunate imposturous imprecise improbable imprudent impudent
inadmissible inadvisable inane inapt inarticulate inartistic inaudible incensed incensing incessant incommodious
inconclusive incongruent incongruous inconsequential inconsiderate inconsolable incorrigible indecent indecipherable
indecisive indecorous indelicate indigestible indignant indiscernible indiscreet indistinct indolent inefficacious
inelegant inequitable inessential inexact inexpedient inexpert inexplicable infantile infantilising infantilizing
infeasible infelicitous infernal inflammatory infringing inglorious inharmonious inhumane inimical iniquitous
injudicious innacurate innane inopportune inordinate inquorate insalubrious insanitary inscrutable insecure insensible
insensitive insidious insolvent instable insubstantial insupportable insurmountable intemperate interminable
internecine intractable intransigent inutile irascible irate irksome irreconcilable irremediable irresolute
irresponsible irretrievable irritable irritative jagged jaggy jangly jank jankety janky jarring jejune jerkier
jerrybuilt jinxed jittering jobsworth jobsworthy joyless juddery judgemental judgmental judgy jumbled jumpy junked
junkier junky kafkaesque kinked kludgey kludgy klunky klutzy knuckleheaded lackadaisical laggard lamebrained lank lax
leaden leaky lecherous leering lethargic libelous limescaled lintlike linty listless littered loathful longwinded
loopholed loserish loudmouthed loveless lumbering lumpish lurid lusterless lustreless maladjusted maladroit malcontent
malcontented maledictory malefic malevolent malformed malfunctional malicious malign malignant mangy manhandled
manipulative manky mannerless mardy marred maudlin mawkish mealy meandering meanspirited meddlesome meddling menacing
mercenary mildewing mildewy mindless mindnumbing minging mingy mirthless misaddressed misadvertised misassembled
misbegotten miscalibrated miscast misconceived misdelivered misdrilled miserly misfed misfiled misfitting misfolded
misguided misidentified mismade misnamed misogynistic mispackaged mispacked misproportioned misrouted misshaped
misshipped missold misspelt misthreaded mistranslated mistrustful mistuned mocking moneygrubbing monopolistic mopey
moralistic moribund moronic morose mucky muddleheaded mulish munted mutinous muzzy myopic naff naggy nannying
narcissistic narky needling nefarious nerveless nervewracking nettlesome niffy niggardly niggly nitpicky noisome
nonbreathable noncommittal noncompliant nonconforming nondurable nonergonomic nonintuitive nonlasting nonoperational
nonplused nonplussed nonrefundable nonresponsive nonstarting nonsupportive nonviable notchy noxious nugatory
numbskulled numpty objectionable obliterated oblivious obsequious obstinate obstreperous obstructive obtuse obviated
odoriferous odorous odourous officious offish offputting oleaginous oppressive ossified ostentatious outmoded
overacted overaggressive overblown overcaffeinated overcarbonated overcautious overchilled overchlorinated
overcommercialised overcommercialized overcomplex overcompressed overconfident overcrammed overdesigned overdramatic
overeager overengineered overexposed overextended overfamiliar overfermented overfriendly overfull overgeneralized
overhasty overheaty overhot overinflated overlarge overlit overloaded overlong overpackaged overpacked overperfumed
overpowering overprocessed overproduced overreactive overripe overripened overroasted oversalty overscented
overseasoned oversensitive oversimplistic oversold overspiced overstretched overstrict overstrung oversubscribed
oversugared oversweet oversweetened overtechnical overthick overtight overwatered overweening overwhipped overwritten
overwrought overzealous palsied panicky papery parasitic parlous parpy parsimonious passe passionless peaky pedantic
peevish pejorative perfidious perfumey perfumy perfunctory pernicious pernickety persnickety pestiferous pestilential
pesty petty petulant phlegmy phobic piddling piddly piffling piggish pigheaded pilfered pilly pinchy pirated pissant
pissy pitiable pitiless pixelly pixely plagiarised plagiarized plagued plaguey plasticy platitudinous plinky plodding
plotless pockmarked pokey poky polluted ponderous pongy poppycock poxy preachy precarious predatory prejudiced
prejudicial presumptuous prissy profane profligate prohibitive prolix propagandistic prosaic protracted prying
pseudointellectual pseudoscientific puerile pugnacious pulverised pulverized punitive purblind purgatorial purposeless
pusillanimous pustular quackish quarrelsome querulous racist raggedy ragtag rambly ramshackle rancorous rapacious
ratty reactionary rebarbative recalcitrant reckless regressive regrettable remiss repetitious rephrensible repressive
reproachful retarded retrograde rheumy riddled ridiculed rigged robbed ropey ropy rowdy rubbishing rubbishy rudderless
ruffianly rundown saccharine sacklike sacrilegious saddled sadistic sallow sanctimonious sappy sardonic sarky scabby
scabrous scammy scanty scatterbrained scattershot scatty scheming schlocky schmaltzy scornful scraggly screwy scrimpy
scritchy scruffy scummy scungy scurrilous scuzzy seamy seedier seedy seepy selfish semifunctional sexist shafted sham
shambling shapeless shiftless shifty shittier shoddier shonky shoogly shopworn shortlasting shortlived shortsighted
shortstaffed shouty shrivelled sibilant sickish sidelined simpering simpleminded simplistic skanky skeevy skewed
skewwhiff skinflinty skittery skittish skunked skunky slanderous slatternly sleazy slighted slimed slippy slipshod
slobbish slobby slothful slovenly slowish sluggardly slummy smarmy smarting smeared smeary smooshed smudgy smug smutty
snaggletoothed snaggy snappish snarky snarled snarling snarly snide sniffy snippy snoozy sodden somniferous sooty
sophomoric soporific sordid soulless soured souring spammy spartan spasmodic specious spindly spineless spiritless
spiteful splintery splodgy splotchy spongey spongier spurious squalid squashed squawky squealy squelchy squiffy
squinty squirmy squished stagnant standoffish staticy stereotyped stereotypical stiffed stigmatizing stilted stingy
stodgy straggly streaky stressing strident stringy stroppy structureless stunted stuttery subhuman subliterate
suboptimal substanceless suckered suckier suckiest sulfurous sulky sulphurous sunfaded superannuated supercilious
superfluous surcharged swamped sycophantic tactless tatty taxing teetering teetery tenuous testy tetchy thankless
thickheaded thieving thoughtless threatening throttled throttly thuddy thuggish thwarted tightfisted timewasting
tinpot tippy tiring tonedeaf toneless toothless torturous tottering tottery touchy transphobic traumatic treacly
trembly tremoring trickier troubled troublemaking troubleprone troubling tryhard tumbledown tuneless turbid turgid
twerpy twitchy tyrannical unaccepting unaccessible unaccommodated unaccommodating unaccomplished unaccountable
unachievable unacknowledged unaddressed unadjustable unadventurous unadvisable unaesthetic unaffable unaffecting
unaligned unalluring unamused unamusing unanswerable unapologetic unappeasable unappreciated unappreciative
unapproachable unarousing unartistic unatmospheric unattainable unauthentic unavailing unbalanced unbecoming
unbefitting unbending unbeneficial unbootable unbothered unbreathable uncalibrated uncertain uncharismatic
uncharitable uncivil uncivilised uncivilized uncleanable uncleaned uncleansed uncleared unclosable uncloseable
uncomely uncomforting uncomfy uncommunicative uncompassionate uncompetitive uncomplimentary uncomprehending
unconcerned unconfigurable unconnectable unconstructive uncontactable uncontrolled unconvinced unconvincing uncool
uncooperative uncorrected uncorroborated uncourteous uncouth uncreative uncultivated uncultured uncurious
uncustomizable undecipherable undefendable undelicious undeliverable undelivered undemocratic underbaked underbuilt
undercharging undercooled undercushioned underdeveloped underdramatic underengineered underequipped underexplored
underexposed underfermented underhand underhanded underimpressed underinflated underlit undermanned underpacked
underpadded underprepared underproduced underproofed underqualified underrepresented underripe underroasted
undersalted undersaturated underseasoned undersensitive underserved undersold underspecced understocked understuffed
undertrained underventilated underworked underwritten undeserved undeserving undigestible undignified undiplomatic
undiscerning undisciplined undismissable undistinguishable undistinguished undrivable unduly undurable uneasy
unedifying unempathetic unendearing unendurable unenforceable unengaging unenjoyed unenlightened unenlightening
unentertaining unenthused unenthusiastic unenviable unergonomic unessential unexceptional unexciting unexcused
unexplainable unexplained unfaithful unfancied unfashionable unfathomable unfavored unfeasible unfeeling unfilling
unfinishable unfitted unfitting unfixed unflattered unflavorful unflavourful unfocused unfocussed unfollowable
unforgiving unforthcoming unfounded unfresh unfruitful unfulfilled unfulfilling unfun unfunctional unfunny ungainly
ungentlemanly unglamorous ungraceful ungracious ungrammatical ungrateful unhandsome unhandy unhealthful unheedful
unheeding unhelped unhip unhospitable unhygenic unideal unidiomatic unilluminating unimaginative unimpactful
unimproved uninformative uninhabitable uninspected unintelligent uninviting uninvolving unjoyful unjustifiable unkempt
unkept unknowledgable unknowledgeable unlaundered unlawful unlearned unlevel unleveled unlicensed unlikable unlikeable
unlovable unloveable unlovely unlubricated unluxurious unmaintained unmanageable unmannered unmannerly unmarketable
unmatching unmelodic unmemorable unmerited unmet unmindful unmodern unmotivated unmusical unnavigable unneeded
unneighborly unnourishing unnutritious unobjective unobliging unobservant unopenable unoptimised unoptimized
unorganised unorganized unoriginal unpatched unpersuaded unpersuasive unpleasing unpolite unpopular unprepared
unprepossessing unpresentable unpretty unprincipled unproofread unprovoked unpunctual unquiet unravelling unreachable
unreactive unrealistic unreasoning unreceived unreceptive unrecognisable unrecognizable unrecommendable unrecoverable
unredeemable unredeemed unrefreshing unrefundable unrefunded unreimbursed unrelaxing unremedied unremunerative
unrepaired unrepentant unreplaced unrepresentative unrested unrestful unreturnable unrewarding unrhythmic unridable
unrideable unripe unroadworthy unromantic unruly unsaleable unsanitised unsanitized unsavory unsavoury unscenic
unsearchable unseaworthy unsecure unsecured unseemly unsellable unserious unserviced unsewn unsexy unshapely unshipped
unskilful unskillful unskippable unsmiling unsmooth unsociable unsocial unsolicited unsophisticated unsound
unspectacular unspirited unsporting unsterile unsterilised unsterilized unstimulating unstocked unstraight
unstreamable unstuck unstylish unsuccessful unsupportable unsupportive unsuspenseful unsustainable unswept unsymmetric
unsymmetrical unsympathetic unsynced unsynchronised unsynchronized unsystematic untalented untasty untempting
untenable untended unthankful unthinking unthorough unthrilling untoward untranslatable untreatable untrendy untruly
untrustable untrusted untruth untuned unturnable unupdated unvacuumed unvalued unventilated unverifiable unvetted
unviable unwarmed unwarrantable unwashed unwelcomed unwholesome unwieldly unwilling unwinnable unwiped unwise unworthy
upchargey usurious vacillating vacuous vainglorious valueless vapid verbose verminous vexatious vindictive vitriolic
vituperative vomity wack waffling waffly wanky warbly waterlogged wearisome wearying weatherworn weevily welching
whacked whiffy whiney whingeing whingey whiny wibbly wiggy wishywashy witless wizened woebegone wonkier woozy wordy
workshy wormy wrathful wrongful wrongheaded wroth xenophobic yawnsome yellowing yobbish yucko yukky
cliché clichéd
"""
COMPARED_ADJECTIVES = """
baggy blotchy blurry bony buggy cheesy chewy chilly choppy cloudy clumpy clunky corny crappy creaky crude crummy dingy
dodgy drab drafty drippy droopy fiddly finicky flaky floppy fussy fuzzy glitchy grainy grimy gritty grotty grubby hazy
iffy janky jerky laggy leaky lumpy muddy murky mushy musty notchy patchy pushy runny rusty saggy scratchy scruffy
shabby shady shifty shoddy sketchy skimpy slimy sloppy smudgy snobby snooty spotty squeaky sticky stingy streaky
sweaty tacky tatty tinny touchy twitchy wonky
"""
VERBS = """
aggrieve agonise agonize alienate antagonise antagonize appal backfire bamboozle befoul befuddle begrudge belittle
berate besmirch bewilder bicker blunder bluster bodge bollock bombard botch browbeat bumble bungle cannibalize
castigate cheapen chide clang clank clatter coerce confound congeal conk cringe croak curdle deafen debase debilitate
deface defame defile deflate deform delaminate delude demean demoralise demoralize denigrate deplore deprave deride
desecrate desiccate despair destabilise destabilize desync detract devalue dillydally disaffect disapprove discomfit
discompose disconcert discredit disenchant disfigure disgrace dishonor dishonour disillusion dismay disobey
disorganize disorient disorientate disparage dispirit disquiet disrupt dissapoint distend distort distrust dither
dodder downgrade embitter encroach endanger enervate enfeeble engorge ensnare entangle erode err exacerbate excoriate
extort falsify falter fester fib fizzle flab flail flinch flounder flub flummox fluster foist forfeit frazzle fret
fritter fritz fumble gall garble gloat goad goof gouge gyp harangue harass hector hiccough hiccup hobble humiliate
imperil insinuate intimidate intrude invalidate irk jangle jeopardise jeopardize jilt judder kludge knacker lacerate
lambast lambaste languish lurch madden maltreat mangle miff misalign misapply miscalculate miscommunicate misdescribe
misdiagnose misdirect misfire mishandle mishear misinform misinterpret misjudge mislabel mismanage mismatch misprint
mispronounce misquote misreport missell misspell mistime mistreat mistrust mistype misuse mither molder mope mortify
moulder muddle mumble mutilate nag nettle niggle nosedive obfuscate oppress overbake overbill overboil overbook
overburden overclaim overcompensate overcomplicate overcook overcorrect overcrowd overdramatize overestimate overfill
overfry overhype overprice overpromise overrate overreact oversalt oversaturate oversell overshadow oversharpen
overshoot oversimplify overstate overstay oversteer overstuff overswell overtax overtighten overvalue overwork
patronise patronize peeve perturb pester petrify pixelate pixellate plummet pontificate profiteer pucker puke putrefy
quarrel quibble ramble rankle ransack ravage rebuff rebuke regress regurgitate rehash relapse renege reprimand retch
rile rumple rupture scald scandalise scandalize scapegoat scoff scold scowl scrimp seethe sever shirk shoo shortchange
shriek shrivel shudder singe skank skimp slacken slander slobber slog slouch slur smirk smolder smother smoulder
smudge sneer snicker snivel snoop snub splinter splutter sputter squabble squawk squeal squirm stagnate stammer stifle
stonewall stultify stupefy suffocate sulk sully swelter taint tatter taunt torment torture traumatise traumatize
uglify undercook underdeliver underestimate underfill undermine underpay underperform undersell understaff underuse
undervalue unglue unhinge unnerve unsettle unstitch unthread upcharge upchuck usurp vandalise vandalize vex vilify
violate wallow waver wheedle whimper whinge wilt wince wither wrest yawn yelp zonk
"""
STRONG_VERBS = """
abominate bastardise bastardize bilk dupe fleece hoodwink nauseate repulse revile revolt sicken
"""
OTHER_VERB_FORMS = """
barf barfed barfing barfs befell besets bork borks bricking connin crapping dislikin drubbed enshittify fobbed fobbing
forsakes forsook gagged gagging ghosting h8 h8d h8ed h8s hatein hatin jarred kaputt marring misheard misread
misreading misreads misspent mistaking mistook misunderstand misunderstanding misunderstands misunderstood nerfed
nerfing overdid overdo overdoes overdoing overpay overpaying overpays overran overshot overslept overspend
overspending overspends overspent petered petering peters pooed regretted regretting robbing shat shitting shrivelling
snivelling sours spammed spamming spams stinging stings sucka suckd sucketh suckin sukked sukks suxed suxor suxors
throttling undercut withheld withhold withholding withholds
"""
NOUNS = """
aberration abhorrence absurdity acrimony affront aggro agony alienation amateurishness animosity annoyingness
antagonism anticlimax apathy aversion awfulness awkwardness badness bafflement baloney banality bane barbarity
belligerence bigotry bilge blandness blight bloat bloatware bloodbath blooper blot blurriness bobbling boorishness
breakage brittleness buffoon buffoonery bugaboo bugbear bulkiness bumbler bummer bungler butchery cack cacophony
calamity callousness carelessness castastrophe cesspit cesspool chagrin chaos charade charlatan cheapness chicanery
chiseler chump clanger claptrap clownery cludge clumsiness clunkiness clusterfuck cockup codswallop collywobbles
comedown confusion conman conmen contempt contretemps crappiness crapshoot crapshow crapware creakiness creepiness
cretin cringefest crud cruddiness daftness damnation deathtrap debacle deceit decrepitude defacement defamation
deformity degradation dejection delamination delusion demerit denigration depravity deprivation derangement
dereliction derision desecration despondency deterioration detestation detractor detriment devastation dilapidation
dilettante dimwit dinginess disaffection disapproval disarray disbelief discoloration discolouration discomfiture
disconnect discontentment discord discourtesy discrepancy discrimination disenchantment disfavor disfavour
disfigurement disharmony dishonesty disillusionment disincentive disinclination disinformation disinterest disloyalty
disorganisation disorganization dispair disrepair disrepute disruption disservice dissonance distaste disturbance
dodginess doldrum dolt doofus dorkiness douche douchebag downer downturn drabness dreariness dreck dregs drivel dross
drudge drudgery dullness dumbass dumbness dumpsterfire dunce dweeb dysfunction effrontery egregiousness embezzler
embitterment encumbrance enmity enshittification entanglement exasperation excrement extortion extortionist facepalm
fadedness faff failings fakeness fakery falsehood falseness farrago fecklessness fickleness fiddliness filthiness
flakiness fleabag fleapit flimflam flimsiness folly foolishness foulness fragility freeloader frigidity frump
frumpiness fuckup fuckwit fustiness futility fuzziness gaffe garishness gaudiness ghastliness gibberish glitchiness
gloom glumness gobbledegook gobbledigook gobbledygook gobshite gouger gracelessness graininess greasiness greediness
grievousness grift grifter grimness gripefest grossness grot grouch grouchiness grubbiness gruffness grumpiness guff
gunge gunkiness gutrot hackjob hamfistedness haphazardness harassment hardheadedness harshness haughtiness havoc
hazardousness headcase heartache heartlessness hellhole hellscape hideousness hindrance hogwash hokum hooey
hopelessness horribleness horrorshow howler huckster hullabaloo humbug ickiness idiocy imbroglio immaturity impasse
impatience impediment imperfectness impertinence impoliteness imposition imposter impostor impracticality imprecision
improbability impropriety impudence impurity inability inaction inanity inattention inattentiveness incivility
incoherence incomprehension incongruity inconsideration inconsistence inconveniency indecency indecision indignity
ineffectiveness inefficacy inefficiency inelegance ineptitude ineptness inequity inexperience inflexibility
infringement infuriation inhospitality insensitivity insincerity insipidness insolence insubstantiality
insufferableness insufficiency intolerance intransigence intrusion intrusiveness invective irksomeness irrelevance
irresponsibility irritability jackass jackhole jaggedness jankiness jerkiness jerkwad jitter jitteriness jumble junker
junkheap junkiness kerfuffle killjoy klunker klutz klutziness knavery knobhead knucklehead laceration lackwit lagfest
lagginess lamebrain lameness laughingstock laxity laxness laziness leakiness lechery lethargy lifelessness limpness
listlessness loathsomeness lopsidedness loudmouth lousiness lowlife lowlight lowpoint lummox lumpiness lunacy lunkhead
maladjustment maladministration malaise malarkey malevolence malfeasance malpractice maltreatment manginess mayhem
meanness mediocrity meltdown merde messiness messup mindlessness minger miscalculation miscommunication misconduct
misdeed misfortune misgiving misguidance mishap mishmash misinformation misjudgement misjudgment mismanagement
misnomer misrepresentation misstep mistreatment mixup mockery moldiness moneygrab moneypit monotonousness monotony
monstrousness moodiness moodkill moodkiller mouldiness muckup muddiness mugginess murk murkiness mushiness mustiness
nastiness nefariousness nincompoop nitwit nogoodnik noisiness nonentity nonevent nonsense nonstarter nothingburger
numbnuts numbskull numskull nutcase nutjob oaf oafishness obfuscation obnoxiousness obscenity obsolescence obstinacy
obstruction oddness odiousness odium offensiveness officiousness oiliness omnishambles opprobrium ordeal ostentation
outcry overexposure overreach overreaction oversight overstatement paltriness pandemonium pernicketiness perversion
pestilence petulance phoniness piffle pigheadedness pigsty pilferage pillock pissoff pisstake pitfall pixelation
pixelization pixellation pixilation plagiarism plight plonker plothole ploy pointlessness pomposity ponzi pooeyness
poseur pretence pretense pretension pretentiousness prevarication profanity profligacy provocation pseud puffery
putrefaction putridness quackery quagmire qualm quandary rabble rancor rancour rascal ratbag rathole rattletrap
recklessness regression remorse repugnance repulsion repulsiveness resentment revulsion ridicule ridiculousness
rigamarole rigidness rigmarole rotgut rottenness rubbishness ruckus ruination rumpus runaround ruse rustbucket
rustiness ruthlessness sadism sadsack sagginess savagery scallywag scaremongering scoundrel scourge scratchiness
screwup scruffiness scumbag scuminess scumminess scuzzball seediness senselessness sh1t shabbiness shadiness shakiness
shallowness shambles shamelessness sheisters shiftiness shitbox shitfest shithead shitheap shithole shitpile shitshow
shitstain shitstorm shittiness shoddiness shortage shortfall shortsightedness shrillness shrinkflation shyster sicko
silliness simpleton skimpiness skinflint skullduggery slacker slackness slapdashness sleaze sleazebag sleazeball
sleaziness slimeball sliminess slipperiness slipshodness slob slogfest slop sloppiness slowcoach slowdown slowness
slowpoke sluggishness slum slumlord smarminess smartass smattering smelliness smokescreen smugness snark snob snobbery
snobbishness snootiness snoozefest snorefest sogginess sourpuss spite splodge splotch spottiness squalor squeakiness
stagnation stalemate staleness stickiness stinginess stinkbomb stinkfest stinkiness stinkpot stodge stodginess
stressor strife stuffiness stupidity stupidness subterfuge suckage suckfest suckiness sulkiness surliness swill
swindler swiz swizz tackiness tantrum tardiness tastelessness tat tattiness tawdriness tediousness tedium testiness
thoughtlessness timesink timewaster tinniness tiresomeness toil tomfoolery tosh tosser tosspot touchiness trainwreck
trashiness travail trickery tripe troublemaker troublesomeness turmoil turnoff twaddle twat twerp twit typo ugliness
umbrage unacceptability unavailability uncaringness uncleanliness uncomfortableness uncouthness underperformance
underperformer undoing unease uneasiness unevenness unfairness unfriendliness unhappiness unhelpfulness unkindness
unpleasantness unpredictability unprofessionalism unprofessionality unreliability unresponsiveness unruliness
unsightliness unsteadiness unsuitability untidiness untrustworthiness unusability unwieldiness unwillingness uproar
upsell upselling uselessness usurer vacuity vacuousness vagueness vapidity vaporware vapourware vexation viciousness
vileness vindictiveness vitriol voidness vulgarity wank wanker wankfest warpage washout wastage wastefulness wastrel
wateriness weakling weakspot weirdness weirdo wheeziness whiner whinger wimp wimpiness windbag wobbliness woe
woefulness wonkiness worthlessness wretch wretchedness wrongdoing wrongness yawner yawnfest yikes yob yobbo yuckiness
"""
OTHERS = """
aaugh aggh argg augh bleargh blergh bleurgh bluh bs crappish crappo d'oh dagnabbit damnit dangit darnit dnf eeek eek
egads epicfail eugh euw ewy faceplam ffs ftl fugged gah gahh garbaj gtfo harrumph hmpf hmph humph ihateit ikky krap
krappy kwap lazyass mehish mehness nawt nonono nooo noooo nooooo noooooo oof ooof oops ouch owch owie oww owww peeyew
pewy pfff pffft pfft pft phooey pooey poopie pooy psh pshh ptooey pukeville retchworthy sadface scammish scheisse
schlock shet shiite shitttt shoddyness shyte skanktastic slooooow sloooow stewpid stooopid stoopid stoopidly stupud
suckass suckville sukky tearable thumbsdown tsk uggghh uglee uhg unexceptable usefulless vainly wasteof worsr worstest
wrost wth yecch yech yeesh yicky yukk yukkk zzzz zzzzz
☹ ⚠ ⛔ ✖ ✗ ✘ 👿 💩 🖕 🗑 😐 😓 😔 😟 😥 😦 😧 😨 😪 😫 😬 😰 😵 😾 😿
🙁 🙅 🚩 🚮 🤡 🤥 🤦 🤬 🥱 🫠 🫤 🫥
"""
