import type { Kysely } from "kysely";

/** When editors and admins are told what waits, and whose suggestions a profile holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const users = () => db.schema.alterTable("users");
  await users()
    .addColumn("waitingMail", "text", (c) => c.notNull().defaultTo("daily"))
    .execute();
  await users().addColumn("waitingMailAt", "text").execute();
  await db.schema.createIndex("usersByRole").on("users").column("role").execute();
  for (const table of ["experts", "articles"])
    await db.schema.createIndex(`${table}ByOrigin`).on(table).column("origin").execute();
  await db.schema
    .alterTable("provenance")
    .addColumn("acceptedById", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
}
