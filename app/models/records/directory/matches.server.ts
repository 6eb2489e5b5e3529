/** Explains the matches of a search: marks words in a text, and finds the line of a record that has most of them. */
import {
  fold,
  isWeakWord,
  type Marks,
  mentionsIn,
  readDb,
  type SearchedField,
  searchTextsOf,
  spellingsOf,
  stemOf,
} from "~/db.server";
import { plainText, shorten } from "~/models/base/markdown/plain-text.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { categoryLabel } from "~/models/records/listings/categories";
import { namesOf } from "~/models/records/shared/fields";

/**
 * A text in pieces, of which those at odd positions match the search: ["David ", "Sinclair", ""]. A plain string has no
 * match.
 */
export type Marked = string | string[];
export type Mark = (text: string) => Marked;

export interface Match {
  field: SearchedField;
  /** A plain text of at most 200 characters and two "…". */
  text: string;
  /** The words of the search that the line matches, as they were typed. */
  condition: string;
}

/** Matches ASCII letters and punctuation, which are folded by lower case alone. */
const SIMPLE_TEXT = /^[\x00-\x7f\u2010-\u2027]*$/;
const SIMPLE_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Returns a function that marks the words of a search in any of their forms. The words of a phrase are marked if they stand
 * together.
 */
export function marker(marks: Marks): Mark {
  if (marks.length === 0) return (text) => text;
  const findUnits = unitFinder(marks);
  const isOfPlaces = marks.some(({ places }) => places);
  const formsToFind = marks.flatMap(({ forms }) => forms.flat().flatMap(spellingsOf));
  return (text) => {
    const isSimple = SIMPLE_TEXT.test(text);
    if (!isSimple && !isOfPlaces) {
      const folded = fold(text);
      if (!formsToFind.some((word) => folded.includes(word.slice(0, MIN_STEM)))) return text;
    }
    const matches = isSimple ? [...text.toLowerCase().matchAll(SIMPLE_WORD)] : [...text.matchAll(WORD)];
    const markedIndexes = new Set<number>();
    const originalWords = matches.map(({ index, 0: word }) => text.slice(index, index + word.length));
    findUnits(
      matches.map(([word]) => (isSimple ? word : fold(word))),
      originalWords,
      (_, index) => markedIndexes.add(index),
    );
    return splitAtMatches(
      text,
      matches.filter((_, index) => markedIndexes.has(index)),
    );
  };
}

/** The number of first letters that a word and its stem share in English. */
const MIN_STEM = 2;
/** The limit of other words between two words of a phrase. */
const MAX_WORDS_BETWEEN = 1;

type FindUnits = (words: string[], writtenWords: string[], note: (unit: number, at: number) => void) => void;

/** Returns a function that finds the units of a search among folded words. */
function unitFinder(marks: Marks): FindUnits {
  const singleWords = marks.flatMap(({ forms }, unit) =>
    forms.filter(({ length }) => length === 1).map(([word = ""]) => ({ unit, word })),
  );
  const unitsByWord = new Map<string, number[]>();
  const add = (key: string, unit: number) => unitsByWord.set(key, [...(unitsByWord.get(key) ?? []), unit]);
  for (const { unit, word } of singleWords)
    for (const key of new Set(spellingsOf(word).flatMap((spelling) => [spelling, stemKey(spelling)]))) add(key, unit);
  const beginnings = marks.flatMap(({ forms, isPrefix }, unit) =>
    isPrefix ? spellingsOf(forms[0]?.[0] as string).map((word) => ({ unit, word })) : [],
  );
  const phrases = marks.flatMap(({ forms }, unit) =>
    forms
      .filter(({ length }) => length > 1)
      .map((form) => ({ unit, form, stems: form.map((word) => new Set(spellingsOf(word).map(stemOf))) })),
  );
  const stemStarts = new Set(
    marks.flatMap(({ forms }) => forms.flat().flatMap(spellingsOf)).map((word) => word.slice(0, MIN_STEM)),
  );
  const places = marks.flatMap(({ places }, unit) => (places ? [{ unit, keys: new Set(places) }] : []));
  return (words, writtenWords, note) => {
    for (const { at, length, keys } of places.length > 0 ? mentionsIn(writtenWords) : [])
      for (const { unit } of places.filter((place) => keys.some((key) => place.keys.has(key))))
        for (let part = 0; part < length; part++) note(unit, at + part);
    const stems = words.map((word) => (stemStarts.has(word.slice(0, MIN_STEM)) ? stemOf(word) : ""));
    for (const [index, word] of words.entries()) {
      for (const unit of unitsByWord.get(word) ?? []) note(unit, index);
      if (stems[index]) for (const unit of unitsByWord.get(stemKey(word)) ?? []) note(unit, index);
      for (const beginning of beginnings) if (word.startsWith(beginning.word)) note(beginning.unit, index);
      if (!stems[index]) continue;
      for (const phrase of phrases) {
        const places = placesFrom(stems, index, phrase.stems);
        // Ignores weak words of a phrase: "working out" is no reason to mark "works".
        const significantPlaces = places?.filter((_, part) => !isWeakWord(phrase.form[part] as string));
        for (const place of significantPlaces?.length ? significantPlaces : (places ?? [])) note(phrase.unit, place);
      }
    }
  };
}

function stemKey(word: string): string {
  return `/${stemOf(word)}`;
}

/** Returns the positions of a phrase that begins at a word; null if it does not stand there. */
function placesFrom(stems: string[], at: number, phrase: Set<string>[]): number[] | null {
  const places: number[] = [];
  let nextIndex = at;
  for (const [part, wantedStems] of phrase.entries()) {
    const lastIndex = part === 0 ? nextIndex : nextIndex + MAX_WORDS_BETWEEN;
    while (nextIndex <= lastIndex && !wantedStems.has(stems[nextIndex] || "-")) nextIndex++;
    if (nextIndex > lastIndex || nextIndex >= stems.length) return null;
    places.push(nextIndex++);
  }
  return places;
}

function splitAtMatches(text: string, matches: RegExpMatchArray[]): Marked {
  const pieces: string[] = [];
  let end = 0;
  for (const { index = 0, 0: word = "" } of matches) {
    pieces.push(text.slice(end, index), text.slice(index, index + word.length));
    end = index + word.length;
  }
  return pieces.length > 0 ? [...pieces, text.slice(end)] : text;
}

/** The limit of characters before the first match of a part. */
const MAX_LEAD = 60;

/** Returns the part of a text, of about `length` characters, that has most of its different matches. */
export function excerptAround(text: string, mark: Mark, length: number): string {
  const pieces = mark(text);
  if (typeof pieces === "string" || text.length <= length) return shorten(text, length);
  let at = 0;
  const matches = pieces.flatMap((piece, index) => {
    at += piece.length;
    return index % 2 === 1 ? [{ end: at, start: at - piece.length, word: stemOf(fold(piece)) }] : [];
  });
  const countWordsFrom = (start: number) =>
    new Set(matches.filter((match) => match.start >= start && match.end <= start + length).map(({ word }) => word))
      .size;
  const lead = Math.min(MAX_LEAD, Math.floor(length / 3));
  let best = { start: 0, words: countWordsFrom(0) };
  for (const { start } of matches.slice(0, MAX_MATCHES_TRIED)) {
    const from = start > lead ? text.lastIndexOf(" ", start - lead) + 1 : 0;
    const words = countWordsFrom(from);
    if (words > best.words) best = { start: from, words };
  }
  return best.start === 0 ? shorten(text, length) : `… ${shorten(text.slice(best.start), length)}`;
}

const MAX_MATCHES_TRIED = 50;

/** Fields that a card shows anyway. */
const CARD_FIELDS: SearchedField[] = ["name", "title", "longevityContribution"];
/** The number of characters of a text that are searched for a match. */
const MAX_SEARCHED_CHARACTERS = 20_000;
const MATCH_LENGTH = 200;
const PROSE = new Set<string>(namesOf(EXPERT_RECORD, "prose"));

/**
 * Returns, by row number, the line that explains each match; null if name, title and contribution explain it. If the search names a
 * place and these match the rest, the line is the person's place.
 * @param isPlaceOfWork Says that the experts work at the place, and do not only mention it.
 */
export async function matchesOf(
  rowIds: number[],
  marks: Marks,
  isPlaceOfWork = true,
): Promise<Map<number, Match | null>> {
  if (marks.length === 0 || rowIds.length === 0) return new Map();
  const texts = await searchTextsOf(readDb, rowIds, categoryLabel);
  const mark = marker(marks);
  const findUnits = unitFinder(marks);
  const unitsIn = (text: string) => {
    const units = new Set<number>();
    const words = text.match(WORD) ?? [];
    findUnits(words.map(fold), words, (unit) => units.add(unit));
    return units;
  };
  const places = isPlaceOfWork ? marks.flatMap((mark, unit) => (mark.places ? [unit] : [])) : [];
  const conditionOf = (units: number[]) => units.map((unit) => marks[unit]?.typed.join(" ")).join(", ");
  return new Map(
    texts.map(({ rowId, text }) => {
      const explainedUnits = unitsIn(CARD_FIELDS.map((field) => text[field] ?? "").join("\n"));
      for (const unit of places) explainedUnits.add(unit);
      const place = [text.place ?? ""].flat().join("; ");
      const placeMatch =
        places.length > 0 && place ? { field: "place" as const, text: place, condition: conditionOf(places) } : null;
      if (explainedUnits.size === marks.length) return [rowId, placeMatch];
      let mostUnits: number[] = [];
      let match: Match | null = placeMatch;
      for (const [field, content] of Object.entries(text) as [SearchedField, string | string[]][]) {
        if (CARD_FIELDS.includes(field) || field === "categoryLabels" || !canExplain(field)) continue;
        for (const line of linesOf(content)) {
          const newUnits = [...unitsIn(line)].filter((unit) => !explainedUnits.has(unit));
          if (newUnits.length <= mostUnits.length) continue;
          mostUnits = newUnits;
          match = {
            field,
            text: excerptAround(shownText(field, line), mark, MATCH_LENGTH),
            condition: conditionOf(newUnits),
          };
        }
      }
      return [rowId, match];
    }),
  );
}

/** Tells whether readers understand the text of a field: the places of work are keys. */
function canExplain(field: string): field is SearchedField {
  return field !== "worksIn";
}

/** Returns a line of a field as the profile shows it, without the markup of Markdown. */
function shownText(field: SearchedField, line: string): string {
  return PROSE.has(field) ? plainText(line, MAX_SEARCHED_CHARACTERS) : shorten(line, MAX_SEARCHED_CHARACTERS);
}

function linesOf(content: string | string[]): string[] {
  if (Array.isArray(content)) return content;
  return content.slice(0, MAX_SEARCHED_CHARACTERS).split(/\n\s*\n/);
}
