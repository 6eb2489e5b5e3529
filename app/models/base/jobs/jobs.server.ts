/** Background jobs: each is a row in `jobs` with a heartbeat of the process that runs it. */
import type { SelectQueryBuilder } from "kysely";
import { type Database, db, engine, type JobRow, type JobsTable, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { diskFaultOf, diskProblem } from "~/services/disk-faults.server";
import { within } from "~/stored-times";

const HEARTBEAT_MS = 500;
const SILENCE_MS = 15_000;

export interface JobContext {
  id: string;
  signal: AbortSignal;
  progress(done: number, total: number, message?: string): void;
  write(piece: string): void;
}

interface Running {
  stop: AbortController;
  state: { done: number; total: number; message: string; partial: string };
  isStale: boolean;
  /** The heartbeat in the row; two while it is unknown whether the last one was stored. */
  sent: string[];
  sending: Promise<void> | null;
}

const running = new Map<string, Running>();

export interface Job<Input = unknown, Result = unknown> {
  id: string;
  kind: string;
  status: JobsTable["status"];
  input: Input;
  result: Result | null; // null until there is one
  message: string;
  partial: string;
  done: number;
  total: number; // 0 while it is not known
  createdAt: string;
  updatedAt: string;
}

export async function startJob<Input, Result>(
  editor: Editor,
  kind: string,
  input: Input,
  work: (context: JobContext) => Promise<Result>,
  begin?: (tx: Queryable, id: string) => Promise<void>,
): Promise<string> {
  const id = newId();
  const now = await clock();
  const started = { status: "running", result: null, total: 0, done: 0, message: "" } as const;
  const row = { id, kind, ...started, input: JSON.stringify(input), createdAt: now, updatedAt: now };
  await db.transaction().execute(async (tx) => {
    await begin?.(tx, id);
    await tx
      .insertInto("jobs")
      .values({ ...row, createdBy: editor.id })
      .execute();
  });
  void run(id, now, work);
  return id;
}

/** Runs a job that is over once more, with its input. Throws "missing", or "conflict" while it runs. */
export async function restartJob<Result>(
  _editor: Editor,
  kind: string,
  id: string,
  work: (context: JobContext) => Promise<Result>,
): Promise<void> {
  const now = await clock();
  const { after, until } = heartbeats(now);
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ status: "running", message: "", partial: "", done: 0, total: 0, updatedAt: now })
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where((e) => e.or([e("status", "!=", "running"), e("updatedAt", "<=", after), e("updatedAt", ">", until)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    await findJob(kind, id);
    throw new AppError("conflict", "This is running already.");
  }
  void run(id, now, work);
}

/** Stops a job in whichever process it runs; a finished one stays as it is. */
export async function stopJob(_editor: Editor, kind: string, id: string): Promise<void> {
  const job = await findJob(kind, id);
  running.get(id)?.stop.abort();
  if (job.status !== "running") return;
  // Another process notices at its next heartbeat.
  await db
    .updateTable("jobs")
    .set({ status: "stopped", message: "Stopped.", updatedAt: await clock() })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
}

/** Removes a finished job with its results. Throws "missing", or "conflict" while it runs. */
export async function removeJob(tx: Queryable, _editor: Editor, kind: string, id: string): Promise<void> {
  const { after, until } = heartbeats(await clock());
  const { numDeletedRows } = await tx
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where((e) => e.or([e("status", "!=", "running"), e("updatedAt", "<=", after), e("updatedAt", ">", until)]))
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await findJob(kind, id);
  throw new AppError("conflict", "This is running. Stop it first.");
}

/** Throws "missing". */
export async function findJob<Input = unknown, Result = unknown>(
  kind: string,
  id: string,
): Promise<Job<Input, Result>> {
  const row = await readDb
    .selectFrom("jobs")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "This is no longer here.");
  return toJob(row, heartbeats(await clock()));
}

type Jobs = SelectQueryBuilder<Database, "jobs", object>;
type Filter = (jobs: Jobs) => Jobs;

const ofKind = (kind: string, filter: Filter = (jobs) => jobs) =>
  filter(readDb.selectFrom("jobs").where("kind", "=", kind));

/** @param filter narrows the list. */
export async function recentJobs<Input = unknown, Result = unknown>(
  kind: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
  filter?: Filter,
): Promise<Job<Input, Result>[]> {
  const rows = await ofKind(kind, filter).selectAll().orderBy("rowId", "desc").limit(limit).offset(offset).execute();
  const alive = heartbeats(await clock());
  return rows.map((row) => toJob<Input, Result>(row, alive));
}

export async function countJobs(kind: string, filter?: Filter): Promise<number> {
  const count = ofKind(kind, filter).select(({ fn }) => fn.countAll<number>().as("jobs"));
  return Number((await count.executeTakeFirstOrThrow()).jobs);
}

/** Marks jobs that ran when their process ended, once at the start. Returns their number. */
export async function markInterruptedJobs(): Promise<number> {
  const running = db.updateTable("jobs").set({ status: "interrupted", message: INTERRUPTED });
  const interrupted = running.where("status", "=", "running");
  // Checks heartbeats: with PostgreSQL other nodes may be running; with SQLite there is no other process yet.
  const { after, until } = heartbeats(await clock());
  const silent =
    engine.kind === "postgres"
      ? interrupted.where((e) => e.or([e("updatedAt", "<=", after), e("updatedAt", ">", until)]))
      : interrupted;
  return Number((await silent.executeTakeFirst()).numUpdatedRows);
}

/** Stops everything that runs here, as the process is about to end; a start then finds it interrupted. */
export function abandonJobs(): void {
  for (const job of running.values()) {
    job.isStale = true;
    job.stop.abort();
  }
}

const INTERRUPTED = "The server stopped meanwhile. Nothing is lost; start it again.";

function toJob<Input, Result>(row: JobRow, alive: Heartbeats): Job<Input, Result> {
  const local = running.get(row.id);
  const isGone = row.status === "running" && !local && (row.updatedAt <= alive.after || row.updatedAt > alive.until);
  const { id, kind, partial, done, total, createdAt, updatedAt } = row;
  return {
    id,
    kind,
    status: isGone ? "interrupted" : row.status,
    input: JSON.parse(row.input) as Input,
    result: row.result === null ? null : (JSON.parse(row.result) as Result),
    message: isGone ? INTERRUPTED : row.message,
    partial,
    done,
    total,
    createdAt,
    updatedAt,
    ...(row.status === "running" && local?.state),
  };
}

/** The database's, so that heartbeats of several nodes compare. */
async function clock(): Promise<string> {
  return new Date(await engine.now()).toISOString();
}

type Heartbeats = ReturnType<typeof heartbeats>;

/** Returns the range of heartbeats; a job whose last one is outside runs nowhere. */
function heartbeats(now: string) {
  return within(SILENCE_MS, Date.parse(now));
}

async function run<Result>(id: string, since: string, work: (context: JobContext) => Promise<Result>): Promise<void> {
  const job: Running = {
    stop: new AbortController(),
    state: { done: 0, total: 0, message: "", partial: "" },
    isStale: false,
    sent: [since],
    sending: null,
  };
  running.set(id, job);
  const heartbeat = setInterval(() => {
    job.sending ??= sendHeartbeat(id, job).finally(() => {
      job.sending = null;
    });
  }, HEARTBEAT_MS).unref();
  try {
    const result = await work(contextOf(id, job));
    await end(id, job, { status: "completed", result: JSON.stringify(result), message: "", partial: "" });
  } catch (error) {
    await endFailed(id, job, error);
  } finally {
    clearInterval(heartbeat);
    // Meanwhile it may have been started again here.
    if (running.get(id) === job) running.delete(id);
  }
}

function contextOf(id: string, { stop, state }: Running): JobContext {
  return {
    id,
    signal: stop.signal,
    progress: (done, total, message = state.message) => Object.assign(state, { done, total, message }),
    write: (piece) => {
      state.partial += piece;
    },
  };
}

async function endFailed(id: string, job: Running, error: unknown): Promise<void> {
  if (job.stop.signal.aborted) return end(id, job, { status: "stopped", message: "Stopped." });
  if (!(error instanceof AppError)) log.error({ err: error, job: id }, "a job failed");
  await end(id, job, { status: "error", message: messageOf(error) });
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const fault = diskFaultOf(error);
  return fault ? diskProblem(fault).message : "Something went wrong on our side. Please try again.";
}

type Changes = Partial<Pick<JobRow, "status" | "result" | "message" | "partial" | "done" | "total">>;

async function sendHeartbeat(id: string, job: Running): Promise<void> {
  if (job.isStale) return;
  try {
    if (!(await change(id, job, job.state))) job.stop.abort();
  } catch (error) {
    log.warn({ err: error, job: id }, "a job's progress could not be stored");
  }
}

async function end(id: string, job: Running, outcome: Changes): Promise<void> {
  if (job.isStale) return;
  await job.sending;
  const { done, total, partial } = job.state;
  await change(id, job, { done, total, partial, ...outcome }).catch((err) =>
    log.error({ err, job: id }, "the end of a job could not be stored"),
  );
}

/** Changes a job's row unless it was stopped, or went on elsewhere because its heartbeats failed. */
async function change(id: string, job: Running, changes: Changes): Promise<boolean> {
  const updatedAt = await clock();
  const earlier = job.sent;
  job.sent = [...earlier, updatedAt];
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...changes, updatedAt })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("updatedAt", "in", earlier)
    .executeTakeFirst();
  job.sent = [updatedAt];
  return Number(numUpdatedRows) > 0;
}
