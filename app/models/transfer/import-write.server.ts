/** Writing what an import was found to do: everything in one transaction, or nothing. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { db, type Queryable } from "~/db.server";
import { newId } from "~/ids.server";
import type { Admin } from "~/models/accounts/admin.server";
import { put } from "~/models/ai/provenance.server";
import { rememberWebsites } from "~/models/experts/websites.server";
import { sortName } from "~/models/experts/write.server";
import { audit } from "~/models/site/audit.server";
import { importSettings } from "~/models/site/settings.server";
import { ArticlesWriter } from "./import-articles.server";
import type { ExpertStep, Step } from "./import-check.server";
import { ExpertsWriter } from "./import-experts.server";
import { LIBRARY_KINDS, type LibraryStep, writeLibraryStep } from "./import-library.server";
import { KINDS } from "./import-read.server";

/** Records that are written at a time; between two times others have their turn. */
const BATCH = 50;

export interface WriteOptions {
  /** The plan's file of a kind. */
  planOf: (kind: string) => string;
  /** Called with how many steps are done. Throws to give up: then nothing is imported. */
  tick: (done: number) => void;
  /** What is written with the import, so that neither is there without the other. */
  finish: (tx: Queryable) => Promise<void>;
  /** What the file was called. */
  name: string;
}

/** @throws AppError "conflict" when somebody changed meanwhile what would be overwritten; whatever `tick` throws. */
export async function writePlan(admin: Admin, { planOf, tick, finish, name }: WriteOptions): Promise<void> {
  await db.transaction().execute(async (tx) => {
    let done = 0;
    const turn = async (more: number) => {
      tick(Math.floor(done + more));
      await new Promise(setImmediate);
    };
    const experts = new ExpertsWriter(tx, admin);
    const articles = new ArticlesWriter(tx, admin);
    for (const kind of KINDS) {
      for await (const steps of batchesIn(planOf(kind))) {
        if (kind === "experts") await experts.write(steps as ExpertStep[]);
        else for (const step of steps) await (step.kind === "articles" ? articles.write(step) : write(tx, step));
        // The search index is the other half of the work on an expert.
        done += kind === "experts" ? steps.length / 2 : steps.length;
        await turn(0);
      }
      if (kind !== "experts") continue;
      await experts.index((indexed) => turn(indexed / 2));
      done += experts.written / 2;
    }
    await experts.feature();
    await articles.feature();
    await audit(tx, admin, {
      action: "import written",
      subjectKind: "directory",
      subjectId: "import",
      subjectName: name,
      detail: `${done} records`,
    });
    await finish(tx);
  });
}

async function* batchesIn(path: string): AsyncGenerator<Step[], void> {
  let batch: Step[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(JSON.parse(line));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function ownerOf(tx: Queryable, slug: string | null): Promise<number | undefined> {
  if (!slug) return undefined;
  const row = await tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
  return row?.expertRowId;
}

async function write(tx: Queryable, step: Step): Promise<void> {
  if (step.kind === "settings") await importSettings(tx, step.value);
  if (step.kind === "users") await writeUser(tx, step.value);
  if (step.kind === "submissions") await writeSubmission(tx, step.value);
  if (LIBRARY_KINDS.some((kind) => kind === step.kind))
    await writeLibraryStep(tx, step as LibraryStep, (slug) => ownerOf(tx, slug));
}

/** Without a password, which a reset link gives them, and never an admin: a file gives nobody rights. */
async function writeUser(tx: Queryable, value: (Step & { kind: "users" })["value"]): Promise<void> {
  const none = { passwordHash: null, googleId: null, lastSignInAt: null };
  await tx
    .insertInto("users")
    .values({ ...value, ...none, id: newId(), role: "user", updatedAt: new Date().toISOString() })
    .execute();
}

async function writeSubmission(tx: Queryable, value: (Step & { kind: "submissions" })["value"]): Promise<void> {
  const { changes, expert, record, provenance, ...rest } = value;
  const user = await tx
    .selectFrom("users")
    .select("id")
    .where("email", "=", value.submitterEmail.toLowerCase())
    .executeTakeFirst();
  const changesExpertRowId = (await ownerOf(tx, changes)) ?? null;
  const { rowId } = await tx
    .insertInto("submissions")
    .values({
      ...rest,
      record: JSON.stringify(record),
      foldedName: sortName(value.name),
      draftId: null,
      userId: user?.id ?? null,
      changesExpertRowId,
      expertRowId: (await ownerOf(tx, expert)) ?? null,
      reviewedBy: null,
    })
    .returning("rowId")
    .executeTakeFirstOrThrow();
  await put(tx, { submissionRowId: rowId }, provenance);
  const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
  if (value.status === "pending" && !changes) await rememberWebsites(tx, { submissionRowId: rowId }, links);
}
