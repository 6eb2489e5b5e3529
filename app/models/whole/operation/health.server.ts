/** Tells whether the site can work: the database answers, takes writes, and each table can be read. */
import { engine, readDb } from "~/db.server";

const TRY_EVERY_MS = 2_000;

let tried: { at: number; trying: Promise<unknown> } | undefined;

export async function checkHealth(now = Date.now()): Promise<void> {
  await readDb.selectFrom("cursors").select("value").where("name", "=", "health").executeTakeFirst();
  if (!tried || now - tried.at >= TRY_EVERY_MS || now < tried.at) {
    tried = { at: now, trying: Promise.all([engine.tryWriting(), engine.tryReading()]) };
  }
  await tried.trying;
}
