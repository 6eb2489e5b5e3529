/** Finding experts of the public lists by anything that a reader types: a name, a subject, a question. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { NOT_FEATURED } from "../schema";
import { categoryScope, EXPERT_INDEXES, FEATURED_SCOPE } from "./experts-index";
import { PLACES, type Place } from "./fields";
import type { FullText, Searched, TextIndex } from "./full-text";
import { INFLECTED, isEnglish } from "./known-words";
import { type Question, readQuestion, runsOf, type Unit } from "./question";
import { AS_RUN, isNamedSo, type PlacedTexts, type Ranked, scoreOf, standsTogether, writtenRun } from "./ranking";
import { spellingsOf } from "./spellings";
import { indexedStem } from "./stems";
import { NO_SYNONYMS, type Synonyms } from "./synonyms";
import { isUnspaced, type Terms, termsOf } from "./terms";
import { isCorrectable, nearestWords } from "./typos";

export interface SearchQuery {
  text: string;
  categories?: string[];
  groups?: string[][]; // Only who stands in one listing at least of each group
  sort?: keyof typeof ORDERS; // The best match first unless given
  synonyms?: Synonyms;
  near?: boolean; // Where nobody has all words, those who have most of what counts
  offset: number; // From 0
  limit: number;
}

export interface SearchResult {
  rowIds: number[];
  found: number[]; // Those of all pages
  total: number; // How many experts are found on all pages, at most 500
  isCapped: boolean;
  terms: string[];
  corrected: string | null; // The words searched for in place of what was typed, when that was misspelt; else null
  /** Matches per category key in any category, none left out but those with 0. */
  counts: Record<string, number>;
  areCountsCapped: boolean; // There are more than 500 in all: the counts are those of the first 500
  leftOut: string[]; // The words that those who are found do not all have
  marks: Marks;
  nearby: string[]; // When nobody is found: words that experts have and that are spelt almost so
}

/** What was searched for: of each unit its forms, and whether the first may be the beginning of a word. */
export type Marks = Pick<Unit, "forms" | "begins">[];

const MAX_FOUND = 500;
const MAX_CORRECTED = 3;
const MAX_ATTEMPTS = 6;
const INDEXED_PREFIX = 4;
const MAX_ENDINGS = 16;
const LAST = "\u{10FFFF}";

/** Finds experts by the words of a text that count, in any of the searched fields. */
export async function searchExperts(from: Searched, query: SearchQuery): Promise<SearchResult> {
  const { text, categories = [], groups = [], sort, offset, limit } = query;
  const question = readQuestion(text, query.synonyms ?? NO_SYNONYMS);
  const lookingOnce = { ...from, fullText: withEachWordOnce(from.fullText) };
  const found = await answer(lookingOnce, question, query);
  if (!found)
    return { ...NOBODY, terms: question.typed, nearby: query.near ? await spelledAlmost(lookingOnce, question) : [] };
  const { units, sets, leftOut, corrected, rowIds: everyone } = found;
  const isNarrowed = categories.length > 0 || groups.length > 0;
  const ranked = isNarrowed || sort ? await find(from, units, { question, categories, groups, sort, sets }) : everyone;
  const isCapped = ranked.length > MAX_FOUND;
  const all = ranked.slice(0, MAX_FOUND);
  return {
    rowIds: all.slice(offset, offset + limit),
    found: all,
    total: Math.min(ranked.length, MAX_FOUND),
    isCapped,
    terms: units.flatMap(({ unit }) => unit.typed),
    corrected,
    counts: await countByCategory(from, everyone.slice(0, MAX_FOUND)),
    areCountsCapped: everyone.length > MAX_FOUND,
    leftOut,
    marks: units.map(({ unit: { forms, begins } }) => ({ forms, begins })),
    nearby: [],
  };
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
  found: [],
  total: 0,
  isCapped: false,
  corrected: null,
  counts: {},
  areCountsCapped: false,
  leftOut: [],
  marks: [],
  nearby: [],
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
  rowIds: number[];
  corrected: string | null;
  leftOut: string[];
}

async function answer(from: Searched, question: Question, { near = false }: SearchQuery): Promise<Answer | null> {
  if (question.units.length === 0) return null;
  const total = await countOfExperts(from);
  const asTyped = await Promise.all(question.units.map((unit) => lookUp(from, unit, total)));
  const isOdd = (await Promise.all(asTyped.map((known) => known.isOdd && canBeTypo(from, known)))).includes(true);
  const whole = isOdd ? null : await findAll(from, question, asTyped);
  if (whole) return { units: asTyped, rowIds: whole, corrected: await endingsOf(from, asTyped, near), leftOut: [] };
  const begun = await Promise.all(asTyped.map((known) => asBeginning(from, known, total)));
  if (begun.some((known, at) => known !== asTyped[at])) {
    const rowIds = await findAll(from, question, begun);
    if (rowIds) return { units: begun, rowIds, corrected: null, leftOut: [] };
  }
  const attempts = await correctionsOf(from, question, asTyped, total);
  for (const units of attempts) {
    const rowIds = await findAll(from, question, units);
    if (rowIds) return { units, rowIds, corrected: textOf(units), leftOut: [] };
  }
  const odd = isOdd ? await findAll(from, question, asTyped) : null;
  if (odd) return { units: asTyped, rowIds: odd, corrected: null, leftOut: [] };
  if (!near) return null;
  const [corrected] = attempts;
  const most = await findMost(from, question, corrected ?? begun, total);
  return most && { ...most, corrected: corrected ? textOf(most.units) : null };
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
  const words = [...new Set(unit.forms.flat())];
  const counts = await countsOf(from, words);
  const endings = unit.begins ? await beginning(from, unit.typed.at(-1) as string) : null;
  const forms = unit.forms.map((form, at) => {
    const parts = form.map((word) => {
      const whole = wordTerms(word);
      const begins = at === 0 && endings ? endings.terms : null;
      return begins ? { any: [whole, begins] } : whole;
    });
    const experts = form.map((word) => (counts.get(word)?.experts ?? 0) + (at === 0 && endings ? endings.experts : 0));
    return { terms: { all: parts }, experts: Math.min(...experts) };
  });
  const known = forms.filter(({ experts }) => experts > 0);
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
  const isFew = word.length > INDEXED_PREFIX && rows.length <= MAX_ENDINGS;
  const terms = isFew ? { any: rows.map((row) => ({ word: row.word, begins: false })) } : prefix;
  const experts = rows.reduce((sum, row) => sum + Number(row.experts), 0);
  return { terms, experts, words: rows.map((row) => row.word) };
}

/** A word that no person has and English does not know can be the beginning of one. */
async function asBeginning(from: Searched, known: Known, total: number): Promise<Known> {
  const { unit, experts } = known;
  if (experts > 0 || unit.begins || unit.typed.length > 1 || (await isEnglish(unit.typed[0] as string))) return known;
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

/** The row numbers of those who have all units that have to be there, best first; null for nobody. */
async function findAll(from: Searched, question: Question, units: Known[]): Promise<number[] | null> {
  if (required(units).some(({ experts }) => experts === 0)) return null;
  const rowIds = await find(from, units, { question, categories: [] });
  return rowIds.length > 0 ? rowIds : null;
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
    const made = choices.map((choice) => ({ ...known.unit, typed: [choice], forms: [[choice]] }));
    const looked = made.length > 0 ? await Promise.all(made.map((unit) => lookUp(from, unit, total))) : [known];
    attempts = attempts.flatMap((before) => looked.map((one) => [...before, one])).slice(0, MAX_ATTEMPTS);
  }
  const isCorrected = (attempt: Known[]) => attempt.some((known, at) => known.unit !== question.units[at]);
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

async function spelledAlmost(from: Searched, { units }: Question): Promise<string[]> {
  const words = units.flatMap(({ typed }) => (typed.length === 1 ? typed : [])).slice(0, MAX_CORRECTED);
  const near = await Promise.all(words.map((word) => (isCorrectable(word) ? nearestWords(from, word, true) : [])));
  return near.flat().slice(0, MAX_CORRECTED);
}

const STARTS = 3;
const MOST_COMBINED = 6;
/** Words that more than a quarter have say nothing about anybody. */
const LEAST_IDF = Math.log(1 + 4);

/**
 * Those who have most of what counts: the units that some have together and that few have, one after the other,
 * beginning with each of the rarest.
 */
async function findMost(
  from: Searched,
  question: Question,
  asked: Known[],
  total: number,
): Promise<Omit<Answer, "corrected"> | null> {
  const units = await Promise.all(asked.map((one) => counted(from, one, total)));
  const all = required(units);
  const known = all
    .filter(({ experts }) => experts > 0)
    .toSorted((a, b) => b.idf - a.idf)
    .slice(0, MOST_COMBINED);
  const looked = new Map<string, Promise<boolean>>();
  const haveTogether = (some: Known[]) => {
    const key = some
      .map((one) => known.indexOf(one))
      .sort()
      .join();
    const before = looked.get(key) ?? (some.length === 1 ? isAnywhere(from, some) : haveAll(from, some));
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
  if (most < Math.min(LEAST_IDF, Math.log(1 + total))) return null;
  const near = sets.filter((set) => weight(set) > most / 2);
  const kept = units.filter((one) => one.unit.isLoose || near.some((set) => set.includes(one)));
  const rowIds = await find(from, kept, { question, categories: [], sets: near });
  const leftOut = all.filter((one) => !near.every((set) => set.includes(one))).map(({ unit }) => unit.typed.join(" "));
  return rowIds.length > 0 ? { units: kept, sets: near, rowIds, leftOut } : null;
}

function weight(units: Known[]): number {
  return units.reduce((sum, { idf }) => sum + idf, 0);
}

/** A phrase by how many have it as one; its words alone say little: "world health organization". */
async function counted(from: Searched, known: Known, total: number): Promise<Known> {
  if (known.unit.typed.length === 1) return known;
  const widest = firstOf("expertTexts", 0, from.fullText.matches("expertTexts", known.terms), []);
  const rows = await inOrder(from, [widest], "name");
  if (rows.length > MAX_FOUND) return known;
  const texts = await textsOf(from.db, rows, PLACES);
  const experts = texts.filter((text) => standsTogether(known.unit, text)).length;
  return { ...known, experts, idf: Math.log(1 + total / (experts + 0.5)) };
}

async function isAnywhere(from: Searched, some: Known[]): Promise<boolean> {
  return some.every(({ unit }) => unit.forms.every((form) => form.length === 1)) || haveAll(from, some);
}

async function haveAll(from: Searched, some: Known[]): Promise<boolean> {
  const terms = { all: some.map(({ terms }) => terms) };
  if (some.some(hasPhrases)) {
    const widest = firstOf("expertTexts", 0, from.fullText.matches("expertTexts", terms), []);
    const rows = await inOrder(from, [widest], "name");
    const texts = await textsOf(from.db, rows, PLACES);
    return texts.some((text) => some.every(({ unit }) => standsTogether(unit, text)));
  }
  return from.fullText.hasAny(from.db, "expertTexts", terms);
}

function hasPhrases({ unit }: Known): boolean {
  return unit.forms.some((form) => form.length > 1);
}

function hasName(set: Known[], text: PlacedTexts): boolean {
  return set.length > 0 && set.every(({ unit }) => standsTogether(unit, text, ["name"]));
}

const ORDERS = {
  name: sql`"sortName", "rowId"`,
  newest: sql`"createdAt" DESC, "rowId" DESC`,
  updated: sql`"updatedAt" DESC, "rowId" DESC`,
  reviewed: sql`"reviewedAt" DESC, "rowId" DESC`,
};

interface Narrowed {
  question: Question;
  categories: string[];
  groups?: string[][];
  sort?: SearchQuery["sort"];
  sets?: Known[][];
}

/** The row numbers of at most 501 experts who have all required units, in order. */
async function find(from: Searched, units: Known[], narrowed: Narrowed): Promise<number[]> {
  const { question, categories, groups = [], sort, sets = [required(units)] } = narrowed;
  const terms = { any: sets.map((set) => ({ all: set.map((known) => known.terms) })) };
  const inCategory = categories.map(categoryScope);
  const within = await Promise.all(groups.map((listings) => groupOf(from, listings)));
  const widest = firstOf("expertTexts", 6, from.fullText.matches("expertTexts", terms, [inCategory]), within);
  const all = await inOrder(from, [widest], sort);
  // The widest index has the people of all the others.
  const rows =
    all.length <= MAX_FOUND ? all : await inOrder(from, firstTiers(from, terms, narrowed, within, widest), sort);
  return ranked(from, rows, units, { question, categories, sort, sets });
}

interface Row {
  rowId: number;
  tier: number;
  sortName: string;
}

/** Of more than can be ranked: those whom the better indexes have, the featured ones first, and those named so. */
function firstTiers(
  { fullText }: Searched,
  terms: Terms,
  { question, categories }: Narrowed,
  within: Group[],
  widest: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const name = question.typed.join(" ");
  const listings = categories.length > 0 ? categories : ["*"];
  const inCategory = categories.map(categoryScope);
  const byName = sql`
    SELECT * FROM (
      SELECT "expertRowId" AS "rowId", -1 AS "tier" FROM "listing"
      WHERE "category" IN (${sql.join(listings)}) AND "rank" = ${NOT_FEATURED}
        AND "sortName" >= ${name} AND "sortName" < ${name + LAST} ${inGroups("listing.expertRowId", within)}
      ORDER BY "sortName" LIMIT ${MAX_FOUND + 1}) AS "named"`;
  const byWords = EXPERT_INDEXES.flatMap((index, at) => [
    firstOf(index, 2 * at, fullText.matches(index, terms, [inCategory, [FEATURED_SCOPE]]), within),
    index === "expertTexts" ? widest : firstOf(index, 2 * at + 1, fullText.matches(index, terms, [inCategory]), within),
  ]);
  return [byName, ...byWords];
}

// SQLite begins a CROSS JOIN with its left side: https://sqlite.org/lang_select.html#fromclause
async function inOrder({ db }: Searched, tiers: RawBuilder<unknown>[], sort: SearchQuery["sort"]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT "rowId", "tier", "sortName" FROM (
      SELECT "rowId", min("tier") AS "tier" FROM (${sql.join(tiers, sql` UNION ALL `)}) AS "each"
      GROUP BY "rowId" ORDER BY 2, 1 LIMIT ${MAX_FOUND + 1}
    ) AS "found" CROSS JOIN "listing" WHERE "category" = '*' AND "expertRowId" = "rowId"
    ORDER BY ${sort ? ORDERS[sort] : sql`"rank", "sortName", "rowId"`}`.execute(db);
  return rows;
}

/** Texts of those whom a beginning of a letter or two finds are not worth reading. */
const SHORTEST_RANKED = 3;

async function ranked(
  { db }: Searched,
  rows: Row[],
  units: Known[],
  { question: { typed }, sort, sets = [] }: Narrowed,
): Promise<number[]> {
  const name = typed.join(" ");
  const isMany = rows.length > MAX_FOUND;
  // Of very many, the widest place would cost most and tell least.
  const isChecked = !isMany && sets.some((set) => set.some(hasPhrases));
  const places: readonly Place[] = isMany ? PLACES.slice(0, -1) : PLACES;
  const isScored = !sort && units.some(({ unit }) => (unit.typed[0] as string).length >= SHORTEST_RANKED);
  const texts = isScored || isChecked ? await textsOf(db, rows, places) : [];
  const textOf = new Map(texts.map((text) => [Number(text.expertRowId), text]));
  const ofRuns = isScored ? scoresOfRuns(typed, textOf, places) : new Map<number, number>();
  const scored: Ranked[] = rows.flatMap(({ rowId, tier, sortName }) => {
    const text = textOf.get(rowId);
    const isName = isNamedSo(sortName, name);
    const fits = (set: Known[]) => text && set.every(({ unit }) => standsTogether(unit, text));
    if (isChecked && !isName && !sets.some(fits)) return [];
    const isNamed = text ? sets.some((set) => hasName(set, text)) : tier < 2;
    const step = sortName === name ? -2 : isName ? -1 : isNamed ? 0 : text ? 1 : tier;
    return [{ rowId, step, score: step === 1 && text ? scoreOf(units, text, places) + (ofRuns.get(rowId) ?? 0) : 0 }];
  });
  if (sort) return scored.map(({ rowId }) => rowId);
  // The sort is stable: equals stay in the order of the lists.
  return scored.sort((a, b) => a.step - b.step || b.score - a.score).map(({ rowId }) => rowId);
}

/** What those get in whose texts the question, or the title it asks for, stands word for word: more, the fewer have it. */
function scoresOfRuns(typed: string[], texts: Map<number, PlacedTexts>, places: readonly Place[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const run of runsOf(typed).map(writtenRun)) {
    const having = [...texts].filter(([, text]) => places.some((place) => text[place].includes(run)));
    const score = AS_RUN * Math.log(1 + texts.size / (having.length + 0.5));
    for (const [rowId] of having) scores.set(rowId, Math.max(score, scores.get(rowId) ?? 0));
  }
  return scores;
}

async function textsOf(db: Searched["db"], rows: Row[], places: readonly Place[]) {
  const rowIds = rows.map(({ rowId }) => rowId).concat(0);
  const texts = await db
    .selectFrom("searchTexts")
    .select(["expertRowId", ...places])
    .where("expertRowId", "in", rowIds)
    .execute();
  return texts.map((text) => ({ ...NO_TEXTS, ...text }));
}

const NO_TEXTS: PlacedTexts = { name: "", title: "", contribution: "", rest: "" };

function firstOf(index: TextIndex, tier: number, condition: RawBuilder<SqlBool>, within: Group[]) {
  return sql`
    SELECT * FROM (
      SELECT "rowid" AS "rowId", ${sql.lit(tier)} AS "tier" FROM ${sql.table(index)}
      WHERE ${condition} ${inGroups(`${index}.rowid`, within)} ORDER BY "rowid" LIMIT ${MAX_FOUND + 1}) AS "first"`;
}

/** Listings of which somebody stands in one at least. */
interface Group {
  listings: string[];
  isLarge: boolean;
}

/** Reading the numbers of more people than these takes longer than looking each one up who is found. */
const LARGE = 10_000;

async function groupOf({ db }: Searched, listings: string[]): Promise<Group> {
  const counts = await db
    .selectFrom("listingCounts")
    .select("experts")
    .where("category", "in", listings.concat(""))
    .execute();
  return { listings, isLarge: counts.reduce((sum, { experts }) => sum + Number(experts), 0) > LARGE };
}

// The + keeps SQLite from asking the text index once for each row of a listing: https://sqlite.org/optoverview.html#uplus
function inGroups(column: string, within: Group[]) {
  const conditions = within.map(({ listings, isLarge }) => {
    if (listings.length === 0) return sql`AND false`;
    const own = sql`FROM "listing" AS "own" WHERE "own"."category" IN (${sql.join(listings)})`;
    return isLarge
      ? sql`AND EXISTS (SELECT 1 ${own} AND "own"."expertRowId" = +${sql.ref(column)})`
      : sql`AND +${sql.ref(column)} IN (SELECT "expertRowId" ${own})`;
  });
  return sql.join(conditions, sql` `);
}

async function countByCategory({ db }: Searched, rowIds: number[]): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom("listing")
    .select(["category", (eb) => eb.fn.countAll<number>().as("experts")])
    .where("expertRowId", "in", rowIds.concat(0))
    .where("category", "!=", "*")
    .groupBy("category")
    .execute();
  return Object.fromEntries(rows.map(({ category, experts }) => [category, Number(experts)]));
}
