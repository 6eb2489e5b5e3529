import type { Kysely } from "kysely";
import { nameColumns, sortKey } from "../names";
import type { Database } from "../schema";

/** Recomputes the keys of names after an improvement, except sort names that an editor set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renewExperts(db as Kysely<Database>);
  await renewSubmissions(db as Kysely<Database>);
}

const BATCH_SIZE = 500;

async function renewExperts(db: Kysely<Database>): Promise<void> {
  for (let lastRowId = 0; ; ) {
    const rows = await db
      .selectFrom("experts")
      .select(["rowId", "name", "givenSortName", "sortsAs", "nameKey", "nameLetters"])
      .where("rowId", ">", lastRowId)
      .orderBy("rowId")
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    for (const { rowId, name, givenSortName, ...formerKeys } of rows) {
      const newKeys = { ...nameColumns(name), sortsAs: sortKey(name, givenSortName) };
      const { sortsAs } = newKeys;
      if (
        newKeys.nameKey !== formerKeys.nameKey ||
        newKeys.nameLetters !== formerKeys.nameLetters ||
        sortsAs !== formerKeys.sortsAs
      )
        await db.updateTable("experts").set(newKeys).where("rowId", "=", rowId).execute();
      if (sortsAs !== formerKeys.sortsAs)
        await db.updateTable("listing").set({ sortsAs }).where("expertRowId", "=", rowId).execute();
    }
    lastRowId = rows.at(-1)?.rowId ?? lastRowId;
  }
}

async function renewSubmissions(db: Kysely<Database>): Promise<void> {
  for (let lastRowId = 0; ; ) {
    const rows = await db
      .selectFrom("submissions")
      .select(["rowId", "name", "nameKey", "nameLetters"])
      .where("rowId", ">", lastRowId)
      .orderBy("rowId")
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    for (const { rowId, name, ...formerKeys } of rows) {
      const newKeys = nameColumns(name);
      if (newKeys.nameKey !== formerKeys.nameKey || newKeys.nameLetters !== formerKeys.nameLetters)
        await db.updateTable("submissions").set(newKeys).where("rowId", "=", rowId).execute();
    }
    lastRowId = rows.at(-1)?.rowId ?? lastRowId;
  }
}
