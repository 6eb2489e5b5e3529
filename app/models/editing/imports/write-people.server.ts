/** Writes the people of an import. New people stay hidden until the import publishes all of them together. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { publishForSearch, publishListings } from "~/models/records/directory/publish.server";
import { publishMany, refusalReason } from "~/models/records/publish/many.server";
import { publish } from "~/models/records/publish/publish.server";
import { addEditorFields } from "./editor-fields.server";
import { type ParsedRow, setState, setStates } from "./import-rows.server";
import { addRelatedRows, type ImportedProfile } from "./profile.server";
import { replacedLists } from "./replaced-lists.server";

/** Limits the changes in a transaction, because each person is also indexed again. */
const MAX_CHANGES = 10;

/** Returns the first rows of the same kind, new or changed, which are written in one transaction. */
export function nextBatch(rows: ParsedRow[]): ParsedRow[] {
  const [firstRow] = rows;
  if (!firstRow) return [];
  const endIndex = rows.findIndex((row) => isNew(row) !== isNew(firstRow));
  const rowsOfKind = endIndex < 0 ? rows : rows.slice(0, endIndex);
  return isNew(firstRow) ? rowsOfKind : rowsOfKind.slice(0, MAX_CHANGES);
}

/** Writes rows and returns their progress: a new person counts half, because it is not public yet. Throws "conflict" for a person who changed meanwhile. */
export async function writePeople(
  tx: Queryable,
  admin: Admin,
  rows: ParsedRow[],
  counts: Map<string, number>,
): Promise<number> {
  await addHidden(tx, admin, rows.filter(isNew), counts);
  for (const row of rows) if (!isNew(row)) await writeChange(tx, admin, row);
  return rows.reduce((sum, row) => sum + (isNew(row) ? 0.5 : 1), 0);
}

function isNew({ outcome, answer }: ParsedRow): boolean {
  return outcome === "new" || (outcome === "question" && answer === "new");
}

async function addHidden(tx: Queryable, admin: Admin, newRows: ParsedRow[], counts: Map<string, number>) {
  const rows = await skipRefused(tx, newRows);
  for (const origin of new Set(rows.map((row) => stepIn(row).origin))) {
    const rowsOfOrigin = rows.filter((row) => stepIn(row).origin === origin);
    const addRelated = (rowId: number, place: number) =>
      addRelatedRows(tx, rowId, stepIn(rowsOfOrigin[place] as ParsedRow));
    const rowIds = await publishMany(tx, admin, rowsOfOrigin.map(stepIn), {
      origin,
      counts,
      storeOtherTables: addRelated,
    });
    const times = await timesOf(tx, rowIds);
    for (const [index, row] of rowsOfOrigin.entries()) {
      const subjectRowId = rowIds[index] as number;
      await setState(tx, row, { state: "hidden", subjectRowId, writtenAt: times.get(subjectRowId), step: null });
    }
  }
}

async function timesOf(tx: Queryable, rowIds: number[]): Promise<Map<number, string>> {
  const rows = await tx.selectFrom("experts").select(["rowId", "updatedAt"]).where("rowId", "in", rowIds).execute();
  return new Map(rows.map(({ rowId, updatedAt }) => [rowId, updatedAt]));
}

/** Skips people who asked not to be listed, or whose identifier another profile got, since the check. Returns the other rows. */
async function skipRefused(tx: Queryable, rows: ParsedRow[]): Promise<ParsedRow[]> {
  const allowedRows: ParsedRow[] = [];
  for (const row of rows) {
    const reason = await refusalReason(tx, stepIn(row).record);
    if (reason) await setState(tx, row, { state: "out", detail: reason, step: null });
    else allowedRows.push(row);
  }
  return allowedRows;
}

async function writeChange(tx: Queryable, admin: Admin, row: ParsedRow): Promise<void> {
  const step = stepIn(row);
  const rowId = row.answer ? await publicRowId(tx, row.answer) : (row.subjectRowId as number);
  if (row.answer) await requireUnwritten(tx, row, rowId);
  const { slug, ...recordWithoutSlug } = step.record;
  const record = row.answer ? recordWithoutSlug : step.record;
  const related = await addRelatedRows(tx, rowId, step);
  if (step.works?.length) await publishForSearch(tx, [rowId]);
  const { provenance, evidence } = step;
  const lists = await replacedLists(tx, rowId, step);
  const expectedUpdatedAt = row.basedOn || undefined;
  const sentences = { stored: { provenance, evidence } };
  const result = await publish(tx, admin, "experts", {
    cause: "imported",
    rowId,
    record,
    expectedUpdatedAt,
    attached: lists && { ...lists },
    sentences,
  });
  const before = await addEditorFields(tx, admin, result.row, step);
  const isRecordChanged = result.changed.length > 0 || lists !== undefined;
  const undoData = { isRecordChanged, revisionAt: result.row.updatedAt, before, lists, related };
  await setState(tx, row, {
    state: "written",
    subjectRowId: rowId,
    writtenAt: result.row.updatedAt,
    step: JSON.stringify({ ...step, written: undoData }),
  });
}

async function publicRowId(tx: Queryable, id: string): Promise<number> {
  const row = await tx
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "This person is no longer in the directory.");
  return row.rowId;
}

/** Throws "conflict" if another row of the file was written to this person, because an undo can only restore one. */
async function requireUnwritten(tx: Queryable, { importId, name }: ParsedRow, rowId: number): Promise<void> {
  const writtenRow = await tx
    .selectFrom("importRows")
    .select("row")
    .where("importId", "=", importId)
    .where("state", "=", "written")
    .where("subjectRowId", "=", rowId)
    .executeTakeFirst();
  if (writtenRow) throw new AppError("conflict", `${name} is in the file twice, in row ${writtenRow.row}, too.`);
}

function stepIn(row: ParsedRow): ImportedProfile {
  return row.step as ImportedProfile;
}

/** Adds people who are listed already to the search. */
export async function indexHidden(tx: Queryable, rows: ParsedRow[]): Promise<void> {
  const experts = await tx
    .selectFrom("experts")
    .select("rowId")
    .where(
      "rowId",
      "in",
      rows.map(({ subjectRowId }) => subjectRowId),
    )
    .where("deletedAt", "is", null)
    .execute();
  await publishListings(
    tx,
    experts.map(({ rowId }) => rowId),
  );
  await setStates(tx, rows, "written");
}
