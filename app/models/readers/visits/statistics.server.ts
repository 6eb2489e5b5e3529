/** Reads the counts of visits, for editors and for listed people. */
import { z } from "zod";
import { readDb, type UserRow } from "~/db.server";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { DAY_MS } from "~/stored-times";
import { storeVisits } from "./counting.server";
import { dayOf, daysBetween } from "./days";
import { COUNTED_PAGES, forEachNoun, type PageNoun } from "./pages";
import { MIN_VISITS, RETENTION_MONTHS } from "./sums.server";
import { visitsAreCounted } from "./switch.server";

const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;
const TOP_COUNT = 20;

const day = z.iso.date("Please give a day as YYYY-MM-DD.");

/** The range of days, both included: up to 366 days, by default the last 30. */
export const VisitDays = z.object({
  from: day.optional().describe("The first day, YYYY-MM-DD (UTC); 30 days before the last by default."),
  to: day.optional().describe(`The last day; today by default. At most ${MAX_DAYS} days in one call.`),
});

export interface DayOfVisits extends Record<PageNoun, number> {
  day: string;
  /** Visits to any page. */
  visits: number;
  searches: number;
}

export interface VisitedPage {
  slug: string;
  title: string;
  visits: number;
}

export interface ReferringHost {
  host: string;
  visits: number;
}

export interface VisitStatistics extends Record<PageNoun, VisitedPage[]> {
  from: string;
  to: string;
  isCounting: boolean;
  monthsKept: number;
  days: DayOfVisits[];
  searches: { words: string; visits: number }[];
  hosts: ReferringHost[];
}

/** Returns the numbers of a range of days, with the 20 highest of each kind. Throws "invalid". */
export async function visitStatistics(_editor: Editor, input: unknown): Promise<VisitStatistics> {
  const range = parseRange(input);
  await storePending();
  const [isCounting, days, searches, hosts, ...pages] = await Promise.all([
    visitsAreCounted(),
    visitsByDay(range),
    topSearches(range),
    topHosts(range, "site"),
    ...COUNTED_PAGES.map((page) => topPages(range, page)),
  ]);
  const topByNoun = new Map(COUNTED_PAGES.map(({ noun }, index) => [noun, pages[index] ?? []]));
  const pagesByNoun = forEachNoun(({ noun }) => topByNoun.get(noun) ?? []);
  return { ...range, isCounting, monthsKept: RETENTION_MONTHS, days, ...pagesByNoun, searches, hosts };
}

/** Returns the visits of each of the last seven days; null while counting is switched off. */
export async function visitsOfLastWeek(_editor: Editor): Promise<{ day: string; visits: number }[] | null> {
  if (!(await visitsAreCounted())) return null;
  const to = dayOf(Date.now());
  const days = await visitsByDay({ from: dayOf(Date.parse(to) - 6 * DAY_MS), to });
  return days.map(({ day, visits }) => ({ day, visits }));
}

export interface ProfileVisits {
  days: { day: string; visits: number }[];
  hosts: ReferringHost[];
}

/** Returns the visits of a profile in the last 30 days, for its person; null while counting is switched off. */
export async function visitsOfProfile(id: string): Promise<ProfileVisits | null> {
  if (!(await visitsAreCounted())) return null;
  await storePending();
  const range = parseRange({});
  const rows = await readDb
    .selectFrom("visits")
    .select(["day", (e) => e.fn.sum<number>("n").as("visits")])
    .where("kind", "=", "profile")
    .where("subject", "=", id)
    .where("day", ">=", range.from)
    .where("day", "<=", range.to)
    .groupBy("day")
    .execute();
  const counts = new Map(rows.map(({ day, visits }) => [day, Number(visits)]));
  const days = daysBetween(range.from, range.to).map((day) => ({ day, visits: counts.get(day) ?? 0 }));
  return { days, hosts: await topHosts(range, "profile", id) };
}

/** Returns all stored visits of the user's own profiles, for the download of their data. */
export function visitsOfOwnProfiles(user: Pick<UserRow, "id">) {
  return readDb
    .selectFrom("claims")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .innerJoin("visits", "visits.subject", "experts.id")
    .select(["experts.slug", "visits.day", (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("claims.userId", "=", user.id)
    .where("claims.status", "=", "confirmed")
    .where("visits.kind", "=", "profile")
    .groupBy(["experts.slug", "visits.day"])
    .orderBy("experts.slug")
    .orderBy("visits.day")
    .execute();
}

interface Range {
  from: string;
  to: string;
}

function parseRange(input: unknown): Range {
  const range = parse(VisitDays.refine(isValidRange, INVALID_RANGE), input);
  const to = range.to ?? dayOf(Date.now());
  return { from: range.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS), to };
}

function isValidRange({ from, to }: { from?: string; to?: string }): boolean {
  if (from === undefined) return true;
  const days = (Date.parse(to ?? dayOf(Date.now())) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS;
}

const INVALID_RANGE = { message: `Please choose 1 to ${MAX_DAYS} days, with the first day first.`, path: ["from"] };

/** Stores the counts in memory before a read. If the database cannot be written, the stored numbers are shown. */
async function storePending(): Promise<void> {
  await storeVisits().catch((error) => log.warn({ err: error }, "visits could not be stored"));
}

function visitsWithin({ from, to }: Range) {
  return readDb.selectFrom("visits").where("visits.day", ">=", from).where("visits.day", "<=", to);
}

async function visitsByDay(range: Range): Promise<DayOfVisits[]> {
  const rows = await visitsWithin(range)
    .select(["day", "kind", (e) => e.fn.sum<number>("n").as("visits")])
    .groupBy(["day", "kind"])
    .execute();
  const counts = new Map(rows.map(({ day, kind, visits }) => [`${day} ${kind}`, Number(visits)]));
  const countOf = (day: string, kind: string) => counts.get(`${day} ${kind}`) ?? 0;
  return daysBetween(range.from, range.to).map((day) => ({
    day,
    visits: countOf(day, "site"),
    ...forEachNoun(({ visits }) => countOf(day, visits)),
    searches: countOf(day, "search"),
  }));
}

const MAX_PROFILES = 500;

/** Returns the visits of the 500 most visited profiles in the last 30 days, by rowId. */
export async function visitsByProfile(_editor: Editor): Promise<Map<number, number>> {
  const to = dayOf(Date.now());
  const rows = await visitsWithin({ from: dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS), to })
    .innerJoin("experts", "experts.id", "visits.subject")
    .select(["experts.rowId", (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("visits.kind", "=", "profile")
    .where("experts.deletedAt", "is", null)
    .groupBy("experts.rowId")
    .orderBy("visits", "desc")
    .limit(MAX_PROFILES)
    .execute();
  return new Map(rows.map(({ rowId, visits }) => [rowId, Number(visits)]));
}

async function topPages(range: Range, { table, name, visits }: (typeof COUNTED_PAGES)[number]): Promise<VisitedPage[]> {
  // Borrows the columns of articles, which all these tables have; only topics have no trash.
  const title = `page.${name as "title"}` as const;
  const rows = await visitsWithin(range)
    .innerJoin(`${table as "articles"} as page`, "page.id", "visits.subject")
    .select(["page.slug", `${title} as title`, (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("visits.kind", "=", visits as "article")
    .$if(table !== "topics", (query) => query.where("page.deletedAt", "is", null))
    .groupBy(["page.slug", title])
    .orderBy("visits", "desc")
    .orderBy("page.slug")
    .limit(TOP_COUNT)
    .execute();
  return rows.map(toNumbers);
}

/** Sums only the days on which a search was frequent enough. */
async function topSearches(range: Range): Promise<VisitStatistics["searches"]> {
  const frequentSearches = visitsWithin(range)
    .select(["subject", (e) => e.fn.sum<number>("n").as("visits")])
    .where("kind", "=", "search")
    .where("subject", "!=", "")
    .groupBy(["day", "subject"])
    .having((e) => e.fn.sum("n"), ">=", MIN_VISITS);
  const rows = await readDb
    .selectFrom(frequentSearches.as("frequent"))
    .select(["subject as words", (e) => e.fn.sum<number>("visits").as("visits")])
    .groupBy("subject")
    .orderBy("visits", "desc")
    .orderBy("subject")
    .limit(TOP_COUNT)
    .execute();
  return rows.map(toNumbers);
}

/** Returns the hosts that linked at least 3 times to the site, or to one page. */
async function topHosts(range: Range, kind: "site" | "profile", subject = ""): Promise<ReferringHost[]> {
  const rows = await visitsWithin(range)
    .select(["host", (e) => e.fn.sum<number>("n").as("visits")])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("host", "!=", "")
    .groupBy("host")
    .having((e) => e.fn.sum("n"), ">=", MIN_VISITS)
    .orderBy("visits", "desc")
    .orderBy("host")
    .limit(TOP_COUNT)
    .execute();
  return rows.map(toNumbers);
}

/** Converts the sums, which PostgreSQL returns as strings. */
function toNumbers<Row extends { visits: number }>(row: Row): Row {
  return { ...row, visits: Number(row.visits) };
}
