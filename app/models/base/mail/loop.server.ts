/** Runs the mailer, which looks into the queue every five seconds, and when it is woken. */

import type { Kysely } from "kysely";
import { type Database, db, engine } from "~/db.server";
import { env } from "~/env.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { removeOldLetters } from "~/services/mailer.server";
import { DAY_MS } from "~/stored-times";
import { ERASED_TEXTS, removeAnsweredRecipients, type SendOptions, sendDue } from "./sending.server";

const CHECK_EVERY_MS = 5_000;
const STOP_WITHIN_MS = 8_000;

// Stores the mailer on the process, so that a reload in development does not start a second one.
const state = globalThis as { runningMailer?: Loop };

/**
 * Starts the mailer.
 * @param queueMore Queues further due mails after each round, so that its failure delays no mail.
 */
export function startMailer(
  options: Omit<SendOptions, "stopSignal" | "hurry"> = {},
  queueMore: () => Promise<unknown> = async () => {},
): Loop {
  const hurry = new AbortController();
  let isFirst = true;
  const loop = startLoop({ name: "mailer", everyMs: CHECK_EVERY_MS, everywhere: true }, async (stopSignal) => {
    // Retries at once after a restart, by which an operator may say that the mail server works again.
    if (isFirst) await retryWaitingMails(options.database ?? db);
    isFirst = false;
    await sendDue({ ...options, stopSignal, hurry: hurry.signal });
    await queueMore();
  });
  state.runningMailer = loop;
  return { wake: loop.wake, stop: () => stop(loop, hurry) };
}

async function stop(loop: Loop, hurry: AbortController): Promise<void> {
  if (state.runningMailer === loop) delete state.runningMailer;
  const timer = setTimeout(() => hurry.abort(), STOP_WITHIN_MS);
  await loop.stop();
  clearTimeout(timer);
}

const WAKE_AFTER_MS = 250;

export function wakeMailer(): void {
  if (state.runningMailer) setTimeout(() => state.runningMailer?.wake(), WAKE_AFTER_MS).unref();
  else if (env.NODE_ENV === "development") startMailer();
}

async function retryWaitingMails(database: Kysely<Database>): Promise<void> {
  const now = new Date(await engine.now()).toISOString();
  await database
    .updateTable("mails")
    .set({ nextAttemptAt: now })
    .where("status", "=", "queued")
    .where("attempts", ">", 0)
    .where("nextAttemptAt", ">", now)
    .execute();
}

/**
 * Deletes mails after 90 days, and files in the outbox that belong to no mail; returns the number of deleted mails.
 */
export async function removeOldMails(now: Date, database: Kysely<Database> = db): Promise<number> {
  await database.updateTable("mails").set(ERASED_TEXTS).where("status", "=", "sent").where("body", "!=", "").execute();
  await removeAnsweredRecipients(database);
  const { numDeletedRows } = await database
    .deleteFrom("mails")
    .where("status", "in", ["sent", "failed"])
    .where("createdAt", "<", new Date(now.getTime() - 90 * DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  const mails = new Set((await database.selectFrom("mails").select("id").execute()).map(({ id }) => id));
  await removeOldLetters((id) => mails.has(id));
  return Number(numDeletedRows);
}
