/** Sends mail through a server (SMTP_URL), else into files of an outbox. */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { NodemailerError } from "nodemailer";
import { env } from "~/env.server";
import { isLoopback } from "./ip.server";
import { onUse } from "./on-use.server";

const nodemailer = onUse<typeof import("nodemailer")>("nodemailer");

export const OUTBOX = join(env.DATA_DIR, "outbox");

/** Says whether mail goes out; without a mail server it waits in the outbox. */
export const mailIsConfigured = Boolean(env.SMTP_URL);

export interface Letter {
  id: string;
  from: string | { name: string; address: string };
  to: string;
  subject: string;
  body: string;
  html?: string;
  unsubscribe?: string; // The address at which one POST ends such mails
  writtenAt: Date;
  messageId: string;
}

export interface Handover {
  beforeEnd(): Promise<void>;
  signal?: AbortSignal;
}

export type Carrier = (letter: Letter, handover: Handover) => Promise<void>;

export type Reason = "refused" | "deferred" | "unreachable" | "unknown";

export class NotTaken extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = "NotTaken";
  }
}

export const END_SENT_WITHIN_MS = 60_000;
/** Time for the server's answer to it: RFC 5321 §4.5.3.2.6, because giving up earlier makes second copies. */
export const ANSWER_WITHIN_MS = 10 * 60_000;

/** Carries mails to a mail server, with one connection for each. */
export function overSmtp(url: string): Carrier {
  // Accepts any certificate of this machine: it rarely has one for "localhost", and the mail never leaves the machine.
  const tls = isLoopback(new URL(url).hostname) ? { rejectUnauthorized: false } : {};
  const options = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: ANSWER_WITHIN_MS, tls, url };

  return async (letter, { beforeEnd, signal }) => {
    const tooLate = new AbortController();
    const deadline = setTimeout(() => tooLate.abort(), END_SENT_WITHIN_MS).unref();
    let ended = false;
    const holdBack = async () => {
      clearTimeout(deadline);
      await beforeEnd();
      ended = true;
    };

    const transport = nodemailer().createTransport(options);
    transport.use("stream", ({ message }, next) => {
      const whole = message.createReadStream.bind(message);
      // Read from when the server asks for the message, and not ended (which sends the final dot) before holdBack is done.
      message.createReadStream = () => Readable.from(followedBy(whole, holdBack), { objectMode: false });
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
        signal: AbortSignal.any([tooLate.signal, ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      throw notTaken(error as NodemailerError, ended);
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** RFC 3834: keeps answering machines from answering. */
const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

/** Adds the headers with which one POST of the mail program ends such mails (RFC 8058). */
function headersOf({ unsubscribe }: Letter): Record<string, string> {
  if (!unsubscribe) return AUTOMATIC;
  return {
    ...AUTOMATIC,
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

async function* followedBy(source: () => Readable, last: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* source();
  await last();
}

function notTaken(error: NodemailerError & { originalCode?: string }, ended: boolean): NotTaken {
  const { code, responseCode, response, command } = error;
  const reason = String(responseCode ?? error.originalCode ?? code ?? error.name);
  // Fails the mail only for refusals of its recipient or text: 421 means "I am closing", and earlier refusals are about
  // this site.
  if (responseCode && responseCode !== 421 && (command === "RCPT TO" || command === "DATA")) {
    if (error.permanent) return new NotTaken("refused", `The mail server refused it: ${response}`, reason);
    return new NotTaken("deferred", `The mail server put it off: ${response}`, reason);
  }
  // A connection that breaks without an answer counts as "not taken": RFC 5321 §4.1.1.10 makes the server forget the mail.
  const certain = !ended || responseCode || code === "ECONNECTION" || code === "ESOCKET";
  if (certain) return new NotTaken("unreachable", `The mail server did not take it: ${error.message}`, reason);
  return new NotTaken(
    "unknown",
    "The mail server got it but never said whether it took it. Send it again only if it did not arrive.",
    reason,
  );
}

/** Keeps each letter as a text file that a person can read. */
export function intoOutbox(folder: string): Carrier {
  return async (letter) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = fileName(letter);
    const unfinished = join(folder, `.${name}.tmp`);
    const file = await open(unfinished, "w", 0o600);
    try {
      await file.writeFile(asText(letter));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  };
}

function fileName({ id, writtenAt }: Pick<Letter, "id" | "writtenAt">): string {
  return `${writtenAt.toISOString().replace(/[:.]/g, "-")}-${id}.eml`;
}

/** The body of a letter in the outbox; null when it is not there. */
export async function readOutbox(letter: Pick<Letter, "id" | "writtenAt">, folder = OUTBOX): Promise<string | null> {
  const message = await readFile(join(folder, fileName(letter)), "utf8").catch(() => null);
  return message === null ? null : message.slice(message.indexOf("\n\n") + 2);
}

/** Deletes the letters of the outbox that are not to be kept. */
export async function tidyOutbox(isKept: (id: string) => boolean, folder = OUTBOX): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const id = /-([0-9a-z]{16})\.eml$/.exec(name)?.[1];
    // Leaves a folder that cannot be deleted now for the next time.
    if (id && !isKept(id)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

function asText({ from, to, subject, body, writtenAt, messageId }: Letter): string {
  const head = {
    Date: writtenAt.toUTCString().replace("GMT", "+0000"),
    From: typeof from === "string" ? from : `"${from.name.replace(/["\\]/g, "\\$&")}" <${from.address}>`,
    To: to,
    Subject: subject,
    "Message-ID": messageId,
    ...AUTOMATIC,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, " ")}`);
  return `${lines.join("\n")}\n\n${body}`;
}
