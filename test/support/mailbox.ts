/** A real mail server on this machine that keeps what it gets, for tests; it refuses, stalls and breaks on demand. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** Sender and recipient of the envelope. */
  from: string;
  to: string;
  /** By name in lower case, decoded. */
  headers: Record<string, string>;
  /** Decoded, with "\n" between lines. */
  text: string;
  /** As it came over the line. */
  raw: string;
}

/** What happens instead of accepting. A thrown `refusal` is the answer; waiting makes the server slow. */
export interface Behaviour {
  onRecipient?(address: string): Promise<void> | void;
  /** Runs when the first bytes of the message are there, and its end is not. */
  onFirstBytes?(drop: () => void): void;
  /** Runs when the whole message is there and nothing is answered yet. */
  onMessage?(mail: ReceivedMail, drop: () => void): Promise<void> | void;
}

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** The mails that were accepted, in their order. */
  accepted: ReceivedMail[];
  /** How often a client connected. */
  connections: number;
  /** How many of them changed to encryption. */
  encrypted: number;
  behaviour: Behaviour;
  /** The first accepted mail to that address, now or as soon as it is there. */
  mailTo(address: string): Promise<ReceivedMail>;
  /** The next mail that is accepted. */
  next(): Promise<ReceivedMail>;
  /** Goes down, also for those who are connected. */
  stop(): Promise<void>;
}

/**
 * @param port 0: any that is free.
 * @param startTls true: offers encryption, with an untrusted certificate.
 */
export async function startMailbox({ port = 0, startTls = false } = {}): Promise<Mailbox> {
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: startTls ? [] : ["STARTTLS"],
    closeTimeout: 1,
    onConnect(_session, callback) {
      mailbox.connections++;
      callback();
    },
    onSecure(_socket, _session, callback) {
      mailbox.encrypted++;
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      settle(async () => mailbox.behaviour.onRecipient?.(address), callback);
    },
    onData(stream, session, callback) {
      const drop = () => {
        for (const connection of server.connections) if (connection.session === session) connection._socket.destroy();
      };
      stream.once("data", () => mailbox.behaviour.onFirstBytes?.(drop));
      const receive = async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : "", to: rcptTo[0]?.address ?? "" };
        const mail = { ...envelope, ...read(Buffer.concat(chunks).toString()) };
        await mailbox.behaviour.onMessage?.(mail, drop);
        mailbox.accepted.push(mail);
        for (const look of waiting.splice(0)) look();
      };
      settle(receive, callback);
    },
  });
  // A client that breaks off, or is broken off, is what some tests are about.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: bound } = server.server.address() as AddressInfo;

  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    accepted: [],
    connections: 0,
    encrypted: 0,
    behaviour: {},
    mailTo: (address) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mailbox.accepted.find(({ to }) => to === address);
          if (mail) resolve(mail);
          else waiting.push(look);
        };
        look();
      }),
    next: () =>
      new Promise((resolve) => {
        const before = mailbox.accepted.length;
        const look = () => {
          const mail = mailbox.accepted[before];
          if (mail) resolve(mail);
        };
        waiting.push(look);
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}

/** An answer of a mail server: 4xx is "not now", 5xx is "never". */
export function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function settle(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
  work().then(
    () => callback(),
    (error) => callback(error),
  );
}

function read(raw: string): Pick<ReceivedMail, "headers" | "text" | "raw"> {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeWords(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  const body = raw.slice(end + 4);
  const encoding = headers["content-transfer-encoding"];
  const text =
    encoding === "quoted-printable"
      ? fromQuotedPrintable(body.replace(/=\r\n/g, ""))
      : encoding === "base64"
        ? Buffer.from(body, "base64").toString()
        : body;
  return { raw, headers, text: text.replace(/\r\n/g, "\n") };
}

/** RFC 2047 words, in UTF-8. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString()
        : fromQuotedPrintable(word.replace(/_/g, " ")),
    );
}

function fromQuotedPrintable(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
}

/** As it was when it was started. */
export function resetMailbox(mailbox: Mailbox): void {
  mailbox.accepted.length = 0;
  mailbox.connections = 0;
  mailbox.behaviour = {};
}

/** Something that happens once. */
export function event() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
