import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import { rowId } from "./0001_baseline/row-id";

/** Adds passages that could support sentences, the editors' decisions, and the time of the last search. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  const texts = ["field", "sentence", "quote", "context", "url", "title", "retrievedAt", "textHash", "doi"] as const;
  await db.schema
    .createTable("sourceProposals")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .$call((table) => texts.reduce((builder, name) => builder.addColumn(name, "text", (c) => c.notNull()), table))
    .addColumn("score", "integer", (c) => c.notNull())
    .addColumn("shared", "text", (c) => c.notNull())
    .addColumn("missing", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("evidenceId", "text", (c) => c.notNull())
    .addColumn("decidedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("decidedAt", "text")
    .execute();
  const proposals = db.schema.createIndex("proposalsOfExpert").on("sourceProposals");
  await proposals.columns(["expertRowId", "status"]).execute();
  await db.schema.createIndex("proposalsByStatus").on("sourceProposals").columns(["status", "expertRowId"]).execute();
  await db.schema.createIndex("proposalsByEditor").on("sourceProposals").column("decidedBy").execute();
  await db.schema
    .createTable("sourceSearches")
    .addColumn("expertRowId", "integer", (c) => c.primaryKey().references("experts.rowId").onDelete("cascade"))
    .addColumn("searchedAt", "text", (c) => c.notNull())
    .addColumn("pages", "text", (c) => c.notNull())
    .execute();
}
