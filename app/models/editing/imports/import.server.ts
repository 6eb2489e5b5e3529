/** Checking and writing an import are jobs. */
import { z } from "zod";
import { db, type ImportRow, type JobRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { checkSession, type RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { isClockBelieved } from "~/models/base/jobs/clock.server";
import { findJob, type JobContext, startJob, stopJob } from "~/models/base/jobs/jobs.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { formatNumber } from "~/models/base/text/numbers";
import { copyImagesSince } from "~/models/editing/experts/copy-many.server";
import { Compared } from "~/models/editing/identity/compare.server";
import type { SentFile } from "~/services/storage.server";
import { type Counts, NO_COUNTS, stageFile } from "./import-compare.server";
import { guessColumns, IMPORT_COLUMNS, type ImportColumn } from "./import-fields";
import { hasImport, placeImport, removeOldFiles, withBeginning, withImport } from "./import-file.server";
import { previewTable } from "./import-read.server";
import {
  countWithIdentifiers,
  type InTransaction,
  inShortTransaction,
  removeRows,
  rowCounts,
} from "./import-rows.server";
import { writeImport } from "./import-write.server";

/** In bytes. */
export const IMPORT_LIMIT = 1024 * 1024 * 1024;

export interface ImportView {
  id: string;
  name: string;
  format: ImportRow["format"];
  phase: ImportRow["phase"];
  /** The job's status; "waiting" for the admin. */
  status: JobRow["status"];
  message: string;
  done: number;
  total: number;
  createdAt: string;
  counts: Counts;
}

/** Stores a file and checks an export at once. Throws "invalid" without a file, "tooLarge" over 1 GB. */
export async function startImport(admin: Admin, file: SentFile | undefined): Promise<string> {
  if (!file) throw new AppError("invalid", "Please choose a file.", { file: "Please choose a file." });
  if (file.tooLarge) throw new AppError("tooLarge", "This file is too large: at most 1 GB.");
  const format = /\.json$/i.test(file.name) ? "export" : "table";
  const fields = format === "table" ? JSON.stringify(guessColumns((await previewTable(file.path)).columns)) : null;
  const id = newId();
  const name = file.name.slice(0, 200);
  await placeImport(id, file.path);
  const createdAt = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    const row = { id, name, format, fields, phase: "columns", jobId: null, createdAt, createdBy: admin.id } as const;
    await tx.insertInto("imports").values(row).execute();
    await audit(tx, admin, {
      action: "import started",
      subjectKind: "directory",
      subjectId: id,
      subjectName: name,
    });
  });
  if (format === "export") await checkImport(admin, id);
  return id;
}

export async function recentImports(_admin: Admin): Promise<ImportView[]> {
  const rows = await readDb.selectFrom("imports").selectAll().orderBy("createdAt", "desc").limit(20).execute();
  return Promise.all(rows.map(async (row) => toView(row, await jobOf(row))));
}

/** Throws "missing". */
export async function findImport(_admin: Admin, id: string): Promise<ImportView> {
  // The job first: when it is over, the import is as it left it.
  const job = await jobOf(await importRow(id));
  return toView(await importRow(id), job);
}

export type ImportTable = Awaited<ReturnType<typeof importColumns>>;

export async function importColumns(_admin: Admin, id: string) {
  return { ...(await withBeginning(id, (path) => previewTable(path))), fields: fieldsOf(await importRow(id)) ?? [] };
}

/** Sets each column's field ("" for none) and starts the check. Throws "invalid". */
export async function chooseColumns(admin: Admin, id: string, input: unknown): Promise<void> {
  const { fields } = parse(z.object({ fields: Fields }), input);
  const chosen = fields.filter(Boolean);
  if (new Set(chosen).size < chosen.length)
    throw new AppError("invalid", "Two columns are the same field. Please leave one of them out.");
  if (!chosen.includes("name")) throw new AppError("invalid", "Please say which column holds the name.");
  await beginCheck(admin, id, JSON.stringify(fields));
}

const Fields = z.array(z.union([z.literal(""), z.enum(IMPORT_COLUMNS as [ImportColumn])]));

/** Starts a check. Throws "missing" without the file. */
export async function checkImport(admin: Admin, id: string): Promise<void> {
  await beginCheck(admin, id, (await importRow(id)).fields);
}

async function beginCheck(admin: Admin, id: string, fields: string | null): Promise<void> {
  const row = await importRow(id);
  if (!(await hasImport(id))) throw new AppError("missing", "The file is no longer here. Please send it again.");
  const claimed = claim(row, ["columns", "checking", "checked"], { phase: "checking", fields, counts: "{}" });
  await startJob(admin, "import", { import: id }, (job) => check({ ...row, fields }, job), claimed);
}

async function check(row: ImportRow, { id: jobId, progress, signal }: JobContext): Promise<void> {
  const { id } = row;
  const inTransaction = transactionsOf(id, jobId);
  await removeOldImports();
  await removeRows(id, inTransaction);
  const staging = {
    fields: fieldsOf(row),
    inTransaction,
    from: readDb,
    progress: (done: number) => progress(done, 0),
    signal,
  };
  const counts = await withImport(id, (path) => stageFile(id, { ...staging, path }));
  await inTransaction((tx) =>
    tx
      .updateTable("imports")
      .set({ phase: "checked", counts: JSON.stringify({ found: counts }) })
      .where("id", "=", id)
      .execute(),
  );
}

/**
 * Starts writing, which survives restarts; new identifiers of people need `compared`. Throws
 * "invalid" without it, "conflict" unless checked and current, and as `checkSession`.
 */
export async function applyImport(admin: RecentUser<Admin>, id: string, input: unknown = {}): Promise<void> {
  const { compared } = parse(z.object({ compared: Compared }), input);
  const row = await importRow(id);
  if (row.phase === "checked") await refuseOutdated(id);
  if (row.phase === "checked" && !compared && (await countWithIdentifiers(id)) > 0)
    throw new AppError("invalid", NOT_COMPARED, { compared: NOT_COMPARED });
  await write(admin, row, ["checked"], (tx) => checkSession(tx, admin));
}

const NOT_COMPARED = "Compare the new identifiers with the people, and tick the box once you have.";

/** Continues after a fault. Throws "conflict" while it runs or is finished. */
export async function resumeImport(admin: Admin, id: string): Promise<void> {
  await write(admin, await importRow(id), ["writing", "publishing"]);
}

/** Resumes interrupted writing; safe in several processes. */
export async function resumeImports(): Promise<void> {
  const rows = await readDb.selectFrom("imports").selectAll().where("phase", "in", ["writing", "publishing"]).execute();
  for (const row of rows) {
    const job = await jobOf(row);
    if (job && job.status !== "interrupted") continue;
    const users = readDb.selectFrom("users").selectAll().where("id", "=", row.createdBy);
    const user = await users.where("role", "=", "admin").executeTakeFirst();
    if (!user) continue;
    log.info({ import: row.id }, "an import is written to its end");
    await write(asAdmin(user), row, ["writing", "publishing"]).catch(unlessRefused);
  }
}

const LOOK_EVERY_MS = 15_000;

/** Resumes imports at the start and after any process ends. */
export function startImportRecovery(): Loop {
  return startLoop({ name: "import recovery", everyMs: LOOK_EVERY_MS }, resumeImports);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function write(
  admin: Admin,
  row: ImportRow,
  phases: ImportRow["phase"][],
  mayBegin?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const phase = row.phase === "publishing" ? "publishing" : "writing";
  const claimed = claim(row, phases, { phase });
  const begin = async (tx: Queryable, jobId: string) => {
    await mayBegin?.(tx);
    await claimed(tx, jobId);
  };
  await startJob(admin, "import", { import: row.id }, (job) => writeAll(admin, row, job), begin);
}

async function writeAll(admin: Admin, { id, name }: ImportRow, job: JobContext): Promise<void> {
  const { progress, signal } = job;
  const since = new Date().toISOString();
  const inTransaction = transactionsOf(id, job.id);
  await writeImport(id, { admin, inTransaction, from: readDb, progress, signal });
  await inTransaction(async (tx) => {
    const rows = await rowCounts(id, tx);
    const written = rows.filter(({ state }) => state === "written").reduce((sum, { count }) => sum + count, 0);
    const row = await tx.selectFrom("imports").select("counts").where("id", "=", id).executeTakeFirstOrThrow();
    const counts = JSON.stringify({ ...JSON.parse(row.counts), written });
    await tx.updateTable("imports").set({ phase: "written", counts }).where("id", "=", id).execute();
    await audit(tx, admin, {
      action: "import written",
      subjectKind: "directory",
      subjectId: id,
      subjectName: name,
      detail: `${written} records`,
    });
  });
  await removeRows(id, inShortTransaction, "written");
  void copyImagesSince(admin, since);
}

async function refuseOutdated(id: string): Promise<void> {
  const changed = await readDb
    .selectFrom("importRows")
    .innerJoin("experts as subject", "subject.rowId", "importRows.subjectRowId")
    .select("importRows.name")
    .where("importId", "=", id)
    .where("state", "=", "waiting")
    .where((e) => e.or([e("subject.updatedAt", "!=", e.ref("basedOn")), e("subject.deletedAt", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  if (!changed) return;
  const message = `“${changed.name}” changed since the file was checked. Nothing was imported. Please check it again.`;
  throw new AppError("conflict", message);
}

/** Stops a check in any process. Throws "conflict" once writing. */
export async function stopImport(admin: Admin, id: string): Promise<void> {
  const { phase, jobId } = await importRow(id);
  if (phase !== "checking" || !jobId)
    throw new AppError("conflict", "This import is being written and can no longer be stopped.");
  await stopJob(admin, "import", jobId);
}

/** Claims an import for a job, unless another process was faster. */
function claim(
  row: ImportRow,
  phases: ImportRow["phase"][],
  changes: Partial<Pick<ImportRow, "phase" | "fields" | "counts">>,
) {
  return async (tx: Queryable, jobId: string): Promise<void> => {
    const isAtWork = row.phase !== "columns" && row.phase !== "checked";
    if (isAtWork && (await jobOf(row))?.status === "running") throw new AppError("conflict", "This import is running.");
    const { numUpdatedRows } = await tx
      .updateTable("imports")
      .set({ ...changes, jobId })
      .where("id", "=", row.id)
      .where("phase", "in", phases)
      .where("jobId", "is not distinct from", row.jobId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const isOver = row.phase === "written";
    throw new AppError("conflict", isOver ? "This import is over." : "This import is not ready for that.");
  };
}

/** Each transaction checks that the job still owns the import. */
function transactionsOf(importId: string, jobId: string): InTransaction {
  return (work) =>
    inShortTransaction(async (tx) => {
      const own = await tx
        .selectFrom("imports")
        .innerJoin("jobs", "jobs.id", "imports.jobId")
        .select("jobs.id")
        .where("imports.id", "=", importId)
        .where("jobs.id", "=", jobId)
        .where("jobs.status", "=", "running")
        .executeTakeFirst();
      if (!own) throw new AppError("conflict", "This import was stopped, or another process went on with it.");
      return work(tx);
    });
}

async function importRow(id: string): Promise<ImportRow> {
  const row = await readDb.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such import.");
  return row;
}

async function jobOf({ jobId }: Pick<ImportRow, "jobId">) {
  return jobId === null ? null : findJob("import", jobId).catch(() => null);
}

function fieldsOf({ fields }: Pick<ImportRow, "fields">): z.output<typeof Fields> | null {
  return fields === null ? null : Fields.parse(JSON.parse(fields));
}

function toView(row: ImportRow, job: Awaited<ReturnType<typeof jobOf>>): ImportView {
  const { id, name, format, phase, createdAt } = row;
  const { found = NO_COUNTS, written = 0 } = JSON.parse(row.counts) as { found?: Counts; written?: number };
  const state = stateOf(phase, job, written);
  return { id, name, format, phase, createdAt, counts: found, done: job?.done ?? 0, total: job?.total ?? 0, ...state };
}

function stateOf(
  phase: ImportRow["phase"],
  job: Awaited<ReturnType<typeof jobOf>>,
  written: number,
): Pick<ImportView, "status" | "message"> {
  if (phase === "written") {
    const message = `${formatNumber(written)} ${written === 1 ? "record was" : "records were"} written.`;
    return { status: "completed", message };
  }
  if (phase === "columns" || phase === "checked") return { status: "waiting", message: "" };
  const status = job?.status ?? "interrupted";
  if (status === "error") return { status, message: job?.message ?? "" };
  if (status === "running") return { status, message: "" };
  if (phase === "checking") {
    const reason = status === "stopped" ? "Stopped." : "The server stopped meanwhile.";
    return { status, message: `${reason} Nothing was imported.` };
  }
  return { status: "interrupted", message: "The server stopped meanwhile. The rest is written soon." };
}

const WEEK = 7 * 24 * 60 * 60_000;

/** After a week. */
async function removeOldImports(now = Date.now()): Promise<void> {
  if (!(await isClockBelieved())) return;
  const before = new Date(now - WEEK).toISOString();
  const old = await readDb
    .selectFrom("imports")
    .select("id")
    .where("createdAt", "<", before)
    .where("phase", "not in", ["writing", "publishing"])
    .execute();
  for (const { id } of old) {
    await removeRows(id, inShortTransaction);
    await db.deleteFrom("imports").where("id", "=", id).execute();
  }
  await removeOldFiles();
}
