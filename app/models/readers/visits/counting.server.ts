/** Counts page views in memory and stores their sums in batches, so that reading a page writes nothing. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db, type Queryable, type VisitsTable } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { findVisiblePages } from "./counted-pages.server";
import { dayOf } from "./days";
import { COUNTED_PAGES } from "./pages";
import { OTHER_HOSTS } from "./referrer.server";
import { countableWords } from "./searched.server";
import { addSums } from "./sums.server";
import { visitsAreCounted } from "./switch.server";

export type VisitKind = VisitsTable["kind"];

export interface Visit {
  kind: VisitKind;
  /** The slug of a page, the text of a search, or "". */
  key: string;
  /** The host of the page that linked there. */
  host: string;
}

interface PendingViews {
  day: string;
  /** The counters that one view of the page increases. */
  visits: Visit[];
  n: number;
}

type CountedVisit = Visit & Pick<PendingViews, "day" | "n">;

/** Holds views until they are stored, by the page and the host that linked to it. */
const pendingViews = new Map<string, PendingViews>();
const MAX_PENDING = 20_000;
const STORE_EARLY_AT = 4_000;
let droppedCount = 0;

// No page's address, and no search that counts, is longer.
const MAX_KEY_LENGTH = 200;

let isCounting = true;

/** The day's hosts and searches in this process. Further ones are counted together. */
const today = { day: "", hosts: new Set<string>(), searches: new Set<string>() };
const MAX_HOSTS = 300;
const MAX_SEARCHES = 1_000;

/**
 * Records a view. `viewKey` stands for the page and the referring host. `visitsOf` returns what the view counts for,
 * and is called once for each key.
 */
export function recordView(viewKey: string, now: number, visitsOf: () => Visit[]): void {
  if (!isCounting) return;
  const day = dayOf(now);
  const views = pendingViews.get(viewKey);
  if (views?.day === day) views.n++;
  else if (pendingViews.size >= MAX_PENDING) droppedCount++;
  else addViews(viewKey, views, { day, visits: visitsOf().filter(({ key }) => key.length <= MAX_KEY_LENGTH), n: 1 });
}

function addViews(viewKey: string, earlierViews: PendingViews | undefined, views: PendingViews): void {
  // Moves the views of an earlier day to a key of their own.
  if (earlierViews) pendingViews.set(`${earlierViews.day} ${viewKey}`, earlierViews);
  pendingViews.set(viewKey, views);
  if (pendingViews.size === STORE_EARLY_AT) loop?.wake();
}

const STORE_EVERY_MS = 10_000;
let loop: Loop | undefined;

/**
 * Starts counting, and stores the counts every ten seconds and at the end. Runs in every process that answers
 * requests.
 */
export async function startVisits(): Promise<Loop> {
  await readSetting().catch((error) => log.warn({ err: error }, "the setting for counting visits could not be read"));
  const times = { everyMs: STORE_EVERY_MS, firstAfterMs: STORE_EVERY_MS };
  const visitsLoop = startLoop({ name: "visits", ...times, everywhere: true }, storeVisits);
  loop = visitsLoop;
  return { ...visitsLoop, stop: () => visitsLoop.stop().then(storeVisits) };
}

async function readSetting(): Promise<void> {
  isCounting = await visitsAreCounted();
  if (!isCounting) pendingViews.clear();
}

let lastRun: Promise<void> = Promise.resolve();

/** Stores waiting views, one run after the other. */
export function storeVisits(): Promise<void> {
  const run = lastRun.then(store);
  lastRun = run.catch(() => {});
  return run;
}

const BATCH_SIZE = 1_000;

async function store(): Promise<void> {
  await readSetting();
  if (droppedCount > 0)
    log.warn({ visits: droppedCount }, "some visits were not counted, because too many were waiting");
  droppedCount = 0;
  while (pendingViews.size > 0) {
    const batch = [...pendingViews].slice(0, BATCH_SIZE);
    for (const [viewKey] of batch) pendingViews.delete(viewKey);
    try {
      await storeBatch(batch.flatMap(([, { day, n, visits }]) => visits.map((visit) => ({ ...visit, day, n }))));
    } catch (error) {
      // Keeps the views for the next run, when the database may be available again.
      for (const [viewKey, views] of batch) putBack(viewKey, views);
      throw error;
    }
    await yieldToEventLoop(); // SQLite blocks, so other requests get a turn here.
  }
}

function putBack(viewKey: string, views: PendingViews): void {
  const newerViews = pendingViews.get(viewKey);
  if (newerViews?.day === views.day) newerViews.n += views.n;
  else if (pendingViews.size >= MAX_PENDING) droppedCount += views.n;
  else pendingViews.set(newerViews ? `${views.day} ${viewKey}` : viewKey, views);
}

async function storeBatch(visits: CountedVisit[]): Promise<void> {
  const pageIds = await idsOfPublicPages(visits);
  const searches = await countableSearches(visits);
  const sums = new Map<string, VisitsTable>();
  for (const { kind, key, host, day, n } of visits) {
    const pageId = kind === "search" ? searches.get(key) : pageIds.get(`${kind} ${key}`);
    const subject = kind === "site" ? "" : pageId;
    if (subject === undefined) continue;
    const row = limitHostsAndSearches({ day, kind, subject, host, n });
    const sumKey = JSON.stringify([row.day, row.kind, row.subject, row.host]);
    sums.set(sumKey, { ...row, n: row.n + (sums.get(sumKey)?.n ?? 0) });
  }
  // Adds to existing rows, because several nodes count into the same ones.
  if (sums.size > 0) await db.transaction().execute((tx: Queryable) => addSums(tx, [...sums.values()]));
}

/** Replaces hosts and searches beyond the day's limits by the common row of the others. */
function limitHostsAndSearches(row: VisitsTable): VisitsTable {
  const { day, kind, subject, host } = row;
  if (today.day !== day) {
    today.day = day;
    today.hosts.clear();
    today.searches.clear();
  }
  const hasRoom = (set: Set<string>, max: number, key: string) => key === "" || set.has(key) || set.size < max;
  const isCountedHost = hasRoom(today.hosts, MAX_HOSTS, host);
  if (isCountedHost) today.hosts.add(host);
  const isCountedSearch = kind !== "search" || hasRoom(today.searches, MAX_SEARCHES, subject);
  if (kind === "search" && isCountedSearch) today.searches.add(subject);
  return { ...row, subject: isCountedSearch ? subject : "", host: isCountedHost ? host : OTHER_HOSTS };
}

/** Returns the ids of existing pages by kind and slug, because an address such as "/about" is not a profile. */
async function idsOfPublicPages(visits: CountedVisit[]): Promise<Map<string, string>> {
  const slugsOf = (kind: VisitKind) => [
    ...new Set(visits.filter((visit) => visit.kind === kind).map(({ key }) => key)),
  ];
  const ids = new Map<string, string>();
  for (const page of COUNTED_PAGES)
    for (const { slug, id } of await findVisiblePages(page, slugsOf(page.visits)))
      ids.set(`${page.visits} ${slug}`, id);
  return ids;
}

/** Returns the words of searches by the typed text. Leaves out names of people who asked not to be listed. */
async function countableSearches(visits: CountedVisit[]): Promise<Map<string, string>> {
  const typedTexts = new Set(visits.filter(({ kind }) => kind === "search").map(({ key }) => key));
  const searches = new Map<string, string>();
  for (const text of typedTexts) {
    const words = countableWords(text);
    if (words !== null && !(await askedNotToBeListed({ name: text }))) searches.set(text, words);
  }
  return searches;
}
