/** A text that a model wrote, as sentences: each with its evidence, or with the reason why it has none. */
import type { NewEvidence } from "~/models/records/evidence/evidence";
import type { Fact } from "~/models/records/evidence/facts/fact";

export interface DraftSentence {
  field: string;
  text: string;
  paragraph: number;
  heading: string; // Of the section it belongs to; "" for none
  evidence: NewEvidence | null;
  reason: string; // Why it is not supported; "" with evidence
  facts?: Fact[]; // What its quote visibly has not; missing for none
}

export interface Unsupported {
  field: string;
  sentence: string;
  reason: string;
}

export interface FailedPage {
  url: string;
  reason: string;
}

/** What the calls say of a text beside itself. */
export interface CheckedAnswer {
  evidence: NewEvidence[];
  unsupported: Unsupported[];
  notice: string; // That no page could be read; else ""
  failedPages: FailedPage[];
}

/** The supported sentences as Markdown: paragraphs, and a heading where a section begins. */
export function textOf(sentences: DraftSentence[]): string {
  const blocks: string[] = [];
  let last: DraftSentence | null = null;
  for (const sentence of sentences) {
    if (!sentence.evidence) continue;
    const { text, paragraph, heading } = sentence;
    const isNewSection = heading !== "" && heading !== last?.heading;
    if (isNewSection) blocks.push(`## ${heading}`);
    if (last && !isNewSection && paragraph === last.paragraph) blocks.push(`${blocks.pop()} ${text}`);
    else blocks.push(text);
    last = sentence;
  }
  return blocks.join("\n\n");
}

/** The supported sentences, where each is an entry of a list. */
export function entriesOf(sentences: DraftSentence[]): string[] {
  return sentences.filter(({ evidence }) => evidence).map(({ text }) => text);
}

export function evidenceOf(sentences: DraftSentence[]): NewEvidence[] {
  return sentences.flatMap(({ evidence }) => (evidence ? withStatus(evidence) : []));
}

/** Drafts that were stored by earlier versions say nothing of a page that supports the sentence. */
export function withStatus(evidence: NewEvidence): NewEvidence {
  return { ...evidence, status: evidence.status ?? "supported" };
}

export function unsupportedOf(sentences: DraftSentence[]): Unsupported[] {
  return sentences
    .filter(({ evidence }) => !evidence)
    .map(({ field, text, reason }) => ({ field, sentence: text, reason }));
}

export type KeepBy = "source" | "reason";

/** Names of the fields in which an admin says why an unsupported sentence stays. */
export function keepFields(id: string, index: number) {
  const name = (part: string) => `keep.${id}.${index}.${part}`;
  return { url: name("url"), quote: name("quote"), reason: name("reason") };
}

/** Reads these fields; unchecked. */
export function keepInputIn(fields: Record<string, unknown>, id: string, index: number, by: KeepBy) {
  const { url, quote, reason } = keepFields(id, index);
  return { index, by, ...(by === "source" ? { url: fields[url], quote: fields[quote] } : { reason: fields[reason] }) };
}
