import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

/** Adds the results of the search for portraits of people without one, and the editors' decisions. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("portraitSearches")
    .addColumn("expertRowId", "integer", (c) => c.primaryKey().references("experts.rowId").onDelete("cascade"))
    .addColumn("wikidata", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("searchedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("portraitCandidates")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("file", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("licence", "text", (c) => c.notNull())
    .addColumn("licenceUrl", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("width", "integer", (c) => c.notNull())
    .addColumn("height", "integer", (c) => c.notNull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("decidedAt", "text", (c) => c.notNull())
    .addColumn("decidedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addPrimaryKeyConstraint("portraitCandidatesKey", ["expertRowId", "file"])
    .execute();
  await db.schema
    .createIndex("portraitCandidatesByDecision")
    .on("portraitCandidates")
    .columns(["decision", "expertRowId", "position"])
    .execute();
  await db.schema
    .createIndex("portraitCandidatesByEditor")
    .on("portraitCandidates")
    .columns(["decidedBy", "decidedAt"])
    .execute();

  // Raises the version for a credit, which readers see, but not for the notes of the weekly check.
  for (const [name, change] of Object.entries(CHANGES))
    await sql.raw(kind === "sqlite" ? onSqlite(name, change) : onPostgres(name, change)).execute(db);
}

const CHANGES = {
  Insert: "INSERT",
  Update: 'UPDATE OF "author", "licence", "licenceUrl", "source"',
  Delete: "DELETE",
};

function onSqlite(name: string, change: string): string {
  return `CREATE TRIGGER "imageCredits${name}Version" AFTER ${change} ON "imageCredits"
    BEGIN UPDATE "contentVersion" SET "version" = "version" + 1; END`;
}

function onPostgres(name: string, change: string): string {
  return `CREATE TRIGGER "imageCredits${name}Version" AFTER ${change} ON "imageCredits"
    FOR EACH ROW EXECUTE FUNCTION "raiseContentVersion"()`;
}
