/** Stores the lists of people with an account. */
import { type Queryable, readDb } from "~/db.server";
import { isListed } from "~/models/records/listings/listing.server";
import { MAX_LISTED } from "./bounds";

/** Returns the public people of a list, in the order in which they were added. */
export async function slugsListedBy(userId: string, from: Queryable = readDb): Promise<string[]> {
  const rows = await from
    .selectFrom("listEntries")
    .innerJoin("experts", "experts.rowId", "listEntries.expertRowId")
    .select("experts.slug")
    .where("listEntries.userId", "=", userId)
    .where("experts.deletedAt", "is", null)
    .where(isListed)
    .orderBy("listEntries.addedAt")
    .orderBy("listEntries.expertRowId")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Adds people by their present or former slugs while the list has room; returns false if some were left out. */
export async function addToList(tx: Queryable, userId: string, slugs: string[]): Promise<boolean> {
  const entries = tx.selectFrom("listEntries").select("expertRowId").where("userId", "=", userId);
  const listedIds = new Set((await entries.execute()).map(({ expertRowId }) => expertRowId));
  const people = await publicPeople(tx, slugs);
  const newPeople = people.filter(({ rowId }) => !listedIds.has(rowId));
  // Counts only the people whom the reader sees and could remove.
  const { length: shownCount } = await slugsListedBy(userId, tx);
  const fittingPeople = newPeople.slice(0, Math.max(0, MAX_LISTED - shownCount));
  const addedAt = new Date().toISOString();
  const rows = fittingPeople.map(({ rowId }) => ({ userId, expertRowId: rowId, addedAt }));
  if (rows.length > 0) {
    await tx
      .insertInto("listEntries")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return fittingPeople.length === newPeople.length;
}

export async function removeFromList(tx: Queryable, userId: string, slug: string): Promise<void> {
  const person = tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug);
  await tx.deleteFrom("listEntries").where("userId", "=", userId).where("expertRowId", "in", person).execute();
}

/** Returns the public people at present or former slugs, each once and in the order of the slugs. */
export async function publicPeople(from: Queryable, slugs: string[]): Promise<{ rowId: number; slug: string }[]> {
  const distinctSlugs = [...new Set(slugs)].slice(0, MAX_LISTED);
  if (distinctSlugs.length === 0) return [];
  const rows = await from
    .selectFrom("slugs")
    .innerJoin("experts", "experts.rowId", "slugs.expertRowId")
    .select(["slugs.slug as requestedSlug", "experts.rowId", "experts.slug"])
    .where("slugs.slug", "in", distinctSlugs)
    .where("experts.deletedAt", "is", null)
    .where(isListed)
    .execute();
  const bySlug = new Map(rows.map(({ requestedSlug, rowId, slug }) => [requestedSlug, { rowId, slug }]));
  const people = distinctSlugs.flatMap((slug) => bySlug.get(slug) ?? []);
  return [...new Map(people.map((person) => [person.rowId, person])).values()];
}
