/** Runs imports: a file is uploaded, mapped, checked, reviewed, written and undone. Checking, writing and undoing are jobs. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { db, type ImportRow, type JobRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { checkSession, type RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { createdId, newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { VersionRead } from "~/models/base/input/versions.server";
import { isClockTrusted } from "~/models/base/jobs/clock.server";
import { findJob, type JobContext, startJob, stopJob } from "~/models/base/jobs/jobs.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { onOneLine } from "~/models/base/text/content-text";
import { countNoun } from "~/models/base/text/numbers";
import { copyImagesSince } from "~/models/editing/experts/copy-many.server";
import { Compared } from "~/models/editing/identity/compare.server";
import { type SentFile, withIncoming } from "~/services/storage.server";
import { DAY_MS } from "~/stored-times";
import { acceptCopies } from "./copied-pictures.server";
import { guessMapping } from "./guess.server";
import { type CheckResult, type Counts, NO_COUNTS, stageFile } from "./import-compare.server";
import {
  hasImport,
  placeImport,
  placeRows,
  removeOldFiles,
  removeRowsOf,
  withBeginning,
  withFirstRows,
  withImport,
  withRows,
} from "./import-file.server";
import {
  countWithIdentifiers,
  type InTransaction,
  inShortTransaction,
  removeRows,
  rowCounts,
} from "./import-rows.server";
import { writeImport } from "./import-write.server";
import { ALL_TARGETS, type Mapping, NEW_TOPICS, STATES, TARGET_LABELS, type Target, takesSeveral } from "./mapping";
import { mappingFor, rememberMapping } from "./mappings.server";
import { ENCODINGS, type Reading, SEPARATORS } from "./reading";
import { previewTable, readingOf, readOnce } from "./table.server";
import { requireUndoable, undoAll } from "./undo.server";
import { importVersion, READ_AGAIN, refuseStalePage } from "./version.server";

/** Limits the size of a file, in bytes. */
export const IMPORT_LIMIT = 1024 * 1024 * 1024;

export interface ImportView {
  id: string;
  name: string;
  format: ImportRow["format"];
  phase: ImportRow["phase"];
  /** The job's status; "waiting" if it is the admin's turn. */
  status: JobRow["status"];
  message: string;
  done: number;
  total: number;
  createdAt: string;
  counts: Counts;
  notes: CheckResult["notes"];
  unknown: CheckResult["unknown"];
  newTopics: string[];
  newTopicsAre: Mapping["newTopics"];
  newPeopleAre: Mapping["state"];
  /** The version of the reading and the check that a page shows. */
  version: string;
  written: number;
  undoneAt: string | null;
}

/**
 * Stores a file and guesses its columns; an export is checked at once. The same form `formId` with the same file begins one
 * import. Throws "invalid" with the file's kind, "tooLarge".
 */
export async function startImport(
  admin: Admin,
  file: SentFile | undefined,
  origin?: string,
  formId?: unknown,
): Promise<string> {
  if (!file) throw new AppError("invalid", "Please choose a file.", { file: "Please choose a file." });
  if (file.tooLarge) throw new AppError("tooLarge", "This file is too large: at most 1 GB.");
  const name = file.name.slice(0, 200);
  const id = createdId(formId, formId && [name, await contentHash(file.path)]);
  if (await isStarted(readDb, id)) return id;
  const { reading, mapping } = await readUpload(file.path);
  const isExport = reading.format === "export";
  await placeImport(id, file.path);
  const createdAt = new Date().toISOString();
  const isFirst = await db.transaction().execute(async (tx) => {
    if (await isStarted(tx, id)) return false;
    const storedJson = { reading: JSON.stringify({ ...reading, origin }), mapping: JSON.stringify(mapping) };
    const columns = { id, name, format: reading.format, ...storedJson };
    const row = { ...columns, phase: "columns" as const, jobId: null, undoneAt: null, createdAt, createdBy: admin.id };
    await tx.insertInto("imports").values(row).execute();
    await audit(tx, admin, {
      action: "import started",
      subjectKind: "directory",
      subjectId: id,
      subjectName: name,
    });
    return true;
  });
  if (isFirst && isExport) await checkImport(admin, id);
  return id;
}

async function isStarted(from: Queryable, id: string): Promise<boolean> {
  return Boolean(await from.selectFrom("imports").select("id").where("id", "=", id).executeTakeFirst());
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Returns the kind of a file and the guessed fields of its columns. */
function readUpload(path: string): Promise<{ reading: Reading; mapping: Mapping }> {
  return withIncoming(async (folder) => {
    const rowsPath = join(folder, newId());
    const { isKept, ...reading } = await readingOf(path, rowsPath);
    if (reading.format === "export") return { reading, mapping: { ...NO_MAPPING } };
    return guessAndStore(isKept ? rowsPath : path, reading, isKept);
  });
}

/** Returns the reading with the guessed mapping, and moves stored rows into the store. */
async function guessAndStore(path: string, reading: Reading, isKept: boolean) {
  const currentReading = isKept ? { ...reading, rows: "" } : reading;
  const mapping = await recallOrGuess(await previewTable(path, currentReading, GUESS_ROWS));
  return { reading: isKept ? { ...reading, rows: await placeRows(path) } : reading, mapping };
}

/** The number of rows from which columns are guessed. */
const GUESS_ROWS = 200;

const NO_MAPPING: Mapping = { columns: [], constants: {}, values: {}, newTopics: "make", state: "public" };

/** Returns the mapping chosen for a table with the same headings, else the guess. */
async function recallOrGuess({
  columns,
  sample,
}: {
  columns: string[];
  sample: { cells: string[] }[];
}): Promise<Mapping> {
  const rememberedMapping = await mappingFor(columns);
  return (
    rememberedMapping ??
    guessMapping(
      columns,
      sample.map(({ cells }) => cells),
    )
  );
}

export async function recentImports(_admin: Admin): Promise<ImportView[]> {
  const rows = await readDb.selectFrom("imports").selectAll().orderBy("createdAt", "desc").limit(20).execute();
  return Promise.all(rows.map(async (row) => toView(row, await jobOf(row), await authorOf(row))));
}

/** Returns an import with the progress of its job. Throws "missing". */
export async function findImport(_admin: Admin, id: string): Promise<ImportView> {
  // Reads the job before the import: if it has ended, the import includes its results.
  const job = await jobOf(await importRow(id));
  const row = await importRow(id);
  return toView(row, job, await authorOf(row));
}

export type ImportTable = Awaited<ReturnType<typeof importColumns>>;

/** Returns the first rows of the table, with the mapping of its columns. */
export async function importColumns(_admin: Admin, id: string) {
  const row = await importRow(id);
  const reading = readingIn(row);
  const table = await withBeginningOfTable(id, reading, (path) => previewTable(path, reading));
  return { ...table, reading, mapping: mappingIn(row) };
}

/** Returns the names of the columns; none if the file was deleted, because its results are kept longer. */
export async function columnNames(admin: Admin, id: string): Promise<string[]> {
  return importColumns(admin, id).then(
    ({ columns }) => columns,
    () => [],
  );
}

/** Returns the topics that the import makes. */
export async function topicsToMake(_admin: Admin, id: string): Promise<CheckResult["newTopics"]> {
  const { newTopics = [] } = JSON.parse((await importRow(id)).counts) as Partial<CheckResult>;
  return newTopics;
}

/** Calls `work` with the stored rows or the file; of stored rows and CSV only the beginning is fetched. */
function withBeginningOfTable<T>(
  id: string,
  { format, rows }: Reading,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (rows !== undefined) return withFirstRows(rows, work);
  return format === "csv" ? withBeginning(id, work) : withImport(id, work);
}

const ReadingInput = z.object({
  encoding: z.enum(Object.keys(ENCODINGS) as [keyof typeof ENCODINGS]).optional(),
  separator: z.enum(Object.keys(SEPARATORS) as [keyof typeof SEPARATORS]).optional(),
  headerRow: z.coerce.number("Please enter the number of a row.").int().min(0).max(1_000).optional(),
  sheet: z.string().max(200).optional(),
});

/** Changes how the file is read, and guesses its columns again. Throws "invalid", "conflict". */
export async function changeReading(admin: Admin, id: string, input: unknown): Promise<void> {
  const row = await importRow(id);
  const changes = Object.fromEntries(
    Object.entries(parse(ReadingInput, input)).filter(([, value]) => value !== undefined),
  );
  const currentReading = readingIn(row);
  const nextReading = { ...currentReading, ...changes } as Reading;
  if (nextReading.sheets && !nextReading.sheets.includes(nextReading.sheet ?? ""))
    throw new AppError("invalid", "Please choose one of the sheets.", { sheet: "Please choose one of the sheets." });
  requireUnwritten(row);
  const { reading, mapping } = await (nextReading.sheet === currentReading.sheet
    ? readAgain(id, nextReading)
    : readSheet(id, nextReading));
  const values = { reading: JSON.stringify(reading), mapping: JSON.stringify(mapping) };
  // Takes the import from a check that is running, whose results would be about the former reading.
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ...values, phase: "columns", jobId: null })
    .where("id", "=", id)
    .where("phase", "in", UNWRITTEN_PHASES)
    .where("reading", "=", row.reading)
    .where("jobId", "is not distinct from", row.jobId)
    .executeTakeFirst();
  const isStored = numUpdatedRows > 0n;
  const unusedRows = isStored ? currentReading.rows : reading.rows;
  if (unusedRows !== undefined && reading.rows !== currentReading.rows) await removeRowsOf(unusedRows);
  if (!isStored) throw new AppError("conflict", READ_AGAIN);
  log.debug({ import: id, admin: admin.id }, "a table is read in another way");
}

async function readAgain(id: string, reading: Reading) {
  const table = await withBeginningOfTable(id, reading, (path) => previewTable(path, reading, GUESS_ROWS));
  return { reading, mapping: await recallOrGuess(table) };
}

/** Reads another sheet of a workbook, which has its own header row. */
async function readSheet(id: string, { rows: _, origin, ...wantedReading }: Reading) {
  const sheetReading = await withImport(id, (path) =>
    withIncoming(async (folder) => {
      const rowsPath = join(folder, newId());
      const { isKept, ...reading } = await readOnce(path, wantedReading, rowsPath);
      return guessAndStore(isKept ? rowsPath : path, reading, isKept);
    }),
  );
  return { ...sheetReading, reading: { ...sheetReading.reading, origin } };
}

const UNWRITTEN_PHASES: ImportRow["phase"][] = ["columns", "checking", "checked"];

function requireUnwritten({ phase }: ImportRow): void {
  if (!UNWRITTEN_PHASES.includes(phase)) throw new AppError("conflict", "This import was written already.");
}

const MappingInput = z.object({
  fields: z.array(z.union([z.literal(""), z.enum(ALL_TARGETS as [Target])])).max(200),
  /** The indexes of the fields' columns; without them the fields are in the order of the table. */
  fieldColumns: z.array(z.coerce.number().int().min(0).max(199)).max(200).default([]),
  category: z.string().max(60).default(""),
  country: z.string().max(60).default(""),
  topic: z.string().max(80).default(""),
  valueColumns: z
    .array(z.string().regex(/^\d{1,3}$/))
    .max(300)
    .default([]),
  valuesFrom: z.array(z.string().max(200)).max(300).default([]),
  valuesTo: z.array(z.string().max(200)).max(300).default([]),
  newTopics: z.enum(Object.keys(NEW_TOPICS) as [keyof typeof NEW_TOPICS]).default("make"),
  state: z.enum(Object.keys(STATES) as [keyof typeof STATES]).default("draft"),
  mappingName: z.string().overwrite(onOneLine).trim().max(100).default(""),
  version: VersionRead,
});

/** Stands for no mapping of a value, as an empty field does; an empty field leaves a value out only for categories. */
export const UNMAPPED = "=";

/** Stores the target of each column ("" leaves it out) and starts the check. Throws "invalid"; "conflict" if `version` is outdated. */
export async function chooseColumns(admin: Admin, id: string, input: unknown): Promise<void> {
  const mappingInput = parse(MappingInput, input);
  const { category, country, topic, newTopics, state, mappingName } = mappingInput;
  const targets = sortByColumn(mappingInput.fields, mappingInput.fieldColumns);
  const singleTargets = targets.filter((target) => target !== "" && !takesSeveral(target));
  const duplicateTarget = singleTargets.find((target, index) => singleTargets.indexOf(target) < index);
  if (duplicateTarget)
    throw new AppError(
      "invalid",
      `Two columns are “${TARGET_LABELS[duplicateTarget as Target]}”. Please leave one of them out.`,
    );
  if (!targets.some((target) => target === "name" || target === "lastName" || target === "firstName"))
    throw new AppError("invalid", "Please say which column holds the name.");
  const row = await importRow(id);
  refuseStalePage(row, mappingInput.version);
  const values = structuredClone(mappingIn(row).values);
  for (const [index, column] of mappingInput.valueColumns.entries()) {
    const from = mappingInput.valuesFrom[index] ?? "";
    const isCategory = targets[Number(column)] === "categories";
    const to = mappingInput.valuesTo[index] || (isCategory ? "" : UNMAPPED);
    const columnValues = values[column] ?? {};
    values[column] = columnValues;
    if (to === UNMAPPED) delete columnValues[from];
    else columnValues[from] = to;
  }
  const constants = {
    ...(category && { categories: category }),
    ...(country && { country }),
    ...(topic && { topics: topic }),
  };
  const mapping: Mapping = { columns: targets, constants, values, newTopics, state };
  if (mappingName) {
    const { columns } = await importColumns(admin, id);
    await rememberMapping(admin, mappingName, columns, mapping);
  }
  await startCheck(admin, row, mapping);
}

/** Returns the targets in the order of the table, because the page lists mapped columns first. */
function sortByColumn(fields: (Target | "")[], columnIndexes: number[]): (Target | "")[] {
  if (columnIndexes.length !== fields.length) return fields;
  const targets = Array.from({ length: Math.max(0, ...columnIndexes) + 1 }, (): Target | "" => "");
  for (const [index, columnIndex] of columnIndexes.entries()) targets[columnIndex] = fields[index] ?? "";
  return targets;
}

/** Starts a check with the stored mapping. Throws "missing" without the file. */
export async function checkImport(admin: Admin, id: string): Promise<void> {
  const row = await importRow(id);
  await startCheck(admin, row, mappingIn(row));
}

async function startCheck(admin: Admin, row: ImportRow, newMapping: Mapping): Promise<void> {
  const { id } = row;
  const mapping = JSON.stringify(newMapping);
  if (!(await hasImport(id))) throw new AppError("missing", "The file is no longer here. Please send it again.");
  const claimForJob = makeClaim(row, UNWRITTEN_PHASES, { phase: "checking", mapping, counts: "{}" });
  await startJob(admin, "import", { import: id }, (job) => runCheck({ ...row, mapping }, job), claimForJob);
}

async function runCheck(row: ImportRow, { id: jobId, progress, signal }: JobContext): Promise<void> {
  const { id } = row;
  const inTransaction = transactionsOf(id, jobId);
  await removeOldImports();
  await removeRows(id, inTransaction);
  const staging = {
    reading: readingIn(row),
    mapping: mappingIn(row),
    inTransaction,
    from: readDb,
    progress: (doneCount: number) => progress(doneCount, 0),
    signal,
  };
  const { rows } = staging.reading;
  const withTable =
    rows === undefined
      ? withImport
      : (_id: string, work: (path: string) => Promise<CheckResult>) => withRows(rows, work);
  const findings = await withTable(id, (path) => stageFile(id, { ...staging, path }));
  await inTransaction((tx) =>
    tx
      .updateTable("imports")
      .set({ phase: "checked", counts: JSON.stringify({ ...findings, addedTopics: [] }) })
      .where("id", "=", id)
      .execute(),
  );
}

/**
 * Starts to write an import, which continues after restarts. New identifiers of people need `compared`. Throws "invalid"
 * without it; "conflict" if the import or its `version` is outdated or it is not checked; the errors of `checkSession`.
 */
export async function applyImport(admin: RecentUser<Admin>, id: string, input: unknown = {}): Promise<void> {
  const { compared, version } = parse(z.object({ compared: Compared, version: VersionRead }), input);
  const row = await importRow(id);
  if (row.phase === "checked") {
    refuseStalePage(row, version);
    await requireCurrent(id);
  }
  if (row.phase === "checked" && !compared && (await countWithIdentifiers(id)) > 0)
    throw new AppError("invalid", NOT_COMPARED, { compared: NOT_COMPARED });
  await startWriting(admin, row, ["checked"], (tx) => checkSession(tx, admin));
}

const NOT_COMPARED = "Compare the new identifiers with the people, and tick the box once you have.";

/**
 * Starts to undo an import, which continues after restarts, and waits up to two seconds for it to finish. Throws "conflict"
 * with the number of people who were changed since.
 */
export async function undoImport(admin: Admin, id: string): Promise<void> {
  const row = await importRow(id);
  await requireUndoable(row);
  const jobId = await startUndo(admin, row);
  for (let waitedMs = 0; waitedMs < UNDO_WAIT_MS; waitedMs += POLL_MS) {
    await setTimeout(POLL_MS);
    if ((await findJob("import", jobId)).status !== "running") return;
  }
}

const UNDO_WAIT_MS = 2_000;
const POLL_MS = 50;

function startUndo(admin: Admin, row: ImportRow): Promise<string> {
  const work = (job: JobContext) => undoAll(admin, row, { ...job, inTransaction: transactionsOf(row.id, job.id) });
  return startJob(
    admin,
    "import",
    { import: row.id },
    work,
    makeClaim(row, ["written", "undoing"], { phase: "undoing", createdBy: admin.id }),
  );
}

/** Continues writing or undoing after a fault. Throws "conflict" if it runs or is finished. */
export async function resumeImport(admin: Admin, id: string): Promise<void> {
  const row = await importRow(id);
  if (row.phase === "undoing") await startUndo(admin, row);
  else await startWriting(admin, row, ["writing", "publishing"]);
}

const UNFINISHED_PHASES = ["writing", "publishing", "undoing"] as const;

/** Resumes interrupted writing and undoing; safe in several processes. */
export async function resumeImports(): Promise<void> {
  const rows = await readDb.selectFrom("imports").selectAll().where("phase", "in", UNFINISHED_PHASES).execute();
  for (const row of rows) {
    const job = await jobOf(row);
    if (job && job.status !== "interrupted") continue;
    const author = await authorOf(row);
    if (!author) continue;
    log.info({ import: row.id, phase: row.phase }, "an interrupted import is continued");
    await resumeImport(author, row.id).catch(throwUnlessRefused);
  }
}

/** Returns the admin in whose name an import continues; null if that person is no longer an admin. */
async function authorOf({ createdBy }: Pick<ImportRow, "createdBy">): Promise<Admin | null> {
  const users = readDb.selectFrom("users").selectAll().where("id", "=", createdBy).where("status", "=", "active");
  const user = await users.where("role", "=", "admin").executeTakeFirst();
  return user ? asAdmin(user) : null;
}

/** Counts the imports whose writing or undoing ended before its end, and which continue only when an admin says so. */
export async function countStoppedImports(): Promise<number> {
  const rows = await readDb.selectFrom("imports").selectAll().where("phase", "in", UNFINISHED_PHASES).execute();
  const stoppedRows = await Promise.all(
    rows.map(async (row) => {
      const status = (await jobOf(row))?.status ?? "interrupted";
      return status !== "running" && (status !== "interrupted" || !(await authorOf(row)));
    }),
  );
  return stoppedRows.filter(Boolean).length;
}

const RECOVERY_EVERY_MS = 15_000;

/** Resumes imports at the start and after any process ends. */
export function startImportRecovery(): Loop {
  return startLoop({ name: "import recovery", everyMs: RECOVERY_EVERY_MS }, resumeImports);
}

function throwUnlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function startWriting(
  admin: Admin,
  row: ImportRow,
  phases: ImportRow["phase"][],
  checkStart?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const phase = row.phase === "publishing" ? "publishing" : "writing";
  const claimForJob = makeClaim(row, phases, { phase, createdBy: admin.id });
  const begin = async (tx: Queryable, jobId: string) => {
    await checkStart?.(tx);
    await claimForJob(tx, jobId);
  };
  await startJob(admin, "import", { import: row.id }, (job) => writeAll(admin, row, job), begin);
}

async function writeAll(admin: Admin, { id, name, phase, createdAt }: ImportRow, job: JobContext): Promise<void> {
  const { progress, signal } = job;
  // Includes the people whom an interrupted job wrote.
  const since = phase === "checked" ? new Date().toISOString() : createdAt;
  const inTransaction = transactionsOf(id, job.id);
  const newTopics = await topicsToMake(admin, id);
  await writeImport(id, { admin, inTransaction, from: readDb, progress, signal, newTopics });
  await inTransaction(async (tx) => {
    const rows = await rowCounts(id, tx);
    const writtenCount = rows.filter(({ state }) => state === "written").reduce((sum, { count }) => sum + count, 0);
    const row = await tx.selectFrom("imports").select("counts").where("id", "=", id).executeTakeFirstOrThrow();
    const counts = JSON.stringify({ ...JSON.parse(row.counts), written: writtenCount });
    await tx.updateTable("imports").set({ phase: "written", counts }).where("id", "=", id).execute();
    await audit(tx, admin, {
      action: "import written",
      subjectKind: "directory",
      subjectId: id,
      subjectName: name,
      detail: `${writtenCount} records`,
    });
  });
  void copyImagesSince(admin, since)
    .then(() => acceptCopies(admin, id, since))
    .catch((error) => log.warn({ err: error, import: id }, "copied pictures of an import count as changes"));
}

async function requireCurrent(id: string): Promise<void> {
  const outdatedRow = await readDb
    .selectFrom("importRows")
    .innerJoin("experts as subject", "subject.rowId", "importRows.subjectRowId")
    .select("importRows.name")
    .where("importRows.importId", "=", id)
    .where("importRows.state", "=", "waiting")
    .where((e) => e.or([e("subject.updatedAt", "!=", e.ref("basedOn")), e("subject.deletedAt", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  if (!outdatedRow) return;
  const message = `“${outdatedRow.name}” changed since the file was checked. Nothing was imported. Please check it again.`;
  throw new AppError("conflict", message);
}

/** Stops a check in any process. Throws "conflict" if the import is not being checked. */
export async function stopImport(admin: Admin, id: string): Promise<void> {
  const { phase, jobId } = await importRow(id);
  if (phase !== "checking" || !jobId)
    throw new AppError("conflict", "Only the check of a table can be stopped, and this import is not being checked.");
  await stopJob(admin, "import", jobId);
}

/** Returns a function that claims an import for a job, unless another process was faster. */
function makeClaim(
  row: ImportRow,
  phases: ImportRow["phase"][],
  changes: Partial<Pick<ImportRow, "phase" | "mapping" | "counts" | "createdBy">>,
) {
  return async (tx: Queryable, jobId: string): Promise<void> => {
    const isBusy = !["columns", "checked", "written"].includes(row.phase);
    if (isBusy && (await jobOf(row))?.status === "running") throw new AppError("conflict", "This import is running.");
    const { numUpdatedRows } = await tx
      .updateTable("imports")
      .set({ ...changes, jobId })
      .where("id", "=", row.id)
      .where("phase", "in", phases)
      .where("reading", "=", row.reading)
      .where("jobId", "is not distinct from", row.jobId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    const isOver = row.phase === "written";
    throw new AppError("conflict", isOver ? "This import is over." : "This import is not ready for that.");
  };
}

/** Returns transactions that first check that the job still owns the import. */
function transactionsOf(importId: string, jobId: string): InTransaction {
  return (work) =>
    inShortTransaction(async (tx) => {
      const job = await tx
        .selectFrom("imports")
        .innerJoin("jobs", "jobs.id", "imports.jobId")
        .select("jobs.id")
        .where("imports.id", "=", importId)
        .where("jobs.id", "=", jobId)
        .where("jobs.status", "=", "running")
        .executeTakeFirst();
      if (!job) throw new AppError("conflict", "This import was stopped, or another process continued it.");
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

function readingIn({ reading }: Pick<ImportRow, "reading">): Reading {
  return JSON.parse(reading) as Reading;
}

function mappingIn({ mapping }: Pick<ImportRow, "mapping">): Mapping {
  return JSON.parse(mapping) as Mapping;
}

function toView(row: ImportRow, job: Awaited<ReturnType<typeof jobOf>>, author: Admin | null): ImportView {
  const { id, name, format, phase, createdAt, undoneAt } = row;
  const result = JSON.parse(row.counts) as Partial<CheckResult> & {
    written?: number;
    addedTopics?: CheckResult["newTopics"];
  };
  const { found = NO_COUNTS, notes = {}, unknown = [], newTopics = [], written = 0 } = result;
  // Imports of earlier versions did not remember which of their topics they added.
  const { addedTopics = newTopics } = result;
  const progress = { done: job?.done ?? 0, total: job?.total ?? 0 };
  const columns = { id, name, format, phase, createdAt, undoneAt, written };
  return {
    ...columns,
    counts: found,
    notes,
    unknown,
    newTopics: newTopics.map(({ name }) => name),
    newTopicsAre: mappingIn(row).newTopics,
    newPeopleAre: mappingIn(row).state,
    version: importVersion(row),
    ...progress,
    ...stateOf(row, job, { written, addedTopics, author }),
  };
}

function stateOf(
  { phase, undoneAt }: ImportRow,
  job: Awaited<ReturnType<typeof jobOf>>,
  { written, addedTopics, author }: { written: number; addedTopics: CheckResult["newTopics"]; author: Admin | null },
): Pick<ImportView, "status" | "message"> {
  if (undoneAt) {
    const names = addedTopics.map(({ name }) => name).join(", ");
    const remainder = names && ` The topics that it added stay: ${names}.`;
    return { status: "completed", message: `This import was undone.${remainder}` };
  }
  if (phase === "written") {
    const message = `${countNoun(written, "record was", "records were")} written.`;
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
  const action = phase === "undoing" ? "undone" : "written";
  if (!author) {
    const message = `The server stopped meanwhile, and who started this is no longer an admin. The rest is ${action} when you continue.`;
    return { status: "stopped", message };
  }
  return { status: "interrupted", message: `The server stopped meanwhile. The rest is ${action} soon.` };
}

/** The days for which imports are kept; written imports stay for as long as the trash keeps people after an undo. */
const RETENTION_DAYS = { written: 30, other: 7 };

async function removeOldImports(now = Date.now()): Promise<void> {
  if (!(await isClockTrusted())) return;
  const timeBefore = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const oldImports = await readDb
    .selectFrom("imports")
    .select("id")
    .where("phase", "not in", UNFINISHED_PHASES)
    .where((e) =>
      e.or([
        e("createdAt", "<", timeBefore(RETENTION_DAYS.written)),
        e.and([e("createdAt", "<", timeBefore(RETENTION_DAYS.other)), e("phase", "!=", "written")]),
      ]),
    )
    .execute();
  for (const { id } of oldImports) {
    await removeRows(id, inShortTransaction);
    await db.deleteFrom("imports").where("id", "=", id).execute();
  }
  await removeOldFiles();
}
