/** Finds experts of the public lists by anything that a reader types: a name, a subject, a question. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { fold } from "../fold";
import { writtenPlace } from "../places/where";
import { NOT_FEATURED } from "../schema";
import { EXPERT_INDEXES, FEATURED_SCOPE, listingScope } from "./experts-index";
import { PLACES, type Place, placeToken } from "./fields";
import type { FullText, SearchContext, TextIndex } from "./full-text";
import { INFLECTED, isEnglish } from "./known-words";
import {
  isWeakWord,
  type Marks,
  marksOf,
  matchMentions,
  placesAsked,
  type Question,
  readQuestion,
  runsOf,
  type Unit,
} from "./question";
import type { AskedPlace } from "./question-places";
import {
  containsUnit,
  hasExactWord,
  indexedRun,
  nameStartsWith,
  type PlacedTexts,
  type Ranked,
  type Reading,
  readerOf,
  scoreOf,
  VERBATIM_WEIGHT,
} from "./ranking";
import { spellingsOf, TOKEN_MARK } from "./spellings";
import { indexedStem } from "./stems";
import { NO_SYNONYMS, type Synonyms } from "./synonyms";
import { isUnspaced, SORTS_LAST, type Terms, termsOf } from "./terms";
import { isCorrectable, nearestWords } from "./typos";

export interface SearchQuery {
  text: string;
  categories?: string[];
  groups?: string[][]; // Only experts in at least one listing of each group
  sort?: Exclude<keyof typeof ORDERS, "best">; // The order; missing for the best match first
  synonyms?: Synonyms;
  includesNearest?: boolean; // If nobody has all words, returns experts who have most of those that count
  countsListings?: boolean; // Counts the experts in each listing, which costs about as much as finding them
  includesMentions?: boolean; // Adds experts whose texts only mention a place of the search
  asWords?: boolean; // Treats places as ordinary words
  isFeatured?: boolean; // Only featured people
  ignoresPlaces?: boolean; // Ignores the places of the search
  offset: number; // From 0
  limit: number;
}

export interface SearchResult {
  rowIds: number[];
  total: number; // The number of experts on all pages, at most 500
  isCapped: boolean;
  terms: string[];
  corrected: string | null; // The words that were searched in place of misspelt ones; otherwise null
  /** If `countsListings`: the number of the experts in each listing, without those with 0. */
  listings: Record<string, number>;
  /** The same as `listings`, for a search in every category. */
  counts: Record<string, number>;
  areCountsCapped: boolean; // Says that there are more than 500 in all, and the counts are those of the first 500
  leftOut: string[]; // Words that some of the found experts lack, or that no record has
  unrecordedWords: string[]; // The words among them that no record has
  whole: number; // If `leftOut` has words: the number of experts who have them all, first in the list
  marks: Marks;
  similarWords: string[]; // If nobody is found: words of experts with a similar spelling
  places: string[]; // The words for the places where the found experts work
  mentioned: { rowIds: number[]; marks: Marks }; // Experts who work elsewhere, but match the rest and mention the place
}

const MAX_FOUND = 500;
const MAX_MENTIONED = 10;
const MAX_CORRECTED = 3;
const MAX_ATTEMPTS = 6;
const INDEXED_PREFIX = 4;
const MAX_ENDINGS = 16;

/** Finds experts by the words of a text that count, in any of the searched fields. */
export async function searchExperts(from: SearchContext, query: SearchQuery): Promise<SearchResult> {
  const { categories = [], groups = [], sort, offset, limit } = query;
  const allGroups = categories.length > 0 ? [categories, ...groups] : groups;
  const cachingContext = { ...from, fullText: cacheSimilarWords(from.fullText) };
  const { question, places } = await readQuestionAndPlaces(cachingContext, query);
  const placeFields = {
    places,
    mentioned: query.includesMentions ? await findMentions(from, { question, groups: allGroups }) : NONE_MENTIONED,
  };
  const { isFeatured } = query;
  const answer = await findAnswer(
    cachingContext,
    { question, groups: allGroups, sort, isFeatured },
    query.includesNearest ?? false,
  );
  if (!answer)
    return {
      ...NO_RESULT,
      ...placeFields,
      ...leftOutOf(question),
      terms: question.typed,
      similarWords: query.includesNearest
        ? [...(await similarlySounding(from, question)), ...(await similarlySpelled(cachingContext, question))].slice(
            0,
            MAX_CORRECTED,
          )
        : [],
    };
  const { units, sets, threshold, leftOut, corrected, rowIds, whole = 0 } = answer;
  const firstRowIds = rowIds.slice(0, MAX_FOUND);
  const findInAnyCategory = () => find(from, units, { question, groups, sort: "name", sets, threshold });
  const counts = query.countsListings
    ? await countListings(from, rowIds, categories.length > 0 ? findInAnyCategory : null)
    : NOT_COUNTED;
  return {
    rowIds: firstRowIds.slice(offset, offset + limit),
    total: firstRowIds.length,
    isCapped: rowIds.length > MAX_FOUND,
    terms: units.flatMap(({ unit }) => unit.typed),
    corrected,
    ...counts,
    ...leftOutOf(question, leftOut),
    whole,
    marks: marksOf(units.map(({ unit }) => unit)),
    similarWords: [],
    ...placeFields,
  };
}

const NONE_MENTIONED = { rowIds: [], marks: [] };

/** Reads the question with its places. A word is no place if a record shows that it means something else. */
async function readQuestionAndPlaces(
  from: SearchContext,
  query: SearchQuery,
): Promise<{ question: Question; places: string[] }> {
  const { text, synonyms = NO_SYNONYMS, includesNearest: leavesOut } = query;
  const placesRead = placesAsked(text, synonyms, leavesOut);
  const cities = await citiesOfRecords(from, query.asWords ? [] : placesRead.cities);
  const places: AskedPlace[] = [];
  const possiblePlaces = query.asWords ? [] : [...placesRead.places, ...cities];
  const isTitle = possiblePlaces.length > 0 && (await isVerbatim(from, placesRead.typed));
  for (const place of isTitle ? [] : possiblePlaces) {
    const overlaps = places.some(({ at, length }) => place.at < at + length && at < place.at + place.length);
    if (
      !overlaps &&
      (await isPlace(from, place)) &&
      !(placesRead.isName && (await isPartOfName(from, place, placesRead.typed)))
    )
      places.push(place);
  }
  const question = readQuestion(text, synonyms, { leavesOut, places });
  const otherUnits = question.units.filter(({ place }) => !place);
  const placeNames = question.units.filter(({ place }) => place).map(({ typed }) => writtenPlaces(text, typed));
  // Drops the places of a search that ignores them.
  if (!query.ignoresPlaces) return { question, places: placeNames };
  const hasOnlyPlaces = otherUnits.every(({ isOptional }) => isOptional);
  return { question: { ...question, units: hasOnlyPlaces ? [] : otherUnits }, places: hasOnlyPlaces ? [] : placeNames };
}

/** Returns the place in a unit's folded words, or the places with "or" between them. */
function writtenPlaces(text: string, typed: string[]): string {
  const names = typed.join(" ").split(" or ");
  return names.map((name) => writtenPlace(typedSpelling(text, name))).join(" or ");
}

/** Returns folded words as the text has them, if they stand in it. */
function typedSpelling(text: string, foldedWords: string): string {
  const lowerText = text.toLowerCase();
  const start = lowerText.length === text.length ? lowerText.indexOf(foldedWords) : -1;
  return start < 0 ? foldedWords : text.slice(start, start + foldedWords.length);
}

async function citiesOfRecords({ db }: SearchContext, possibleCities: AskedPlace[]): Promise<AskedPlace[]> {
  if (possibleCities.length === 0) return [];
  const tokens = possibleCities.flatMap(({ keys }) => keys.map(placeToken));
  const rows = await db.selectFrom("searchWords").select("word").where("word", "in", tokens).execute();
  const words = new Set(rows.map(({ word }) => word));
  return possibleCities.filter(({ keys }) => keys.some((key) => words.has(placeToken(key))));
}

async function isPlace(
  from: SearchContext,
  { words: [placeWords = []], unless, unlessNamed }: AskedPlace,
): Promise<boolean> {
  if (unlessNamed && (await from.fullText.hasAny(from.db, "expertNames", { all: placeWords.map(wordTerms) })))
    return false;
  for (const phrase of unless) if (await phraseOccurs(from, phrase)) return false;
  return true;
}

/** Tells whether a town stands beside the name of a listed person: "Isabela Aboderin" means no town of Puerto Rico. */
async function isPartOfName(
  from: SearchContext,
  { at, length, isCountry, isDemonym }: AskedPlace,
  typed: string[],
): Promise<boolean> {
  const otherWords = typed.filter((_, index) => index < at || index >= at + length);
  if (isCountry || isDemonym || otherWords.length === 0) return false;
  return from.fullText.hasAny(from.db, "expertNames", { any: otherWords.map(wordTerms) });
}

/** The least words of a run that is no coincidence. */
const MIN_TITLE_WORDS = 5;

/**
 * Tells whether a question, or its part after the leading words, stands in a text word for word, such as the title of a
 * work.
 */
async function isVerbatim(from: SearchContext, typed: string[]): Promise<boolean> {
  const runs = runsOf(typed).filter(({ length }) => length >= MIN_TITLE_WORDS);
  for (const run of runs) {
    const condition = from.fullText.matches("expertTexts", { all: run.map(wordTerms) });
    const rowIds = await from.fullText.first(from.db, "expertTexts", condition, { limit: MAX_OF_RARE, isFew: true });
    const texts = rowIds.length > 0 ? await textsOf(from.db, rowIds, PLACES) : [];
    if (texts.some((text) => PLACES.some((place) => text[place].includes(indexedRun(run))))) return true;
  }
  return false;
}

/** Tells whether a phrase stands in one of the first texts with its words. */
async function phraseOccurs(from: SearchContext, phrase: string[], wordsBetween = 1): Promise<boolean> {
  const condition = from.fullText.matches("expertTexts", { all: phrase.map(wordTerms) });
  const rowIds = await from.fullText.first(from.db, "expertTexts", condition, { limit: MAX_OF_RARE, isFew: true });
  if (rowIds.length === 0) return false;
  const unit: Unit = {
    typed: phrase,
    forms: [phrase],
    isOptional: false,
    isPrefix: false,
    isAbbreviation: true,
    bases: [],
  };
  const reading = readerOf([unit]);
  const containsPhrase = (text: PlacedTexts) =>
    wordsBetween === 0
      ? PLACES.some((place) => text[place].includes(indexedRun(phrase)))
      : containsUnit(unit, reading(text));
  return (await textsOf(from.db, rowIds, PLACES)).some(containsPhrase);
}

/** Returns experts who have all words of a question and a word for each of its places, but work in none of them. */
async function findMentions(from: SearchContext, search: NarrowedSearch): Promise<SearchResult["mentioned"]> {
  const places = search.question.units.filter(({ place }) => place);
  if (places.length === 0) return NONE_MENTIONED;
  const placeTerms = [{ all: places.map(({ forms }) => ({ any: forms.flat().map(wordTerms) })) }];
  const question = { ...search.question, units: matchMentions(search.question.units) };
  const answer = await findAnswer(from, { ...search, question, excluded: placeTerms }, true);
  if (!answer || answer.corrected !== null) return NONE_MENTIONED;
  const marks = marksOf(answer.units.map(({ unit }) => unit));
  return { rowIds: answer.rowIds.slice(0, MAX_MENTIONED), marks };
}

type Counts = Pick<SearchResult, "listings" | "counts" | "areCountsCapped">;

const NOT_COUNTED: Counts = { listings: {}, counts: {}, areCountsCapped: false };

/**
 * Counts the experts in each listing.
 * @param findInAnyCategory Finds the experts of a search without its categories; null if it has none.
 */
async function countListings(
  from: SearchContext,
  rowIds: number[],
  findInAnyCategory: (() => Promise<number[]>) | null,
): Promise<Counts> {
  const listings = await countByListing(from, rowIds.slice(0, MAX_FOUND));
  if (!findInAnyCategory) return { listings, counts: listings, areCountsCapped: rowIds.length > MAX_FOUND };
  const allRowIds = await findInAnyCategory();
  const countsOfAll = await countByListing(from, allRowIds.slice(0, MAX_FOUND));
  return { listings, counts: countsOfAll, areCountsCapped: allRowIds.length > MAX_FOUND };
}

function leftOutOf(
  { unrecordedWords }: Question,
  leftOut: string[] = [],
): Pick<SearchResult, "leftOut" | "unrecordedWords"> {
  return { leftOut: [...unrecordedWords, ...leftOut], unrecordedWords };
}

/** Looks up each similar word once: it is needed for a correction and, if nobody is found, for an offer. */
function cacheSimilarWords(fullText: FullText): FullText {
  const lookups = new Map<string, ReturnType<FullText["similarWords"]>>();
  return {
    ...fullText,
    similarWords(db, word, limit) {
      const key = `${limit} ${word}`;
      const rows = lookups.get(key) ?? fullText.similarWords(db, word, limit);
      lookups.set(key, rows);
      return rows;
    },
  };
}

const NO_RESULT: Omit<SearchResult, "terms"> = {
  rowIds: [],
  total: 0,
  isCapped: false,
  corrected: null,
  ...NOT_COUNTED,
  leftOut: [],
  unrecordedWords: [],
  whole: 0,
  marks: [],
  similarWords: [],
  places: [],
  mentioned: NONE_MENTIONED,
};

/** A unit of a question with its frequency in the index. */
interface UnitStats {
  unit: Unit;
  terms: Terms;
  experts: number;
  /** Says that experts have the word only by its stem, and that it is no plural or the like: "sinclaire". */
  isOdd: boolean;
  /** The inverse document frequency: higher for rarer words. */
  idf: number;
}

interface Answer {
  units: UnitStats[];
  /** Sets of units. Found people have all units of one set; missing for the required units. */
  sets?: UnitStats[][];
  threshold?: WeightThreshold;
  rowIds: number[];
  corrected: string | null;
  leftOut: string[];
  whole?: number;
}

/** Finds the best answer; null if nobody has the words. `rowIds` is empty if nobody with the words is in the listings. */
async function findAnswer(
  from: SearchContext,
  search: NarrowedSearch,
  includesNearest: boolean,
): Promise<Answer | null> {
  const { question } = search;
  if (question.units.length === 0) return null;
  const total = await countOfExperts(from);
  const typedStats = await Promise.all(question.units.map((unit) => lookUp(from, unit, total)));
  const isOdd = (await Promise.all(typedStats.map((stats) => stats.isOdd && canBeTypo(from, stats)))).includes(true);
  const joinedWords = await joinWords(from, question, typedStats, total);
  if (joinedWords) {
    const rowIds = await findAll(from, search, joinedWords.units, joinedWords.sets);
    if (rowIds) return { units: joinedWords.units, sets: joinedWords.sets, rowIds, corrected: null, leftOut: [] };
  }
  const completeRowIds = isOdd ? null : await findAll(from, search, typedStats);
  if (completeRowIds) {
    const answer = {
      units: typedStats,
      rowIds: completeRowIds,
      corrected: await endingsOf(from, typedStats, includesNearest),
      leftOut: [],
    };
    return includesNearest ? addNearest(from, search, answer, total) : answer;
  }
  const prefixStats = await Promise.all(typedStats.map((stats) => readAsBeginning(from, stats, total)));
  if (prefixStats.some((stats, index) => stats !== typedStats[index])) {
    const rowIds = await findAll(from, search, prefixStats);
    if (rowIds) {
      const prefixAnswer = { units: prefixStats, rowIds, corrected: null, leftOut: [] };
      return includesNearest ? addNearest(from, search, prefixAnswer, total) : prefixAnswer;
    }
  }
  const attempts = await correctionsOf(from, question, typedStats, total);
  for (const units of attempts) {
    const rowIds = await findAll(from, search, units);
    if (rowIds) return { units, rowIds, corrected: wordsOfUnits(units), leftOut: [] };
  }
  const oddRowIds = isOdd ? await findAll(from, search, typedStats) : null;
  if (oddRowIds) return { units: typedStats, rowIds: oddRowIds, corrected: null, leftOut: [] };
  if (!includesNearest) return null;
  const [correctedUnits] = attempts;
  const nearestAnswer = await findMost(from, search, correctedUnits ?? prefixStats, total);
  return nearestAnswer && { ...nearestAnswer, corrected: correctedUnits ? wordsOfUnits(nearestAnswer.units) : null };
}

/** If only a few experts match all words, those who match most of them follow. */
const FEW_RESULTS = 2;
/**
 * The least words of a question of which one may be left out. With more words somebody has most by chance; with fewer, one
 * word is half of the question.
 */
const LEAST_ASKED = 3;

/**
 * Adds experts who have most of a question behind the few who have all of it. Adds none if the question is the name or the
 * title of an expert in the answer.
 */
async function addNearest(from: SearchContext, search: NarrowedSearch, answer: Answer, total: number): Promise<Answer> {
  const { rowIds, units } = answer;
  if (rowIds.length === 0 || rowIds.length > FEW_RESULTS || search.sort || selectRequired(units).length < LEAST_ASKED)
    return answer;
  if (await isTitled(from, search, rowIds, units)) return answer;
  const nearest = await findMost(from, search, units, total);
  if (!nearest) return answer;
  const furtherRowIds = nearest.rowIds.filter((rowId) => !rowIds.includes(rowId));
  if (furtherRowIds.length === 0) return answer;
  return { ...answer, ...nearest, rowIds: [...rowIds, ...furtherRowIds], whole: rowIds.length };
}

/** Tells whether the question is the name of a person, or a title that stands with a person word for word. */
async function isTitled(
  from: SearchContext,
  { question }: NarrowedSearch,
  rowIds: number[],
  units: UnitStats[],
): Promise<boolean> {
  const texts = await textsOf(from.db, rowIds, PLACES);
  const read = readerOf(units.map(({ unit }) => unit));
  const runs = runsOf(question.typed).map(indexedRun);
  return texts.some(
    (text) =>
      hasName(selectRequired(units), read(text)) ||
      runs.some((run) => PLACES.some((place) => text[place].includes(run))),
  );
}

function wordsOfUnits(units: UnitStats[]): string {
  return units.flatMap(({ unit }) => unit.typed).join(" ");
}

/** Returns the length of the longest list, which is no more than the whole directory. */
async function countOfExperts({ db }: SearchContext): Promise<number> {
  const row = await db.selectFrom("listingCounts").select("experts").where("category", "=", "*").executeTakeFirst();
  return Math.max(1, Number(row?.experts ?? 1));
}

async function lookUp(from: SearchContext, unit: Unit, total: number): Promise<UnitStats> {
  const stats = await lookUpForms(from, unit, total);
  const [word = "", ...otherWords] = unit.typed;
  const canBeJoined = otherWords.length === 0 && !unit.place && !unit.isAbbreviation;
  if (!canBeJoined || stats.experts > MAX_OF_RARE || unit.forms.some(({ length }) => length > 1)) return stats;
  const parts = await partsOf(from, word);
  return parts ? lookUpForms(from, { ...unit, forms: [...unit.forms, parts], bases: [] }, total) : stats;
}

const MIN_JOINED_LENGTH = 6;
const MAX_JOINED_LENGTH = 30;
const MAX_PARTS = 4;
const MAX_TRIED = 6;

/** Returns the parts of a joined word if they stand together in a record: "blue zones" for "bluezones". */
async function partsOf(from: SearchContext, word: string): Promise<string[] | null> {
  if (!/^[a-z]+$/.test(word) || word.length < MIN_JOINED_LENGTH || word.length > MAX_JOINED_LENGTH) return null;
  const starts = Array.from({ length: word.length }, (_, index) => index);
  const possibleParts = starts.flatMap((at) =>
    starts
      .slice(at + 2)
      .concat(word.length)
      .filter((end) => end - at >= 2 && end - at < word.length)
      .map((end) => word.slice(at, end)),
  );
  const counts = await countsOf(from, [...new Set(possibleParts)]);
  const isWord = (part: string) => (counts.get(part)?.exact ?? 0) > 0;
  const divisions = (remaining: string, partsLeft: number): string[][] => {
    if (remaining === "") return [[]];
    if (partsLeft === 0) return [];
    return Array.from({ length: remaining.length }, (_, index) => remaining.slice(0, index + 1)).flatMap((part) =>
      part.length > 1 && isWord(part)
        ? divisions(remaining.slice(part.length), partsLeft - 1).map((parts) => [part, ...parts])
        : [],
    );
  };
  const triedDivisions = divisions(word, MAX_PARTS)
    .filter((parts) => parts.length > 1)
    .sort((first, second) => first.length - second.length || shortestLength(second) - shortestLength(first))
    .slice(0, MAX_TRIED);
  for (const parts of triedDivisions) if (await phraseOccurs(from, parts, 0)) return parts;
  return null;
}

function shortestLength(parts: string[]): number {
  return Math.min(...parts.map(({ length }) => length));
}

async function lookUpForms(from: SearchContext, unit: Unit, total: number): Promise<UnitStats> {
  const words = [...new Set(unit.forms.flat())];
  const counts = await countsOf(from, words);
  const endings = unit.isPrefix ? await lookUpBeginning(from, unit.typed.at(-1) as string) : null;
  const forms = unit.forms.map((form, index) => {
    const parts = form.map((word) => {
      const wholeWord = wordTerms(word);
      const beginning = index === 0 && endings ? endings.terms : null;
      return beginning ? { any: [wholeWord, beginning] } : wholeWord;
    });
    // Counts a longer word once: most experts who have it also have this one.
    const experts = form.map((word) =>
      Math.max(counts.get(word)?.experts ?? 0, index === 0 ? (endings?.experts ?? 0) : 0),
    );
    return { terms: { all: parts }, experts: Math.min(...experts) };
  });
  const existingForms = forms.filter(({ experts }) => experts > 0);
  if (existingForms.length === 0 && unit.bases.length > 0)
    return lookUpForms(from, { ...unit, forms: unit.bases, bases: [], isPrefix: false }, total);
  const experts = Math.min(total, Math.max(0, ...existingForms.map((form) => form.experts)));
  const idf = Math.log(1 + total / (experts + 0.5));
  const isOdd =
    words.length === 1 &&
    !endings &&
    counts.get(words[0] as string)?.exact === 0 &&
    !INFLECTED.test(words[0] as string);
  return { unit, terms: { any: existingForms.map(({ terms }) => terms) }, experts, idf, isOdd };
}

/** Returns the terms of a word: its stem in British and American spelling, or the word itself. */
function wordTerms(word: string): Terms {
  if (word.startsWith(TOKEN_MARK)) return { word, isPrefix: false };
  if (isUnspaced(word)) return termsOf(word, false);
  const spellingTerms = spellingsOf(word).map((spelling) => ({
    word: indexedStem(spelling) ?? spelling,
    isPrefix: false,
  }));
  return { any: spellingTerms };
}

interface Count {
  /** The number of experts with the word itself, in either spelling. */
  exact: number;
  /** The number of experts with any form of it. */
  experts: number;
}

/** Counts the experts with each word. Words in scripts without spaces are not counted, and taken for known. */
async function countsOf({ db }: SearchContext, words: string[]): Promise<Map<string, Count>> {
  const spellingsByWord = new Map(words.map((word) => [word, isUnspaced(word) ? [] : spellingsOf(word)]));
  const countedWords = [...spellingsByWord.values()]
    .flat()
    .flatMap((spelling) => [spelling, indexedStem(spelling) ?? spelling]);
  const rows =
    countedWords.length > 0
      ? await db
          .selectFrom("searchWords")
          .select(["word", "experts"])
          .where("word", "in", [...new Set(countedWords)])
          .execute()
      : [];
  const counts = new Map(rows.map(({ word, experts }) => [word, Number(experts)]));
  const sum = (spellings: string[]) => spellings.reduce((total, word) => total + (counts.get(word) ?? 0), 0);
  return new Map(
    Array.from(spellingsByWord, ([word, spellings]) => [
      word,
      spellings.length === 0
        ? UNCOUNTED
        : { exact: sum(spellings), experts: sum(spellings.map((spelling) => indexedStem(spelling) ?? spelling)) },
    ]),
  );
}

const UNCOUNTED: Count = { exact: 1, experts: 1 };

/** Returns the terms of a beginning; null if no word begins so. A long beginning of few words is faster as these words. */
async function lookUpBeginning(
  { db }: SearchContext,
  word: string,
): Promise<{ terms: Terms; experts: number; words: string[] } | null> {
  const prefix = termsOf(word, true);
  if (isUnspaced(word)) return { terms: prefix, experts: 1, words: [] };
  const ranges = spellingsOf(word).map(
    (spelling) => sql`("word" >= ${spelling} AND "word" < ${spelling + SORTS_LAST})`,
  );
  const { rows } = await sql<{ word: string; experts: number }>`
    SELECT "word", "experts" FROM "searchWords" WHERE ${sql.join(ranges, sql` OR `)}
    ORDER BY "word" LIMIT ${MAX_ENDINGS + 1}`.execute(db);
  if (rows.length === 0) return null;
  const hasMore = rows.length > MAX_ENDINGS;
  const isFew = word.length > INDEXED_PREFIX && !hasMore;
  const terms = isFew ? { any: rows.map((row) => ({ word: row.word, isPrefix: false })) } : prefix;
  const experts = hasMore ? await estimateExperts(db, ranges) : rows.reduce((sum, row) => sum + Number(row.experts), 0);
  return { terms, experts, words: rows.map((row) => row.word) };
}

/** Estimates the number of experts with at least one of the many words in some ranges, as if the words were independent. */
async function estimateExperts(db: SearchContext["db"], ranges: RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ all: number; most: number; total: number }>`
    SELECT sum("experts") AS "all", max("experts") AS "most",
      (SELECT "experts" FROM "listingCounts" WHERE "category" = '*') AS "total"
    FROM "searchWords" WHERE ${sql.join(ranges, sql` OR `)}`.execute(db);
  const [sum, largest, total] = [rows[0]?.all, rows[0]?.most, rows[0]?.total].map((number) => Number(number ?? 0));
  return Math.max(
    largest as number,
    Math.round((total as number) * (1 - Math.exp(-(sum as number) / Math.max(1, total as number)))),
  );
}

/** Reads a word as a beginning if no person has it and English does not know it. */
async function readAsBeginning(from: SearchContext, stats: UnitStats, total: number): Promise<UnitStats> {
  const { unit, experts } = stats;
  if (experts > 0 || unit.isPrefix || unit.place || unit.typed.length > 1 || (await isEnglish(unit.typed[0] as string)))
    return stats;
  return lookUp(from, { ...unit, isPrefix: true }, total);
}

/** Returns the words that replace the last one if that is English, but nobody has it: "card" for "cardiologist". */
async function endingsOf(from: SearchContext, units: UnitStats[], includesNearest: boolean): Promise<string | null> {
  const lastUnit = units.at(-1)?.unit;
  const [word = ""] = lastUnit?.typed ?? [];
  if (!includesNearest || !lastUnit?.isPrefix || isUnspaced(word)) return null;
  const counts = await countsOf(from, [word]);
  if (counts.get(word)?.experts !== 0 || !(await isEnglish(word))) return null;
  const longerWords = (await lookUpBeginning(from, word))?.words.slice(0, 3) ?? [];
  return [...units.slice(0, -1).flatMap(({ unit }) => unit.typed), longerWords.join(", ")].join(" ");
}

/** Returns the row numbers of experts who have all required units, best first; null if nobody in any list has them. */
async function findAll(
  from: SearchContext,
  search: NarrowedSearch,
  units: UnitStats[],
  sets?: UnitStats[][],
): Promise<number[] | null> {
  const wantedUnits = sets?.[0] ?? selectRequired(units);
  if (wantedUnits.some(({ experts }) => experts === 0)) return null;
  const rowIds = await find(from, units, sets ? { ...search, sets } : search);
  if (rowIds.length > 0) return rowIds;
  const isNarrowed = search.groups.length > 0 || search.isFeatured;
  return isNarrowed && (await haveAll(from, wantedUnits)) ? [] : null;
}

const MAX_JOINED = 4;
const MIN_WHOLE_LENGTH = 5;

/**
 * Joins words that a record has as one; the parts stay as an alternative if a record has them all. Returns null if no words
 * of the question are joined.
 */
async function joinWords(
  from: SearchContext,
  { typed }: Question,
  units: UnitStats[],
  total: number,
): Promise<{ units: UnitStats[]; sets: UnitStats[][] } | null> {
  const runs = typed.flatMap((_, index) =>
    Array.from({ length: MAX_JOINED - 1 }, (_, extra) => typed.slice(index, index + 2 + extra)).filter(
      (run, extra) =>
        run.length === 2 + extra && run.join("").length >= MIN_WHOLE_LENGTH && run.some((word) => !isWeakWord(word)),
    ),
  );
  if (runs.length === 0) return null;
  const counts = await countsOf(from, [...new Set(runs.map((run) => run.join("")))]);
  const run = runs
    .filter((candidate) => (counts.get(candidate.join(""))?.exact ?? 0) > 0)
    .sort((first, second) => second.length - first.length)[0];
  if (!run) return null;
  // Keeps a unit that has words outside the run, because it is a phrase of its own.
  const isInside = ({ unit }: UnitStats) => unit.typed.every((word) => run.includes(word)) && !unit.place;
  const otherUnits = units.filter((unit) => !isInside(unit));
  const forms = [[run.join("")], run];
  const unit: Unit = { typed: run, forms, isOptional: false, isPrefix: false, isAbbreviation: true, bases: [] };
  const joinedStats = await lookUpForms(from, unit, total);
  const separateUnits = selectRequired(units);
  const joinedSet = selectRequired([joinedStats, ...otherUnits]);
  const existSeparately = separateUnits.length > 0 && separateUnits.every(({ experts }) => experts > 0);
  return existSeparately
    ? { units: [joinedStats, ...units], sets: [joinedSet, separateUnits] }
    : { units: [joinedStats, ...otherUnits], sets: [joinedSet] };
}

function selectRequired(units: UnitStats[]): UnitStats[] {
  return units.filter(({ unit }) => !unit.isOptional);
}

/** Returns attempts at a correction, the nearest words first; none if an unknown word cannot be a typo. */
async function correctionsOf(
  from: SearchContext,
  question: Question,
  units: UnitStats[],
  total: number,
): Promise<UnitStats[][]> {
  let attempts: UnitStats[][] = [[]];
  let unknownCount = 0;
  for (const [index, stats] of units.entries()) {
    const [word = ""] = stats.unit.typed;
    const isTypo = await canBeTypo(from, stats);
    if (isTypo && ++unknownCount > MAX_CORRECTED) return [];
    const choices = isTypo ? await nearestWords(from, word, index === units.length - 1) : [];
    const correctedUnits = choices.map((choice) => ({ ...stats.unit, typed: [choice], forms: [[choice]], bases: [] }));
    const correctionStats =
      correctedUnits.length > 0 ? await Promise.all(correctedUnits.map((unit) => lookUp(from, unit, total))) : [stats];
    attempts = attempts
      .flatMap((attempt) => correctionStats.map((correction) => [...attempt, correction]))
      .slice(0, MAX_ATTEMPTS);
  }
  const isCorrected = (attempt: UnitStats[]) =>
    attempt.some(({ unit }, index) => unit.typed !== question.units[index]?.typed);
  return attempts.filter(isCorrected);
}

async function canBeTypo(from: SearchContext, { unit, experts, terms, isOdd }: UnitStats): Promise<boolean> {
  const [word = "", ...otherWords] = unit.typed;
  if (otherWords.length > 0 || unit.isOptional || unit.isAbbreviation || !isCorrectable(word)) return false;
  const isNowhere = isUnspaced(word)
    ? !(await from.fullText.hasAny(from.db, "expertTexts", terms))
    : experts === 0 || isOdd;
  return isNowhere && !(await isEnglish(word));
}

/**
 * Returns names that sound like words typed in another script. They are only proposed, because they may be those of
 * somebody else.
 */
async function similarlySounding({ db, fullText }: SearchContext, { units }: Question): Promise<string[]> {
  const sounds = units.flatMap((unit) => unit.sounds ?? []);
  if (sounds.length === 0) return [];
  const condition = fullText.matches("expertNames", { any: sounds.map((word) => ({ word, isPrefix: false })) });
  const rowIds = await fullText.first(db, "expertNames", condition, { limit: MAX_CORRECTED, isFew: true });
  const rows = await db.selectFrom("experts").select("name").where("rowId", "in", rowIds.concat(0)).execute();
  return rows.map(({ name }) => name);
}

async function similarlySpelled(from: SearchContext, { units }: Question): Promise<string[]> {
  const requiredUnits = units.filter(({ isOptional, place }) => !isOptional && !place);
  const words = requiredUnits.flatMap(({ typed }) => (typed.length === 1 ? typed : [])).slice(0, MAX_CORRECTED);
  const nearestLists = await Promise.all(
    words.map((word) => (isCorrectable(word) ? nearestWords(from, word, true) : [])),
  );
  const otherWords = nearestLists.flat().filter((word) => !words.includes(word));
  const writtenNames = await Promise.all(otherWords.map((word) => findInNames(from, word)));
  return (
    writtenNames
      // Drops first names of other people if the question has further words.
      .filter(({ isFirstName }) => !isFirstName || requiredUnits.length === 1)
      .map(({ name }) => name)
      .slice(0, MAX_CORRECTED)
  );
}

/** Returns a folded word as the names that have it are written, and whether it only begins them. */
async function findInNames(
  { db, fullText }: SearchContext,
  word: string,
): Promise<{ name: string; isFirstName: boolean }> {
  const condition = fullText.matches("expertNames", { word, isPrefix: false });
  const rowIds = await fullText.first(db, "expertNames", condition, { limit: MAX_OF_RARE, isFew: true });
  const rows = await db.selectFrom("experts").select("name").where("rowId", "in", rowIds.concat(0)).execute();
  const matchingNames = rows.flatMap(({ name }) => {
    const parts = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const index = parts.findIndex((part) => fold(part) === word);
    return index < 0 ? [] : [{ name: parts[index] as string, isFirstName: index === 0 && parts.length > 1 }];
  });
  return {
    name: matchingNames[0]?.name ?? word,
    isFirstName: matchingNames.length > 0 && matchingNames.every((name) => name.isFirstName),
  };
}

/** The divisor for the weight that found words need in a question about a place. */
const MAX_LEFT_OUT = 3;
const STARTS = 3;
const MAX_COMBINED = 6;
/** The limit of experts with only a rare word; their texts are read for further words of the question. */
const MAX_OF_RARE = 100;
/** The least weight that counts: words that more than a quarter of all have say nothing about anybody. */
const LEAST_IDF = Math.log(1 + 4);

/**
 * Finds experts who have most of what counts. It combines rare units that some experts have together, beginning with each
 * of the rarest. It adds experts with only one rare unit if they have more than half of the best weight.
 */
async function findMost(
  from: SearchContext,
  search: NarrowedSearch,
  typedUnits: UnitStats[],
  total: number,
): Promise<Omit<Answer, "corrected"> | null> {
  const units = await Promise.all(typedUnits.map((unit) => countAsPhrase(from, unit, total)));
  const requiredUnits = selectRequired(units);
  // Never leaves out the place of work.
  const fixedUnits = requiredUnits.filter(({ unit }) => unit.place);
  if (fixedUnits.some(({ experts }) => experts === 0)) return null;
  const candidates = requiredUnits
    .filter(({ unit, experts }) => experts > 0 && !unit.place)
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, MAX_COMBINED);
  if (fixedUnits.length === 0 && (await isSomebodyElse(from, requiredUnits, candidates, search.question))) return null;
  const lookups = new Map<string, Promise<boolean>>();
  const haveTogether = (group: UnitStats[]) => {
    const key = group
      .map((unit) => candidates.indexOf(unit))
      .sort()
      .join();
    const result =
      lookups.get(key) ??
      (group.length === 1 && fixedUnits.length === 0
        ? existsAnywhere(from, group)
        : haveAll(from, [...fixedUnits, ...group]));
    lookups.set(key, result);
    return result;
  };
  const sets: UnitStats[][] = [];
  for (const start of candidates.slice(0, STARTS)) {
    if (sets.some((set) => set.includes(start)) || !(await haveTogether([start]))) continue;
    const combinedUnits = [start];
    for (const unit of candidates)
      if (unit !== start && (await haveTogether([...combinedUnits, unit]))) combinedUnits.push(unit);
    sets.push(combinedUnits);
  }
  const bestWeight = Math.max(0, ...sets.map(weightOf));
  if (bestWeight === 0 || bestWeight + weightOf(fixedUnits) < Math.min(LEAST_IDF, Math.log(1 + total))) return null;
  if (fixedUnits.length > 0 && MAX_LEFT_OUT * (bestWeight + weightOf(fixedUnits)) < weightOf(requiredUnits))
    return null;
  const nearSets = sets.filter((set) => weightOf(set) > bestWeight / 2).map((set) => [...fixedUnits, ...set]);
  const singleSets = rarest(candidates).map((unit) => [...fixedUnits, unit]);
  const isKept = (unit: UnitStats) =>
    unit.unit.isOptional || [...nearSets, ...singleSets].some((set) => set.includes(unit));
  const keptUnits = units.filter(isKept);
  const threshold = {
    units: requiredUnits.filter((unit) => isKept(unit) && !unit.unit.place),
    exceededWeight: bestWeight / 2,
  };
  const results =
    singleSets.length > 0
      ? await findRanked(from, keptUnits, { ...search, sets: [...nearSets, ...singleSets], threshold })
      : [];
  const isWeighed = results.length > 0 && results.length <= MAX_FOUND;
  const rowIds = isWeighed
    ? results.map(({ rowId }) => rowId)
    : await find(from, keptUnits, { ...search, sets: nearSets });
  const isSharedByAll = (unit: UnitStats) =>
    fixedUnits.includes(unit) ||
    (isWeighed
      ? results.every(({ matchedUnits }) => matchedUnits.includes(unit))
      : nearSets.every((set) => set.includes(unit)));
  const leftOut = requiredUnits.filter((unit) => !isSharedByAll(unit)).map(({ unit }) => unit.typed.join(" "));
  if (rowIds.length === 0 && search.groups.length === 0) return null;
  const searchedSets = isWeighed ? { sets: [...nearSets, ...singleSets], threshold } : { sets: nearSets };
  return { ...searchedSets, units: keptUnits, rowIds, leftOut: [...new Set(leftOut)] };
}

/** Tells whether the question is a name that nobody has as a whole: another Andrew is not "Andrew Huberman". */
async function isSomebodyElse(
  from: SearchContext,
  allUnits: UnitStats[],
  existingUnits: UnitStats[],
  { isName: isWrittenAsName }: Question,
): Promise<boolean> {
  if (existingUnits.length === 0 || existingUnits.length === allUnits.length) return false;
  const isOtherPerson = isWrittenAsName && !(await isSurname(from, existingUnits));
  const isOrdinary = async ({ typed }: Unit) =>
    typed.length > 1 || (!isOtherPerson && (await isEnglish(typed[0] as string)));
  for (const { unit, experts } of allUnits) if (experts === 0 && (await isOrdinary(unit))) return false;
  const isName = (stats: UnitStats) => from.fullText.hasAny(from.db, "expertNames", stats.terms);
  return (await Promise.all(existingUnits.map(isName))).every(Boolean);
}

/**
 * Tells whether one of the words is the last word of a name: "Aboderin", and not "Bernard". It looks at the first experts
 * with the words.
 */
async function isSurname(from: SearchContext, units: UnitStats[]): Promise<boolean> {
  const condition = from.fullText.matches("expertNames", { any: units.map(({ terms }) => terms) });
  const rowIds = await from.fullText.first(from.db, "expertNames", condition, { limit: MAX_OF_RARE, isFew: true });
  const lastWords = units.map(({ unit }) => indexedRun(unit.typed.slice(-1)).trim());
  const texts = rowIds.length > 0 ? await textsOf(from.db, rowIds, ["name"]) : [];
  // Removes the sound of a name, which stands behind it.
  const names = texts.map(({ name }) => (name.split(` ${TOKEN_MARK}`)[0] ?? "").trim());
  return names.some((name) => lastWords.some((lastWord) => name.endsWith(lastWord)));
}

/** Returns the first units that few enough experts have to read all their texts. */
function rarest(units: UnitStats[]): UnitStats[] {
  let sum = 0;
  return units.filter(({ experts }) => {
    sum += experts;
    return sum <= MAX_OF_RARE;
  });
}

function weightOf(units: UnitStats[]): number {
  return units.reduce((sum, { idf }) => sum + idf, 0);
}

/**
 * Counts phrases, and units with other words for them, by the experts who have them as a phrase: the words of "world health
 * organization" alone say little. A single word has to be rare for that.
 */
async function countAsPhrase(from: SearchContext, stats: UnitStats, total: number): Promise<UnitStats> {
  if (!hasPhrases(stats)) return stats;
  const limit = stats.unit.typed.length === 1 ? MAX_OF_RARE : MAX_FOUND;
  const matching = from.fullText.matches("expertTexts", stats.terms);
  const rowIds = await firstOf(from, "expertTexts", matching, await areFew(from, [[stats]]), limit);
  if (rowIds.length > limit) return stats;
  const texts = await textsOf(from.db, rowIds, PLACES);
  const read = readerOf([stats.unit]);
  const experts = texts.filter((text) => containsUnit(stats.unit, read(text))).length;
  return { ...stats, experts, idf: Math.log(1 + total / (experts + 0.5)) };
}

async function existsAnywhere(from: SearchContext, group: UnitStats[]): Promise<boolean> {
  return group.every(({ unit }) => unit.forms.every((form) => form.length === 1)) || haveAll(from, group);
}

async function haveAll(from: SearchContext, group: UnitStats[]): Promise<boolean> {
  const terms = { all: group.map(({ terms }) => terms) };
  if (group.some(hasPhrases)) {
    const matching = from.fullText.matches("expertTexts", terms);
    const rowIds = await firstOf(from, "expertTexts", matching, await areFew(from, [group]));
    if (rowIds.length > MAX_FOUND) return true;
    const texts = await textsOf(from.db, rowIds, PLACES);
    const read = readerOf(group.map(({ unit }) => unit));
    return texts.map(read).some((reading) => group.every(({ unit }) => containsUnit(unit, reading)));
  }
  return from.fullText.hasAny(from.db, "expertTexts", terms);
}

function hasPhrases({ unit }: UnitStats): boolean {
  return unit.forms.some((form) => form.length > 1);
}

function hasName(units: UnitStats[], reading: Reading): boolean {
  const nameUnits = units.filter(({ unit }) => !unit.place);
  return nameUnits.length > 0 && nameUnits.every(({ unit }) => containsUnit(unit, reading, ["name"]));
}

/**
 * Orders begin with an expression, so that no engine reads the whole list in its order to find a few:
 * https://sqlite.org/optoverview.html#uplus
 */
const ORDERS = {
  best: sql`"rank" + 0, "sortName", "expertRowId"`,
  name: sql`"sortsAs" || '', "expertRowId"`,
  newest: sql`"createdAt" || '' DESC, "expertRowId" DESC`,
  updated: sql`"updatedAt" || '' DESC, "expertRowId" DESC`,
  reviewed: sql`"reviewedAt" || '' DESC, "expertRowId" DESC`,
};

interface NarrowedSearch {
  question: Question;
  /** Groups of listings; found experts stand in at least one listing of each group. */
  groups: string[][];
  sort?: SearchQuery["sort"];
  sets?: UnitStats[][];
  /** Terms that found experts must not have. */
  excluded?: Terms[];
  isFeatured?: boolean;
  /** Units of which found experts must have more than this weight. */
  threshold?: WeightThreshold;
}

/** Returns the row numbers of at most 501 experts who have all required units, in order. */
async function find(from: SearchContext, units: UnitStats[], search: NarrowedSearch): Promise<number[]> {
  return (await findRanked(from, units, search)).map(({ rowId }) => rowId);
}

async function findRanked(from: SearchContext, units: UnitStats[], search: NarrowedSearch): Promise<RankedExpert[]> {
  const { groups, sort, sets = [selectRequired(units)] } = search;
  if (groups.some((listings) => listings.length === 0)) return [];
  const terms = { any: sets.map((set) => ({ all: set.map((stats) => stats.terms), none: search.excluded })) };
  const featuredScopes = search.isFeatured ? [[FEATURED_SCOPE]] : [];
  const scopes = [...groups.map((listings) => listings.map(listingScope)), ...featuredScopes];
  const sizes = await Promise.all(groups.map((listings) => sizeOf(from.db, listings)));
  const [isFew, isRare] = await Promise.all([areFew(from, sets, sizes), areFew(from, sets, sizes, RARITY)]);
  const findMatching = (index: TextIndex, scopeGroups: string[][]) =>
    firstOf(from, index, from.fullText.matches(index, terms, scopeGroups), SHORT.includes(index) ? isRare : isFew);
  const widestRowIds = await findMatching("expertTexts", scopes);
  const isMany = widestRowIds.length > MAX_FOUND;
  const tiers = isMany
    ? await sortIntoTiers(from, findMatching, scopes, search, widestRowIds)
    : new Map(widestRowIds.map((rowId) => [rowId, 6]));
  return rankRows(from, await readInOrder(from, tiers, sort), units, { ...search, sets }, await countOfExperts(from));
}

/**
 * Returns the row numbers of experts in at least one listing of each group, in order; null for more than `maxCount`. The index
 * of names is fastest, because it has the scopes of all listings and few words.
 */
export async function rowIdsInListings(
  from: SearchContext,
  { groups, maxCount, sort }: { groups: string[][]; maxCount: number; sort?: SearchQuery["sort"] },
): Promise<number[] | null> {
  const total = await countOfExperts(from);
  const sizes = await Promise.all(groups.map((listings) => sizeOf(from.db, listings)));
  const likelyCount = sizes.reduce((part, size) => part * Math.min(1, size / total), total);
  if (likelyCount > MAX_DEVIATION * maxCount) return null;
  const scopes = groups.map((listings) => listings.map(listingScope));
  const condition = from.fullText.matches("expertNames", null, scopes);
  const rowIds = await from.fullText.first(from.db, "expertNames", condition, { limit: maxCount + 1, isFew: true });
  if (rowIds.length > maxCount) return null;
  const rows = await readInOrder(from, new Map(rowIds.map((rowId) => [rowId, 0])), sort);
  return rows.map(({ rowId }) => rowId);
}

/** The factor by which combined frequencies may exceed independence, and the terms are still searched together. */
const MAX_DEVIATION = 2;

interface Row {
  rowId: number;
  tier: number;
  sortName: string;
}

/**
 * Searches more experts than can be ranked in tiers of 501: exact names first, then the better indexes, featured people
 * first.
 */
async function sortIntoTiers(
  from: SearchContext,
  findMatching: (index: TextIndex, lists: string[][]) => Promise<number[]>,
  scopes: string[][],
  search: NarrowedSearch,
  widestRowIds: number[],
): Promise<Map<number, number>> {
  const featuredScopes = [...scopes, [FEATURED_SCOPE]];
  // Searches the widest index, which has the people of all the others.
  const hasFeatured = (await findMatching("expertTexts", featuredScopes)).length > 0;
  const tiers = new Map<number, number>();
  const add = (rowIds: number[], tier: number) => {
    for (const rowId of rowIds) if (tiers.size <= MAX_FOUND && !tiers.has(rowId)) tiers.set(rowId, tier);
  };
  add(await namesStartingWith(from, search), -1);
  for (const [at, index] of EXPERT_INDEXES.entries()) {
    if (hasFeatured && tiers.size <= MAX_FOUND) add(await findMatching(index, featuredScopes), 2 * at);
    if (tiers.size <= MAX_FOUND)
      add(index === "expertTexts" ? widestRowIds : await findMatching(index, scopes), 2 * at + 1);
  }
  return tiers;
}

/** Returns experts whose names begin with the question, from the shortest of the required lists. */
async function namesStartingWith({ db }: SearchContext, { question, groups }: NarrowedSearch): Promise<number[]> {
  const name = question.typed.join(" ");
  const sizes = await Promise.all(groups.map((listings) => sizeOf(db, listings)));
  const shortestGroup = sizes.indexOf(Math.min(...sizes));
  const otherGroups = groups.filter((_, index) => index !== shortestGroup);
  const matchingNames = db
    .selectFrom("listing")
    .select("expertRowId")
    .where("category", "in", groups[shortestGroup] ?? ["*"])
    .where("rank", "=", NOT_FEATURED)
    .where("sortName", ">=", name)
    .where("sortName", "<", name + SORTS_LAST)
    .orderBy("sortName")
    .limit(MAX_FOUND + 1);
  const rows = await otherGroups
    .reduce(
      (query, listings) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom("listing as own")
              .select("own.category")
              .whereRef("own.expertRowId", "=", "listing.expertRowId")
              .where("own.category", "in", listings),
          ),
        ),
      matchingNames,
    )
    .execute();
  return rows.map(({ expertRowId }) => Number(expertRowId));
}

async function sizeOf(db: SearchContext["db"], listings: string[]): Promise<number> {
  const counts = await db.selectFrom("listingCounts").select("experts").where("category", "in", listings).execute();
  return counts.reduce((sum, { experts }) => sum + Number(experts), 0);
}

async function readInOrder(
  { db }: SearchContext,
  tiers: Map<number, number>,
  sort: SearchQuery["sort"],
): Promise<Row[]> {
  if (tiers.size === 0) return [];
  const rows = await db
    .selectFrom("listing")
    .select(["expertRowId", "sortName"])
    .where("expertRowId", "in", [...tiers.keys()])
    .where("category", "=", "*")
    .orderBy(ORDERS[sort ?? "best"])
    .execute();
  return rows.map(({ expertRowId, sortName }) => {
    const rowId = Number(expertRowId);
    return { rowId, sortName, tier: tiers.get(rowId) as number };
  });
}

/** The least letters of a beginning whose texts are worth reading. */
const MIN_RANKED_LENGTH = 3;

async function rankRows(
  { db }: SearchContext,
  rows: Row[],
  units: UnitStats[],
  { question: { typed }, sort, sets = [], threshold }: NarrowedSearch,
  total: number,
): Promise<RankedExpert[]> {
  const name = typed.join(" ");
  const isMany = rows.length > MAX_FOUND;
  // Skips the widest place for very many experts: it costs most and says least.
  const isChecked = !isMany && sets.some((set) => set.some(hasPhrases));
  const places: readonly Place[] = isMany ? PLACES.slice(0, -1) : PLACES;
  const isScored = !sort && units.some(({ unit }) => (unit.typed[0] as string).length >= MIN_RANKED_LENGTH);
  const runs = isScored ? runsOf(typed).map(indexedRun) : [];
  // Reads no texts of people whom the question names, who come first anyway; runs need every text.
  const needsText = ({ sortName }: Row) => threshold || runs.length > 0 || !nameStartsWith(sortName, name);
  const readsTexts = isScored || isChecked || (threshold && !isMany);
  const rowIdsToRead = readsTexts ? rows.filter(needsText).map(({ rowId }) => rowId) : [];
  const texts = rowIdsToRead.length > 0 ? await textsOf(db, rowIdsToRead, places) : [];
  const textOf = new Map(texts.map((text) => [Number(text.expertRowId), text]));
  const runScores = scoresOfRuns(runs, textOf, places, total);
  const read = readerOf(units.map(({ unit }) => unit));
  const rankedExperts: RankedExpert[] = rows.flatMap(({ rowId, tier, sortName }) => {
    const text = textOf.get(rowId);
    const reading = text && read(text);
    const isName = nameStartsWith(sortName, name);
    const fitsReading = (set: UnitStats[]) => reading && set.every(({ unit }) => containsUnit(unit, reading));
    if (isChecked && !isName && !sets.some(fitsReading)) return [];
    const isNamed = reading ? sets.some((set) => hasName(set, reading)) : tier < 2;
    const place = reading ? (hasExactWord(units, reading) ? 1 : 2) : tier;
    const step = sortName === name ? -2 : isName ? -1 : isNamed ? 0 : place;
    const score = step > 0 && reading ? scoreOf(units, reading) + (runScores.get(rowId) ?? 0) : 0;
    const matchedUnits = threshold && reading ? threshold.units.filter(({ unit }) => containsUnit(unit, reading)) : [];
    if (threshold && !isMany && weightOf(matchedUnits) <= threshold.exceededWeight) return [];
    return [{ rowId, step, score, matchedUnits }];
  });
  // Keeps equals in the order of the lists, because the sort is stable.
  return sort ? rankedExperts : rankedExperts.sort((a, b) => a.step - b.step || b.score - a.score);
}

interface WeightThreshold {
  units: UnitStats[];
  exceededWeight: number;
}

/** A result with the weighed units that the expert has. */
type RankedExpert = Ranked & { matchedUnits: UnitStats[] };

/**
 * Returns extra scores for experts whose texts contain the question, or the title in it, word for word: the rarer it is,
 * the higher. These experts are among the results, because they have its words.
 */
function scoresOfRuns(
  runs: string[],
  texts: Map<number, PlacedTexts>,
  places: readonly Place[],
  total: number,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const run of runs) {
    const matchingTexts = [...texts].filter(([, text]) => places.some((place) => text[place].includes(run)));
    const score = VERBATIM_WEIGHT * Math.log(1 + total / (matchingTexts.length + 0.5));
    for (const [rowId] of matchingTexts) scores.set(rowId, Math.max(score, scores.get(rowId) ?? 0));
  }
  return scores;
}

async function textsOf(db: SearchContext["db"], rowIds: number[], places: readonly Place[]) {
  const texts = await db
    .selectFrom("searchTexts")
    .select(["expertRowId", ...places])
    .where("expertRowId", "in", rowIds.concat(0))
    .execute();
  return texts.map((text) => ({ ...NO_TEXTS, ...text }));
}

const NO_TEXTS: PlacedTexts = { name: "", title: "", contribution: "", rest: "" };

/** Returns row numbers, at most one more than `maxCount`. */
function firstOf(
  { db, fullText }: SearchContext,
  index: TextIndex,
  condition: RawBuilder<SqlBool>,
  isFew: boolean,
  maxCount = MAX_FOUND,
) {
  return fullText.first(db, index, condition, { limit: maxCount + 1, isFew });
}

/**
 * The share of all experts below which results are read by the index of words. Measured on PostgreSQL with 100,000 experts:
 * the index is faster than the ordered table for less than about a fifth, and little slower for up to half. Beyond, the
 * planner reads every text.
 */
const MINORITY = 1 / 4;
const HALF = 1 / 2;
/**
 * Indexes whose texts lie in the tables' own pages. PostgreSQL estimates their results correctly from the index, and
 * otherwise reads the whole table (100 ms and more in place of 4). Only very rare words are searched there first, because
 * their estimate is a default.
 */
const SHORT: TextIndex[] = ["expertNames", "expertTitles"];
const RARITY = 1 / 50;

/** Tells whether few experts are likely to have all units of a set and stand in a list of each of these sizes. */
async function areFew(
  from: SearchContext,
  sets: UnitStats[][],
  sizes: number[] = [],
  maxShare = MINORITY,
): Promise<boolean> {
  const total = await countOfExperts(from);
  const share = (numbers: number[]) => numbers.reduce((part, number) => part * Math.min(1, number / total), 1);
  const sum = (measure: (set: UnitStats[]) => number) => sets.reduce((subtotal, set) => subtotal + measure(set), 0);
  const likelyShare = share(sizes) * sum((set) => share(set.map(({ experts }) => experts)));
  return likelyShare < maxShare && Math.min(sum(maxExperts), ...sizes) < HALF * total;
}

/** Returns the most experts that can have all of these units. */
function maxExperts(units: UnitStats[]): number {
  return Math.min(...units.map(({ experts }) => experts));
}

async function countByListing({ db }: SearchContext, rowIds: number[]): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("listing")
    .select(["category", (eb) => eb.fn.countAll<number>().as("experts")])
    .where("expertRowId", "in", rowIds.concat(0))
    .where("category", "!=", "*")
    .groupBy("category")
    .execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, Number(experts)]));
}
