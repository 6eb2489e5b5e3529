import type { Kysely } from "kysely";

/** Adds the evidence of a topic's description and its accepted problems, as for profiles and articles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["evidence", "acceptedProblems"])
    await db.schema
      .alterTable(table)
      .addColumn("topicRowId", "integer", (c) => c.references("topics.rowId").onDelete("cascade"))
      .execute();
  await db.schema
    .createIndex("evidenceOfTopic")
    .on("evidence")
    .column("topicRowId")
    .where("topicRowId", "is not", null)
    .execute();
}
