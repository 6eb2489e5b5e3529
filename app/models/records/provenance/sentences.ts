/** A text of a model as sentences, each with its evidence or with the reason against it. */
import type { NewEvidence } from "~/models/records/evidence/evidence";
import type { Fact } from "~/models/records/evidence/facts/fact";

export interface DraftSentence {
  field: string;
  text: string;
  paragraph: number;
  heading: string; // The heading of its section; "" for none
  evidence: NewEvidence | null;
  reason: string; // The reason against it; "" with evidence
  facts?: Fact[]; // Facts that its quote lacks; missing for none
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

/** The notes that a call returns beside its text. */
export interface CheckedAnswer {
  evidence: NewEvidence[];
  unsupported: Unsupported[];
  notice: string; // A message that no page could be read; otherwise ""
  failedPages: FailedPage[];
}

/** Returns the supported sentences as Markdown: paragraphs, with a heading where a section begins. */
export function textOf(sentences: DraftSentence[]): string {
  const blocks: string[] = [];
  let lastSentence: DraftSentence | null = null;
  for (const sentence of sentences) {
    if (!sentence.evidence) continue;
    const { text, paragraph, heading } = sentence;
    const isNewSection = heading !== "" && heading !== lastSentence?.heading;
    if (isNewSection) blocks.push(`## ${heading}`);
    if (lastSentence && !isNewSection && paragraph === lastSentence.paragraph) blocks.push(`${blocks.pop()} ${text}`);
    else blocks.push(text);
    lastSentence = sentence;
  }
  return blocks.join("\n\n");
}

/** Returns the supported sentences of a list, one for each entry. */
export function entriesOf(sentences: DraftSentence[]): string[] {
  return sentences.filter(({ evidence }) => evidence).map(({ text }) => text);
}

export function evidenceOf(sentences: DraftSentence[]): NewEvidence[] {
  return sentences.flatMap(({ evidence }) => (evidence ? withStatus(evidence) : []));
}

/** Adds the status that drafts of earlier versions lack for supporting pages. */
export function withStatus(evidence: NewEvidence): NewEvidence {
  return { ...evidence, status: evidence.status ?? "supported" };
}

export function unsupportedOf(sentences: DraftSentence[]): Unsupported[] {
  return sentences
    .filter(({ evidence }) => !evidence)
    .map(({ field, text, reason }) => ({ field, sentence: text, reason }));
}

export type KeepBy = "source" | "reason";

/** Returns the names of the fields for the reason to keep an unsupported sentence. */
export function keepFields(id: string, index: number) {
  const name = (part: string) => `keep.${id}.${index}.${part}`;
  return { url: name("url"), quote: name("quote"), reason: name("reason") };
}

/** Reads the fields of `keepFields`, unchecked. */
export function keepInputIn(fields: Record<string, unknown>, id: string, index: number, by: KeepBy) {
  const { url, quote, reason } = keepFields(id, index);
  return { index, by, ...(by === "source" ? { url: fields[url], quote: fields[quote] } : { reason: fields[reason] }) };
}
