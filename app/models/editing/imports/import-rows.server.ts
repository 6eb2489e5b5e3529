import { engine, type Queryable, readDb, type StagedRow } from "~/db.server";
import { PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import type { CellProblem } from "./person.server";
import type { ImportedProfile } from "./profile.server";

export interface Verdict {
  outcome: StagedRow["outcome"];
  name: string;
  /** Changed fields, errors or dropped values; "" for none. */
  detail: string;
  step: ImportedProfile | null;
  target?: { rowId: number; updatedAt: string };
  /** True if a change removes and replaces nothing. */
  onlyAdds?: boolean;
}

/** Runs work in a transaction: an import uses short transactions, a restore uses a single transaction. */
export type InTransaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** Runs work in a transaction of its own, and lets other work run after it. */
export const inShortTransaction: InTransaction = async (work) => {
  const result = await engine.patientDb.transaction().execute(work);
  await new Promise(setImmediate);
  return result;
};

/** The number of records in a transaction, which is about 20 ms of work. */
export const BATCH_SIZE = 50;

/** The target duration of a transaction, in milliseconds, for which other writers wait. */
const TRANSACTION_MS = 50;
const MAX_ROWS = 100;

/**
 * Adapts the number of rows in a transaction to their size, so that it takes about its target duration. Small rows share the
 * cost of a commit, and large rows do not delay other writers.
 */
export class BatchSize {
  rows = BATCH_SIZE;

  /** Runs the work of one transaction and adapts `rows` to its duration; `count` returns the number of rows it wrote. */
  async runTimed<T>(work: () => Promise<T>, count: (result: T) => number): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    const rowCount = count(result);
    const fittingRows = (rowCount * TRANSACTION_MS) / Math.max(1, performance.now() - startedAt);
    // Ignores transactions of few rows, whose duration says little about more rows.
    if (rowCount >= this.rows / 2) this.rows = Math.round(Math.min(MAX_ROWS, 2 * this.rows, Math.max(1, fittingRows)));
    return result;
  }
}

/** A staged row whose JSON columns are parsed. */
export type ParsedRow = Omit<StagedRow, "step" | "source" | "problems"> & {
  step: ImportedProfile | null;
  source: string[];
  problems: CellProblem[];
};

export async function addRows(tx: Queryable, importId: string, rows: Omit<ParsedRow, "importId">[]): Promise<void> {
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
  { state, after = -1, limit = BATCH_SIZE }: { state: StagedRow["state"]; after?: number; limit?: number },
): Promise<ParsedRow[]> {
  const rows = from
    .selectFrom("importRows")
    .selectAll()
    .where("importId", "=", importId)
    .where("state", "=", state)
    .where("position", ">", after);
  return (await rows.orderBy("position").limit(limit).execute()).map(parseRow);
}

/** Returns the rows of a page of the review, filtered by outcome, by notes, or by one problem, such as "3:year". */
export async function rowsShown(importId: string, { show, mark }: RowFilter, limit: number, offset: number) {
  const page = filteredRows(importId, { show, mark }).selectAll().orderBy("position").limit(limit).offset(offset);
  return (await page.execute()).map(parseRow);
}

function parseRow(row: StagedRow): ParsedRow {
  const step = row.step === null ? null : (JSON.parse(row.step) as ImportedProfile);
  return { ...row, step, source: JSON.parse(row.source), problems: JSON.parse(row.problems) };
}

export async function countShown(importId: string, filter: RowFilter): Promise<number> {
  const query = filteredRows(importId, filter).select((e) => e.fn.countAll<number>().as("count"));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export interface RowFilter {
  show: StagedRow["outcome"] | "noted" | "refused" | "all";
  /** A column and a kind of problem, as "column:kind". */
  mark?: string;
}

function filteredRows(importId: string, { show, mark }: RowFilter) {
  let rows = readDb.selectFrom("importRows").where("importId", "=", importId);
  if (mark) rows = rows.where("marks", "like", `% ${mark} %`);
  if (show === "noted") return rows.where("marks", "!=", "").where("outcome", "!=", "error");
  if (show === "refused") return rows.where("outcome", "=", "error");
  return show === "all" ? rows : rows.where("outcome", "=", show);
}

/** Counts the unanswered questions that have a problem of this kind. */
export async function countUnanswered(importId: string, mark: string): Promise<number> {
  const rows = filteredRows(importId, { show: "question", mark }).where("state", "=", "out");
  const query = rows.select((e) => e.fn.countAll<number>().as("count"));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export async function rowCounts(importId: string, from: Queryable = readDb) {
  return from
    .selectFrom("importRows")
    .select((e) => ["outcome", "state", e.fn.countAll<number>().as("count")])
    .where("importId", "=", importId)
    .groupBy(["outcome", "state"])
    .execute();
}

/** Counts the people to be written who get a new identifier. */
export async function countWithIdentifiers(importId: string, from: Queryable = readDb): Promise<number> {
  const { count } = await from
    .selectFrom("importRows")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("importId", "=", importId)
    .where("state", "=", "waiting")
    .where((e) => {
      // The pattern matches keys only, because quotation marks within texts of the JSON are escaped.
      const hasIdentifier = (kind: string) =>
        e.and([e("step", "like", `%"${kind}":"%`), e("step", "not like", `%"${kind}":""%`)]);
      return e.or(PERSONAL_IDENTIFIERS.map(hasIdentifier));
    })
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setState(
  tx: Queryable,
  { importId, position }: Pick<ParsedRow, "importId" | "position">,
  changes: Partial<Pick<StagedRow, "state" | "subjectRowId" | "detail" | "answer" | "step" | "writtenAt">>,
): Promise<void> {
  await tx
    .updateTable("importRows")
    .set(changes)
    .where("importId", "=", importId)
    .where("position", "=", position)
    .execute();
}

/** Sets the state of several rows of one import. */
export async function setStates(tx: Queryable, rows: ParsedRow[], state: StagedRow["state"]): Promise<void> {
  const [firstRow] = rows;
  if (!firstRow) return;
  const positions = rows.map(({ position }) => position);
  const update = tx.updateTable("importRows").set({ state }).where("importId", "=", firstRow.importId);
  await update.where("position", "in", positions).execute();
}

/** Deletes rows in short transactions; `onlyState` restricts the state. */
export async function removeRows(importId: string, inTransaction: InTransaction, onlyState?: StagedRow["state"]) {
  for (;;) {
    const removedCount = await inTransaction(async (tx) => {
      let rows = tx.selectFrom("importRows").select("position").where("importId", "=", importId).limit(500);
      if (onlyState) rows = rows.where("state", "=", onlyState);
      const positions = (await rows.execute()).map(({ position }) => position);
      if (positions.length === 0) return 0;
      await tx.deleteFrom("importRows").where("importId", "=", importId).where("position", "in", positions).execute();
      return positions.length;
    });
    if (removedCount === 0) return;
  }
}
