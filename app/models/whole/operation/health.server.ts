/** Whether the site can do its work: the database answers and takes writes. */
import { engine, readDb } from "~/db.server";

const TRY_EVERY_MS = 2_000;

let tried: { at: number; writing: Promise<void> } | undefined;

export async function checkHealth(now = Date.now()): Promise<void> {
  await readDb.selectFrom("cursors").select("value").where("name", "=", "health").executeTakeFirst();
  if (!tried || now - tried.at >= TRY_EVERY_MS || now < tried.at) {
    tried = { at: now, writing: engine.tryWriting() };
  }
  await tried.writing;
}
