/**
 * Full-text search of the experts in the public lists, on SQLite's FTS5 (decision D21). SQLite-only SQL lives here.
 *
 * The words are ours: `words()` folds and splits a text, and FTS5 only keeps the resulting tokens:
 *
 *   sinclair     a word anywhere in the entry          +sinclair    the same word in name, title or category label
 *   =sinclair    the same word in the name             :6163        a category's key, in hexadecimal
 *
 * A document's number rises with the place in the lists: featured experts first, then by the first letters of the
 * name, then by `rowId` (see `documentNumber`). FTS5 yields matches by rising number, so however many there are, the
 * first few are nearly the right ones. Those are ranked exactly; the rest follows by number. That bounds the work.
 * The number ends with the expert's set of categories, so that matches are counted per category without a lookup each.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { words } from "./fold";
import type { Database } from "./schema";

/** What of an expert is searched. Texts of any length; `categoryLabels` as readers see them. */
export interface SearchText {
  name: string;
  title: string;
  categoryLabels: string[];
  longevityContribution: string;
  biography: string;
}

export interface SearchQuery {
  /**
   * Anything a reader typed. Of it, the first 4,000 characters, 12 words and 64 characters of each word count. Of more
   * than two words that very many experts have, only the rarest are searched, so that the work stays bounded.
   */
  text: string;
  /** A category's key: only experts listed there. */
  category?: string;
  /** From 0. */
  offset: number;
  limit: number;
  /** Of the content that is searched (`contentVersion`): further pages of a search under the same one cost little. */
  version?: number;
}

export interface SearchResult {
  /** This page's experts, best first: the exact name, names that begin so, names, name + title + category, the rest. */
  rowIds: number[];
  /** How many experts match, on all pages. */
  total: number;
  /** The folded words that were searched for, in order. The last one also matches as a beginning. */
  terms: string[];
  /** The words searched for in place of what was typed, when that had a misspelt name; else null. */
  corrected: string | null;
  /** Matches per category key in any category, none left out but those with 0; null above 10,000 matches. */
  counts: Record<string, number> | null;
}

const MAX_TEXT = 4_000;
const MAX_WORDS = 12;
const MAX_WORD = 64;
/** So many matches are ranked exactly. When there are more, these are: the first of each kind, and of all of them. */
const RANKED = 500;
const RANKED_OF_EACH = 100;
/** More matches than this are not counted per category: it would take longer than the search itself. */
const COUNTABLE = 10_000;
/** A beginning of 5 letters or more is searched as the words it may become, unless there are more of them than this. */
const ENDINGS = 16;
/** FTS5 has a list for each beginning of so many letters: see `prefix` below. */
const LISTED_BEGINNING = 4;
/** How often FTS5 may look into the list of a word in one walk through the matches, about: see `affordable`. */
const MOST_LOOKED_AT = 32_000;
/** Two words are searched whatever they cost, and no more than so many however little they do. */
const ALWAYS_SEARCHED = 2;
const MOST_SEARCHED = 8;
/** A word of fewer matches is rare: with it, any number of words is cheap. */
const RARE = 500;
/** Beyond so many entries nothing needs to be known about how rare a word is. */
const PASSED = 5_000;
/** Shorter words are not corrected; so many names are compared, taken as replacements of a word, and tried in all. */
const MIN_MISTYPED = 4;
const MAX_NAMES = 1_000;
const MAX_CHOICES = 3;
const MAX_ATTEMPTS = 6;
/** `listing.rank` of experts who are not featured. */
const NOT_FEATURED = 1_000_000_000;
/** Sorts after every text that may follow a beginning. */
const LAST = "\u{10FFFF}";

/** Creates the index and its tables: part of the first migration. */
export async function createSearchIndex(db: Kysely<unknown>): Promise<void> {
  // No text is stored, and no positions. The "ascii" tokenizer splits at ASCII punctuation only, which no word has.
  await sql`
    CREATE VIRTUAL TABLE "expertSearch" USING fts5("tokens", content = '', contentless_delete = 1, detail = none,
      prefix = '1 2 3 4', tokenize = "ascii tokenchars '=+:'")`.execute(db);
  await sql`CREATE VIRTUAL TABLE "expertSearchTokens" USING fts5vocab("expertSearch", row)`.execute(db);
  // What was indexed for an expert, so that it can be taken out again.
  await sql`
    CREATE TABLE "searchDocuments" (
      "rowId" INTEGER PRIMARY KEY, "number" INTEGER NOT NULL, "nameWords" TEXT NOT NULL)`.execute(db);
  // The sets of categories that occur, as a JSON list of keys in order.
  await sql`
    CREATE TABLE "searchCategories" ("id" INTEGER PRIMARY KEY, "categories" TEXT NOT NULL UNIQUE)`.execute(db);
  // Names for the correction of typos: each word, and the same word with any one letter left out.
  await sql`
    CREATE TABLE "searchNames" ("word" TEXT PRIMARY KEY, "experts" INTEGER NOT NULL) WITHOUT ROWID`.execute(db);
  await sql`
    CREATE TABLE "searchNameVariants" (
      "variant" TEXT NOT NULL, "word" TEXT NOT NULL, PRIMARY KEY ("variant", "word")) WITHOUT ROWID`.execute(db);
}

/**
 * Makes an expert findable by `text`, in place of what was indexed before. Call it after the expert's rows in
 * `listing` are written and whenever these change: the place and the categories are read there. Nothing is indexed of
 * an expert who is in no list.
 */
export async function indexExpert(db: Kysely<Database>, rowId: number, text: SearchText): Promise<void> {
  await indexExperts(db, [{ rowId, text }]);
}

/** `indexExpert` for many, each at most once; at most 1,000. For more there is `indexManyExperts`. */
export async function indexExperts(
  db: Kysely<Database>,
  experts: { rowId: number; text: SearchText }[],
): Promise<void> {
  const rowIds = JSON.stringify(experts.map(({ rowId }) => rowId));
  const names = new NameCounts();
  await unindex(db, rowIds, names);
  const places = await placesOf(db, rowIds);
  const documents = experts.flatMap(({ rowId, text }) => {
    const place = places.get(rowId);
    return place ? documentOf(text, { ...place, number: documentNumber(place) }, names) : [];
  });
  // FTS5 collects rising numbers in memory and writes whenever one falls.
  documents.sort((a, b) => a.number - b.number);
  const json = JSON.stringify(documents.map((one) => [one.rowId, one.number, one.tokens, one.nameWords]));
  await sql`
    INSERT INTO "searchDocuments" ("rowId", "number", "nameWords")
    SELECT "value" ->> 0, "value" ->> 1, "value" ->> 3 FROM json_each(${json})`.execute(db);
  await sql`
    INSERT INTO "expertSearch" ("rowid", "tokens")
    SELECT "value" ->> 1, "value" ->> 2 FROM json_each(${json})`.execute(db);
  await countNames(db, names.changes());
}

/** So many experts or words are worked on before others have their turn. */
const SLICE = 50;

/**
 * `indexExpert` for any number of experts, in slices; to be called in a transaction. FTS5 writes what it has collected
 * whenever a number falls, and before every statement that changes several rows. So this goes through the experts in
 * the order of their numbers, one row a statement, and leaves the names for the end: many times faster than one by one.
 *
 * @param textsOf reads the texts of a slice.
 * @param turn is called between two slices with how many experts are done; what it throws ends the work.
 */
export async function indexManyExperts(
  db: Kysely<Database>,
  rowIds: number[],
  textsOf: (rowIds: number[]) => Promise<{ rowId: number; text: SearchText }[]>,
  turn: (done: number) => Promise<void>,
): Promise<void> {
  const names = new NameCounts();
  const found: { rowId: number; number: number; categories: string }[] = [];
  for (const slice of slicesOf(rowIds)) {
    await unindex(db, JSON.stringify(slice), names);
    await turn(0);
  }
  for (const slice of slicesOf(rowIds, 10 * SLICE)) {
    for (const place of (await placesOf(db, JSON.stringify(slice))).values()) {
      found.push({ rowId: place.rowId, number: documentNumber(place), categories: place.categories });
    }
    await turn(0);
  }
  found.sort((a, b) => a.number - b.number);
  let done = 0;
  for (const slice of slicesOf(found)) {
    const texts = new Map((await textsOf(slice.map(({ rowId }) => rowId))).map(({ rowId, text }) => [rowId, text]));
    for (const place of slice) {
      const { rowId, number, tokens, nameWords } = documentOf(texts.get(place.rowId) as SearchText, place, names);
      await sql`
        INSERT INTO "searchDocuments" ("rowId", "number", "nameWords")
        VALUES (${rowId}, CAST(${number} AS INTEGER), ${nameWords})`.execute(db);
      await sql`
        INSERT INTO "expertSearch" ("rowid", "tokens") VALUES (CAST(${number} AS INTEGER), ${tokens})`.execute(db);
    }
    done += slice.length;
    await turn(done);
  }
  for (const slice of slicesOf(names.changes())) {
    await countNames(db, slice);
    await turn(done);
  }
}

function* slicesOf<T>(all: T[], length = SLICE): Generator<T[]> {
  for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length);
}

/** Takes an expert out of the search; nothing happens when there is none. */
export async function unindexExpert(db: Kysely<Database>, rowId: number): Promise<void> {
  const names = new NameCounts();
  await unindex(db, JSON.stringify([rowId]), names);
  await countNames(db, names.changes());
}

/** Takes experts out of the index; that their names are used less is left to `names`. */
async function unindex(db: Kysely<Database>, rowIds: string, names: NameCounts): Promise<void> {
  const { rows } = await sql<{ number: number; nameWords: string }>`
    DELETE FROM "searchDocuments" WHERE "rowId" IN (SELECT "value" FROM json_each(${rowIds}))
    RETURNING "number", "nameWords"`.execute(db);
  if (rows.length === 0) return;
  // Rising, as when they are put in.
  const numbers = JSON.stringify(rows.map((row) => row.number).sort((a, b) => a - b));
  await sql`DELETE FROM "expertSearch" WHERE "rowid" IN (SELECT "value" FROM json_each(${numbers}))`.execute(db);
  for (const row of rows) names.add(row.nameWords, -1);
}

/** By how much the use of each word of the names changes, all in all. */
class NameCounts {
  private readonly counts = new Map<string, number>();

  /** @param nameWords the words of a name, with a space between two. */
  add(nameWords: string, change: 1 | -1): void {
    for (const word of nameWords.split(" ")) {
      if (word) this.counts.set(word, (this.counts.get(word) ?? 0) + change);
    }
  }

  /** In the order of the words, so that neighbours are written together. */
  changes(): [word: string, change: number][] {
    return [...this.counts].filter(([, change]) => change !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function documentOf(
  text: SearchText,
  { rowId, number, categories }: { rowId: number; number: number; categories: string },
  names: NameCounts,
) {
  const { tokens, nameWords } = tokensOf(text, JSON.parse(categories));
  names.add(nameWords, 1);
  return { rowId, number, tokens, nameWords };
}

interface Place {
  rowId: number;
  rank: number;
  sortName: string;
  /** JSON list of category keys in order. */
  categories: string;
  /** The id of that list in `searchCategories`. */
  categoriesId: number;
}

/** Where the experts stand in the public lists. */
async function placesOf(db: Kysely<Database>, rowIds: string): Promise<Map<number, Place>> {
  const listed = sql`
    SELECT "expertRowId" AS "rowId", "rank", "sortName",
      json_group_array("category" ORDER BY "category") FILTER (WHERE "category" <> '*') AS "categories"
    FROM "listing" WHERE "expertRowId" IN (SELECT "value" FROM json_each(${rowIds})) GROUP BY "expertRowId"`;
  await sql`
    INSERT INTO "searchCategories" ("categories") SELECT DISTINCT "categories" FROM (${listed})
    WHERE true ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<Place>`
    SELECT "listed".*, "searchCategories"."id" AS "categoriesId"
    FROM (${listed}) AS "listed" JOIN "searchCategories" USING ("categories")`.execute(db);
  return new Map(rows.map((row) => [row.rowId, row]));
}

const ROW_IDS = 2 ** 24;
const CATEGORY_SETS = 2 ** 10;
/** Stands for every set after the first 1,022: nine categories have 511, but keys of any kind may be stored. */
const MANY_SETS = CATEGORY_SETS - 1;

/**
 * One number per expert, rising with the place in the lists: 1 bit for "not featured", 12 for the first two letters of
 * `sortName`, 24 for `rowId`, 10 for the set of categories. Below 2^47, so that JavaScript and JSON carry it exactly.
 */
function documentNumber({ rowId, rank, sortName, categoriesId }: Place): number {
  const [first, second] = sortName;
  const place = (rank < NOT_FEATURED ? 0 : 64 * 64) + letterRank(first) * 64 + letterRank(second);
  return (place * ROW_IDS + rowId) * CATEGORY_SETS + Math.min(categoriesId, MANY_SETS);
}

function rowIdOf(number: number): number {
  return Math.floor(number / CATEGORY_SETS) % ROW_IDS;
}

/** Ranks a letter from 0 to 63 as texts sort; letters beyond a to z share a few ranks. */
function letterRank(letter = ""): number {
  if (letter < "0") return letter ? 1 : 0;
  if (letter <= "9") return 2 + Number(letter);
  if (letter <= "z") return 12 + Math.max(0, letter.charCodeAt(0) - 97);
  return 38 + Math.min(25, (letter.codePointAt(0) as number) >> 11);
}

function tokensOf(text: SearchText, categories: string[]): { tokens: string; nameWords: string } {
  const name = words(text.name);
  const head = [...name, ...words(text.title), ...words(text.categoryLabels.join(" "))];
  const all = [...head, ...words(text.longevityContribution), ...words(text.biography)];
  const tokens = new Set(categories.map(categoryToken));
  for (const [mark, marked] of [
    ["", all],
    ["+", head],
    ["=", name],
  ] as const) {
    for (const word of new Set(marked)) for (const token of tokensOfWord(word)) tokens.add(mark + token);
  }
  return { tokens: [...tokens].join(" "), nameWords: [...new Set(name.map(cut))].join(" ") };
}

/** Scripts that write no space between words: there, each pair of neighbouring letters stands for a word. */
const UNSPACED = /((?:\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr})+)/u;

const UNSPACED_ANYWHERE = new RegExp(UNSPACED.source, "u");

function tokensOfWord(word: string): string[] {
  if (!UNSPACED_ANYWHERE.test(word)) return [cut(word)];
  // Splitting by a group puts what the group matched at the odd places.
  return word.split(UNSPACED).flatMap((part, place) => {
    if (place % 2 === 0) return part ? cut(part) : [];
    const letters = [...part];
    return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
  });
}

function cut(word: string): string {
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join("");
}

function categoryToken(category: string): string {
  return `:${Buffer.from(category).toString("hex")}`;
}

/** Keeps the words of names, with how many experts use each, and their variants while there is such an expert. */
async function countNames(db: Kysely<Database>, changes: [word: string, change: number][]): Promise<void> {
  if (changes.length === 0) return;
  const uses = new Map(changes);
  const { rows } = await sql<{ word: string; experts: number }>`
    INSERT INTO "searchNames" ("word", "experts")
    SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${JSON.stringify([...uses])}) WHERE true
     ON CONFLICT DO UPDATE SET "experts" = "experts" + excluded."experts"
    RETURNING "word", "experts"`.execute(db);
  const begun = rows.filter((row) => row.experts > 0 && row.experts === uses.get(row.word));
  const ended = rows.filter((row) => row.experts <= 0);
  const variants = (of: { word: string }[]) =>
    JSON.stringify(of.flatMap(({ word }) => variantsOf(word).map((variant) => [variant, word])));
  if (begun.length > 0) {
    await sql`
      INSERT OR IGNORE INTO "searchNameVariants"
      SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${variants(begun)})`.execute(db);
  }
  if (ended.length > 0) {
    await sql`
      DELETE FROM "searchNameVariants" WHERE ("variant", "word") IN
        (SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${variants(ended)}))`.execute(db);
    await sql`
      DELETE FROM "searchNames" WHERE "word" IN
        (SELECT "value" FROM json_each(${JSON.stringify(ended.map(({ word }) => word))}))`.execute(db);
  }
}

/** The word itself and the word without any one of its letters; nothing of words too short to be mistyped. */
function variantsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3) return [];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(""))])];
}

/**
 * Finds experts by all words of a text, in any of the searched fields. Words match whole and the last one as a
 * beginning; when nobody matches, all words as beginnings; when still nobody does, words that occur nowhere are
 * replaced by the names nearest to them. Accents and case do not matter, and no character has a special meaning.
 *
 * Paging by `offset` shows each of the `total` experts exactly once. A page past the end is empty. Never throws
 * because of what was typed; a text without letters or digits finds nobody.
 */
export async function searchExperts(db: Kysely<Database>, query: SearchQuery): Promise<SearchResult> {
  const typed = words(query.text.slice(0, MAX_TEXT)).slice(0, MAX_WORDS).map(cut);
  const { category, offset, limit, version } = query;
  const searched = await remembered(db, version, JSON.stringify([category, typed]), () => search(db, typed, category));
  const { listed, ...result } = searched;
  const isPast = listed === null || offset >= result.total;
  return { ...result, rowIds: isPast ? [] : await pageOf(db, listed, offset, limit) };
}

/** What all pages of a search have in common. */
interface Search extends Omit<SearchResult, "rowIds"> {
  /** null when nobody was found. */
  listed: Listed | null;
}

async function search(db: Kysely<Database>, typed: string[], category: string | undefined): Promise<Search> {
  const endings = endingsIn(db);
  const found = (await findAny(db, typed, endings)) ?? (await findCorrected(db, typed, endings));
  if (!found) return { listed: null, total: 0, terms: typed, corrected: null, counts: {} };

  const tally = await tallyOf(db, found, { toTheEnd: category === undefined });
  const there = category === undefined ? found : await inCategory(db, found, category);
  const total = await (there === found ? tally.total() : totalOf(db, there));
  const corrected = found.words === typed ? null : found.words.join(" ");
  return { listed: { ...there, total, category }, total, terms: found.words, corrected, counts: tally.counts };
}

/** The last searches in a database under one version of its content, so that each is made once for all of its pages. */
interface Kept {
  version: number;
  searches: Map<string, Promise<Search>>;
}
const kept = new WeakMap<object, Kept>();
const SEARCHES_KEPT = 100;

function remembered(
  db: Kysely<Database>,
  version: number | undefined,
  key: string,
  make: () => Promise<Search>,
): Promise<Search> {
  if (version === undefined) return make();
  const known = kept.get(db);
  const searches: Kept["searches"] = known?.version === version ? known.searches : new Map();
  if (searches !== known?.searches) kept.set(db, { version, searches });
  const made = searches.get(key) ?? make();
  searches.delete(key);
  searches.set(key, made);
  made.catch(() => searches.delete(key));
  if (searches.size > SEARCHES_KEPT) searches.delete(searches.keys().next().value as string);
  return made;
}

interface Matches {
  words: string[];
  /** Gives the condition in FTS5's language for one kind of token: "" for words anywhere, "+" and "=" as at the top. */
  where: (mark: "" | "+" | "=") => string;
  /** The condition of every word, when `where` leaves some out (see `affordable`); else null. */
  complete: string | null;
  /** The lowest numbers: one more than `RANKED`, or all. */
  first: number[];
}

/** What must match: one of the tokens, or any token that begins with the only one. */
interface Term {
  tokens: string[];
  begins: boolean;
  /** Of what may match as a beginning, too: that beginning; else null. */
  word: string | null;
}

type Endings = ReturnType<typeof endingsIn>;

async function findAny(db: Kysely<Database>, typed: string[], endings: Endings): Promise<Matches | null> {
  const terms = await termsOf(typed, endings);
  // A last word that begins nothing does so in the second try as well.
  if (terms.length === 0 || terms.some(isImpossible)) return null;
  const found = await find(db, typed, terms);
  if (found || typed.length === 1) return found;
  const beginnings: Term[] = [];
  for (const term of await affordable(db, terms)) {
    const wider = term.word === null ? term : await endings(term.word);
    if (isImpossible(wider)) return null;
    beginnings.push(wider);
  }
  return find(db, typed, beginnings);
}

function isImpossible({ tokens }: Term): boolean {
  return tokens.length === 0;
}

async function find(db: Kysely<Database>, typed: string[], terms: Term[]): Promise<Matches | null> {
  const searched = await affordable(db, terms);
  const where: Matches["where"] = (mark) => everyOne(searched, mark);
  const complete = searched.length < terms.length ? everyOne(terms, "") : null;
  const first = await firstNumbers(db, where(""), RANKED + 1);
  return first.length > 0 ? { words: typed, where, complete, first } : null;
}

function everyOne(terms: Term[], mark: "" | "+" | "="): string {
  return terms.map((term) => matching(term, mark)).join(" AND ");
}

function matching({ tokens, begins }: Term, mark: "" | "+" | "="): string {
  const any = tokens.map((token) => `"${mark}${token}"`).join(" OR ");
  return begins ? `${any} *` : `(${any})`;
}

/**
 * Of what must match, that which is searched: all of it, or of many frequent words the rarest, at least two. FTS5 walks
 * through the matches of the rarest word and looks at the lists of all others for each, so the work is about the
 * product. What is left out is found in nearly every entry; a word that is found in few or none never is.
 */
async function affordable(db: Kysely<Database>, terms: Term[]): Promise<Term[]> {
  if (terms.length <= ALWAYS_SEARCHED) return terms;
  const matches = JSON.stringify(terms.map((term) => matching(term, "")));
  const { rows } = await sql<{ at: number; matches: number; last: number }>`
    SELECT "at", "probe" ->> 0 AS "matches", "probe" ->> 1 AS "last" FROM (
      SELECT "key" AS "at", (
        SELECT json_array(count(*), max("rowid")) FROM (
          SELECT "rowid" FROM "expertSearch" WHERE "expertSearch" MATCH "term"."value" ORDER BY "rowid" LIMIT ${RARE})
      ) AS "probe" FROM json_each(${matches}) AS "term")`.execute(db);
  // Of two frequent words the rarer one has its last probed match further down the lists.
  const rarestFirst = rows.sort((a, b) => a.matches - b.matches || b.last - a.last);
  const rarest = rarestFirst[0] as (typeof rows)[number];
  const estimate = rarest.matches < RARE ? rarest.matches : await estimateOf(db, rarest.last, RARE);
  const most = Math.min(MOST_SEARCHED, Math.max(ALWAYS_SEARCHED, Math.floor(MOST_LOOKED_AT / Math.max(1, estimate))));
  const sorted = rarestFirst.map(({ at }) => terms[at] as Term);
  return most < sorted.length && rarest.matches === RARE
    ? select(db, sorted, most, rarest.last)
    : sorted.slice(0, most);
}

/**
 * The first term and those of the others that fewest of its first matches have. Words that always come together, such as
 * those of a fixed phrase, say nothing twice.
 */
async function select(db: Kysely<Database>, [rarest, ...others]: Term[], most: number, last: number): Promise<Term[]> {
  const pairs = others.map((term) => everyOne([rarest as Term, term], ""));
  const { rows } = await sql<{ at: number; both: number }>`
    SELECT "key" AS "at", (
      SELECT count(*) FROM "expertSearch"
      WHERE "expertSearch" MATCH "pair"."value" AND "rowid" <= CAST(${last} AS INTEGER)) AS "both"
    FROM json_each(${JSON.stringify(pairs)}) AS "pair"`.execute(db);
  rows.sort((a, b) => a.both - b.both || a.at - b.at);
  return [rarest as Term, ...rows.slice(0, most - 1).map(({ at }) => others[at] as Term)];
}

/** About how many matches there are in all, when the last of so many is a number: by how many experts stand before it. */
async function estimateOf(db: Kysely<Database>, number: number, matches: number): Promise<number> {
  const { rows } = await sql<{ passed: number; experts: number }>`
    SELECT "experts", (
      SELECT count(*) FROM (
        SELECT 1 FROM "listing" AS "before"
        WHERE "before"."category" = '*' AND "before"."rank" = "at"."rank" AND "before"."sortName" < "at"."sortName"
        LIMIT ${PASSED})
    ) AS "passed" FROM "listing" AS "at" JOIN "listingCounts" ON "listingCounts"."category" = '*'
    WHERE "at"."expertRowId" = ${rowIdOf(number)} AND "at"."category" = '*'`.execute(db);
  const { passed, experts } = rows[0] ?? { passed: matches, experts: matches };
  return (matches * experts) / Math.max(matches, passed);
}

async function inCategory(db: Kysely<Database>, matches: Matches, category: string): Promise<Matches> {
  const within = (condition: string) => `${condition} AND "${categoryToken(category)}"`;
  const there: Matches["where"] = (mark) => within(matches.where(mark));
  const complete = matches.complete === null ? null : within(matches.complete);
  return { ...matches, where: there, complete, first: await firstNumbers(db, there(""), RANKED + 1) };
}

async function totalOf(db: Kysely<Database>, { where, first }: Matches): Promise<number> {
  if (first.length <= RANKED) return first.length;
  return first.length + (await totalAfter(db, where(""), first.at(-1) as number));
}

/** How many match below a number in the lists. The cast matters: numbers are bound as floats, and FTS5 skips to integers only. */
async function totalAfter(db: Kysely<Database>, where: string, number: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS "total" FROM "expertSearch"
    WHERE "expertSearch" MATCH ${where} AND "rowid" > CAST(${number} AS INTEGER)`.execute(db);
  return rows[0]?.total ?? 0;
}

function firstNumbers(db: Kysely<Database>, where: string, limit: number): Promise<number[]> {
  const first = sql`
    SELECT json_group_array("rowid") AS "numbers" FROM (
      SELECT "rowid" FROM "expertSearch" WHERE "expertSearch" MATCH ${where} ORDER BY "rowid" LIMIT ${limit})`;
  return numbers(db, first);
}

/** Runs a query that gives one JSON list of numbers: many times faster than a thousand rows of one number. */
async function numbers(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ numbers: string }>).execute(db);
  return JSON.parse(rows[0]?.numbers ?? "[]");
}

/** What must match of the words: each as a whole, the last one as a beginning. */
async function termsOf(typed: string[], endings: Endings): Promise<Term[]> {
  const terms: Term[] = [];
  for (const [at, word] of typed.entries()) {
    if (typed.includes(word, at + 1)) continue;
    for (const [place, part] of word.split(UNSPACED).entries()) {
      const letters = [...part];
      if (part === "") continue;
      if (place % 2 === 0) terms.push(at === typed.length - 1 ? await endings(part) : whole(part, part));
      else if (letters.length === 1) terms.push({ tokens: letters, begins: true, word: null });
      else terms.push(...letters.slice(1).map((letter, i) => whole(letters[i] + letter, null)));
    }
  }
  return terms.slice(0, MAX_WORDS);
}

function whole(token: string, word: string | null): Term {
  return { tokens: [token], begins: false, word };
}

/**
 * Turns a beginning into a term, remembering those it was asked before. FTS5 has lists for beginnings of 1 to 4
 * characters only (see `prefix` above); for a longer one it would merge the lists of all its words before giving a first
 * match, which takes 10 ms for a frequent word.
 */
function endingsIn(db: Kysely<Database>) {
  const known = new Map<string, Term>();
  return async (beginning: string): Promise<Term> => {
    const term = known.get(beginning) ?? (await endingsOf(db, beginning));
    known.set(beginning, term);
    return term;
  };
}

async function endingsOf(db: Kysely<Database>, beginning: string): Promise<Term> {
  if ([...beginning].length <= LISTED_BEGINNING) return { tokens: [beginning], begins: true, word: beginning };
  const { rows } = await sql<{ term: string }>`
    SELECT "term" FROM "expertSearchTokens"
    WHERE "term" >= ${beginning} AND "term" < ${beginning + LAST} LIMIT ${ENDINGS + 1}`.execute(db);
  if (rows.length > ENDINGS) return { tokens: [beginning], begins: true, word: beginning };
  return { tokens: rows.map(({ term }) => term), begins: false, word: beginning };
}

interface Listed extends Matches {
  total: number;
  category: string | undefined;
  /** Once they are known. */
  ranked?: number[];
}

/** The experts from `offset` on: those ranked exactly, then the others by number. */
async function pageOf(db: Kysely<Database>, listed: Listed, offset: number, limit: number): Promise<number[]> {
  const all = listed.total <= RANKED;
  const first = all ? listed.first : listed.first.slice(0, RANKED_OF_EACH);
  const until = listed.first.at(-1) as number;
  listed.ranked ??= await rank(db, { ...listed, first }, { limit: all ? RANKED : RANKED_OF_EACH, until });
  const { ranked } = listed;
  const page = ranked.slice(offset, offset + limit);
  if (all || page.length === limit) return page;
  const rest = { offset: Math.max(0, offset - ranked.length), limit: limit - page.length };
  return [...page, ...(await unranked(db, { ...listed, first }, ranked, rest))];
}

/**
 * The first matches and at most `limit` of each better kind, in the order of decision D21. Where words were left out of
 * the search, those who have them all come before the others, as far as these stand before `until`.
 */
function rank(
  db: Kysely<Database>,
  listed: Listed,
  { limit, until }: { limit: number; until: number },
): Promise<number[]> {
  const { words, where, complete, first, category = "*" } = listed;
  const name = words.join(" ");
  const begins = sql`"category" = ${category} AND "sortName" >= ${name} AND "sortName" < ${name + LAST}`;
  const firstOf = (mark: "+" | "=") => sql`
    SELECT "rowid" AS "number" FROM "expertSearch" WHERE "expertSearch" MATCH ${where(mark)} ORDER BY "rowid" LIMIT ${limit}`;
  const withEveryWord = (condition: string) => sql`
    SELECT "rowid" AS "number" FROM "expertSearch"
    WHERE "expertSearch" MATCH ${condition} AND "rowid" <= CAST(${until} AS INTEGER) ORDER BY "rowid" LIMIT ${limit}`;
  const rowId = sql`"number" / ${sql.lit(CATEGORY_SETS)} % ${sql.lit(ROW_IDS)}`;
  const ranked = sql`
    WITH "candidates" ("rowId", "tier") AS (
      SELECT * FROM (SELECT "expertRowId", "sortName" <> ${name} FROM "listing"
        WHERE ${begins} AND "rank" < ${NOT_FEATURED} ORDER BY "sortName" LIMIT ${limit})
      UNION ALL SELECT * FROM (SELECT "expertRowId", "sortName" <> ${name} FROM "listing"
        WHERE ${begins} AND "rank" = ${NOT_FEATURED} ORDER BY "sortName" LIMIT ${limit})
      UNION ALL SELECT ${rowId}, 2 FROM (${firstOf("=")})
      UNION ALL SELECT ${rowId}, 3 FROM (${firstOf("+")})
      ${complete === null ? sql`` : sql`UNION ALL SELECT ${rowId}, 4 FROM (${withEveryWord(complete)})`}
      UNION ALL SELECT "value", 5 FROM json_each(${JSON.stringify(first.map(rowIdOf))})
    )
    SELECT json_group_array("rowId" ORDER BY "tier", "rank", "sortName", "rowId") AS "numbers"
    FROM (SELECT "rowId", min("tier") AS "tier" FROM "candidates" GROUP BY "rowId")
    CROSS JOIN "listing" ON "expertRowId" = "rowId" AND "category" = ${category}`;
  return numbers(db, ranked);
}

/** The matches after the first ones by number, without those ranked already. */
async function unranked(
  db: Kysely<Database>,
  { where, first }: Listed,
  ranked: number[],
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const after = first.at(-1) as number;
  const rankedAfter = sql`
    SELECT json_group_array("number") AS "numbers" FROM "searchDocuments"
    WHERE "rowId" IN (SELECT "value" FROM json_each(${JSON.stringify(ranked)})) AND "number" > ${after}`;
  const done = await numbers(db, rankedAfter);
  // The cast matters: numbers are bound as floats, and FTS5 skips to integers only.
  const following = sql`
    SELECT json_group_array("rowid") AS "numbers" FROM (
      SELECT "rowid" FROM "expertSearch" WHERE "expertSearch" MATCH ${where("")} AND "rowid" > CAST(${after} AS INTEGER)
      ORDER BY "rowid" LIMIT ${done.length + limit} OFFSET ${offset})`;
  const window = await numbers(db, following);
  // The offset may have passed some that are ranked; as many others in the window belong to earlier pages.
  const passed = done.filter((number) => number < (window[0] as number)).length;
  const isDone = new Set(done);
  const rest = window.filter((number) => !isDone.has(number));
  return rest.slice(passed, passed + limit).map(rowIdOf);
}

/**
 * How many match in all, and in each category: in one walk through the matches, which is what takes longest.
 *
 * @param toTheEnd the total is wanted, so that of matches which seem too many to count by category it is found at once.
 */
async function tallyOf(db: Kysely<Database>, { where, first }: Matches, { toTheEnd }: { toTheEnd: boolean }) {
  if (toTheEnd && first.length > RANKED) {
    const end = first.at(-1) as number;
    if ((await estimateOf(db, end, first.length)) > 2 * COUNTABLE) {
      const total = first.length + (await totalAfter(db, where(""), end));
      if (total > COUNTABLE) return { total: async () => total, counts: null };
    }
  }
  const setIds = first.map((number) => number % CATEGORY_SETS);
  let last = first.at(-1) as number;
  if (first.length > RANKED) {
    const next = sql<{ numbers: string; last: number | null }>`
      SELECT json_group_array("rowid" % ${sql.lit(CATEGORY_SETS)}) AS "numbers", max("rowid") AS "last" FROM (
        SELECT "rowid" FROM "expertSearch" WHERE "expertSearch" MATCH ${where("")} AND "rowid" > CAST(${last} AS INTEGER)
        ORDER BY "rowid" LIMIT ${COUNTABLE + 1 - first.length})`;
    const { rows } = await next.execute(db);
    for (const id of JSON.parse(rows[0]?.numbers ?? "[]")) setIds.push(id);
    last = rows[0]?.last ?? last;
  }
  if (setIds.length <= COUNTABLE) return { total: async () => setIds.length, counts: await countsOf(db, setIds) };
  return { total: async () => setIds.length + (await totalAfter(db, where(""), last)), counts: null };
}

async function countsOf(db: Kysely<Database>, setIds: number[]): Promise<SearchResult["counts"]> {
  const sets = new Map<number, number>();
  for (const id of setIds) sets.set(id, (sets.get(id) ?? 0) + 1);
  if (sets.has(MANY_SETS)) return null;
  const { rows } = await sql<{ category: string; experts: number }>`
    SELECT "category"."value" AS "category", sum("set"."value" ->> 1) AS "experts"
    FROM json_each(${JSON.stringify([...sets])}) AS "set"
    JOIN "searchCategories" ON "searchCategories"."id" = "set"."value" ->> 0
    JOIN json_each("searchCategories"."categories") AS "category" GROUP BY 1`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.category, row.experts]));
}

/** Tries the likeliest replacements of the words that occur nowhere. */
async function findCorrected(db: Kysely<Database>, typed: string[], endings: Endings): Promise<Matches | null> {
  let attempts: string[][] = [[]];
  for (const [at, word] of typed.entries()) {
    const choices = (await occurs(db, word, endings)) ? [word] : await nearestNames(db, word, at === typed.length - 1);
    attempts = attempts.flatMap((before) => choices.map((choice) => [...before, choice])).slice(0, MAX_ATTEMPTS);
  }
  for (const attempt of attempts) {
    if (attempt.join() === typed.join()) return null;
    const found = await findAny(db, attempt, endings);
    if (found) return found;
  }
  return null;
}

/** Whether a word is found, or begins one that is; what is too short to be corrected counts as found. */
async function occurs(db: Kysely<Database>, word: string, endings: Endings): Promise<boolean> {
  if ([...word].length < MIN_MISTYPED) return true;
  // As a whole first: finding out what a frequent word may become takes much longer.
  if ((await firstNumbers(db, `"${word}"`, 1)).length > 0) return true;
  return (await findAny(db, [word], endings)) !== null;
}

/**
 * The names' words nearest to a mistyped one, best first: fewer slips (a letter missing, extra, wrong, or two
 * swapped), then names of more experts. One slip in 4 to 7 letters, two in 8 or more.
 *
 * @param unfinished the word may also be the mistyped beginning of a longer one.
 */
async function nearestNames(db: Kysely<Database>, word: string, unfinished: boolean): Promise<string[]> {
  const letters = [...word];
  const allowed = letters.length < 8 ? 1 : 2;
  const beginning = letters.slice(0, 2).join("");
  const { rows } = await sql<{ word: string; experts: number; begins: 0 | 1 }>`
    SELECT "word", "experts", 0 AS "begins" FROM "searchNames" WHERE "word" IN (
      SELECT "word" FROM "searchNameVariants"
      WHERE "variant" IN (SELECT "value" FROM json_each(${JSON.stringify(variantsOf(word))})) LIMIT ${MAX_NAMES})
    UNION ALL SELECT * FROM (SELECT "word", "experts", 1 FROM "searchNames"
      WHERE ${unfinished ? 1 : 0} AND "word" >= ${beginning} AND "word" < ${beginning + LAST}
      LIMIT ${MAX_NAMES})`.execute(db);
  const near = rows
    .map((row) => ({ ...row, slips: slips(letters, [...row.word], row.begins === 1) }))
    .filter((row) => row.slips <= (row.begins ? 1 : allowed))
    .sort((a, b) => a.slips - b.slips || a.begins - b.begins || b.experts - a.experts || (a.word < b.word ? -1 : 1));
  return [...new Set(near.map((row) => row.word))].slice(0, MAX_CHOICES);
}

/** How many slips lie between two words, or between the first and the nearest beginning of the second. */
function slips(typed: string[], name: string[], toBeginning: boolean): number {
  let beforeLast: number[] = [];
  let last = [0, ...name.map((_, at) => at + 1)];
  for (const [i, letter] of typed.entries()) {
    const row = [i + 1];
    for (const [j, other] of name.entries()) {
      const replaced = (last[j] as number) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (last[j + 1] as number) + 1, (row[j] as number) + 1);
      const isSwap = i > 0 && j > 0 && letter === name[j - 1] && typed[i - 1] === other;
      if (isSwap) best = Math.min(best, (beforeLast[j - 1] as number) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return toBeginning ? Math.min(...last) : (last.at(-1) as number);
}
