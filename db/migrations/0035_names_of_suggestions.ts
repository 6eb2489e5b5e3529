import { type Kysely, sql } from "kysely";
import { nameColumns } from "../names";
import type { Database } from "../schema";

/** Adds two keys of names, by which the same person is found among profiles and submissions, and an index for lists of editors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const addTextColumn = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
  await addTextColumn("experts", "nameLetters");
  await addTextColumn("submissions", "nameKey");
  await addTextColumn("submissions", "nameLetters");
  for (const table of ["experts", "submissions"] as const) await fillNameColumns(db as Kysely<Database>, table);
  await db.schema.createIndex("expertsByNameLetters").on("experts").column("nameLetters").execute();
  await db.schema.createIndex("submissionsByNameKey").on("submissions").columns(["nameKey", "status"]).execute();
  await db.schema
    .createIndex("submissionsByNameLetters")
    .on("submissions")
    .columns(["nameLetters", "status"])
    .execute();
  await db.schema
    .createIndex("expertsInOrder")
    .on("experts")
    .column("sortsAs")
    .where(sql.ref("deletedAt"), "is", null)
    .execute();
}

async function fillNameColumns(db: Kysely<Database>, table: "experts" | "submissions"): Promise<void> {
  for (let lastRowId = 0; ; ) {
    const page = db.selectFrom(table).select(["rowId", "name"]).where("rowId", ">", lastRowId).orderBy("rowId");
    const rows = await page.limit(500).execute();
    if (rows.length === 0) return;
    for (const { rowId, name } of rows)
      await db.updateTable(table).set(nameColumns(name)).where("rowId", "=", rowId).execute();
    lastRowId = rows.at(-1)?.rowId ?? lastRowId;
  }
}
