import type { Kysely } from "kysely";

/** Adds references: sources without a quote, which somebody checked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, "kind", "quote");
  for (const column of ["sourceKind", "isbn", "place", "checkedBy"]) await addColumn(db, column, "");
}

function addColumn(db: Kysely<unknown>, name: string, value: string): Promise<void> {
  return db.schema
    .alterTable("evidence")
    .addColumn(name, "text", (column) => column.notNull().defaultTo(value))
    .execute();
}
