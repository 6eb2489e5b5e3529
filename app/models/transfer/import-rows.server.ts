/** The staged records of an import: what each would do, what the admin decided, and which are written. */
import { db, type Queryable, readDb, type StagedRow } from "~/db.server";
import type { Kind } from "./import-read.server";

export interface Step {
  kind: StagedKind;
}

export interface Verdict {
  outcome: StagedRow["outcome"] | "same";
  name: string;
  /** The fields that change, what is wrong, what was left out; "" for nothing to say. */
  detail: string;
  step: Step | null;
  target?: { rowId: number; updatedAt: string };
  /** null: not featured; undefined: the file does not say. */
  featuredPosition?: number | null;
}

/** An import uses short transactions; restoring an export is a single one. */
export type InTransaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** A transaction of its own, after which others have their turn. */
export const inShortTransaction: InTransaction = async (work) => {
  const result = await db.transaction().execute(work);
  await new Promise(setImmediate);
  return result;
};

/** The most records that one transaction writes; about 20 ms of work. */
export const BATCH = 50;

/** What is staged, in the order of writing. The featured are put in order after what is named there. */
export const STAGED_KINDS = [
  "settings",
  "users",
  "experts",
  "expertOrder",
  "submissions",
  "articles",
  "articleOrder",
  "images",
  "libraryProjects",
  "libraryImages",
  "libraryContents",
] as const satisfies (Kind | "expertOrder" | "articleOrder")[];
export type StagedKind = (typeof STAGED_KINDS)[number];

/** Positions of one kind begin at a multiple of this, which is more than a file can have records. */
const KIND_ROOM = 1_000_000;

export function positionOf(kind: StagedKind, n: number): number {
  return STAGED_KINDS.indexOf(kind) * KIND_ROOM + n;
}

/** A staged record; its `step` is JSON in the table. */
export type Staged = Omit<StagedRow, "step" | "kind"> & { kind: StagedKind; step: Step | null };

export async function addRows(tx: Queryable, importId: string, rows: Omit<Staged, "importId">[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, importId, step: row.step && JSON.stringify(row.step) }));
  await tx.insertInto("importRows").values(values).execute();
}

/** The next rows in a state, in the order of writing. @param after the position of the last one before them. */
export async function rowsIn(
  from: Queryable,
  importId: string,
  { state, after = -1, kinds }: { state: StagedRow["state"]; after?: number; kinds?: readonly StagedKind[] },
): Promise<Staged[]> {
  let found = from
    .selectFrom("importRows")
    .selectAll()
    .where("importId", "=", importId)
    .where("state", "=", state)
    .where("position", ">", after);
  if (kinds) found = found.where("kind", "in", kinds);
  return (await found.orderBy("position").limit(BATCH).execute()).map(parsed);
}

export async function rowsWith(importId: string, outcome: StagedRow["outcome"], limit: number, offset: number) {
  const rows = readDb.selectFrom("importRows").selectAll().where("importId", "=", importId);
  const page = rows.where("outcome", "=", outcome).orderBy("position").limit(limit).offset(offset);
  return (await page.execute()).map(parsed);
}

function parsed(row: StagedRow): Staged {
  return { ...row, kind: row.kind as Staged["kind"], step: row.step === null ? null : (JSON.parse(row.step) as Step) };
}

export async function rowCounts(importId: string, from: Queryable = readDb) {
  return from
    .selectFrom("importRows")
    .select((e) => ["outcome", "state", e.fn.countAll<number>().as("count")])
    .where("importId", "=", importId)
    .groupBy(["outcome", "state"])
    .execute();
}

export async function setState(
  tx: Queryable,
  { importId, position }: Pick<Staged, "importId" | "position">,
  changes: Partial<Pick<StagedRow, "state" | "subjectRowId" | "detail" | "answer" | "step">>,
): Promise<void> {
  await tx
    .updateTable("importRows")
    .set(changes)
    .where("importId", "=", importId)
    .where("position", "=", position)
    .execute();
}

/** Removes the rows of an import, in short transactions. @param only those in this state; all unless told. */
export async function removeRows(importId: string, inTransaction: InTransaction, only?: StagedRow["state"]) {
  for (;;) {
    const removed = await inTransaction(async (tx) => {
      let some = tx.selectFrom("importRows").select("position").where("importId", "=", importId).limit(500);
      if (only) some = some.where("state", "=", only);
      const positions = (await some.execute()).map(({ position }) => position);
      if (positions.length === 0) return 0;
      await tx.deleteFrom("importRows").where("importId", "=", importId).where("position", "in", positions).execute();
      return positions.length;
    });
    if (removed === 0) return;
  }
}
