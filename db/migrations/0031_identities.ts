import type { Kysely } from "kysely";

/** Adds candidates in the registers for people without an identifier, and the editors' decisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("identitySearches")
    .addColumn("expertRowId", "integer", (c) => c.primaryKey().references("experts.rowId").onDelete("cascade"))
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("searchedAt", "text", (c) => c.notNull())
    .execute();
  let candidates = db.schema
    .createTable("identityCandidates")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull());
  for (const column of ["orcid", "wikidata", "openalex", "name", "description", "employers", "works", "reasons"])
    candidates = candidates.addColumn(column, "text", (c) => c.notNull());
  await candidates
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("taken", "text", (c) => c.notNull())
    .addColumn("decidedAt", "text", (c) => c.notNull())
    .addColumn("decidedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addPrimaryKeyConstraint("identityCandidatesKey", ["expertRowId", "key"])
    .execute();
  await db.schema
    .createIndex("identityCandidatesByDecision")
    .on("identityCandidates")
    .columns(["decision", "expertRowId", "position"])
    .execute();
  await db.schema
    .createIndex("identityCandidatesByEditor")
    .on("identityCandidates")
    .columns(["decidedBy", "decidedAt"])
    .execute();
}
