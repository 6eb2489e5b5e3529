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
upper house > House of Lords
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
Shigeaki Hinohara = 日野原重明
Jing-Dong Jackie Han = 韩敬东
Alex Zhavoronkov = Александр Жаворонков = Алекс Жаворонков
Irina Conboy = Ирина Конбой
David Sinclair = Дэвид Синклер = 大卫·辛克莱
Aubrey de Grey = Обри ди Грей`;
