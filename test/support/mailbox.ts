/** A local SMTP server that keeps the mails that it receives. Tests can make it refuse, stall or break the connection. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** Sender and recipient of the envelope. */
  from: string;
  to: string;
  /** The decoded headers by their names in lower case. */
  headers: Record<string, string>;
  /** The decoded body, with "\n" between lines. */
  text: string;
  /** The message as it was received. */
  raw: string;
}

/** Hooks that change the answers. A thrown `refusal` becomes the answer; a pending promise delays it. */
export interface Behaviour {
  onRecipient?(address: string): Promise<void> | void;
  /** Runs when the first bytes of the message have arrived, before its end. `drop` closes the connection. */
  onFirstBytes?(drop: () => void): void;
  /** Runs when the whole message has arrived, before the answer. */
  onMessage?(mail: ReceivedMail, drop: () => void): Promise<void> | void;
}

export interface Mailbox {
  /** The value of SMTP_URL. */
  url: string;
  port: number;
  /** The accepted mails in the order of their arrival. */
  accepted: ReceivedMail[];
  /** The number of connections so far. */
  connections: number;
  /** The number of connections that changed to encryption. */
  encryptedConnections: number;
  behaviour: Behaviour;
  /** Resolves with the first accepted mail to an address, and waits for it if necessary. */
  mailTo(address: string): Promise<ReceivedMail>;
  /** Resolves with the next mail that is accepted. */
  next(): Promise<ReceivedMail>;
  /** Stops the server and ends its connections. */
  stop(): Promise<void>;
}

/**
 * @param port 0 takes any free port.
 * @param startTls true offers encryption with an untrusted certificate.
 */
export async function startMailbox({ port = 0, startTls = false } = {}): Promise<Mailbox> {
  const waitingChecks: (() => void)[] = [];
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
      mailbox.encryptedConnections++;
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      callbackWhenDone(async () => mailbox.behaviour.onRecipient?.(address), callback);
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
        const mail = { ...envelope, ...parseMail(Buffer.concat(chunks).toString()) };
        await mailbox.behaviour.onMessage?.(mail, drop);
        mailbox.accepted.push(mail);
        for (const check of waitingChecks.splice(0)) check();
      };
      callbackWhenDone(receive, callback);
    },
  });
  // Some tests break connections on purpose.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: boundPort } = server.server.address() as AddressInfo;

  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${boundPort}`,
    port: boundPort,
    accepted: [],
    connections: 0,
    encryptedConnections: 0,
    behaviour: {},
    mailTo: (address) =>
      new Promise((resolve) => {
        const check = () => {
          const mail = mailbox.accepted.find(({ to }) => to === address);
          if (mail) resolve(mail);
          else waitingChecks.push(check);
        };
        check();
      }),
    next: () =>
      new Promise((resolve) => {
        const acceptedBefore = mailbox.accepted.length;
        const check = () => {
          const mail = mailbox.accepted[acceptedBefore];
          if (mail) resolve(mail);
        };
        waitingChecks.push(check);
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}

/** Returns an error that the mail server answers with: codes of 4xx are temporary, those of 5xx permanent. */
export function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function callbackWhenDone(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
  work().then(
    () => callback(),
    (error) => callback(error),
  );
}

function parseMail(raw: string): Pick<ReceivedMail, "headers" | "text" | "raw"> {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeEncodedWords(line.slice(line.indexOf(":") + 1).trim()),
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

/** Decodes the encoded words of a header (RFC 2047) in UTF-8. */
function decodeEncodedWords(value: string): string {
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

/** Restores the state after the start. */
export function resetMailbox(mailbox: Mailbox): void {
  mailbox.accepted.length = 0;
  mailbox.connections = 0;
  mailbox.behaviour = {};
}

/** Returns a promise and the function that resolves it. */
export function createEvent() {
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
