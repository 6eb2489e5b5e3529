/** Which sentences of a present text have evidence. */
import { normalized } from "~/db.server";
import { type Evidence, isUndivided, type PublicEvidence } from "./evidence";
import { type PlacedSentence, placedSentencesIn, sentencesIn } from "./sentences";

export type Prose = Partial<Record<string, unknown>>;

export interface Supported<E = Evidence> {
  sentence: string;
  evidence: E[];
}

/** The sentences of a field, or the entries of a list. */
export function sentencesOf(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string" && entry !== "");
  if (typeof value !== "string" || !value.trim()) return [];
  return isUndivided(field) ? [value.trim()] : sentencesIn(value);
}

/** The sentences of a text, with their places. */
export function placedSentencesOf(field: string, text: string): PlacedSentence[] {
  if (!isUndivided(field)) return placedSentencesIn(text);
  return text.trim() ? [{ sentence: text.trim(), end: text.trimEnd().length }] : [];
}

/** Each present sentence of a field with its evidence. */
export function supportOf<E extends Pick<Evidence, "field" | "sentence">>(
  field: string,
  value: unknown,
  evidence: E[],
): Supported<E>[] {
  return withEvidence(
    field,
    sentencesOf(field, value).map((sentence) => ({ sentence })),
    evidence,
  );
}

export function withEvidence<S extends { sentence: string }, E extends Pick<Evidence, "field" | "sentence">>(
  field: string,
  sentences: S[],
  evidence: E[],
): (S & Supported<E>)[] {
  const own = evidence.filter((one) => one.field === field).map((one) => ({ one, key: keyOf(one.sentence) }));
  return sentences.map((present) => {
    const key = keyOf(present.sentence);
    return { ...present, evidence: own.filter((other) => isWithin(key, other.key)).map(({ one }) => one) };
  });
}

/** As `supportOf`, without sentences of an excerpt or an article's title that are those of the body or begin one: they rest on the same. */
export function ownSupportOf<E extends Pick<Evidence, "field" | "sentence">>(
  record: Prose,
  field: string,
  evidence: E[],
): Supported<E>[] {
  const own = supportOf(field, record[field], evidence);
  if (field !== "excerpt" && field !== "title") return own;
  const body = sentencesOf("body", record.body).map(keyOf);
  return own.filter(({ sentence, evidence: mine }) => {
    if (mine.length > 0) return true;
    // NFKC makes three full stops of an ellipsis.
    const key = keyOf(sentence);
    const beginning = key.endsWith("...") ? key.slice(0, -3).trimEnd() : null;
    return !body.some((one) => (beginning === null ? one === key : one.startsWith(beginning)));
  });
}

/** The evidence whose sentence stands in the present text. */
export function presentEvidence<E extends Pick<Evidence, "field" | "sentence">>(record: Prose, evidence: E[]): E[] {
  const found = new Set(
    [...new Set(evidence.map(({ field }) => field))].flatMap((field) =>
      supportOf(field, record[field], evidence).flatMap((one) => one.evidence),
    ),
  );
  return evidence.filter((one) => found.has(one));
}

export function publicEvidence(record: Prose, evidence: Evidence[]): PublicEvidence[] {
  return presentEvidence(record, evidence).map((one) => {
    const { field, sentence, quote, status, keptBy, kind = "quote", checkedBy = "" } = one;
    const { textHash: _, ...source } = one.source ?? { textHash: "", url: "", title: "", retrievedAt: "" };
    // The weekly check opens a page, and does not read it as the person did who checked a reference.
    const checkedAt = kind === "reference" && one.source ? one.source.retrievedAt : one.checkedAt;
    const known = one.source ? source : null;
    return { field, sentence, kind, quote, source: known, status, keptBy, checkedBy, checkedAt };
  });
}

/** The present sentence of the field with the most words in common. */
export function closestSentence(
  { field, sentence }: Pick<Evidence, "field" | "sentence">,
  record: Prose,
): string | null {
  const own = wordsOf(sentence);
  let closest: string | null = null;
  let most = 0;
  for (const other of sentencesOf(field, record[field])) {
    const words = wordsOf(other);
    const shared = [...words].filter((word) => own.has(word)).length / Math.max(1, words.size + own.size);
    if (shared > most) [closest, most] = [other, shared];
  }
  return closest;
}

function wordsOf(sentence: string): Set<string> {
  const words = keyOf(sentence).toLowerCase();
  return new Set(words.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Markup and white space make no difference. */
export function keyOf(sentence: string): string {
  return linksAsText(normalized(sentence, "NFKC"))
    .replace(/[*_`\\]/g, "")
    .split("|")
    .map((part) => part.trim())
    .join("|")
    .replace(/\s+/g, " ")
    .trim();
}

/** Markdown with the labels of its links and images only. Each bracket is read once, whatever follows it. */
export function linksAsText(markdown: string): string {
  return markdown.replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1");
}

/** A sentence that ends with an abbreviation may run on into the next one. */
function isWithin(present: string, known: string): boolean {
  return present === known || (/[.!?。]["'”’)]*$/.test(known) && present.startsWith(`${known} `));
}
