/** Made-up people for load: the same person for the same number, in every run and on every machine. */
import { categories } from "~/models/categories";
import type { ExpertInput } from "~/models/experts.write.server";
import { slugify } from "~/models/slugs.server";
import { madeUpName } from "./seed-names";
import { type Draw, drawFrom } from "./seed-random";

/**
 * The made-up person with number `i` (from 0): a record as `importExperts` takes it. Clearly invented: every biography
 * says so, and every link leads to example.org. Nobody is featured.
 */
export function person(i: number): ExpertInput & { slug: string } {
  const draw = drawFrom(i);
  const name = madeUpName(draw);
  const field = draw.one(FIELDS);
  // The number keeps addresses apart, and the same in every run.
  const ending = `-s${i}`;
  const slug = slugify(name).slice(0, 80 - ending.length) + ending;
  const site = `https://${slug}.example.org`;
  return {
    name,
    slug,
    title: `${draw.one(ROLES)} ${field}, ${institution(draw)}`,
    categories: draw.some(categories, draw.one([1, 1, 2, 2, 3])).map((category) => category.key),
    longevityContribution: contribution(draw, field),
    biography: biography(draw, name, field),
    books: times(draw.one([0, 0, 0, 1, 2]), () => `${bookTitle(draw)}|${name}|${site}/books/${draw.number(1, 99)}`),
    scienceHighlights: times(draw.number(0, 3), () => `${capital(finding(draw))}|${sentence(draw, field)}`),
    referenceLinks: [
      `Made-up home page|${site}/`,
      ...times(draw.number(0, 2), () => `${site}/notes/${draw.number(1, 999)}`),
    ],
    sources: ["Invented for load tests"],
  };
}

/** 120 to 400 characters. */
function contribution(draw: Draw, field: string): string {
  const wanted = draw.number(120, 330);
  const opening = `${draw.one(["Known for", "Best known for", "Cited for", "Remembered for"])} work on ${field}: ${finding(draw)}.`;
  return atLeast(wanted, 400, opening, " ", () => sentence(draw, field));
}

/** 300 to 1,500 characters of Markdown. */
function biography(draw: Draw, name: string, field: string): string {
  const wanted = draw.number(300, 1_200);
  const invented = `*${name} is invented for load tests: no such person exists.*`;
  const opening = `${name} studied in ${draw.one(PLACES)} and works on **${field}** at the ${institution(draw)}. ${sentence(draw, field)}`;
  const parts = [
    () => `${sentence(draw, field)} ${sentence(draw, draw.one(FIELDS))}`,
    () => `## ${capital(draw.one(FIELDS))}\n\n${sentence(draw, field)}`,
    () => times(3, () => `- ${capital(finding(draw))}`).join("\n"),
    () => `> ${sentence(draw, field)}`,
    () => `See the [made-up notes](https://example.org/notes/${draw.number(1, 9_999)}) on ${draw.one(FIELDS)}.`,
  ];
  return atLeast(wanted, 1_500, `${invented}\n\n${opening}`, "\n\n", () => draw.one(parts)());
}

/** Adds pieces until the text has `min` characters; a piece that would go over `max` is drawn again. */
function atLeast(min: number, max: number, opening: string, joint: string, piece: () => string): string {
  let text = opening;
  while (text.length < min) {
    const longer = text + joint + piece();
    if (longer.length <= max) text = longer;
  }
  return text;
}

function sentence(draw: Draw, field: string): string {
  return draw.one([
    () => `In ${draw.number(1985, 2025)} the group in ${draw.one(PLACES)} reported that ${finding(draw)}.`,
    () => `A study of ${draw.number(12, 9_800)} ${draw.one(SUBJECTS)} asked whether ${finding(draw)}.`,
    () => `The method is now used in ${field} and, with changes, in ${draw.one(FIELDS)}.`,
    () => `Colleagues in ${draw.one(PLACES)} and ${draw.one(PLACES)} are repeating the work on ${draw.one(TARGETS)}.`,
    () =>
      `The question was whether ${draw.one(TARGETS)} can be changed by ${draw.one(MEANS)} in ${draw.one(SUBJECTS)}.`,
    () => `The results, with all their limits, are open for anyone who studies ${field}.`,
  ])();
}

function finding(draw: Draw): string {
  return `${draw.one(MEANS)} ${draw.one(EFFECTS)} ${draw.one(TARGETS)} in ${draw.one(SUBJECTS)}`;
}

function institution(draw: Draw): string {
  return `${draw.one(["Imaginary", "Made-up", "Example", "Invented"])} ${draw.one(HOUSES)} of ${draw.one(PLACES)}`;
}

function bookTitle(draw: Draw): string {
  return `${draw.one(["The Patience of", "Notes on", "A Short History of", "Living with", "Against"])} ${capital(draw.one(TARGETS))}`;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const ROLES = [
  "Professor of",
  "Reader in",
  "Physician and teacher of",
  "Writer on",
  "Founder in",
  "Adviser on",
  "Head of",
];
const HOUSES = ["University", "Institute", "Hospital", "Academy", "Foundation", "Laboratory", "College"];
const FIELDS = [
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
const MEANS = [
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
const EFFECTS = [
  "slowed",
  "did not change",
  "improved",
  "delayed",
  "restored",
  "reduced",
  "was linked to",
  "predicted",
];
const TARGETS = [
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
const SUBJECTS = [
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
const PLACES = [
  "Reykjavík",
  "Győr",
  "Málaga",
  "Göttingen",
  "Kraków",
  "São Paulo",
  "Tromsø",
  "İzmir",
  "Hà Nội",
  "Lagos",
  "Kyoto",
  "Busan",
  "Wellington",
  "Montréal",
  "Nairobi",
  "Haifa",
  "Pune",
  "Valparaíso",
];
