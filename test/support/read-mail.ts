/** Reads mails with an independent parser (mailparser). */
import { type HeaderLines, type ParsedMail, simpleParser } from "mailparser";
import type { ReceivedMail } from "./mailbox";

export interface ReadMail {
  /** The names of all headers in lower case, with repetitions. */
  headerNames: string[];
  /** The headers by their names in lower case; the last one of repeated headers. */
  headers: Record<string, string>;
  to: string[];
  subject: string;
  text: string;
  /** "" without an HTML part. */
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
