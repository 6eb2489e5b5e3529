/** Views of pages, counted in memory and stored as sums in batches, so that reading a page writes nothing. */
import { setImmediate as othersTurn } from "node:timers/promises";
import { db, type Queryable, type VisitsTable } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { COUNTED_PAGES } from "./counted-pages.server";
import { dayOf } from "./days";
import { OTHER_HOSTS } from "./referrer.server";
import { searchedWords } from "./searched.server";
import { addSums } from "./sums.server";
import { visitsAreCounted } from "./switch.server";

export type VisitKind = VisitsTable["kind"];

export interface Visit {
  kind: VisitKind;
  /** The slug of a page, the text of a search, or "". */
  key: string;
  /** The host that led there. */
  host: string;
}

interface Waiting {
  day: string;
  /** The visits that one view of the page counts for. */
  visits: Visit[];
  n: number;
}

type Counted = Visit & Pick<Waiting, "day" | "n">;

/** Views to store, by the page and the host that led there. */
const waiting = new Map<string, Waiting>();
const MAX_WAITING = 20_000;
const STORE_AT = 4_000;
let dropped = 0;

/** Most characters of a key: no page's address, and no search that counts, is longer. */
const LONGEST_KEY = 200;

let isOn = true;

/** The day's hosts and searches of this process; beyond these numbers they count together. */
const today = { day: "", hosts: new Set<string>(), searches: new Set<string>() };
const MAX_HOSTS = 300;
const MAX_SEARCHES = 1_000;

/**
 * Notes a view of a page.
 * @param opened The key for the page and the host that led there.
 * @param visitsOf Returns what the view counts for; it is called once for all views with the same key.
 */
export function noteView(opened: string, now: number, visitsOf: () => Visit[]): void {
  if (!isOn) return;
  const day = dayOf(now);
  const before = waiting.get(opened);
  if (before?.day === day) before.n++;
  else if (waiting.size >= MAX_WAITING) dropped++;
  else begin(opened, before, { day, visits: visitsOf().filter(({ key }) => key.length <= LONGEST_KEY), n: 1 });
}

function begin(opened: string, before: Waiting | undefined, views: Waiting): void {
  // Those of yesterday wait under a name of their own.
  if (before) waiting.set(`${before.day} ${opened}`, before);
  waiting.set(opened, views);
  if (waiting.size === STORE_AT) loop?.wake();
}

const EVERY_MS = 10_000;
let loop: Loop | undefined;

/** Starts counting; stores the counts every ten seconds and at the end. Run it in every process that answers. */
export async function startVisits(): Promise<Loop> {
  await readSwitch().catch((error) => log.warn({ err: error }, "the setting for counting visits could not be read"));
  const times = { everyMs: EVERY_MS, firstAfterMs: EVERY_MS };
  const visitsLoop = startLoop({ name: "visits", ...times, everywhere: true }, storeVisits);
  loop = visitsLoop;
  return { ...visitsLoop, stop: () => visitsLoop.stop().then(storeVisits) };
}

async function readSwitch(): Promise<void> {
  isOn = await visitsAreCounted();
  if (!isOn) waiting.clear();
}

let storing: Promise<void> = Promise.resolve();

/** Stores waiting views, one run after the other. */
export function storeVisits(): Promise<void> {
  const run = storing.then(store);
  storing = run.catch(() => {});
  return run;
}

const BATCH = 1_000;

async function store(): Promise<void> {
  await readSwitch();
  if (dropped > 0) log.warn({ visits: dropped }, "some visits were not counted, because too many were waiting");
  dropped = 0;
  while (waiting.size > 0) {
    const batch = [...waiting].slice(0, BATCH);
    for (const [opened] of batch) waiting.delete(opened);
    try {
      await storeBatch(batch.flatMap(([, { day, n, visits }]) => visits.map((visit) => ({ ...visit, day, n }))));
    } catch (error) {
      // They count later, when the database is there again.
      for (const [opened, views] of batch) putBack(opened, views);
      throw error;
    }
    await othersTurn(); // SQLite waits for nothing
  }
}

function putBack(opened: string, views: Waiting): void {
  const now = waiting.get(opened);
  if (now?.day === views.day) now.n += views.n;
  else if (waiting.size >= MAX_WAITING) dropped += views.n;
  else waiting.set(now ? `${views.day} ${opened}` : opened, views);
}

async function storeBatch(visits: Counted[]): Promise<void> {
  const pages = await publicPages(visits);
  const searches = await countableSearches(visits);
  const sums = new Map<string, VisitsTable>();
  for (const { kind, key, host, day, n } of visits) {
    const pageId = kind === "search" ? searches.get(key) : pages.get(`${kind} ${key}`);
    const subject = kind === "site" ? "" : pageId;
    if (subject === undefined) continue;
    const row = bounded({ day, kind, subject, host, n });
    const at = JSON.stringify([row.day, row.kind, row.subject, row.host]);
    sums.set(at, { ...row, n: row.n + (sums.get(at)?.n ?? 0) });
  }
  // Several nodes add to the same rows.
  if (sums.size > 0) await db.transaction().execute((tx: Queryable) => addSums(tx, [...sums.values()]));
}

/** Counts rows beyond the day's limits with the others. */
function bounded(row: VisitsTable): VisitsTable {
  const { day, kind, subject, host } = row;
  if (today.day !== day) {
    today.day = day;
    today.hosts.clear();
    today.searches.clear();
  }
  const isRoom = (set: Set<string>, most: number, key: string) => key === "" || set.has(key) || set.size < most;
  const isKnownHost = isRoom(today.hosts, MAX_HOSTS, host);
  if (isKnownHost) today.hosts.add(host);
  const isKnownSearch = kind !== "search" || isRoom(today.searches, MAX_SEARCHES, subject);
  if (kind === "search" && isKnownSearch) today.searches.add(subject);
  return { ...row, subject: isKnownSearch ? subject : "", host: isKnownHost ? host : OTHER_HOSTS };
}

/** Returns the ids of existing pages by kind and slug: an answer at "/about" is nobody's profile. */
async function publicPages(visits: Counted[]): Promise<Map<string, string>> {
  const slugs = (kind: VisitKind) => [...new Set(visits.filter((visit) => visit.kind === kind).map(({ key }) => key))];
  const ids = new Map<string, string>();
  for (const { visits: kind, public: publicOf } of COUNTED_PAGES)
    for (const { slug, id } of await publicOf(slugs(kind))) ids.set(`${kind} ${slug}`, id);
  return ids;
}

/** Returns the words of the searches by the typed text, without people who asked not to be listed. */
async function countableSearches(visits: Counted[]): Promise<Map<string, string>> {
  const typed = new Set(visits.filter(({ kind }) => kind === "search").map(({ key }) => key));
  const searches = new Map<string, string>();
  for (const text of typed) {
    const words = searchedWords(text);
    if (words !== null && !(await askedNotToBeListed({ name: text }))) searches.set(text, words);
  }
  return searches;
}
