/** Reads the counts, for editors and for the person of a profile. */
import { z } from "zod";
import { readDb, type UserRow } from "~/db.server";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { storeVisits } from "./counting.server";
import { DAY_MS, dayOf, daysBetween } from "./days";
import { byNoun, COUNTED_PAGES, type PageNoun } from "./pages";
import { MIN_VISITS, MONTHS_KEPT } from "./sums.server";
import { visitsAreCounted } from "./switch.server";

const MAX_DAYS = 366;
const USUAL_DAYS = 30;
const TOP = 20;

const day = z.iso.date("Please give a day as YYYY-MM-DD.");

/** The range of days, both included: at most 366, the last 30 by default. */
export const VisitDays = z.object({
  from: day.optional().describe("The first day, YYYY-MM-DD (UTC); 30 days before the last by default."),
  to: day.optional().describe(`The last day; today by default. At most ${MAX_DAYS} days are told at once.`),
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

/** The numbers of some days, with the 20 highest of each kind. Throws "invalid". */
export async function visitStatistics(_editor: Editor, input: unknown): Promise<VisitStatistics> {
  const range = rangeOf(input);
  await storeWaiting();
  const [isCounting, days, searches, hosts, ...pages] = await Promise.all([
    visitsAreCounted(),
    visitsByDay(range),
    topSearches(range),
    topHosts(range, "site"),
    ...COUNTED_PAGES.map((page) => topPages(range, page)),
  ]);
  const mostRead = new Map(COUNTED_PAGES.map(({ noun }, place) => [noun, pages[place] ?? []]));
  const read = byNoun(({ noun }) => mostRead.get(noun) ?? []);
  return { ...range, isCounting, monthsKept: MONTHS_KEPT, days, ...read, searches, hosts };
}

/** The visits of each of the last seven days; null while nothing is counted. */
export async function weekOfVisits(_editor: Editor): Promise<{ day: string; visits: number }[] | null> {
  if (!(await visitsAreCounted())) return null;
  const to = dayOf(Date.now());
  const days = await visitsByDay({ from: dayOf(Date.parse(to) - 6 * DAY_MS), to });
  return days.map(({ day, visits }) => ({ day, visits }));
}

export interface OwnVisits {
  days: { day: string; visits: number }[];
  hosts: ReferringHost[];
}

/** The visits of a profile in the last 30 days, for its person; null while nothing is counted. */
export async function visitsOfProfile(id: string): Promise<OwnVisits | null> {
  if (!(await visitsAreCounted())) return null;
  await storeWaiting();
  const range = rangeOf({});
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

/** Everything that is kept about visits of the profiles that are somebody's own, for their download. */
export function visitsOfOwnProfiles(user: Pick<UserRow, "id">) {
  return readDb
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .innerJoin("visits", "visits.subject", "experts.id")
    .select(["experts.slug", "visits.day", (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("claims.userId", "=", user.id)
    .where("claims.status", "=", "confirmed")
    .where("experts.deletedAt", "is", null)
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

function rangeOf(input: unknown): Range {
  const range = parse(VisitDays.refine(isInOrder, TOO_MANY), input);
  const to = range.to ?? dayOf(Date.now());
  return { from: range.from ?? dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS), to };
}

function isInOrder({ from, to }: { from?: string; to?: string }): boolean {
  if (from === undefined) return true;
  const days = (Date.parse(to ?? dayOf(Date.now())) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS;
}

const TOO_MANY = { message: `Please ask for 1 to ${MAX_DAYS} days, the first one first.`, path: ["from"] };

/** Stores the present counts before they are read; if the database cannot be written, the earlier numbers remain. */
async function storeWaiting(): Promise<void> {
  await storeVisits().catch((error) => log.warn({ err: error }, "visits could not be stored"));
}

function within({ from, to }: Range) {
  return readDb.selectFrom("visits").where("visits.day", ">=", from).where("visits.day", "<=", to);
}

async function visitsByDay(range: Range): Promise<DayOfVisits[]> {
  const rows = await within(range)
    .select(["day", "kind", (e) => e.fn.sum<number>("n").as("visits")])
    .groupBy(["day", "kind"])
    .execute();
  const counts = new Map(rows.map(({ day, kind, visits }) => [`${day} ${kind}`, Number(visits)]));
  const of = (day: string, kind: string) => counts.get(`${day} ${kind}`) ?? 0;
  return daysBetween(range.from, range.to).map((day) => ({
    day,
    visits: of(day, "site"),
    ...byNoun(({ visits }) => of(day, visits)),
    searches: of(day, "search"),
  }));
}

const MAX_READ = 500;

/** Returns how often the profiles that are read most were opened in the last 30 days, by their rows. */
export async function profileVisits(_editor: Editor): Promise<Map<number, number>> {
  const to = dayOf(Date.now());
  const rows = await within({ from: dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS), to })
    .innerJoin("experts", "experts.id", "visits.subject")
    .select(["experts.rowId", (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("visits.kind", "=", "profile")
    .where("experts.deletedAt", "is", null)
    .groupBy("experts.rowId")
    .orderBy("visits", "desc")
    .limit(MAX_READ)
    .execute();
  return new Map(rows.map(({ rowId, visits }) => [rowId, Number(visits)]));
}

async function topPages(range: Range, { table, name, visits }: (typeof COUNTED_PAGES)[number]): Promise<VisitedPage[]> {
  // Columns that all of them have; topics have no trash.
  const title = `page.${name as "title"}` as const;
  const rows = await within(range)
    .innerJoin(`${table as "articles"} as page`, "page.id", "visits.subject")
    .select(["page.slug", `${title} as title`, (e) => e.fn.sum<number>("visits.n").as("visits")])
    .where("visits.kind", "=", visits as "article")
    .$if(table !== "topics", (pages) => pages.where("page.deletedAt", "is", null))
    .groupBy(["page.slug", title])
    .orderBy("visits", "desc")
    .orderBy("page.slug")
    .limit(TOP)
    .execute();
  return rows.map(asNumbers);
}

/** Counts only the days on which a search was frequent enough. */
async function topSearches(range: Range): Promise<VisitStatistics["searches"]> {
  const often = within(range)
    .select(["subject", (e) => e.fn.sum<number>("n").as("visits")])
    .where("kind", "=", "search")
    .where("subject", "!=", "")
    .groupBy(["day", "subject"])
    .having((e) => e.fn.sum("n"), ">=", MIN_VISITS);
  const rows = await readDb
    .selectFrom(often.as("often"))
    .select(["subject as words", (e) => e.fn.sum<number>("visits").as("visits")])
    .groupBy("subject")
    .orderBy("visits", "desc")
    .orderBy("subject")
    .limit(TOP)
    .execute();
  return rows.map(asNumbers);
}

/** Returns hosts that led at least 3 times to the site or to one page. */
async function topHosts(range: Range, kind: "site" | "profile", subject = ""): Promise<ReferringHost[]> {
  const rows = await within(range)
    .select(["host", (e) => e.fn.sum<number>("n").as("visits")])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("host", "!=", "")
    .groupBy("host")
    .having((e) => e.fn.sum("n"), ">=", MIN_VISITS)
    .orderBy("visits", "desc")
    .orderBy("host")
    .limit(TOP)
    .execute();
  return rows.map(asNumbers);
}

/** PostgreSQL gives sums as texts. */
function asNumbers<Row extends { visits: number }>(row: Row): Row {
  return { ...row, visits: Number(row.visits) };
}
