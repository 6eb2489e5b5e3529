/** Changes the stored sums. */
import { contains, db, type Queryable, type VisitsTable, words } from "~/db.server";
import { COUNTED_PAGES } from "./counted-pages.server";
import { dayOf } from "./days";

/** The least searches of a day: rarer ones may be about a person whom nobody else looks for. */
export const MIN_VISITS = 3;
export const MONTHS_KEPT = 25;
const HOUR_MS = 60 * 60_000;

/** Adds to the stored sums; each key comes once. */
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

/** Removes the names of a leaving person from searches and hosts; their counts stay in the sums of all. */
export async function forgetVisits(tx: Queryable, names: string[]): Promise<void> {
  for (const name of names.map(words)) {
    const nameWords = name.filter((word) => word.length > 1);
    if (nameWords.length === 0) continue;
    const saying = (column: "subject" | "host") =>
      tx
        .selectFrom("visits")
        .select(column)
        .distinct()
        .where((e) => e.or(nameWords.map((word) => contains(column, word))));
    const searches = await saying("subject").where("kind", "=", "search").execute();
    const hosts = await saying("host").execute();
    const searched = searches.map(({ subject }) => subject).filter((text) => isAbout(text.split(" "), name));
    const ofThem = hosts.map(({ host }) => host).filter((host) => nameWords.every((word) => host.includes(word)));
    await moveSums(tx, "subject", searched);
    await moveSums(tx, "host", ofThem);
  }
}

/** Tells whether the words of a search are a part of a name, or have all of it. */
function isAbout(searched: string[], name: string[]): boolean {
  return searched.every((word) => name.includes(word)) || name.every((word) => searched.includes(word));
}

async function moveSums(tx: Queryable, column: "subject" | "host", values: string[]): Promise<void> {
  for (const value of values) {
    const rows = tx.deleteFrom("visits").where(column, "=", value);
    const gone = await (column === "subject" ? rows.where("kind", "=", "search") : rows).returningAll().execute();
    for (const row of gone) await addSums(tx, [{ ...row, [column]: "" }]);
  }
}

/**
 * Deletes sums after 25 months, the words of searches that were too rare on their day, and numbers of pages that are gone.
 * Run hourly. Gives how many rows went.
 */
export async function tidyVisits(now = Date.now()): Promise<number> {
  const first = new Date(now);
  first.setUTCMonth(first.getUTCMonth() - MONTHS_KEPT);
  // Another process may still store its last visits of the day.
  const ended = dayOf(now - HOUR_MS);
  const deleted = [await db.deleteFrom("visits").where("day", "<", dayOf(first.getTime())).executeTakeFirst()];
  for (const { visits, table } of COUNTED_PAGES) {
    const removal = db.deleteFrom("visits").where("kind", "=", visits);
    deleted.push(await removal.where("subject", "not in", (e) => e.selectFrom(table).select("id")).executeTakeFirst());
  }
  await db.transaction().execute((tx) => foldRareSearches(tx, ended));
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

const MAX_FOLDED = 2_000;

/** Turns rare searches into "a search": the sum stays, the words go. */
async function foldRareSearches(tx: Queryable, before: string): Promise<void> {
  const rare = await tx
    .selectFrom("visits")
    .select(["day", "subject"])
    .where("kind", "=", "search")
    .where("subject", "!=", "")
    .where("day", "<", before)
    .groupBy(["day", "subject"])
    .having((e) => e.fn.sum("n"), "<", MIN_VISITS)
    .limit(MAX_FOLDED)
    .execute();
  for (const { day, subject } of rare) {
    const gone = await tx
      .deleteFrom("visits")
      .where("day", "=", day)
      .where("kind", "=", "search")
      .where("subject", "=", subject)
      .returningAll()
      .execute();
    for (const row of gone) await addSums(tx, [{ ...row, subject: "" }]);
  }
}
