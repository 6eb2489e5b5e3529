import type { Kysely } from "kysely";
import { nameColumns, sortKey } from "../names";
import type { Database } from "../schema";

/** Recomputes the keys of names after an improvement, except sort names that an editor set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renewExperts(db as Kysely<Database>);
  await renewSubmissions(db as Kysely<Database>);
}

const ROWS = 500;

async function renewExperts(db: Kysely<Database>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("experts")
      .select(["rowId", "name", "givenSortName", "sortsAs", "nameKey", "nameLetters"])
      .where("rowId", ">", last)
      .orderBy("rowId")
      .limit(ROWS)
      .execute();
    if (rows.length === 0) return;
    for (const { rowId, name, givenSortName, ...before } of rows) {
      const now = { ...nameColumns(name), sortsAs: sortKey(name, givenSortName) };
      const { sortsAs } = now;
      if (now.nameKey !== before.nameKey || now.nameLetters !== before.nameLetters || sortsAs !== before.sortsAs)
        await db.updateTable("experts").set(now).where("rowId", "=", rowId).execute();
      if (sortsAs !== before.sortsAs)
        await db.updateTable("listing").set({ sortsAs }).where("expertRowId", "=", rowId).execute();
    }
    last = rows.at(-1)?.rowId ?? last;
  }
}

async function renewSubmissions(db: Kysely<Database>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("submissions")
      .select(["rowId", "name", "nameKey", "nameLetters"])
      .where("rowId", ">", last)
      .orderBy("rowId")
      .limit(ROWS)
      .execute();
    if (rows.length === 0) return;
    for (const { rowId, name, ...before } of rows) {
      const now = nameColumns(name);
      if (now.nameKey !== before.nameKey || now.nameLetters !== before.nameLetters)
        await db.updateTable("submissions").set(now).where("rowId", "=", rowId).execute();
    }
    last = rows.at(-1)?.rowId ?? last;
  }
}
