import type { Kysely } from "kysely";

/** Adds a model's opinion on a sentence and its quote. Older pairs have no row, and get an opinion only on an editor's request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = ["says", "words", "provider", "model", "at"] as const;
  await db.schema
    .createTable("opinions")
    .addColumn("evidenceId", "text", (c) => c.primaryKey().notNull().references("evidence.id").onDelete("cascade"))
    .$call((table) => texts.reduce((builder, name) => builder.addColumn(name, "text", (c) => c.notNull()), table))
    .execute();
  await db.schema.createIndex("opinionsBySays").on("opinions").columns(["says", "evidenceId"]).execute();
}
