/** Made-up people of a directory about the sea. They measure the search in a field that it was not tuned for. */

interface Person {
  name: string;
  title: string;
  affiliation?: string;
  city?: string;
  country?: string;
  category: "research" | "physician" | "entrepreneur" | "author" | "innovator";
  contribution: string;
  biography: string;
  books?: string[];
  highlights?: string[];
}

export const PEOPLE: Person[] = [
  {
    name: "Marit Solbakken",
    title: "Professor of physical oceanography",
    affiliation: "University of Bergen",
    city: "Bergen",
    country: "NO",
    category: "research",
    contribution: "Measured how warm Atlantic water melts the ice of the Barents Sea from below.",
    biography:
      "Marit Solbakken has led eleven winter cruises into the Arctic. Her moored instruments recorded salinity and heat for seventeen years. She argues that forecasts of sea ice fail because they treat the ocean as a slab.",
    highlights: ["Longest record of heat flux under Arctic sea ice"],
  },
  {
    name: "Tomás Arregui",
    title: "Fisheries economist",
    affiliation: "Basque Institute of Marine Policy",
    city: "San Sebastián",
    country: "ES",
    category: "research",
    contribution: "Showed that quotas which boats can trade among each other ended the race for anchovy.",
    biography:
      "Tomás Arregui grew up in a family of fishermen and studied economics in Bilbao. His models of tradable catch shares were taken up by four governments. He advises the European Commission on subsidies for fuel.",
    books: ["The Last Net"],
  },
  {
    name: "Leilani Kahale",
    title: "Coral biologist",
    affiliation: "Kāneʻohe Reef Station",
    city: "Honolulu",
    country: "US",
    category: "research",
    contribution: "Bred corals that survive marine heatwaves, by crossing colonies that had not bleached.",
    biography:
      "Leilani Kahale collects eggs and sperm on the few nights of the year when corals spawn. Her nursery grows the offspring on clay tiles before divers glue them to damaged reefs. Half of them outlived the bleaching of three summers.",
  },
  {
    name: "Ingeborg Thiele",
    title: "Deep-sea ecologist",
    affiliation: "Helgoland Institute",
    city: "Bremerhaven",
    country: "DE",
    category: "research",
    contribution:
      "Followed for twenty-six years how the floor of the Pacific recovers from trial mining of manganese nodules.",
    biography:
      "Ingeborg Thiele first went down in a submersible at twenty-four. The tracks of the ploughs are still visible, she found, and the worms and sponges have not come back. Her testimony delayed the licences of the seabed authority.",
  },
  {
    name: "Kwabena Osei-Mensah",
    title: "Founder of TideWatch",
    affiliation: "TideWatch",
    city: "Accra",
    country: "GH",
    category: "entrepreneur",
    contribution: "Built cheap gauges from phone parts that warn villages on the Gulf of Guinea of floods by the sea.",
    biography:
      "Kwabena Osei-Mensah was an electronics repairer before he studied hydrology in Delft. TideWatch now runs four hundred stations in nine countries of West Africa. Each costs less than a bicycle, and fishermen look after them.",
  },
  {
    name: "Yuki Hamaguchi",
    title: "Bioacoustician",
    affiliation: "Hokkaido University",
    city: "Sapporo",
    country: "JP",
    category: "research",
    contribution:
      "Recorded the songs of bowhead and blue whales and showed that the noise of ships makes them fall silent.",
    biography:
      "Yuki Hamaguchi listens with hydrophones to the North Pacific. When traffic stopped in the spring of 2020 the whales called again within days. The findings led to slower lanes for container ships.",
    books: ["What the Whales Stopped Saying"],
  },
  {
    name: "Fiona MacAskill",
    title: "Seaweed farmer and founder of KelpWorks",
    affiliation: "KelpWorks",
    city: "Oban",
    country: "GB",
    category: "entrepreneur",
    contribution: "Grows sugar kelp on ropes and turns it into packaging that dissolves.",
    biography:
      "Fiona MacAskill left a bank in Edinburgh for a boat in Argyll. KelpWorks supplies three supermarket chains with wrappers that a sea can eat. She trains crofters who want to farm beside their sheep.",
  },
  {
    name: "Rashid Al-Mazrouei",
    title: "Desalination engineer",
    affiliation: "Gulf Water Laboratory",
    city: "Abu Dhabi",
    country: "AE",
    category: "innovator",
    contribution: "Invented membranes that make drinking water from the sea with half the electricity.",
    biography:
      "Rashid Al-Mazrouei works on graphene oxide sheets. His plant at Fujairah returns less brine to the Gulf than any other. He holds thirty-one patents.",
    highlights: ["Zayed Prize for water, 2021"],
  },
  {
    name: "Charlotte Beaumont-Roy",
    title: "Maritime lawyer",
    affiliation: "Université de Nantes",
    city: "Nantes",
    country: "FR",
    category: "author",
    contribution: "Drafted the chapters on marine protected areas of the High Seas Treaty.",
    biography:
      "Charlotte Beaumont-Roy represented island states at the tribunal in Hamburg. She teaches the law of the sea. Before, she was an officer on a tanker.",
    books: ["Nobody's Water", "The Commons Offshore"],
  },
  {
    name: "Sione Taufa",
    title: "Navigator and teacher",
    affiliation: "Voyaging Society of Tonga",
    city: "Nukuʻalofa",
    country: "TO",
    category: "author",
    contribution: "Revived the art of finding islands by stars, swell and birds, without instruments.",
    biography:
      "Sione Taufa sailed a double canoe to Aotearoa and back. He learnt wayfinding from his grandmother and has taught two hundred pupils. His school keeps a map of waves made of sticks.",
    books: ["Grandmother's Stars"],
  },
  {
    name: "Priya Raghunathan",
    title: "Marine microbiologist",
    affiliation: "National Institute of Oceanography",
    city: "Goa",
    country: "IN",
    category: "research",
    contribution: "Discovered bacteria that digest the polyester of fishing nets.",
    biography:
      "Priya Raghunathan isolates microbes from the oxygen-poor waters of the Arabian Sea. Two of her strains break down ghost gear within months. She is careful to say that the ocean will not clean itself.",
  },
  {
    name: "Anders Wikström",
    title: "Icebreaker captain",
    affiliation: "Swedish Polar Secretariat",
    city: "Luleå",
    country: "SE",
    category: "author",
    contribution: "Took thirty expeditions to the North Pole and wrote down how the ice got thinner.",
    biography:
      "Anders Wikström's logbooks, kept since 1984, are now a data set that climatologists use. He says that where he once rammed for a day he now passes at twelve knots.",
    books: ["Twelve Knots"],
  },
  {
    name: "Mei-Ling Cho",
    title: "Aquaculture veterinarian",
    affiliation: "Taiwan Fish Health Centre",
    city: "Kaohsiung",
    country: "TW",
    category: "physician",
    contribution: "Developed an oral vaccine against a virus that killed farmed groupers.",
    biography:
      "Mei-Ling Cho treats fish as others treat cattle. Farms that feed her vaccine use a tenth of the antibiotics. She trained in Stirling.",
  },
  {
    name: "Diego Fuentealba",
    title: "Tsunami scientist",
    affiliation: "Universidad de Valparaíso",
    city: "Valparaíso",
    country: "CL",
    category: "research",
    contribution:
      "Reads buried layers of sand to tell when great waves struck the coast in the last four thousand years.",
    biography:
      "Diego Fuentealba digs trenches in salt marshes. He found seven earthquakes that no chronicle mentions. Evacuation maps of forty towns follow his lines.",
  },
  {
    name: "Hannah Oyelaran",
    title: "Hyperbaric physician",
    affiliation: "Cape Diving Hospital",
    city: "Cape Town",
    country: "ZA",
    category: "physician",
    contribution: "Cut the deaths of divers from decompression sickness by treating them on the boat.",
    biography:
      "Hannah Oyelaran designed a portable chamber that fits into a van. Abalone poachers are among her patients, and she treats them without asking. She was born in Ibadan.",
  },
  {
    name: "Giulia Ferrante",
    title: "Marine archaeologist",
    affiliation: "Soprintendenza del Mare",
    city: "Palermo",
    country: "IT",
    category: "research",
    contribution: "Raised a Phoenician merchant ship with its cargo of wine jars from sixty metres.",
    biography:
      "Giulia Ferrante maps wrecks around Sicily with robots. The resin in the jars told where the grapes had grown. She prefers to leave wood where it lies.",
  },
  {
    name: "Olu Fashola",
    title: "Harbour pilot and safety campaigner",
    city: "Lagos",
    country: "NG",
    category: "author",
    contribution: "Made captains report near misses, so that collisions in the port of Lagos fell by two thirds.",
    biography:
      "Olu Fashola has boarded nine thousand ships by rope ladder. After a colleague drowned, she founded a register where mistakes can be told without punishment.",
  },
  {
    name: "Niklas Hjorth",
    title: "Wave energy entrepreneur",
    affiliation: "Bølgekraft",
    city: "Aalborg",
    country: "DK",
    category: "entrepreneur",
    contribution: "Runs the first farm of floating machines that sells power from waves at the price of wind.",
    biography:
      "Niklas Hjorth's machines bend like snakes at the hinge. Two storms sank earlier models. Investors from Copenhagen stayed with him for twelve years.",
  },
  {
    name: "Catalina Restrepo",
    title: "Mangrove ecologist",
    affiliation: "Instituto de Investigaciones del Pacífico",
    city: "Buenaventura",
    country: "CO",
    category: "research",
    contribution: "Calculated how much carbon mangrove mud holds, and how fast shrimp ponds release it.",
    biography:
      "Catalina Restrepo wades. Her cores from forty estuaries made blue carbon a term of trade. Communities along the coast are paid for leaving trees.",
  },
  {
    name: "William Ashdown",
    title: "Television presenter and filmmaker",
    affiliation: "Blue Lantern Films",
    city: "Bristol",
    country: "GB",
    category: "author",
    contribution: "His series Nightwater showed the creatures that glow in the deep to two hundred million viewers.",
    biography:
      "William Ashdown built cameras that see without light. He narrates in a whisper. A squid that he filmed first is named after him.",
    books: ["Nightwater"],
  },
  {
    name: "Nadia Benkirane",
    title: "Chemist of plastics in the sea",
    affiliation: "Mohammed V University",
    city: "Rabat",
    country: "MA",
    category: "research",
    contribution: "Counted the microplastics in mussels along the whole coast of North Africa.",
    biography:
      "Nadia Benkirane dissolves tissue and photographs what is left. Fibres from clothes are the most of it, she found. Her method is a standard now.",
  },
  {
    name: "Joaquim Teles",
    title: "Big-wave surfer and board shaper",
    affiliation: "Teles Boards",
    city: "Nazaré",
    country: "PT",
    category: "innovator",
    contribution: "Shapes boards from cork and flax in place of foam.",
    biography:
      "Joaquim Teles rode a wave of twenty-four metres. A fall that broke his back made him a craftsman. He has repaired more boards than he has sold.",
  },
  {
    name: "Ruth Abramson",
    title: "Climate modeller",
    affiliation: "Woods Hole Oceanographic Institution",
    city: "Woods Hole",
    country: "US",
    category: "research",
    contribution: "Estimated when the overturning circulation of the Atlantic could collapse.",
    biography:
      "Ruth Abramson runs simulations of the Gulf Stream. She distrusts single numbers and publishes ranges. Her open code is used in thirty laboratories.",
  },
  {
    name: "Samuel Tjakamarra",
    title: "Ranger and dugong guardian",
    affiliation: "Sea Country Rangers",
    city: "Broome",
    country: "AU",
    category: "innovator",
    contribution: "Joined satellite tags with the knowledge of elders to protect the meadows where dugongs feed.",
    biography:
      "Samuel Tjakamarra patrols by boat and by drone. Nets are set elsewhere since his maps were drawn. He teaches school children to count turtles.",
  },
  {
    name: "Elena Voronova",
    title: "Oceanographer of the polar night",
    affiliation: "Murmansk Marine Biological Institute",
    city: "Murmansk",
    country: "RU",
    category: "research",
    contribution: "Found that plankton migrates by moonlight when the sun is gone for months.",
    biography:
      "Elena Voronova overwintered on a drifting ice station. Her echo sounder saw the animals rise with the moon. She plays the accordion on board.",
  },
  {
    name: "Pieter van der Horst",
    title: "Coastal engineer",
    affiliation: "Delft Water Institute",
    city: "Delft",
    country: "NL",
    category: "innovator",
    contribution: "Let currents spread sand along the shore, so that a dike of nature grows: the sand motor.",
    biography:
      "Pieter van der Horst thinks that walls make beaches thinner. His peninsula off The Hague moved as he had drawn it. Cities from Miami to Manila have asked him.",
  },
  {
    name: "Aisling Ní Dhuibhir",
    title: "Whale rescue nurse",
    affiliation: "Atlantic Stranding Network",
    city: "Galway",
    country: "IE",
    category: "physician",
    contribution: "Wrote the protocol by which volunteers refloat stranded dolphins.",
    biography:
      "Aisling Ní Dhuibhir nursed in an emergency ward for ten years. On a beach she first sends the crowd away. Four of five animals she reached in time swam off.",
  },
  {
    name: "Hiroshi Enomoto",
    title: "Robot builder",
    affiliation: "JAMTEC",
    city: "Yokosuka",
    country: "JP",
    category: "innovator",
    contribution: "Builds gliders that cross the Pacific on the power of waves and report every hour.",
    biography:
      "Hiroshi Enomoto's first glider was made of a broomstick. Fleets of them now measure typhoons from below. He won the prize of the Marine Technology Society.",
    highlights: ["First crossing of the Pacific by a robot"],
  },
  {
    name: "Zanele Dlamini",
    title: "Shark scientist",
    affiliation: "KwaZulu Shark Unit",
    city: "Durban",
    country: "ZA",
    category: "research",
    contribution: "Replaced the nets off bathing beaches by baited lines that let others live.",
    biography:
      "Zanele Dlamini tags great whites. She showed that they visit Madagascar and come back. Attacks have not risen since the nets went.",
  },
  {
    name: "Gustav Lindqvist-Moreau",
    title: "Investor in ocean companies",
    affiliation: "Saltwater Capital",
    city: "Zurich",
    country: "CH",
    category: "entrepreneur",
    contribution: "Manages a fund of 400 million francs for fish-free feed, clean shipping and reefs.",
    biography:
      "Gustav Lindqvist-Moreau traded grain before. He asks founders what would make them stop. Nine of the companies he backed have failed, which he lists on his website.",
  },
  {
    name: "Maria Papadaki",
    title: "Sponge diver's daughter and historian",
    affiliation: "Museum of the Aegean",
    city: "Kalymnos",
    country: "GR",
    category: "author",
    contribution: "Collected the memories of the last divers who went down for sponges with a stone.",
    biography:
      "Maria Papadaki recorded three hundred hours. Many of her witnesses were lame from the bends. Her archive is read by physicians.",
    books: ["A Stone and a Breath"],
  },
  {
    name: "Omar Haji",
    title: "Cooperative organiser",
    affiliation: "Zanzibar Women's Seaweed Union",
    city: "Stone Town",
    country: "TZ",
    category: "entrepreneur",
    contribution:
      "Helped eleven thousand women sell their seaweed together, and moved their farms to deeper, cooler water.",
    biography:
      "Omar Haji kept the books for his mother. The price that farmers get has tripled. When warm shallows killed the crop he borrowed boats.",
  },
  {
    name: "Lars-Erik Brandvold",
    title: "Salmon geneticist",
    affiliation: "Norwegian Institute of Food and Fisheries",
    city: "Tromsø",
    country: "NO",
    category: "research",
    contribution: "Found a gene that makes salmon resist sea lice.",
    biography:
      "Lars-Erik Brandvold compares the genomes of wild and farmed fish. Escapes from pens weaken rivers, he showed. Farmers and anglers both invite him.",
  },
  {
    name: "Beatriz Nogueira",
    title: "Epidemiologist of seafood poisoning",
    affiliation: "Fundação do Mar",
    city: "Salvador",
    country: "BR",
    category: "physician",
    contribution: "Traced outbreaks of ciguatera to warming reefs and built a test that works in a kitchen.",
    biography:
      "Beatriz Nogueira is a physician who became a cook's friend. The strip of paper changes colour in ten minutes. Hospitals in Bahia hand it out.",
  },
  {
    name: "Jonathan Pike",
    title: "Submarine cable historian",
    affiliation: "Porthcurno Telegraph Museum",
    city: "Penzance",
    country: "GB",
    category: "author",
    contribution: "Explains to a wide public how the internet crosses the ocean, in his podcast Under Pressure.",
    biography:
      "Jonathan Pike spliced cables on repair ships for twenty years. He collects what broke them: anchors, sharks, spies.",
    books: ["Under Pressure"],
  },
  {
    name: "Amina Warsame",
    title: "Piracy researcher",
    affiliation: "Horn Maritime Forum",
    city: "Nairobi",
    country: "KE",
    category: "author",
    contribution: "Interviewed former pirates and showed how stolen fish had come before stolen ships.",
    biography:
      "Amina Warsame was born in Mogadishu. Her reports changed how navies patrol. She mediates between villages and foreign trawlers.",
  },
  {
    name: "Tevita Fifita",
    title: "Reef gardener",
    affiliation: "Suva Marine Garden",
    city: "Suva",
    country: "FJ",
    category: "innovator",
    contribution: "Raises giant clams and gives them to villages that close a part of their lagoon.",
    biography: "Tevita Fifita counts closed lagoons, not clams. Ninety chiefs have signed. Tourists pay to plant one.",
  },
  {
    name: "Klaus Ritter",
    title: "Naval architect",
    affiliation: "Ritter & Söhne",
    city: "Hamburg",
    country: "DE",
    category: "innovator",
    contribution: "Designed cargo ships that sail: rigid wings of sixty metres save a third of the fuel.",
    biography:
      "Klaus Ritter drew yachts until a client asked for a freighter. Four of his windships cross the Atlantic with coffee and cars.",
  },
  {
    name: "Noor van Dijk-Hassan",
    title: "Jellyfish neuroscientist",
    affiliation: "University of Haifa",
    city: "Haifa",
    country: "IL",
    category: "research",
    contribution: "Showed that box jellyfish learn without a brain.",
    biography:
      "Noor van Dijk-Hassan trains animals to avoid stripes. Four bundles of nerves do it, she found. Her aquarium is in a former bunker.",
  },
  {
    name: "Simon Achterberg",
    title: "Beach cleaner and app developer",
    affiliation: "LitterTally",
    city: "Ostend",
    country: "BE",
    category: "entrepreneur",
    contribution: "Lets walkers photograph rubbish; software names the brand and sends the bill.",
    biography:
      "Simon Achterberg counted bottle caps for a year. LitterTally has two million pictures. Three makers of drinks have changed their caps.",
  },
];
