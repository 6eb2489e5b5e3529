import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("submissions")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("draftId", "text", (c) => c.unique())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("changesExpertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("foldedName", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("record", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("submitterName", "text", (c) => c.notNull())
    .addColumn("submitterEmail", "text", (c) => c.notNull())
    .addColumn("submitterReason", "text", (c) => c.notNull())
    .addColumn("submittedAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("reviewNotes", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("reviewedAt", "text")
    .addColumn("reviewedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("submissionsByStatus").on("submissions").columns(["status", "submittedAt"]).execute();
  await db.schema.createIndex("submissionsOfUser").on("submissions").columns(["userId", "submittedAt"]).execute();
  await db.schema.createIndex("submissionsByName").on("submissions").column("foldedName").execute();

  await db.schema
    .createTable("websiteHosts")
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("websiteHostsByHost").on("websiteHosts").column("host").execute();
  await db.schema.createIndex("websiteHostsOfExpert").on("websiteHosts").column("expertRowId").execute();
  await db.schema.createIndex("websiteHostsOfSubmission").on("websiteHosts").column("submissionRowId").execute();

  await db.schema
    .createTable("drafts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("browser", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("fields", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("draftsOfBrowser").on("drafts").column("browser").execute();
  await db.schema.createIndex("draftsOfUser").on("drafts").column("userId").execute();
  await db.schema.createIndex("draftsByAge").on("drafts").column("updatedAt").execute();
  await db.schema.createIndex("expertsByName").on("experts").column("sortName").execute();
}
