/** Makes up people for load tests: the same person for the same number, in every run and on every machine. */

import { capitalize } from "../app/models/base/text/field-words";
import type { ExpertInput } from "../app/models/records/experts/input.server";
import { categories } from "../app/models/records/listings/categories";
import { slugify } from "../app/models/records/shared/slugs.server";
import { FIELDS, MEANS, ROLES, SUBJECTS, TARGETS } from "../app/subject/made-up-people";
import { madeUpName } from "./seed-names";
import { type Random, seededRandom } from "./seed-random";

/** Returns the made-up person with number `i` (from 0), for `importExperts`. */
export function madeUpPerson(i: number): ExpertInput & { slug: string } {
  const random = seededRandom(i);
  const name = madeUpName(random);
  const field = random.pick(FIELDS);
  const ending = `-s${i}`;
  const slug = slugify(name).slice(0, 80 - ending.length) + ending;
  const site = `https://${slug}.example.org`;
  return {
    name,
    slug,
    title: `${random.pick(ROLES)} ${field}, ${makeInstitution(random)}`,
    categories: random.sample(categories, random.pick([1, 1, 2, 2, 3])).map((category) => category.key),
    longevityContribution: makeContribution(random, field),
    biography: makeBiography(random, name, field),
    books: makeMany(
      random.pick([0, 0, 0, 1, 2]),
      () => `${makeBookTitle(random)}|${name}|${site}/books/${random.integer(1, 99)}`,
    ),
    scienceHighlights: makeMany(
      random.integer(0, 3),
      () => `${capitalize(makeFinding(random))}|${makeSentence(random, field)}`,
    ),
    referenceLinks: [
      `Made-up home page|${site}/`,
      ...makeMany(random.integer(0, 2), () => `${site}/notes/${random.integer(1, 999)}`),
    ],
    sources: ["Invented for load tests"],
  };
}

function makeContribution(random: Random, field: string): string {
  const minLength = random.integer(120, 330);
  const opening = `${random.pick(["Known for", "Best known for", "Cited for", "Remembered for"])} work on ${field}: ${makeFinding(random)}.`;
  return extendText({ minLength, maxLength: 400, joint: " " }, opening, () => makeSentence(random, field));
}

function makeBiography(random: Random, name: string, field: string): string {
  const minLength = random.integer(300, 1_200);
  const notice = `*${name} is invented for load tests: no such person exists.*`;
  const opening = `${name} studied in ${random.pick(PLACES)} and works on **${field}** at the ${makeInstitution(random)}. ${makeSentence(random, field)}`;
  const parts = [
    () => `${makeSentence(random, field)} ${makeSentence(random, random.pick(FIELDS))}`,
    () => `## ${capitalize(random.pick(FIELDS))}\n\n${makeSentence(random, field)}`,
    () => makeMany(3, () => `- ${capitalize(makeFinding(random))}`).join("\n"),
    () => `> ${makeSentence(random, field)}`,
    () => `See the [made-up notes](https://example.org/notes/${random.integer(1, 9_999)}) on ${random.pick(FIELDS)}.`,
  ];
  return extendText({ minLength, maxLength: 1_500, joint: "\n\n" }, `${notice}\n\n${opening}`, () =>
    random.pick(parts)(),
  );
}

/** Adds pieces up to `minLength` characters. Stops earlier if none of several pieces fits into `maxLength`. */
function extendText(
  { minLength, maxLength, joint }: { minLength: number; maxLength: number; joint: string },
  opening: string,
  makePiece: () => string,
): string {
  let text = opening;
  for (let misses = 0; text.length < minLength && misses < MAX_MISSES; ) {
    const longerText = text + joint + makePiece();
    if (longerText.length <= maxLength) text = longerText;
    else misses++;
  }
  return text;
}

const MAX_MISSES = 100;

function makeSentence(random: Random, field: string): string {
  return random.pick([
    () => `In ${random.integer(1985, 2025)} the group in ${random.pick(PLACES)} reported that ${makeFinding(random)}.`,
    () => `A study of ${random.integer(12, 9_800)} ${random.pick(SUBJECTS)} asked whether ${makeFinding(random)}.`,
    () => `The method is now used in ${field} and, with changes, in ${random.pick(FIELDS)}.`,
    () =>
      `Colleagues in ${random.pick(PLACES)} and ${random.pick(PLACES)} are repeating the work on ${random.pick(TARGETS)}.`,
    () =>
      `The question was whether ${random.pick(TARGETS)} can be changed by ${random.pick(MEANS)} in ${random.pick(SUBJECTS)}.`,
    () => `The results, with all their limits, are open for anyone who studies ${field}.`,
  ])();
}

function makeFinding(random: Random): string {
  return `${random.pick(MEANS)} ${random.pick(EFFECTS)} ${random.pick(TARGETS)} in ${random.pick(SUBJECTS)}`;
}

function makeInstitution(random: Random): string {
  return `${random.pick(["Imaginary", "Made-up", "Example", "Invented"])} ${random.pick(INSTITUTION_KINDS)} of ${random.pick(PLACES)}`;
}

function makeBookTitle(random: Random): string {
  return `${random.pick(["The Patience of", "Notes on", "A Short History of", "Living with", "Against"])} ${capitalize(random.pick(TARGETS))}`;
}

function makeMany<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

const INSTITUTION_KINDS = ["University", "Institute", "Hospital", "Academy", "Foundation", "Laboratory", "College"];
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
