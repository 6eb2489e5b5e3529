/** How well experts fit a question, from the words of their texts: the same numbers on every engine. */
import { PLACES, type Place, WEIGHTS } from "./fields";
import type { Unit } from "./question";
import { spellingsOf } from "./spellings";
import { stemOf } from "./stems";
import { isUnspaced } from "./terms";

export type PlacedTexts = Record<Place, string>;

export interface Ranked {
  rowId: number;
  /** Before the score: an exact name, a name that begins so, a name with all words, others with the word, others. */
  step: number;
  score: number;
}

export function isNamedSo(sortName: string, name: string): boolean {
  return sortName.startsWith(name);
}

const AS_STEM = 0.85;
const AS_BEGINNING = 0.6;
const AS_SYNONYM = 0.6;
/** What the other places than the best one add. */
const ELSEWHERE = 0.25;
const AGAIN = 0.15;
const MOST_AGAIN = 3;
const BESIDE = 0.35;

/** The texts of an expert, with where the words of a question stand in them. */
export type Reading = Record<Place, { text: string; slashes: Map<string, number[]> }>;

/** Reads texts for the words of these units: each text once, however many words there are. */
export function readerOf(units: Unit[]): (texts: PlacedTexts) => Reading {
  const words = new Set(units.flatMap(({ typed, forms }) => [...typed, ...forms.flat()]));
  const stems = new Set(Array.from(words).flatMap((word) => placedForms(word).map(({ stem }) => stem)));
  // "/stem ", as they are written. Nothing in them needs an escape.
  const pattern = new RegExp(`/(?:${Array.from(stems, (stem) => stem.slice(1, -1)).join("|")}) `, "g");
  const read = (text: string) => {
    const slashes = new Map<string, number[]>();
    for (const { 0: stem, index } of text.matchAll(pattern)) {
      const before = slashes.get(stem);
      if (before) before.push(index);
      else slashes.set(stem, [index]);
    }
    return { text, slashes };
  };
  return (texts) => Object.fromEntries(PLACES.map((place) => [place, read(texts[place])])) as Reading;
}

/** The sum of what each unit of a question weighs, by how rare it is and where it stands. */
export function scoreOf(units: { unit: Unit; idf: number }[], reading: Reading): number {
  let score = 0;
  for (const [at, { unit, idf }] of units.entries()) {
    const own = Math.max(...unit.forms.map((form, place) => formScore(unit, form, place, reading)));
    score += own * idf * (unit.isLoose ? 0.4 : 1);
    const next = units[at + 1];
    const pair = [unit.typed.at(-1) as string, next?.unit.typed[0] ?? ""];
    if (next && own > 0 && isBeside(pair, reading)) score += BESIDE * Math.min(idf, next.idf) * WEIGHTS.contribution;
  }
  return score;
}

/**
 * Whether somebody has the very word, or phrase, of a question of one; everybody is taken for that where a question is longer.
 * Another word for it, or one that it begins, is less, in whatever place.
 */
export function hasTheWord(units: { unit: Unit }[], reading: Reading): boolean {
  const [{ unit }, ...others] = units as [{ unit: Unit }];
  return (
    others.length > 0 ||
    unit.place !== undefined ||
    standsTogether({ ...unit, forms: unit.forms.slice(0, 1), begins: false }, reading)
  );
}

/** What a title that stands in a text word for word weighs, by how rare it is. */
export const AS_RUN = 5;

/** A run of words as it stands in a text, exactly. */
export function writtenRun(run: string[]): string {
  return ` ${run.map((word) => `${word}/${stemOf(word)} `).join("")}`;
}

function formScore(unit: Unit, form: string[], place: number, reading: Reading): number {
  if (form.length > 1 && !isBeside(form, reading)) return 0;
  const words = form.map((word) => wordScore(word, place === 0 && unit.begins, reading));
  const worst = Math.min(...words);
  if (worst === 0) return 0;
  return (words.reduce((sum, one) => sum + one, 0) / words.length) * (place === 0 ? 1 : AS_SYNONYM);
}

function wordScore(word: string, begins: boolean, reading: Reading): number {
  const scores = PLACES.map((place) => WEIGHTS[place] * inPlace(word, begins, reading[place]));
  const best = Math.max(...scores);
  return best + ELSEWHERE * (scores.reduce((sum, one) => sum + one, 0) - best);
}

/** 1 for the word itself, and a little for each time again. */
function inPlace(word: string, begins: boolean, { text, slashes }: Reading[Place]): number {
  let best = 0;
  for (const { exact, stem, start } of placedForms(word)) {
    const found = slashes.get(stem);
    const isExact = found?.some((slash) => text.startsWith(exact, slash - exact.length + 1));
    const form = found ? (isExact ? 1 : AS_STEM) : begins && text.includes(start) ? AS_BEGINNING : 0;
    const again = Math.max(0, Math.min(found?.length ?? 0, MOST_AGAIN) - 1);
    best = Math.max(best, form * (1 + AGAIN * again));
  }
  if (best === 0 && isUnspaced(word)) return text.includes(` ${word}`) ? 1 : 0.5;
  return best;
}

interface PlacedForm {
  exact: string;
  stem: string;
  start: string;
}

/** Of the latest words: each is looked for in hundreds of texts. */
const kept = new Map<string, PlacedForm[]>();
const MOST_KEPT = 500;

/** Returns how a word stands in a text in either spelling: " word/", by its stem "/ag ", or as a beginning. */
function placedForms(word: string): PlacedForm[] {
  const known = kept.get(word);
  if (known) return known;
  const parts = spellingsOf(word).map((one) => ({ exact: ` ${one}/`, stem: `/${stemOf(one)} `, start: ` ${one}` }));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(word, parts);
  return parts;
}

/** Tells whether a unit stands in a text, the words of a phrase beside each other. */
export function standsTogether(
  { forms, begins }: Unit,
  reading: Reading,
  places = PLACES as readonly Place[],
): boolean {
  return forms.some((form, at) =>
    form.length > 1
      ? isBeside(form, reading, places)
      : isSomewhere(form[0] as string, begins && at === 0, reading, places),
  );
}

function isSomewhere(word: string, begins: boolean, reading: Reading, places: readonly Place[]): boolean {
  if (isUnspaced(word)) return places.some((place) => reading[place].text.includes(` ${word.slice(0, 1)}`));
  return placedForms(word).some(({ stem, start }) =>
    places.some((place) => reading[place].slashes.has(stem) || (begins && reading[place].text.includes(start))),
  );
}

function isBeside(words: string[], reading: Reading, places = PLACES as readonly Place[]): boolean {
  const stems = words.map((word) => (placedForms(word)[0] as PlacedForm).stem);
  return places.some((place) => standsIn(reading[place], stems));
}

const MOST_BETWEEN = 1;

/** Tells whether the stems follow each other, with at most one word between two of them. */
function standsIn({ text, slashes }: Reading[Place], stems: string[]): boolean {
  const [first = "", ...others] = stems;
  if (!others.every((stem) => slashes.has(stem))) return false;
  return (slashes.get(first) ?? []).some((slash) => {
    let end = slash + first.length - 1;
    return others.every((stem) => {
      for (let between = 0; between <= MOST_BETWEEN; between++) {
        const next = text.indexOf("/", end);
        if (next < 0) return false;
        end = text.indexOf(" ", next);
        if (text.startsWith(stem, next)) return true;
        if (end < 0) return false;
      }
      return false;
    });
  });
}
