import type { Kysely } from "kysely";

/** What a model said of a sentence and its quote. Pairs from before have no row, and are asked about only by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = ["says", "words", "provider", "model", "at"] as const;
  await db.schema
    .createTable("opinions")
    .addColumn("evidenceId", "text", (c) => c.primaryKey().notNull().references("evidence.id").onDelete("cascade"))
    .$call((table) => texts.reduce((own, name) => own.addColumn(name, "text", (c) => c.notNull()), table))
    .execute();
  await db.schema.createIndex("opinionsBySays").on("opinions").columns(["says", "evidenceId"]).execute();
}
