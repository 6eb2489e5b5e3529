/** The mailer at work: looks into the queue when it is woken and from time to time, and tidies up behind itself. */
import type { Kysely } from "kysely";
import { type Database, db } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { tidyOutbox } from "~/services/mailer.server";
import { type Round, sendDue } from "./sending.server";

export interface Mailer {
  /** Begins no further mail and resolves once the one in flight is done, for which it has 8 seconds. */
  stop(): Promise<void>;
}

/** Looking also finds what other processes queued, and what waits for its next attempt. */
const LOOK_EVERY_MS = 5_000;
const TIDY_EVERY_MS = 60 * 60_000;
/** Less than the server has to stop as a whole. */
const STOP_WITHIN_MS = 8_000;

// Kept on the process, so that a reload in development does not start a second one.
const kept = globalThis as { longevityMailer?: { wake(): void } };

/**
 * Starts sending. What failed and waits for its next attempt is tried at once, because a restart is how an operator says
 * that the mail server works again; what is held back until its time stays so. Several processes may do this on one database; in one process there is one mailer.
 */
export function startMailer(round: Omit<Round, "stopping" | "hurry"> = {}): Mailer {
  const { database = db } = round;
  const stopping = new AbortController();
  const hurry = new AbortController();
  let working: Promise<void> | undefined;
  let woken = false;
  let tidiedAt: number | undefined;

  const work = async () => {
    try {
      while (woken && !stopping.signal.aborted) {
        woken = false;
        if (tidiedAt === undefined) await tryWaitingNow(database);
        if (tidiedAt === undefined || Date.now() - tidiedAt > TIDY_EVERY_MS) {
          await tidyMails(new Date(), database);
          tidiedAt = Date.now();
        }
        await sendDue({ ...round, stopping: stopping.signal, hurry: hurry.signal });
      }
    } catch (error) {
      log.error({ err: error }, "the mail queue could not be read or written; it is tried again");
    } finally {
      working = undefined;
    }
  };
  const wake = () => {
    woken = true;
    working ??= work();
  };
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  const mailer = { wake };
  kept.longevityMailer = mailer;
  wake();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      if (kept.longevityMailer === mailer) delete kept.longevityMailer;
      const patience = setTimeout(() => hurry.abort(), STOP_WITHIN_MS);
      await working;
      clearTimeout(patience);
    },
  };
}

/**
 * The request that queued a mail is answered first: sending writes to the database several times, and a slower answer would
 * tell whether there was somebody to write to (reliability.md 24).
 */
const WAKE_AFTER_MS = 250;

/** Has the mailer look into the queue in a moment. In development, where the server is not ours, this also starts it. */
export function wakeMailer(): void {
  if (kept.longevityMailer) setTimeout(() => kept.longevityMailer?.wake(), WAKE_AFTER_MS).unref();
  else if (env.NODE_ENV === "development") startMailer();
}

async function tryWaitingNow(database: Kysely<Database>): Promise<void> {
  const now = new Date().toISOString();
  await database
    .updateTable("mails")
    .set({ nextAttemptAt: now })
    .where("status", "=", "queued")
    .where("attempts", ">", 0)
    .where("nextAttemptAt", ">", now)
    .execute();
}

const DAY_MS = 24 * 60 * 60_000;

/** Forgets mails after 90 days, and the files in the outbox that belong to no mail any more. */
export async function tidyMails(now: Date, database: Kysely<Database> = db): Promise<void> {
  await database.updateTable("mails").set({ body: "" }).where("status", "=", "sent").where("body", "!=", "").execute();
  await database
    .deleteFrom("mails")
    .where("status", "in", ["sent", "failed"])
    .where("createdAt", "<", new Date(now.getTime() - 90 * DAY_MS).toISOString())
    .execute();
  const kept = new Set((await database.selectFrom("mails").select("id").execute()).map(({ id }) => id));
  await tidyOutbox((id) => kept.has(id));
}
