/** Mails as an independent reader of them sees them (mailparser). */
import { type HeaderLines, type ParsedMail, simpleParser } from "mailparser";
import type { ReceivedMail } from "./mailbox";

export interface ReadMail {
  /** Names of its headers in lower case, as often as they stand there. */
  headerNames: string[];
  /** Decoded, by name in lower case; of several the last. */
  headers: Record<string, string>;
  to: string[];
  subject: string;
  text: string;
  /** "" without a part in HTML. */
  html: string;
}

export async function readMail({ raw }: Pick<ReceivedMail, "raw">): Promise<ReadMail> {
  const mail: ParsedMail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true });
  const lines: HeaderLines = mail.headerLines;
  const recipients = [mail.to ?? [], mail.cc ?? [], mail.bcc ?? []].flat().flatMap(({ value }) => value);
  return {
    headerNames: lines.map(({ key }) => key),
    headers: Object.fromEntries(lines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()])),
    to: recipients.map(({ address }) => address ?? ""),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html || "",
  };
}
