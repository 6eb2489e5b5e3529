/** Runs background jobs. Each is a row in `jobs`, with a heartbeat of the process that runs it. */
import { setTimeout as wait } from "node:timers/promises";
import type { SelectQueryBuilder } from "kysely";
import { type Database, db, engine, type JobRow, type JobsTable, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { diskFaultOf, diskProblem } from "~/services/disk-faults.server";
import { within } from "~/stored-times";

const HEARTBEAT_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 15_000;

export interface JobContext {
  id: string;
  signal: AbortSignal;
  progress(done: number, total: number, message?: string): void;
  write(piece: string): void;
}

interface RunningJob {
  stop: AbortController;
  state: { done: number; total: number; message: string; partial: string };
  isAbandoned: boolean;
  /** Says that only the job's end remains to be stored. */
  hasEnded: boolean;
  /** The heartbeats that may be in the row: one, or more while one is being stored or after that failed. */
  sentHeartbeats: string[];
  pendingHeartbeat: Promise<void> | null;
}

const runningJobs = new Map<string, RunningJob>();

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
  const now = await databaseTime();
  const initialState = { status: "running", result: null, total: 0, done: 0, message: "" } as const;
  const row = { id, kind, ...initialState, input: JSON.stringify(input), createdAt: now, updatedAt: now };
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

/** Runs an ended job again, with new work; its row keeps the input. Throws "missing"; "conflict" while it runs. */
export async function restartJob<Result>(
  _editor: Editor,
  kind: string,
  id: string,
  work: (context: JobContext) => Promise<Result>,
): Promise<void> {
  const now = await databaseTime();
  const { after, until } = liveRangeAt(now);
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

/** Stops a job in whichever process runs it; leaves a finished job unchanged. */
export async function stopJob(_editor: Editor, kind: string, id: string): Promise<void> {
  const job = await findJob(kind, id);
  if (job.status !== "running") return;
  // Writes this before the work ends, so that the job does not count as completed. Another process notices this at its next heartbeat.
  await db
    .updateTable("jobs")
    .set({ status: "stopped", message: "Stopped.", updatedAt: await databaseTime() })
    .where("id", "=", id)
    .where("status", "=", "running")
    .execute();
  runningJobs.get(id)?.stop.abort();
}

/** Deletes a finished job with its results. Throws "missing"; "conflict" while it runs. */
export async function removeJob(tx: Queryable, _editor: Editor, kind: string, id: string): Promise<void> {
  const { after, until } = liveRangeAt(await databaseTime());
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

/** Returns a job. Throws "missing". */
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
  return toJob(row, liveRangeAt(await databaseTime()));
}

type Jobs = SelectQueryBuilder<Database, "jobs", object>;
type Filter = (jobs: Jobs) => Jobs;

const selectJobs = (kind: string, filter: Filter = (jobs) => jobs) =>
  filter(readDb.selectFrom("jobs").where("kind", "=", kind));

/** Returns the latest jobs of a kind, newest first. `filter` narrows the list. */
export async function recentJobs<Input = unknown, Result = unknown>(
  kind: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
  filter?: Filter,
): Promise<Job<Input, Result>[]> {
  const rows = await selectJobs(kind, filter)
    .selectAll()
    .orderBy("rowId", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const liveRange = liveRangeAt(await databaseTime());
  return rows.map((row) => toJob<Input, Result>(row, liveRange));
}

export async function countJobs(kind: string, filter?: Filter): Promise<number> {
  const count = selectJobs(kind, filter).select(({ fn }) => fn.countAll<number>().as("jobs"));
  return Number((await count.executeTakeFirstOrThrow()).jobs);
}

/** Marks jobs whose process ended while they ran. Called once when the server starts. Returns their number. */
export async function markInterruptedJobs(): Promise<number> {
  const update = db.updateTable("jobs").set({ status: "interrupted", message: INTERRUPTED });
  const updateOfRunning = update.where("status", "=", "running");
  // Checks heartbeats with PostgreSQL, where other nodes may run jobs; with SQLite there is no other process at a
  // start.
  const { after, until } = liveRangeAt(await databaseTime());
  const abandonedJobs =
    engine.kind === "postgres"
      ? updateOfRunning.where((e) => e.or([e("updatedAt", "<=", after), e("updatedAt", ">", until)]))
      : updateOfRunning;
  return Number((await abandonedJobs.executeTakeFirst()).numUpdatedRows);
}

/** Stops all jobs of this process, which is about to end; the next start marks them as interrupted. */
export function abandonJobs(): void {
  for (const job of runningJobs.values()) {
    job.isAbandoned = true;
    job.stop.abort();
  }
}

const INTERRUPTED = "The server stopped before the end, and nothing is lost. Please start it again.";

function toJob<Input, Result>(row: JobRow, liveRange: LiveRange): Job<Input, Result> {
  const localJob = runningJobs.get(row.id);
  const isInterrupted =
    row.status === "running" && !localJob && (row.updatedAt <= liveRange.after || row.updatedAt > liveRange.until);
  const { id, kind, partial, done, total, createdAt, updatedAt } = row;
  return {
    id,
    kind,
    status: isInterrupted ? "interrupted" : row.status,
    input: JSON.parse(row.input) as Input,
    result: row.result === null ? null : (JSON.parse(row.result) as Result),
    message: isInterrupted ? INTERRUPTED : row.message,
    partial,
    done,
    total,
    createdAt,
    updatedAt,
    ...(row.status === "running" && localJob?.state),
  };
}

/** Returns the database's time, so that the heartbeats of several nodes can be compared. */
async function databaseTime(): Promise<string> {
  return new Date(await engine.now()).toISOString();
}

type LiveRange = ReturnType<typeof liveRangeAt>;

/** Returns the range of live heartbeats; a job whose last heartbeat is outside runs nowhere. */
function liveRangeAt(now: string) {
  return within(HEARTBEAT_TIMEOUT_MS, Date.parse(now));
}

async function run<Result>(
  id: string,
  startedAt: string,
  work: (context: JobContext) => Promise<Result>,
): Promise<void> {
  const job: RunningJob = {
    stop: new AbortController(),
    state: { done: 0, total: 0, message: "", partial: "" },
    isAbandoned: false,
    hasEnded: false,
    sentHeartbeats: [startedAt],
    pendingHeartbeat: null,
  };
  runningJobs.set(id, job);
  const heartbeat = setInterval(() => {
    job.pendingHeartbeat ??= sendHeartbeat(id, job).finally(() => {
      job.pendingHeartbeat = null;
    });
  }, HEARTBEAT_MS).unref();
  try {
    const result = await work(createContext(id, job));
    await storeEnd(id, job, { status: "completed", result: JSON.stringify(result), message: "", partial: "" });
  } catch (error) {
    await storeFailure(id, job, error);
  } finally {
    clearInterval(heartbeat);
    // Keeps the entry of a job that was started again here meanwhile.
    if (runningJobs.get(id) === job) runningJobs.delete(id);
  }
}

function createContext(id: string, { stop, state }: RunningJob): JobContext {
  return {
    id,
    signal: stop.signal,
    progress: (done, total, message = state.message) => Object.assign(state, { done, total, message }),
    write: (piece) => {
      state.partial += piece;
    },
  };
}

async function storeFailure(id: string, job: RunningJob, error: unknown): Promise<void> {
  if (job.stop.signal.aborted) return storeEnd(id, job, { status: "stopped", message: "Stopped." });
  if (!(error instanceof AppError)) log.error({ err: error, job: id }, "a job failed");
  await storeEnd(id, job, { status: "error", message: failureMessage(error) });
}

function failureMessage(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const fault = diskFaultOf(error);
  return fault ? diskProblem(fault).message : "Something went wrong on our side. Please try again.";
}

type Changes = Partial<Pick<JobRow, "status" | "result" | "message" | "partial" | "done" | "total">>;

async function sendHeartbeat(id: string, job: RunningJob): Promise<void> {
  if (job.isAbandoned || job.hasEnded) return;
  try {
    if (!(await changeRow(id, job, job.state))) job.stop.abort();
  } catch (error) {
    log.warn({ err: error, job: id }, "a job's progress could not be stored");
  }
}

/** The longest pause between two attempts to store the end of a job. */
const MAX_PAUSE_MS = 60_000;
/** The number of heartbeats that are compared with the stored one: the first is the last that was surely stored. */
const MAX_HEARTBEATS = 100;

/** Stores the end of a job, with its result. Repeats this until it succeeds or the process ends, because the result may have cost money. */
async function storeEnd(id: string, job: RunningJob, outcome: Changes): Promise<void> {
  job.hasEnded = true;
  await job.pendingHeartbeat;
  const { done, total, partial } = job.state;
  for (let tries = 1; !job.isAbandoned; tries++) {
    try {
      await changeRow(id, job, { done, total, partial, ...outcome });
      return;
    } catch (err) {
      if (tries === 1) log.error({ err, job: id }, "the end of a job could not be stored yet");
      await wait(Math.min(tries * HEARTBEAT_MS, MAX_PAUSE_MS));
    }
  }
}

/** Changes a job's row, unless the job was stopped or another node continued it because its heartbeats failed. */
async function changeRow(id: string, job: RunningJob, changes: Changes): Promise<boolean> {
  const updatedAt = await databaseTime();
  const formerHeartbeats = job.sentHeartbeats;
  job.sentHeartbeats = [
    ...formerHeartbeats.slice(0, 1),
    ...formerHeartbeats.slice(1).slice(-MAX_HEARTBEATS),
    updatedAt,
  ];
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...changes, updatedAt })
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("updatedAt", "in", formerHeartbeats)
    .executeTakeFirst();
  job.sentHeartbeats = [updatedAt];
  return Number(numUpdatedRows) > 0;
}
