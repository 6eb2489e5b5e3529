/** Texts of AI that an import or a schedule brought while no admin was there to be asked, for the dashboard. */
import { db, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/accounts/admin.server";
import { articleRow } from "~/models/articles/rows.server";
import { expertRow } from "~/models/experts/rows.server";
import type { Subject } from "./evidence.server";
import { blockingProblems } from "./gate.server";
import { articleSubject, expertSubject, type SourcesSubject, screenOf } from "./subjects.server";

const NAME = "unsupportedTexts";
const MOST = 1_000;
const MAX_CHECKED = 20;
const MAX_SHOWN = 5;

/** Lists a text while something stands against publishing it, and says whether that is so. At most 1,000 are listed. */
export async function listUnsupported(tx: Queryable, subject: SourcesSubject): Promise<boolean> {
  if ((await blockingProblems(subject, tx)).length === 0) return false;
  const listed = await listedIn(tx);
  const isSame = (of: Subject) => JSON.stringify(of) === JSON.stringify(subject.of);
  if (!listed.some(isSame)) await write(tx, [subject.of, ...listed].slice(0, MOST));
  return true;
}

/** The Sources screens of the first listed texts that still need sources. */
export async function unsupportedTexts(_editor: Editor): Promise<{ path: string; name: string }[]> {
  const screens: { path: string; name: string }[] = [];
  for (const of of (await listedIn(readDb)).slice(0, MAX_CHECKED)) {
    const subject = screens.length < MAX_SHOWN && (await openSubject(readDb, of));
    if (subject) screens.push({ path: screenOf(subject), name: subject.name });
  }
  return screens;
}

/** Takes from the list what has its sources by now. */
export async function pruneUnsupported(): Promise<void> {
  const done = new Set<string>();
  for (const of of await listedIn(readDb)) if (!(await openSubject(readDb, of))) done.add(JSON.stringify(of));
  if (done.size === 0) return;
  await db.transaction().execute(async (tx) => {
    const listed = await listedIn(tx);
    const open = listed.filter((of) => !done.has(JSON.stringify(of)));
    await write(tx, open);
  });
}

async function listedIn(from: Queryable): Promise<Subject[]> {
  const row = await from.selectFrom("cursors").select("value").where("name", "=", NAME).executeTakeFirst();
  return row ? JSON.parse(row.value) : [];
}

async function write(tx: Queryable, listed: Subject[]): Promise<void> {
  const value = JSON.stringify(listed);
  await tx
    .insertInto("cursors")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function openSubject(from: Queryable, of: Subject): Promise<SourcesSubject | null> {
  const subject = await present(from, of);
  return subject && (await blockingProblems(subject, from)).length > 0 ? subject : null;
}

async function present(from: Queryable, of: Subject): Promise<SourcesSubject | null> {
  if ("articleRowId" in of) {
    const row = await articleRow(from, of.articleRowId).catch(() => null);
    return row && !row.deletedAt ? articleSubject(row) : null;
  }
  const row = "expertRowId" in of ? await expertRow(from, of.expertRowId).catch(() => null) : null;
  return row && !row.deletedAt ? expertSubject(row.rowId, from) : null;
}
