/** Stores the works that OpenAlex lists for an expert. They are suggested until an admin accepts or dismisses them. */
import { z } from "zod";
import { db, type ExpertRow, type Queryable, readDb, type WorkRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { WORK_KEY, workKey } from "~/models/base/web/work-addresses";
import { publishForSearch } from "~/models/records/directory/publish.server";
import { auditExpert, EXPERTS, expertForAdmin } from "~/models/records/experts/rows.server";
import { revisionsOf } from "~/models/records/shared/revisions.server";
import { findWork, type OpenAlexWork, worksOfAuthor } from "~/services/openalex.server";

/** A work in storage, exports and imports. */
export interface Work extends OpenAlexWork {
  /** Says that the person chose it to come first. */
  highlighted: boolean;
}
/** A work in the JSON calls. null means unknown, because OpenAlex does not have the work. */
export interface PublicWork extends Omit<Work, "citations" | "retracted"> {
  citations: number | null;
  retracted: boolean | null;
}
export interface AdminWork extends PublicWork {
  status: WorkRow["status"];
  /** Says that an accepted work is retracted and no admin has seen that. */
  isRetractionNew: boolean;
}

function toWork({
  openalex: key,
  doi,
  title,
  year,
  venue,
  citations,
  retracted,
  highlightedAt,
  ...row
}: WorkRow): Work {
  const openalex = isOfOpenAlex(key) ? key : "";
  return {
    openalex,
    doi,
    title,
    year,
    venue,
    citations,
    retracted: retracted === 1,
    highlighted: highlightedAt !== null,
    subjects: JSON.parse(row.subjects),
  };
}

function toPublicWork(row: WorkRow): PublicWork {
  const { citations, retracted, ...work } = toWork(row);
  const isKnown = work.openalex !== "";
  return { ...work, citations: isKnown ? citations : null, retracted: isKnown || retracted ? retracted : null };
}

function isOfOpenAlex(key: string): boolean {
  return OPENALEX_WORK.test(key);
}

const OPENALEX_WORK = /^W\d{1,15}$/;

/** Returns the accepted works of experts by their row, newest first. */
export async function acceptedWorks(from: Queryable, rowIds: number[]): Promise<Map<number, Work[]>> {
  return worksOf(from, rowIds, "accepted");
}

async function worksOf(from: Queryable, rowIds: number[], status: WorkRow["status"]): Promise<Map<number, Work[]>> {
  const works = new Map<number, Work[]>(rowIds.map((rowId) => [rowId, []]));
  if (rowIds.length === 0) return works;
  const rows = await orderedWorks(from).where("expertRowId", "in", rowIds).where("status", "=", status).execute();
  for (const row of rows) works.get(row.expertRowId)?.push(toWork(row));
  return works;
}

/** Returns the works of experts by their row that an admin dismissed. */
export async function dismissedWorks(from: Queryable, rowIds: number[]): Promise<Map<number, Work[]>> {
  return worksOf(from, rowIds, "dismissed");
}

/** Returns the accepted works of one expert, newest first. */
export async function publicWorks(expertId: string, from: Queryable = readDb): Promise<PublicWork[]> {
  const rows = await orderedWorks(from)
    .where("expertRowId", "=", from.selectFrom("experts").select("rowId").where("id", "=", expertId))
    .where("status", "=", "accepted")
    .execute();
  return rows.map(toPublicWork);
}

function orderedWorks(from: Queryable) {
  return from
    .selectFrom("works")
    .selectAll()
    .orderBy("year", (year) => year.desc().nullsLast())
    .orderBy("citations", "desc")
    .orderBy("rowId");
}

/** Returns all stored works of an expert. Throws "missing". */
export async function worksForAdmin(editor: Editor, key: string): Promise<AdminWork[]> {
  const { rowId } = await expertForAdmin(editor, key);
  return adminWorks(readDb, rowId);
}

/** Returns the last time that works of an expert were written; null for none. */
export async function worksCheckedAt(expertRowId: number): Promise<string | null> {
  const works = readDb.selectFrom("works").where("expertRowId", "=", expertRowId);
  const lastWork = await works.select("checkedAt").orderBy("checkedAt", "desc").limit(1).executeTakeFirst();
  return lastWork?.checkedAt ?? null;
}

async function adminWorks(from: Queryable, rowId: number): Promise<AdminWork[]> {
  const rows = await orderedWorks(from).where("expertRowId", "=", rowId).execute();
  return rows.map((row) => ({ ...toPublicWork(row), status: row.status, isRetractionNew: isRetractionNew(row) }));
}

function isRetractionNew({ status, retracted, retractionSeenAt }: WorkRow): boolean {
  return status === "accepted" && retracted === 1 && retractionSeenAt === null;
}

/**
 * Returns the keys of works that were accepted while the profile named another author of OpenAlex, and not since. An editor
 * decides whether they stay, because one person may have two entries.
 */
export async function worksOfFormerAuthors({ rowId, openalex }: Pick<ExpertRow, "rowId" | "openalex">) {
  const revisions = await revisionsOf(readDb, EXPERTS, rowId).where("before", "like", '%"openalex":"A%').execute();
  if (revisions.length === 0) return [];
  const corrections = revisions.reverse().map(({ at, before }) => ({ at, author: JSON.parse(before).openalex }));
  const acceptedRows = await readDb
    .selectFrom("works")
    .select(["openalex", "acceptedAt", "retractionSeenAt"])
    .where("expertRowId", "=", rowId)
    .where("status", "=", "accepted")
    .execute();
  const formerRows = acceptedRows.filter(({ acceptedAt, retractionSeenAt }) => {
    const decidedAt = [acceptedAt ?? "", retractionSeenAt ?? ""].toSorted().at(-1) as string;
    const correction = corrections.find(({ at }) => at > decidedAt);
    return correction !== undefined && correction.author !== openalex;
  });
  return formerRows.map((row) => row.openalex).filter(isOfOpenAlex);
}

const workKeys = z.array(z.string().regex(WORK_KEY, "A work is W and digits, or a DOI.")).max(500).optional();
export const Decision = z.object({ accept: workKeys, dismiss: workKeys });

/**
 * Accepts and dismisses works, or queries OpenAlex if the input has neither. Throws "missing", "invalid", OpenDataProblem.
 */
export async function changeWorks(editor: Editor, key: string, input: unknown): Promise<AdminWork[]> {
  const { accept, dismiss } = parse(Decision, input ?? {});
  const { id, rowId, name, openalex } = await expertForAdmin(editor, key);
  if (!accept && !dismiss) {
    if (!openalex) throw new AppError("invalid", `${name} has no OpenAlex identifier yet. Find it first.`);
    await refreshWorks(rowId, openalex, { maxLookups: LOOKUPS_AT_ONCE });
    return worksForAdmin(editor, id);
  }
  if (!accept?.length && !dismiss?.length) throw new AppError("invalid", "Select at least one work.");
  return db.transaction().execute(async (tx) => {
    await decideWorks(tx, editor, { id, rowId, name }, { accept, dismiss });
    return adminWorks(tx, rowId);
  });
}

/**
 * Accepts and dismisses works. A dismissed work leaves the record and is not suggested again. Returns the number of changed
 * works.
 */
export async function decideWorks(
  tx: Queryable,
  editor: Editor,
  { id, rowId, name }: Pick<ExpertRow, "id" | "rowId" | "name">,
  { accept = [], dismiss = [] }: z.output<typeof Decision>,
): Promise<number> {
  const acceptedCount = await setStatus(tx, rowId, accept, "accepted");
  const dismissedCount = await setStatus(tx, rowId, dismiss, "dismissed");
  await publishForSearch(tx, [rowId]);
  const detail = `${acceptedCount} accepted, ${dismissedCount} dismissed`;
  if (acceptedCount + dismissedCount > 0) await auditExpert(tx, editor, "works decided", { id, name }, detail);
  return acceptedCount + dismissedCount;
}

/** The limit of works of one person that stand before all others on the profile. */
export const MAX_HIGHLIGHTS = 5;

/** Highlights these accepted works of a person, and no others. Throws "invalid" for any other work. */
export async function highlightWorks(tx: Queryable, expertRowId: number, keys: string[]): Promise<void> {
  const acceptedRows = await tx
    .selectFrom("works")
    .select("openalex")
    .where("expertRowId", "=", expertRowId)
    .where("status", "=", "accepted")
    .execute();
  const acceptedKeys = new Set(acceptedRows.map(({ openalex }) => openalex));
  const unknownWork = "Please choose from the works on the profile.";
  if (keys.some((key) => !acceptedKeys.has(key)))
    throw new AppError("invalid", unknownWork, { highlight: unknownWork });
  const works = tx.updateTable("works").where("expertRowId", "=", expertRowId);
  const formerHighlights = works.set({ highlightedAt: null }).where("highlightedAt", "is not", null);
  await (keys.length > 0 ? formerHighlights.where("openalex", "not in", keys) : formerHighlights).execute();
  if (keys.length === 0) return;
  const now = new Date().toISOString();
  await works.set({ highlightedAt: now }).where("openalex", "in", keys).where("highlightedAt", "is", null).execute();
}

/** Sets the status of works, and returns how many were found. A retraction counts as seen from then on. */
async function setStatus(tx: Queryable, rowId: number, keys: string[], status: WorkRow["status"]): Promise<number> {
  if (keys.length === 0) return 0;
  const now = new Date().toISOString();
  const update = tx.updateTable("works").where("expertRowId", "=", rowId).where("openalex", "in", keys);
  await update.set({ acceptedAt: now }).where("status", "!=", "accepted").execute();
  const highlightChange = status === "dismissed" ? { highlightedAt: null } : {};
  const { numUpdatedRows } = await update.set({ status, retractionSeenAt: now, ...highlightChange }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The number of works requested in each order. */
const WORKS_PER_ORDER = 25;

/** The number of accepted works that are looked up while an editor waits: OpenAlex is asked once a second. The weekly round looks up all. */
const LOOKUPS_AT_ONCE = 20;

interface RefreshOptions {
  signal?: AbortSignal;
  /** The most accepted works to look up by themselves, those first that were checked longest ago. */
  maxLookups?: number;
}

/** Requests an author's works from OpenAlex and writes them. Throws OpenDataProblem. */
export async function refreshWorks(
  rowId: number,
  author: string,
  { signal, maxLookups }: RefreshOptions = {},
): Promise<void> {
  const requestOptions = { signal, fresh: true };
  const newestWorks = await worksOfAuthor(author, { order: "newest", limit: WORKS_PER_ORDER }, requestOptions);
  const citedWorks = await worksOfAuthor(author, { order: "cited", limit: WORKS_PER_ORDER }, requestOptions);
  const worksById = new Map([...newestWorks, ...citedWorks].map((work) => [work.openalex, work]));
  const acceptedRows = await readDb
    .selectFrom("works")
    .select("openalex")
    .where("expertRowId", "=", rowId)
    .where("status", "=", "accepted")
    .orderBy("checkedAt")
    .execute();
  const otherRows = acceptedRows.filter(({ openalex }) => !worksById.has(openalex));
  for (const { openalex } of otherRows.slice(0, maxLookups)) {
    if (!isOfOpenAlex(openalex)) {
      const work = await findWork(`doi:${openalex}`, requestOptions);
      if (work) worksById.set(work.openalex, { ...work, doi: work.doi || openalex });
      continue;
    }
    const work = await findWork(openalex, requestOptions);
    // Files a merged work under its new identifier.
    if (work) worksById.set(openalex, { ...work, openalex });
  }
  await db.transaction().execute((tx) => writeWorks(tx, { expertRowId: rowId, author }, [...worksById.values()]));
}

/** Writes an author's works, or nothing if the profile names another author now. */
async function writeWorks(
  tx: Queryable,
  { expertRowId, author }: { expertRowId: number; author: string },
  works: OpenAlexWork[],
): Promise<void> {
  const expert = await tx
    .selectFrom("experts")
    .select(["id", "name"])
    .where("rowId", "=", expertRowId)
    .where("openalex", "=", author)
    .executeTakeFirst();
  if (!expert) return;
  await replaceDoiKeys(tx, expertRowId, works);
  const storedRows = await tx.selectFrom("works").selectAll().where("expertRowId", "=", expertRowId).execute();
  const storedById = new Map(storedRows.map((row) => [row.openalex, row]));
  for (const work of works) {
    const row = storedById.get(work.openalex);
    await writeWork(tx, expertRowId, work, row?.status ?? "suggested");
    if (row?.status === "accepted" && work.retracted && row.retracted === 0)
      await auditExpert(tx, null, "work retracted", expert, work.title);
  }
  const obsoleteRows = storedRows.filter(
    ({ status, openalex }) => status === "suggested" && !works.some((work) => work.openalex === openalex),
  );
  for (const { rowId } of obsoleteRows) await tx.deleteFrom("works").where("rowId", "=", rowId).execute();
  // Renews the search index, because an accepted work may have another title now.
  if (storedRows.some(({ status }) => status === "accepted")) await publishForSearch(tx, [expertRowId]);
}

/** Replaces the DOI by the OpenAlex identifier for works that OpenAlex has meanwhile. An accepted work stays accepted. */
async function replaceDoiKeys(tx: Queryable, expertRowId: number, works: OpenAlexWork[]): Promise<void> {
  const rows = await tx.selectFrom("works").selectAll().where("expertRowId", "=", expertRowId).execute();
  for (const { rowId, openalex: doi, status, highlightedAt } of rows.filter((row) => !isOfOpenAlex(row.openalex))) {
    const work = works.find((work) => work.doi.toLowerCase() === doi);
    if (!work) continue;
    const twin = rows.find(({ openalex }) => openalex === work.openalex);
    if (twin) await tx.deleteFrom("works").where("rowId", "=", rowId).execute();
    if (twin?.status === "accepted" && status !== "accepted") continue;
    await tx
      .updateTable("works")
      .set({ openalex: work.openalex, status, highlightedAt: twin?.highlightedAt ?? highlightedAt })
      .where("rowId", "=", twin?.rowId ?? rowId)
      .execute();
  }
}

type NewWork = OpenAlexWork & Partial<Pick<Work, "highlighted">>;

async function writeWork(tx: Queryable, expertRowId: number, work: NewWork, status: WorkRow["status"]): Promise<void> {
  const { openalex: _, retracted, highlighted, subjects, ...otherFields } = work;
  const openalex = workKey(work);
  const now = new Date().toISOString();
  const highlight = highlighted ? { highlightedAt: now } : {};
  const details = { retracted: retracted ? 1 : 0, subjects: JSON.stringify(subjects) };
  const fields = { ...otherFields, ...highlight, ...details, status, checkedAt: now };
  await tx
    .insertInto("works")
    .values({ expertRowId, openalex, ...fields, retractionSeenAt: null })
    .onConflict((conflict) =>
      conflict.columns(["expertRowId", "openalex"]).doUpdateSet((eb) => ({
        ...fields,
        // Marks a new retraction as unseen, and forgets one that was withdrawn.
        retractionSeenAt: eb
          .case()
          .when("works.retracted", "=", fields.retracted)
          .then(eb.ref("works.retractionSeenAt"))
          .else(null)
          .end(),
      })),
    )
    .execute();
}

/** Works in an export. */
export const WorkList = z
  .array(
    z
      .object({
        openalex: z.union([z.literal(""), z.string().regex(OPENALEX_WORK)]).default(""),
        doi: z.string().max(300).default(""),
        title: z.string().min(1).max(1_000),
        year: z.number().int().nullable().default(null),
        venue: z.string().max(500).default(""),
        citations: z.number().int().nonnegative().default(0),
        retracted: z.boolean().default(false),
        subjects: z
          .array(z.object({ id: z.string().max(160), name: z.string().max(200) }))
          .max(20)
          .default([]),
        highlighted: z.boolean().default(false),
      })
      .refine(({ openalex, doi }) => openalex || doi, "A work needs an identifier of OpenAlex or a DOI."),
  )
  .max(1_000);

type DecidedStatus = "accepted" | "dismissed";

/** Tells whether all of these works are decided for the expert already: an import keeps what an admin accepted. */
export async function areWorksDecided(
  from: Queryable,
  rowId: number,
  works: Work[],
  status: DecidedStatus,
): Promise<boolean> {
  return (await undecidedWorks(from, rowId, works, status)).length === 0;
}

/** A work that was decided, with its status before; null if it was not stored. */
export interface DecidedWork {
  key: string;
  status: DecidedStatus;
  formerStatus: WorkRow["status"] | null;
}

/** Stores works as decided, except those that are decided already. Returns the works that it stored. */
export async function addDecidedWorks(
  tx: Queryable,
  rowId: number,
  works: Work[],
  status: DecidedStatus,
): Promise<DecidedWork[]> {
  const addedWorks = await undecidedWorks(tx, rowId, works, status);
  const keys = addedWorks.map(workKey);
  if (keys.length === 0) return [];
  const storedRows = tx.selectFrom("works").select(["openalex", "status"]).where("expertRowId", "=", rowId);
  const formerStatuses = new Map(
    (await storedRows.where("openalex", "in", keys).execute()).map(({ openalex, status }) => [openalex, status]),
  );
  for (const work of addedWorks) await writeWork(tx, rowId, work, status);
  return keys.map((key) => ({ key, status, formerStatus: formerStatuses.get(key) ?? null }));
}

/** Takes back decisions about works, except those that somebody changed since. */
export async function undecideWorks(tx: Queryable, rowId: number, works: DecidedWork[]): Promise<void> {
  for (const { key, status, formerStatus } of works) {
    const isWork = { expertRowId: rowId, openalex: key, status };
    if (formerStatus === null)
      await tx
        .deleteFrom("works")
        .where((e) => e.and(isWork))
        .execute();
    else
      await tx
        .updateTable("works")
        .set({ status: formerStatus, highlightedAt: null })
        .where((e) => e.and(isWork))
        .execute();
  }
  if (works.some(({ status }) => status === "accepted")) await publishForSearch(tx, [rowId]);
}

async function undecidedWorks(from: Queryable, rowId: number, works: Work[], status: DecidedStatus): Promise<Work[]> {
  if (works.length === 0) return [];
  const decidedWorks = (await worksOf(from, [rowId], "accepted")).get(rowId) ?? [];
  if (status === "dismissed") decidedWorks.push(...((await worksOf(from, [rowId], "dismissed")).get(rowId) ?? []));
  // Compares DOIs, too: OpenAlex may have a DOI under two identifiers.
  const isSameWork = (work: Work, other: Work) =>
    workKey(work) === workKey(other) ||
    (!(work.openalex && other.openalex) && work.doi.toLowerCase() === other.doi.toLowerCase());
  return works.filter((work) => !decidedWorks.some((entry) => isSameWork(entry, work)));
}

/** Returns accepted works whose retraction no admin has seen, at most 100. */
export async function newRetractions(_editor: Editor): Promise<{ id: string; name: string; title: string }[]> {
  return readDb
    .selectFrom("works")
    .innerJoin("experts", "experts.rowId", "works.expertRowId")
    .select(["experts.id", "experts.name", "works.title"])
    .where("works.retracted", "=", 1)
    .where("works.status", "=", "accepted")
    .where("works.retractionSeenAt", "is", null)
    .where("experts.deletedAt", "is", null)
    .limit(100)
    .execute();
}
