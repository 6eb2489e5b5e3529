/**
 * Visits, counted in memory and stored in batches, so that reading a page writes nothing. A reader counts once a day for a
 * page: recognised by a hash of network address and browser with a random number (the salt) that all processes of a site
 * share and that is deleted with the day. Neither is kept.
 */
import { setImmediate as othersTurn } from "node:timers/promises";
import { db, type Queryable, readDb, type VisitsTable } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { digest, newSecret } from "~/services/secrets.server";
import { DAY_MS, dayOf } from "./days";
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

type Counted = Omit<VisitsTable, "n">;

interface Waiting extends Visit {
  day: string;
  reader: string;
}

/** Visits that are to be stored, by reader and page. */
const waiting = new Map<string, Waiting>();
const MOST_WAITING = 20_000;
const STORE_AT = 4_000;
let dropped = 0;

/** No address of a page is longer, and no search that counts. */
const LONGEST_KEY = 200;

/** The salts of today and tomorrow. */
let salts = new Map<string, string>();
let isOn = true;

/** What this process stored for the day: hosts and searches beyond these numbers count together, readers not at all. */
const known = { day: "", hosts: new Set<string>(), searches: new Set<string>(), readers: 0 };
const MOST_HOSTS = 300;
const MOST_SEARCHES = 1_000;
const MOST_READERS = 1_000_000;

/** Readers of the day, at most about 10 MB of them; those who are forgotten are found in the database. */
const readers = { day: "", seen: new Set<string>() };
const MOST_SEEN = 80_000;

/** How many of them are in which network, so that none can invent any number; a few networks share a place. */
const readersAt = new Uint16Array(2 ** 16);
const MOST_AT_NETWORK = 1_000;

/** A reader of today, by where and with what they read; null while nothing is counted, and beyond 1,000 of one network. */
export function readerOf(address: string, agent: string, now: number): string | null {
  const day = dayOf(now);
  const salt = isOn ? salts.get(day) : undefined;
  if (!salt) return null;
  const place = network(address);
  const reader = digest(`${salt} ${place} ${agent}`).slice(0, 32);
  if (readers.day === day && readers.seen.has(reader)) return reader;
  if (readers.day !== day || readers.seen.size >= MOST_SEEN) {
    readers.day = day;
    readers.seen.clear();
    readersAt.fill(0);
  }
  const at = placeOf(place);
  const there = readersAt[at] as number;
  if (there >= MOST_AT_NETWORK) return null;
  readersAt[at] = there + 1;
  readers.seen.add(reader);
  return reader;
}

/** Which of the 65,536 places a network has: FNV-1a with 32 bits (Fowler, Noll and Vo), folded. */
function placeOf(network: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < network.length; at++) hash = Math.imul(hash ^ network.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** Notes that a reader opened a page. Returns false when it was not counted, because there is no room for it. */
export function noteVisit(reader: string, { kind, key, host }: Visit, now: number): boolean {
  const day = dayOf(now);
  if (!isOn || (known.day === day && known.readers >= MOST_READERS)) return false;
  if (key.length > LONGEST_KEY) return true;
  const at = `${reader} ${kind} ${key}`;
  if (waiting.has(at)) return true;
  if (waiting.size >= MOST_WAITING) {
    dropped++;
    return false;
  }
  waiting.set(at, { kind, key, host, day, reader });
  if (waiting.size === STORE_AT) loop?.wake();
  return true;
}

const EVERY_MS = 10_000;
let loop: Loop | undefined;

/** Gets ready to count, and stores what was counted every ten seconds and at the end. Run it in every process that answers. */
export async function startVisits(): Promise<Loop> {
  await prepare(Date.now()).catch((error) => log.warn({ err: error }, "visits are not counted yet"));
  const times = { everyMs: EVERY_MS, firstAfterMs: EVERY_MS };
  const own = startLoop({ name: "visits", ...times, everywhere: true }, () => storeVisits());
  loop = own;
  return { ...own, stop: () => own.stop().then(() => storeVisits()) };
}

let storing: Promise<void> = Promise.resolve();

/** Stores what waits, one run after the other. */
export function storeVisits(now = Date.now()): Promise<void> {
  const run = storing.then(() => store(now));
  storing = run.catch(() => {});
  return run;
}

const BATCH = 1_000;

async function store(now: number): Promise<void> {
  await prepare(now);
  if (dropped > 0) log.warn({ visits: dropped }, "more visits than there is room for were not counted");
  dropped = 0;
  while (waiting.size > 0) {
    const batch = [...waiting].slice(0, BATCH);
    for (const [at] of batch) waiting.delete(at);
    try {
      await storeBatch(batch.map(([, visit]) => visit));
    } catch (error) {
      // They count later, when the database is there again.
      for (const [at, visit] of batch) {
        if (waiting.size < MOST_WAITING) waiting.set(at, visit);
        else dropped++;
      }
      throw error;
    }
    await othersTurn(); // SQLite waits for nothing
  }
}

/** Reads the switch and the salts; makes those of today and tomorrow, so that midnight waits for nothing. */
async function prepare(now: number): Promise<void> {
  const wasOn = isOn;
  isOn = await visitsAreCounted();
  if (!isOn) {
    waiting.clear();
    salts.clear();
    if (wasOn) await db.transaction().execute(forgetReaders);
    return;
  }
  const days = [dayOf(now), dayOf(now + DAY_MS)];
  salts = await storedSalts(days);
  if (salts.size === days.length) return;
  await db
    .insertInto("visitSalts")
    .values(days.map((day) => ({ day, salt: newSecret() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  salts = await storedSalts(days);
  await db
    .deleteFrom("visitSalts")
    .where("day", "<", days[0] as string)
    .execute();
}

async function storedSalts(days: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom("visitSalts").selectAll().where("day", "in", days).execute();
  return new Map(rows.map(({ day, salt }) => [day, salt]));
}

async function forgetReaders(tx: Queryable): Promise<void> {
  await tx.deleteFrom("visitSalts").execute();
  await tx.deleteFrom("visitReaders").execute();
}

async function storeBatch(visits: Waiting[]): Promise<void> {
  const pages = await publicPages(visits);
  const searches = await countableSearches(visits);
  const rows = new Map<string, Counted>();
  for (const { kind, key, host, day, reader } of visits) {
    const found = kind === "search" ? searches.get(key) : pages.get(`${kind} ${key}`);
    const subject = kind === "site" ? "" : found;
    if (subject === undefined) continue;
    const hash = digest(`${reader} ${kind} ${subject}`).slice(0, 32);
    if (!rows.has(hash)) rows.set(hash, { day, kind, subject, host });
  }
  if (rows.size === 0) return;
  await db.transaction().execute(async (tx) => {
    const readers = Array.from(rows, ([hash, { day }]) => ({ day, hash }));
    const fresh = await tx
      .insertInto("visitReaders")
      .values(readers)
      .onConflict((conflict) => conflict.doNothing())
      .returning("hash")
      .execute();
    await addVisits(
      tx,
      fresh.map(({ hash }) => bounded(rows.get(hash) as Counted)),
    );
  });
}

/** What is beyond the day's limits counts with the others. */
function bounded({ day, kind, subject, host }: Counted): Counted {
  if (known.day !== day) {
    known.day = day;
    known.readers = 0;
    known.hosts.clear();
    known.searches.clear();
  }
  known.readers++;
  const isRoom = (set: Set<string>, most: number, one: string) => one === "" || set.has(one) || set.size < most;
  const isKnownHost = isRoom(known.hosts, MOST_HOSTS, host);
  if (isKnownHost) known.hosts.add(host);
  const isKnownSearch = kind !== "search" || isRoom(known.searches, MOST_SEARCHES, subject);
  if (kind === "search" && isKnownSearch) known.searches.add(subject);
  return { day, kind, subject: isKnownSearch ? subject : "", host: isKnownHost ? host : OTHER_HOSTS };
}

/** Adds one for each entry; several nodes add to the same rows. */
async function addVisits(tx: Queryable, visits: Counted[]): Promise<void> {
  const sums = new Map<string, VisitsTable>();
  for (const { day, kind, subject, host } of visits) {
    const at = JSON.stringify([day, kind, subject, host]);
    const sum = sums.get(at) ?? { day, kind, subject, host, n: 0 };
    sum.n++;
    sums.set(at, sum);
  }
  if (sums.size > 0) await addSums(tx, [...sums.values()]);
}

/** The ids of the pages that are there, by kind and slug: an answer at "/about" is nobody's profile. */
async function publicPages(visits: Waiting[]): Promise<Map<string, string>> {
  const slugs = (kind: VisitKind) => [...new Set(visits.filter((visit) => visit.kind === kind).map(({ key }) => key))];
  const experts = readDb.selectFrom("experts").select(["slug", "id"]).where("deletedAt", "is", null);
  const articles = readDb.selectFrom("articles").select(["slug", "id"]).where("status", "=", "published");
  const topics = readDb.selectFrom("topics").select(["slug", "id"]);
  const rows = {
    profile: await experts.where("slug", "in", slugs("profile")).execute(),
    article: await articles.where("deletedAt", "is", null).where("slug", "in", slugs("article")).execute(),
    topic: await topics.where("slug", "in", slugs("topic")).execute(),
  };
  return new Map(
    Object.entries(rows).flatMap(([kind, found]) => found.map(({ slug, id }) => [`${kind} ${slug}`, id] as const)),
  );
}

/** The words of the searches, by what was typed; nobody who asked not to be listed is among them. */
async function countableSearches(visits: Waiting[]): Promise<Map<string, string>> {
  const typed = new Set(visits.filter(({ kind }) => kind === "search").map(({ key }) => key));
  const searches = new Map<string, string>();
  for (const text of typed) {
    const words = searchedWords(text);
    if (words !== null && !(await askedNotToBeListed({ name: text }))) searches.set(text, words);
  }
  return searches;
}
