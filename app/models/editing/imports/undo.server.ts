/** Undoes an import as a whole while nobody has changed what it wrote, and afterwards person by person. */
import { db, type ExpertRow, type ImportRow, type Queryable, readDb, type StagedRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { formatNumber } from "~/models/base/text/numbers";
import { putInTrash } from "~/models/editing/experts/trash.server";
import { expertRow } from "~/models/records/experts/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { restoreEditorFields } from "./editor-fields.server";
import { type InTransaction, type ParsedRow, rowCounts } from "./import-rows.server";
import { type ImportedProfile, removeRelatedRows } from "./profile.server";
import { formerLists, replacedLists } from "./replaced-lists.server";

/** The number of rows in a transaction. */
const BATCH_SIZE = 20;

/** Throws "conflict" if the import cannot be undone as a whole, with the number of people who were changed since. */
export async function requireUndoable({ id, phase, undoneAt }: ImportRow): Promise<void> {
  if (phase !== "written" || undoneAt)
    throw new AppError("conflict", "Only an import that is written can be undone, and once.");
  const changedCount = await countChangedSince(id);
  if (changedCount > 0) {
    const people = changedCount === 1 ? "One person was" : `${formatNumber(changedCount)} people were`;
    throw new AppError("conflict", `${people} changed since the import. Undo the others one by one, below.`);
  }
}

interface UndoOptions {
  inTransaction: InTransaction;
  progress(doneCount: number, total: number): void;
  signal: AbortSignal;
}

/** Undoes all rows that are not undone yet, continuing where an earlier call ended. */
export async function undoAll(
  admin: Admin,
  { id, name }: Pick<ImportRow, "id" | "name">,
  { inTransaction, progress, signal }: UndoOptions,
): Promise<void> {
  const counts = await rowCounts(id);
  const countRows = (states: StagedRow["state"][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((subtotal, { count }) => subtotal + Number(count), 0);
  const total = countRows(["written", "undone"]);
  let doneCount = countRows(["undone"]);
  for (let beforePosition: number | undefined = Number.MAX_SAFE_INTEGER; beforePosition !== undefined; ) {
    signal.throwIfAborted();
    const upperPosition = beforePosition;
    const rows: WrittenRow[] = await inTransaction(async (tx) => {
      const batch = await writtenRows(tx, id).where("position", "<", upperPosition).limit(BATCH_SIZE).execute();
      for (const row of batch) await undoUnchanged(tx, admin, row);
      return batch;
    });
    doneCount += rows.length;
    progress(doneCount, total);
    beforePosition = rows.at(-1)?.position;
  }
  await inTransaction(async (tx) => {
    const remainingRows = await writtenRows(tx, id).execute();
    // Leaves people who were changed while the undo ran; they can be undone one by one.
    const undoneAt = remainingRows.length === 0 ? new Date().toISOString() : null;
    await tx.updateTable("imports").set({ phase: "written", undoneAt }).where("id", "=", id).execute();
    const subject = { subjectKind: "directory", subjectId: id, subjectName: name } as const;
    const detail = remainingRows.length === 0 ? "" : `without ${formatNumber(remainingRows.length)} changed since`;
    await audit(tx, admin, { action: "import undone", ...subject, detail });
  });
}

async function undoUnchanged(tx: Queryable, admin: Admin, row: WrittenRow): Promise<void> {
  const expert = await expertOf(tx, row.subjectRowId);
  if (!expert || expert.updatedAt === row.writtenAt) await undoRow(tx, admin, row);
}

/** Undoes what an import wrote about one person. Throws "missing"; "conflict" if a listed person was changed since. */
export async function undoPerson(admin: Admin, id: string, position: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await writtenRows(tx, id).where("position", "=", position).executeTakeFirst();
    if (!row) throw new AppError("missing", "There is nothing to undo.");
    const expert = await expertOf(tx, row.subjectRowId);
    if (!isNew(row) && expert?.updatedAt !== row.writtenAt)
      throw new AppError("conflict", `${row.name} was changed since. Bring an earlier version back in the history.`);
    await undoRow(tx, admin, row);
    const subject = { subjectKind: "expert", subjectId: expert?.id ?? "", subjectName: row.name } as const;
    await audit(tx, admin, { action: "import undone", ...subject });
  });
}

type WrittenRow = Pick<
  ParsedRow,
  "position" | "importId" | "outcome" | "answer" | "subjectRowId" | "writtenAt" | "name"
> &
  Pick<StagedRow, "step">;

function writtenRows(from: Queryable, id: string) {
  return from
    .selectFrom("importRows")
    .select(["position", "importId", "outcome", "answer", "subjectRowId", "writtenAt", "name", "step"])
    .where("importId", "=", id)
    .where("state", "=", "written")
    .orderBy("position", "desc");
}

function isNew({ outcome, answer }: WrittenRow): boolean {
  return outcome === "new" || (outcome === "question" && answer === "new");
}

async function countChangedSince(id: string): Promise<number> {
  const { count } = await readDb
    .selectFrom("importRows")
    .innerJoin("experts", "experts.rowId", "importRows.subjectRowId")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("importRows.importId", "=", id)
    .where("importRows.state", "=", "written")
    .whereRef("experts.updatedAt", "!=", "importRows.writtenAt")
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function expertOf(tx: Queryable, rowId: number | null): Promise<ExpertRow | undefined> {
  if (rowId === null) return undefined;
  return tx.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirst();
}

/** Moves a new person to the trash, or restores the former values of a listed person. */
async function undoRow(tx: Queryable, admin: Admin, row: WrittenRow): Promise<void> {
  const expert = await expertOf(tx, row.subjectRowId);
  if (expert && !expert.deletedAt) {
    if (isNew(row)) await putInTrash(tx, admin, [expert]);
    else await restorePerson(tx, admin, expert, row);
  }
  await tx
    .updateTable("importRows")
    .set({ state: "undone" })
    .where("importId", "=", row.importId)
    .where("position", "=", row.position)
    .execute();
}

async function restorePerson(tx: Queryable, admin: Admin, expert: ExpertRow, row: WrittenRow): Promise<void> {
  const { rowId } = expert;
  const { written, evidence = null, provenance = null } = JSON.parse(row.step ?? "{}") as Partial<ImportedProfile>;
  const { isRecordChanged = true, revisionAt = row.writtenAt, before, lists, related } = written ?? {};
  if (before) await restoreEditorFields(tx, expert, before);
  if (isRecordChanged) {
    const revision = await tx
      .selectFrom("expertRevisions")
      .select("before")
      .where("expertRowId", "=", rowId)
      .where("action", "=", "imported")
      .where("at", "=", revisionAt)
      .executeTakeFirst();
    const rowLists = { evidence, provenance };
    if (revision)
      await publish(tx, admin, "experts", {
        cause: "undone",
        rowId,
        record: JSON.parse(revision.before) as object,
        ...(lists && {
          attached: { ...(await replacedLists(tx, rowId, { evidence: null, provenance: null, ...lists })) },
          sentences: { stored: await formerLists(tx, rowId, rowLists, lists) },
        }),
      });
  }
  if (related) await removeRelatedRows(tx, await expertRow(tx, rowId), related);
}
