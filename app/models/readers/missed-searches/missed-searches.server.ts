/**
 * Searches without results: words and days, nothing about the readers. Counted in memory and stored by a loop,
 * so that a search stays a read.
 */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { contentVersion, db, normalized, readDb, searchExperts, words } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { digest, newSecret } from "~/services/secrets.server";

const MOST_CHARACTERS = 80;
const MOST_WORDS = 6;
const LEAST_LETTERS = 3;
/** More may be a telephone number. */
const MOST_DIGITS = 4;
const SIGNS = /^[\p{L}\p{M}\p{N} .,'’&+()-]+$/u;

/** Texts by their words, until they are stored. */
const waiting = new Map<string, string>();
const MOST_WAITING = 200;

const DAY = 24 * 60 * 60_000;
const MOST_FROM_NETWORK = 50;

/**
 * The searches of networks on this day, as hashes with a salt of this process, so that one of them cannot fill the list.
 */
const counts = new LRUCache<string, number>({ max: 20_000, ttl: DAY, noUpdateTTL: true });
const SALT = newSecret();

/** Counts a key once more; returns false beyond `most` within a day. */
function consume(key: string, most: number): boolean {
  const hash = digest(`${SALT} ${key}`);
  const count = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, count);
  return count <= most;
}

/** Tells whether a search of all people found nobody on its first page. It is counted unless a program made it. */
export function countMissed(
  { search, category, page }: { search: string; category: string; page: number },
  total: number,
  { address, isProgram }: { address: string; isProgram: boolean },
): boolean {
  if (total > 0 || search === "" || category !== "" || page > 1) return false;
  if (!isProgram) noteMissed(search, address);
  return true;
}

/** Counts a search without results that can be a name or a topic: once a day for each network, and at most 50 of one. */
export function noteMissed(search: string, address: string): void {
  const typed = normalized(search, "NFC").replace(/\s+/g, " ").trim();
  if (typed.length > MOST_CHARACTERS || !SIGNS.test(typed)) return;
  if ((typed.match(/\p{N}/gu) ?? []).length > MOST_DIGITS) return;
  if ((typed.match(/\p{L}/gu) ?? []).length < LEAST_LETTERS) return;
  const all = words(typed);
  if (all.length > MOST_WORDS || waiting.size >= MOST_WAITING) return;
  const key = all.join(" ");
  const place = network(address);
  if (consume(`${place} ${key}`, 1) && consume(place, MOST_FROM_NETWORK)) waiting.set(key, typed);
}

const EVERY_MS = 60_000;

/** Stores the counted searches once a minute and at the end. Run it in every process that answers. */
export function startMissedSearches(): Loop {
  const times = { everyMs: EVERY_MS, firstAfterMs: EVERY_MS };
  const loop = startLoop({ name: "missed searches", ...times, everywhere: true }, () => storeMissed());
  return { ...loop, stop: () => loop.stop().then(() => storeMissed()) };
}

/** Each text counts once, however often it was searched since the last time. What cannot be stored now waits for the next time. */
export async function storeMissed(now = new Date()): Promise<void> {
  const all = [...waiting];
  waiting.clear();
  // Somebody who goes on typing after a search means the longer text.
  const texts = all.filter(([key]) => !all.some(([otherKey]) => otherKey.startsWith(key) && otherKey !== key));
  const day = now.toISOString().slice(0, 10);
  for (const [at, [key, typed]] of texts.entries()) {
    try {
      await storeOne(key, typed, day);
    } catch (error) {
      for (const [later, text] of texts.slice(at)) if (waiting.size < MOST_WAITING) waiting.set(later, text);
      throw error;
    }
  }
  if (texts.length > 0) await removeRarest();
}

async function storeOne(words: string, typed: string, day: string): Promise<void> {
  if (await askedNotToBeListed({ name: typed })) return;
  await db
    .insertInto("missedSearches")
    .values({ words, typed, count: 1, firstDay: day, lastDay: day, isDismissed: 0 })
    .onConflict((conflict) =>
      conflict.column("words").doUpdateSet((e) => ({ typed, lastDay: day, count: e("missedSearches.count", "+", 1) })),
    )
    .execute();
}

const MOST_ROWS = 500;

async function removeRarest(): Promise<void> {
  const ordered = readDb
    .selectFrom("missedSearches")
    .select("words")
    .orderBy("count", "desc")
    .orderBy("lastDay", "desc");
  const rows = await ordered.orderBy("words").limit(MOST_WAITING).offset(MOST_ROWS).execute();
  if (rows.length > 0)
    await db
      .deleteFrom("missedSearches")
      .where(
        "words",
        "in",
        rows.map((row) => row.words),
      )
      .execute();
}

export interface MissedSearch {
  words: string;
  typed: string;
  count: number;
  firstDay: string;
  lastDay: string;
}

const MISSED_SHOWN = 100;

/** The most frequent searches that still have no results. */
export async function missedSearches(_editor: Editor, limit = MISSED_SHOWN): Promise<MissedSearch[]> {
  const rows = await readDb
    .selectFrom("missedSearches")
    .select(["words", "typed", "count", "firstDay", "lastDay"])
    .where("isDismissed", "=", 0)
    .orderBy("count", "desc")
    .orderBy("lastDay", "desc")
    .orderBy("words")
    .limit(limit)
    .execute();
  const foundFlags = await Promise.all(rows.map(({ typed }) => isFound(typed)));
  return rows.filter((_, at) => !foundFlags[at]);
}

export const Dismissal = z.object({ words: z.string("Send the words of the search.") });

/** The words are not shown again, however often they are searched. @throws AppError "invalid". */
export async function dismissMissed(_editor: Editor, input: unknown): Promise<void> {
  const text = words(parse(Dismissal, input).words).join(" ");
  await db.updateTable("missedSearches").set({ isDismissed: 1 }).where("words", "=", text).execute();
}

const DAYS = 180;

/** Deletes searches that are older than 180 days, or find somebody now. Returns their number. */
export async function removeOldMissed(now = Date.now()): Promise<number> {
  const before = new Date(now - DAYS * DAY).toISOString().slice(0, 10);
  const rows = await readDb
    .selectFrom("missedSearches")
    .select(["words", "typed", "lastDay"])
    .orderBy("words")
    .execute();
  let removed = 0;
  for (const row of rows) {
    if (row.lastDay >= before && !(await isFound(row.typed))) continue;
    await db.deleteFrom("missedSearches").where("words", "=", row.words).execute();
    removed++;
  }
  return removed;
}

/**
 * Caches the results: a search without matches compares its words with all others, so it is repeated only after the content
 * changed.
 */
const lastLooks = new LRUCache<string, { version: number; isFound: boolean }>({ max: MOST_ROWS });

async function isFound(text: string): Promise<boolean> {
  const [version, synonyms] = await Promise.all([contentVersion(), searchSynonyms()]);
  const last = lastLooks.get(text);
  if (last?.version === version) return last.isFound;
  const { total } = await searchExperts(readDb, { text, synonyms, near: true, offset: 0, limit: 1 });
  lastLooks.set(text, { version, isFound: total > 0 });
  return total > 0;
}
