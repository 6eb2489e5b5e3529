import type { Insertable } from "kysely";
import {
  type ExpertRow,
  facetColumns,
  indexExperts,
  type ListingTable,
  NOT_FEATURED,
  type Queryable,
  searchTextsOf,
} from "~/db.server";
import { updateSourced } from "~/models/records/evidence/sourced.server";
import { identityUrls, PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { presentPositions } from "~/models/records/experts/positions";
import { readTopics, slugsOfTopics, type Topic, topicListings } from "~/models/records/experts/topics.server";
import { storeAllWebsites } from "~/models/records/experts/websites.server";
import { categoryLabel } from "~/models/records/listings/categories";
import {
  type Facet,
  type FacetValues,
  FULLY_SOURCED,
  facetListing,
  POSITION_ENDED,
} from "~/models/records/listings/facets";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { deleteOutdatedProposals } from "./source-proposals.server";

const FACETED_COLUMNS = facetColumns().map(([, { column }]) => column);

/** Limits the rows of one statement: SQLite takes 32,766 values. */
const ROWS_PER_STATEMENT = 100;

/** Writes category lists and search index from the stored rows. */
export async function publishListings(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let index = 0; index < rowIds.length; index += 1_000) {
    const batch = rowIds.slice(index, index + 1_000);
    await writeListings(tx, batch);
    await writeWebsites(tx, batch);
    await publishForSearch(tx, batch);
  }
}

/** Writes only the search index, after a change of works or of articles about an expert. Unlisted experts have none. */
export async function publishForSearch(tx: Queryable, rowIds: number[]): Promise<void> {
  await indexExperts(tx, await searchTextsOf(tx, rowIds, categoryLabel));
}

export async function writeListings(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let index = 0; index < rowIds.length; index += ROWS_PER_STATEMENT) {
    const batch = rowIds.slice(index, index + ROWS_PER_STATEMENT);
    const rows = await tx
      .selectFrom("experts")
      .select([
        "rowId",
        "sortName",
        "sortsAs",
        "state",
        "categories",
        "featuredPosition",
        "createdAt",
        "updatedAt",
        "reviewedAt",
      ])
      .select(["topics", "sourced", "positions", ...FACETED_COLUMNS])
      .where("rowId", "in", batch)
      .execute();
    const topics = await readTopics(tx);
    for (const { rowId, topics: storedTopics } of rows) await writeTopicSlugs(tx, rowId, storedTopics, topics);
    const entries = rows.flatMap((row) => {
      const { rowId, featuredPosition, sortName, sortsAs, reviewedAt, ...times } = row;
      if (row.state !== "public") return [];
      const rank = featuredPosition ?? NOT_FEATURED;
      const { createdAt, updatedAt } = times;
      const entry = { rank, sortName, sortsAs, expertRowId: rowId, createdAt, updatedAt, reviewedAt: reviewedAt ?? "" };
      return listingsOf(row, topics).map((category) => ({ category, ...entry }));
    });
    await replaceEntries(tx, batch, entries);
    await updateSourced(tx, batch);
    await deleteOutdatedProposals(tx, batch);
  }
}

/** Stores the websites of people, by which duplicates are recognised. */
export async function writeWebsites(tx: Queryable, rowIds: number[]): Promise<void> {
  for (let index = 0; index < rowIds.length; index += ROWS_PER_STATEMENT) {
    const people = await tx
      .selectFrom("experts")
      .select(["rowId", "referenceLinks", ...PERSONAL_IDENTIFIERS])
      .where("rowId", "in", rowIds.slice(index, index + ROWS_PER_STATEMENT))
      .execute();
    const links = new Map<number, string[]>(
      people.map((person) => [person.rowId, [...JSON.parse(person.referenceLinks), ...identityUrls(person)]]),
    );
    await storeAllWebsites(tx, "expertRowId", links);
  }
}

type ListedFields = Pick<
  ExpertRow,
  "categories" | "topics" | "sourced" | "positions" | (typeof FACETED_COLUMNS)[number]
>;

/**
 * Writes only the differences: an expert with a new category stays in ten other lists, each with five indexes and its
 * count.
 */
async function replaceEntries(tx: Queryable, rowIds: number[], entries: Entry[]): Promise<void> {
  const currentEntries = await tx.selectFrom("listing").selectAll().where("expertRowId", "in", rowIds).execute();
  const [currentKeys, newKeys] = [keysOf(currentEntries), keysOf(entries)];
  const remainingRowIds = new Set(
    currentEntries.filter((entry) => newKeys.has(keyOf(entry))).map(({ expertRowId }) => expertRowId),
  );
  const removedEntries = currentEntries.filter((entry) => !newKeys.has(keyOf(entry)));
  const [unlistedEntries, movedEntries] = [
    removedEntries.filter(({ expertRowId }) => !remainingRowIds.has(expertRowId)),
    removedEntries.filter(({ expertRowId }) => remainingRowIds.has(expertRowId)),
  ];
  const deletion = tx.deleteFrom("listing");
  const idsOf = (someEntries: Entry[]) => [...new Set(someEntries.map(({ expertRowId }) => expertRowId))];
  if (unlistedEntries.length > 0) await deletion.where("expertRowId", "in", idsOf(unlistedEntries)).execute();
  for (const [category, categoryEntries] of Map.groupBy(movedEntries, (entry) => entry.category))
    await deletion.where("category", "=", category).where("expertRowId", "in", idsOf(categoryEntries)).execute();
  const addedEntries = entries.filter((entry) => !currentKeys.has(keyOf(entry)));
  if (addedEntries.length > 0) await tx.insertInto("listing").values(addedEntries).execute();
}

type Entry = Insertable<ListingTable>;

function keysOf(entries: Entry[]): Set<string> {
  return new Set(entries.map(keyOf));
}

function keyOf({ expertRowId, category, rank, sortName, sortsAs, createdAt, updatedAt, reviewedAt }: Entry): string {
  return JSON.stringify([expertRowId, category, rank, sortName, sortsAs, createdAt, updatedAt, reviewedAt]);
}

/** Returns every list that contains the expert. */
function listingsOf(row: ListedFields, topics: Topic[]): string[] {
  const facetListings = (facet: Facet, values: string[]) =>
    values.filter(Boolean).map((value) => facetListing(facet, value));
  const currentPositions = presentPositions(JSON.parse(row.positions));
  const valuesOfPositions: FacetValues = {
    country: currentPositions.map(({ country }) => country),
    institution: currentPositions.map(({ institution }) => institution.ror),
  };
  return [
    EVERYONE,
    ...JSON.parse(row.categories),
    ...topicListings(topics, slugsOfTopics(topics, JSON.parse(row.topics))),
    ...facetColumns().flatMap(([facet, { column, isList }]) => {
      const values: string[] = isList ? JSON.parse(row[column]) : [row[column]];
      return facetListings(facet, [...new Set([...values, ...(valuesOfPositions[facet] ?? [])])]);
    }),
    ...facetListings("sourced", row.sourced ? [FULLY_SOURCED] : []),
    ...(row.positions !== "[]" && currentPositions.length === 0 && row.status !== "historical" ? [POSITION_ENDED] : []),
  ];
}

/** Stores topics by their slugs, however the input named them. */
async function writeTopicSlugs(tx: Queryable, rowId: number, storedTopics: string, topics: Topic[]): Promise<void> {
  const slugs = JSON.stringify(slugsOfTopics(topics, JSON.parse(storedTopics)));
  if (slugs !== storedTopics)
    await tx.updateTable("experts").set({ topics: slugs }).where("rowId", "=", rowId).execute();
}
