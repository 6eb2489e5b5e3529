import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";

const SUBJECTS = ["Expert", "Article", "Submission"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("evidence")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
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
    .execute();
  await db.schema
    .createTable("acceptedProblems")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("cascade"))
    .addColumn("articleRowId", "integer", (c) => c.references("articles.rowId").onDelete("cascade"))
    .addColumn("submissionRowId", "integer", (c) => c.references("submissions.rowId").onDelete("cascade"))
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("acceptedBy", "text", (c) => c.notNull())
    .addColumn("acceptedAt", "text", (c) => c.notNull())
    .execute();
  for (const table of ["evidence", "acceptedProblems"]) {
    for (const subject of SUBJECTS) {
      const column = `${subject.toLowerCase()}RowId`;
      await db.schema
        .createIndex(`${table}Of${subject}`)
        .on(table)
        .column(column)
        .where(column as never, "is not", null)
        .execute();
    }
  }
  // The weekly check opens each page once.
  await db.schema.createIndex("evidenceByUrl").on("evidence").columns(["url", "rowId"]).execute();
  await db.schema.createIndex("evidenceLost").on("evidence").columns(["status", "rowId"]).execute();
  await raisesContentVersion(db, "evidence");
}
