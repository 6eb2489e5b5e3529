/** Short transactions; after a crash the next process writes the rest. */
import { engine, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { ORDERS } from "~/models/whole/transfer/featured-orders.server";
import { STAGED_KINDS, type StagedKind } from "~/models/whole/transfer/kind-names";
import { indexHidden } from "~/models/whole/transfer/kinds/experts.server";
import { kindOf } from "~/models/whole/transfer/manifest.server";
import { BatchSize, type InTransaction, rowCounts, rowsIn, type Staged, setState } from "./import-rows.server";

interface Options {
  /** null for a command-line program. */
  admin: Admin | null;
  inTransaction: InTransaction;
  from: Queryable;
  progress?(done: number, total: number): void;
  signal?: AbortSignal;
  /** An operator's file keeps roles, and its first bad record aborts. */
  isTrusted?: boolean;
}

/** Writes pending rows from where an earlier call ended. */
export async function writeImport(importId: string, options: Options): Promise<void> {
  const progress = await progressOf(importId, options);
  const counts = new Map<string, number>();
  const run = { importId, options, progress, counts, size: new BatchSize() };
  await writeWaiting(run, ["experts"]);
  progress(await options.inTransaction((tx) => publish(tx, run)));
  await writeWaiting(run, AFTER_PUBLISHING);
  const size = new BatchSize();
  for (;;) {
    const rows = await rowsIn(options.from, importId, { state: "hidden", limit: size.rows });
    if (rows.length === 0) return;
    options.signal?.throwIfAborted();
    await options.inTransaction((tx) =>
      size.timed(
        () => indexHidden(tx, rows),
        () => rows.length,
      ),
    );
    progress(rows.length / 2);
  }
}

const AFTER_PUBLISHING = STAGED_KINDS.filter((kind) => kind !== "experts" && kind !== "expertOrder");

interface Run {
  importId: string;
  options: Options;
  progress: (more: number) => void;
  counts: Map<string, number>;
  size: BatchSize;
}

async function progressOf(importId: string, { from, progress }: Options): Promise<Run["progress"]> {
  const counts = await rowCounts(importId, from);
  const sum = (state: Staged["state"]) =>
    counts.filter((row) => row.state === state).reduce((all, { count }) => all + count, 0);
  let done = sum("written") + sum("hidden") / 2;
  const total = sum("waiting") + sum("hidden") + sum("written");
  return (more) => {
    done += more;
    progress?.(Math.floor(done), total);
  };
}

async function writeWaiting(run: Run, kinds: readonly StagedKind[]): Promise<void> {
  for (;;) {
    run.options.signal?.throwIfAborted();
    const done = await writeSome(run, kinds);
    if (done === 0) return;
    run.progress(done);
  }
}

/** Reads rows in the writing transaction, so that no other process writes them too. */
async function writeSome(run: Run, kinds: readonly StagedKind[]): Promise<number> {
  const { importId, options, size } = run;
  const next = (tx: Queryable, limit = size.rows) => rowsIn(tx, importId, { state: "waiting", kinds, limit });
  try {
    return await options.inTransaction((tx) =>
      size.timed(async () => write(tx, run, together(await next(tx))), Number),
    );
  } catch (error) {
    if (!(error instanceof AppError) || options.isTrusted) throw error;
  }
  // One row failed: write or skip the first alone, then retry the others together.
  try {
    return await options.inTransaction(async (tx) => write(tx, run, await next(tx, 1)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return options.inTransaction(async (tx) => {
      const [row] = await next(tx, 1);
      if (row) await setState(tx, row, { state: "out", detail: error.message });
      return 1;
    });
  }
}

/** The first rows that are of one kind. */
function together(rows: Staged[]): Staged[] {
  const [first] = rows;
  if (!first) return [];
  const end = rows.findIndex(({ kind }) => kind !== first.kind);
  const alike = end < 0 ? rows : rows.slice(0, end);
  return kindOf(first.kind).together?.(alike) ?? alike;
}

async function write(tx: Queryable, { options, counts }: Run, rows: Staged[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const { admin, isTrusted = false } = options;
  return kindOf(first.kind).write(tx, rows, { admin, isTrusted, counts });
}

/** Publishes all new people with one statement; gives the number of rows. */
async function publish(tx: Queryable, { importId, options, counts }: Run): Promise<number> {
  const { admin, isTrusted = false } = options;
  const orders = await rowsIn(tx, importId, { state: "waiting", kinds: ["expertOrder"] });
  const done = await ORDERS.expertOrder.write(tx, orders, { admin, isTrusted, counts });
  await engine.listHiddenExperts(tx, importId);
  await tx.updateTable("imports").set({ phase: "publishing" }).where("id", "=", importId).execute();
  return done;
}
