/** An import is taken back: as a whole while nobody changed what it wrote, and by person after that. */
import { db, type ExpertRow, type ImportRow, type Queryable, readDb, type StagedRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { formatNumber } from "~/models/base/text/numbers";
import { putInTrash } from "~/models/editing/experts/trash.server";
import { publish } from "~/models/records/publish/publish.server";
import { restoreEditorFields } from "./editor-fields.server";
import { type InTransaction, rowCounts, type Staged } from "./import-rows.server";
import type { ImportedProfile } from "./profile.server";

/** Rows per transaction. */
const AT_ONCE = 20;

/** Throws "conflict" with how many were changed since. */
export async function refuseUndo({ id, phase, undoneAt }: ImportRow): Promise<void> {
  if (phase !== "written" || undoneAt)
    throw new AppError("conflict", "Only an import that is written can be undone, and once.");
  const changed = await changedSince(id);
  if (changed > 0) {
    const people = changed === 1 ? "One person was" : `${formatNumber(changed)} people were`;
    throw new AppError("conflict", `${people} changed since the import. Undo the others one by one, below.`);
  }
}

interface Undoing {
  inTransaction: InTransaction;
  progress(done: number, total: number): void;
  signal: AbortSignal;
}

/** Takes back all that is left of it, from where an earlier call ended. */
export async function undoAll(
  admin: Admin,
  { id, name }: Pick<ImportRow, "id" | "name">,
  { inTransaction, progress, signal }: Undoing,
): Promise<void> {
  const counts = await rowCounts(id);
  const sum = (states: StagedRow["state"][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((all, { count }) => all + Number(count), 0);
  const total = sum(["written", "undone"]);
  let done = sum(["undone"]);
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
    signal.throwIfAborted();
    const from = before;
    const rows: Written[] = await inTransaction(async (tx) => {
      const some = await writtenRows(tx, id).where("position", "<", from).limit(AT_ONCE).execute();
      for (const row of some) await undoUnchanged(tx, admin, row);
      return some;
    });
    done += rows.length;
    progress(done, total);
    before = rows.at(-1)?.position;
  }
  await inTransaction(async (tx) => {
    const left = await writtenRows(tx, id).execute();
    // Whom somebody changed while this ran stays, to be undone alone.
    const undoneAt = left.length === 0 ? new Date().toISOString() : null;
    await tx.updateTable("imports").set({ phase: "written", undoneAt }).where("id", "=", id).execute();
    const subject = { subjectKind: "directory", subjectId: id, subjectName: name } as const;
    const detail = left.length === 0 ? "" : `without ${formatNumber(left.length)} changed since`;
    await audit(tx, admin, { action: "import undone", ...subject, detail });
  });
}

async function undoUnchanged(tx: Queryable, admin: Admin, row: Written): Promise<void> {
  const expert = await expertOf(tx, row.subjectRowId);
  if (!expert || expert.updatedAt === row.writtenAt) await undoRow(tx, admin, row);
}

/** Takes back what an import wrote of one person. Throws "missing", and "conflict" where somebody changed it since. */
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

type Written = Pick<Staged, "position" | "importId" | "outcome" | "answer" | "subjectRowId" | "writtenAt" | "name"> &
  Pick<StagedRow, "step">;

function writtenRows(from: Queryable, id: string) {
  return from
    .selectFrom("importRows")
    .select(["position", "importId", "outcome", "answer", "subjectRowId", "writtenAt", "name", "step"])
    .where("importId", "=", id)
    .where("state", "=", "written")
    .orderBy("position", "desc");
}

function isNew({ outcome, answer }: Written): boolean {
  return outcome === "new" || (outcome === "question" && answer === "new");
}

async function changedSince(id: string): Promise<number> {
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

/** New people go to the trash, others become what they were before. */
async function undoRow(tx: Queryable, admin: Admin, row: Written): Promise<void> {
  const expert = await expertOf(tx, row.subjectRowId);
  if (expert && !expert.deletedAt) {
    if (isNew(row)) await putInTrash(tx, admin, [expert]);
    else await bringBack(tx, admin, expert, row);
  }
  await tx
    .updateTable("importRows")
    .set({ state: "undone" })
    .where("importId", "=", row.importId)
    .where("position", "=", row.position)
    .execute();
}

async function bringBack(tx: Queryable, admin: Admin, expert: ExpertRow, row: Written): Promise<void> {
  const { rowId } = expert;
  const { isRecordChanged = true, before } = (JSON.parse(row.step ?? "{}") as Partial<ImportedProfile>).written ?? {};
  if (before) await restoreEditorFields(tx, expert, before);
  if (!isRecordChanged) return;
  const revision = await tx
    .selectFrom("expertRevisions")
    .select("before")
    .where("expertRowId", "=", rowId)
    .where("action", "=", "imported")
    .where("at", "=", row.writtenAt)
    .executeTakeFirst();
  if (!revision) return;
  await publish(tx, admin, "experts", { cause: "undone", rowId, record: JSON.parse(revision.before) as object });
}
