import type { Kysely } from "kysely";

/** Adds the subjects of works from OpenAlex, and topics that editors rejected for a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("works")
    .addColumn("subjects", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
  await db.schema
    .createTable("rejectedTopics")
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("topicRowId", "integer", (c) => c.notNull().references("topics.rowId").onDelete("cascade"))
    .addColumn("rejectedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("rejectedTopicsKey", ["expertRowId", "topicRowId"])
    .execute();
  await db.schema.createIndex("rejectionsOfTopic").on("rejectedTopics").column("topicRowId").execute();
}
