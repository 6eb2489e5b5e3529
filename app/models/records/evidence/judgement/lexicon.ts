/** General English words that the judgement of a quote knows: nothing here is about any one subject. */

import { BROADER_WORDS, SAME_WORDS } from "~/subject/same-words";

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
co2 dioxide
nurse nursing
graduate alumna alumnus alumni study student graduation
student undergraduate
study attend educate train
scholar academic researcher
scholar expert specialist
scientist biologist chemist physicist naturalist
chemist chemistry
physicist physics
biologist biology
geologist geology
economist economics economy economic
historian history historical
engineer engineering
naturalist nature biologist zoologist
zoologist zoology
botanist botany
philosopher philosophy
psychologist psychology
sociologist sociology
politician political politics
statistician statistics statistical
linguist linguistics language
musician music musical
composer compose score music
poet poem poetry verse
verse poem poetry line
painter paint painting artist art
sculptor sculpture
photographer photograph photography
architect architecture
novelist novel writer
playwright play drama
critic criticism
editor edit
employ hire work job
profession career occupation work
career profession
retire step-down leave
native born birthplace
hometown native
raise grow bring upbringing
family relative
ancestor predecessor forebear
descendant offspring child
descend originate derive come
derive originate stem come
origin source begin
predecessor former previous earlier
former previous past ex
successor succeed follow next
succeed follow replace
murder kill assassinate assassination slay
execute execution behead
reign rule govern king monarch emperor
ruler king emperor monarch sultan khan queen tsar
throne crown king
conquer capture take seize conquest
invade invasion raid
raid attack
occupy occupation
troop force army soldier
battle fight combat
weapon arm
bomb bombing bombard
rebellion revolt uprising insurrection
coup overthrow
overthrow depose oust
treaty agreement pact accord
agreement deal contract accord
alliance ally partner
settle settlement settler colonise colonize
settler colonist
colony settlement
migrate emigrate immigrate migration move
refugee flee
slave slavery enslave
freedom free liberty independence
independent independence
religion religious faith church
church congregation
christian christianity church
muslim islam islamic
jewish jew judaism
catholic catholicism
protestant protestantism
priest minister pastor clergy
pray prayer worship
sacred holy
bible scripture
parliament legislature congress legislative
lawmaker legislator politician
government administration authority state federal national
federal national
minister secretary
mayor council
council councillor
politician leader statesman
party faction
campaign drive
vote ballot election
voter electorate
tax levy taxation
budget fund finance
fee charge payment cost
expensive costly
cheap inexpensive low-cost
price value worth
worth value
profit earn gain
revenue income earnings sales
income earnings wage salary pay
wealth wealthy rich affluent
poor poverty impoverished
debt loan borrow lend
borrow loan
invest investment fund finance
trade commerce commercial business
market sell sale
export sell
customer buyer consumer purchaser client
owner own
manufacturer maker producer
manufacturer manufacture maker
factory plant mill
plant facility
machine device apparatus equipment
instrument device tool
tool device instrument
engine motor
computer pc machine
software program application
network system
website site web online internet
online internet web
phone telephone
television tv broadcast
radio broadcast
station channel
video film
audience viewer spectator
spectator fan crowd
crowd throng mass
car auto automotive automobile
truck lorry
railway rail railroad train
tram streetcar
tramway tram
airport aerodrome
flight fly plane
pilot aviator
spacecraft spaceship capsule module
astronaut cosmonaut
rocket launch
moon lunar
sun solar
planet planetary
star stellar
sky heaven
air atmosphere
atmosphere atmospheric
climate weather
temperature heat warm
warm warming
freeze frozen ice
ice glacier
snow snowfall
rain precipitation
drought dry
storm hurricane cyclone typhoon
wind blow
earthquake quake seismic
volcano volcanic eruption
soil ground land
land ground
land terrain
coast coastal shore seaside
beach shore
sea marine maritime ocean oceanic
underwater submarine
water aquatic
lake reservoir
river waterway
valley basin
hill mountain
forest woodland rainforest
logging deforestation log
deforest deforestation
farm farming agriculture agricultural
crop harvest yield
harvest yield crop
pasture graze grazing
cattle cow livestock
pig swine
horse equine
dog canine
cat feline
bird avian
fish fishery fishing
species kind
alga algae algal
fungus fungi fungal
bacterium bacterial microbe
microbe microorganism microbial
virus viral
parasite parasitic
toxin toxic poison poisonous
poison toxic
noxious harmful toxic
harmful adverse detrimental damaging
adverse undesirable unwanted negative side
complication adverse
side adverse
prescribe prescription
pharmacist pharmacy
dispense dispensary
tablet pill
injection inject
hospital inpatient
intensive critical
operation procedure surgical
surgeon surgery surgical
diagnose diagnosis diagnostic
screen screening test
scan imaging image
radiograph x-ray
symptom complaint
pain ache painful
fever febrile
cough respiratory
breath breathe breathing respiratory
tumour cancer malignancy malignant
malignancy cancer
oncology cancer
leukaemia leukemia
stroke cerebrovascular
hypertension blood-pressure
gum periodontal gingival
tooth dental dentistry
dentist dental dentistry
eye ocular visual
skin dermal cutaneous
bone skeletal
muscle muscular
joint arthritis
nerve neural neuronal
neuron neuronal nerve
mental psychological psychiatric
depression depressive depressed
anxiety anxious
memory cognitive
cognition cognitive
dementia alzheimer
inflammation inflammatory
immune immunity immunology
antibody immune
allergy allergic
infection infect
contagious infectious
epidemic outbreak plague pandemic
outbreak epidemic
plague pestilence
survive survival live
mortality fatal lethal
lethal deadly fatal
lifetime life
birth natal neonatal
newborn neonatal infant
infant baby
preterm premature
pregnancy gestation gestational
mother maternal
father paternal
parent parental
woman female
man male
girl female
boy male
adult grown
adolescent teenager youth
gender sex
sex sexual
race racial ethnic
black african
white caucasian
weight mass
weigh weight heavy
obese overweight
size dimension large
length long
width wide
height high tall
depth deep
strength strong
power powerful strong
weak weaken
strong robust
speed fast velocity
distance far
double twice twofold duplicate
triple threefold treble
half fifty
majority most
minority few
few handful
multiple several many
numerous many
substantial considerable significant large
substantially significantly considerably greatly markedly
significant notable
dramatic marked sharp steep
slight small modest minor
sharply steeply dramatically
amount quantity
total overall
entire complete
complete whole
complete finish
partial part
additional extra further more
add addition additional
extend extension expand prolong
expand expansion
expand extend widen broaden
reduce reduction
fall fell decrease
lessen reduction
weaken reduce
strengthen boost reinforce
limit restrict constrain
limit restriction
restriction constraint
remove removal
eliminate abolish
abolish abolition end
hamper hinder impede obstruct prevent harm
hinder prevent
hurt harm
damage destroy
destroy destruction demolish ruin
ruin destroy
restore rebuild reconstruct renovate
renovate refurbish
repair fix mend
replace replacement
convert turn transform
transform change
become turn
adapt adjust
adjust change
vary variation differ
various diverse different
differ different contrast unlike
contrast unlike
distinguish differentiate separate set-apart
compare comparison
resemble similar
match fit correspond
relationship link association correlation
connect link join
join link
bridge footbridge span
link bridge
border boundary frontier
adjacent beside
opposite across facing
surround encircle
centre center central middle
core centre
downtown centre
suburb suburban
urban city metropolitan
metropolitan metropolis megalopolis
rural countryside
village hamlet
neighbourhood neighborhood district
district area quarter
region regional
local regional
country national
nationwide national
abroad overseas foreign
foreign overseas international
international global worldwide
global worldwide
population populous inhabitant people
populous populated
resident inhabitant live
community communal
society social
crime criminal offence offense
criminal convict
sentence convict
guilty convict
trial court
judge justice
lawsuit sue
police officer
prison jail
prisoner inmate
law legal legislation
legal lawful
regulate regulation rule law legislation subject
rule regulation
requirement require condition
obligation oblige require duty
oblige compel force require
right entitle
permission permit
licence license certificate certification
certificate certification
certify certification licence license
qualification qualify
eligible qualify
approve approval
authorise authorize approve
consent agree
agree agreement
disagree dispute
dispute controversy debate
controversial debate dispute
debate discuss argue discussion
discuss debate
criticise criticism
complain lament complaint
lament regret
praise acclaim
acclaim praise
reputation known
renowned famous acclaimed celebrate
prominent notable famous leading
notable prominent
distinguished eminent renowned
influential influence
inspire inspiration influence
motivate inspire
encourage urge promote
promote foster encourage
foster promote
fascinate fascination interest love
interest passion
passion love
love affection
enjoy like
hate dislike
fear afraid
worry concern
concern worry
hope wish
wish desire
desire want
need necessity necessary
necessary need essential
essential vital
unnecessary needless
useful helpful
helpful benefit
effective efficacy efficient
efficient efficiency
success successful
achieve accomplish attain
accomplish achieve
achievement accomplishment
goal target
target aim
task job
duty responsibility
responsibility role
role function position
function role
function work operate
operate run work
operation operate
carry bear
conduct carry perform undertake
undertake carry
perform conduct
participate part take-part join attend enrol involve
participant subject volunteer
enrol enroll recruit include
recruit include
volunteer participant
subject participant patient
sample specimen
specimen sample
survey poll questionnaire
questionnaire survey
interview ask
question ask
answer response
response respond react reaction
react reaction
experiment experimental
laboratory lab
theory hypothesis theoretical
hypothesis theorise theorize
theory idea concept
idea concept notion view
concept notion
opinion view belief
view belief
belief believe
doctrine teaching belief
principle doctrine
think regard consider view
regard consider view see
consider deem
estimate calculate approximate
count number
number figure
figure number
measurement measure
assess evaluate assessment evaluation
evaluate assess
analysis analyse analyze
examine inspect
inspect examine
monitor track observe
track trace follow
trace track
record register document
document record
register record
recount tell describe
describe depict portray
depict portray illustrate
illustrate show
explain clarify
define definition
term word name
term name call
call name
title name
name title
declare announce
announce announcement
announcement statement
statement say
publication publish book paper
publish appear
essay article paper
thesis dissertation
report account
account report
story tale account
chapter section
section part
portion part share
share portion
share part
piece part
fragment piece
element component
ingredient component
include contain
contain hold
consist make
compose consist
comprise consist
divide split
category type class
class category
classify categorise categorize
kind category
group class
collection set
set group
series sequence
sequence order
list catalogue catalog
row line strip
line row
strip band
band strip
layer level
level layer
level amount
stage phase
phase stage
step stage
period era age time
era age period
epoch era
decade ten
century hundred
annual year
currently present
present now
modern contemporary recent
recent new
new novel
ancient old
old ancient
antiquity ancient
medieval middle-ages
begin onset
onset begin
start outset
cease stop
stop finish
finish over
last continue
continue persist remain go
persist continue
endure last
remain left
stay remain
permanent lasting
temporary short
brief short
short brief
quickly soon rapidly
soon quickly shortly
immediate instant
sudden abrupt
gradual slow
eventually finally
finally ultimately
frequently repeatedly regularly commonly
regular routine
routinely regularly
usual normal typical
normal typical
typical common
unusual rare
rare scarce
unique only
sole only
alone sole
exclusive only
specific particular
particular special
special particular
general overall
universal all
broad wide
wide extensive
extensive broad
spread sprawl spread-out extend
spread circulate distribute
circulate spread
distribute distribution
scatter spread
dense thick
thick dense
empty vacant
full complete
pure clean
clean pure
pollution contaminate contamination
waste rubbish trash garbage
recycle reuse
energy power
electricity electric electrical power
electrical electric
magnet magnetic
chemical substance
substance compound
compound chemical
metal metallic
gold golden
wood wooden timber
timber wood
stone rock
rock stone
glass transparent
clear transparent
transparent clear
colour color hue
light illumination lighting
lighting illumination
dark black
sound noise
noise loud
music song
sing song
dance dancer
theatre theater stage drama
drama play
cinema film
exhibit exhibition display
exhibition show
museum gallery
gallery museum
collection collect
collector collect
donate donation gift give
gift donate present
grant fund
funding fund
charity charitable
support back
backing support
supporter advocate proponent
proponent supporter
opponent critic oppose
opposition oppose
enemy foe
friend ally
colleague coworker
partner colleague
assistant aide
assist aid
advise adviser advisor counsel
guide lead
mentor teach
train training
training education
education educate school
educational education
lesson class
course class
curriculum course
exam test
examination test
classroom class
primary elementary
secondary high
kindergarten nursery
pupil schoolchild
teacher educator
campus site
building structure edifice
structure building
construct construction
construction building
tower skyscraper
apartment flat
storey story floor
house housing
housing house
room chamber
roof ceiling
wall barrier
gate door
garden park
park garden
road route
highway freeway motorway road
freeway highway motorway
route path way
path way
street avenue
traffic transport
transport transportation
transportation travel
passenger traveller
tourist visitor
visit visitor
tour visit
trip journey voyage
voyage expedition
expedition journey
explore exploration
discover discovery
reveal disclose
disclose publish
hide conceal
secret hidden
hidden secret
visible see
view see
vision sight see
sight vision
look appear
appear seem
appearance appear
cameo appear
emerge appear arise
arise emerge
occur happen place
happen occur
event occurrence
incident event
accident crash
disaster catastrophe
crisis emergency
emergency crisis
problem fault issue difficulty
fault problem defect
difficulty problem
difficult challenging
challenge difficulty
obstacle barrier
barrier obstacle
solution solve
solve resolve
resolve solve
decide decision
decision choose
choice choose
option choice
prefer preference
favourite favorite
compete competition competitor
competition contest rival
contest competition
rival competitor
competitor rival
champion win
champion title
victory win triumph
triumph win
defeat loss
score point
goal score
player athlete
athlete sportsman
coach train
league championship
tournament competition
sport sporting athletic
run runner running
runner run
race run
race marathon
swim swimmer
jump leap
climb ascend
ride rider
throw pitch
hit strike
strike hit
push press
pull draw
lift raise
drop fall
carry transport
bring take
send transmit
transmit send
deliver bring
supply provide
provide supply offer
offer provide
serve provide
give provide
possess have
own have
hold have
obtain get
acquire obtain get
get become
gain obtain
lose loss
loss lose
lack miss
miss absent
absent missing
shortage scarcity lack
scarcity shortage
surplus excess
excess surplus
enough sufficient
sufficient enough
adequate enough
appropriate suitable
suitable fit
proper correct
correct right
right correct
wrong incorrect error
error mistake
mistake error
true real
real actual
false wrong
fake false
honest true
lie false
trust confidence
confident certain
certain sure
sure certain
doubt uncertain
uncertain unclear
unclear unknown
risk chance
chance probability
probability likelihood
likelihood chance
likely probable
possible potential
potential possible
impossible unable
able capable
capable able
ability capacity
capacity ability
skill ability
talent skill
intelligent clever
smart clever
knowledge know
know aware
aware know
learn study
understand comprehend
understanding knowledge
imagine imagination
dream imagine
remember recall
forget neglect
ignore neglect
neglect ignore
pay attention
focus concentrate
concentrate focus
concentration level
attention focus
emphasis stress
emphasise emphasize stress
highlight emphasise emphasize
summarise summarize summary
conclude conclusion
conclusion find
finding result find
result outcome
outcome result
consequence result
effect result
effect consequence
impact effect
lead cause
trigger cause
contribute cause
factor cause
factor element
reason motive
basis foundation
foundation base
base found
found foundation
root origin
cause origin
depend rely dependent
rely depend reliance
reliance depend
dependence depend use
independent separate
separate apart
together jointly
joint together common
common shared
share common
mutual common
cooperate collaborate collaboration work
collaborate partner
coordinate organise organize
organise organize hold
arrange organise organize
plan scheme
scheme plan
project plan
program programme scheme
programme show
proposal propose
propose suggest
suggest recommend
recommend advise
recommendation recommend
policy strategy
strategy plan
reform change
revolution revolutionary
tradition traditional
custom tradition
culture cultural
heritage tradition
ceremony celebration
celebrate celebration
celebrate honour honor
festival celebration
dinner meal banquet
eat consume
consume eat use
consumption consume use
drink beverage
alcohol alcoholic
smoke smoking tobacco smoker
sleep rest
exercise workout activity
activity active
active activity
walk walking pedestrian foot
pedestrian walk foot
sit seat
stand rise
wear clothing dress
clothing clothes garment outfit costume dress
fashion fashionable style
style fashion
suit spacesuit outfit
uniform dress
helmet headgear
camera photograph
picture image photo
image picture
photo photograph
symbol sign
logo emblem symbol
sign signal
signal sign
message communicate
communicate talk communication speak
talk speak conversation
speak speech
speech address
address speech
lecture talk
conversation talk
meeting conference
conference meeting
gather assemble
assembly gathering
committee panel commission
panel committee
board committee
commission committee
chairman chair chairwoman chairperson
director head lead
head chief
chief top
senior high
junior young
staff personnel
personnel staff
member participant
organisation organization institution body
institution institute organisation organization
institute institution
institution establishment
agency organisation organization
office bureau
bureau office agency
department division
division department
branch division
faculty professor teacher staff
professor academic
lecturer teacher
dean head
recite quote cite
quote cite quotation
crowd audience public
cope handle deal
argue write claim contend maintain assert
attribute responsible account blame
investigate inquiry probe inquire investigation
argument reason
stretch extend spill span
divide multiple divisible
strengthen expand
follower contingent supporter disciple
reach head arrive get
draw attract throng
attract draw lure
shape morphology form
adopt take use
approach come near
descend trace descent
release give emit
release fill
user visitor reader
model version design
correspond equal
involve include part
intend mean design
spend devote
devote dedicate
dedicate commit
rank rate
head lead
found formed form establish
formation form
rise emerge
grow growth
originally initially first
initially first
previously before formerly
later subsequently afterwards
subsequently later
approximately estimate
estimate about
rarely seldom
mainly mostly chiefly primarily predominantly largely dominate
mostly dominate
dominate dominance supremacy
dominance supremacy
competitor competition
better improve great
worse bad
suffer affect experience
experience undergo
undergo receive
receive accept
tell report
warn alert
threat threaten danger
safety safe
security secure
protection protect shield
defence defense defend protect
defend protect
careful caution
proof evidence
demonstrate demonstration
discover identify
detect detection find
search seek look
seek search try
collapse fall
crash fall
split break
break crack
crack fracture
fracture break
mix blend combine
combine add
attach fasten fix
cover include
cover article
vast huge enormous immense
enormous huge
tiny small minute
simple plain easy
complicated complex
complex complicated
beautiful pretty attractive
attractive appealing
ugly unattractive
young early
old previous
quiet silent calm
calm quiet peaceful
peaceful peace nonviolent
nonviolent peaceful
violence violent
violent violence
angry anger fury
sad unhappy
happy glad
happiness happy
surprise astonish amaze
surprising unexpected
unexpected surprising
obvious evident clear
evident apparent clear
apparent evident
strange odd unusual
odd strange
familiar known
ordinary everyday normal
everyday ordinary
luxury luxurious
expense cost
save reduce
spend cost
waste lose
earn paid
hire appoint
appoint assign nominate
nominate appoint
assign allocate
allocate assign distribute
promote advance
advance progress
progress advance
develop evolve grow
evolve develop evolution
evolution evolve
generate produce create
create generate
creation create
destroy raze
erase remove
install fit
equip equipment fit
handle treat
treat deal
perceive see
recognise recognize identify
recognition recognise recognize honour honor
honour honor distinction
distinction honour honor
top highest best
upper high
lower low
inner inside internal
internal inner
outer outside external
external outside
front face
rear back
edge border
corner edge
surface face
bottom base
peak top
select choose pick determine
determine decide establish find
sponsor advertiser advertise
drop abandon shelve scrap cancel
abandon leave drop give-up desert
cancel scrap call-off
insider source
disappear vanish lose lost
vanish disappear
pass transfer hand give donate
transfer move pass relocate hand
persist survive stay
exception exemption exempt
exempt exception
turn reject refuse
refuse reject decline deny
deny refuse reject
together jointly association associate
narrow small thin
side lined line
hip femur femoral
unsuitable inappropriate unfit
inappropriate unsuitable
hit affect strike
affected hit
beat spank paddle hit
departure flight leave depart exit
pay subscription subscribe
subscribe subscription
neck cervical
relieve ease alleviate effect
equal match same keep
pace rate speed
obvious indisputable clear
danger collapse hazard
merely only simply
reflect mirror show
handle volume process
passenger traveller traveler
wealthy elite affluent
liver hepatic
stomach gastric
lung pulmonary
chest thoracic
brain cerebral
ear otic
nose nasal
throat pharyngeal
mouth oral
blood vascular
vessel vascular artery
artery arterial
vein venous
kidney nephrology
bladder urinary
urine urinary
gut intestinal intestine bowel
intestine intestinal bowel
hearing auditory
vision visual
heartbeat cardiac
sugar glucose
salt sodium
fat lipid
cholesterol lipid
hormone hormonal
disease pathology
senior elderly
care treatment
hospitalise hospitalize admit hospital
admit admission accept
discharge release
ward unit
fracture break broken
broken fracture
wound injury
wound injure trauma
trauma injury
swell swelling
tired fatigue
dead death
fatal kill
danger dangerous
rehabilitate rehabilitation
recover recovery heal
heal cure recover
cure heal
therapy therapeutic
therapeutic treatment treat
dose amount
needle acupuncture
random randomly randomise randomize
control placebo
placebo sham
trial study
cohort group
group arm
retrospective look review back
review examine look
predict predictor
predictor risk
correlate association
prevalence common frequency
incidence rate
rate frequency
significant statistical
median average
average mean typical
mean average
proportion percent percentage share part
percentage proportion
fraction part
most majority
double doubling
halve half
rise increase growth
grow boom
boom surge
surge jump boom
soar surge
plunge fall drop
slump fall drop
shrink contract
contract agreement
slow slowdown
stagnate stagnant
expand growth
widen broad
worsen worse
deteriorate worse
improve improvement
recover rebound
exceed surpass outnumber top
surpass exceed overtake pass
overtake pass surpass
reach attain hit
total sum amount
comprise account make
account represent make
represent account
range vary
span cover range extend
last span
approximate rough
exact precise
accurate correct precise
maximum highest most
minimum lowest least
peak highest maximum
record highest
average typical
worth cost
cheap low
fund pay money
subsidy subsidise subsidize fund
bankrupt bankruptcy insolvent
rich affluent
loan credit
mortgage loan
interest rate
bank lender
share stock
stock share
shareholder investor
investor invest
profit profitable
trade deal
merger merge
takeover acquire acquisition buy
acquisition acquire buy takeover
subsidiary unit division
launch introduce
introduce launch bring
introduction launch
release introduce
unveil present
present show unveil
reveal present
broadcast televise
televise television
programme series
episode series
station broadcaster
broadcaster network station
network broadcaster
rating viewership
audience listener
listener audience
reader audience
press media newspaper
media press
journalist reporter correspondent
reporter journalist
editor publisher
publisher publish
print publish
translate translation
translator translation
edition version
version edition
draft version
manuscript text
text writing
writing write
letter write
diary journal
memoir autobiography
autobiography memoir
biography life
novel story
poem verse
play drama
tragedy drama
comedy funny
hero protagonist
character figure
figure person
scene stage
actor cast
cast actor
star lead
role character
director directed
producer produce
screen film
script screenplay
soundtrack music
tune melody song
melody tune
theme tune
orchestra symphony
conductor conduct
choir sing
album release
concert performance perform
performance perform show
tour concert
band group
guitar guitarist
piano pianist
violin violinist
singer sing
voice sing
prize win
winner win
nominate nomination
honorary honour honor
knight sir
title honour honor
fellow member
fellowship grant
membership member
elect election
president preside
chair head
secretary officer
treasurer officer
founder start
pioneer first
inventor invent
invention invent
patent invention
discoverer discover
expert authority
leading top
famous known
unknown obscure
obscure unknown
popular beloved favourite
beloved popular
respected esteemed
esteemed respected
brilliant talented
talented gifted
gifted talented
young youth childhood
childhood child young
childhood youth
boyhood childhood
teenage teen adolescent
adolescence teenage youth
adulthood adult
elderly old
birthplace birth
orphan parent
adopt child
marry wedding
wedding marriage
divorce separate
widow husband
bury grave funeral
funeral bury
grave tomb
tomb grave
cemetery grave
commemorate honour honor memory
memorial commemorate monument
monument memorial
statue sculpture
anniversary commemorate
ancestry descent
descent origin
nationality citizen
citizenship citizen
exile banish
banish exile
emigrate leave
immigrant migrant
immigration immigrant
settler immigrant
indigenous native aboriginal
aboriginal indigenous
tribe tribal people
ethnic nationality
minority group
dialect language
language tongue
alphabet script
word vocabulary
grammar language
meaning mean
translate mean
literal word
symbolise symbolize symbol
myth legend
legend myth
god deity
deity god
temple shrine
shrine temple
cathedral church
monk monastery
monastery abbey
nun convent
bishop church
pope papal vatican
cardinal bishop
saint holy
heresy heretic
reform reformer
reformer reform
sermon preach
preach sermon
convert conversion
conversion convert
baptise baptize baptism
pilgrim pilgrimage
crusade crusader
emperor imperial empire
empire imperial
kingdom king realm
realm kingdom
prince royal
princess royal
royal king
noble nobility aristocrat
nobility noble aristocracy
aristocrat noble aristocracy
peasant farmer
slave enslaved
servant serve
lord noble
duke duchy
count county
knight cavalry
castle fortress
fortress castle fort
fort fortress
siege besiege
besiege siege
surrender capitulate
ceasefire truce armistice
truce ceasefire
victory defeat
casualty dead
wounded injure
soldier military
navy naval
naval navy
fleet ship
sailor crew
commander command general
general commander
officer commander
recruit enlist
enlist recruit join
conscription draft
draft conscription
veteran soldier
weapon armament
nuclear atomic
atomic nuclear
missile rocket
tank armour
spy espionage
intelligence spy
terrorist terrorism
hostage captive
captive prisoner
kidnap abduct
abduct kidnap
rob robbery
steal theft stolen
theft steal stolen
thief steal
fraud deceive
bribe corruption
corrupt corruption
corruption bribe
suspect accuse
accuse charge allege
charge accuse indict
indict charge
testify testimony
witness testimony
verdict ruling
ruling rule decision
appeal challenge
jury trial
constitution constitutional
constitutional legal
amend amendment
amendment amend change
bill law
statute law
decree order
order command
command order
treaty convention
convention agreement
sign agree
ratify approve
veto reject
vote referendum
referendum vote
democracy democratic
republic republican
dictator dictatorship
communist communism
socialist socialism
capitalist capitalism
liberal liberalism
conservative conservatism
nationalist nationalism
radical extreme
extreme radical severe
moderate mild
mild moderate
severe serious
serious severe grave
severity severe
harsh severe
strict tight rigorous stringent
rigorous strict
tight strict
loose relaxed
relax ease
ease relax
restrict tighten
ban banned
illegal unlawful ban
lawful legal permitted
permitted allowed
compulsory mandatory obligatory required
mandatory compulsory
voluntary optional
optional voluntary
free charge
tuition fee
scholarship grant
school educate
pupil child
literacy literate
degree qualification
diploma certificate
thesis research
experiment test
laboratory research
researcher investigator author
author researcher
data figure
statistics figures
evidence data
sample test
measure gauge
gauge measure
calculate estimate
estimate assess
model simulate
simulation simulate
equation formula
formula equation
theorem prove
proof theorem
mathematics mathematical
geometry geometric
algebra algebraic
physics physical
chemistry chemical
biology biological
gene dna
dna genetic
chromosome genetic
cell tissue
tissue cell
membrane cell
organism creature life
evolution evolutionary
species organism
extinct extinction
extinction extinct
fossil remains
remains fossil
dinosaur extinct
mammal animal
predator prey
prey hunt
hunt hunter
habitat environment
environment environmental
ecosystem environment
wildlife animal
endangered threatened
conserve conservation preserve
preserve conservation protect
pollute pollution
emission emit
emit release
carbon co2
greenhouse climate
renewable green
solar sun
wind turbine
turbine engine
fuel petrol
petrol gasoline
coal mine
mine mining
mining mine
oil petroleum
petroleum oil
gas vapour vapor
steam vapour vapor
liquid fluid
fluid liquid
solid firm
melt thaw
thaw melt
evaporate evaporation
boil boiling
cool cooling
heat heating
pressure compress
vacuum empty
particle atom
atom atomic
molecule molecular
electron electronic
wave oscillate
frequency wave
radiation radioactive
radioactive radiation
laser light
telescope observe
galaxy star
orbit circle
satellite orbit
space outer
mission expedition
crew astronaut
landing land
launch start
orbit revolve
rotate spin turn
spin rotate
speed fast
accelerate speed
force push
gravity gravitational
mass heavy
density dense
volume size
area surface
square area
mile kilometre kilometer
deep depth
shallow depth
steep slope
slope hill
plain flat
flat level
plateau highland
highland mountain
desert arid
arid dry
swamp marsh wetland
marsh wetland
flood flooding
erosion erode
erode erosion wear
sediment deposit
deposit sediment
crust surface
erupt eruption
tide tidal
current flow
flow run
stream flow
waterfall falls
harbour harbor port
port harbour harbor
bay gulf
gulf bay
peninsula cape
strait channel
canal waterway channel
dam reservoir
bank shore
bridge cross
cross crossing
tunnel underground
underground subway
subway metro underground
metro subway
station stop
bus coach
lane road
pavement sidewalk
bicycle bike cycle
cycle bicycle
drive driver
driver motorist
motorist driver
crash collide
collide collision
collision crash
delay late
late delay
cancel delay
schedule timetable plan
timetable schedule
ticket fare
fare ticket
tourism tourist
hotel accommodation
restaurant dining
cook cooking
kitchen cook
recipe dish
dish food
bread bake
wine vineyard
vineyard wine
beer brew
brew beer
sugar sweet
sweet sugar
bitter taste
taste flavour flavor
flavour flavor
smell odour odor scent
odour odor smell
hungry hunger
thirst thirsty
famine hunger starvation
starve starvation famine
poverty poor
homeless home
shelter housing
rent tenant
tenant rent
landlord owner
property estate
estate property
land property
inherit inheritance
heir inherit successor
will testament
tax duty
duty tariff
tariff duty
customs duty
import foreign
export sale
goods product merchandise
product goods
merchandise goods
brand label
label brand
advertise advertisement advertising
advertisement ad advertising
consumer buyer
shop store
store shop
retail shop
supermarket store
price cost
inflation price
wage pay
unemployed unemployment jobless
unemployment jobless
strike stoppage
union labour labor
labour labor work worker
boss employer
employer company
employee work
manager manage
manage management
management manage
director manage
executive manager
office headquarters
headquarters base seat
seat base
branch office
outlet shop
equipment gear
gear equipment
device gadget
tool implement
implement carry
apply use
utilise use
consume spend
spend expenditure spending
expenditure spending
save savings
savings save
budget spending
decade year ten
bread loaf
request ask demand
demand ask require
compensate pay compensation
compensation pay
field land
protect keep
daytime day
nighttime night
consecutive row successive
successive consecutive row
portion some
save keep kept
keep save
consult ask advise
opponent group
court sue lawsuit
matter issue case
issue problem
case instance
short brief twenty
sour acid acidic
acidic acid
flavour acid
quarry quarryman stone
earn pay paid
university study college
form cut shape
break open
spend cost
request petition
petition request
dismiss reject fire
fire dismiss sack
sack dismiss
derelict abandoned
abandoned derelict disused
disused abandoned
purchase buy bought
vessel ship
voyage travel
settle stay
stay settle
exterminate wipe hunt
course route bed
shift change move
flood flooding
major great
catch capture
capture catch take
spouse married
drop stop quit
quit drop stop leave
evaporate dry
dry evaporate
extract take get come
supply meet cover
meet supply
hardly barely rarely
yearly every annual
recipient receive
receiver receive
sender send
stamp postage
profitable profit surplus
surplus profit
loss deficit
deficit loss
quadruple four
treble three
attract find
female woman mate
mate partner female
repertoire range types
heavy weigh
return come
delay hold late
hold delay
spring season
summer season
winter season
autumn fall
wet rain rainy
rainy wet rain
hot warm
employee staff
owner landlord
manufacturer firm company
vehicle car motor
shut close
shutdown close closure
closure close shut
announce say
oppose against object
object oppose
protest demonstrate demonstration
protester demonstrator
destroyed lost
ruin derelict
wreck shipwreck sink
sink sank drown
drown sink
rescue save
survivor survive
victim dead kill
toll death dead
crew seaman
coastline coast
cliff rock
island rock
summit top
route line
shape form
invent make
replace instead
instead rather
prefer rather
attempt effort
effort try
aid relief
relief help
donor give
volunteer help
teach show learn
pupil learn
lesson teach
leaflet brochure
brochure leaflet booklet
booklet leaflet
diary record
interview talk
survey ask
respond answer
respondent answer respond
reply answer
guess estimate
exactly precisely
wage income
retirement pension retire
pension retire
elderly aged
youngster young child
infant young
teen young
lowers lowered lowering reduce decrease cut lessen drop
unwell ill sick
unripe green
abandon drop forsake leave
west western
east eastern
north northern
south southern
indoors inside home
outdoors outside
playwright writer author dramatist
novelist writer author
journalist writer reporter
poet writer author
screenwriter writer author
rapper artist musician singer
singer artist musician performer
band group
literate read write
finish finished complete completed
mother woman
father man
relative kin
kin relative
`
  .trim()
  .split("\n")
  .map(split)
  .concat(SAME_WORDS.map(split));

/** Words with what they cover: a sentence may say the general word where the quote has a special one. */
export const HYPERNYMS: string[][] = `
rodent mouse mice rat hamster gerbil
animal mammal rodent mouse mice rat dog cat horse cattle cow sheep pig bird fish insect worm fly monkey primate turtle whale
mammal mouse mice rat dog cat horse cow whale human monkey
primate monkey ape chimpanzee human macaque
insect fly bee ant beetle mosquito butterfly
pet dog cat
livestock cattle cow sheep pig goat
bird chicken eagle owl penguin duck sparrow
fish salmon trout tuna cod shark
plant tree flower grass shrub crop
tree oak pine birch maple
crop wheat corn maize rice soy soybean soya cotton barley
soy soybean soya
grain wheat corn rice barley
fruit apple banana orange berry grape
vegetable carrot potato tomato cabbage onion
meat beef pork chicken lamb poultry
drink water tea coffee milk juice beer wine
organ heart liver kidney lung brain stomach
disease cancer diabetes asthma arthritis influenza malaria tuberculosis dementia stroke pneumonia plague infection
illness cancer diabetes asthma arthritis influenza malaria pneumonia
cancer leukaemia leukemia lymphoma carcinoma melanoma sarcoma
drug antibiotic aspirin insulin glucocorticoid statin steroid
relative brother sister uncle aunt cousin grandson son daughter father mother
parent mother father
sibling brother sister
child son daughter boy girl
scientist chemist physicist biologist geologist astronomer mathematician zoologist botanist ecologist neuroscientist researcher geneticist naturalist
scholar historian philosopher linguist economist theologian
artist painter sculptor musician singer
musician singer pianist guitarist violinist composer
author novelist poet essayist journalist
politician president senator governor minister mayor
official president minister governor secretary mayor
lawyer judge attorney
vehicle car truck bus train motorcycle tram automobile
ship boat submarine frigate
aircraft plane helicopter jet airplane
building house church school tower castle palace hospital museum market
school university college academy
institution university college museum hospital school laboratory academy
company bank airline manufacturer retailer corporation
businessman entrepreneur merchant banker
automaker toyota ford honda nissan holden
carmaker toyota ford honda nissan holden
metal iron copper gold silver steel aluminium aluminum zinc
gas oxygen hydrogen nitrogen methane helium co2
mineral quartz iron calcium
fuel oil gas coal petrol gasoline diesel
weapon gun rifle sword bomb missile tank
sport football cricket rugby tennis baseball basketball boxing athletics hockey golf
athlete runner swimmer boxer footballer quarterback
instrument piano violin guitar flute
book novel biography textbook
publication book article paper journal magazine
work book novel poem painting play essay film song
film documentary comedy
award prize medal
country france germany italy spain england china india japan russia brazil kenya mexico canada australia poland
continent europe asia africa america australia
season spring summer autumn winter
family father mother parent brother sister wife husband
clothing shirt coat dress jacket
furniture chair table bed
road street highway freeway motorway avenue
body committee council board agency
crime murder theft robbery fraud
war battle invasion
religion christianity islam judaism buddhism hinduism
christian catholic protestant methodist lutheran
attack bombing shooting raid
weather rain snow storm wind
`
  .trim()
  .split("\n")
  .map(split)
  .concat(BROADER_WORDS.map(split));

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
grow:fewer rise:fewer increase:fewer gain:fewer grow:smaller faster:slowly quickly:slowly fast:slowly quick:slow rapid:slow rapidly:slowly
often:rarely often:seldom usually:rarely always:rarely frequently:rarely commonly:rarely regularly:rarely often:hardly frequent:rare common:rare
greatest:worst greatest:smallest greatest:least strongest:weakest fastest:slowest richest:poorest best:poorest stronger:weaker richer:poorer
success:disaster success:flop triumph:disaster triumph:failure hero:villain victory:defeat victor:loser friend:enemy ally:enemy ally:opponent
earliest:latest newest:oldest nearest:farthest closest:farthest early:last former:latter upper:lower top:bottom front:back inside:outside inner:outer
indoors:outdoors indoor:outdoor inland:coastal urban:rural domestic:foreign native:foreign local:foreign national:regional internal:external
voluntary:compulsory mandatory:optional mandatory:voluntary obligatory:voluntary temporary:permanent partial:complete partly:wholly partially:fully
expand:contract expand:shrink widen:narrow strengthen:weaken heat:cool freeze:melt fill:empty attract:repel push:pull
praise:criticise praise:criticize praised:condemned admire:despise love:hate like:dislike welcome:reject encourage:discourage favour:oppose favor:oppose
profit:loss surplus:deficit credit:debt lend:borrow teacher:pupil teacher:student buyer:seller employer:employee winner:runner-up
arrive:depart appear:disappear remember:forget found:dissolve found:abolish establish:dissolve establish:abolish form:disband formed:disbanded
attack:defend advance:retreat conquer:liberate guilty:innocent convict:acquit convicted:acquitted free:imprisoned release:imprison
sober:drunk asleep:awake mild:severe benign:malignant sensitive:resistant sensitive:insensitive dominant:recessive
upstream:downstream uphill:downhill northeast:southwest northwest:southeast northwestern:southeastern northeastern:southwestern eastbound:westbound
sunrise:sunset dawn:dusk day:night morning:evening summer:winter spring:autumn ancient:modern medieval:modern
vertical:horizontal odd:even simple:complex thick:thin wide:narrow deep:shallow loud:quiet bright:dark solid:liquid smooth:rough sweet:bitter
unanimous:divided unanimously:narrowly directly:indirectly direct:indirect natural:artificial manual:automatic automated:manual
original:copy actual:imaginary fictional:real fiction:fact amateur:professional civilian:military republic:monarchy
first:latest alone:together separately:together once:twice twice:thrice few:many few:most few:several little:much rarely:mostly
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
/** Two words that deny together what follows. */
export const PAIRED_NEGATORS = new Set([
  "rather than",
  "instead of",
  "yet to",
  "other than",
  "far from",
  "outside of",
  "turned down",
  "declined to",
  "declines to",
]);
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
        "first earliest initial pioneer pioneered pioneering original originally 1st inaugural founding debut never previously founder",
      ),
    ),
  ],
  ["last", new Set(split("last final finally latest ultimate"))],
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
hid:hide dying:die died:die lying:lie arose:arise bore:bear gases:gas children:child mice:mouse women:woman men:man teeth:tooth feet:foot
bacteria:bacterium species:species analyses:analysis studies:study lives:life wives:wife leaves:leave higher:high highest:high
larger:large largest:large longer:long longest:long older:old oldest:old younger:young youngest:young lower:low lowest:low
earlier:early earliest:early better:good best:good worse:bad worst:bad bigger:big biggest:big greater:great greatest:great
proof:prove proven:prove choice:choose loss:lose death:die growth:grow belief:believe sale:sell flight:fly
discovery:discover discoveries:discover destruction:destroy production:produce reduction:reduce
solution:solve description:describe decision:decide invasion:invade expansion:expand conclusion:conclude explosion:explode
introduction:introduce construction:construct consumption:consume assumption:assume absorption:absorb retention:retain
maintenance:maintain explanation:explain pronunciation:pronounce revolutionary:revolution arrival:arrive survival:survive
storage:store passage:pass usage:use removal:remove refusal:refuse approval:approve proposal:propose renewal:renew denial:deny trial:try burial:bury
marriage:marry speech:speak thought:think seat:sit gift:give strength:strong length:long width:wide depth:deep height:high
weight:weigh youth:young truth:true poverty:poor wealth:wealthy anger:angry hunger:hungry heat:hot warmth:warm`
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
  involved relate related present available specific particular main major common way including make making be
manage managed shown showing shows show share shared see seen seek seeks sought try tried attempt attempts include included
need needs needed want wants wanted regard regarded view viewed tend tends tended occur occurs occurred happen happened
begin began begun start started continue continued enable enables enabled require required cause caused lead led leading lot number numerous
variety aspect aspects role area areas level levels way ways process processes time times today certain particular especially
several overall such due well known notable key similar previous previously current later early new old high low great good
large small long short full total additional further extra certain possible likely additionally concept term terms`),
);
