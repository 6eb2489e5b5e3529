/** How well the search answers what readers ask about the starter people: through the JSON call, as everybody gets it. */

import { readFile } from "node:fs/promises";
import { words } from "../../db/fold";
import { stemOf } from "../../db/search/stems";
import { EIGHTH_QUESTIONS } from "../search/eighth-questions";
import { FIFTH_QUESTIONS } from "../search/fifth-questions";
import { FOURTH_QUESTIONS } from "../search/fourth-questions";
import { MORE_QUESTIONS } from "../search/more-questions";
import { NINTH_QUESTIONS } from "../search/ninth-questions";
import { QUESTIONS } from "../search/questions";
import { SEVENTH_QUESTIONS } from "../search/seventh-questions";
import { SIXTH_QUESTIONS } from "../search/sixth-questions";
import { THIRD_QUESTIONS } from "../search/third-questions";
import type { Figure } from "../support/figures";
import { getJson } from "../support/requests";
import type { Site } from "../support/site";
import { seededFolder, startBuilt } from "./servers";

const FIRST = 10;

/** Each figure of the search's quality, of all lists, on a new site with the starter people alone. */
export async function questions(): Promise<Figure[]> {
  const site = await startBuilt(seededFolder({ experts: 0 }));
  try {
    return [
      ...(await figuresOf(site, "the first list", QUESTIONS)),
      ...(await figuresOf(site, "the second list", MORE_QUESTIONS)),
      ...(await figuresOf(site, "the third list", THIRD_QUESTIONS)),
      ...(await figuresOf(site, "the fourth list", FOURTH_QUESTIONS)),
      ...(await figuresOf(site, "the fifth list", FIFTH_QUESTIONS)),
      ...(await figuresOf(site, "the sixth list", SIXTH_QUESTIONS)),
      ...(await figuresOf(site, "the seventh list", SEVENTH_QUESTIONS)),
      ...(await figuresOf(site, "the eighth list", EIGHTH_QUESTIONS)),
      ...(await figuresOf(site, "the ninth list", NINTH_QUESTIONS)),
    ];
  } finally {
    await site.stop();
  }
}

type Answer = { asked: string; right: Map<string, number>; found: string[]; leftOut: string[] };

/** What somebody is worth who is right, and right only in part. */
const [RIGHT, IN_PART] = [2, 1];

function gradesOf(right: string): Map<string, number> {
  const slugs = right.split(" ").filter(Boolean);
  return new Map(slugs.map((one) => (one.startsWith("~") ? [one.slice(1), IN_PART] : [one, RIGHT])));
}

async function figuresOf(site: Site, name: string, list: [asked: string, right: string][]): Promise<Figure[]> {
  const answers: Answer[] = [];
  const plain = await plainSearch();
  for (const [asked, right] of list) {
    const { body } = await getJson(site, `/api/experts/paginated?limit=${FIRST}&search=${encodeURIComponent(asked)}`);
    const found: string[] = body.experts.map(({ slug }: { slug: string }) => slug);
    answers.push({ asked, right: gradesOf(right), found, leftOut: body.leftOut as string[] });
  }
  const answerable = answers.filter(({ right }) => right.size > 0);
  const others = answers.filter(({ right }) => right.size === 0);
  const share = <T>(all: T[], is: (one: T) => boolean) => all.filter(is).length / all.length;
  const gains = answerable.map(({ right, found }) => gain(found, right) / most(right));
  const gainsOfPlain = answerable.map(({ asked, right }) => gain(plain(asked), right) / most(right));
  return [
    {
      name: `nDCG@10 of ${answerable.length} questions, ${name}`,
      value: mean(gains),
      unit: "",
      least: 0.8,
      raw: answers.map((one) => ({ ...one, right: Object.fromEntries(one.right) })),
    },
    { name: `nDCG@10 of plain BM25 with a stemmer, ${name}`, value: mean(gainsOfPlain), unit: "" },
    {
      name: `answerable, nobody found, ${name}`,
      value: share(answerable, ({ found }) => found.length === 0),
      unit: "",
      most: 0.05,
    },
    {
      name: `answerable, somebody right in the first five, ${name}`,
      value: share(answerable, ({ found, right }) => found.slice(0, 5).some((slug) => right.has(slug))),
      unit: "",
      least: 0.88,
    },
    {
      name: `unanswerable (${others.length}), nobody found, or said to be only near, ${name}`,
      value: share(others, ({ found, leftOut }) => found.length === 0 || leftOut.length > 0),
      unit: "",
      least: 0.85,
    },
  ];
}

/** Discounted cumulative gain of the first ten: Järvelin and Kekäläinen 2002, doi 10.1145/582415.582418. */
function gain(found: string[], right: Map<string, number>): number {
  const one = (slug: string, at: number) => (right.get(slug) ?? 0) / Math.log2(at + 2);
  return found.slice(0, FIRST).reduce((sum, slug, at) => sum + one(slug, at), 0);
}

function most(right: Map<string, number>): number {
  return gain(
    Array.from(right.keys()).sort((a, b) => (right.get(b) ?? 0) - (right.get(a) ?? 0)),
    right,
  );
}

/** Usual values: Robertson and Zaragoza 2009, doi 10.1561/1500000019. */
const [K1, B] = [1.2, 0.75];

/** Plain BM25 with Porter's stems over the same records: what any search finds without knowing what it is about. */
async function plainSearch(): Promise<(asked: string) => string[]> {
  const records = JSON.parse(await readFile("db/starter/experts.json", "utf8")) as Record<string, unknown>[];
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const texts = records.map(
    ({ slug, name, title, longevityContribution, biography, books, scienceHighlights, ...more }) => {
      const works = (more.works as { title: string; venue: string }[]).map((work) => `${work.title} ${work.venue}`);
      const topics = (more.topics as string[]).map((topic) => topic.replaceAll("-", " "));
      const place = `${more.affiliation} ${more.city} ${countries.of(String(more.country || "ZZ")) ?? ""}`;
      const all = [name, title, longevityContribution, biography, books, scienceHighlights, works, topics, place];
      const stems = words(all.flat().join(" ")).map(stemOf);
      const counts = new Map<string, number>();
      for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
      return { slug: String(slug), counts, length: stems.length };
    },
  );
  const length = mean(texts.map((text) => text.length));
  return (asked) => {
    const stems = [...new Set(words(asked).map(stemOf))];
    const scoreOf = ({ counts, length: own }: (typeof texts)[number]) =>
      stems.reduce((sum, stem) => {
        const count = counts.get(stem) ?? 0;
        const having = texts.filter((text) => text.counts.has(stem)).length;
        const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
        return sum + (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * own) / length));
      }, 0);
    const scored = texts.map((text) => ({ slug: text.slug, score: scoreOf(text) })).filter(({ score }) => score > 0);
    return scored
      .sort((one, other) => other.score - one.score)
      .slice(0, FIRST)
      .map(({ slug }) => slug);
  };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
