/** Makes up people for load tests: the same person for the same number, in every run and on every machine. */

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
    title: `${random.pick(ROLES)} ${field}, ${institution(random)}`,
    categories: random.sample(categories, random.pick([1, 1, 2, 2, 3])).map((category) => category.key),
    longevityContribution: contribution(random, field),
    biography: biography(random, name, field),
    books: times(
      random.pick([0, 0, 0, 1, 2]),
      () => `${bookTitle(random)}|${name}|${site}/books/${random.integer(1, 99)}`,
    ),
    scienceHighlights: times(random.integer(0, 3), () => `${capital(finding(random))}|${sentence(random, field)}`),
    referenceLinks: [
      `Made-up home page|${site}/`,
      ...times(random.integer(0, 2), () => `${site}/notes/${random.integer(1, 999)}`),
    ],
    sources: ["Invented for load tests"],
  };
}

function contribution(random: Random, field: string): string {
  const length = random.integer(120, 330);
  const opening = `${random.pick(["Known for", "Best known for", "Cited for", "Remembered for"])} work on ${field}: ${finding(random)}.`;
  return extendText(length, 400, opening, " ", () => sentence(random, field));
}

function biography(random: Random, name: string, field: string): string {
  const length = random.integer(300, 1_200);
  const notice = `*${name} is invented for load tests: no such person exists.*`;
  const opening = `${name} studied in ${random.pick(PLACES)} and works on **${field}** at the ${institution(random)}. ${sentence(random, field)}`;
  const parts = [
    () => `${sentence(random, field)} ${sentence(random, random.pick(FIELDS))}`,
    () => `## ${capital(random.pick(FIELDS))}\n\n${sentence(random, field)}`,
    () => times(3, () => `- ${capital(finding(random))}`).join("\n"),
    () => `> ${sentence(random, field)}`,
    () => `See the [made-up notes](https://example.org/notes/${random.integer(1, 9_999)}) on ${random.pick(FIELDS)}.`,
  ];
  return extendText(length, 1_500, `${notice}\n\n${opening}`, "\n\n", () => random.pick(parts)());
}

function extendText(min: number, max: number, opening: string, joint: string, piece: () => string): string {
  let text = opening;
  while (text.length < min) {
    const longerText = text + joint + piece();
    if (longerText.length <= max) text = longerText;
  }
  return text;
}

function sentence(random: Random, field: string): string {
  return random.pick([
    () => `In ${random.integer(1985, 2025)} the group in ${random.pick(PLACES)} reported that ${finding(random)}.`,
    () => `A study of ${random.integer(12, 9_800)} ${random.pick(SUBJECTS)} asked whether ${finding(random)}.`,
    () => `The method is now used in ${field} and, with changes, in ${random.pick(FIELDS)}.`,
    () =>
      `Colleagues in ${random.pick(PLACES)} and ${random.pick(PLACES)} are repeating the work on ${random.pick(TARGETS)}.`,
    () =>
      `The question was whether ${random.pick(TARGETS)} can be changed by ${random.pick(MEANS)} in ${random.pick(SUBJECTS)}.`,
    () => `The results, with all their limits, are open for anyone who studies ${field}.`,
  ])();
}

function finding(random: Random): string {
  return `${random.pick(MEANS)} ${random.pick(EFFECTS)} ${random.pick(TARGETS)} in ${random.pick(SUBJECTS)}`;
}

function institution(random: Random): string {
  return `${random.pick(["Imaginary", "Made-up", "Example", "Invented"])} ${random.pick(INSTITUTION_KINDS)} of ${random.pick(PLACES)}`;
}

function bookTitle(random: Random): string {
  return `${random.pick(["The Patience of", "Notes on", "A Short History of", "Living with", "Against"])} ${capital(random.pick(TARGETS))}`;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
