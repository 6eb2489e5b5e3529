/** An import is taken back: as a whole while nobody changed what it wrote, and by person after that. */
import { db, type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { formatNumber } from "~/models/base/text/numbers";
import { putInTrash } from "~/models/editing/experts/trash.server";
import { publish } from "~/models/records/publish/publish.server";
import { inShortTransaction, type Staged } from "./import-rows.server";

/** Rows per transaction. */
const AT_ONCE = 20;

/** Throws "conflict" with how many were changed since. */
export async function undoImport(admin: Admin, id: string): Promise<void> {
  const row = await readDb.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such import.");
  if (row.phase !== "written" || row.undoneAt)
    throw new AppError("conflict", "Only an import that is written can be undone, and once.");
  const changed = await changedSince(id);
  if (changed > 0) {
    const people = changed === 1 ? "One person was" : `${formatNumber(changed)} people were`;
    throw new AppError("conflict", `${people} changed since the import. Undo the others one by one, below.`);
  }
  for (let done = AT_ONCE; done === AT_ONCE; ) {
    done = await inShortTransaction(async (tx) => {
      const rows = await writtenRows(tx, id).limit(AT_ONCE).execute();
      for (const one of rows) await undoRow(tx, admin, one);
      return rows.length;
    });
  }
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("imports").set({ undoneAt: new Date().toISOString() }).where("id", "=", id).execute();
    const subject = { subjectKind: "directory", subjectId: id, subjectName: row.name } as const;
    await audit(tx, admin, { action: "import undone", ...subject });
  });
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

type Written = Pick<Staged, "position" | "importId" | "outcome" | "answer" | "subjectRowId" | "writtenAt" | "name">;

function writtenRows(from: Queryable, id: string) {
  return from
    .selectFrom("importRows")
    .select(["position", "importId", "outcome", "answer", "subjectRowId", "writtenAt", "name"])
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
    if (isNew(row)) await putInTrash(tx, admin, [expert], "trashed");
    else await bringBack(tx, admin, expert, row.writtenAt);
  }
  await tx
    .updateTable("importRows")
    .set({ state: "undone" })
    .where("importId", "=", row.importId)
    .where("position", "=", row.position)
    .execute();
}

async function bringBack(tx: Queryable, admin: Admin, { rowId }: ExpertRow, writtenAt: string): Promise<void> {
  const revision = await tx
    .selectFrom("expertRevisions")
    .select("before")
    .where("expertRowId", "=", rowId)
    .where("action", "=", "imported")
    .where("at", "=", writtenAt)
    .executeTakeFirst();
  if (!revision) return;
  await publish(tx, admin, "experts", { cause: "undone", rowId, record: JSON.parse(revision.before) as object });
}
