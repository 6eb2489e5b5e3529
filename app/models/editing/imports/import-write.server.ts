/** Writes an import in short transactions. After a crash, another process writes the remaining rows. */
import { engine, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { addTopic, TopicInput } from "~/models/editing/topics/edit.server";
import { existingTopics, readTopics } from "~/models/records/experts/topics.server";
import { BatchSize, type InTransaction, type ParsedRow, rowCounts, rowsIn, setState } from "./import-rows.server";
import type { ImportedProfile } from "./profile.server";
import { indexHidden, nextBatch, writePeople } from "./write-people.server";

interface Options {
  admin: Admin;
  inTransaction: InTransaction;
  from: Queryable;
  /** The topics to add with the people. */
  newTopics: { slug: string; name: string }[];
  progress?(doneCount: number, total: number): void;
  signal?: AbortSignal;
}

/** Writes the pending rows, continuing where an earlier call ended. */
export async function writeImport(importId: string, options: Options): Promise<void> {
  const progress = await progressOf(importId, options);
  const counts = new Map<string, number>();
  const run = { importId, options, progress, counts, size: new BatchSize() };
  await addTopics(importId, options);
  await writeWaitingRows(run);
  await options.inTransaction((tx) => publish(tx, run));
  const size = new BatchSize();
  for (;;) {
    const rows = await rowsIn(options.from, importId, { state: "hidden", limit: size.rows });
    if (rows.length === 0) return;
    options.signal?.throwIfAborted();
    await options.inTransaction((tx) =>
      size.runTimed(
        () => indexHidden(tx, rows),
        () => rows.length,
      ),
    );
    progress(rows.length / 2);
  }
}

const TOPICS_AT_ONCE = 20;

/** Adds the new topics of the rows that are written, in short transactions, except topics that exist by now. */
async function addTopics(importId: string, { inTransaction, from, newTopics, signal }: Options): Promise<void> {
  const usedSlugs = newTopics.length > 0 ? await topicsOfWaiting(importId, from) : new Set<string>();
  const topics = newTopics.filter(({ slug }) => usedSlugs.has(slug));
  for (let start = 0; start < topics.length; start += TOPICS_AT_ONCE) {
    signal?.throwIfAborted();
    await inTransaction(async (tx) => {
      const storedTopics = await readTopics(tx);
      const missingTopics = topics
        .slice(start, start + TOPICS_AT_ONCE)
        .filter(({ slug, name }) => existingTopics(storedTopics, [name, slug]).length === 0);
      for (const { slug, name } of missingTopics) await addTopic(tx, TopicInput.parse({ name }), slug, storedTopics);
      if (missingTopics.length > 0) await noteAdded(tx, importId, missingTopics);
    });
  }
}

/** Remembers the topics that the import added, which an undo names. */
async function noteAdded(tx: Queryable, importId: string, topics: Options["newTopics"]): Promise<void> {
  const row = await tx.selectFrom("imports").select("counts").where("id", "=", importId).executeTakeFirstOrThrow();
  const { addedTopics = [], ...counts } = JSON.parse(row.counts);
  const nextCounts = JSON.stringify({ ...counts, addedTopics: [...addedTopics, ...topics] });
  await tx.updateTable("imports").set({ counts: nextCounts }).where("id", "=", importId).execute();
}

/** Returns the slugs of the topics in the rows that will be written. */
async function topicsOfWaiting(importId: string, from: Queryable): Promise<Set<string>> {
  const slugs = new Set<string>();
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows: ParsedRow[] = await rowsIn(from, importId, { state: "waiting", after });
    for (const { step } of rows) {
      const { record, rejectedTopics = [] } = step as ImportedProfile;
      for (const slug of [...(record.topics ?? []), ...rejectedTopics]) slugs.add(slug);
    }
    after = rows.at(-1)?.position;
  }
  return slugs;
}

interface Run {
  importId: string;
  options: Options;
  progress: (count: number) => void;
  counts: Map<string, number>;
  size: BatchSize;
}

async function progressOf(importId: string, { from, progress }: Options): Promise<Run["progress"]> {
  const counts = await rowCounts(importId, from);
  const countRows = (state: ParsedRow["state"]) =>
    counts.filter((row) => row.state === state).reduce((subtotal, { count }) => subtotal + count, 0);
  let doneCount = countRows("written") + countRows("hidden") / 2;
  const total = countRows("waiting") + countRows("hidden") + countRows("written");
  return (count) => {
    doneCount += count;
    progress?.(Math.floor(doneCount), total);
  };
}

async function writeWaitingRows(run: Run): Promise<void> {
  for (;;) {
    run.options.signal?.throwIfAborted();
    const batchCount = await writeBatch(run);
    if (batchCount === 0) return;
    run.progress(batchCount);
  }
}

/** Writes one batch and returns its number of rows. Reads them in the same transaction, so that no other process writes them. */
async function writeBatch(run: Run): Promise<number> {
  const { importId, options, size } = run;
  const readNext = (tx: Queryable, limit = size.rows) => rowsIn(tx, importId, { state: "waiting", limit });
  try {
    return await options.inTransaction((tx) =>
      size.runTimed(async () => write(tx, run, nextBatch(await readNext(tx))), Number),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  // If a row failed, writes or skips the first one alone; the next call retries the others together.
  try {
    return await options.inTransaction(async (tx) => write(tx, run, await readNext(tx, 1)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return options.inTransaction(async (tx) => {
      const [row] = await readNext(tx, 1);
      if (row) await setState(tx, row, { state: "out", detail: error.message });
      return 1;
    });
  }
}

async function write(tx: Queryable, { options, counts }: Run, rows: ParsedRow[]): Promise<number> {
  return rows.length > 0 ? writePeople(tx, options.admin, rows, counts) : 0;
}

/** Publishes all new people with one statement. */
async function publish(tx: Queryable, { importId }: Run): Promise<void> {
  await engine.listHiddenExperts(tx, importId);
  await tx.updateTable("imports").set({ phase: "publishing" }).where("id", "=", importId).execute();
}
