/** Which sentences of a present text have evidence. */
import { type Evidence, isUndivided, type PublicEvidence } from "./evidence";
import { sentencesIn } from "./sentences";

export type Prose = Partial<Record<string, unknown>>;

export interface Supported<E = Evidence> {
  sentence: string;
  evidence: E[];
}

/** The sentences of a field, or the entries of a list. */
export function sentencesOf(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String).filter(Boolean);
  if (typeof value !== "string" || !value.trim()) return [];
  return isUndivided(field) ? [value.trim()] : sentencesIn(value);
}

/** Each present sentence of a field with its evidence. */
export function supportOf<E extends Pick<Evidence, "field" | "sentence">>(
  field: string,
  value: unknown,
  evidence: E[],
): Supported<E>[] {
  const own = evidence.filter((one) => one.field === field).map((one) => ({ one, key: keyOf(one.sentence) }));
  return sentencesOf(field, value).map((sentence) => {
    const key = keyOf(sentence);
    return { sentence, evidence: own.filter((other) => isWithin(key, other.key)).map(({ one }) => one) };
  });
}

/** The evidence whose sentence stands in the present text. */
export function standing<E extends Pick<Evidence, "field" | "sentence">>(record: Prose, evidence: E[]): E[] {
  const found = new Set(
    [...new Set(evidence.map(({ field }) => field))].flatMap((field) =>
      supportOf(field, record[field], evidence).flatMap((one) => one.evidence),
    ),
  );
  return evidence.filter((one) => found.has(one));
}

export function publicEvidence(record: Prose, evidence: Evidence[]): PublicEvidence[] {
  return standing(record, evidence).map(({ field, sentence, quote, status, keptBy, source }) => ({
    field,
    sentence,
    quote,
    source: source && { url: source.url, title: source.title, retrievedAt: source.retrievedAt },
    status,
    keptBy,
  }));
}

/** Markup and white space make no difference. */
export function keyOf(sentence: string): string {
  return sentence
    .normalize("NFKC")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`\\]/g, "")
    .split("|")
    .map((part) => part.trim())
    .join("|")
    .replace(/\s+/g, " ")
    .trim();
}

/** A sentence that ends with an abbreviation may run on into the next one. */
function isWithin(present: string, known: string): boolean {
  return present === known || (/[.!?。]["'”’)]*$/.test(known) && present.startsWith(`${known} `));
}
