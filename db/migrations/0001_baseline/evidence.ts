import type { Kysely } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates the evidence of texts, and the texts of models. */
export async function createEvidence(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("evidence")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("articleRowId", "integer", (c) => c.references("articles.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("sentence", "text", (c) => c.notNull())
    .addColumn("quote", "text", (c) => c.notNull())
    .addColumn("context", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("retrievedAt", "text", (c) => c.notNull())
    .addColumn("textHash", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("checkedAt", "text", (c) => c.notNull())
    .addColumn("keptBy", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("doi", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("evidenceByUrl").on("evidence").columns(["url", "rowId"]).execute();
  await db.schema.createIndex("evidenceLost").on("evidence").columns(["status", "rowId"]).execute();
  await db.schema
    .createIndex("evidenceOfArticle")
    .on("evidence")
    .column("articleRowId")
    .where("articleRowId", "is not", null)
    .execute();
  await db.schema
    .createIndex("evidenceOfExpert")
    .on("evidence")
    .column("expertRowId")
    .where("expertRowId", "is not", null)
    .execute();
  await db.schema
    .createIndex("evidenceOfSubmission")
    .on("evidence")
    .column("submissionRowId")
    .where("submissionRowId", "is not", null)
    .execute();

  await db.schema
    .createTable("acceptedProblems")
    .$call(rowId(kind))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("articleRowId", "integer", (c) => c.references("articles.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("acceptedBy", "text", (c) => c.notNull())
    .addColumn("acceptedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("acceptedProblemsOfArticle")
    .on("acceptedProblems")
    .column("articleRowId")
    .where("articleRowId", "is not", null)
    .execute();
  await db.schema
    .createIndex("acceptedProblemsOfExpert")
    .on("acceptedProblems")
    .column("expertRowId")
    .where("expertRowId", "is not", null)
    .execute();
  await db.schema
    .createIndex("acceptedProblemsOfSubmission")
    .on("acceptedProblems")
    .column("submissionRowId")
    .where("submissionRowId", "is not", null)
    .execute();

  await db.schema
    .createTable("provenance")
    .$call(rowId(kind))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("generatedAt", "text", (c) => c.notNull())
    .addColumn("acceptedAt", "text", (c) => c.notNull())
    .addColumn("acceptedBy", "text", (c) => c.notNull())
    .addColumn("textHash", "text", (c) => c.notNull())
    .addColumn("acceptedById", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema
    .createIndex("provenanceOfExpert")
    .on("provenance")
    .columns(["expertRowId", "field"])
    .unique()
    .where("expertRowId", "is not", null)
    .execute();
  await db.schema
    .createIndex("provenanceOfSubmission")
    .on("provenance")
    .columns(["submissionRowId", "field"])
    .unique()
    .where("submissionRowId", "is not", null)
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
    .createTable("aiCalls")
    .$call(rowId(kind))
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
}
