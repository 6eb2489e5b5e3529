/** General English words that the judgement of a quote knows: nothing here is about any one subject. */

import { SAME_WORDS } from "~/subject/same-words";

const split = (words: string) => words.trim().split(/\s+/);

/** Words that carry no meaning of their own. */
export const FUNCTION_WORDS = new Set(
  split(`
  a an the this that these those such some any each every both all either neither no not nor none never
  i me my mine we us our ours you your yours he him his himself she her hers herself it its itself they them their
  theirs themselves who whom whose which what when where why how there here
  am is are was were be been being do does did doing done have has had having will would shall should can could may
  might must ought cannot
  and or but if then else than so as because since while although though whereas unless until till whether yet
  of to in on at by for from with without into onto upon about above across after against along among amongst around
  before behind below beneath beside besides between beyond despite during except inside like near off out outside
  over past per through throughout toward towards under up down via within
  also too very just even only still already again further furthermore moreover additionally however therefore thus
  hence overall generally typically usually often sometimes instead rather quite almost nearly approximately
  respectively meanwhile indeed namely accordingly consequently according
  several various many much more most few fewer less least lot lots other others another own same certain number
  include includes including included e.g i.e etc vs
  one ones thing things way ways s t d ll re ve m
  well later now today currently ago once ever known called named
  `),
);

/** Words that mean much the same. A word may stand in several groups. */
export const SYNONYMS = `
study research investigate examine explore analyze analyse look
scientist researcher investigator
show find demonstrate reveal discover indicate report observe conclude establish identify
demonstrate prove confirm
begin start commence initiate launch open
launch establish found create set form start co-found cofound
founder co-founder cofounder creator
end finish conclude complete close
increase rise grow raise climb boost enhance elevate improve surge higher expand gain jump more
decrease decline fall drop reduce lower lessen cut diminish shrink less fewer slow down fell
extend prolong lengthen increase longer
shorten reduce cut
improve better enhance
get receive obtain earn gain win award be-awarded
win award receive honour honor prize
award prize medal honour honor
obtain earn complete receive degree graduate
degree bachelor graduate
professor faculty
teach lecture instruct
serve work act
job post position role
lead head direct run chair manage
leader head director chief chair president boss
ceo chief executive
join enter
leave quit resign depart left
buy purchase acquire bought
sell sold
company firm business corporation startup start-up enterprise
film movie picture
book novel volume work
write author wrote written publish pen
author writer
publish release issue appear
release launch issue
make produce manufacture build create made built develop
build construct erect
develop create design invent devise
invent develop devise
die death dead decease pass killed
kill die dead death fatal
born birth
marry wed wife husband spouse marriage
child son daughter kid children
mother father parent
area region zone
country nation state
city town
big large great huge major vast
small little tiny minor
important significant key crucial vital essential major central
main chief primary principal major
help aid assist support contribute
contribute role part
allow let enable permit
stop halt cease end prevent
prevent avoid stop protect
protect shield guard
treat therapy treatment cure medication
patient sufferer people
ill disease illness sick condition disorder
cancer tumour tumor
people person individual human participant men women
child young youth
old elderly older aged
age old year
use employ utilize utilise apply
need require want
cause lead result produce trigger bring due
link associate correlate connect tie relate
effect impact influence affect
affect influence
change alter modify shift
show display exhibit
live reside inhabit
move relocate
travel journey
fight battle
defeat beat win overcome
team group crew
group organisation organization
game match
play perform
song single track
record album
vote elect poll
president leader
say state claim tell said announce note argue mention
announce reveal declare unveil
believe think thought consider
plan intend aim
aim goal purpose objective
test trial experiment
try attempt
method technique approach procedure
rate proportion
quick fast rapid
slow delay
common frequent widespread
rare uncommon
about approximately around roughly nearly almost
first earliest initial original
last final
near close adjacent
locate situate lie based headquarter
consist comprise contain made include
part component
type kind sort form
cost price
money fund finance
pay fund finance
danger risk hazard
harm damage injure hurt
safe secure
easy simple
hard difficult
school college university
child infant baby
house home
car vehicle automobile
road street highway
sea ocean
food diet eat meal
grow cultivate
animal creature
remain stay
keep maintain retain
replace substitute
remove eliminate delete
return
choose select pick
belong member
popular famous well-known renowned
attack assault
law legislation act
court judge tribunal
rule govern
war conflict
army military
city capital
american america u.s us usa united-states
british britain uk u.k united-kingdom england
french france
dutch netherlands
spanish spain
swiss switzerland
greek greece
danish denmark
polish poland
turkish turkey
chinese china
swedish sweden
finnish finland
welsh wales
irish ireland
scottish scotland
norwegian norway
thai thailand
czech czechia
mouse mice
man men
woman women
foot feet
tooth teeth
percent percentage %
double twice
half halve
annual yearly year
daily day
monthly month
weekly week
heart cardiac cardiovascular
brain cerebral neural
lung pulmonary
kidney renal
liver hepatic
attend student alumna alumnus alumni study
exchange change return
cover apply
attribute credit ascribe
rescue save
close shut
count name rank
quick fast fastly quickly rapidly swift
slowly slow
global world worldwide
production produce make manufacture
lack without absence
scarce rare shrink
responsible account cause
explain account
mathematician mathematics
territory land
receive grant
allow may could
reject turn-down refuse
accept approve adopt
permit licence license
give award receive hand
appoint name elect make
come arrive
hire employ recruit
staff employee worker labourer laborer
bookkeep book
ship vessel boat
plane aircraft airplane
build architect design
own possess belong
split divide separate
unite merge combine join
collect gather
discover find identify detect
observe see notice
measure determine
calculate compute
predict forecast expect
require need must
ask request
answer reply respond
warn caution
criticise criticize attack
praise laud
oppose resist
favour favor prefer support
ban forbid prohibit outlaw
fail failure unsuccessful
succeed success successful
die perish
injure wound
arrest detain
imprison jail prison
free release liberate
escape flee
return come-back
explode blast explosion
burn fire blaze
flood inundate
rain rainfall precipitation
warm heat hot
cold cool
earth planet
star sun
plant tree vegetation
forest wood
river stream
mountain peak mount
island isle
king monarch queen
soldier troop
priest clergyman cleric
lawyer attorney
farmer grower
customer client
guest visitor tourist
citizen inhabitant resident
population inhabitant people
teacher instructor
pupil student
singer vocalist
actor actress star
star feature
direct director
portray play
debut first
broadcast air
series show
episode instalment
magazine journal
newspaper paper
article paper
data information
evidence proof
reason cause because
advantage benefit
disadvantage drawback
feature characteristic trait
difference differ
similar like resemble
equal same
entire whole all
broken out-of-order damage
restart reboot reset
delete erase
worsen deteriorate aggravate
lessen alleviate ease relieve
symptom sign
infect infection infectious
surgery operation
mortality death die
survival survive
fatality death die
obesity obese
diabetic diabetes
child paediatric pediatric
pregnant pregnancy
gene genetic
mutation mutant
cell cellular
protein peptide
inhibit block suppress
activate stimulate
express expression
dose dosage
elevated high increase
reduced low decrease
vaccine vaccinate vaccination immunise immunize
`
  .trim()
  .split("\n")
  .map(split)
  .concat(SAME_WORDS.map(split));

/** One says the contrary of the other. */
export const ANTONYMS = `
increase:decrease increase:decline increase:fall increase:drop increase:reduce increase:lower rise:fall rise:drop rise:decline rise:decrease grow:shrink grow:decline
raise:lower raise:reduce raise:cut extend:shorten lengthen:shorten prolong:shorten gain:lose gain:loss improve:worsen improve:deteriorate better:worse
higher:lower high:low more:less more:fewer most:least most:fewest longer:shorter long:short larger:smaller large:small big:small greater:smaller greater:less
best:worst highest:lowest largest:smallest longest:shortest oldest:youngest older:younger old:young
first:last first:second first:third first:final before:after earlier:later early:late begin:end start:end start:finish open:close
win:lose won:lost winner:loser win:defeat beat:lose
born:died birth:death alive:dead
male:female men:women man:woman boy:girl father:mother son:daughter brother:sister husband:wife king:queen uncle:aunt
north:south east:west northern:southern eastern:western left:right
accept:reject approve:reject support:oppose agree:disagree confirm:deny allow:forbid allow:ban permit:ban legal:illegal
succeed:fail success:failure successful:unsuccessful effective:ineffective
possible:impossible able:unable safe:unsafe safe:dangerous likely:unlikely known:unknown related:unrelated
activate:inhibit activate:suppress stimulate:inhibit promote:inhibit promote:suppress promote:prevent enhance:suppress induce:inhibit upregulate:downregulate activate:block
positive:negative benefit:harm beneficial:harmful protect:harm improve:impair enhance:impair
include:exclude join:leave buy:sell bought:sold import:export enter:leave arrive:leave appoint:dismiss hire:fire
strong:weak hot:cold warm:cold warmer:cooler wet:dry rich:poor fast:slow faster:slower accelerate:slow quicker:slower accelerate:delay
always:never all:none everyone:nobody majority:minority public:private acute:chronic maximum:minimum above:below over:under
single:married full:empty same:different present:absent presence:absence visible:invisible heavier:lighter heavy:light
cause:prevent create:destroy build:demolish worse:better deeper:shallower wider:narrower
`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split(":") as [string, string]);

/** What turns the words after it round. */
export const NEGATORS = new Set(
  split(`not no never none neither nor without cannot nobody nothing nowhere hardly scarcely barely fail fails failed failing
  lack lacks lacked lacking absence refuse refuses refused deny denies denied denying unable false falsely incorrect untrue
  didn't doesn't don't isn't wasn't aren't weren't hasn't haven't hadn't won't wouldn't can't couldn't
  shouldn't mustn't cant dont didnt doesnt isnt wasnt`),
);
/** After a negator, these make no negation: "not only", "no doubt". */
export const NO_NEGATION = new Set(split("only just merely doubt until fewer less later sooner wonder matter"));

/** Words of a source that leaves something open. */
export const HEDGES = new Set(
  split(`may might could possibly perhaps maybe probably likely suggest suggests suggested suggesting appear appears appeared seem
  seems seemed believed thought hypothesis hypothesize hypothesized hypothesise hypothesised speculate speculated speculative
  allegedly alleged reportedly rumoured rumored supposedly potential potentially propose proposes proposed plan plans planned
  hope hopes hoped expect expects expected intend intends intended aims unclear uncertain unproven preliminary theoretically
  whether claim claims claimed predict predicts predicted tentative estimate estimates estimated forecast forecasts`),
);

/** Each list stands for one claim of order or amount: a sentence that says it needs a quote that says it. */
export const STRONG_WORDS: [string, Set<string>][] = [
  [
    "all",
    new Set(split("all every each entire whole always everyone everybody entirely completely fully any throughout")),
  ],
  [
    "only",
    new Set(
      split(
        "only sole solely exclusively alone unique uniquely nothing just restricted exclusive no-one single except except-for",
      ),
    ),
  ],
  [
    "first",
    new Set(
      split(
        "first earliest initial pioneer pioneered pioneering original originally 1st inaugural debut never previously founder",
      ),
    ),
  ],
  ["last", new Set(split("last final finally latest ultimate"))],
  ["most", new Set(split("most majority mostly mainly largely primarily predominantly chiefly"))],
  [
    "a superlative",
    new Set(
      split(`best largest biggest greatest highest longest oldest youngest smallest lowest worst fastest strongest leading top
    richest tallest deepest heaviest main record primary chief foremost principal`),
    ),
  ],
  ["never", new Set(split("never no not none nobody without didn't doesn't wasn't hasn't hadn't"))],
];

export const CAUSE_WORDS = new Set(
  split(`cause causes caused causing causal because lead leads led leading result results resulted resulting due trigger triggers
  triggered induce induces induced produce produces produced prevent prevents prevented preventing make makes made responsible drive
  drives driven thanks owing reduce reduces reduced reducing increase increases increased protect protects protected improve
  improves improved lower lowers raise raises extend extends extended`),
);
export const LINK_WORDS = new Set(
  split(
    "associated association associate associates link linked links correlated correlation correlates correlate related relationship connected tied",
  ),
);
/** Of the causes, those that nothing but a cause is called by. */
export const PLAIN_CAUSES = new Set(
  split(
    "cause causes caused causing causal because lead leads led result results resulted prevent prevents prevented trigger triggers triggered induce induces induced",
  ),
);

export const ABOUT = new Set(split("about around approximately roughly nearly almost some circa c ca"));
export const MORE_THAN = new Set(
  split("more over above exceed exceeds exceeded exceeding beyond greater higher least"),
);
export const LESS_THAN = new Set(split("less under below fewer most beneath within lower nearly almost"));

export const MONTHS = split("january february march april may june july august september october november december");
export const MONTH_SHORT = new Map(
  split("jan feb mar apr may jun jul aug sep oct nov dec").map((short, index) => [short, MONTHS[index] as string]),
);

/** Singular forms of units that a number may have. */
export const UNITS = new Map(
  `second:second minute:minute hour:hour day:day week:week month:month year:year decade:decade century:century
percent:percent percentage:percent %:percent pound:pound dollar:dollar euro:euro yen:yen kg:kg kilogram:kg gram:g mg:mg
milligram:mg kilometre:km kilometer:km km:km mile:mile metre:m meter:m foot:foot feet:foot inch:inch inches:inch acre:acre hectare:hectare
degree:degree ton:ton tonne:ton litre:litre liter:litre gallon:gallon fold:fold times:fold mph:mph`
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);

/** Irregular forms with what they are forms of. */
export const IRREGULAR = new Map(
  `wrote:write written:write won:win led:lead began:begin begun:begin grew:grow grown:grow fell:fall fallen:fall rose:rise
risen:rise made:make built:build taught:teach got:get gotten:get left:leave became:become took:take taken:take gave:give
given:give held:hold ran:run sang:sing sung:sing fought:fight bought:buy sold:sell thought:think brought:bring came:come
went:go gone:go knew:know met:meet paid:pay said:say saw:see seen:see sent:send showed:show shown:show spoke:speak
spoken:speak spent:spend stood:stand told:tell understood:understand wore:wear worn:wear chose:choose chosen:choose drew:draw
drawn:draw drove:drive flew:fly kept:keep laid:lay lost:lose rode:ride sought:seek shot:shoot slept:sleep struck:strike
swam:swim threw:throw thrown:throw broke:break broken:break caught:catch ate:eat eaten:eat felt:feel forgot:forget froze:freeze
hid:hide dying:die died:die lying:lie arose:arise bore:bear children:child mice:mouse women:woman men:man teeth:tooth feet:foot
bacteria:bacterium species:species analyses:analysis studies:study lives:life wives:wife leaves:leave higher:high highest:high
larger:large largest:large longer:long longest:long older:old oldest:old younger:young youngest:young lower:low lowest:low
earlier:early earliest:early better:good best:good worse:bad worst:bad bigger:big biggest:big greater:great greatest:great
proof:prove proven:prove choice:choose loss:lose death:die growth:grow belief:believe sale:sell flight:fly
discovery:discover discoveries:discover`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);

/** Verbs and nouns that say little by themselves. */
export const LIGHT_WORDS = new Set(
  split(`get got give given gave become became becomes take took taken make made makes use used using uses come came go went put set
  keep kept hold held provide provides provided work worked follow followed help helped allow allowed become remain remained base based
  serve served act acted appear find found consider considered refer refers referred mean means part people time example case fact
  order addition result form type kind important significant various different able known call describe described contain involve
  involved relate related present available specific particular main major common way including make making be`),
);
