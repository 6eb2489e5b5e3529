import { engine, type Queryable, readDb, type StagedRow } from "~/db.server";
import { PERSONAL } from "~/models/records/experts/identifiers";
import type { CellProblem } from "./person.server";
import type { ImportedProfile } from "./profile.server";

export interface Verdict {
  outcome: StagedRow["outcome"];
  name: string;
  /** Changed fields, errors or dropped values; "" for none. */
  detail: string;
  step: ImportedProfile | null;
  target?: { rowId: number; updatedAt: string };
  /** A changed row that takes nothing from the profile. */
  onlyAdds?: boolean;
}

/** An import uses short transactions, a restore a single one. */
export type InTransaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** Commits and lets other work run. */
export const inShortTransaction: InTransaction = async (work) => {
  const result = await engine.patientDb.transaction().execute(work);
  await new Promise(setImmediate);
  return result;
};

/** Records per transaction, about 20 ms of work. */
export const BATCH = 50;

/** Milliseconds that others may wait for a transaction. */
const TRANSACTION_MS = 50;
const MOST_ROWS = 100;

/**
 * How many rows the next transaction writes: as many as fit its time, judged by the one before. What an index changes once
 * in a transaction, and its write to the disk, is shared by more of small rows; large ones keep nobody waiting.
 */
export class BatchSize {
  rows = BATCH;

  /** Times the work of one transaction that writes what `count` tells of its result. */
  async timed<T>(work: () => Promise<T>, count: (result: T) => number): Promise<T> {
    const began = performance.now();
    const result = await work();
    const done = count(result);
    const fit = (done * TRANSACTION_MS) / Math.max(1, performance.now() - began);
    // A transaction of few rows says little.
    if (done >= this.rows / 2) this.rows = Math.round(Math.min(MOST_ROWS, 2 * this.rows, Math.max(1, fit)));
    return result;
  }
}

/** `step` is JSON in the table. */
export type Staged = Omit<StagedRow, "step" | "source" | "problems"> & {
  step: ImportedProfile | null;
  source: string[];
  problems: CellProblem[];
};

export async function addRows(tx: Queryable, importId: string, rows: Omit<Staged, "importId">[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    ...row,
    importId,
    step: row.step && JSON.stringify(row.step),
    source: JSON.stringify(row.source),
    problems: JSON.stringify(row.problems),
  }));
  await tx.insertInto("importRows").values(values).execute();
}

/** Returns the rows in the order of writing, after the position `after`. */
export async function rowsIn(
  from: Queryable,
  importId: string,
  { state, after = -1, limit = BATCH }: { state: StagedRow["state"]; after?: number; limit?: number },
): Promise<Staged[]> {
  const rows = from
    .selectFrom("importRows")
    .selectAll()
    .where("importId", "=", importId)
    .where("state", "=", state)
    .where("position", ">", after);
  return (await rows.orderBy("position").limit(limit).execute()).map(parsed);
}

/** The rows that a page of the review shows: by outcome, those with notes, or those with one problem ("3:year"). */
export async function rowsShown(importId: string, { show, mark }: Shown, limit: number, offset: number) {
  const page = shownRows(importId, { show, mark }).selectAll().orderBy("position").limit(limit).offset(offset);
  return (await page.execute()).map(parsed);
}

function parsed(row: StagedRow): Staged {
  const step = row.step === null ? null : (JSON.parse(row.step) as ImportedProfile);
  return { ...row, step, source: JSON.parse(row.source), problems: JSON.parse(row.problems) };
}

export async function countShown(importId: string, shown: Shown): Promise<number> {
  const counted = shownRows(importId, shown).select((e) => e.fn.countAll<number>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

export interface Shown {
  show: StagedRow["outcome"] | "noted" | "refused" | "all";
  /** "column:kind" */
  mark?: string;
}

function shownRows(importId: string, { show, mark }: Shown) {
  let rows = readDb.selectFrom("importRows").where("importId", "=", importId);
  if (mark) rows = rows.where("marks", "like", `% ${mark} %`);
  if (show === "noted") return rows.where("marks", "!=", "").where("outcome", "!=", "error");
  if (show === "refused") return rows.where("outcome", "=", "error");
  return show === "all" ? rows : rows.where("outcome", "=", show);
}

/** Questions without an answer that have a problem of this kind. */
export async function countUnanswered(importId: string, mark: string): Promise<number> {
  const rows = shownRows(importId, { show: "question", mark }).where("state", "=", "out");
  const counted = rows.select((e) => e.fn.countAll<number>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

export async function rowCounts(importId: string, from: Queryable = readDb) {
  return from
    .selectFrom("importRows")
    .select((e) => ["outcome", "state", e.fn.countAll<number>().as("count")])
    .where("importId", "=", importId)
    .groupBy(["outcome", "state"])
    .execute();
}

/** Returns how many of the people that will be written get an identifier that they do not have here. */
export async function countWithIdentifiers(importId: string, from: Queryable = readDb): Promise<number> {
  const { count } = await from
    .selectFrom("importRows")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("importId", "=", importId)
    .where("state", "=", "waiting")
    .where((e) => {
      // Within a text of the JSON, quotation marks have a backslash before them.
      const has = (kind: string) =>
        e.and([e("step", "like", `%"${kind}":"%`), e("step", "not like", `%"${kind}":""%`)]);
      return e.or(PERSONAL.map(has));
    })
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setState(
  tx: Queryable,
  { importId, position }: Pick<Staged, "importId" | "position">,
  changes: Partial<Pick<StagedRow, "state" | "subjectRowId" | "detail" | "answer" | "step" | "writtenAt">>,
): Promise<void> {
  await tx
    .updateTable("importRows")
    .set(changes)
    .where("importId", "=", importId)
    .where("position", "=", position)
    .execute();
}

/** The same for some rows of one import. */
export async function setStates(tx: Queryable, rows: Staged[], state: StagedRow["state"]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const positions = rows.map(({ position }) => position);
  const update = tx.updateTable("importRows").set({ state }).where("importId", "=", first.importId);
  await update.where("position", "in", positions).execute();
}

/** Deletes rows in short transactions; `only` restricts the state. */
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
