import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("format", "text", (c) => c.notNull())
    .addColumn("fields", "text")
    .addColumn("phase", "text", (c) => c.notNull())
    .addColumn("counts", "text", (c) => c.notNull().defaultTo("{}"))
    .addColumn("jobId", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("importsByCreation").on("imports").column("createdAt").execute();
  await db.schema.createIndex("importsByPhase").on("imports").column("phase").execute();

  await db.schema
    .createTable("importRows")
    .addColumn("importId", "text", (c) => c.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("row", "integer", (c) => c.notNull())
    .addColumn("answer", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("subjectRowId", "integer")
    .addColumn("basedOn", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("step", "text")
    .addPrimaryKeyConstraint("importRowsKey", ["importId", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByOutcome")
    .on("importRows")
    .columns(["importId", "outcome", "position"])
    .execute();
  await db.schema
    .createIndex("importRowsByState")
    .on("importRows")
    .columns(["importId", "state", "position"])
    .execute();

  // Imports were jobs before, of files that are kept for a week.
  await (db as Kysely<{ jobs: { kind: string } }>).deleteFrom("jobs").where("kind", "=", "import").execute();
}
