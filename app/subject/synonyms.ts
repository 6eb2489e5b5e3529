/**
 * The synonyms of a new site, one group a line; admins edit the list. "=": either finds both. ">": a search for what
 * stands before it also finds what stands after it. Names of countries and places come from `db/places`.
 */
export const SYNONYMS = `zombie cells = zombie cell = senescent cells = cellular senescence = cell senescence
senolytic = senolytics = senotherapeutics > senescent cells = cellular senescence
biological age = epigenetic clock = epigenetic clocks = epigenetic age = ageing clock = methylation clock = pace of ageing = speed of ageing = rate of ageing = DNA methylation
old age = later life
young blood = parabiosis = heterochronic parabiosis
plasma exchange = plasma dilution > parabiosis
NAD+ = NAD = nicotinamide = NMN = NR > sirtuins = sirtuin
sirtuins = sirtuin = SIR2 = SIRT1
rapamycin = sirolimus = rapalogs = rapalog
mTOR = TOR = target of rapamycin
caloric restriction = calorie restriction = dietary restriction = CR
fasting = intermittent fasting = fasting mimicking diet
diet > nutrition = caloric restriction
iPS = iPSC = iPS cells = iPSCs = induced pluripotent stem cells
reprogramming = cellular reprogramming = partial reprogramming = age reversal = rejuvenation = reversing ageing
rejuvenate = rejuvenates = rejuvenating = rejuvenation
SASP = senescence-associated secretory phenotype
muscle loss = loss of muscle = muscle wasting = sarcopenia
losing muscle = weak muscles = getting weaker > sarcopenia = frailty
geriatrician = geriatric doctor = doctor for the elderly = doctor for older people = physician for older people
geriatrics = geriatric medicine
elderly = older people = older adults = older persons = seniors = senior citizens = old people = old folks = aged people = pensioners = retirees
grandparents = grandparent = grandmother = grandfather = granny = grannies = grandma = grandpa > older people
supercentenarians = centenarians = centenarian = hundred year olds = people over 100 = live to 100 = living to 100 = reach 100 = aged 100 = super agers = exceptional longevity
oldest people = oldest person = very old people = oldest old > centenarians
to a hundred = a hundred years old = hundred years old = past 100 = over 100 > centenarians = centenarian
hundredth birthday = 100th birthday = turned 100 = turn 100 > centenarians = 100
wellderly = healthy agers = never ill = never sick = without illness = without disease > in good health
life expectancy = length of life
how long can people live = how long can we live = how long people can live = longest anyone can live = limit to life = limits of life = maximum age = maximum lifespan > life expectancy = lifespan
live longer than ever = living longer than ever > life expectancy
evolution = evolutionary = evolves = natural selection
why we age = why do we age = why do people age = why we grow old = why do we grow old = why do we get old > evolution = evolutionary
growing old = grow old = grows old = getting old = get old = getting older = growing older > ageing
early ageing = ageing too early = children who age too fast = progeria > premature ageing
real age = true age = inner age = internal age = how old my body is > biological age
how fast I age = how fast people age = how fast we age = how quickly we age = how quickly I age > pace of ageing
worn-out cells = worn out cells = aged cells = old cells = dying cells = damaged cells > senescent cells = cellular senescence
stop dividing = stops dividing = cannot divide > Hayflick limit = cell division
skin cells = skin cell = fibroblasts = fibroblast
embryonic = embryos = embryo = unborn
bloodstream = blood stream > circulation
telomeres = telomere = chromosome ends = ends of chromosomes = tips of chromosomes = caps of chromosomes
egg cells = reproductive cells > germ line
pill = pills = tablet = tablets > drugs = drug = medicines
drugs = drug = medicines = therapeutics
drug discovery = drug development
design drugs = designs drugs = find new drugs = discover drugs = new medicines > drug discovery
drug company = drug companies = drugmaker = pharma = pharmaceutical = pharmaceuticals = pharmaceutical company > drug discovery
supplement = supplements = vitamins = vitamin = dietary supplement
antioxidants = micronutrients > vitamins = nutrition
what to eat = eat well = healthy eating = healthy food = food = foods = eating > nutrition = diet
eating less = eat less = eating fewer calories = cutting calories = starving > caloric restriction
skipping meals = skip meals = not eating > fasting
good cholesterol = HDL > lipoprotein
sunshine vitamin > vitamin D
fish oil > omega-3
wrinkles = wrinkled > face = skin
face = facial
cure = cures = curing = remedy > treatment = treatments = therapy
weakness = feeble = fragile = fragility > frail = frailty
fitness = fit = strength = strong > physical function
mistreatment = mistreat = cruelty = neglect = maltreatment > abuse
carers = carer = caregivers = caregiver = care workers = care worker
care home = care homes = nursing home = nursing homes = elderly care = care of the elderly > social care = care workers
end of life = palliative care = palliative = terminally ill = care of the dying > hospice
check-up = checkup = check up = health check
freezing = freeze = frozen = cryopreservation = cryogenics > cooling
body parts = body part = organs = organ
artificial organs = spare organs = printed organs = lab-grown organs > tissue engineering = organ
vet = vets = veterinary = veterinarian > dogs = animals
dogs = dog = canine = pets = pet = puppy = puppies
worms = worm = roundworm = nematode = C. elegans
flies = fly = fruit fly = fruit flies = Drosophila
mice = mouse = murine
rodents = rodent = lab mice = laboratory mice > mice
yeast = Saccharomyces = baker's yeast
lab animals = laboratory animals = model animals > model organisms = mice = worms = flies = yeast
animals = animal > mice = worms = flies = dogs = mammals = species
unhappy = unhappiness = sad = sadness = depression = depressed > mood
happiness = wellbeing = well-being
lonely = loneliness
feelings = moods = mood = emotions = emotional = emotion
worry = worries = worried = anxiety > stress
forgetful = forgetfulness = forgetting = memory loss = losing memory > dementia = memory
dementia = Alzheimer's = Alzheimer = Alzheimers
thinking = thought = cognition = cognitive > mental = memory
brains = brain > neurons = neuroscience
psychology of ageing > psychologist = psychology
exercise = physical activity = working out
falling = falls = fall over > mobility = frailty
gait = walking = walk = climbing stairs > mobility = physical function
keep moving = staying mobile = stay mobile > mobility = physical function
heart = cardiology = cardiovascular > cardiologist
heart attack = heart attacks = heart disease = cardiovascular disease = coronary artery disease = coronary
lungs = lung = pulmonary
immune system = immunity = immune defence > immune
inflamed = inflammation = inflammatory = inflammaging
infection = infections = germs > bacteria = antibiotics
bacterium = bacteria = microbes = microbe
obesity = obese = overweight = weight gain > metabolism = metabolic
blood sugar = sugar disease > diabetes = insulin
diabetes pill = diabetes drug = diabetes medicine > metformin
blood test = blood tests = blood markers
stem cell = stem cells
hormone = hormones
cancer = tumour = tumor = oncology
gene test = genetic test = DNA test > genome
genetic code = genome = genomes = DNA sequencing
genes = gene = DNA = genetic
inherited = hereditary = heredity = runs in families = run in families > genetics = inheritance
chemical tags = chemical marks > DNA methylation = epigenetic
protein folding = misfolded proteins = proteostasis > protein homeostasis
protein factory = protein factories > ribosome
fix = fixing = mend = mends = mending = heal = heals = healing > repair
regrow = regrows = regrowing = grow back = grow new > regeneration
death = deaths = dying = death rate = death rates = death risk = risk of dying > mortality
life insurance = actuary = actuaries > mortality
extend life = extends life = extending life = life extension = prolong life = prolonging life = lengthen life > lifespan = longevity
anti-ageing = antiageing = against ageing = fight ageing = fighting ageing = stop ageing = delay ageing = slow ageing = slows ageing = slowing ageing = slow down ageing > geroscience = longevity
immortality = immortal = live forever = living forever = eternal life = eternal youth = fountain of youth > longevity = life extension
turn back the clock = turn back time = young again = younger again = age backwards = become younger > rejuvenation = reprogramming
stay healthy = staying healthy = healthy old age = age well = ageing well = healthy years = years of health = good years > healthy ageing = healthspan
birthdays = calendar age = chronological age > biological age
computers = computer > artificial intelligence = computational
AI = artificial intelligence = machine learning = deep learning = neural networks
algorithm = algorithms = chatbot = chatbots = robots = robot > artificial intelligence
ageism = age discrimination = discrimination against older people = prejudice about age
bias = unfair = unfairness > prejudice = discrimination
elder abuse = abuse of older people = abused old people > abuse
young and old = between generations = generations = generation > intergenerational
families = family = relatives > intergenerational
friends = friendship = friendships = relationships = social life > social
developing countries = poor countries = poorer countries = third world = developing world = Global South
pensions = pension
retirement = retired = retirement age > pensioners
work longer = working longer > longer lives
helping out = unpaid work = unpaid help > volunteering = volunteers
age friendly cities = age-friendly cities = age friendly communities
towns = town = cities = city = urban = town planning = city planning
positive thinking = optimism = optimistic > positive
treaty = treaties = law = laws > convention
government = governments > policy
politician = politicians = member of parliament = lawmaker > parliament = government
regulator = regulators = drug approval > FDA = regulatory
trial = clinical trial = clinical trials = human trial = human trials
tested on people = tested in people = tested in humans > clinical trial
contest = contests = competition = competitions
trophy = trophies = award = awards = awarded = prize = prizes = medal = medals
investor = investors = venture capital = venture capitalist = VC = venture fund
investing > venture capital = investor
raise money = raised money = raising money > venture capital = fund
startup = startups = start-up = company = biotech = biotech company
rich = wealthy = billionaire = billionaires = millionaire = tycoon > philanthropist = investor = philanthropy
donate = donates = donation = donations = give money = benefactor = benefactors > philanthropist = philanthropy = foundation
charity = foundation = philanthropy = philanthropist = non-profit
grants = funding = funder = funders = donor
pays for = pay for = paid for = paying for = gives money = finances = financed > funding = funder = grants = foundation
head > director = president
boss > director = chief executive
CEO = chief executive = chief executive officer
businessman = businesswoman = businesspeople = entrepreneur = entrepreneurs > chief executive = co-founder
campaigner = campaigners = activist = activists = advocate = advocates = lobbyist = lobbyists
civil servant = government official = government adviser > policy
writer = writers > author
journalist = reporter = columnist = columnists
presenter = presenters = broadcaster = broadcasters > television = radio = host
podcast = podcaster = podcasts
blogger = bloggers > blog
TV = television > documentary
films = film = documentary = documentaries = movie > television
YouTube = videos = video channel > video
bestseller = bestselling = best-selling = best seller > book
memoir = autobiography = life story
TED talk = TED talks > TED
explained simply = plain language = easy to understand = popular science > general readers = science communication
teacher = teachers = educator = educators = schoolteacher
doctor = medical doctor > physician
heart doctor = cardiologist = heart specialist
hormone doctor = hormone specialist = endocrinologist = endocrinology
diabetes doctor = diabetes specialist = diabetologist > endocrinologist = diabetes
brain doctor = brain scientist = neuroscientist = neuroscience > brain = neurons
bone doctor > orthopaedic
public health doctor = public health physician > public health
demographer = demography = population statistics
epidemiologist = epidemiologists = epidemiology
biologist = biologists = biology
geneticist = geneticists = genetics
physicist = physicists = physics
chemist = chemists = chemistry > biochemistry
engineer = engineers = engineering > bioengineering
psychiatrist = psychiatrists = psychiatry
psychologist = psychologists = psychology
nutritionist = nutritionists = dietitian = dietician > nutrition = nutritional
sociologist = sociologists = sociology > social gerontology
economist = economists = economics = economic = economy
mathematician = mathematicians = statistician = statisticians = maths = mathematics > statistics = biostatistics
programmer = programmers = coder = coders = software developer > software = computer science
computational biologist = computational biology = bioinformatician = bioinformatics
kids = children
Nobel = Nobel Prize = Nobel laureate = Nobel winner
primary school = elementary school
FDA = Food and Drug Administration = US regulators
NIH = National Institutes of Health
NIA = National Institute on Aging
WHO = World Health Organization = World Health Organisation
UN = United Nations
EU = European Union
BBC = British Broadcasting Corporation
NHS = National Health Service
UCSF = University of California, San Francisco = UC San Francisco
UCLA = University of California, Los Angeles = UC Los Angeles
UCSD = University of California, San Diego = UC San Diego
UC Berkeley = University of California, Berkeley
UCL = University College London
MIT = Massachusetts Institute of Technology
MPI = Max Planck Institute
GSA = Gerontological Society of America
NAM = National Academy of Medicine
NAS = National Academy of Sciences
NEJM = New England Journal of Medicine
BMJ = British Medical Journal
PNAS = Proceedings of the National Academy of Sciences
AFAR = American Federation for Aging Research
AARP = American Association of Retired Persons
TAME = Targeting Aging with Metformin
ITP = Interventions Testing Program
BLSA = Baltimore Longitudinal Study of Aging
ILC = International Longevity Centre = International Longevity Center
Oxbridge > Oxford = Cambridge
Ivy League > Harvard = Yale = Princeton = Columbia University = Brown University = University of Pennsylvania
Bay Area > San Francisco = South San Francisco = Stanford = Berkeley = Oakland = Palo Alto = Novato
Nordic countries = Nordic = the Nordics > Denmark = Finland = Iceland = Norway = Sweden
Commonwealth > United Kingdom = Australia = New Zealand = Canada = India
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
Tony = Anthony`;
