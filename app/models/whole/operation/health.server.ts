/** Checks whether the site can work: the database answers, accepts writes, and every table can be read. */
import { engine, readDb } from "~/db.server";

const CHECK_EVERY_MS = 2_000;

let lastCheck: { at: number; attempt: Promise<unknown> } | undefined;

export async function checkHealth(now = Date.now()): Promise<void> {
  await readDb.selectFrom("cursors").select("value").where("name", "=", "health").executeTakeFirst();
  if (!lastCheck || now - lastCheck.at >= CHECK_EVERY_MS || now < lastCheck.at) {
    lastCheck = { at: now, attempt: Promise.all([engine.tryWriting(), engine.tryReading()]) };
  }
  await lastCheck.attempt;
}
