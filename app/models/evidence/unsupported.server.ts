/** Texts of AI that an import or a schedule brought while no admin was there to be asked, for the dashboard. */
import { db, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/accounts/admin.server";
import { articleRow } from "~/models/articles/rows.server";
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
  const key = `${subject.kind}/${subject.id}`;
  if (!listed.includes(key)) await write(tx, [key, ...listed].slice(0, MOST));
  return true;
}

/** The Sources screens of the first listed texts that still need sources. */
export async function unsupportedTexts(_editor: Editor): Promise<{ path: string; name: string }[]> {
  const screens: { path: string; name: string }[] = [];
  for (const key of (await listedIn(readDb)).slice(0, MAX_CHECKED)) {
    const subject = screens.length < MAX_SHOWN && (await openSubject(readDb, key));
    if (subject) screens.push({ path: screenOf(subject), name: subject.name });
  }
  return screens;
}

/** Takes from the list what has its sources by now. */
export async function pruneUnsupported(): Promise<void> {
  const done = new Set<string>();
  for (const key of await listedIn(readDb)) if (!(await openSubject(readDb, key))) done.add(key);
  if (done.size === 0) return;
  await db.transaction().execute(async (tx) => {
    const listed = await listedIn(tx);
    const open = listed.filter((key) => !done.has(key));
    await write(tx, open);
  });
}

/** A row number may belong to another record later; ids do not. */
async function listedIn(from: Queryable): Promise<string[]> {
  const row = await from.selectFrom("cursors").select("value").where("name", "=", NAME).executeTakeFirst();
  const listed: unknown[] = row ? JSON.parse(row.value) : [];
  return listed.filter((key) => typeof key === "string");
}

async function write(tx: Queryable, listed: string[]): Promise<void> {
  const value = JSON.stringify(listed);
  await tx
    .insertInto("cursors")
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function openSubject(from: Queryable, key: string): Promise<SourcesSubject | null> {
  const subject = await present(from, key);
  return subject && (await blockingProblems(subject, from)).length > 0 ? subject : null;
}

async function present(from: Queryable, key: string): Promise<SourcesSubject | null> {
  const [kind, id = ""] = key.split("/");
  const table = kind === "articles" ? "articles" : "experts";
  const query = from.selectFrom(table).select(["rowId", "deletedAt"]).where("id", "=", id);
  const row = await query.executeTakeFirst();
  if (!row || row.deletedAt) return null;
  return kind === "articles" ? articleSubject(await articleRow(from, row.rowId)) : expertSubject(row.rowId, from);
}
