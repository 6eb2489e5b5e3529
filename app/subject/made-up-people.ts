/** Phrases for the texts of made-up people, who fill sites for load tests; each is a part of a sentence. */

/** Stand before a field. */
export const ROLES = [
  "Professor of",
  "Reader in",
  "Physician and teacher of",
  "Writer on",
  "Founder in",
  "Adviser on",
  "Head of",
];

export const FIELDS = [
  "cell biology",
  "geriatric medicine",
  "epigenetics",
  "nutrition",
  "sleep research",
  "immunology",
  "proteomics",
  "demography",
  "exercise physiology",
  "neuroscience",
  "stem cell research",
  "biostatistics",
  "public health",
  "endocrinology",
  "machine learning",
  "health policy",
  "venture finance",
  "science journalism",
  "cardiology",
  "bioethics",
];

/** Treatments that a study tried. */
export const MEANS = [
  "fasting",
  "strength training",
  "rapamycin",
  "metformin",
  "sleep extension",
  "caloric restriction",
  "a vaccine",
  "gene therapy",
  "plasma exchange",
  "a walking programme",
  "a Mediterranean diet",
  "partial reprogramming",
  "heat exposure",
  "social contact",
  "a senolytic drug",
  "better screening",
];

/** Measures that a treatment changed. */
export const TARGETS = [
  "inflammation",
  "senescent cells",
  "telomere length",
  "grip strength",
  "memory",
  "insulin sensitivity",
  "mitochondrial function",
  "DNA methylation age",
  "bone density",
  "frailty",
  "proteostasis",
  "arterial stiffness",
  "the gut microbiome",
  "immune age",
  "muscle mass",
  "sleep quality",
];

/** Subjects of a study. */
export const SUBJECTS = [
  "mice",
  "roundworms",
  "killifish",
  "dogs",
  "older adults",
  "centenarians",
  "twins",
  "nurses",
  "shift workers",
  "fruit flies",
  "marmosets",
  "volunteers",
];
