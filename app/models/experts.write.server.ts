/** Writing experts: one way in for every source, so that addresses, lists and search index never drift apart. */
import { z } from "zod";
import { db, fold, indexExperts, type NewExpertRow, type Queryable, words } from "~/db.server";
import { newId } from "~/ids.server";
import { categoryLabel } from "./categories";
import { EVERYONE } from "./experts.server";
import { freeSlug } from "./slugs.server";
import { rememberWebsites } from "./websites.server";

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString("en")} characters fit here.`);
const list = (max: number, length: number) =>
  z.array(line(length)).max(max, `At most ${max} entries fit here.`).default([]);

/** What is known of an expert, from wherever it comes. Limits keep a page readable and a row small. */
export const ExpertInput = z.object({
  name: line(200).min(1, "Please enter a name."),
  slug: line(80).optional(),
  title: line(300).default(""),
  categories: list(9, 60),
  longevityContribution: line(10_000).default(""),
  biography: line(100_000).default(""),
  imageUrl: line(2_048).default(""),
  customGptUrl: line(2_048).default(""),
  featured: z.boolean().default(false),
  longevityInterviewTitle: line(300).default(""),
  longevityInterviewImageUrl: line(2_048).default(""),
  longevityInterviewShortDescription: line(1_000).default(""),
  longevityInterviewLongDescription: line(20_000).default(""),
  longevityInterviewDownloadNotesUrl: line(2_048).default(""),
  longevityInterviewVideoEmbed: line(10_000).default(""),
  productTitle: line(300).default(""),
  productImageUrl: line(2_048).default(""),
  productDescription: line(10_000).default(""),
  productButtonText: line(100).default(""),
  productButtonUrl: line(2_048).default(""),
  youtubeEmbeds: list(50, 10_000),
  books: list(100, 2_500),
  scienceHighlights: list(100, 5_000),
  referenceLinks: list(100, 2_500),
  sources: list(100, 2_500),
});

export type ExpertInput = z.input<typeof ExpertInput>;
type CheckedExpert = z.output<typeof ExpertInput>;

/**
 * Adds people in one transaction: all of them or none. A person whose `slug` is taken already is left out, so the same
 * records can be imported again without making anyone twice.
 *
 * @param origin where they come from; see `experts.origin` in db/schema.ts.
 * @returns how many were added.
 * @throws ZodError when a record does not fit `ExpertInput`.
 */
export async function importExperts(records: ExpertInput[], { origin }: { origin: string }): Promise<number> {
  return db.transaction().execute((tx) => addExperts(tx, records, { origin }));
}

/** `importExperts` as a part of a transaction. */
export async function addExperts(
  tx: Queryable,
  records: ExpertInput[],
  { origin }: { origin: string },
): Promise<number> {
  const rowIds: number[] = [];
  for (const person of records.map((record) => ExpertInput.parse(record))) {
    if (person.slug && (await isTaken(tx, person.slug))) continue;
    rowIds.push((await insertRow(tx, person, origin)).rowId);
  }
  await publishListings(tx, rowIds);
  return rowIds.length;
}

/** Adds one checked expert with its address, listings and search entry; gives its keys. */
export async function insertExpert(tx: Queryable, expert: CheckedExpert, origin: string) {
  const keys = await insertRow(tx, expert, origin);
  await publishListings(tx, [keys.rowId]);
  return keys;
}

async function insertRow(tx: Queryable, expert: CheckedExpert, origin: string) {
  const { featured, slug: wanted, ...texts } = expert;
  const id = newId();
  const now = new Date().toISOString();
  const slug = await freeSlug(wanted || expert.name, id, (candidate) => isTaken(tx, candidate));
  const row: NewExpertRow = {
    ...texts,
    id,
    slug,
    sortName: sortName(expert.name),
    categories: JSON.stringify([...new Set(texts.categories)]),
    youtubeEmbeds: JSON.stringify(texts.youtubeEmbeds),
    books: JSON.stringify(texts.books),
    scienceHighlights: JSON.stringify(texts.scienceHighlights),
    referenceLinks: JSON.stringify(texts.referenceLinks),
    sources: JSON.stringify(texts.sources),
    featuredPosition: featured ? await nextFeaturedPosition(tx) : null,
    origin,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  const { rowId } = await tx.insertInto("experts").values(row).returning("rowId").executeTakeFirstOrThrow();
  await tx.insertInto("slugs").values({ slug, expertRowId: rowId }).execute();
  return { id, slug, rowId };
}

/** The rank in a listing of everyone who is not featured: after all who are. */
const NOT_FEATURED = 1_000_000_000;

/** Puts experts into the lists of their categories and into the search index, as their rows say now. */
export async function publishListings(tx: Queryable, rowIds: number[]): Promise<void> {
  if (rowIds.length === 0) return;
  const rows = await tx
    .selectFrom("experts")
    .select([
      "rowId",
      "name",
      "sortName",
      "title",
      "categories",
      "featuredPosition",
      "longevityContribution",
      "biography",
      "referenceLinks",
    ])
    .where("rowId", "in", rowIds)
    .execute();
  for (const { rowId, featuredPosition, sortName, categories, referenceLinks } of rows) {
    const place = { rank: featuredPosition ?? NOT_FEATURED, sortName, expertRowId: rowId };
    const listings = [EVERYONE, ...JSON.parse(categories)].map((category: string) => ({ category, ...place }));
    await tx.deleteFrom("listing").where("expertRowId", "=", rowId).execute();
    await tx.insertInto("listing").values(listings).execute();
    await rememberWebsites(tx, { expertRowId: rowId }, JSON.parse(referenceLinks));
  }
  const texts = rows.map((row) => ({
    rowId: row.rowId,
    text: { ...row, categoryLabels: JSON.parse(row.categories).map(categoryLabel) },
  }));
  await indexExperts(tx, texts);
}

export function sortName(name: string): string {
  return words(name).join(" ") || fold(name);
}

async function nextFeaturedPosition(tx: Queryable): Promise<number> {
  const { last } = await tx
    .selectFrom("experts")
    .select((eb) => eb.fn.max("featuredPosition").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

async function isTaken(tx: Queryable, slug: string): Promise<boolean> {
  return (await tx.selectFrom("slugs").select("slug").where("slug", "=", slug).executeTakeFirst()) !== undefined;
}
