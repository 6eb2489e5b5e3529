import type { Kysely } from "kysely";
import { nameKey, sortKey } from "../names";
import type { Database } from "../schema";

/** Adds draft profiles, notes for editors and sorting by family name, and replaces the tables of imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const experts = db.schema.alterTable("experts");
  for (const [name, standard] of Object.entries({
    nameKey: "",
    sortsAs: "",
    givenSortName: "",
    notes: "",
    state: "public",
  }))
    await experts.addColumn(name, "text", (column) => column.notNull().defaultTo(standard)).execute();
  for (const name of ["publishAt", "shareToken"]) await experts.addColumn(name, "text").execute();
  await db.schema
    .alterTable("listing")
    .addColumn("sortsAs", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await fillNames(db as Kysely<Database>);
  await db.schema.createIndex("expertsByNameKey").on("experts").column("nameKey").execute();
  await db.schema.createIndex("expertsByState").on("experts").columns(["state", "publishAt"]).execute();
  await db.schema
    .createIndex("listingBy_sortsAs")
    .on("listing")
    .columns(["category", "sortsAs", "expertRowId"])
    .execute();
  await replaceImports(db);
}

async function fillNames(db: Kysely<Database>): Promise<void> {
  for (let lastRowId = 0; ; ) {
    const page = db.selectFrom("experts").select(["rowId", "name"]).where("rowId", ">", lastRowId).orderBy("rowId");
    const rows = await page.limit(500).execute();
    if (rows.length === 0) return;
    for (const { rowId, name } of rows) {
      const sortsAs = sortKey(name);
      const keys = { nameKey: nameKey(name), sortsAs };
      await db.updateTable("experts").set(keys).where("rowId", "=", rowId).execute();
      await db.updateTable("listing").set({ sortsAs }).where("expertRowId", "=", rowId).execute();
    }
    lastRowId = rows.at(-1)?.rowId ?? lastRowId;
  }
}

/** Drops staged rows of earlier versions, which cannot be continued: their imports have to be sent again. */
async function replaceImports(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("importRows").execute();
  await db.schema.dropTable("imports").execute();
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("reading", "text", (column) => column.notNull())
    .addColumn("mapping", "text", (column) => column.notNull())
    .addColumn("phase", "text", (column) => column.notNull())
    .addColumn("counts", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("jobId", "text")
    .addColumn("undoneAt", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("importsByCreation").on("imports").column("createdAt").execute();
  await db.schema.createIndex("importsByPhase").on("imports").column("phase").execute();
  await db.schema
    .createTable("importRows")
    .addColumn("importId", "text", (column) => column.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("row", "integer", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("subjectRowId", "integer")
    .addColumn("basedOn", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("writtenAt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("problems", "text", (column) => column.notNull())
    .addColumn("marks", "text", (column) => column.notNull())
    .addColumn("step", "text")
    .addPrimaryKeyConstraint("importRowsKey", ["importId", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByState")
    .on("importRows")
    .columns(["importId", "state", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByOutcome")
    .on("importRows")
    .columns(["importId", "outcome", "position"])
    .execute();
  await db.schema.createIndex("importRowsBySubject").on("importRows").column("subjectRowId").execute();
  await db.schema
    .createTable("importMappings")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .addColumn("headings", "text", (column) => column.notNull())
    .addColumn("mapping", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.references("users.id").onDelete("set null"))
    .execute();
}
