/** Whether the site can do its work: answers from the database, and the database takes writes (reliability.md 30). */
import { db, sqlite } from "~/db.server";

/** A write is tried at most so often, however often somebody asks. */
const TRY_EVERY_MS = 2_000;

let tried: { at: number; problem: unknown } | undefined;

/**
 * Reads and, every two seconds, writes a row. Somebody else's write in progress is no problem: it shows that writing works.
 *
 * @throws what the database says when it can be read or written no longer.
 */
export async function checkHealth(now = Date.now()): Promise<void> {
  await db.selectFrom("cursors").select("value").where("name", "=", "health").executeTakeFirst();
  if (!tried || now - tried.at >= TRY_EVERY_MS || now < tried.at) tried = { at: now, problem: tryWriting(now) };
  if (tried.problem) throw tried.problem;
}

/** At once and without waiting its turn: a health check that waits for a long import would be no news. */
function tryWriting(now: number): unknown {
  if (sqlite.inTransaction) return undefined;
  const patience = sqlite.pragma("busy_timeout", { simple: true });
  sqlite.pragma("busy_timeout = 0");
  try {
    sqlite
      .prepare(
        `INSERT INTO "cursors" VALUES ('health', ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      )
      .run(JSON.stringify(now));
    return undefined;
  } catch (error) {
    return String(Object(error).code).startsWith("SQLITE_BUSY") ? undefined : error;
  } finally {
    sqlite.pragma(`busy_timeout = ${patience}`);
  }
}
