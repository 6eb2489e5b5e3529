/** Every record is read and checked before anything is written. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { lookForImages } from "~/models/base/uploads/missing.server";
import { FeaturedOrder, ORDERS } from "~/models/whole/transfer/featured-orders.server";
import type { ComparedFile, Kind } from "~/models/whole/transfer/kind.server";
import type { KindName, OrderKind, StagedKind } from "~/models/whole/transfer/kind-names";
import { KINDS } from "~/models/whole/transfer/manifest.server";
import type { ImportColumn } from "./import-fields";
import { type ImportedRecord, readExport, readTable, recordIn } from "./import-read.server";
import { addRows, BATCH, type InTransaction, positionOf, type Staged, type Verdict } from "./import-rows.server";

/** Compares records one by one; invalid ones do not throw. */
export class Comparison {
  private readonly comparers: Map<KindName, ReturnType<Kind["comparer"]>>;

  constructor(from: Queryable) {
    const file: ComparedFile = { from, images: new Set(), topics: [] };
    this.comparers = new Map(KINDS.map(([name, kind]) => [name, kind.comparer(file)]));
  }

  async record({ kind, value }: ImportedRecord): Promise<Verdict> {
    return verdictOf(nameIn(value), () => this.compare(kind, value));
  }

  async row(cells: string[], fields: (ImportColumn | "")[]): Promise<Verdict> {
    const { record, notes, error } = recordIn(cells, fields);
    return verdictOf(nameIn(record), async () => {
      if (error) throw new AppError("invalid", error);
      return this.compare("experts", record, notes);
    });
  }

  private async compare(kind: KindName, value: unknown, notes?: string[]): Promise<Verdict> {
    const comparer = this.comparers.get(kind) as ReturnType<Kind["comparer"]>;
    await lookForImages(value);
    return comparer(value, notes);
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
  const { name, title, email } = Object(value) as Record<string, unknown>;
  return [name, title, email].find((text): text is string => typeof text === "string")?.slice(0, 200) ?? "";
}

export type Counts = Partial<Record<StagedKind, Record<Verdict["outcome"], number>>>;

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
  const { inTransaction, from, progress, signal } = options;
  const stage = new Stage();
  let done = 0;
  for await (const found of comparedRecords(options)) {
    stage.add(found);
    if (++done % BATCH !== 0) continue;
    signal?.throwIfAborted();
    await inTransaction((tx) => addRows(tx, importId, stage.take()));
    progress?.(done);
  }
  if (done === 0) throw new AppError("invalid", "There is nothing to import in this file.");
  await stage.addOrders(from);
  await inTransaction((tx) => addRows(tx, importId, stage.take()));
  progress?.(done);
  return stage.counts;
}

interface Compared {
  kind: KindName;
  row: number;
  verdict: Verdict;
}

async function* comparedRecords({ path, fields, from }: StageOptions): AsyncGenerator<Compared, void> {
  const comparison = new Comparison(from);
  if (fields === null) {
    for await (const found of readExport(path)) yield { ...found, verdict: await comparison.record(found) };
  } else {
    for await (const { row, cells } of readTable(path))
      yield { kind: "experts", row, verdict: await comparison.row(cells, fields) };
  }
}

/** Further errors are only counted. */
const MAX_ERRORS = 1_000;

class Stage {
  readonly counts: Counts = {};
  private rows: Omit<Staged, "importId">[] = [];
  private readonly orders = (Object.keys(ORDERS) as OrderKind[]).map((kind) => new FeaturedOrder(kind));

  add({ kind, row, verdict }: Compared): void {
    const count = this.count(kind, verdict.outcome);
    const isRow = verdict.outcome !== "same" && (verdict.outcome !== "error" || count <= MAX_ERRORS);
    const position = isRow ? positionOf(kind, this.totalOf(kind)) : null;
    for (const order of this.orders) if (ORDERS[order.kind].of === kind) order.note(verdict, position);
    if (position !== null) this.rows.push(stagedRow(kind, { position, row }, verdict));
  }

  async addOrders(from: Queryable): Promise<void> {
    for (const order of this.orders) {
      const found = await order.step(from);
      if (!found) continue;
      const { kind } = found;
      const { name } = ORDERS[kind];
      this.count(kind, "changed");
      const verdict = { outcome: "changed", name, detail: "Order", step: found } as const;
      this.rows.push(stagedRow(kind, { position: positionOf(kind, 0), row: 1 }, verdict));
    }
  }

  take(): Omit<Staged, "importId">[] {
    return this.rows.splice(0);
  }

  private count(kind: StagedKind, outcome: Verdict["outcome"]): number {
    this.counts[kind] ??= { new: 0, changed: 0, question: 0, same: 0, error: 0 };
    return ++this.counts[kind][outcome];
  }

  private totalOf(kind: StagedKind): number {
    return Object.values(this.counts[kind] ?? {}).reduce((sum, count) => sum + count, 0);
  }
}

/** New and changed rows are written unless deselected; questions wait. */
function stagedRow(kind: StagedKind, place: Pick<Staged, "position" | "row">, verdict: Verdict) {
  const { outcome, name, detail, step, target } = verdict;
  return {
    ...place,
    kind,
    state: outcome === "new" || outcome === "changed" ? ("waiting" as const) : ("out" as const),
    outcome: outcome as Staged["outcome"],
    answer: "",
    subjectRowId: outcome === "changed" ? (target?.rowId ?? null) : null,
    basedOn: outcome === "changed" ? (target?.updatedAt ?? "") : "",
    name,
    detail,
    step,
  };
}
