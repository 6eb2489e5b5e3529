/**
 * Sends each queued mail once. An interrupted mail is sent again if the message was not handed over yet; otherwise it
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
import { joinCompanions, joinDeadline } from "./together.server";

type MailChanges = Updateable<MailsTable>;

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;
const DELAYS_MS = [15 * SECONDS, MINUTES, 5 * MINUTES, 30 * MINUTES, 2 * HOURS, 6 * HOURS, 6 * HOURS];
const MAX_DELAY_MS = Math.max(...DELAYS_MS);
const MAX_ATTEMPTS = DELAYS_MS.length + 1;

const CLAIM_MS = MAX_SENDING_MS + 8 * SECONDS;
const HANDOVER_MS = MAX_ANSWER_MS + MINUTES;

export interface SendOptions {
  database?: Kysely<Database>;
  carry?: Carrier;
  clock?: () => Date | Promise<Date>;
  stopSignal?: AbortSignal;
  hurry?: AbortSignal;
}

const defaultCarrier = env.SMTP_URL ? smtpCarrier(env.SMTP_URL) : outboxCarrier(OUTBOX);
// Uses the database's clock, because nodes that disagree about the time would send a mail twice.
const defaults = { database: db, carry: defaultCarrier, clock: async () => new Date(await engine.now()) };
type SendContext = SendOptions & Required<Pick<SendOptions, keyof typeof defaults>>;

/**
 * Sends due mails one after the other until none is left. Stops when the server is unreachable, because further mails
 * would lose an attempt.
 */
export async function sendDue(options: SendOptions = {}): Promise<void> {
  const context = { ...defaults, ...options };
  while (!context.stopSignal?.aborted) {
    const mail = await claim(context);
    if (!mail || (await send(context, mail)) === "unreachable") return;
  }
}

/** Sends a mail at once, without the queue. Throws DeliveryFailure with the mail server's answer. */
export async function sendAtOnce(mail: Pick<MailRow, "id" | "recipient" | "subject" | "body">): Promise<void> {
  checkAddress(mail.recipient);
  await defaultCarrier(await toLetter({ ...mail, createdAt: new Date().toISOString() }), { beforeEnd: async () => {} });
}

async function claim({ database, clock }: SendContext): Promise<MailRow | undefined> {
  for (;;) {
    const now = await clock();
    const mail = await database
      .selectFrom("mails")
      .selectAll()
      .where("status", "in", ["queued", "sending", "handedOver"])
      // Includes times beyond the longest delay, which a clock that ran ahead must have set.
      .where((e) =>
        e.or([
          e("nextAttemptAt", "<=", now.toISOString()),
          e("nextAttemptAt", ">", ahead(MAX_DELAY_MS, now.getTime()).until),
        ]),
      )
      .orderBy("nextAttemptAt")
      .orderBy("createdAt")
      .limit(1)
      .executeTakeFirst();
    if (!mail) return undefined;
    if (mail.status === "handedOver")
      await changeMail(database, mail, { status: "failed", lastError: MAY_HAVE_ARRIVED });
    else if (mail.attempts >= MAX_ATTEMPTS)
      await changeMail(database, mail, { status: "failed", lastError: INTERRUPTED });
    else {
      // A mail that may have been sent before is repeated unchanged.
      const isNew = mail.status === "queued" && mail.attempts === 0;
      const waitUntil = isNew ? await joinDeadline(database, mail, now) : null;
      if (waitUntil) {
        await changeMail(database, mail, { nextAttemptAt: waitUntil });
        continue;
      }
      const claimFields = {
        status: "sending",
        attempts: mail.attempts + 1,
        nextAttemptAt: timeAfter(now, CLAIM_MS),
      } as const;
      if (await changeMail(database, mail, claimFields))
        return isNew ? joinCompanions(database, { ...mail, ...claimFields }, now) : { ...mail, ...claimFields };
    }
  }
}

/** Erases the texts of a sent mail, because anybody who reads the database could use its links. */
export const ERASED_TEXTS = { body: "", html: "", unsubscribe: "" } as const;

const MAY_HAVE_ARRIVED =
  "The site stopped while the mail server took it, so it may have arrived. Send it again only if it did not.";
const INTERRUPTED = "The site stopped in the middle of the last attempt.";

async function send(context: SendContext, mail: MailRow): Promise<"sent" | "failed" | "unreachable"> {
  const { database, carry, clock, hurry } = context;
  let claimedMail = mail;
  const beforeEnd = async () => {
    const handover = { status: "handedOver", nextAttemptAt: timeAfter(await clock(), HANDOVER_MS) } as const;
    if (!(await changeMail(database, claimedMail, handover))) throw new Error("Another process has claimed this mail.");
    claimedMail = { ...claimedMail, ...handover };
  };
  const logFields = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
  try {
    checkAddress(mail.recipient);
    await carry(await toLetter(mail), { beforeEnd, signal: hurry });
  } catch (error) {
    const { reason, code, message } = toDeliveryFailure(error);
    const outcome = outcomeAfter(reason, mail.attempts, await clock());
    await changeMail(database, claimedMail, { ...outcome, lastError: withoutLinks(message) });
    log.warn({ ...logFields, reason, code, next: outcome.status }, "a mail was not sent");
    return reason === "unreachable" ? "unreachable" : "failed";
  }
  const success = { status: "sent", sentAt: (await clock()).toISOString(), lastError: null, ...ERASED_TEXTS } as const;
  // Counts a late success even though the attempt was already treated as failed.
  if (!(await changeMail(database, claimedMail, success)))
    await changeMail(database, { ...claimedMail, status: "failed" }, success);
  if (mail.kind === REMOVED_MAIL) await removeAnsweredRecipients(database);
  log.info(logFields, env.SMTP_URL ? "a mail was sent" : "a mail was written to the outbox");
  return "sent";
}

/**
 * Deletes the recipients of answered removal requests. Without a mail server it keeps them, because an admin passes
 * the answer on from the outbox.
 */
export async function removeAnsweredRecipients(database: Kysely<Database>): Promise<void> {
  if (!mailIsConfigured) return;
  await database.transaction().execute(async (tx) => {
    const deletion = tx.deleteFrom("mails").where("kind", "=", REMOVED_MAIL).where("status", "=", "sent");
    if ((await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n) await forgetSoon(tx);
  });
}

async function changeMail(database: Kysely<Database>, mail: MailRow, values: MailChanges): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("mails")
    .set(values)
    .where("id", "=", mail.id)
    .where("status", "=", mail.status)
    .where("nextAttemptAt", "=", mail.nextAttemptAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function outcomeAfter(reason: FailureReason, attempts: number, now: Date): MailChanges {
  const delay = reason === "refused" || reason === "unknown" ? undefined : DELAYS_MS[attempts - 1];
  return delay === undefined ? { status: "failed" } : { status: "queued", nextAttemptAt: timeAfter(now, delay) };
}

function timeAfter(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

function checkAddress(recipient: string): void {
  if (z.email().max(254).safeParse(recipient).success) return;
  throw new DeliveryFailure("refused", "This is not the address of a mailbox.", "address");
}

type StoredLetter = Pick<MailRow, "id" | "recipient" | "subject" | "body" | "createdAt"> &
  Partial<Pick<MailRow, "html" | "unsubscribe">>;

async function toLetter({
  id,
  recipient,
  createdAt,
  html = "",
  unsubscribe = "",
  ...texts
}: StoredLetter): Promise<Letter> {
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

function toDeliveryFailure(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error;
  const { message, name, code } = error as NodeJS.ErrnoException;
  return new DeliveryFailure("unreachable", `It could not be handed over: ${message}`, code ?? name);
}

function withoutLinks(message: string): string {
  return oneLine(
    message.replace(/\S+/g, (word) => (word.includes("://") ? "[link]" : word)),
    500,
  );
}
