import { indexExperts, NOT_FEATURED, type Queryable, searchTextsOf } from "~/db.server";
import { categoryLabel } from "./categories";
import { identityPages } from "./identifiers";
import { EVERYONE } from "./listing.server";
import { rememberAllWebsites } from "./websites.server";

/** Rows per statement: SQLite takes 32,766 values. */
const ROWS = 100;

/** Writes category lists and search index from the stored rows. */
export async function publishListings(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let at = 0; at < rowIds.length; at += 1_000) {
    const some = rowIds.slice(at, at + 1_000);
    await putInLists(tx, some);
    await publishForSearch(tx, some);
  }
}

/** Writes the search index alone: after a change of works, or of articles about an expert. Nothing for who is unlisted. */
export async function publishForSearch(tx: Queryable, rowIds: number[]): Promise<void> {
  await indexExperts(tx, await searchTextsOf(tx, rowIds, categoryLabel));
}

async function putInLists(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let at = 0; at < rowIds.length; at += ROWS) {
    const some = rowIds.slice(at, at + ROWS);
    const rows = await tx
      .selectFrom("experts")
      .select(["rowId", "sortName", "categories", "featuredPosition", "referenceLinks", "createdAt", "updatedAt"])
      .select(["reviewedAt", "orcid", "wikidata", "openalex"])
      .where("rowId", "in", some)
      .execute();
    const entries = rows.flatMap(({ rowId, featuredPosition, sortName, categories, reviewedAt, ...times }) => {
      const rank = featuredPosition ?? NOT_FEATURED;
      const { createdAt, updatedAt } = times;
      const entry = { rank, sortName, expertRowId: rowId, createdAt, updatedAt, reviewedAt: reviewedAt ?? "" };
      return [EVERYONE, ...JSON.parse(categories)].map((category: string) => ({ category, ...entry }));
    });
    await tx.deleteFrom("listing").where("expertRowId", "in", some).execute();
    await tx.insertInto("listing").values(entries).execute();
    const links = new Map<number, string[]>(
      rows.map((row) => [row.rowId, [...JSON.parse(row.referenceLinks), ...identityPages(row)]]),
    );
    await rememberAllWebsites(tx, "expertRowId", links);
  }
}
