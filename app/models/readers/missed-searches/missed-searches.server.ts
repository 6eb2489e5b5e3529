/**
 * Counts searches without results: words and days, nothing about the readers. Counts in memory, and a loop stores
 * them, so that a search only reads the database.
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
import { DAY_MS } from "~/stored-times";

const MAX_CHARACTERS = 80;
const MAX_WORDS = 6;
const MIN_LETTERS = 3;
/** More digits may be a telephone number. */
const MAX_DIGITS = 4;
const ALLOWED_CHARACTERS = /^[\p{L}\p{M}\p{N} .,'’&+()-]+$/u;

/** Holds typed texts by their words until they are stored. */
const waitingTexts = new Map<string, string>();
const MAX_WAITING_SEARCHES = 200;

const MAX_FROM_NETWORK = 50;

/**
 * Counts the searches of each network on this day, as hashes with a salt of this process, so that no network can fill
 * the list.
 */
const counts = new LRUCache<string, number>({ max: 20_000, ttl: DAY_MS, noUpdateTTL: true });
const SALT = newSecret();

/** Counts a key; returns false above `limit` in a day. */
function countWithin(key: string, limit: number): boolean {
  const hash = digest(`${SALT} ${key}`);
  const count = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, count);
  return count <= limit;
}

/** Returns whether a search of all people found nobody on its first page. Counts it unless a program made it. */
export function countMissed(
  { search, category, page }: { search: string; category: string; page: number },
  total: number,
  { address, isProgram }: { address: string; isProgram: boolean },
): boolean {
  if (total > 0 || search === "" || category !== "" || page > 1) return false;
  if (!isProgram) noteMissed(search, address);
  return true;
}

/**
 * Counts a search without results that can be a name or a topic: once a day for each network, and at most 50 a day
 * from one.
 */
export function noteMissed(search: string, address: string): void {
  const typedText = normalized(search, "NFC").replace(/\s+/g, " ").trim();
  if (typedText.length > MAX_CHARACTERS || !ALLOWED_CHARACTERS.test(typedText)) return;
  if ((typedText.match(/\p{N}/gu) ?? []).length > MAX_DIGITS) return;
  if ((typedText.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return;
  const searchWords = words(typedText);
  if (searchWords.length === 0 || searchWords.length > MAX_WORDS || waitingTexts.size >= MAX_WAITING_SEARCHES) return;
  const key = searchWords.join(" ");
  const source = network(address);
  if (countWithin(`${source} ${key}`, 1) && countWithin(source, MAX_FROM_NETWORK)) waitingTexts.set(key, typedText);
}

const STORE_EVERY_MS = 60_000;

/** Stores the counted searches once a minute and at the end. Runs in every process that answers requests. */
export function startMissedSearches(): Loop {
  const times = { everyMs: STORE_EVERY_MS, firstAfterMs: STORE_EVERY_MS };
  const loop = startLoop({ name: "missed searches", ...times, everywhere: true }, () => storeMissed());
  return { ...loop, stop: () => loop.stop().then(() => storeMissed()) };
}

/**
 * Stores each text once, however often it was searched since the last call. Texts that cannot be stored wait for the
 * next call.
 */
export async function storeMissed(now = new Date()): Promise<void> {
  const entries = [...waitingTexts];
  waitingTexts.clear();
  // Drops a text that another one continues: the reader was still typing.
  const texts = entries.filter(([key]) => !entries.some(([otherKey]) => otherKey.startsWith(key) && otherKey !== key));
  const day = now.toISOString().slice(0, 10);
  for (const [index, [key, typed]] of texts.entries()) {
    try {
      await storeSearch(key, typed, day);
    } catch (error) {
      for (const [laterKey, text] of texts.slice(index))
        if (waitingTexts.size < MAX_WAITING_SEARCHES) waitingTexts.set(laterKey, text);
      throw error;
    }
  }
  if (texts.length > 0) await removeRarest();
}

async function storeSearch(words: string, typed: string, day: string): Promise<void> {
  if (await askedNotToBeListed({ name: typed })) return;
  await db
    .insertInto("missedSearches")
    .values({ words, typed, count: 1, firstDay: day, lastDay: day, isDismissed: 0 })
    .onConflict((conflict) =>
      conflict.column("words").doUpdateSet((e) => ({ typed, lastDay: day, count: e("missedSearches.count", "+", 1) })),
    )
    .execute();
}

const MAX_ROWS = 500;

async function removeRarest(): Promise<void> {
  const orderedSearches = readDb
    .selectFrom("missedSearches")
    .select("words")
    .orderBy("count", "desc")
    .orderBy("lastDay", "desc");
  const rows = await orderedSearches.orderBy("words").limit(MAX_WAITING_SEARCHES).offset(MAX_ROWS).execute();
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

const DEFAULT_LIMIT = 100;

/** Returns the most frequent searches that still have no results. */
export async function missedSearches(_editor: Editor, limit = DEFAULT_LIMIT): Promise<MissedSearch[]> {
  const rows = await readDb
    .selectFrom("missedSearches")
    .select(["words", "typed", "count", "firstDay", "lastDay"])
    .where("isDismissed", "=", 0)
    .orderBy("count", "desc")
    .orderBy("lastDay", "desc")
    .orderBy("words")
    .limit(limit)
    .execute();
  const haveResults = await Promise.all(rows.map(({ typed }) => hasResults(typed)));
  return rows.filter((_, index) => !haveResults[index]);
}

export const Dismissal = z.object({ words: z.string("Send the words of the search.") });

/** Hides a search until it is deleted, however often it is repeated. Throws "invalid". */
export async function dismissMissed(_editor: Editor, input: unknown): Promise<void> {
  const key = words(parse(Dismissal, input).words).join(" ");
  await db.updateTable("missedSearches").set({ isDismissed: 1 }).where("words", "=", key).execute();
}

const MAX_AGE_DAYS = 180;

/** Deletes searches that are older than 180 days or have results now. Returns their number. */
export async function removeOldMissed(now = Date.now()): Promise<number> {
  const oldestDay = new Date(now - MAX_AGE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const rows = await readDb
    .selectFrom("missedSearches")
    .select(["words", "typed", "lastDay"])
    .orderBy("words")
    .execute();
  let removedCount = 0;
  for (const row of rows) {
    if (row.lastDay >= oldestDay && !(await hasResults(row.typed))) continue;
    await db.deleteFrom("missedSearches").where("words", "=", row.words).execute();
    removedCount++;
  }
  return removedCount;
}

/**
 * Caches whether a search has results until the content changes, because a search without matches compares its words
 * with all others.
 */
const cachedResults = new LRUCache<string, { version: number; hasMatches: boolean }>({ max: MAX_ROWS });

async function hasResults(text: string): Promise<boolean> {
  const [version, synonyms] = await Promise.all([contentVersion(), searchSynonyms()]);
  const cachedResult = cachedResults.get(text);
  if (cachedResult?.version === version) return cachedResult.hasMatches;
  const { total } = await searchExperts(readDb, { text, synonyms, includesNearest: true, offset: 0, limit: 1 });
  cachedResults.set(text, { version, hasMatches: total > 0 });
  return total > 0;
}
