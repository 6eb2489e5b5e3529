import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("aiCalls")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("task", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("ranModel", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("inputTokens", "integer")
    .addColumn("outputTokens", "integer")
    .addColumn("costUsd", "real")
    .addColumn("durationMs", "integer", (c) => c.notNull())
    .addColumn("jobId", "text")
    .execute();
  await db.schema.createIndex("aiCallsByTime").on("aiCalls").columns(["at", "costUsd"]).execute();
  await db.schema.createIndex("aiCallsOfJob").on("aiCalls").column("jobId").execute();

  await db.schema
    .createTable("aiModels")
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("aiModelsKey", ["provider", "model"])
    .execute();

  await db.schema
    .createTable("suggestions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subjectKind", "text", (c) => c.notNull())
    .addColumn("subjectId", "text", (c) => c.notNull())
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("suggestionsByTime").on("suggestions").column("createdAt").execute();

  await db.schema
    .createTable("provenance")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("generatedAt", "text", (c) => c.notNull())
    .addColumn("acceptedAt", "text", (c) => c.notNull())
    .addColumn("acceptedBy", "text", (c) => c.notNull())
    .addColumn("textHash", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("provenanceOfExpert")
    .on("provenance")
    .columns(["expertRowId", "field"])
    .unique()
    .where("expertRowId" as never, "is not", null)
    .execute();
  await db.schema
    .createIndex("provenanceOfSubmission")
    .on("provenance")
    .columns(["submissionRowId", "field"])
    .unique()
    .where("submissionRowId" as never, "is not", null)
    .execute();
  await raisesContentVersion(db, "provenance");

  await db.schema
    .createTable("linkChecks")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("linkChecksKey", ["expertRowId", "url"])
    .execute();
  await db.schema
    .createIndex("linkChecksDead")
    .on("linkChecks")
    .columns(["status", "checkedAt"])
    .where("status" as never, "=", "dead")
    .execute();

  await db.schema
    .createTable("cursors")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
}
