import type { Kysely } from "kysely";
import type { Engine } from "../engine";
import { rowId } from "./0001_baseline/row-id";

/** Adds questions of readers to people who accept them, with their texts, and the senders whom somebody blocked. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .alterTable("claims")
    .addColumn("takesQuestions", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("questions")
    .$call(rowId(kind))
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("changedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("questionsOfExpert").on("questions").columns(["expertRowId", "status"]).execute();
  await db.schema.createIndex("questionsOfUser").on("questions").column("userId").execute();
  await db.schema.createIndex("questionsChanged").on("questions").columns(["status", "changedAt"]).execute();
  await db.schema.createIndex("questionsFrom").on("questions").column("email").execute();
  await db.schema
    .createTable("questionTexts")
    .$call(rowId(kind))
    .addColumn("questionRowId", "integer", (c) => c.notNull().references("questions.rowId").onDelete("cascade"))
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("textsOfQuestion").on("questionTexts").columns(["questionRowId", "rowId"]).execute();
  await db.schema
    .createTable("questionBlocks")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("questionBlocksKey", ["expertRowId", "hash"])
    .execute();
}
