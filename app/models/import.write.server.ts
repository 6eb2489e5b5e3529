/** Writing what an import was found to do: everything in one transaction, or nothing. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/ids.server";
import { audit } from "./audit.server";
import { saveExpert } from "./experts.edit.server";
import { addExperts, publishListings, sortName } from "./experts.write.server";
import { joinFeatured } from "./featured.places.server";
import type { ExpertStep, Step } from "./import.check.server";
import { KINDS } from "./import.read.server";
import { importSettings } from "./settings.server";
import type { Admin } from "./users.server";
import { rememberWebsites } from "./websites.server";

/** New experts that are written at a time; between two times others have their turn. */
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
    const featured: { place: number; find: () => Promise<number | undefined> }[] = [];
    for (const kind of KINDS) {
      for await (const steps of batchesIn(planOf(kind))) {
        if (kind === "experts") await writeExperts(tx, admin, steps as ExpertStep[], featured);
        else for (const step of steps) await write(tx, step);
        done += steps.length;
        tick(done);
        await new Promise(setImmediate);
      }
    }
    featured.sort((a, b) => a.place - b.place);
    for (const { find } of featured) await feature(tx, await find());
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

type Featured = { place: number; find: () => Promise<number | undefined> }[];

async function writeExperts(tx: Queryable, admin: Admin, steps: ExpertStep[], featured: Featured): Promise<void> {
  const added = steps.filter(({ rowId }) => rowId === null);
  for (const origin of new Set(added.map((step) => step.origin))) {
    const records = added.filter((step) => step.origin === origin).map(({ record }) => ({ name: "", ...record }));
    if ((await addExperts(tx, records, { origin })) < records.length) throw changedMeanwhile();
  }
  for (const { rowId, updatedAt, record } of steps) {
    if (rowId === null || Object.keys(record).length === 0) continue;
    await saveExpert(tx, admin, { rowId, record, action: "imported", expectedUpdatedAt: updatedAt });
  }
  for (const { rowId, record, formerSlugs, featuredPosition } of steps) {
    const { slug } = record;
    const find = async () => rowId ?? (slug ? await ownerOf(tx, slug) : undefined);
    if (featuredPosition !== null) featured.push({ place: featuredPosition, find });
    const expertRowId = formerSlugs.length > 0 ? await find() : undefined;
    if (expertRowId === undefined) continue;
    await tx
      .insertInto("slugs")
      .values(formerSlugs.map((former) => ({ slug: former, expertRowId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", "The directory changed since the file was checked. Nothing was imported.");
}

async function feature(tx: Queryable, rowId: number | undefined): Promise<void> {
  if (rowId === undefined) return;
  const row = await tx.selectFrom("experts").select("featuredPosition").where("rowId", "=", rowId).executeTakeFirst();
  if (!row || row.featuredPosition !== null) return;
  await joinFeatured(tx, rowId);
  await publishListings(tx, [rowId]);
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
  if (step.kind === "articles") await writeArticle(tx, step);
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
  const { changes, expert, record, ...rest } = value;
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
  const links = Array.isArray(record.referenceLinks) ? record.referenceLinks.map(String) : [];
  if (value.status === "pending" && !changes) await rememberWebsites(tx, { submissionRowId: rowId }, links);
}

async function writeArticle(tx: Queryable, { id, value }: Step & { kind: "articles" }): Promise<void> {
  const { expert, sources, id: givenId, createdAt, ...rest } = value;
  const row = { ...rest, sources: JSON.stringify(sources), expertRowId: (await ownerOf(tx, expert)) ?? null };
  if (id) {
    await tx.updateTable("articles").set(row).where("id", "=", id).execute();
    return;
  }
  const taken = await tx.selectFrom("articles").select("id").where("id", "=", givenId).executeTakeFirst();
  await tx
    .insertInto("articles")
    .values({ ...row, id: taken ? newId() : givenId, createdAt })
    .execute();
}
