/**
 * Sends queued mail once. A claim that lapses before the message was handed over is sent again; one that lapses after it
 * may have arrived, so an admin decides. Every copy has the same Message-ID.
 */
import { isIP } from "node:net";
import type { Kysely, Updateable } from "kysely";
import { z } from "zod";
import { type Database, db, engine, type MailRow, type MailsTable } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import {
  type Carrier,
  DeliveryFailure,
  type FailureReason,
  type Letter,
  MAX_ANSWER_MS,
  MAX_SENDING_MS,
  mailIsConfigured,
  OUTBOX,
  outboxCarrier,
  smtpCarrier,
} from "~/services/mailer.server";
import { ahead } from "~/stored-times";
import { oneLine, REMOVED_MAIL } from "./texts.server";
import { waitsFor, withCompanions } from "./together.server";

type MailChanges = Updateable<MailsTable>;

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;
const DELAYS_MS = [15 * SECONDS, MINUTES, 5 * MINUTES, 30 * MINUTES, 2 * HOURS, 6 * HOURS, 6 * HOURS];
const LONGEST_MS = Math.max(...DELAYS_MS);
const ATTEMPTS = DELAYS_MS.length + 1;

const CLAIM_MS = MAX_SENDING_MS + 8 * SECONDS;
const HANDOVER_MS = MAX_ANSWER_MS + MINUTES;

export interface Round {
  database?: Kysely<Database>;
  carry?: Carrier;
  clock?: () => Date | Promise<Date>;
  stopping?: AbortSignal;
  hurry?: AbortSignal;
}

const carrier = env.SMTP_URL ? smtpCarrier(env.SMTP_URL) : outboxCarrier(OUTBOX);
/** The database's clock: nodes that disagree about the time would send a mail twice. */
const usual = { database: db, carry: carrier, clock: async () => new Date(await engine.now()) };
type Surroundings = Round & Required<Pick<Round, keyof typeof usual>>;

/**
 * Sends due mails one after the other, until none is left or the server is unreachable: the others would fail, too, and
 * their attempts are worth keeping.
 */
export async function sendDue(round: Round = {}): Promise<void> {
  const surroundings = { ...usual, ...round };
  while (!surroundings.stopping?.aborted) {
    const mail = await claim(surroundings);
    if (!mail || (await send(surroundings, mail)) === "unreachable") return;
  }
}

/** Hands a mail over at once, past the queue. Throws NotTaken with the mail server's answer. */
export async function sendAtOnce(mail: Pick<MailRow, "id" | "recipient" | "subject" | "body">): Promise<void> {
  checkAddress(mail.recipient);
  await carrier(await asLetter({ ...mail, createdAt: new Date().toISOString() }), { beforeEnd: async () => {} });
}

async function claim({ database, clock }: Surroundings): Promise<MailRow | undefined> {
  for (;;) {
    const now = await clock();
    const mail = await database
      .selectFrom("mails")
      .selectAll()
      .where("status", "in", ["queued", "sending", "handedOver"])
      // None waits longer than the longest pause: a clock that ran ahead put it off.
      .where((e) =>
        e.or([
          e("nextAttemptAt", "<=", now.toISOString()),
          e("nextAttemptAt", ">", ahead(LONGEST_MS, now.getTime()).until),
        ]),
      )
      .orderBy("nextAttemptAt")
      .orderBy("createdAt")
      .limit(1)
      .executeTakeFirst();
    if (!mail) return undefined;
    if (mail.status === "handedOver") await change(database, mail, { status: "failed", lastError: MAY_HAVE_ARRIVED });
    else if (mail.attempts >= ATTEMPTS) await change(database, mail, { status: "failed", lastError: INTERRUPTED });
    else {
      // Repeats the same message for a copy of an earlier attempt.
      const isNew = mail.status === "queued" && mail.attempts === 0;
      const wait = isNew ? await waitsFor(database, mail, now) : null;
      if (wait) {
        await change(database, mail, { nextAttemptAt: wait });
        continue;
      }
      const claimed = { status: "sending", attempts: mail.attempts + 1, nextAttemptAt: later(now, CLAIM_MS) } as const;
      if (await change(database, mail, claimed))
        return isNew ? withCompanions(database, { ...mail, ...claimed }, now) : { ...mail, ...claimed };
    }
  }
}

/** The empty texts of a mail that was sent: its links would work for any reader of the database. */
export const FORGOTTEN = { body: "", html: "", unsubscribe: "" } as const;

const MAY_HAVE_ARRIVED =
  "The site stopped while the mail server took it, so it may have arrived. Send it again only if it did not.";
const INTERRUPTED = "The site stopped in the middle of the last attempt.";

async function send(surroundings: Surroundings, mail: MailRow): Promise<"sent" | "failed" | "unreachable"> {
  const { database, carry, clock, hurry } = surroundings;
  let claimed = mail;
  const beforeEnd = async () => {
    const handedOver = { status: "handedOver", nextAttemptAt: later(await clock(), HANDOVER_MS) } as const;
    if (!(await change(database, claimed, handedOver))) throw new Error("Another process has claimed this mail.");
    claimed = { ...claimed, ...handedOver };
  };
  const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
  try {
    checkAddress(mail.recipient);
    await carry(await asLetter(mail), { beforeEnd, signal: hurry });
  } catch (error) {
    const { reason, code, message } = asNotTaken(error);
    const next = nextStep(reason, mail.attempts, await clock());
    await change(database, claimed, { ...next, lastError: forAdmin(message) });
    log.warn({ ...about, reason, code, next: next.status }, "a mail was not sent");
    return reason === "unreachable" ? "unreachable" : "failed";
  }
  const sent = { status: "sent", sentAt: (await clock()).toISOString(), lastError: null, ...FORGOTTEN } as const;
  // Counts the answer although the attempt was given up meanwhile.
  if (!(await change(database, claimed, sent))) await change(database, { ...claimed, status: "failed" }, sent);
  if (mail.kind === REMOVED_MAIL) await forgetRecipients(database);
  log.info(about, "a mail was sent");
  return "sent";
}

/**
 * Deletes the recipients of answered removal requests. If mail cannot be sent, the answer lies in the outbox for an admin
 * to pass on.
 */
export async function forgetRecipients(database: Kysely<Database>): Promise<void> {
  if (!mailIsConfigured) return;
  await database.transaction().execute(async (tx) => {
    const sent = tx.deleteFrom("mails").where("kind", "=", REMOVED_MAIL).where("status", "=", "sent");
    if ((await sent.executeTakeFirstOrThrow()).numDeletedRows > 0n) await forgetSoon(tx);
  });
}

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

function nextStep(reason: FailureReason, attempts: number, now: Date): MailChanges {
  const delay = reason === "refused" || reason === "unknown" ? undefined : DELAYS_MS[attempts - 1];
  return delay === undefined ? { status: "failed" } : { status: "queued", nextAttemptAt: later(now, delay) };
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

function checkAddress(recipient: string): void {
  if (z.email().max(254).safeParse(recipient).success) return;
  throw new DeliveryFailure("refused", "This is not the address of a mailbox.", "address");
}

type Written = Pick<MailRow, "id" | "recipient" | "subject" | "body" | "createdAt"> &
  Partial<Pick<MailRow, "html" | "unsubscribe">>;

async function asLetter({ id, recipient, createdAt, html = "", unsubscribe = "", ...texts }: Written): Promise<Letter> {
  const { subject, body } = texts;
  const host = siteHost();
  const from = env.MAIL_FROM ?? { name: (await siteSettings()).siteName, address: `no-reply@${host}` };
  const writtenAt = new Date(createdAt);
  return { id, from, to: recipient, subject, body, html, unsubscribe, writtenAt, messageId: `<${id}@${host}>` };
}

function siteHost(): string {
  const host = env.SITE_URL ? new URL(env.SITE_URL).hostname : "localhost";
  return isIP(host.replace(/[[\]]/g, "")) ? "localhost" : host;
}

function asNotTaken(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const { message, name, code } = error as NodeJS.ErrnoException;
  return new DeliveryFailure("unreachable", `It could not be handed over: ${message}`, code ?? name);
}

function forAdmin(message: string): string {
  return oneLine(
    message.replace(/\S+/g, (word) => (word.includes("://") ? "[link]" : word)),
    500,
  );
}
