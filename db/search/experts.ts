/** Finding experts of the public lists by anything that a reader types: a name, a subject, a question. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { fold } from "../fold";
import { writtenPlace } from "../places/where";
import { NOT_FEATURED } from "../schema";
import { EXPERT_INDEXES, FEATURED_SCOPE, listingScope } from "./experts-index";
import { PLACES, type Place, placeToken } from "./fields";
import type { FullText, Searched, TextIndex } from "./full-text";
import { INFLECTED, isEnglish } from "./known-words";
import {
  inMentions,
  type Marks,
  marksOf,
  placesAsked,
  type Question,
  readQuestion,
  runsOf,
  saysLittle,
  type Unit,
} from "./question";
import type { AskedPlace } from "./question-places";
import {
  AS_RUN,
  hasTheWord,
  isNamedSo,
  type PlacedTexts,
  type Ranked,
  type Reading,
  readerOf,
  scoreOf,
  standsTogether,
  writtenRun,
} from "./ranking";
import { MADE, spellingsOf } from "./spellings";
import { indexedStem } from "./stems";
import { NO_SYNONYMS, type Synonyms } from "./synonyms";
import { isUnspaced, LAST, type Terms, termsOf } from "./terms";
import { isCorrectable, nearestWords } from "./typos";

export interface SearchQuery {
  text: string;
  categories?: string[];
  groups?: string[][]; // Only who stands in one listing at least of each group
  sort?: Exclude<keyof typeof ORDERS, "best">; // The best match first unless given
  synonyms?: Synonyms;
  near?: boolean; // Where nobody has all words, those who have most of what counts
  counted?: boolean; // With how many stand in each listing, which costs about as much as finding them
  mentioning?: boolean; // With those whose texts only mention a place that is asked for
  asWords?: boolean; // A place is a word like others
  isFeatured?: boolean; // Only featured people
  anywhere?: boolean; // Wherever they work, whatever place is asked for
  offset: number; // From 0
  limit: number;
}

export interface SearchResult {
  rowIds: number[];
  total: number; // How many experts are found on all pages, at most 500
  isCapped: boolean;
  terms: string[];
  corrected: string | null; // The words searched for in place of what was typed, when that was misspelt; else null
  /** Where it is `counted`: how many of them stand in each listing, none left out but those with 0. */
  listings: Record<string, number>;
  /** As `listings`, of those who would be found in any category. */
  counts: Record<string, number>;
  areCountsCapped: boolean; // There are more than 500 in all: the counts are those of the first 500
  leftOut: string[]; // The words that those who are found do not all have, or that no record says
  notSaid: string[]; // Of those, the words for what no record says of anybody
  whole: number; // Where `leftOut` names words: how many have all the same, the first of the list
  marks: Marks;
  nearby: string[]; // When nobody is found: words that experts have and that are spelt almost so
  places: string[]; // The words of the places where those who are found work
  mentioned: { rowIds: number[]; marks: Marks }; // Who does not work there, and has all else of the question and the place in a text
}

const MAX_FOUND = 500;
const MOST_MENTIONED = 10;
const MAX_CORRECTED = 3;
const MAX_ATTEMPTS = 6;
const INDEXED_PREFIX = 4;
const MAX_ENDINGS = 16;

/** Finds experts by the words of a text that count, in any of the searched fields. */
export async function searchExperts(from: Searched, query: SearchQuery): Promise<SearchResult> {
  const { categories = [], groups = [], sort, offset, limit } = query;
  const within = categories.length > 0 ? [categories, ...groups] : groups;
  const lookingOnce = { ...from, fullText: withEachWordOnce(from.fullText) };
  const { question, places } = await read(lookingOnce, query);
  const where = {
    places,
    mentioned: query.mentioning ? await mentioning(from, { question, groups: within }) : NONE_MENTIONED,
  };
  const { isFeatured } = query;
  const answered = await answer(lookingOnce, { question, groups: within, sort, isFeatured }, query.near ?? false);
  if (!answered)
    return {
      ...NOBODY,
      ...where,
      ...leftOutOf(question),
      terms: question.typed,
      nearby: query.near
        ? [...(await soundingAlike(from, question)), ...(await spelledAlmost(lookingOnce, question))].slice(
            0,
            MAX_CORRECTED,
          )
        : [],
    };
  const { units, sets, weighed, leftOut, corrected, rowIds, whole = 0 } = answered;
  const found = rowIds.slice(0, MAX_FOUND);
  const asFound = () => find(from, units, { question, groups, sort: "name", sets, weighed });
  const counted = query.counted ? await counts(from, rowIds, categories.length > 0 ? asFound : null) : NOT_COUNTED;
  return {
    rowIds: found.slice(offset, offset + limit),
    total: found.length,
    isCapped: rowIds.length > MAX_FOUND,
    terms: units.flatMap(({ unit }) => unit.typed),
    corrected,
    ...counted,
    ...leftOutOf(question, leftOut),
    whole,
    marks: marksOf(units.map(({ unit }) => unit)),
    nearby: [],
    ...where,
  };
}

const NONE_MENTIONED = { rowIds: [], marks: [] };

/** With the places that are asked for, where nothing that stands in a record says that the words are none. */
async function read(from: Searched, query: SearchQuery): Promise<{ question: Question; places: string[] }> {
  const { text, synonyms = NO_SYNONYMS, near: leavesOut } = query;
  const asked = placesAsked(text, synonyms, leavesOut);
  const cities = await citiesOfRecords(from, query.asWords ? [] : asked.cities);
  const places: AskedPlace[] = [];
  const possible = query.asWords ? [] : [...asked.places, ...cities];
  const isTitle = possible.length > 0 && (await isWritten(from, asked.typed));
  for (const place of isTitle ? [] : possible) {
    const isTaken = places.some(({ at, length }) => place.at < at + length && at < place.at + place.length);
    if (!isTaken && (await isPlace(from, place)) && !(asked.isName && (await isOfName(from, place, asked.typed))))
      places.push(place);
  }
  const question = readQuestion(text, synonyms, { leavesOut, places });
  const others = question.units.filter(({ place }) => !place);
  const words = question.units.filter(({ place }) => place).map(({ typed }) => placesWritten(text, typed));
  // Whoever is anywhere is everybody.
  if (!query.anywhere) return { question, places: words };
  const isOnly = others.every(({ isLoose }) => isLoose);
  return { question: { ...question, units: isOnly ? [] : others }, places: isOnly ? [] : words };
}

/** Returns the place, or the places with "or" between them, of the folded words of a unit. */
function placesWritten(text: string, typed: string[]): string {
  const names = typed.join(" ").split(" or ");
  return names.map((name) => writtenPlace(asTyped(text, name))).join(" or ");
}

/** Returns folded words as a text has them, where they stand in it so. */
function asTyped(text: string, folded: string): string {
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(folded) : -1;
  return at < 0 ? folded : text.slice(at, at + folded.length);
}

async function citiesOfRecords({ db }: Searched, possible: AskedPlace[]): Promise<AskedPlace[]> {
  if (possible.length === 0) return [];
  const tokens = possible.flatMap(({ keys }) => keys.map(placeToken));
  const rows = await db.selectFrom("searchWords").select("word").where("word", "in", tokens).execute();
  const words = new Set(rows.map(({ word }) => word));
  return possible.filter(({ keys }) => keys.some((key) => words.has(placeToken(key))));
}

async function isPlace(from: Searched, { words: [own = []], unless, unlessNamed }: AskedPlace): Promise<boolean> {
  if (unlessNamed && (await from.fullText.hasAny(from.db, "expertNames", { all: own.map(wordTerms) }))) return false;
  for (const phrase of unless) if (await standsSomewhere(from, phrase)) return false;
  return true;
}

/** Tells whether a town stands beside the name of somebody listed: "Isabela Aboderin" asks for no town of Puerto Rico. */
async function isOfName(
  from: Searched,
  { at, length, isCountry, isOf }: AskedPlace,
  typed: string[],
): Promise<boolean> {
  const others = typed.filter((_, place) => place < at || place >= at + length);
  if (isCountry || isOf || others.length === 0) return false;
  return from.fullText.hasAny(from.db, "expertNames", { any: others.map(wordTerms) });
}

/** A run of so many words is no chance. */
const SHORTEST_TITLE = 5;

/** Tells whether a question, or all of it but what leads to it, stands in a text word for word: the title of a work, say. */
async function isWritten(from: Searched, typed: string[]): Promise<boolean> {
  const runs = runsOf(typed).filter(({ length }) => length >= SHORTEST_TITLE);
  for (const run of runs) {
    const condition = from.fullText.matches("expertTexts", { all: run.map(wordTerms) });
    const rowIds = await from.fullText.first(from.db, "expertTexts", condition, { limit: MOST_OF_RARE, isFew: true });
    const texts = rowIds.length > 0 ? await textsOf(from.db, rowIds, PLACES) : [];
    if (texts.some((text) => PLACES.some((place) => text[place].includes(writtenRun(run))))) return true;
  }
  return false;
}

/** Tells whether a phrase stands in a text, of the first who have its words. */
async function standsSomewhere(from: Searched, phrase: string[], between = 1): Promise<boolean> {
  const condition = from.fullText.matches("expertTexts", { all: phrase.map(wordTerms) });
  const rowIds = await from.fullText.first(from.db, "expertTexts", condition, { limit: MOST_OF_RARE, isFew: true });
  if (rowIds.length === 0) return false;
  const unit: Unit = { typed: phrase, forms: [phrase], isLoose: false, begins: false, isAbbreviation: true, bases: [] };
  const reading = readerOf([unit]);
  const isThere = (text: PlacedTexts) =>
    between === 0
      ? PLACES.some((place) => text[place].includes(writtenRun(phrase)))
      : standsTogether(unit, reading(text));
  return (await textsOf(from.db, rowIds, PLACES)).some(isThere);
}

/** Who has all words of a question and a word for each of its places, but works in none of them. */
async function mentioning(from: Searched, asked: Narrowed): Promise<SearchResult["mentioned"]> {
  const places = asked.question.units.filter(({ place }) => place);
  if (places.length === 0) return NONE_MENTIONED;
  const none = [{ all: places.map(({ forms }) => ({ any: forms.flat().map(wordTerms) })) }];
  const question = { ...asked.question, units: inMentions(asked.question.units) };
  const answered = await answer(from, { ...asked, question, none }, true);
  if (!answered || answered.corrected !== null) return NONE_MENTIONED;
  const marks = marksOf(answered.units.map(({ unit }) => unit));
  return { rowIds: answered.rowIds.slice(0, MOST_MENTIONED), marks };
}

type Counts = Pick<SearchResult, "listings" | "counts" | "areCountsCapped">;

const NOT_COUNTED: Counts = { listings: {}, counts: {}, areCountsCapped: false };

/** @param inAnyCategory finds those who would be found without the categories; null where there are none. */
async function counts(
  from: Searched,
  rowIds: number[],
  inAnyCategory: (() => Promise<number[]>) | null,
): Promise<Counts> {
  const listings = await countByListing(from, rowIds.slice(0, MAX_FOUND));
  if (!inAnyCategory) return { listings, counts: listings, areCountsCapped: rowIds.length > MAX_FOUND };
  const all = await inAnyCategory();
  const ofAll = await countByListing(from, all.slice(0, MAX_FOUND));
  return { listings, counts: ofAll, areCountsCapped: all.length > MAX_FOUND };
}

function leftOutOf({ notSaid }: Question, leftOut: string[] = []): Pick<SearchResult, "leftOut" | "notSaid"> {
  return { leftOut: [...notSaid, ...leftOut], notSaid };
}

/** What is spelt like a word is asked for as a correction and, where nobody is found, as an offer: the same rows. */
function withEachWordOnce(fullText: FullText): FullText {
  const asked = new Map<string, ReturnType<FullText["similarWords"]>>();
  return {
    ...fullText,
    similarWords(db, word, limit) {
      const key = `${limit} ${word}`;
      const rows = asked.get(key) ?? fullText.similarWords(db, word, limit);
      asked.set(key, rows);
      return rows;
    },
  };
}

const NOBODY: Omit<SearchResult, "terms"> = {
  rowIds: [],
  total: 0,
  isCapped: false,
  corrected: null,
  ...NOT_COUNTED,
  leftOut: [],
  notSaid: [],
  whole: 0,
  marks: [],
  nearby: [],
  places: [],
  mentioned: NONE_MENTIONED,
};

/** A unit of a question with what the index says of it. */
interface Known {
  unit: Unit;
  terms: Terms;
  experts: number;
  /** Somebody has it only by its stem, and it is no plural or the like: "sinclaire". */
  isOdd: boolean;
  /** Higher for what fewer have. */
  idf: number;
}

interface Answer {
  units: Known[];
  /** People who are found have all units of one of them; the required units unless given. */
  sets?: Known[][];
  weighed?: Weighed;
  rowIds: number[];
  corrected: string | null;
  leftOut: string[];
  whole?: number;
}

/** null when nobody has the words; where those who have stand in no list that is asked for, `rowIds` is empty. */
async function answer(from: Searched, asked: Narrowed, near: boolean): Promise<Answer | null> {
  const { question } = asked;
  if (question.units.length === 0) return null;
  const total = await countOfExperts(from);
  const asTyped = await Promise.all(question.units.map((unit) => lookUp(from, unit, total)));
  const isOdd = (await Promise.all(asTyped.map((known) => known.isOdd && canBeTypo(from, known)))).includes(true);
  const joined = await joinedIn(from, question, asTyped, total);
  if (joined) {
    const rowIds = await findAll(from, asked, joined.units, joined.sets);
    if (rowIds) return { units: joined.units, sets: joined.sets, rowIds, corrected: null, leftOut: [] };
  }
  const whole = isOdd ? null : await findAll(from, asked, asTyped);
  if (whole) {
    const answered = { units: asTyped, rowIds: whole, corrected: await endingsOf(from, asTyped, near), leftOut: [] };
    return near ? withNearest(from, asked, answered, total) : answered;
  }
  const begun = await Promise.all(asTyped.map((known) => asBeginning(from, known, total)));
  if (begun.some((known, at) => known !== asTyped[at])) {
    const rowIds = await findAll(from, asked, begun);
    if (rowIds) {
      const answered = { units: begun, rowIds, corrected: null, leftOut: [] };
      return near ? withNearest(from, asked, answered, total) : answered;
    }
  }
  const attempts = await correctionsOf(from, question, asTyped, total);
  for (const units of attempts) {
    const rowIds = await findAll(from, asked, units);
    if (rowIds) return { units, rowIds, corrected: textOf(units), leftOut: [] };
  }
  const odd = isOdd ? await findAll(from, asked, asTyped) : null;
  if (odd) return { units: asTyped, rowIds: odd, corrected: null, leftOut: [] };
  if (!near) return null;
  const [corrected] = attempts;
  const most = await findMost(from, asked, corrected ?? begun, total);
  return most && { ...most, corrected: corrected ? textOf(most.units) : null };
}

/** So few have all words of a question that those who have most of them are of use, too. */
const FEW = 2;
/** Of so many words somebody has most by chance; of fewer, one that is left out is the half of what was asked. */
const LEAST_ASKED = 3;

/** With those who have most of a question behind the few who have all of it; not behind whom it names, or whose title it is. */
async function withNearest(from: Searched, asked: Narrowed, answered: Answer, total: number): Promise<Answer> {
  const { rowIds, units } = answered;
  if (rowIds.length === 0 || rowIds.length > FEW || asked.sort || required(units).length < LEAST_ASKED) return answered;
  if (await isTitled(from, asked, rowIds, units)) return answered;
  const most = await findMost(from, asked, units, total);
  if (!most) return answered;
  const further = most.rowIds.filter((rowId) => !rowIds.includes(rowId));
  if (further.length === 0) return answered;
  return { ...answered, ...most, rowIds: [...rowIds, ...further], whole: rowIds.length };
}

/** Tells whether the question is the name of somebody, or a title that stands word for word with somebody. */
async function isTitled(from: Searched, { question }: Narrowed, rowIds: number[], units: Known[]): Promise<boolean> {
  const texts = await textsOf(from.db, rowIds, PLACES);
  const read = readerOf(units.map(({ unit }) => unit));
  const runs = runsOf(question.typed).map(writtenRun);
  return texts.some(
    (text) =>
      hasName(required(units), read(text)) || runs.some((run) => PLACES.some((place) => text[place].includes(run))),
  );
}

function textOf(units: Known[]): string {
  return units.flatMap(({ unit }) => unit.typed).join(" ");
}

/** The longest list of all is no more than the whole directory. */
async function countOfExperts({ db }: Searched): Promise<number> {
  const row = await db.selectFrom("listingCounts").select("experts").where("category", "=", "*").executeTakeFirst();
  return Math.max(1, Number(row?.experts ?? 1));
}

async function lookUp(from: Searched, unit: Unit, total: number): Promise<Known> {
  const known = await lookUpForms(from, unit, total);
  const [word = "", ...others] = unit.typed;
  const canBeJoined = others.length === 0 && !unit.place && !unit.isLoose && !unit.isAbbreviation;
  if (!canBeJoined || known.experts > MOST_OF_RARE || unit.forms.some(({ length }) => length > 1)) return known;
  const parts = await partsOf(from, word);
  return parts ? lookUpForms(from, { ...unit, forms: [...unit.forms, parts], bases: [] }, total) : known;
}

const SHORTEST_JOINED = 6;
const LONGEST_JOINED = 30;
const MOST_PARTS = 4;
const MOST_TRIED = 6;

/** The words that a joined one is made of, where they stand one after the other in a record: "blue zones" for "bluezones". */
async function partsOf(from: Searched, word: string): Promise<string[] | null> {
  if (!/^[a-z]+$/.test(word) || word.length < SHORTEST_JOINED || word.length > LONGEST_JOINED) return null;
  const starts = Array.from({ length: word.length }, (_, at) => at);
  const possible = starts.flatMap((at) =>
    starts
      .slice(at + 2)
      .concat(word.length)
      .filter((end) => end - at >= 2 && end - at < word.length)
      .map((end) => word.slice(at, end)),
  );
  const counts = await countsOf(from, [...new Set(possible)]);
  const isWord = (part: string) => (counts.get(part)?.exact ?? 0) > 0;
  const divisions = (rest: string, left: number): string[][] => {
    if (rest === "") return [[]];
    if (left === 0) return [];
    return Array.from({ length: rest.length }, (_, at) => rest.slice(0, at + 1)).flatMap((part) =>
      part.length > 1 && isWord(part)
        ? divisions(rest.slice(part.length), left - 1).map((parts) => [part, ...parts])
        : [],
    );
  };
  const tried = divisions(word, MOST_PARTS)
    .filter((parts) => parts.length > 1)
    .sort((one, other) => one.length - other.length || shortest(other) - shortest(one))
    .slice(0, MOST_TRIED);
  for (const parts of tried) if (await standsSomewhere(from, parts, 0)) return parts;
  return null;
}

function shortest(parts: string[]): number {
  return Math.min(...parts.map(({ length }) => length));
}

async function lookUpForms(from: Searched, unit: Unit, total: number): Promise<Known> {
  const words = [...new Set(unit.forms.flat())];
  const counts = await countsOf(from, words);
  const endings = unit.begins ? await beginning(from, unit.typed.at(-1) as string) : null;
  const forms = unit.forms.map((form, at) => {
    const parts = form.map((word) => {
      const whole = wordTerms(word);
      const begins = at === 0 && endings ? endings.terms : null;
      return begins ? { any: [whole, begins] } : whole;
    });
    // Most who have a longer word have this one, too.
    const experts = form.map((word) =>
      Math.max(counts.get(word)?.experts ?? 0, at === 0 ? (endings?.experts ?? 0) : 0),
    );
    return { terms: { all: parts }, experts: Math.min(...experts) };
  });
  const known = forms.filter(({ experts }) => experts > 0);
  if (known.length === 0 && unit.bases.length > 0)
    return lookUpForms(from, { ...unit, forms: unit.bases, bases: [], begins: false }, total);
  const experts = Math.min(total, Math.max(0, ...known.map((form) => form.experts)));
  const idf = Math.log(1 + total / (experts + 0.5));
  const isOdd =
    words.length === 1 &&
    !endings &&
    counts.get(words[0] as string)?.exact === 0 &&
    !INFLECTED.test(words[0] as string);
  return { unit, terms: { any: known.map(({ terms }) => terms) }, experts, idf, isOdd };
}

/** A word by its stem, in British and American spelling; or as it stands. */
function wordTerms(word: string): Terms {
  if (word.startsWith(MADE)) return { word, begins: false };
  if (isUnspaced(word)) return termsOf(word, false);
  const spelled = spellingsOf(word).map((one) => ({ word: indexedStem(one) ?? one, begins: false }));
  return { any: spelled };
}

interface Count {
  /** How many experts have the word itself, in either spelling. */
  exact: number;
  /** How many have it in any form. */
  experts: number;
}

/** Of scripts without spaces nobody counts the words: they are taken for known. */
async function countsOf({ db }: Searched, words: string[]): Promise<Map<string, Count>> {
  const spelled = new Map(words.map((word) => [word, isUnspaced(word) ? [] : spellingsOf(word)]));
  const asked = [...spelled.values()].flat().flatMap((one) => [one, indexedStem(one) ?? one]);
  const rows =
    asked.length > 0
      ? await db
          .selectFrom("searchWords")
          .select(["word", "experts"])
          .where("word", "in", [...new Set(asked)])
          .execute()
      : [];
  const counts = new Map(rows.map(({ word, experts }) => [word, Number(experts)]));
  const sum = (all: string[]) => all.reduce((total, one) => total + (counts.get(one) ?? 0), 0);
  return new Map(
    Array.from(spelled, ([word, all]) => [
      word,
      all.length === 0 ? UNCOUNTED : { exact: sum(all), experts: sum(all.map((one) => indexedStem(one) ?? one)) },
    ]),
  );
}

const UNCOUNTED: Count = { exact: 1, experts: 1 };

/** null when no word begins so. A long beginning of few words is faster as these words. */
async function beginning(
  { db }: Searched,
  word: string,
): Promise<{ terms: Terms; experts: number; words: string[] } | null> {
  const prefix = termsOf(word, true);
  if (isUnspaced(word)) return { terms: prefix, experts: 1, words: [] };
  const ranges = spellingsOf(word).map((one) => sql`("word" >= ${one} AND "word" < ${one + LAST})`);
  const { rows } = await sql<{ word: string; experts: number }>`
    SELECT "word", "experts" FROM "searchWords" WHERE ${sql.join(ranges, sql` OR `)}
    ORDER BY "word" LIMIT ${MAX_ENDINGS + 1}`.execute(db);
  if (rows.length === 0) return null;
  const isMore = rows.length > MAX_ENDINGS;
  const isFew = word.length > INDEXED_PREFIX && !isMore;
  const terms = isFew ? { any: rows.map((row) => ({ word: row.word, begins: false })) } : prefix;
  const experts = isMore ? await likelyOf(db, ranges) : rows.reduce((sum, row) => sum + Number(row.experts), 0);
  return { terms, experts, words: rows.map((row) => row.word) };
}

/** How many have one at least of the many words in some ranges, if who has one word has another no more often than others. */
async function likelyOf(db: Searched["db"], ranges: RawBuilder<unknown>[]): Promise<number> {
  const { rows } = await sql<{ all: number; most: number; total: number }>`
    SELECT sum("experts") AS "all", max("experts") AS "most",
      (SELECT "experts" FROM "listingCounts" WHERE "category" = '*') AS "total"
    FROM "searchWords" WHERE ${sql.join(ranges, sql` OR `)}`.execute(db);
  const [all, most, total] = [rows[0]?.all, rows[0]?.most, rows[0]?.total].map((number) => Number(number ?? 0));
  return Math.max(
    most as number,
    Math.round((total as number) * (1 - Math.exp(-(all as number) / Math.max(1, total as number)))),
  );
}

/** A word that no person has and English does not know can be the beginning of one. */
async function asBeginning(from: Searched, known: Known, total: number): Promise<Known> {
  const { unit, experts } = known;
  if (experts > 0 || unit.begins || unit.place || unit.typed.length > 1 || (await isEnglish(unit.typed[0] as string)))
    return known;
  return lookUp(from, { ...unit, begins: true }, total);
}

/** The words in place of a last one that is a word of English itself, but nobody's: "card" for "cardiologist". */
async function endingsOf(from: Searched, units: Known[], near: boolean): Promise<string | null> {
  const last = units.at(-1)?.unit;
  const [word = ""] = last?.typed ?? [];
  if (!near || !last?.begins || isUnspaced(word)) return null;
  const counts = await countsOf(from, [word]);
  if (counts.get(word)?.experts !== 0 || !(await isEnglish(word))) return null;
  const longer = (await beginning(from, word))?.words.slice(0, 3) ?? [];
  return [...units.slice(0, -1).flatMap(({ unit }) => unit.typed), longer.join(", ")].join(" ");
}

/** The row numbers of those who have all units that have to be there, best first; null when nobody has, in any list. */
async function findAll(from: Searched, asked: Narrowed, units: Known[], sets?: Known[][]): Promise<number[] | null> {
  const wanted = sets?.[0] ?? required(units);
  if (wanted.some(({ experts }) => experts === 0)) return null;
  const rowIds = await find(from, units, sets ? { ...asked, sets } : asked);
  if (rowIds.length > 0) return rowIds;
  const isNarrowed = asked.groups.length > 0 || asked.isFeatured;
  return isNarrowed && (await haveAll(from, wanted)) ? [] : null;
}

const MOST_JOINED = 4;
const SHORTEST_WHOLE = 5;

/**
 * Words that stand joined in a record: with them in place of their parts, and the parts where somebody has all of these, too.
 * null where no words of the question do.
 */
async function joinedIn(
  from: Searched,
  { typed }: Question,
  known: Known[],
  total: number,
): Promise<{ units: Known[]; sets: Known[][] } | null> {
  const runs = typed.flatMap((_, at) =>
    Array.from({ length: MOST_JOINED - 1 }, (_, more) => typed.slice(at, at + 2 + more)).filter(
      (run, more) =>
        run.length === 2 + more && run.join("").length >= SHORTEST_WHOLE && run.some((word) => !saysLittle(word)),
    ),
  );
  if (runs.length === 0) return null;
  const counts = await countsOf(from, [...new Set(runs.map((run) => run.join("")))]);
  const run = runs
    .filter((one) => (counts.get(one.join(""))?.exact ?? 0) > 0)
    .sort((one, other) => other.length - one.length)[0];
  if (!run) return null;
  // A unit that has a word of the run and others is a phrase of its own.
  const isInside = ({ unit }: Known) => unit.typed.every((word) => run.includes(word)) && !unit.place;
  const rest = known.filter((one) => !isInside(one));
  const forms = [[run.join("")], run];
  const unit: Unit = { typed: run, forms, isLoose: false, begins: false, isAbbreviation: true, bases: [] };
  const joined = await lookUpForms(from, unit, total);
  const apart = required(known);
  const whole = required([joined, ...rest]);
  const isApart = apart.length > 0 && apart.every(({ experts }) => experts > 0);
  return isApart ? { units: [joined, ...known], sets: [whole, apart] } : { units: [joined, ...rest], sets: [whole] };
}

function required(units: Known[]): Known[] {
  return units.filter(({ unit }) => !unit.isLoose);
}

/** Attempts, the nearest words first; none when a word that nobody has cannot be a typo. */
async function correctionsOf(from: Searched, question: Question, units: Known[], total: number): Promise<Known[][]> {
  let attempts: Known[][] = [[]];
  let unknown = 0;
  for (const [at, known] of units.entries()) {
    const [word = ""] = known.unit.typed;
    const isTypo = await canBeTypo(from, known);
    if (isTypo && ++unknown > MAX_CORRECTED) return [];
    const choices = isTypo ? await nearestWords(from, word, at === units.length - 1) : [];
    const made = choices.map((choice) => ({ ...known.unit, typed: [choice], forms: [[choice]], bases: [] }));
    const looked = made.length > 0 ? await Promise.all(made.map((unit) => lookUp(from, unit, total))) : [known];
    attempts = attempts.flatMap((before) => looked.map((one) => [...before, one])).slice(0, MAX_ATTEMPTS);
  }
  const isCorrected = (attempt: Known[]) => attempt.some(({ unit }, at) => unit.typed !== question.units[at]?.typed);
  return attempts.filter(isCorrected);
}

async function canBeTypo(from: Searched, { unit, experts, terms, isOdd }: Known): Promise<boolean> {
  const [word = "", ...others] = unit.typed;
  if (others.length > 0 || unit.isLoose || unit.isAbbreviation || !isCorrectable(word)) return false;
  const isNowhere = isUnspaced(word)
    ? !(await from.fullText.hasAny(from.db, "expertTexts", terms))
    : experts === 0 || isOdd;
  return isNowhere && !(await isEnglish(word));
}

/** The names of those whose names sound as what is typed in another script: proposed, as it can be somebody else. */
async function soundingAlike({ db, fullText }: Searched, { units }: Question): Promise<string[]> {
  const sounds = units.flatMap((unit) => unit.sounds ?? []);
  if (sounds.length === 0) return [];
  const condition = fullText.matches("expertNames", { any: sounds.map((word) => ({ word, begins: false })) });
  const rowIds = await fullText.first(db, "expertNames", condition, { limit: MAX_CORRECTED, isFew: true });
  const rows = await db.selectFrom("experts").select("name").where("rowId", "in", rowIds.concat(0)).execute();
  return rows.map(({ name }) => name);
}

async function spelledAlmost(from: Searched, { units }: Question): Promise<string[]> {
  const asked = units.filter(({ isLoose, place }) => !isLoose && !place);
  const words = asked.flatMap(({ typed }) => (typed.length === 1 ? typed : [])).slice(0, MAX_CORRECTED);
  const near = await Promise.all(words.map((word) => (isCorrectable(word) ? nearestWords(from, word, true) : [])));
  const others = near.flat().filter((word) => !words.includes(word));
  const written = await Promise.all(others.map((word) => asNamed(from, word)));
  return (
    written
      // The first name of somebody else stands for nothing that is asked beside it.
      .filter(({ isFirstName }) => !isFirstName || asked.length === 1)
      .map(({ name }) => name)
      .slice(0, MAX_CORRECTED)
  );
}

/** Returns a folded word as the names that have it are written, and whether it only begins them. */
async function asNamed({ db, fullText }: Searched, word: string): Promise<{ name: string; isFirstName: boolean }> {
  const condition = fullText.matches("expertNames", { word, begins: false });
  const rowIds = await fullText.first(db, "expertNames", condition, { limit: MOST_OF_RARE, isFew: true });
  const rows = await db.selectFrom("experts").select("name").where("rowId", "in", rowIds.concat(0)).execute();
  const named = rows.flatMap(({ name }) => {
    const parts = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    const at = parts.findIndex((part) => fold(part) === word);
    return at < 0 ? [] : [{ name: parts[at] as string, isFirstName: at === 0 && parts.length > 1 }];
  });
  return { name: named[0]?.name ?? word, isFirstName: named.length > 0 && named.every((one) => one.isFirstName) };
}

/** Of a question for a place: what is had weighs at least this part of all. */
const MOST_LEFT_OUT = 3;
const STARTS = 3;
const MOST_COMBINED = 6;
/** Of those who have a rare word alone: their texts are read, to see what else they have. */
const MOST_OF_RARE = 100;
/** Words that more than a quarter have say nothing about anybody. */
const LEAST_IDF = Math.log(1 + 4);

/**
 * Those who have most of what counts: the units that some have together and that few have, one after the other,
 * beginning with each of the rarest; and of those who have a rare one alone, who has more than half of what the best of these have.
 */
async function findMost(
  from: Searched,
  asked: Narrowed,
  typed: Known[],
  total: number,
): Promise<Omit<Answer, "corrected"> | null> {
  const units = await Promise.all(typed.map((one) => counted(from, one, total)));
  const all = required(units);
  // Where somebody works is never left out.
  const fixed = all.filter(({ unit }) => unit.place);
  if (fixed.some(({ experts }) => experts === 0)) return null;
  const known = all
    .filter(({ unit, experts }) => experts > 0 && !unit.place)
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, MOST_COMBINED);
  if (fixed.length === 0 && (await isSomebodyElse(from, all, known, asked.question))) return null;
  const looked = new Map<string, Promise<boolean>>();
  const haveTogether = (some: Known[]) => {
    const key = some
      .map((one) => known.indexOf(one))
      .sort()
      .join();
    const before =
      looked.get(key) ??
      (some.length === 1 && fixed.length === 0 ? isAnywhere(from, some) : haveAll(from, [...fixed, ...some]));
    looked.set(key, before);
    return before;
  };
  const sets: Known[][] = [];
  for (const start of known.slice(0, STARTS)) {
    if (sets.some((set) => set.includes(start)) || !(await haveTogether([start]))) continue;
    const together = [start];
    for (const one of known) if (one !== start && (await haveTogether([...together, one]))) together.push(one);
    sets.push(together);
  }
  const most = Math.max(0, ...sets.map(weight));
  if (most === 0 || most + weight(fixed) < Math.min(LEAST_IDF, Math.log(1 + total))) return null;
  if (fixed.length > 0 && MOST_LEFT_OUT * (most + weight(fixed)) < weight(all)) return null;
  const near = sets.filter((set) => weight(set) > most / 2).map((set) => [...fixed, ...set]);
  const alone = rarest(known).map((one) => [...fixed, one]);
  const isKept = (one: Known) => one.unit.isLoose || [...near, ...alone].some((set) => set.includes(one));
  const kept = units.filter(isKept);
  const weighed = { units: all.filter((one) => isKept(one) && !one.unit.place), over: most / 2 };
  const found = alone.length > 0 ? await findRanked(from, kept, { ...asked, sets: [...near, ...alone], weighed }) : [];
  const isWeighed = found.length > 0 && found.length <= MAX_FOUND;
  const rowIds = isWeighed ? found.map(({ rowId }) => rowId) : await find(from, kept, { ...asked, sets: near });
  const isEverybodys = (one: Known) =>
    fixed.includes(one) ||
    (isWeighed ? found.every(({ has }) => has.includes(one)) : near.every((set) => set.includes(one)));
  const leftOut = all.filter((one) => !isEverybodys(one)).map(({ unit }) => unit.typed.join(" "));
  if (rowIds.length === 0 && asked.groups.length === 0) return null;
  const asFound = isWeighed ? { sets: [...near, ...alone], weighed } : { sets: near };
  return { ...asFound, units: kept, rowIds, leftOut: [...new Set(leftOut)] };
}

/** Tells whether a name is asked for that nobody has whole: another Andrew is not whom "Andrew Huberman" means. */
async function isSomebodyElse(
  from: Searched,
  all: Known[],
  known: Known[],
  { isName: isWrittenSo }: Question,
): Promise<boolean> {
  if (known.length === 0 || known.length === all.length) return false;
  const isOther = isWrittenSo && !(await isSurname(from, known));
  const isOrdinary = async ({ typed }: Unit) => typed.length > 1 || (!isOther && (await isEnglish(typed[0] as string)));
  for (const { unit, experts } of all) if (experts === 0 && (await isOrdinary(unit))) return false;
  const isName = (one: Known) => from.fullText.hasAny(from.db, "expertNames", one.terms);
  return (await Promise.all(known.map(isName))).every(Boolean);
}

/** Tells whether one of the words ends somebody's name, of the first who have them: "Aboderin", and not "Bernard". */
async function isSurname(from: Searched, known: Known[]): Promise<boolean> {
  const condition = from.fullText.matches("expertNames", { any: known.map(({ terms }) => terms) });
  const rowIds = await from.fullText.first(from.db, "expertNames", condition, { limit: MOST_OF_RARE, isFew: true });
  const ends = known.map(({ unit }) => writtenRun(unit.typed.slice(-1)).trim());
  const texts = rowIds.length > 0 ? await textsOf(from.db, rowIds, ["name"]) : [];
  // How it sounds stands behind a name.
  const written = texts.map(({ name }) => (name.split(` ${MADE}`)[0] ?? "").trim());
  return written.some((name) => ends.some((end) => name.endsWith(end)));
}

/** The first units that so few have that the texts of all of them can be read. */
function rarest(known: Known[]): Known[] {
  let sum = 0;
  return known.filter(({ experts }) => {
    sum += experts;
    return sum <= MOST_OF_RARE;
  });
}

function weight(units: Known[]): number {
  return units.reduce((sum, { idf }) => sum + idf, 0);
}

/**
 * What is a phrase, or has one for another word, by how many have it as one; its words alone say little: "world health
 * organization". A single word has to be rare for that.
 */
async function counted(from: Searched, known: Known, total: number): Promise<Known> {
  if (!hasPhrases(known)) return known;
  const most = known.unit.typed.length === 1 ? MOST_OF_RARE : MAX_FOUND;
  const matching = from.fullText.matches("expertTexts", known.terms);
  const rowIds = await firstOf(from, "expertTexts", matching, await areFew(from, [[known]]), most);
  if (rowIds.length > most) return known;
  const texts = await textsOf(from.db, rowIds, PLACES);
  const read = readerOf([known.unit]);
  const experts = texts.filter((text) => standsTogether(known.unit, read(text))).length;
  return { ...known, experts, idf: Math.log(1 + total / (experts + 0.5)) };
}

async function isAnywhere(from: Searched, some: Known[]): Promise<boolean> {
  return some.every(({ unit }) => unit.forms.every((form) => form.length === 1)) || haveAll(from, some);
}

async function haveAll(from: Searched, some: Known[]): Promise<boolean> {
  const terms = { all: some.map(({ terms }) => terms) };
  if (some.some(hasPhrases)) {
    const matching = from.fullText.matches("expertTexts", terms);
    const rowIds = await firstOf(from, "expertTexts", matching, await areFew(from, [some]));
    if (rowIds.length > MAX_FOUND) return true;
    const texts = await textsOf(from.db, rowIds, PLACES);
    const read = readerOf(some.map(({ unit }) => unit));
    return texts.map(read).some((reading) => some.every(({ unit }) => standsTogether(unit, reading)));
  }
  return from.fullText.hasAny(from.db, "expertTexts", terms);
}

function hasPhrases({ unit }: Known): boolean {
  return unit.forms.some((form) => form.length > 1);
}

function hasName(all: Known[], reading: Reading): boolean {
  const set = all.filter(({ unit }) => !unit.place);
  return set.length > 0 && set.every(({ unit }) => standsTogether(unit, reading, ["name"]));
}

/**
 * What comes first is no bare column, so that no engine reads the list of everybody in its order for some of them:
 * https://sqlite.org/optoverview.html#uplus
 */
const ORDERS = {
  best: sql`"rank" + 0, "sortName", "expertRowId"`,
  name: sql`"sortsAs" || '', "expertRowId"`,
  newest: sql`"createdAt" || '' DESC, "expertRowId" DESC`,
  updated: sql`"updatedAt" || '' DESC, "expertRowId" DESC`,
  reviewed: sql`"reviewedAt" || '' DESC, "expertRowId" DESC`,
};

interface Narrowed {
  question: Question;
  /** Listings: only who stands in one at least of each group. */
  groups: string[][];
  sort?: SearchQuery["sort"];
  sets?: Known[][];
  /** Only those who have none of these. */
  none?: Terms[];
  isFeatured?: boolean;
  /** Only those who have more of these units than that. */
  weighed?: Weighed;
}

/** The row numbers of at most 501 experts who have all required units, in order. */
async function find(from: Searched, units: Known[], asked: Narrowed): Promise<number[]> {
  return (await findRanked(from, units, asked)).map(({ rowId }) => rowId);
}

async function findRanked(from: Searched, units: Known[], asked: Narrowed): Promise<Found[]> {
  const { groups, sort, sets = [required(units)] } = asked;
  if (groups.some((listings) => listings.length === 0)) return [];
  const terms = { any: sets.map((set) => ({ all: set.map((known) => known.terms), none: asked.none })) };
  const inFeatured = asked.isFeatured ? [[FEATURED_SCOPE]] : [];
  const scopes = [...groups.map((listings) => listings.map(listingScope)), ...inFeatured];
  const sizes = await Promise.all(groups.map((listings) => sizeOf(from.db, listings)));
  const [isFew, isRare] = await Promise.all([areFew(from, sets, sizes), areFew(from, sets, sizes, RARITY)]);
  const matching = (index: TextIndex, within: string[][]) =>
    firstOf(from, index, from.fullText.matches(index, terms, within), SHORT.includes(index) ? isRare : isFew);
  const widest = await matching("expertTexts", scopes);
  const isMany = widest.length > MAX_FOUND;
  const tiers = isMany
    ? await inTiers(from, matching, scopes, asked, widest)
    : new Map(widest.map((rowId) => [rowId, 6]));
  return ranked(from, await inOrder(from, tiers, sort), units, { ...asked, sets }, await countOfExperts(from));
}

/**
 * The row numbers of those who stand in one listing at least of each group, in order: of at most `most`, else null. Found by
 * the index of names, which has the scopes of all listings and few words beside them.
 */
export async function standingIn(
  from: Searched,
  { groups, most, sort }: { groups: string[][]; most: number; sort?: SearchQuery["sort"] },
): Promise<number[] | null> {
  const total = await countOfExperts(from);
  const sizes = await Promise.all(groups.map((listings) => sizeOf(from.db, listings)));
  const likely = sizes.reduce((part, size) => part * Math.min(1, size / total), total);
  if (likely > MOST_AWRY * most) return null;
  const scopes = groups.map((listings) => listings.map(listingScope));
  const condition = from.fullText.matches("expertNames", null, scopes);
  const rowIds = await from.fullText.first(from.db, "expertNames", condition, { limit: most + 1, isFew: true });
  if (rowIds.length > most) return null;
  const rows = await inOrder(from, new Map(rowIds.map((rowId) => [rowId, 0])), sort);
  return rows.map(({ rowId }) => rowId);
}

/** How many times as many as chance would give may be likely, and still be looked for. */
const MOST_AWRY = 2;

interface Row {
  rowId: number;
  tier: number;
  sortName: string;
}

/** Of more than can be ranked, the tiers of 501: who is named so, then whom the better indexes have, featured first. */
async function inTiers(
  from: Searched,
  matching: (index: TextIndex, within: string[][]) => Promise<number[]>,
  scopes: string[][],
  asked: Narrowed,
  widest: number[],
): Promise<Map<number, number>> {
  const featured = [...scopes, [FEATURED_SCOPE]];
  // The widest index has the people of all the others.
  const hasFeatured = (await matching("expertTexts", featured)).length > 0;
  const tiers = new Map<number, number>();
  const add = (rowIds: number[], tier: number) => {
    for (const rowId of rowIds) if (tiers.size <= MAX_FOUND && !tiers.has(rowId)) tiers.set(rowId, tier);
  };
  add(await namedSo(from, asked), -1);
  for (const [at, index] of EXPERT_INDEXES.entries()) {
    if (hasFeatured && tiers.size <= MAX_FOUND) add(await matching(index, featured), 2 * at);
    if (tiers.size <= MAX_FOUND) add(index === "expertTexts" ? widest : await matching(index, scopes), 2 * at + 1);
  }
  return tiers;
}

/** Whose names begin as the question, from the shortest of the lists that they must stand in. */
async function namedSo({ db }: Searched, { question, groups }: Narrowed): Promise<number[]> {
  const name = question.typed.join(" ");
  const sizes = await Promise.all(groups.map((listings) => sizeOf(db, listings)));
  const shortest = sizes.indexOf(Math.min(...sizes));
  const others = groups.filter((_, at) => at !== shortest);
  const named = db
    .selectFrom("listing")
    .select("expertRowId")
    .where("category", "in", groups[shortest] ?? ["*"])
    .where("rank", "=", NOT_FEATURED)
    .where("sortName", ">=", name)
    .where("sortName", "<", name + LAST)
    .orderBy("sortName")
    .limit(MAX_FOUND + 1);
  const rows = await others
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
      named,
    )
    .execute();
  return rows.map(({ expertRowId }) => Number(expertRowId));
}

async function sizeOf(db: Searched["db"], listings: string[]): Promise<number> {
  const counts = await db.selectFrom("listingCounts").select("experts").where("category", "in", listings).execute();
  return counts.reduce((sum, { experts }) => sum + Number(experts), 0);
}

async function inOrder({ db }: Searched, tiers: Map<number, number>, sort: SearchQuery["sort"]): Promise<Row[]> {
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

/** Texts of those whom a beginning of a letter or two finds are not worth reading. */
const SHORTEST_RANKED = 3;

async function ranked(
  { db }: Searched,
  rows: Row[],
  units: Known[],
  { question: { typed }, sort, sets = [], weighed }: Narrowed,
  total: number,
): Promise<Found[]> {
  const name = typed.join(" ");
  const isMany = rows.length > MAX_FOUND;
  // Of very many, the widest place would cost most and tell least.
  const isChecked = !isMany && sets.some((set) => set.some(hasPhrases));
  const places: readonly Place[] = isMany ? PLACES.slice(0, -1) : PLACES;
  const isScored = !sort && units.some(({ unit }) => (unit.typed[0] as string).length >= SHORTEST_RANKED);
  const runs = isScored ? runsOf(typed).map(writtenRun) : [];
  // Whom the question names comes first, whatever else is there; of a run it counts who has it.
  const isReadOf = ({ sortName }: Row) => weighed || runs.length > 0 || !isNamedSo(sortName, name);
  const isRead = isScored || isChecked || (weighed && !isMany);
  const toRead = isRead ? rows.filter(isReadOf).map(({ rowId }) => rowId) : [];
  const texts = toRead.length > 0 ? await textsOf(db, toRead, places) : [];
  const textOf = new Map(texts.map((text) => [Number(text.expertRowId), text]));
  const ofRuns = scoresOfRuns(runs, textOf, places, total);
  const read = readerOf(units.map(({ unit }) => unit));
  const scored: Found[] = rows.flatMap(({ rowId, tier, sortName }) => {
    const text = textOf.get(rowId);
    const reading = text && read(text);
    const isName = isNamedSo(sortName, name);
    const fits = (set: Known[]) => reading && set.every(({ unit }) => standsTogether(unit, reading));
    if (isChecked && !isName && !sets.some(fits)) return [];
    const isNamed = reading ? sets.some((set) => hasName(set, reading)) : tier < 2;
    const place = reading ? (hasTheWord(units, reading) ? 1 : 2) : tier;
    const step = sortName === name ? -2 : isName ? -1 : isNamed ? 0 : place;
    const score = step > 0 && reading ? scoreOf(units, reading) + (ofRuns.get(rowId) ?? 0) : 0;
    const has = weighed && reading ? weighed.units.filter(({ unit }) => standsTogether(unit, reading)) : [];
    if (weighed && !isMany && weight(has) <= weighed.over) return [];
    return [{ rowId, step, score, has }];
  });
  // The sort is stable: equals stay in the order of the lists.
  return sort ? scored : scored.sort((a, b) => a.step - b.step || b.score - a.score);
}

interface Weighed {
  units: Known[];
  over: number;
}

/** With the units that somebody has of those that are weighed. */
type Found = Ranked & { has: Known[] };

/**
 * What those get in whose texts the question, or the title it asks for, stands word for word: more, the fewer of all have it.
 * Whoever has it is among those who are found, as they have its words.
 */
function scoresOfRuns(
  runs: string[],
  texts: Map<number, PlacedTexts>,
  places: readonly Place[],
  total: number,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const run of runs) {
    const having = [...texts].filter(([, text]) => places.some((place) => text[place].includes(run)));
    const score = AS_RUN * Math.log(1 + total / (having.length + 0.5));
    for (const [rowId] of having) scores.set(rowId, Math.max(score, scores.get(rowId) ?? 0));
  }
  return scores;
}

async function textsOf(db: Searched["db"], rowIds: number[], places: readonly Place[]) {
  const texts = await db
    .selectFrom("searchTexts")
    .select(["expertRowId", ...places])
    .where("expertRowId", "in", rowIds.concat(0))
    .execute();
  return texts.map((text) => ({ ...NO_TEXTS, ...text }));
}

const NO_TEXTS: PlacedTexts = { name: "", title: "", contribution: "", rest: "" };

/** At most one more than `most`. */
function firstOf(
  { db, fullText }: Searched,
  index: TextIndex,
  condition: RawBuilder<SqlBool>,
  isFew: boolean,
  most = MAX_FOUND,
) {
  return fullText.first(db, index, condition, { limit: most + 1, isFew });
}

/**
 * Of all experts. Measured on PostgreSQL with 100,000: reading all who are found by the index of words costs less than
 * reading the ordered table until 501 are found where less than about a fifth are found, and up to half it costs little
 * more; beyond, the planner reads every text.
 */
const MINORITY = 1 / 4;
const HALF = 1 / 2;
/**
 * The texts of these lie in the tables' own pages, where PostgreSQL guesses right from the words of the index itself how many
 * will be found, and reads the whole table where it is told to look for what many have: 100 ms and more in place of 4. Only what
 * next to nobody has is looked up there first, as its own guess of that is a default.
 */
const SHORT: TextIndex[] = ["expertNames", "expertTitles"];
const RARITY = 1 / 50;

/** Tells whether few are likely to have all units of a set and stand in a list of each of these sizes. */
async function areFew(from: Searched, sets: Known[][], sizes: number[] = [], few = MINORITY): Promise<boolean> {
  const total = await countOfExperts(from);
  const share = (numbers: number[]) => numbers.reduce((part, number) => part * Math.min(1, number / total), 1);
  const sum = (of: (set: Known[]) => number) => sets.reduce((all, set) => all + of(set), 0);
  const likely = share(sizes) * sum((set) => share(set.map(({ experts }) => experts)));
  return likely < few && Math.min(sum(mostOf), ...sizes) < HALF * total;
}

/** Returns how many can have all of these units, at most. */
function mostOf(units: Known[]): number {
  return Math.min(...units.map(({ experts }) => experts));
}

async function countByListing({ db }: Searched, rowIds: number[]): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("listing")
    .select(["category", (eb) => eb.fn.countAll<number>().as("experts")])
    .where("expertRowId", "in", rowIds.concat(0))
    .where("category", "!=", "*")
    .groupBy("category")
    .execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, Number(experts)]));
}
