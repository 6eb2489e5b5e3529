/** Sends mail through a server (SMTP_URL) or, without one, writes it to files in an outbox. */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { NodemailerError } from "nodemailer";
import { env } from "~/env.server";
import { isLoopback } from "./ip.server";
import { lazyPackage } from "./lazy-package.server";

const nodemailer = lazyPackage<typeof import("nodemailer")>("nodemailer");

export const OUTBOX = join(env.DATA_DIR, "outbox");

/** Tells whether mail is sent. Without a mail server it stays in the outbox. */
export const mailIsConfigured = Boolean(env.SMTP_URL);

export interface Letter {
  id: string;
  from: string | { name: string; address: string };
  to: string;
  subject: string;
  body: string;
  html?: string;
  unsubscribe?: string; // The address at which one POST ends the subscription
  writtenAt: Date;
  messageId: string;
}

export interface Handover {
  beforeEnd(): Promise<void>;
  signal?: AbortSignal;
}

export type Carrier = (letter: Letter, handover: Handover) => Promise<void>;

export type FailureReason = "refused" | "deferred" | "unreachable" | "unknown";

export class DeliveryFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = "DeliveryFailure";
  }
}

export const MAX_SENDING_MS = 60_000;
/** The time limit of the server's answer to a message (RFC 5321 §4.5.3.2.6); a shorter one would send second copies. */
export const MAX_ANSWER_MS = 10 * 60_000;

/** Returns a carrier that sends each letter to a mail server over a connection of its own. */
export function smtpCarrier(url: string): Carrier {
  // Accepts any certificate on this machine: few have one for "localhost", and the mail does not leave the machine.
  const tls = isLoopback(new URL(url).hostname) ? { rejectUnauthorized: false } : {};
  const options = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: MAX_ANSWER_MS, tls, url };

  return async (letter, { beforeEnd, signal }) => {
    const timeout = new AbortController();
    const deadline = setTimeout(() => timeout.abort(), MAX_SENDING_MS).unref();
    let isMessageEnded = false;
    const noteHandover = async () => {
      clearTimeout(deadline);
      await beforeEnd();
      isMessageEnded = true;
    };

    const transport = nodemailer().createTransport(options);
    transport.use("stream", ({ message }, next) => {
      const createOriginalStream = message.createReadStream.bind(message);
      // Runs noteHandover when the whole message is sent, before the stream ends and nodemailer sends the final dot.
      message.createReadStream = () =>
        Readable.from(streamWithLastStep(createOriginalStream, noteHandover), { objectMode: false });
      next();
    });
    try {
      await transport.sendMail({
        from: letter.from,
        to: { name: "", address: letter.to },
        subject: letter.subject,
        text: letter.body,
        ...(letter.html && { html: letter.html }),
        date: letter.writtenAt,
        messageId: letter.messageId,
        headers: headersOf(letter),
        xMailer: false,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      throw deliveryFailureOf(error as NodemailerError, isMessageEnded);
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** Prevents automatic replies (RFC 3834). */
const AUTOMATIC_HEADERS = { "Auto-Submitted": "auto-generated" };

/** Returns the headers of an automatic mail, with those of one-click unsubscription (RFC 8058). */
function headersOf({ unsubscribe }: Letter): Record<string, string> {
  if (!unsubscribe) return AUTOMATIC_HEADERS;
  return {
    ...AUTOMATIC_HEADERS,
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

async function* streamWithLastStep(source: () => Readable, lastStep: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* source();
  await lastStep();
}

function deliveryFailureOf(error: NodemailerError & { originalCode?: string }, hasEnded: boolean): DeliveryFailure {
  const { code, responseCode, response, command } = error;
  const reason = String(responseCode ?? error.originalCode ?? code ?? error.name);
  // Only refusals of the recipient or text concern the mail: 421 means that the server closes, and earlier refusals
  // concern this site.
  if (responseCode && responseCode !== 421 && (command === "RCPT TO" || command === "DATA")) {
    if (error.permanent) return new DeliveryFailure("refused", `The mail server refused it: ${response}`, reason);
    return new DeliveryFailure("deferred", `The mail server deferred it: ${response}`, reason);
  }
  // Before the end of the message a broken connection means "not accepted": the server discards the mail (RFC 5321 §4.1.1.10).
  // After it, such a connection counts as "not accepted", too (RFC 5321 §3.8); a second copy has the same Message-ID.
  const isCertain = !hasEnded || responseCode || code === "ECONNECTION" || code === "ESOCKET";
  if (isCertain)
    return new DeliveryFailure("unreachable", `The mail server did not accept it: ${error.message}`, reason);
  return new DeliveryFailure(
    "unknown",
    "The mail server received it but did not confirm that it accepted it. Send it again only if it did not arrive.",
    reason,
  );
}

/** Returns a carrier that writes each letter to a text file. */
export function outboxCarrier(folder: string): Carrier {
  return async (letter) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = fileName(letter);
    const temporaryPath = join(folder, `.${name}.tmp`);
    const file = await open(temporaryPath, "w", 0o600);
    try {
      await file.writeFile(asText(letter));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, join(folder, name));
  };
}

function fileName({ id, writtenAt }: Pick<Letter, "id" | "writtenAt">): string {
  return `${writtenAt.toISOString().replace(/[:.]/g, "-")}-${id}.eml`;
}

/** Matches a name that `fileName` made, also while the letter is written; the group is the id of the letter. */
const LETTER_NAME = /^\.?\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-(.+)\.eml(?:\.tmp)?$/;

/** Returns the body of a letter in the outbox; null if it is missing. */
export async function readOutbox(letter: Pick<Letter, "id" | "writtenAt">, folder = OUTBOX): Promise<string | null> {
  const message = await readFile(join(folder, fileName(letter)), "utf8").catch(() => null);
  return message === null ? null : message.slice(message.indexOf("\n\n") + 2);
}

/** Deletes the letters in the outbox for which `shouldKeep` returns false. */
export async function removeOldLetters(shouldKeep: (id: string) => boolean, folder = OUTBOX): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const id = LETTER_NAME.exec(name)?.[1];
    // Ignores failures: the next run tries again.
    if (id && !shouldKeep(id)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

function asText({ from, to, subject, body, writtenAt, messageId }: Letter): string {
  const headers = {
    Date: writtenAt.toUTCString().replace("GMT", "+0000"),
    From: typeof from === "string" ? from : `"${from.name.replace(/["\\]/g, "\\$&")}" <${from.address}>`,
    To: to,
    Subject: subject,
    "Message-ID": messageId,
    ...AUTOMATIC_HEADERS,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, " ")}`);
  return `${lines.join("\n")}\n\n${body}`;
}
