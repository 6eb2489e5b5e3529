/** Lists texts of AI without sources on the dashboard, if an import or a schedule published them without an admin. */
import type { Selectable } from "kysely";
import { db, type Queryable, readDb, type UnsupportedTextsTable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { columnOf } from "~/models/records/evidence/evidence.server";
import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { blockingProblems } from "./gate.server";
import { RECORD_SUBJECTS, type SourcesSubject, screenOf } from "./subjects.server";

const MAX_LISTED = 1_000;
const MAX_CHECKED = 20;
const MAX_SHOWN = 5;

/** Lists a text if a problem would block publishing it, and tells whether it did. Keeps the latest 1,000 texts. */
export async function listUnsupported(tx: Queryable, subject: SourcesSubject): Promise<boolean> {
  if ((await blockingProblems(subject, tx)).length === 0) return false;
  const [column, rowId] = columnOf(subject.of);
  if (column === "submissionRowId" || column === "topicRowId") throw new Error("No model wrote a public text of this.");
  const listedRow = tx.selectFrom("unsupportedTexts").select("rowId").where(column, "=", rowId);
  if (await listedRow.executeTakeFirst()) return true;
  await tx
    .insertInto("unsupportedTexts")
    .values({ [column]: rowId })
    .execute();
  const surplusRows = tx
    .selectFrom("unsupportedTexts")
    .select("rowId")
    .orderBy("rowId", "desc")
    .offset(MAX_LISTED)
    .limit(1);
  const firstSurplusRow = await surplusRows.executeTakeFirst();
  if (firstSurplusRow) await tx.deleteFrom("unsupportedTexts").where("rowId", "<=", firstSurplusRow.rowId).execute();
  return true;
}

/** Returns the Sources screens of the first listed texts that still need sources. */
export async function unsupportedTexts(_editor: Editor): Promise<{ path: string; name: string }[]> {
  const screens: { path: string; name: string }[] = [];
  for (const row of await latestTexts(MAX_CHECKED)) {
    const subject = screens.length < MAX_SHOWN && (await openSubject(row));
    if (subject) screens.push({ path: screenOf(subject), name: subject.name });
  }
  return screens;
}

/** Removes texts from the list that have their sources now, or are in the trash. */
export async function pruneUnsupported(): Promise<void> {
  for (const row of await latestTexts(MAX_LISTED)) {
    if (await openSubject(row)) continue;
    await db.deleteFrom("unsupportedTexts").where("rowId", "=", row.rowId).execute();
  }
}

type Row = Selectable<UnsupportedTextsTable>;

/** Returns the listed texts, the latest first. */
function latestTexts(limit: number): Promise<Row[]> {
  return readDb.selectFrom("unsupportedTexts").selectAll().orderBy("rowId", "desc").limit(limit).execute();
}

async function openSubject(row: Row): Promise<SourcesSubject | null> {
  const subject = await publicSubject(row);
  return subject && (await blockingProblems(subject, readDb)).length > 0 ? subject : null;
}

async function publicSubject(row: Row): Promise<SourcesSubject | null> {
  for (const { table, owner } of Object.values(PUBLIC_KINDS)) {
    const rowId = row[owner];
    if (rowId === null) continue;
    const records = readDb.selectFrom(table).select("rowId").where("rowId", "=", rowId);
    const isPresent = await records.where("deletedAt", "is", null).executeTakeFirst();
    return isPresent ? RECORD_SUBJECTS[table].of(rowId, readDb) : null;
  }
  return null;
}
