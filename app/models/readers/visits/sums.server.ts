/** Changes the stored sums of visits. */

import { contains, db, type Queryable, type VisitsTable, words } from "~/db.server";
import { HOUR_MS } from "~/stored-times";
import { dayOf } from "./days";
import { COUNTED_PAGES } from "./pages";

/** Hides searches that are rarer on a day, because they may name a person whom nobody else looks for. */
export const MIN_VISITS = 3;
export const RETENTION_MONTHS = 25;

/** Adds to the stored sums. Each key may occur once. */
export async function addSums(tx: Queryable, sums: VisitsTable[]): Promise<void> {
  await tx
    .insertInto("visits")
    .values(sums)
    .onConflict((conflict) =>
      conflict
        .columns(["day", "kind", "subject", "host"])
        .doUpdateSet((e) => ({ n: e("visits.n", "+", e.ref("excluded.n")) })),
    )
    .execute();
}

/** Removes the names of a person who leaves from searches and hosts. The counts stay in the sums. */
export async function forgetVisits(tx: Queryable, names: string[]): Promise<void> {
  for (const nameWords of names.map(words)) {
    const longWords = nameWords.filter((word) => word.length > 1);
    if (longWords.length === 0) continue;
    const selectMatching = (column: "subject" | "host") =>
      tx
        .selectFrom("visits")
        .select(column)
        .distinct()
        .where((e) => e.or(longWords.map((word) => contains(column, word))));
    const searches = await selectMatching("subject").where("kind", "=", "search").execute();
    const hosts = await selectMatching("host").execute();
    const searchesToClear = searches
      .map(({ subject }) => subject)
      .filter((text) => isAbout(text.split(" "), nameWords));
    const hostsToClear = hosts.map(({ host }) => host).filter((host) => longWords.every((word) => host.includes(word)));
    await clearTexts(tx, "subject", searchesToClear);
    await clearTexts(tx, "host", hostsToClear);
  }
}

/** Returns whether a search consists of words of a name, or contains the whole name. */
function isAbout(searchWords: string[], nameWords: string[]): boolean {
  return searchWords.every((word) => nameWords.includes(word)) || nameWords.every((word) => searchWords.includes(word));
}

async function clearTexts(tx: Queryable, column: "subject" | "host", values: string[]): Promise<void> {
  for (const value of values) {
    const rows = tx.deleteFrom("visits").where(column, "=", value);
    const deletedRows = await (column === "subject" ? rows.where("kind", "=", "search") : rows)
      .returningAll()
      .execute();
    for (const row of deletedRows) await addSums(tx, [{ ...row, [column]: "" }]);
  }
}

/**
 * Deletes sums older than 25 months, the words of rare searches, and the sums of deleted pages. Runs hourly; returns
 * the number of deleted rows.
 */
export async function tidyVisits(now = Date.now()): Promise<number> {
  const oldestDate = new Date(now);
  oldestDate.setUTCMonth(oldestDate.getUTCMonth() - RETENTION_MONTHS);
  // Leaves an hour, because another process may still store its last visits of the day.
  const currentDay = dayOf(now - HOUR_MS);
  const results = [await db.deleteFrom("visits").where("day", "<", dayOf(oldestDate.getTime())).executeTakeFirst()];
  for (const { visits, table } of COUNTED_PAGES) {
    const removal = db.deleteFrom("visits").where("kind", "=", visits);
    results.push(await removal.where("subject", "not in", (e) => e.selectFrom(table).select("id")).executeTakeFirst());
  }
  await db.transaction().execute((tx) => clearRareSearches(tx, currentDay));
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

const MAX_CLEARED_SEARCHES = 2_000;

/** Removes the words of rare searches, and keeps their sums. */
async function clearRareSearches(tx: Queryable, firstOpenDay: string): Promise<void> {
  const rareSearches = await tx
    .selectFrom("visits")
    .select(["day", "subject"])
    .where("kind", "=", "search")
    .where("subject", "!=", "")
    .where("day", "<", firstOpenDay)
    .groupBy(["day", "subject"])
    .having((e) => e.fn.sum("n"), "<", MIN_VISITS)
    .limit(MAX_CLEARED_SEARCHES)
    .execute();
  for (const { day, subject } of rareSearches) {
    const deletedRows = await tx
      .deleteFrom("visits")
      .where("day", "=", day)
      .where("kind", "=", "search")
      .where("subject", "=", subject)
      .returningAll()
      .execute();
    for (const row of deletedRows) await addSums(tx, [{ ...row, subject: "" }]);
  }
}
