/**
 * Sending what the queue holds, each mail once.
 *
 * A process claims a mail by a conditional update, for a limited time; before the end of the message goes to the server,
 * a second one says so ("handedOver"). So, after a crash at any moment and with any number of processes:
 * a claim that lapses before the handover is sent again, for the server cannot have taken it; one that lapses after it is
 * not, for the server may have. Between those last bytes and our commit lies the one moment in which nobody can know:
 * such a mail goes to the admins instead of, perhaps, twice to its reader. Only a mail server that breaks the connection
 * without an answer and keeps the mail all the same (against RFC 5321) gets a second copy. Every copy has the same
 * Message-ID, by which receivers can drop it.
 */
import { isIP } from "node:net";
import type { Kysely, Updateable } from "kysely";
import { z } from "zod";
import { type Database, db, type MailRow, type MailsTable } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { siteSettings } from "~/models/site/settings.server";
import {
  ANSWER_WITHIN_MS,
  type Carrier,
  END_SENT_WITHIN_MS,
  intoOutbox,
  type Letter,
  NotTaken,
  OUTBOX,
  overSmtp,
  type Reason,
} from "~/services/mailer.server";
import { oneLine } from "./texts.server";

type MailChanges = Updateable<MailsTable>;

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;
/** Waits after each failed attempt; after the last one the mail has failed: 8 attempts in about 15 hours. */
const DELAYS_MS = [15 * SECONDS, MINUTES, 5 * MINUTES, 30 * MINUTES, 2 * HOURS, 6 * HOURS, 6 * HOURS];
const ATTEMPTS = DELAYS_MS.length + 1;

/** How long a claim holds, before the handover and from it on: longer than the carrier may take. */
const CLAIM_MS = END_SENT_WITHIN_MS + 15 * SECONDS;
const HANDOVER_MS = ANSWER_WITHIN_MS + MINUTES;

/** What a test puts in place of the real thing. */
export interface Round {
  database?: Kysely<Database>;
  carry?: Carrier;
  clock?: () => Date;
  /** No further mail is begun once it is aborted. */
  stopping?: AbortSignal;
  /** The mail in flight is given up once it is aborted. */
  hurry?: AbortSignal;
}

/** Where mail goes, as the environment says. */
const carrier = env.SMTP_URL ? overSmtp(env.SMTP_URL) : intoOutbox(OUTBOX);
const usual = { database: db, carry: carrier, clock: () => new Date() };
type Surroundings = Round & typeof usual;

/**
 * Sends what is due, one mail after the other, until nothing is or the server turns out to be unreachable: the others
 * would fare no better, and their attempts are worth keeping. Failures are noted with the mails, not thrown.
 *
 * @throws what the database says.
 */
export async function sendDue(round: Round = {}): Promise<void> {
  const here = { ...usual, ...round };
  while (!here.stopping?.aborted) {
    const mail = await claim(here);
    if (!mail || (await send(here, mail)) === "unreachable") return;
  }
}

/** Claims the mail that has been due for longest; undefined when none is. Puts aside what lapsed and must not go on. */
async function claim({ database, clock }: Surroundings): Promise<MailRow | undefined> {
  for (;;) {
    const now = clock();
    const mail = await database
      .selectFrom("mails")
      .selectAll()
      .where("status", "in", ["queued", "sending", "handedOver"])
      .where("nextAttemptAt", "<=", now.toISOString())
      .orderBy("nextAttemptAt")
      .orderBy("createdAt")
      .limit(1)
      .executeTakeFirst();
    if (!mail) return undefined;
    if (mail.status === "handedOver") await change(database, mail, { status: "failed", lastError: MAY_HAVE_ARRIVED });
    else if (mail.attempts >= ATTEMPTS) await change(database, mail, { status: "failed", lastError: INTERRUPTED });
    else {
      const claimed = { status: "sending", attempts: mail.attempts + 1, nextAttemptAt: later(now, CLAIM_MS) } as const;
      if (await change(database, mail, claimed)) return { ...mail, ...claimed };
    }
  }
}

const MAY_HAVE_ARRIVED =
  "The site stopped while the mail server took it, so it may have arrived. Send it again only if it did not.";
const INTERRUPTED = "The site stopped in the middle of the last attempt.";

/** Sends a claimed mail and notes what came of it. */
async function send(here: Surroundings, mail: MailRow): Promise<"sent" | "failed" | "unreachable"> {
  const { database, carry, clock, hurry } = here;
  let claimed = mail;
  const beforeEnd = async () => {
    const handedOver = { status: "handedOver", nextAttemptAt: later(clock(), HANDOVER_MS) } as const;
    if (!(await change(database, claimed, handedOver))) throw new Error("Another process has claimed this mail.");
    claimed = { ...claimed, ...handedOver };
  };
  const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
  try {
    checkAddress(mail.recipient);
    await carry(await asLetter(mail), { beforeEnd, signal: hurry });
  } catch (error) {
    const { reason, code, message } = asNotTaken(error);
    const next = nextStep(reason, mail.attempts, clock());
    await change(database, claimed, { ...next, lastError: forAdmin(message) });
    log.warn({ ...about, reason, code, next: next.status }, "a mail was not sent");
    return reason === "unreachable" ? "unreachable" : "failed";
  }
  // Its text goes at once: links in it work for whoever reads the database.
  const sent = { status: "sent", sentAt: clock().toISOString(), lastError: null, body: "" } as const;
  // The second: it was given up while the answer was on its way; the answer is what counts.
  if (!(await change(database, claimed, sent))) await change(database, { ...claimed, status: "failed" }, sent);
  log.info(about, "a mail was sent");
  return "sent";
}

/**
 * Changes a mail if it is still as we know it; false when somebody else was faster. Status and time are enough to know
 * it by: whoever claims or releases a mail moves its time, and never to where it was.
 */
async function change(database: Kysely<Database>, mail: MailRow, values: MailChanges): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("mails")
    .set(values)
    .where("id", "=", mail.id)
    .where("status", "=", mail.status)
    .where("nextAttemptAt", "=", mail.nextAttemptAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function nextStep(reason: Reason, attempts: number, now: Date): MailChanges {
  const delay = reason === "refused" || reason === "unknown" ? undefined : DELAYS_MS[attempts - 1];
  return delay === undefined ? { status: "failed" } : { status: "queued", nextAttemptAt: later(now, delay) };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

/** Keeps line breaks, lists of addresses and display names out of the envelope, whoever wrote the row. */
function checkAddress(recipient: string): void {
  if (z.email().max(254).safeParse(recipient).success) return;
  throw new NotTaken("refused", "This is not the address of a mailbox.", "address");
}

async function asLetter({ id, recipient, subject, body, createdAt }: MailRow): Promise<Letter> {
  const host = siteHost();
  const from = env.MAIL_FROM ?? { name: (await siteSettings()).siteName, address: `no-reply@${host}` };
  return { id, from, to: recipient, subject, body, writtenAt: new Date(createdAt), messageId: `<${id}@${host}>` };
}

/** The name behind the @ in what we make up: the site's own, or localhost where it has none. */
function siteHost(): string {
  const host = env.SITE_URL ? new URL(env.SITE_URL).hostname : "localhost";
  return isIP(host.replace(/[[\]]/g, "")) ? "localhost" : host;
}

function asNotTaken(error: unknown): NotTaken {
  if (error instanceof NotTaken) return error;
  const { message, name, code } = error as NodeJS.ErrnoException;
  return new NotTaken("unreachable", `It could not be handed over: ${message}`, code ?? name);
}

/** Servers quote what they refuse, and a link may sign people in. */
function forAdmin(message: string): string {
  return oneLine(message.replace(/\S*:\/\/\S*/g, "[link]"), 500);
}
