/** Finds listed people whose profiles have gaps, for the admins' list, its filters, its export and bulk actions. */
import type { ExpressionBuilder } from "kysely";
import { type Database, type ExpertRow, readDb, searchExperts, untilContentChanges } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { inBatches } from "~/models/base/input/batches.server";
import { findPage, type PageQuery, sortByRowIds } from "~/models/base/input/paging.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import { summariesByRowId } from "~/models/records/directory/experts.server";
import { hasNoSource } from "~/models/records/directory/source-proposals.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { facetListing, POSITION_ENDED } from "~/models/records/listings/facets";
import { EVERYONE, isListed, listedRowIds, listingCounts } from "~/models/records/listings/listing.server";
import { GAPS, type Gap, MAX_PER_GAP } from "./gaps";

const YEAR_MS = 365 * 24 * 60 * 60_000;
const MAX_SEARCHED = 500;

export interface GapQuery extends PageQuery {
  search: string;
  gap: Gap;
}

export type GapFilter = { gap: Gap | null; search: string };

/** Returns a page of the listed people with a gap, in the order of the lists. */
export async function expertsLacking(_editor: Editor, { gap, search, ...query }: GapQuery) {
  const { rowIds, isCapped } = await rowIdsLacking(gap, search);
  return findPage(query, { nearest: true }, async (offset) => ({
    experts: await summariesByRowId(rowIds.slice(offset, offset + query.limit)),
    total: rowIds.length,
    isCapped,
  }));
}

/** Returns the ids of the people under a filter and a search, in the order of the list: at most 10,000, of a search 500. */
export async function matchingIds(_editor: Editor, query: GapFilter): Promise<string[]> {
  const rowIds = (await matchingRowIds(query)).slice(0, MAX_PER_GAP);
  const experts = readDb.selectFrom("experts").select(["rowId", "id"]).where("deletedAt", "is", null);
  const read = async (batch: number[]) => sortByRowIds(await experts.where("rowId", "in", batch).execute(), batch);
  const ids: string[] = [];
  for await (const rows of inBatches(rowIds, ID_BATCH_SIZE, read)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

/** Yields the people under a filter and a search with all fields, in batches. With `ids`, yields the people with these ids instead. */
export async function* matchingExperts(
  _editor: Editor,
  { ids, ...query }: GapFilter & { ids: string[] },
): AsyncGenerator<Expert[], void> {
  const rowIds = ids.length > 0 ? await rowIdsOf(ids) : await matchingRowIds(query);
  for await (const rows of readRows(rowIds)) yield rows.map(toExpert);
}

const BATCH_SIZE = 100;
/** Batches of ids can be larger, because ids are short. */
const ID_BATCH_SIZE = 1_000;

async function* readRows(rowIds: number[]): AsyncGenerator<ExpertRow[], void> {
  const read = async (batch: number[]) => {
    const rows = readDb.selectFrom("experts").selectAll().where("rowId", "in", batch).where("deletedAt", "is", null);
    return sortByRowIds(await rows.execute(), batch);
  };
  yield* inBatches(rowIds, BATCH_SIZE, read);
}

async function rowIdsOf(ids: string[]): Promise<number[]> {
  const rows = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("id", "in", ids.slice(0, MAX_PER_GAP))
    .where(isListed)
    .execute();
  return rows.map(({ rowId }) => rowId);
}

async function matchingRowIds({ gap, search }: GapFilter): Promise<number[]> {
  if (gap) return (await rowIdsLacking(gap, search)).rowIds;
  if (search) return searchRowIds(search);
  const total = (await listingCounts())[EVERYONE] ?? 0;
  return listedRowIds(EVERYONE, { total, offset: 0, limit: total, sort: "" });
}

async function searchRowIds(search: string, limit = MAX_SEARCHED): Promise<number[]> {
  const synonyms = await searchSynonyms();
  return (await searchExperts(readDb, { text: search, offset: 0, limit, synonyms, asWords: true })).rowIds;
}

/** Returns the rows of everybody with a gap, in the order of the lists: at most 10,000. */
export async function rowIdsWith(gap: Gap): Promise<number[]> {
  return (await rowIdsLacking(gap, "")).rowIds;
}

async function rowIdsLacking(gap: Gap, search: string): Promise<{ rowIds: number[]; isCapped: boolean }> {
  const searchedRowIds = search ? await searchRowIds(search) : null;
  if (searchedRowIds?.length === 0) return { rowIds: [], isCapped: false };
  let rows = listedExperts().where({ ...CONDITIONS_IN_RECORDS, ...conditionsBesideRecords(new Date()) }[gap]);
  if (searchedRowIds) rows = rows.where("listing.expertRowId", "in", searchedRowIds);
  const people = await rows
    .select("listing.expertRowId")
    .orderBy("listing.rank")
    .orderBy("listing.sortName")
    .orderBy("listing.expertRowId")
    .limit(MAX_PER_GAP + 1)
    .execute();
  const rowIds = people.map(({ expertRowId }) => expertRowId).slice(0, MAX_PER_GAP);
  const isCapped = people.length > MAX_PER_GAP;
  return searchedRowIds
    ? { rowIds: searchedRowIds.filter((rowId) => rowIds.includes(rowId)), isCapped }
    : { rowIds, isCapped };
}

/** Returns the number of people with each gap, among everybody or a search's results. It equals the length of the list. */
export async function gapCounts(_editor: Editor, search: string): Promise<Record<Gap, number>> {
  const searchedRowIds = search ? await searchRowIds(search) : null;
  const [countsInRecords, countsBesideRecords] = await Promise.all([
    searchedRowIds ? countInRecords(searchedRowIds) : cachedCountsInRecords(),
    countBesideRecords(searchedRowIds),
  ]);
  return { ...countsInRecords, ...countsBesideRecords } as Record<Gap, number>;
}

/** Returns the gaps of one person; no gaps for an unlisted person. */
export async function gapsOf(_editor: Editor, rowId: number): Promise<Gap[]> {
  const [countsInRecords, countsBesideRecords] = await Promise.all([
    countInRecords([rowId]),
    countBesideRecords([rowId]),
  ]);
  const counts: Partial<Record<Gap, number>> = { ...countsInRecords, ...countsBesideRecords };
  return (Object.keys(GAPS) as Gap[]).filter((gap) => (counts[gap] ?? 0) > 0);
}

const cachedCountsInRecords = untilContentChanges(() => countInRecords(null));

async function countInRecords(onlyRowIds: number[] | null): Promise<Partial<Record<Gap, number>>> {
  const counts = await listedExperts()
    .$if(onlyRowIds !== null, (rows) => rows.where("listing.expertRowId", "in", onlyRowIds ?? []))
    .select((eb) =>
      namesOf(CONDITIONS_IN_RECORDS).map((gap) =>
        eb.fn.countAll<number>().filterWhere(CONDITIONS_IN_RECORDS[gap]).as(gap),
      ),
    )
    .executeTakeFirstOrThrow();
  return asNumbers(counts);
}

/**
 * Counts in one pass over the table `listing` without reading records: they are long, and reading them would take most of
 * the page's time.
 */
async function countBesideRecords(onlyRowIds: number[] | null): Promise<Partial<Record<Gap, number>>> {
  const conditions = conditionsBesideRecords(new Date());
  const counts = await readDb
    .selectFrom("listing")
    .where("listing.category", "=", EVERYONE)
    .$if(onlyRowIds !== null, (rows) => rows.where("listing.expertRowId", "in", onlyRowIds ?? []))
    .select((eb) => namesOf(conditions).map((gap) => eb.fn.countAll<number>().filterWhere(conditions[gap]).as(gap)))
    .executeTakeFirstOrThrow();
  return asNumbers(counts);
}

function namesOf<Name extends Gap>(conditions: Record<Name, unknown>): Name[] {
  return Object.keys(conditions) as Name[];
}

/** Converts counts, which PostgreSQL returns as texts. */
function asNumbers(counts: object): Partial<Record<Gap, number>> {
  return Object.fromEntries(Object.entries(counts).map(([gap, count]) => [gap, Number(count)]));
}

function listedExperts() {
  return readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .where("listing.category", "=", EVERYONE);
}

type Condition<Tables extends "listing" | "experts"> = (
  eb: ExpressionBuilder<Database, Tables>,
) => ReturnType<typeof eb.and>;

type InRecords = "incomplete" | "biography" | "portrait" | "licence" | "topic" | "identifier";

/** Conditions on the records themselves: their counts can be cached until content changes. */
const CONDITIONS_IN_RECORDS: Record<InRecords, Condition<"listing" | "experts">> = {
  incomplete: (eb) =>
    eb.or([
      eb("experts.title", "=", ""),
      eb("experts.longevityContribution", "=", ""),
      eb("experts.biography", "=", ""),
      eb("experts.categories", "=", "[]"),
    ]),
  biography: (eb) => eb.and([eb("experts.biography", "=", "")]),
  portrait: (eb) => eb.and([eb("experts.imageUrl", "=", "")]),
  licence: (eb) =>
    eb.and([
      eb("experts.imageUrl", "!=", ""),
      eb.not(
        eb.exists(
          eb
            .selectFrom("imageUses")
            .innerJoin("imageCredits", "imageCredits.imageId", "imageUses.imageId")
            .select("imageUses.field")
            .where("imageUses.kind", "=", "expert")
            .where("imageUses.field", "=", "imageUrl")
            .whereRef("imageUses.subjectId", "=", "experts.id"),
        ),
      ),
    ]),
  topic: (eb) => eb.and([eb("experts.topics", "=", "[]")]),
  identifier: (eb) => eb.and(PERSONAL_IDENTIFIERS.map((kind) => eb(`experts.${kind}`, "=", ""))),
};

const HISTORICAL = facetListing("status", "historical");

/**
 * Returns the conditions that can change while no record does: links are checked, sources are added, people are informed,
 * and time passes.
 */
function conditionsBesideRecords(now: Date): Record<Exclude<Gap, InRecords>, Condition<"listing">> {
  const aYearAgo = new Date(now.getTime() - YEAR_MS).toISOString();
  return {
    source: (eb) =>
      eb.and([
        eb.not(
          eb.exists(
            eb
              .selectFrom("evidence")
              .select("evidence.id")
              .whereRef("evidence.expertRowId", "=", "listing.expertRowId"),
          ),
        ),
      ]),
    found: (eb) => eb.and([eb("listing.expertRowId", "in", selectUndecided(eb))]),
    deadLink: (eb) =>
      eb.and([
        eb.exists(
          eb
            .selectFrom("linkChecks")
            .select("linkChecks.url")
            .whereRef("linkChecks.expertRowId", "=", "listing.expertRowId")
            .where("linkChecks.status", "=", "dead"),
        ),
      ]),
    position: (eb) =>
      eb.and([
        eb(
          "listing.expertRowId",
          "in",
          eb.selectFrom("listing as ended").select("ended.expertRowId").where("ended.category", "=", POSITION_ENDED),
        ),
      ]),
    review: (eb) => eb.and([eb("listing.reviewedAt", "<", aYearAgo)]),
    // Leaves out historical people, whom nobody can inform, and people who claimed their profile, because they know of it.
    told: (eb) =>
      eb.and([
        eb(
          "listing.expertRowId",
          "not in",
          eb.selectFrom("listing as former").select("former.expertRowId").where("former.category", "=", HISTORICAL),
        ),
        eb.not(
          eb.exists(
            eb
              .selectFrom("toldPeople")
              .select("toldPeople.toldAt")
              .whereRef("toldPeople.expertRowId", "=", "listing.expertRowId"),
          ),
        ),
        eb.not(
          eb.exists(
            eb
              .selectFrom("claims")
              .select("claims.id")
              .whereRef("claims.expertRowId", "=", "listing.expertRowId")
              .where("claims.status", "=", "confirmed"),
          ),
        ),
      ]),
  };
}

/** Selects the people with passages for sentences that have no source yet. */
function selectUndecided(eb: ExpressionBuilder<Database, "listing">) {
  return eb
    .selectFrom("sourceProposals")
    .innerJoin("experts as found", "found.rowId", "sourceProposals.expertRowId")
    .select("sourceProposals.expertRowId")
    .where("found.sourced", "=", 0)
    .where("sourceProposals.status", "=", "proposed")
    .where(hasNoSource);
}
