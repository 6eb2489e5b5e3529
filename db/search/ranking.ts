/** Scores how well experts match a question by the words of their texts, equally on both engines. */
import { PLACES, type Place, WEIGHTS } from "./fields";
import type { Unit } from "./question";
import { spellingsOf } from "./spellings";
import { stemOf } from "./stems";
import { isUnspaced } from "./terms";

export type PlacedTexts = Record<Place, string>;

export interface Ranked {
  rowId: number;
  /** The first criterion: exact name, name with this prefix, name with all words, texts with the exact word, others. */
  step: number;
  score: number;
}

export function nameStartsWith(sortName: string, name: string): boolean {
  return sortName.startsWith(name);
}

const STEM_WEIGHT = 0.85;
const PREFIX_WEIGHT = 0.6;
const SYNONYM_WEIGHT = 0.6;
/** The factor for places other than the best one. */
const OTHER_PLACES_WEIGHT = 0.25;
const REPETITION_WEIGHT = 0.15;
const MAX_REPETITIONS = 3;
const ADJACENCY_WEIGHT = 0.35;

/** The texts of an expert with the positions of a question's words. */
export type Reading = Record<Place, { text: string; slashes: Map<string, number[]> }>;

/** Returns a function that finds the words of these units in a text. It reads each text once, however many words there are. */
export function readerOf(units: Unit[]): (texts: PlacedTexts) => Reading {
  const words = new Set(units.flatMap(({ typed, forms }) => [...typed, ...forms.flat()]));
  const stems = new Set(Array.from(words).flatMap((word) => placedForms(word).map(({ stem }) => stem)));
  // Matches "/stem " as in the stored texts. Stems need no escaping.
  const pattern = new RegExp(`/(?:${Array.from(stems, (stem) => stem.slice(1, -1)).join("|")}) `, "g");
  const read = (text: string) => {
    const slashes = new Map<string, number[]>();
    for (const { 0: stem, index } of text.matchAll(pattern)) {
      const positions = slashes.get(stem);
      if (positions) positions.push(index);
      else slashes.set(stem, [index]);
    }
    return { text, slashes };
  };
  return (texts) => Object.fromEntries(PLACES.map((place) => [place, read(texts[place])])) as Reading;
}

/** Returns the sum of the units' scores by rarity and place. */
export function scoreOf(units: { unit: Unit; idf: number }[], reading: Reading): number {
  let score = 0;
  for (const [index, { unit, idf }] of units.entries()) {
    const unitScore = Math.max(...unit.forms.map((form, formIndex) => formScore(unit, form, formIndex, reading)));
    score += unitScore * idf * (unit.isOptional ? 0.4 : 1);
    const nextUnit = units[index + 1];
    const pair = [unit.typed.at(-1) as string, nextUnit?.unit.typed[0] ?? ""];
    if (nextUnit && unitScore > 0 && areAdjacent(pair, reading))
      score += ADJACENCY_WEIGHT * Math.min(idf, nextUnit.idf) * WEIGHTS.contribution;
  }
  return score;
}

/** Tells whether an expert has the exact word or phrase of a question with one unit, not only a synonym or a longer word. True for longer questions. */
export function hasExactWord(units: { unit: Unit }[], reading: Reading): boolean {
  const [{ unit }, ...otherUnits] = units as [{ unit: Unit }];
  return (
    otherUnits.length > 0 ||
    unit.place !== undefined ||
    containsUnit({ ...unit, forms: unit.forms.slice(0, 1), isPrefix: false }, reading)
  );
}

/** The weight of a title that a text contains verbatim, to be multiplied by its rarity. */
export const VERBATIM_WEIGHT = 5;

/** Returns a run of words in the format of the stored texts. */
export function indexedRun(run: string[]): string {
  return ` ${run.map((word) => `${word}/${stemOf(word)} `).join("")}`;
}

function formScore(unit: Unit, form: string[], place: number, reading: Reading): number {
  if (form.length > 1 && !areAdjacent(form, reading)) return 0;
  const wordScores = form.map((word) => wordScore(word, place === 0 && unit.isPrefix, reading));
  const worstScore = Math.min(...wordScores);
  if (worstScore === 0) return 0;
  return (wordScores.reduce((sum, score) => sum + score, 0) / wordScores.length) * (place === 0 ? 1 : SYNONYM_WEIGHT);
}

function wordScore(word: string, isPrefix: boolean, reading: Reading): number {
  const scores = PLACES.map((place) => WEIGHTS[place] * scoreInPlace(word, isPrefix, reading[place]));
  const bestScore = Math.max(...scores);
  return bestScore + OTHER_PLACES_WEIGHT * (scores.reduce((sum, score) => sum + score, 0) - bestScore);
}

/** Returns 1 for the word itself, and a little for each repetition. */
function scoreInPlace(word: string, isPrefix: boolean, { text, slashes }: Reading[Place]): number {
  let bestScore = 0;
  for (const { exact, stem, start } of placedForms(word)) {
    const slashesOfStem = slashes.get(stem);
    const isExact = slashesOfStem?.some((slash) => text.startsWith(exact, slash - exact.length + 1));
    const form = slashesOfStem ? (isExact ? 1 : STEM_WEIGHT) : isPrefix && text.includes(start) ? PREFIX_WEIGHT : 0;
    const repetitions = Math.max(0, Math.min(slashesOfStem?.length ?? 0, MAX_REPETITIONS) - 1);
    bestScore = Math.max(bestScore, form * (1 + REPETITION_WEIGHT * repetitions));
  }
  if (bestScore === 0 && isUnspaced(word)) return text.includes(` ${word}`) ? 1 : 0.5;
  return bestScore;
}

interface PlacedForm {
  exact: string;
  stem: string;
  start: string;
}

/** Caches the forms of words, because each is searched in hundreds of texts. */
const formCache = new Map<string, PlacedForm[]>();
const MAX_CACHED = 500;

/** Returns the stored forms of a word in each spelling: " word/", "/stem " and the prefix " word". */
function placedForms(word: string): PlacedForm[] {
  const cachedForms = formCache.get(word);
  if (cachedForms) return cachedForms;
  const parts = spellingsOf(word).map((spelling) => ({
    exact: ` ${spelling}/`,
    stem: `/${stemOf(spelling)} `,
    start: ` ${spelling}`,
  }));
  if (formCache.size >= MAX_CACHED) formCache.clear();
  formCache.set(word, parts);
  return parts;
}

/** Tells whether a text contains a unit, with the words of a phrase adjacent. */
export function containsUnit(
  { forms, isPrefix }: Unit,
  reading: Reading,
  places = PLACES as readonly Place[],
): boolean {
  return forms.some((form, index) =>
    form.length > 1
      ? areAdjacent(form, reading, places)
      : occurs(form[0] as string, isPrefix && index === 0, reading, places),
  );
}

function occurs(word: string, isPrefix: boolean, reading: Reading, places: readonly Place[]): boolean {
  if (isUnspaced(word)) return places.some((place) => reading[place].text.includes(` ${word.slice(0, 1)}`));
  return placedForms(word).some(({ stem, start }) =>
    places.some((place) => reading[place].slashes.has(stem) || (isPrefix && reading[place].text.includes(start))),
  );
}

function areAdjacent(words: string[], reading: Reading, places = PLACES as readonly Place[]): boolean {
  const stems = words.map((word) => (placedForms(word)[0] as PlacedForm).stem);
  return places.some((place) => containsInOrder(reading[place], stems));
}

const MAX_BETWEEN = 1;

/** Tells whether a text contains the stems in order, with at most one word between two of them. */
function containsInOrder({ text, slashes }: Reading[Place], stems: string[]): boolean {
  const [firstStem = "", ...otherStems] = stems;
  if (!otherStems.every((stem) => slashes.has(stem))) return false;
  return (slashes.get(firstStem) ?? []).some((slash) => {
    let end = slash + firstStem.length - 1;
    return otherStems.every((stem) => {
      for (let between = 0; between <= MAX_BETWEEN; between++) {
        const slashAt = text.indexOf("/", end);
        if (slashAt < 0) return false;
        end = text.indexOf(" ", slashAt);
        if (text.startsWith(stem, slashAt)) return true;
        if (end < 0) return false;
      }
      return false;
    });
  });
}
