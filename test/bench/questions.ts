/**
 * Measures how well the public JSON search answers readers' questions, about the starter people and about made-up people of
 * another field. The search must not be tuned for the other field.
 */

import { readFile } from "node:fs/promises";
import type { CategoryKey } from "../../app/models/records/listings/categories";
import { words } from "../../db/fold";
import { stemOf } from "../../db/search/stems";
import { EIGHTH_QUESTIONS } from "../search/eighth-questions";
import { FIFTH_QUESTIONS } from "../search/fifth-questions";
import { FOURTH_QUESTIONS } from "../search/fourth-questions";
import { MORE_QUESTIONS } from "../search/more-questions";
import { NINTH_QUESTIONS } from "../search/ninth-questions";
import { PEOPLE } from "../search/other-field/people";
import { type Kind, QUESTIONS as QUESTIONS_ABOUT_THE_SEA } from "../search/other-field/questions";
import { QUESTIONS } from "../search/questions";
import { SEVENTH_QUESTIONS } from "../search/seventh-questions";
import { SIXTH_QUESTIONS } from "../search/sixth-questions";
import { THIRD_QUESTIONS } from "../search/third-questions";
import { signUpAdmin } from "../support/admin";
import type { Figure } from "../support/figures";
import { getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import { seededFolder, startBuilt, temporaryFolder } from "./servers";

const RESULT_COUNT = 10;

/** Measures the quality of the search with all lists of questions about the starter people and about the other field. */
export async function questions(): Promise<Figure[]> {
  return [...(await questionsAboutTheStarter()), ...(await questionsAboutTheSea())];
}

async function questionsAboutTheStarter(): Promise<Figure[]> {
  const site = await startBuilt(seededFolder({ experts: 0 }));
  const lists: [name: string, list: Question[]][] = [
    ["the first list", QUESTIONS],
    ["the second list", MORE_QUESTIONS],
    ["the third list", THIRD_QUESTIONS],
    ["the fourth list", FOURTH_QUESTIONS],
    ["the fifth list", FIFTH_QUESTIONS],
    ["the sixth list", SIXTH_QUESTIONS],
    ["the seventh list", SEVENTH_QUESTIONS],
    ["the eighth list", EIGHTH_QUESTIONS],
    ["the ninth list", NINTH_QUESTIONS],
  ];
  try {
    const baselineSearch = plainSearch(await starterTexts());
    const figures: Figure[] = [];
    for (const [name, list] of lists)
      figures.push(...figuresOf(name, await askAll(site, list), baselineSearch, STARTER));
    return figures;
  } finally {
    await site.stop();
  }
}

/** Asks about the sea, after it has added the people with the JSON call, as an editor's program would. */
async function questionsAboutTheSea(): Promise<Figure[]> {
  const site = await startBuilt(temporaryFolder(), { STARTER: "off" });
  try {
    const { headers } = await signUpAdmin(site);
    const texts: Text[] = [];
    for (const { category, contribution, ...person } of PEOPLE) {
      const profile = { ...person, categories: [CATEGORY_OF[category]], longevityContribution: contribution };
      const { status, body } = await json(site, "POST", "/api/admin/experts", profile, { headers });
      if (status !== 201) throw new Error(`${person.name} was not added: ${status} ${JSON.stringify(body)}`);
      texts.push({
        slug: body.slug,
        text: textOf(Object.values({ ...person, country: nameOf(person.country), contribution })),
      });
    }
    const baselineSearch = plainSearch(texts);
    const answers = await askAll(
      site,
      QUESTIONS_ABOUT_THE_SEA.map(([, ...question]) => question),
    );
    const figures = figuresOf("the other field", answers, baselineSearch, OTHER_FIELD);
    for (const kind of ["whole question", "other words"] satisfies Kind[]) {
      const kindAnswers = answers.filter((_, index) => QUESTIONS_ABOUT_THE_SEA[index]?.[0] === kind);
      const [ourQuality, baselineQuality] = [quality(kindAnswers), quality(kindAnswers, baselineSearch)];
      const name = `nDCG@10 of "${kind}" (${kindAnswers.length}), the other field`;
      figures.push({ name, value: ourQuality, unit: "", least: baselineQuality });
      figures.push({ name: `${name}, plain BM25 with a stemmer`, value: baselineQuality, unit: "" });
    }
    return figures;
  } finally {
    await site.stop();
  }
}

const CATEGORY_OF = {
  research: "academic",
  physician: "clinician",
  entrepreneur: "investor",
  author: "author",
  innovator: "scientist_innovator",
} as const satisfies Record<(typeof PEOPLE)[number]["category"], CategoryKey>;

type Question = [asked: string, right: string];
type Limits = { quality: number; nobody: number };

/** The search may be tuned for the starter people's questions, but not for those of the other field. */
const STARTER: Limits = { quality: 0.8, nobody: 0.05 };
const OTHER_FIELD: Limits = { quality: 0.88, nobody: 0.06 };

/** `shown` has the found people and then, as on the page, people who are only mentioned beside a place. */
type Answer = { asked: string; right: Map<string, number>; found: string[]; shown: string[]; leftOut: string[] };

/** The relevance of a right person, and of a partly right one. */
const [RIGHT, IN_PART] = [2, 1];

function gradesOf(right: string): Map<string, number> {
  const slugs = right.split(" ").filter(Boolean);
  return new Map(slugs.map((slug) => (slug.startsWith("~") ? [slug.slice(1), IN_PART] : [slug, RIGHT])));
}

async function askAll(site: Site, list: Question[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [question, right] of list) {
    const { body } = await getJson(
      site,
      `/api/experts/paginated?limit=${RESULT_COUNT}&search=${encodeURIComponent(question)}`,
    );
    const [results, mentioned]: string[][] = [body.experts, body.mentioned].map((people: { slug: string }[]) =>
      people.map(({ slug }) => slug),
    );
    const shownSlugs = [...(results ?? []), ...(mentioned ?? [])].slice(0, RESULT_COUNT);
    answers.push({
      asked: question,
      right: gradesOf(right),
      found: results ?? [],
      shown: shownSlugs,
      leftOut: body.leftOut as string[],
    });
  }
  return answers;
}

/** Returns the mean nDCG@10 of the questions that have an answer, for the given results or those of `search`. */
function quality(answers: Answer[], search?: (question: string) => string[]): number {
  const answerable = answers.filter(({ right }) => right.size > 0);
  return mean(answerable.map(({ asked, right, shown }) => gain(search?.(asked) ?? shown, right) / largestGain(right)));
}

function figuresOf(
  name: string,
  answers: Answer[],
  baselineSearch: (question: string) => string[],
  limits: Limits,
): Figure[] {
  const answerable = answers.filter(({ right }) => right.size > 0);
  const unanswerable = answers.filter(({ right }) => right.size === 0);
  const shareOf = <T>(entries: T[], matches: (entry: T) => boolean) => entries.filter(matches).length / entries.length;
  return [
    {
      name: `nDCG@10 of ${answerable.length} questions, ${name}`,
      value: quality(answers),
      unit: "",
      least: limits.quality,
      raw: answers.map((answer) => ({ ...answer, right: Object.fromEntries(answer.right) })),
    },
    { name: `nDCG@10 of plain BM25 with a stemmer, ${name}`, value: quality(answers, baselineSearch), unit: "" },
    {
      name: `answerable, nobody found or mentioned, ${name}`,
      value: shareOf(answerable, ({ shown }) => shown.length === 0),
      unit: "",
      most: limits.nobody,
    },
    {
      name: `answerable, nobody found, ${name}`,
      value: shareOf(answerable, ({ found }) => found.length === 0),
      unit: "",
    },
    {
      name: `answerable, somebody right in the first five, ${name}`,
      value: shareOf(answerable, ({ shown, right }) => shown.slice(0, 5).some((slug) => right.has(slug))),
      unit: "",
      least: 0.88,
    },
    {
      name: `unanswerable (${unanswerable.length}), nobody found, or said to be only near, ${name}`,
      value: shareOf(unanswerable, ({ found, leftOut }) => found.length === 0 || leftOut.length > 0),
      unit: "",
      least: 0.85,
    },
  ];
}

/** Returns the discounted cumulative gain of the first ten results (Järvelin and Kekäläinen 2002, doi 10.1145/582415.582418). */
function gain(results: string[], right: Map<string, number>): number {
  const gainOf = (slug: string, at: number) => (right.get(slug) ?? 0) / Math.log2(at + 2);
  return results.slice(0, RESULT_COUNT).reduce((sum, slug, index) => sum + gainOf(slug, index), 0);
}

function largestGain(right: Map<string, number>): number {
  return gain(
    Array.from(right.keys()).sort((a, b) => (right.get(b) ?? 0) - (right.get(a) ?? 0)),
    right,
  );
}

/** Usual values: Robertson and Zaragoza 2009, doi 10.1561/1500000019. */
const [K1, B] = [1.2, 0.75];

type Text = { slug: string; text: string };

/** Returns all texts of each starter profile, with its topics and country as words. */
async function starterTexts(): Promise<Text[]> {
  const records = JSON.parse(await readFile("db/starter/experts.json", "utf8")) as Record<string, unknown>[];
  return records.map(
    ({ slug, name, title, longevityContribution, biography, books, scienceHighlights, ...otherFields }) => {
      const works = (otherFields.works as { title: string; venue: string }[]).map(
        (work) => `${work.title} ${work.venue}`,
      );
      const topics = (otherFields.topics as string[]).map((topic) => topic.replaceAll("-", " "));
      const place = `${otherFields.affiliation} ${otherFields.city} ${nameOf(otherFields.country)}`;
      const values = [name, title, longevityContribution, biography, books, scienceHighlights, works, topics, place];
      return { slug: String(slug), text: textOf(values) };
    },
  );
}

function textOf(values: unknown[]): string {
  return values.flat().join(" ");
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

function nameOf(country: unknown): string {
  return COUNTRIES.of(String(country || "ZZ")) ?? "";
}

/** Ranks the same records by plain BM25 with Porter's stems, as a baseline for the search. */
function plainSearch(records: Text[]): (question: string) => string[] {
  const texts = records.map(({ slug, text }) => {
    const stems = words(text).map(stemOf);
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return { slug, counts, length: stems.length };
  });
  const length = mean(texts.map((text) => text.length));
  return (question) => {
    const stems = [...new Set(words(question).map(stemOf))];
    const scoreOf = ({ counts, length: ownLength }: (typeof texts)[number]) =>
      stems.reduce((sum, stem) => {
        const count = counts.get(stem) ?? 0;
        const textsWithStem = texts.filter((text) => text.counts.has(stem)).length;
        const rarity = Math.log(1 + (texts.length - textsWithStem + 0.5) / (textsWithStem + 0.5));
        return sum + (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * ownLength) / length));
      }, 0);
    const scoredTexts = texts
      .map((text) => ({ slug: text.slug, score: scoreOf(text) }))
      .filter(({ score }) => score > 0);
    return scoredTexts
      .sort((first, other) => other.score - first.score)
      .slice(0, RESULT_COUNT)
      .map(({ slug }) => slug);
  };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
