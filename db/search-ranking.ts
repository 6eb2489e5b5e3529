/** The order of a search's matches (decision D21), found out as far as a page of them needs it. */
import type SQLite from "better-sqlite3";
import { NOT_FEATURED } from "./schema";
import { isFeatured, LAST, rowIdOf, sharedPlace } from "./search-format";

/** What is ranked. */
export interface Ranked {
  /** What was searched for, as a name. */
  name: string;
  /** A category's key; undefined: all experts. */
  category: string | undefined;
  /** The condition in FTS5's language for words of each kind (search-format.ts). */
  where: (mark: "" | "+" | "=") => string;
  /** Of words left out of the search: the condition of all of them; those who have them come before the others. */
  complete: string | null;
  /** The lowest numbers: all, or those that are ranked exactly whatever they match. */
  first: number[];
  /** Up to here those are sought who match `complete`. */
  until: number;
  /** So many of each better kind are ranked. */
  ofEach: number;
  /** Whether there are matches after `first`. */
  hasMore: boolean;
}

/** How experts stand in a listing. */
const IN_ORDER = `"rank", "sortName", "expertRowId"`;

const NAMES = (featured: string) => `
  SELECT * FROM (SELECT ${IN_ORDER} FROM "listing"
    WHERE "category" = @category AND "rank" ${featured} ${NOT_FEATURED} AND "sortName" >= +@name AND "sortName" < +@last
    ORDER BY "sortName" LIMIT +@ofEach)`;
const BEGINNING_SO = `
  SELECT json_group_array("expertRowId" ORDER BY "sortName" <> @name, ${IN_ORDER})
  FROM (${NAMES("<")} UNION ALL ${NAMES("=")})`;

const MATCHING = `SELECT "rowid" FROM "expertSearch" WHERE "expertSearch" MATCH ?`;
const FIRST = `SELECT json_group_array("rowid") FROM (${MATCHING} ORDER BY "rowid" LIMIT +?)`;
// The casts matter: numbers are bound as floats, and FTS5 skips to integers only.
const FIRST_UNTIL = `
  SELECT json_group_array("rowid") FROM (${MATCHING} AND "rowid" <= CAST(? AS INTEGER) ORDER BY "rowid" LIMIT +?)`;
const FROM = `
  SELECT json_group_array("rowid") FROM (
    ${MATCHING} AND "rowid" >= CAST(? AS INTEGER) ORDER BY "rowid" LIMIT +? OFFSET +?)`;

const SORTED = `
  SELECT json_group_array("expertRowId" ORDER BY ${IN_ORDER}) FROM json_each(?) AS "wanted"
  CROSS JOIN "listing" ON "expertRowId" = "wanted"."value" AND "category" = ?`;
const NUMBERS_AFTER = `
  SELECT json_group_array("number" ORDER BY "number") FROM "searchDocuments"
  WHERE "rowId" IN (SELECT "value" FROM json_each(?)) AND "number" > ?`;

/** So many places in the rest are remembered. */
const MARKS = 500;

/**
 * The exact name, names that begin so, words of the name, words of name, title and categories, all others: each of these kinds as
 * the lists are ordered. A number tells where somebody stands but for the letters after the second, so only those who share a
 * place need to be looked up, and only around the page that is asked for.
 */
export class Ranking {
  /** As far as it is known. */
  private readonly ranked: number[] = [];
  private readonly seen = new Set<number>();
  /** Who comes next: runs of row ids in order, each of experts who share a place. */
  private readonly runs: number[][] = [];
  private readonly kinds: Iterator<number[]>;
  /** Of those ranked, the numbers that come after `first`, rising. */
  private rankedAfter: number[] | undefined;
  /** Numbers of matches after `first` by how many come before them, those ranked already included. */
  private readonly marks: { place: number; number: number }[] = [];

  constructor(
    private readonly reader: SQLite.Database,
    private readonly of: Ranked,
  ) {
    this.kinds = this.kindsOf();
  }

  /** Row ids of a page. */
  page(offset: number, limit: number): number[] {
    this.rank(offset + limit);
    const page = this.ranked.slice(offset, offset + limit);
    if (!this.of.hasMore || page.length === limit) return page;
    return [...page, ...this.rest(Math.max(0, offset - this.ranked.length), limit - page.length)];
  }

  /** Finds out who the first so many are, or all who are ranked. */
  private rank(count: number): void {
    while (this.ranked.length < count) {
      if (this.runs.length === 0) {
        const { value: numbers, done } = this.kinds.next();
        if (done) return;
        this.line(numbers);
      }
      this.settle(count);
    }
  }

  /** Numbers of each kind, rising. Those who begin with the name are ranked right here: their names are at hand. */
  private *kindsOf(): Generator<number[], void> {
    const { name, category = "*", where, complete, first, until, ofEach } = this.of;
    const beginning = this.reader.prepare<unknown[], string>(BEGINNING_SO).pluck();
    for (const rowId of JSON.parse(beginning.get({ name, category, last: name + LAST, ofEach }) as string)) {
      this.seen.add(rowId);
      this.ranked.push(rowId);
    }
    yield [];
    for (const mark of ["=", "+"] as const) {
      if (this.isEveryoneSeen()) return;
      yield this.numbers(FIRST, where(mark), ofEach);
    }
    if (complete !== null) yield this.numbers(FIRST_UNTIL, complete, until, ofEach);
    yield first;
  }

  /** Whether all matches have their kind already: most of those who are searched for by name. */
  private isEveryoneSeen(): boolean {
    const { first, hasMore } = this.of;
    return !hasMore && this.seen.size >= first.length && first.every((number) => this.seen.has(rowIdOf(number)));
  }

  private numbers(query: string, ...values: unknown[]): number[] {
    return JSON.parse(
      this.reader
        .prepare<unknown[], string>(query)
        .pluck()
        .get(...values) as string,
    );
  }

  /** Has the experts of some numbers come next, but for those who came before. */
  private line(numbers: number[]): void {
    let last: number | null = null;
    for (const number of numbers) {
      const rowId = rowIdOf(number);
      if (this.seen.has(rowId)) continue;
      this.seen.add(rowId);
      // The featured have an order of their own.
      const place = isFeatured(number) ? -1 : sharedPlace(number);
      if (place === last) (this.runs.at(-1) as number[]).push(rowId);
      else this.runs.push([rowId]);
      last = place;
    }
  }

  /** Sorts as many runs as are needed for so many. */
  private settle(count: number): void {
    const runs: number[][] = [];
    for (let length = this.ranked.length; length < count && this.runs.length > 0; ) {
      const run = this.runs.shift() as number[];
      runs.push(run);
      length += run.length;
    }
    const shared = runs.filter((run) => run.length > 1).flat();
    const sorted: number[] = shared.length ? this.numbers(SORTED, JSON.stringify(shared), this.of.category ?? "*") : [];
    const order = new Map(sorted.map((rowId, at) => [rowId, at]));
    const at = (rowId: number) => order.get(rowId) as number;
    for (const run of runs) {
      if (run.length > 1) this.ranked.push(...run.filter((one) => order.has(one)).sort((a, b) => at(a) - at(b)));
      else this.ranked.push(run[0] as number);
    }
  }

  /** The matches after the first ones by number, without those ranked already. */
  private rest(offset: number, limit: number): number[] {
    const after = this.of.first.at(-1) as number;
    this.rankedAfter ??= this.numbers(NUMBERS_AFTER, JSON.stringify(this.ranked), after);
    const done = this.rankedAfter;
    const window = this.window(offset, done.length + limit, after);
    // The offset may have passed some that are ranked; as many others in the window belong to earlier pages.
    const passed = done.filter((number) => number < (window[0] as number)).length;
    const isDone = new Set(done);
    const rest = window.filter((number) => !isDone.has(number));
    return rest.slice(passed, passed + limit).map(rowIdOf);
  }

  /** Numbers after one from a place on. To skip others FTS5 has to walk them, so the way starts at the nearest known place. */
  private window(offset: number, limit: number, after: number): number[] {
    let near = { place: 0, number: after + 1 };
    for (const mark of this.marks) if (mark.place <= offset && mark.place > near.place) near = mark;
    const window = this.numbers(FROM, this.of.where(""), near.number, limit, offset - near.place);
    const number = window[0];
    if (number !== undefined && offset > near.place && this.marks.length < MARKS)
      this.marks.push({ place: offset, number });
    return window;
  }
}
