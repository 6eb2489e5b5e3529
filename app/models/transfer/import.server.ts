/**
 * Imports: a file is sent, checked, and then written, each step a stored job that can be left and come back to
 * (decision D70). Checking writes a plan beside the file; writing follows the plan in one transaction.
 */
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { db, type JobsTable, readDb, type JobRow as StoredJob } from "~/db.server";
import { diskFaultOf, diskProblem } from "~/disk-faults.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { newId } from "~/ids.server";
import { log } from "~/log.server";
import type { Admin } from "~/models/accounts/admin.server";
import type { ExpertField } from "~/models/experts/fields";
import { sortName } from "~/models/experts/write.server";
import { copyPicturesSince } from "~/models/images/copy-many.server";
import { audit } from "~/models/site/audit.server";
import type { SentFile } from "~/services/storage.server";
import { parse } from "~/validation.server";
import { Check, type Verdict } from "./import-check.server";
import { COLUMN_FIELDS, guessColumns } from "./import-columns";
import { askToStop, type Running, readPulse, startPulse } from "./import-pulse.server";
import { KINDS, type Kind, previewTable, readExport, readTable } from "./import-read.server";
import { writePlan } from "./import-write.server";

/** The largest file, in bytes. */
export const IMPORT_LIMIT = 1024 * 1024 * 1024;

const FOLDER = join(env.DATA_DIR, "imports");
const pathOf = (id: string, part: string) => join(FOLDER, `${id}.${part}`);

const JobInput = z.object({
  name: z.string(),
  format: z.enum(["export", "table"]),
  /** The field of each column; null until it was chosen. */
  fields: z.array(z.union([z.literal(""), z.enum(COLUMN_FIELDS as [ExpertField])])).nullable(),
});

const OUTCOMES = ["new", "changed", "same", "error"] as const;
type Counts = Record<(typeof OUTCOMES)[number], number>;

/** How many of each are shown; all are counted. */
const SHOWN = { new: 20, changed: 100, same: 0, error: 500 };
/** Rows with something left out that are shown. */
const NOTES_SHOWN = 200;

export interface Preview {
  counts: Partial<Record<Kind, Counts>>;
  /** What has to be written, over all kinds. */
  steps: number;
  shown: { kind: Kind; row: number; outcome: Verdict["outcome"]; name: string; detail: string }[];
}

export interface ImportView {
  id: string;
  name: string;
  format: "export" | "table";
  status: JobsTable["status"];
  /** What it waits for or does. */
  phase: "columns" | "checking" | "checked" | "writing" | "over";
  message: string;
  done: number;
  total: number;
  createdAt: string;
  preview: Preview | null;
}

/** Jobs of this process that run; those of other processes are known by their pulse. */
const running = new Map<string, Running>();

/** Stops a job from within. */
class Stopped extends Error {}

/**
 * Takes a file in. An export is checked at once; for a table the columns are chosen first.
 *
 * @returns the job's id.
 * @throws AppError "invalid" without a file, "tooLarge" for one over 1 GB.
 */
export async function startImport(admin: Admin, file: SentFile | undefined): Promise<string> {
  if (!file) throw new AppError("invalid", "Please choose a file.", { file: "Please choose a file." });
  if (file.tooLarge) throw new AppError("tooLarge", "This file is too large: at most 1 GB.");
  await removeOldFiles();
  const format = /\.json$/i.test(file.name) ? "export" : "table";
  const fields = format === "table" ? guessColumns((await previewTable(file.path)).columns) : null;
  const id = newId();
  await mkdir(FOLDER, { recursive: true });
  await rename(file.path, pathOf(id, "file"));
  const now = new Date().toISOString();
  const input: z.input<typeof JobInput> = { name: file.name.slice(0, 200), format, fields };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("jobs")
      .values({
        id,
        kind: "import",
        status: "waiting",
        input: JSON.stringify(input),
        result: null,
        message: "",
        done: 0,
        total: 0,
        createdAt: now,
        updatedAt: now,
        createdBy: admin.id,
      })
      .execute();
    await audit(tx, admin, {
      action: "import started",
      subjectKind: "directory",
      subjectId: id,
      subjectName: input.name,
    });
  });
  if (format === "export") await checkImport(admin, id);
  return id;
}

/** The newest imports. */
export async function recentImports(_admin: Admin): Promise<ImportView[]> {
  const rows = await readDb
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "=", "import")
    .orderBy("rowId", "desc")
    .limit(20)
    .execute();
  return rows.map((row) => toView(seen({ ...row, result: null })));
}

/** @throws AppError "missing". */
export async function importJob(_admin: Admin, id: string): Promise<ImportView> {
  return toView(await findJob(id));
}

/** The columns of a table, its first rows, and which field each column is taken for. */
export async function importColumns(_admin: Admin, id: string) {
  const { fields } = inputOf(await findJob(id));
  return { ...(await previewTable(pathOf(id, "file"))), fields: fields ?? [] };
}

/**
 * Chooses the field of each column of a table, and checks it.
 *
 * @param input `{ fields }`: a field's name or "" for each column.
 * @throws AppError "invalid", or "conflict" while it runs.
 */
export async function chooseColumns(admin: Admin, id: string, input: unknown): Promise<void> {
  const job = await findJob(id);
  refuseUnless(job, ["waiting", "stopped", "error", "interrupted"]);
  const { fields } = parse(z.object({ fields: JobInput.shape.fields.unwrap() }), input);
  const chosen = fields.filter(Boolean);
  if (new Set(chosen).size < chosen.length)
    throw new AppError("invalid", "Two columns are the same field. Please leave one of them out.");
  if (!chosen.includes("name")) throw new AppError("invalid", "Please say which column holds the name.");
  await update(id, { input: JSON.stringify({ ...inputOf(job), fields }) });
  await checkImport(admin, id);
}

/** Begins to check a file, again or for the first time. Goes on after this returns. */
export async function checkImport(_admin: Admin, id: string): Promise<void> {
  const job = await findJob(id);
  refuseUnless(job, ["waiting", "stopped", "error", "interrupted"]);
  const total = (await stat(pathOf(id, "file")).catch(() => null))?.size;
  if (total === undefined) throw new AppError("missing", "The file is no longer here. Please send it again.");
  await begin(job, "checking", 0, (state) => check(id, inputOf(job), state));
}

/**
 * Begins to write what was found. Goes on after this returns.
 *
 * @throws AppError "conflict" unless it was checked and is not written yet.
 */
export async function applyImport(admin: Admin, id: string): Promise<void> {
  const job = await findJob(id);
  refuseUnless(job, ["waiting", "stopped", "error", "interrupted"]);
  const preview = previewOf(job);
  if (!preview) throw new AppError("conflict", "This file was not checked yet.");
  await begin(job, "writing", preview.steps, async (state) => {
    const since = new Date().toISOString();
    await writePlan(admin, {
      name: inputOf(job).name,
      planOf: (kind) => pathOf(id, kind),
      tick: (done) => tick(state, done),
      finish: async (tx) => {
        const records = preview.steps === 1 ? "record was" : "records were";
        const message = `${preview.steps.toLocaleString("en")} ${records} written.`;
        const now = new Date().toISOString();
        const over = { status: "completed", message, done: preview.steps, updatedAt: now } as const;
        await tx.updateTable("jobs").set(over).where("id", "=", id).execute();
      },
    });
    void copyPicturesSince(admin, since);
  });
}

/** Stops a job that runs, in whichever process; nothing of it is imported. One that does not run stays as it is. */
export async function stopImport(_admin: Admin, id: string): Promise<void> {
  const state = running.get(id);
  if (state) state.isStopped = true;
  else if ((await findJob(id)).seen === "running") askToStop(pathOf(id, "job"));
}

function tick(state: Running, done: number): void {
  if (state.isStopped) throw new Stopped();
  state.done = done;
}

async function begin(job: JobRow, message: string, total: number, work: (state: Running) => Promise<void>) {
  const { id } = job;
  if (running.has(id)) throw new AppError("conflict", IS_RUNNING);
  const state: Running = { done: 0, isStopped: false };
  running.set(id, state);
  try {
    await take(job, { message, total, ...(message === "checking" && { result: null }) });
  } catch (error) {
    running.delete(id);
    throw error;
  }
  const pulse = startPulse(pathOf(id, "job"), state);
  void finish(id, () => work(state)).finally(() => {
    running.delete(id);
    pulse.end();
  });
}

/** Marks a job as running, unless somebody else did since its row was read. */
async function take(job: JobRow, changes: { message: string; total: number; result?: null }): Promise<void> {
  const updatedAt = new Date().toISOString();
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ ...changes, status: "running", done: 0, updatedAt })
    .where("id", "=", job.id)
    .where("status", "=", job.status)
    .where("updatedAt", "=", job.updatedAt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("conflict", IS_RUNNING);
}

const IS_RUNNING = "This import is running.";

async function finish(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isKnown = error instanceof AppError;
    const fault = diskFaultOf(error);
    if (!isKnown && !(error instanceof Stopped)) log.error({ err: error, job: id }, "an import failed");
    const message = isKnown
      ? error.message
      : fault
        ? diskProblem(fault).message
        : "Something went wrong on our side. Nothing was imported.";
    const end =
      error instanceof Stopped
        ? ({ status: "stopped", message: "Stopped. Nothing was imported." } as const)
        : ({ status: "error", message } as const);
    await update(id, end).catch((err) => log.error({ err, job: id }, "the end of an import could not be stored"));
  }
}

async function check(id: string, { format, fields }: z.output<typeof JobInput>, state: Running): Promise<void> {
  const preview: Preview = { counts: {}, steps: 0, shown: [] };
  const room = { ...SHOWN };
  let notes = NOTES_SHOWN;
  const plans = Object.fromEntries(KINDS.map((kind) => [kind, createWriteStream(pathOf(id, kind))]));
  let row = 0;
  try {
    for await (const found of format === "export" ? checkedExport(id) : checkedTable(id, fields ?? [])) {
      const { kind, verdict } = found;
      const { outcome, name, detail, step } = verdict;
      const counts = preview.counts[kind] ?? { new: 0, changed: 0, same: 0, error: 0 };
      preview.counts[kind] = counts;
      counts[outcome]++;
      const hasNote = outcome !== "error" && outcome !== "changed" && detail !== "" && notes-- > 0;
      if (room[outcome]-- > 0 || hasNote) preview.shown.push({ kind, row: found.row, outcome, name, detail });
      if (step) {
        preview.steps++;
        const plan = plans[kind];
        if (plan && !plan.write(`${JSON.stringify(step)}\n`)) await new Promise<void>((go) => plan.once("drain", go));
      }
      if (++row % 50 === 0) await new Promise(setImmediate);
      tick(state, row);
    }
  } finally {
    await Promise.all(Object.values(plans).map((plan) => new Promise<void>((go) => plan.end(go))));
  }
  if (row === 0) throw new AppError("invalid", "There is nothing to import in this file.");
  await update(id, { status: "waiting", message: "checked", result: JSON.stringify(preview), done: row, total: row });
}

interface Checked {
  kind: Kind;
  row: number;
  verdict: Verdict;
}

async function* checkedExport(id: string): AsyncGenerator<Checked, void> {
  const check = new Check();
  for await (const found of readExport(pathOf(id, "file"))) yield { ...found, verdict: await check.record(found) };
}

async function* checkedTable(id: string, fields: (ExpertField | "")[]): AsyncGenerator<Checked, void> {
  const check = new Check(await namesakesIn(id, fields.indexOf("name")));
  let isFirst = true;
  for await (const { row, cells } of readTable(pathOf(id, "file"))) {
    if (!isFirst) yield { kind: "experts", row, verdict: await check.row(cells, fields) };
    isFirst = false;
  }
}

async function namesakesIn(id: string, column: number): Promise<Map<string, number>> {
  const names = new Map<string, number>();
  for await (const { cells } of readTable(pathOf(id, "file"))) {
    const name = sortName((cells[column] ?? "").trim());
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

interface JobRow extends StoredJob {
  /** Its status as it is: looked at once, because the process that runs it may end at any moment. */
  seen: JobsTable["status"];
}

/** One that seems to be interrupted is read again: the process that runs it may just have begun, or ended and said so. */
async function findJob(id: string): Promise<JobRow> {
  const read = async () => {
    const jobs = readDb.selectFrom("jobs").selectAll().where("kind", "=", "import");
    const row = await jobs.where("id", "=", id).executeTakeFirst();
    if (!row) throw new AppError("missing", "There is no such import.");
    return seen(row);
  };
  const job = await read();
  return job.seen === job.status ? job : read();
}

/** A job that runs in no process was interrupted: the one that ran it is gone. */
function seen(row: StoredJob): JobRow {
  const isGone = row.status === "running" && !running.has(row.id) && readPulse(pathOf(row.id, "job")) === null;
  return { ...row, seen: isGone ? "interrupted" : row.status };
}

function toView(row: JobRow): ImportView {
  const { id, message, createdAt, seen: status } = row;
  const { name, format } = inputOf(row);
  const done = status === "running" ? (running.get(id)?.done ?? readPulse(pathOf(id, "job"))) : null;
  return {
    id,
    name,
    format,
    status,
    phase: phaseOf(row, status),
    message: status === "interrupted" ? "The server stopped meanwhile. Nothing was imported." : message,
    done: done ?? row.done,
    total: row.total,
    createdAt,
    preview: previewOf(row),
  };
}

function phaseOf(row: JobRow, status: JobsTable["status"]): ImportView["phase"] {
  if (status === "completed") return "over";
  if (status === "running") return row.message === "writing" ? "writing" : "checking";
  if (row.result !== null) return "checked";
  return inputOf(row).format === "table" ? "columns" : "checking";
}

function refuseUnless(row: JobRow, statuses: JobsTable["status"][]): void {
  if (statuses.includes(row.seen)) return;
  throw new AppError("conflict", row.status === "completed" ? "This import is over." : IS_RUNNING);
}

function inputOf(row: JobRow): z.output<typeof JobInput> {
  return JobInput.parse(JSON.parse(row.input));
}

function previewOf(row: JobRow): Preview | null {
  return row.result === null ? null : JSON.parse(row.result);
}

async function update(
  id: string,
  changes: Partial<Pick<JobRow, "status" | "message" | "input" | "result" | "done" | "total">>,
) {
  const updatedAt = new Date().toISOString();
  await db
    .updateTable("jobs")
    .set({ ...changes, updatedAt })
    .where("id", "=", id)
    .execute();
}

const DAY = 24 * 60 * 60_000;

/** Files of imports are kept for a week: they hold what is in the directory anyway, or should not be there. */
async function removeOldFiles(now = Date.now()): Promise<void> {
  for (const name of await readdir(FOLDER).catch(() => [])) {
    const found = await stat(join(FOLDER, name)).catch(() => null);
    if (found && now - found.mtimeMs > 7 * DAY) await rm(join(FOLDER, name), { force: true });
  }
}
