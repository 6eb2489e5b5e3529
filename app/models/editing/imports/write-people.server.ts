/** New people are written hidden, until an import publishes all of them together. */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { publishForSearch, publishListings } from "~/models/records/directory/publish.server";
import { publishMany, whyRefused } from "~/models/records/publish/many.server";
import { publish } from "~/models/records/publish/publish.server";
import { addEditorFields } from "./editor-fields.server";
import { type Staged, setState, setStates } from "./import-rows.server";
import { addBeside, type ImportedProfile } from "./profile.server";

/** Each is also indexed again. */
const CHANGES = 10;

/** The first rows that are written in one transaction. */
export function together(rows: Staged[]): Staged[] {
  const [first] = rows;
  if (!first) return [];
  const end = rows.findIndex((row) => isNew(row) !== isNew(first));
  const alike = end < 0 ? rows : rows.slice(0, end);
  return isNew(first) ? alike : alike.slice(0, CHANGES);
}

/** Gives how many rows are done: a half for a new one, which is not public yet. Throws "conflict" for what changed meanwhile. */
export async function writePeople(
  tx: Queryable,
  admin: Admin,
  rows: Staged[],
  counts: Map<string, number>,
): Promise<number> {
  await addHidden(tx, admin, rows.filter(isNew), counts);
  for (const row of rows) if (!isNew(row)) await change(tx, admin, row);
  return rows.reduce((done, row) => done + (isNew(row) ? 0.5 : 1), 0);
}

function isNew({ outcome, answer }: Staged): boolean {
  return outcome === "new" || (outcome === "question" && answer === "new");
}

async function addHidden(tx: Queryable, admin: Admin, all: Staged[], counts: Map<string, number>) {
  const rows = await withoutRefused(tx, all);
  for (const origin of new Set(rows.map((row) => stepIn(row).origin))) {
    const some = rows.filter((row) => stepIn(row).origin === origin);
    const beside = (rowId: number, place: number) => addBeside(tx, rowId, stepIn(some[place] as Staged));
    const rowIds = await publishMany(tx, admin, some.map(stepIn), { origin, counts, beside });
    const times = await timesOf(tx, rowIds);
    for (const [place, row] of some.entries()) {
      const subjectRowId = rowIds[place] as number;
      await setState(tx, row, { state: "hidden", subjectRowId, writtenAt: times.get(subjectRowId), step: null });
    }
  }
}

async function timesOf(tx: Queryable, rowIds: number[]): Promise<Map<number, string>> {
  const rows = await tx.selectFrom("experts").select(["rowId", "updatedAt"]).where("rowId", "in", rowIds).execute();
  return new Map(rows.map(({ rowId, updatedAt }) => [rowId, updatedAt]));
}

/** Somebody may have asked, or got the identifier, since the file was checked. */
async function withoutRefused(tx: Queryable, rows: Staged[]): Promise<Staged[]> {
  const wanted: Staged[] = [];
  for (const row of rows) {
    const why = await whyRefused(tx, stepIn(row).record);
    if (why) await setState(tx, row, { state: "out", detail: why, step: null });
    else wanted.push(row);
  }
  return wanted;
}

async function change(tx: Queryable, admin: Admin, row: Staged): Promise<void> {
  const step = stepIn(row);
  const rowId = row.answer ? await publicRowId(tx, row.answer) : (row.subjectRowId as number);
  const { slug, ...rest } = step.record;
  const record = row.answer ? rest : step.record;
  await addBeside(tx, rowId, step);
  if (step.works?.length) await publishForSearch(tx, [rowId]);
  const { provenance, evidence } = step;
  const expectedUpdatedAt = row.basedOn || undefined;
  const sentences = { stored: { provenance, evidence } };
  const written = await publish(tx, admin, "experts", {
    cause: "imported",
    rowId,
    record,
    expectedUpdatedAt,
    sentences,
  });
  const before = await addEditorFields(tx, written.row, step);
  const undoing = { isRecordChanged: written.changed.length > 0, before };
  await setState(tx, row, {
    state: "written",
    subjectRowId: rowId,
    writtenAt: written.row.updatedAt,
    step: JSON.stringify({ ...step, written: undoing }),
  });
}

async function publicRowId(tx: Queryable, id: string): Promise<number> {
  const row = await tx
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw new AppError("conflict", "This person is no longer in the directory.");
  return row.rowId;
}

function stepIn(row: Staged): ImportedProfile {
  return row.step as ImportedProfile;
}

/** Puts people that are in the lists into the search, too. */
export async function indexHidden(tx: Queryable, rows: Staged[]): Promise<void> {
  const experts = await tx
    .selectFrom("experts")
    .select("rowId")
    .where(
      "rowId",
      "in",
      rows.map(({ subjectRowId }) => subjectRowId),
    )
    .where("deletedAt", "is", null)
    .execute();
  await publishListings(
    tx,
    experts.map(({ rowId }) => rowId),
  );
  await setStates(tx, rows, "written");
}
