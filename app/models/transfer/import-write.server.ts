/** Short transactions; after a crash the next process writes the rest. */
import { engine, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { put } from "~/models/ai/provenance.server";
import { FEATURED_ARTICLES } from "~/models/articles/rows.server";
import { addEvidence } from "~/models/evidence/evidence.server";
import { sortName } from "~/models/experts/names.server";
import { publishListings } from "~/models/experts/publish.server";
import { FEATURED_EXPERTS } from "~/models/experts/rows.server";
import { rememberWebsites } from "~/models/experts/websites.server";
import { importPage } from "~/models/pages/transfer.server";
import { setFeatured } from "~/models/records/featured.server";
import { newId } from "~/models/records/ids.server";
import { importSettings } from "~/models/site/settings.server";
import { writeArticle } from "./import-articles.server";
import {
  featuredIn,
  type OrderStep,
  type PageStep,
  type SettingsStep,
  type SubmissionStep,
  type UserStep,
} from "./import-compare.server";
import { indexHidden, isNew, writeExperts } from "./import-experts.server";
import { type LibraryStep, writeLibraryStep } from "./import-library.server";
import {
  type InTransaction,
  rowCounts,
  rowsIn,
  STAGED_KINDS,
  type Staged,
  type StagedKind,
  setState,
} from "./import-rows.server";

export interface WriteOptions {
  /** null for a command-line program. */
  admin: Admin | null;
  inTransaction: InTransaction;
  from: Queryable;
  progress?(done: number, total: number): void;
  signal?: AbortSignal;
  /** An operator's file keeps roles, and its first bad record aborts. */
  isTrusted?: boolean;
}

/** Each is also indexed again. */
const CHANGES = 10;

/** Writes pending rows from where an earlier call ended. */
export async function writeImport(importId: string, options: WriteOptions): Promise<void> {
  const progress = await progressOf(importId, options);
  const counts = new Map<string, number>();
  const run = { importId, options, progress, counts };
  await writeWaiting(run, ["experts"]);
  progress(await options.inTransaction((tx) => publish(tx, importId)));
  await writeWaiting(run, AFTER_PUBLISHING);
  for (;;) {
    const rows = await rowsIn(options.from, importId, { state: "hidden" });
    if (rows.length === 0) return;
    options.signal?.throwIfAborted();
    await indexHidden(options.inTransaction, rows);
    progress(rows.length / 2);
  }
}

const AFTER_PUBLISHING = STAGED_KINDS.filter((kind) => kind !== "experts" && kind !== "expertOrder");

interface Run {
  importId: string;
  options: WriteOptions;
  progress: (more: number) => void;
  counts: Map<string, number>;
}

async function progressOf(importId: string, { from, progress }: WriteOptions): Promise<Run["progress"]> {
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
  const { importId, options } = run;
  const next = (tx: Queryable) => rowsIn(tx, importId, { state: "waiting", kinds });
  try {
    return await options.inTransaction(async (tx) => write(tx, run, together(await next(tx))));
  } catch (error) {
    if (!(error instanceof AppError) || options.isTrusted) throw error;
  }
  // One row failed: write or skip the first alone, then retry the others together.
  try {
    return await options.inTransaction(async (tx) => write(tx, run, (await next(tx)).slice(0, 1)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return options.inTransaction(async (tx) => {
      const [row] = await next(tx);
      if (row) await setState(tx, row, { state: "out", detail: error.message });
      return 1;
    });
  }
}

function together(rows: Staged[]): Staged[] {
  const [first] = rows;
  if (first?.kind !== "experts") return rows;
  const end = rows.findIndex((row) => isNew(row) !== isNew(first));
  const same = end < 0 ? rows : rows.slice(0, end);
  return isNew(first) ? same : same.slice(0, CHANGES);
}

async function write(tx: Queryable, { options, counts }: Run, rows: Staged[]): Promise<number> {
  const { admin } = options;
  if (rows[0]?.kind === "experts") {
    await writeExperts(tx, admin, rows, counts);
    return isNew(rows[0]) ? rows.length / 2 : rows.length;
  }
  for (const row of rows) {
    if (row.kind === "articles") await writeArticle(tx, admin, row);
    else await writeOther(tx, row, options);
  }
  return rows.length;
}

type ArticleOrderStep = OrderStep & { kind: "articleOrder" };

async function writeOther(tx: Queryable, row: Staged, { isTrusted = false }: WriteOptions): Promise<void> {
  const step = row.step as SettingsStep | PageStep | UserStep | SubmissionStep | LibraryStep | ArticleOrderStep;
  if (step.kind === "settings") await importSettings(tx, step.value);
  else if (step.kind === "pages") await importPage(tx, step.value);
  else if (step.kind === "users") await writeUser(tx, step.value, isTrusted);
  else if (step.kind === "submissions") await writeSubmission(tx, step.value);
  else if (step.kind === "articleOrder") await setFeatured(tx, FEATURED_ARTICLES, await rowIdsOf(tx, row));
  else await writeLibraryStep(tx, step, (slug) => ownerOf(tx, slug));
  await setState(tx, row, { state: "written" });
}

/** Publishes all new people with one statement; gives the number of rows. */
async function publish(tx: Queryable, importId: string): Promise<number> {
  const orders = await rowsIn(tx, importId, { state: "waiting", kinds: ["expertOrder"] });
  for (const row of orders) {
    await orderExperts(tx, await rowIdsOf(tx, row));
    await setState(tx, row, { state: "written" });
  }
  await engine.listHiddenExperts(tx, importId);
  await tx.updateTable("imports").set({ phase: "publishing" }).where("id", "=", importId).execute();
  return orders.length;
}

async function orderExperts(tx: Queryable, order: number[]): Promise<void> {
  const present = (await featuredIn(tx, "expertOrder")).map(({ rowId }) => rowId);
  const leaving = present.filter((rowId) => !order.includes(rowId));
  const joining = order.filter((rowId) => !present.includes(rowId));
  await setFeatured(tx, FEATURED_EXPERTS, order);
  const listed = await tx
    .selectFrom("listing")
    .select("expertRowId")
    .distinct()
    .where("expertRowId", "in", [...leaving, ...joining])
    .execute();
  await publishListings(
    tx,
    listed.map(({ expertRowId }) => expertRowId),
  );
}

async function rowIdsOf(tx: Queryable, { importId, step }: Staged): Promise<number[]> {
  const { items, kind } = step as OrderStep;
  const positions = items.flatMap(({ position }) => position ?? []);
  const staged = await tx
    .selectFrom("importRows")
    .select(["position", "subjectRowId"])
    .where("importId", "=", importId)
    .where("position", "in", positions)
    .where("state", "in", ["hidden", "written"])
    .execute();
  const rowIds = items.flatMap(
    (item) => item.rowId ?? staged.find(({ position }) => position === item.position)?.subjectRowId ?? [],
  );
  if (rowIds.length === 0) return [];
  const experts = tx.selectFrom("experts").select("rowId").where("deletedAt", "is", null);
  const articles = tx.selectFrom("articles").select("rowId").where("deletedAt", "is", null);
  const rows = await (kind === "expertOrder"
    ? experts.where("rowId", "in", rowIds).execute()
    : articles.where("status", "=", "published").where("rowId", "in", rowIds).execute());
  return rowIds.filter((rowId) => rows.some((row) => row.rowId === rowId));
}

async function ownerOf(tx: Queryable, slug: string | null): Promise<number | undefined> {
  if (!slug) return undefined;
  const row = await tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
  return row?.expertRowId;
}

/** Accounts start without a password; only an operator's file makes admins. */
async function writeUser(tx: Queryable, value: UserStep["value"], isTrusted: boolean) {
  const none = { passwordHash: null, googleId: null, lastSignInAt: null };
  const role = isTrusted ? value.role : "user";
  await tx
    .insertInto("users")
    .values({ ...value, ...none, role, id: newId(), updatedAt: new Date().toISOString() })
    .execute();
}

async function writeSubmission(tx: Queryable, value: SubmissionStep["value"]): Promise<void> {
  const { changes, expert, record, provenance, evidence, ...rest } = value;
  const user = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", value.submitterEmail.toLowerCase())
    .executeTakeFirst();
  const { rowId } = await tx
    .insertInto("submissions")
    .values({
      ...rest,
      record: JSON.stringify(record),
      foldedName: sortName(value.name),
      draftId: null,
      userId: user?.id ?? null,
      changesExpertRowId: (await ownerOf(tx, changes)) ?? null,
      expertRowId: (await ownerOf(tx, expert)) ?? null,
      reviewedBy: null,
    })
    .returning("rowId")
    .executeTakeFirstOrThrow();
  await put(tx, { submissionRowId: rowId }, provenance);
  await addEvidence(tx, { submissionRowId: rowId }, evidence);
  const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
  if (value.status === "pending" && !changes) await rememberWebsites(tx, { submissionRowId: rowId }, links);
}
