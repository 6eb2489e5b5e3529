/** What follows from the row of an expert: the public lists, the search index, and the websites that find duplicates. */
import { indexExperts, NOT_FEATURED, type Queryable, type SearchText } from "~/db.server";
import { categoryLabel } from "./categories";
import { EVERYONE } from "./listing.server";
import { rememberAllWebsites } from "./websites.server";

/** Rows that are written with one statement: SQLite takes 32,766 values. */
const ROWS = 100;

/** Puts experts into the lists of their categories and into the search index, as their rows say now. */
export async function publishListings(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let at = 0; at < rowIds.length; at += 1_000) {
    const some = rowIds.slice(at, at + 1_000);
    await putInLists(tx, some);
    await indexExperts(tx, await searchTextsOf(tx, some));
  }
}

async function putInLists(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let at = 0; at < rowIds.length; at += ROWS) {
    const some = rowIds.slice(at, at + ROWS);
    const rows = await tx
      .selectFrom("experts")
      .select(["rowId", "sortName", "categories", "featuredPosition", "referenceLinks"])
      .where("rowId", "in", some)
      .execute();
    const places = rows.flatMap(({ rowId, featuredPosition, sortName, categories }) => {
      const place = { rank: featuredPosition ?? NOT_FEATURED, sortName, expertRowId: rowId };
      return [EVERYONE, ...JSON.parse(categories)].map((category: string) => ({ category, ...place }));
    });
    await tx.deleteFrom("listing").where("expertRowId", "in", some).execute();
    await tx.insertInto("listing").values(places).execute();
    const links = new Map<number, string[]>(rows.map((row) => [row.rowId, JSON.parse(row.referenceLinks)]));
    await rememberAllWebsites(tx, "expertRowId", links);
  }
}

async function searchTextsOf(tx: Queryable, rowIds: number[]): Promise<{ rowId: number; text: SearchText }[]> {
  const rows = await tx
    .selectFrom("experts")
    .select(["rowId", "name", "title", "categories", "longevityContribution", "biography"])
    .where("rowId", "in", rowIds)
    .execute();
  return rows.map(({ rowId, categories, ...texts }) => ({
    rowId,
    text: { ...texts, categoryLabels: JSON.parse(categories).map(categoryLabel) },
  }));
}
