/**
 * The synonyms that a new site begins with, one group a line. "=": either finds both. ">": who searches for what stands
 * before it also finds what stands after it. Admins edit the list.
 */
export const SYNONYMS = `zombie cells = zombie cell = senescent cells = cellular senescence = cell senescence
senolytic = senolytics = senotherapeutics > senescent cells = cellular senescence
biological age = epigenetic clock = epigenetic clocks = epigenetic age = ageing clock = methylation clock = biological age test = biological age tests = pace of ageing = speed of ageing = rate of ageing = DNA methylation
age test = biological age
old age = later life
young blood = parabiosis = shared circulation = heterochronic parabiosis = blood of young
young plasma = plasma exchange = plasma dilution > parabiosis = shared circulation
NAD+ = NAD = nicotinamide = NMN = NR > sirtuins = sirtuin
sirtuins = sirtuin = SIR2 = SIRT1
resveratrol > sirtuins
rapamycin = sirolimus = rapalogs = rapalog
mTOR = TOR = target of rapamycin
caloric restriction = calorie restriction = dietary restriction = CR
fasting = intermittent fasting = fasting mimicking diet
diet > nutrition = caloric restriction
iPS = iPSC = iPS cells = iPSCs = induced pluripotent stem cells
reprogramming = cellular reprogramming = partial reprogramming = Yamanaka factors = age reversal = rejuvenation = reversing ageing
SASP = senescence-associated secretory phenotype
muscle loss = loss of muscle = muscle wasting = sarcopenia
muscle > sarcopenia
geriatrician = geriatric doctor = doctor for the elderly = doctor for older people = physician for older people
geriatrics = geriatric medicine
elderly = older people = older adults = older persons = seniors = senior citizens = old people = old folks = aged people = pensioners = retirees
supercentenarians = centenarians = centenarian = hundred year olds = people over 100 = live to 100 = living to 100 = reach 100 = aged 100 = super agers = exceptional longevity
wellderly = super agers = healthy agers
life expectancy = length of life
lifespan = life span
healthspan = health span
evolution = evolutionary = evolves = natural selection
hallmarks of ageing = hallmarks of aging
worn-out cells = worn out cells = aged cells = old cells = dying cells = damaged cells > senescent cells = cellular senescence
give off = gives off = giving off = release = secrete > secretory
copy themselves = copying themselves = cell division = divide
stop dividing = stops dividing = cannot divide > Hayflick limit = cell division
skin cells = skin cell = fibroblasts = fibroblast
baby cells = embryonic cells = embryonic > stem cells = pluripotent
bloodstream = circulation = blood stream
caps of chromosomes = tips of chromosomes = shoelace tips > telomeres
egg cells = reproductive cells > germ line
pill = pills = tablet = tablets > drugs = drug = medicines
supplement = supplements = vitamins = vitamin = dietary supplement
diabetes pill = diabetes drug = diabetes medicine > metformin
transplant drug = immune suppressant > rapamycin
red wine > resveratrol = sirtuins = sirtuin
fish oil > omega-3
good cholesterol = HDL > lipoprotein
photo = photos = photograph = photographs = picture of the face = selfie > face = facial = images
wrinkles = wrinkled > face = skin
grandparents = grandparent = grandmother = grandfather = granny = grannies = grandma = grandpa > older people
towns = town = cities = city
rich = wealthy = billionaire = billionaires = millionaire = tycoon > philanthropist = investor = philanthropy
donate = donates = donation = donations = give money > philanthropist = philanthropy = foundation
cure = cures = curing = remedy > treatment = treatments = therapy
contest = contests = competition = competitions
eating less = eat less = eats less = eating fewer calories = eating too little = cutting calories = starving > caloric restriction
skipping meals = skip meals = not eating > fasting
weak = weakness = feeble
weak and tired > frailty
fitness = fit = fitter > physical function
getting weaker = weak muscles = shrinking muscles = muscles shrink = muscles from shrinking > sarcopenia
mistreatment = mistreat = cruelty = neglect = abuse = maltreatment
carers = carer = caregivers = caregiver = care workers = care worker
freezing = freeze = frozen > cooling
thawing = thaw > warming
body parts = body part = organs = organ
puppy = puppies > dogs = dog
vet = vets = veterinary = veterinarian > dogs = companion animals
unhappy = unhappiness = sad = sadness
lonely = loneliness
happiness > emotions = emotional = positivity
feelings = moods = mood > emotions = emotional
worry = worries = worried = anxiety > stress
forgetful = forgetfulness = forgetting = memory loss = losing memory > dementia = memory
how long can people live = how long can we live = how long people can live = how long humans can live = longest anyone can live = longest a person can live = limit to life = limits of life = maximum age = maximum lifespan > life expectancy = lifespan
live longer than ever = living longer than ever = longer and longer > life expectancy
oldest people = oldest person > centenarians
to a hundred = a hundred years old = hundred years old = past 100 = over 100 > centenarians = centenarian
hundredth birthday = 100th birthday = turned 100 = turn 100 > centenarians = 100
why we age = why do we age = why do people age = why we grow old = why do we grow old = why do we get old = why ageing exists > evolution = evolutionary = disposable soma
wear out = wears out = wearing out = fall apart = break down > deteriorating = repair
growing old = grow old = grows old = getting old = get old = getting older = growing older > ageing
computers = computer > artificial intelligence = deep learning = computational
never ill = never sick = no illness = without illness = without disease > wellderly = in good health
care of the dying = dying well > hospice
check-up = checkup = check up = health check
retirement = retired = retirees > pensioners
helping out = unpaid work = unpaid help > volunteering = volunteers
insects = insect > flies
early ageing = ageing too early = children who age too fast = progeria > premature ageing
real age = true age = inner age = internal age = how old my body is > biological age
how fast I age = how fast people age = how fast we age = how fast you age = how quickly we age = how quickly I age > pace of ageing
politician = politicians = member of parliament = lawmaker > House of Lords = parliament = government
bias = unfair = unfairness > prejudice = discrimination
sauna = saunas = steam bath = heat bath = sweating
treaty = treaties = law = laws > convention
upper house > House of Lords = life peer
House of Lords > life peer = crossbencher
chemical tags = chemical marks > DNA methylation = epigenetic
fragile = fragility > frail = frailty
AI = artificial intelligence = machine learning = deep learning = neural networks
deep learning > neural networks
drug discovery = drug development
drugs = drug = medicines = therapeutics
investor = investors = venture capital = venture capitalist = VC = venture fund
investing > venture capital = investor
startup = startups = start-up = company = biotech = biotech company
head > director = president
boss > director = chief executive
CEO = chief executive = chief executive officer
charity = foundation = philanthropy = philanthropist = non-profit
grants = funding = funder = funders = donor
ageism = age discrimination = discrimination against older people = prejudice about age
age friendly cities = age-friendly cities = age friendly communities
hibernation > lifespan
dogs = dog = canine = pets = pet
worms = worm = roundworm = nematode = C. elegans
flies = fly = fruit fly = fruit flies = Drosophila
mice = mouse = murine
yeast = Saccharomyces
telomeres = telomere = chromosome ends = ends of chromosomes
face = facial
blood test = blood tests = blood markers = blood biochemistry
dementia = Alzheimer's = Alzheimer = Alzheimers
exercise = physical activity = working out
podcast = podcaster = podcasts
journalist = reporter
TV = television > Netflix = documentary
Nobel = Nobel Prize = Nobel laureate = Nobel winner
demographer = demography = population statistics
stem cell = stem cells
hormone = hormones
psychology of ageing > psychologist = psychology
emotions = emotional = emotion
happiness = wellbeing = well-being
kids = children
cancer = tumour = tumor = oncology
doctor = medical doctor > physician
heart doctor = cardiologist = heart specialist
heart = cardiology = cardiovascular > cardiologist
FDA = Food and Drug Administration = US regulators = US regulatory
NIH = National Institutes of Health
NIA = National Institute on Aging
WHO = World Health Organization = World Health Organisation
UN = United Nations
EU = European Union
BBC = British Broadcasting Corporation
NHS = National Health Service
UCSF = University of California, San Francisco = UC San Francisco
UCLA = University of California, Los Angeles = UC Los Angeles
UC Berkeley = University of California, Berkeley
UCL = University College London
USC = University of Southern California
MIT = Massachusetts Institute of Technology
LSE = London School of Economics
KCL = King's College London
UCSD = University of California, San Diego = UC San Diego
UNSW = University of New South Wales
EMBL = European Molecular Biology Laboratory
NAM = National Academy of Medicine
NAS = National Academy of Sciences
GSA = Gerontological Society of America
WEF = World Economic Forum
CRUK = Cancer Research UK
ITP = Interventions Testing Program
NEJM = New England Journal of Medicine
BMJ = British Medical Journal
PNAS = Proceedings of the National Academy of Sciences
primary school = elementary school
LSHTM = London School of Hygiene and Tropical Medicine
NUS = National University of Singapore
CAS = Chinese Academy of Sciences
LMB = MRC Laboratory of Molecular Biology
MPI = Max Planck Institute
AFAR = American Federation for Aging Research
AARP = American Association of Retired Persons
TAME = Targeting Aging with Metformin
BLSA = Baltimore Longitudinal Study of Aging
HAGR = Human Ageing Genomic Resources
ILC = International Longevity Centre = International Longevity Center
businessman = businesswoman = businesspeople = entrepreneur = entrepreneurs > chief executive = co-founder
campaigner = campaigners = activist = activists = advocate = advocates = lobbyist = lobbyists
writer = writers > author
columnist = columnists > journalist
presenter = presenters = broadcaster = broadcasters > television = radio = host
blogger = bloggers > blog
teacher = teachers = educator = educators = schoolteacher = headteacher = headmistress > principal
mathematician = mathematicians = statistician = statisticians = maths = mathematics > statistics = biostatistics
programmer = programmers = coder = coders = software developer > software = computer science
data scientist = data scientists > machine learning = bioinformatics = computational
computational biologist = computational biology = bioinformatician = bioinformatics
epidemiologist = epidemiologists = epidemiology
public health doctor = public health physician > public health
biologist = biologists = biology
geneticist = geneticists = genetics
physicist = physicists = physics
chemist = chemists = chemistry > biochemistry
engineer = engineers = engineering > bioengineer = bioengineering
psychiatrist = psychiatrists = psychiatry
psychologist = psychologists = psychology
brain doctor = brain scientist = neuroscientist = neuroscience > brain = neurons
nutritionist = nutritionists = dietitian = dietician > nutrition = nutritional
sociologist = sociologists = sociology > social gerontology = social sciences
economist = economists = economics = economic = economy
hormone doctor = hormone specialist = endocrinologist = endocrinology
diabetes doctor = diabetes specialist = diabetologist > endocrinologist = diabetes
bone doctor > orthopaedic
lord = lords = peer = peers = peeress = baroness > House of Lords = life peer
civil servant = government official = government adviser > director = policy unit
explorer = adventurer > explorer
cyclist = cycling = bike = bikes = bicycle
benefactor = benefactors = sponsor = sponsors > philanthropist = foundation
pays for = pay for = paid for = paying for = gives money = puts money into = bankroll = bankrolls = finances = financed > funding = funder = grants = support = foundation
raise money = raised money = raising money > venture capital = fund
bets on = bet on = puts his money = puts her money > invest = investor
space = spaceflight = space travel = astronaut = astronauts = rocket = rockets = outer space > spacecraft = astronautics
heart attack = heart attacks = heart disease = cardiovascular disease = coronary artery disease = coronary
lungs = lung = scarring of the lung = pulmonary fibrosis = fibrosis
immune system = immunity = immune defence > immune = autoimmunity
inflamed = inflammation = inflammatory = inflammaging
infection = infections = germs = bugs > bacteria = antibiotics
bacterium = bacteria = microbes = microbe > Tetrahymena = microbiology
pond creature = pond scum = pond organism = single-celled = protozoa > Tetrahymena
brains = brain > neurons = dementia
thinking = thought = memory = cognition = cognitive > mental
depression = depressed > mood = serotonin = unhappiness
obesity = obese = overweight = weight gain > metabolism = metabolic = caloric restriction
blood sugar = sugar disease > diabetes = insulin
disability = disabled = needing help > daily activities = disability
falling = falls = fall over > mobility = frailty
gait = stairs = climbing stairs = walking = walk > mobility = leg function
strength = strong = stronger = keep fit > muscle = physical function
keep muscles = keep my muscles = keep muscle = strong muscles = build muscle = lose muscle = losing muscle > muscle = sarcopenia
keep moving = staying mobile = stay mobile = on their feet > mobility = physical function
rodents = rodent = lab mice = laboratory mice > mice
animals = animal > mice = worms = flies = dogs = mammals = species
lab animals = laboratory animals = model animals > model organisms = mice = worms = flies = yeast
fungus = baker's yeast = brewer's yeast = bread yeast > yeast
whale = whales > bowhead whale
sea animals = marine mammals > whale
different animals = other animals = animal species = long-lived animals > species = comparative biology of ageing
live fast die young > mortality
death = deaths = dying = death rate = death rates > mortality
death risk = risk of dying = chance of dying = odds of dying > mortality = risk of death
life insurance = actuary = actuaries > mortality
refuse to die = refuses to die = won't die = will not die = do not die > senescent cells
extend life = extends life = extending life = life extension = prolong life = prolonging life = lengthen life = live longer lives > extend lifespan = lifespan
anti-ageing = antiageing = anti-aging = against ageing = fight ageing = fighting ageing = stop ageing = delay ageing = delaying ageing > treatments against ageing = geroscience = longevity
slow ageing = slows ageing = slow down ageing = slowing ageing = slowing down ageing > geroscience = longevity
immortality = immortal = live forever = living forever = eternal life = eternal youth = fountain of youth > longevity = extend life
turn back the clock = turn back time = young again = younger again = become younger = look younger = feel younger = youthful = youth = age backwards = ageing backwards = wind back > rejuvenation = reprogramming
rejuvenate = rejuvenates = rejuvenating = rejuvenation
wrong with ageing = goes wrong with age = nine changes = twelve changes = list of changes > hallmarks of ageing
stay healthy = staying healthy = healthy old age = age well = ageing well = grow old well = growing old well > healthy ageing = healthspan
healthy years = years of health = good years > healthspan
centenarian study = oldest old = very old people = extremely old > centenarians
live to be 100 = lives to 100 = reaching 100 = make it to 100 = makes it to a hundred = century old > centenarians
sixty = 60
seventy = 70
eighty = 80
eighty-five = eighty five = 85
ninety = 90
two hundred = 200
birthdays = calendar age = chronological age > biological age
protein factory = protein factories = protein machine = cell machinery = makes proteins > ribosome
protein folding = misfolded proteins = protein maintenance = proteostasis > protein homeostasis
genetic material = genetic code = genome = genomes = DNA sequencing = gene sequencing
gene test = genetic test = DNA test > genome = polygenic
genes = gene = DNA = genetic
inherited = hereditary = heredity = runs in families = run in families > genetics = inheritance
stain = stains = dye > marker
fix = fixing = mend = mends = mending = heal = heals = healing > repair
injury = injuries = wound = wounds > injury = repair = regeneration
regrow = regrows = regrowing = grow back = grows back = grow new = growing new > regeneration = tissue engineering
livers = liver
artificial organs = spare organs = replacement organs = printed organs = lab-grown organs > tissue engineering = organ
arms and legs = limbs = limb
unborn = embryos = embryo > embryonic
test tube = petri dish = in a dish = in the lab > culture
blood of the young = young people's blood = blood of young people > parabiosis
sewn together = stitched together = joined together = Siamese > joined = shared circulation
blood transfusion = transfusion = transfusions > plasma = shared circulation
thin the blood = thinning the blood = diluted blood = dilute > diluting = plasma exchange
cryopreservation = cryogenics = deep freeze = cold storage > cooling
suspended animation > cooling
deep learning algorithm = algorithm = algorithms = smart software > neural networks = machine learning
robots = robot = chatbot = chatbots = ChatGPT > artificial intelligence
designs drugs = design drugs = designing drugs = find new drugs = finding new drugs = discover drugs = new medicines = new medicine > drug discovery
drug company = drug companies = drugmaker = drug maker = pharma = big pharma = pharmaceutical = pharmaceuticals = pharmaceutical company > drug discovery = Takeda
soft drinks = soft drink = fizzy drinks = fizzy drink = soda = cola = Pepsi > PepsiCo
chocolate maker = food company = Nestle > Nestlé
database = databases = data bank = online resource > open data = records
website = web site = web page = online
scans = scan = scanned = pictures = images > imaging
looks old = look old = looking old = old face > facial = perceived age
sunshine vitamin > vitamin D
antioxidants = micronutrients > vitamins = nutrition
what to eat = eat well = eating well = healthy eating = healthy food = food = foods = eating > nutrition = diet
hot bath = steam room > sauna
islands = island > Sardinia = Okinawa = Ikaria
long-lived communities = long-lived villages = places where people live longest = places where people live long > Blue Zones
wine region = Tuscany > Chianti
fake ages = false ages = wrong birth records = pension fraud > fraud = errors
divorce = divorced = marriage = marriages
elderly care = care of the elderly = care for the elderly = social care = care home = care homes = nursing home = nursing homes > care workers = social care
end of life = palliative care = palliative = terminally ill > hospice
time left = little time left = time running out = time runs short > sense of time = time horizons
positive thinking = optimism = optimistic = look on the bright side > positivity effect = positive
remember the past = memories of life = looking back on life = look back on life = reminiscence > life review
friends = friendship = friendships = relationships = social life > social goals = emotional goals
elder abuse = abuse of older people = abused old people > abuse
rights of older people = rights of the elderly = older people's rights = elder rights > human rights of older persons
young and old = old and young = between generations = generations = generation > intergenerational
families = family = relatives > intergenerational support = family
developing countries = poor countries = poorer countries = third world = developing world = Global South > ageing and development = sub-Saharan Africa
pensions = pension
work longer = working longer = retirement age = later retirement > longer lives and society = careers
urban = town planning = city planning = streets > age-friendly cities = urban
ministers = minister = Downing Street = Number 10 > Prime Minister
government = governments > policy
red tape = regulator = regulators = drug approval = approval > FDA = US regulators
trial = clinical trial = clinical trials = human trial = human trials
tested on people = tested in people = tested in humans = tests on people > clinical trial
trophy = trophies = award = awards = awarded = prize = prizes = medal = medals
lecture series = lectures = lecture
TED talk = TED talks > TED
bestseller = bestselling = best-selling = best seller > book = copies
memoir = autobiography = life story
public = general readers = lay readers = ordinary readers = for everyone = beginners > general readers
explained simply = plain language = easy to understand > general readers = science communication
films = film = documentary = documentaries = movie > television
YouTube = videos = video channel > video
bowhead = longest-lived mammal > bowhead whale
protein made in old cells = toxic molecules > SASP = inflammatory factors
cell clock = cells stop = cells can divide = cells divide > Hayflick limit = cell division
cell line = cell lines = cell strain = cell strains
HMS = Harvard Medical School
JHU = Johns Hopkins University = Johns Hopkins
PKU = Peking University
NYT = New York Times
FT = Financial Times
NatGeo = Nat Geo = National Geographic
UPenn = Penn > University of Pennsylvania
MPIDR = Max Planck Institute for Demographic Research
APHRC = African Population and Health Research Center
SDU = University of Southern Denmark
Crick = Francis Crick Institute
HLMS = Healthy Longevity Medicine Society
Oxbridge > Oxford = Cambridge
Ivy League > Harvard = Yale = Princeton = Columbia University = Brown University = University of Pennsylvania
Nobel Prize in Physiology or Medicine = Nobel Prize in Medicine = medicine Nobel = Nobel Prize for Medicine
California = Californian > San Francisco = Stanford = Berkeley = La Jolla = San Diego = Los Angeles = Novato = Richmond = Santa Barbara
Bay Area = Silicon Valley > San Francisco = South San Francisco = Stanford = Berkeley = Novato = Richmond
Southern California > San Diego = La Jolla = Los Angeles = Santa Barbara
West Coast > California = Seattle
East Coast > New York = Boston = Baltimore = Washington
New England = Massachusetts > Boston = Harvard = MIT
Maryland > Baltimore
Texas = Texan > Austin
Florida > University of Florida
Minnesota > Mayo Clinic
New York City = NYC = Manhattan = Bronx = New Yorker > New York
Washington DC = Washington D.C. > Washington
Tuscan > Tuscany = Florence
Bavaria > Munich
Catalonia = Catalan > Barcelona
Commonwealth > Australia = New Zealand = Canada = India
British Isles > United Kingdom = Ireland = Isle of Man
Isle of Man = Manx
Hong Kong = Hongkong
North of England = northern England > Newcastle = Manchester = Liverpool = Rochdale
Austria = Austrian > Vienna
Gulf = Gulf states = Arabia > Saudi Arabia
Pacific = Australasia > Australia = New Zealand
UK = United Kingdom = Britain = Great Britain = British > England = Scotland = Wales = London = Oxford = Cambridge = Newcastle = Birmingham
USA = US = United States = United States of America = American > California = New York = Boston = Harvard = Stanford
England = English > London = Oxford = Cambridge = Newcastle = Birmingham
Scotland = Scottish > Edinburgh = Glasgow = Aberdeen = Dundee
Wales = Welsh > Cardiff
Ireland = Irish > Dublin
Germany = German > Berlin = Cologne = Köln = Rostock = Munich = Frankfurt = Max Planck
Cologne = Köln
Munich = München
Geneva = Genève = Genf
Zurich = Zürich
Vienna = Wien
France = French > Paris
Spain = Spanish > Madrid = Barcelona = Valencia
Italy = Italian > Florence = Tuscany = Rome = Bologna = Milan
Switzerland = Swiss > Geneva = Zurich = Basel
Netherlands = Dutch = Holland > Amsterdam = Leiden = Rotterdam
Sweden = Swedish > Stockholm
Denmark = Danish > Copenhagen
Norway = Norwegian > Oslo
Russia = Russian > Moscow
Latvia = Latvian > Riga
Israel = Israeli > Jerusalem = Tel Aviv
Japan = Japanese > Tokyo = Kyoto = Osaka
China = Chinese > Peking = Beijing = Shanghai
Beijing = Peking
India = Indian
Singapore = Singaporean
Australia = Australian > Sydney = Melbourne = Adelaide
New Zealand = New Zealander
Brazil = Brazilian > Rio de Janeiro
Chile = Chilean
Canada = Canadian > Toronto = Montreal
Saudi Arabia = Saudi > Riyadh
Portugal = Portuguese > Lisbon
Greece = Greek
South Africa = South African
South Korea = Korea = Korean = South Korean
Africa = African = sub-Saharan Africa
Asia = Asian
Europe = European
East Asia = Eastern Asia = Far East
Southeast Asia = South-East Asia = South-eastern Asia
South Asia = Southern Asia
Middle East = Near East = Middle Eastern > West Asia = Egypt
Eastern Europe = East Europe
Western Europe = West Europe
Nordic countries = Nordic = the Nordics > Scandinavia
Scandinavia = Scandinavian
Baltic states = Baltics = Baltic
North America = North American
Latin America = South America > Brazil = Chile
Alex = Alexander = Alexandre = Aleksandr
Andy = Andrew
Becky = Rebecca
Beth = Liz = Lizzie = Betty = Elizabeth = Elisabeth
Bill = William
Bob = Bobby = Rob = Robert
Chris = Christopher
Cathy = Kathy = Catherine = Katherine
Dan = Daniel
Dave = David
Ed = Edward
Jim = Jimmy = James
Joe = Joseph
John = Jon = Jonathan
Judy = Judith
Len = Leonard
Matt = Matthew
Mike = Michael
Nick = Nicholas
Pete = Peter
Ron = Ronald
Sam = Samuel
Steve = Steven = Stephen
Sue = Susan
Tom = Thomas
Tony = Anthony
Shinya Yamanaka = 山中伸弥
Yamanaka = 山中
Shigeaki Hinohara = 日野原重明
Hinohara = 日野原
Jing-Dong Jackie Han = 韩敬东
Alex Zhavoronkov = Александр Жаворонков = Алекс Жаворонков
Irina Conboy = Ирина Конбой
David Sinclair = Дэвид Синклер = 大卫·辛克莱
Aubrey de Grey = Обри ди Грей`;
