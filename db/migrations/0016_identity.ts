import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";

/** Who an expert is in public registries, and the works that OpenAlex lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["affiliation", "orcid", "wikidata", "openalex", "ror", "interests"])
    await addColumn(db, column, "");
  await addColumn(db, "linkKinds", "[]");
  await db.schema.alterTable("experts").addColumn("reviewedAt", "text").execute();

  await db.schema
    .createTable("works")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("openalex", "text", (c) => c.notNull())
    .addColumn("doi", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("year", "integer")
    .addColumn("venue", "text", (c) => c.notNull())
    .addColumn("citations", "integer", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("retracted", "integer", (c) => c.notNull())
    .addColumn("retractionSeenAt", "text")
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addUniqueConstraint("worksKey", ["expertRowId", "openalex"])
    .execute();
  await db.schema.createIndex("worksRetracted").on("works").column("retracted").execute();
  await raisesContentVersion(db, "works");
}

function addColumn(db: Kysely<unknown>, name: string, value: string): Promise<void> {
  return db.schema
    .alterTable("experts")
    .addColumn(name, "text", (column) => column.notNull().defaultTo(value))
    .execute();
}
