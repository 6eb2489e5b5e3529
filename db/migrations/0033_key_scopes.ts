import type { Kysely } from "kysely";

const A_YEAR_MS = 365 * 24 * 60 * 60_000;
const READ_ALL = "profiles:read submissions:read articles:read library:read";

/** What a key may do, and until when. Keys from before go on for a year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("apiKeys")
    .addColumn("expiresAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  const keys = (db as Kysely<{ apiKeys: { scope: string; expiresAt: string } }>).updateTable("apiKeys");
  await keys.set({ expiresAt: new Date(Date.now() + A_YEAR_MS).toISOString() }).execute();
  await keys.set({ scope: READ_ALL }).where("scope", "=", "read").execute();
  await keys.set({ scope: "all" }).where("scope", "=", "write").execute();
}
