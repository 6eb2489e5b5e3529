/** Every record is read and checked before anything is written. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { readExport } from "~/models/base/input/read-export.server";
import { lookForImages } from "~/models/base/uploads/missing.server";
import { PeopleComparison } from "./compare-people.server";
import type { ImportColumn } from "./import-fields";
import { readTable, recordIn } from "./import-read.server";
import { addRows, BATCH, type InTransaction, type Staged, type Verdict } from "./import-rows.server";

/** Compares records one by one; invalid ones do not throw. */
export class Comparison {
  private readonly people: PeopleComparison;

  constructor(from: Queryable) {
    this.people = new PeopleComparison(from);
  }

  async record(value: unknown): Promise<Verdict> {
    return verdictOf(nameIn(value), () => this.compare(value));
  }

  async row(cells: string[], fields: (ImportColumn | "")[]): Promise<Verdict> {
    const { record, notes, error } = recordIn(cells, fields);
    return verdictOf(nameIn(record), async () => {
      if (error) throw new AppError("invalid", error);
      return this.compare(record, notes);
    });
  }

  private async compare(value: unknown, notes?: string[]): Promise<Verdict> {
    await lookForImages(value);
    return this.people.compare(value, notes);
  }
}

async function verdictOf(name: string, run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: "error", name, detail: error.message, step: null };
  }
}

function nameIn(value: unknown): string {
  const { name } = Object(value) as Record<string, unknown>;
  return typeof name === "string" ? name.slice(0, 200) : "";
}

export type Counts = Record<Verdict["outcome"], number>;

export const NO_COUNTS: Counts = { new: 0, changed: 0, question: 0, same: 0, error: 0 };

export interface StageOptions {
  path: string;
  /** The field of each column; null for an export. */
  fields: (ImportColumn | "")[] | null;
  inTransaction: InTransaction;
  from: Queryable;
  progress?(done: number): void;
  signal?: AbortSignal;
}

/** Reads and compares a file, and stages its changes and questions. */
export async function stageFile(importId: string, options: StageOptions): Promise<Counts> {
  const { inTransaction, progress, signal } = options;
  const counts = { ...NO_COUNTS };
  let rows: Omit<Staged, "importId">[] = [];
  let done = 0;
  for await (const { row, verdict } of comparedRecords(options)) {
    const count = ++counts[verdict.outcome];
    const { outcome } = verdict;
    if (outcome !== "same" && (outcome !== "error" || count <= MAX_ERRORS))
      rows.push(stagedRow({ position: done, row }, verdict, outcome));
    if (++done % BATCH !== 0) continue;
    signal?.throwIfAborted();
    const some = rows;
    rows = [];
    await inTransaction((tx) => addRows(tx, importId, some));
    progress?.(done);
  }
  if (done === 0) throw new AppError("invalid", "There is nothing to import in this file.");
  await inTransaction((tx) => addRows(tx, importId, rows));
  progress?.(done);
  return counts;
}

async function* comparedRecords({ path, fields, from }: StageOptions) {
  const comparison = new Comparison(from);
  if (fields === null) {
    for await (const { row, value } of readExport(path, ["experts"]))
      yield { row, verdict: await comparison.record(value) };
  } else {
    for await (const { row, cells } of readTable(path)) yield { row, verdict: await comparison.row(cells, fields) };
  }
}

/** Further errors are only counted. */
const MAX_ERRORS = 1_000;

/** New and changed rows are written unless deselected; questions wait. */
function stagedRow(place: Pick<Staged, "position" | "row">, verdict: Verdict, outcome: Staged["outcome"]) {
  const { name, detail, step, target } = verdict;
  return {
    ...place,
    state: outcome === "new" || outcome === "changed" ? ("waiting" as const) : ("out" as const),
    outcome,
    answer: "",
    subjectRowId: outcome === "changed" ? (target?.rowId ?? null) : null,
    basedOn: outcome === "changed" ? (target?.updatedAt ?? "") : "",
    name,
    detail,
    step,
  };
}
