/** How well the search answers what readers ask about the starter people: through the JSON call, as everybody gets it. */

import { FIFTH_QUESTIONS } from "../search/fifth-questions";
import { FOURTH_QUESTIONS } from "../search/fourth-questions";
import { MORE_QUESTIONS } from "../search/more-questions";
import { QUESTIONS } from "../search/questions";
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
    ];
  } finally {
    await site.stop();
  }
}

async function figuresOf(site: Site, name: string, list: [asked: string, right: string][]): Promise<Figure[]> {
  const answers = [];
  for (const [asked, right] of list) {
    const { body } = await getJson(site, `/api/experts/paginated?limit=${FIRST}&search=${encodeURIComponent(asked)}`);
    const found: string[] = body.experts.map(({ slug }: { slug: string }) => slug);
    answers.push({ asked, right: right.split(" ").filter(Boolean), found, leftOut: body.leftOut as string[] });
  }
  const answerable = answers.filter(({ right }) => right.length > 0);
  const others = answers.filter(({ right }) => right.length === 0);
  const share = <T>(all: T[], is: (one: T) => boolean) => all.filter(is).length / all.length;
  const gains = answerable.map(({ right, found }) => gain(found, right) / gain(right, right));
  return [
    {
      name: `nDCG@10 of ${answerable.length} questions, ${name}`,
      value: mean(gains),
      unit: "",
      least: 0.8,
      raw: answers,
    },
    {
      name: `answerable, nobody found, ${name}`,
      value: share(answerable, ({ found }) => found.length === 0),
      unit: "",
      most: 0.05,
    },
    {
      name: `answerable, somebody right in the first five, ${name}`,
      value: share(answerable, ({ found, right }) => found.slice(0, 5).some((slug) => right.includes(slug))),
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
function gain(found: string[], right: string[]): number {
  const one = (slug: string, at: number) => (right.includes(slug) ? 1 / Math.log2(at + 2) : 0);
  return found.slice(0, FIRST).reduce((sum, slug, at) => sum + one(slug, at), 0);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
