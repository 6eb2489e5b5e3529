/** Finds the sentences of a present text that have evidence. */
import { normalized } from "~/db.server";
import { type Evidence, isUndivided, type PublicEvidence } from "./evidence";
import { type PlacedSentence, placedSentencesIn, sentencesIn } from "./sentences";

export type Prose = Partial<Record<string, unknown>>;

export interface Supported<E = Evidence> {
  sentence: string;
  evidence: E[];
}

/** Returns the sentences of a field, or the entries of a list. */
export function sentencesOf(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string" && entry !== "");
  if (typeof value !== "string" || !value.trim()) return [];
  return isUndivided(field) ? [value.trim()] : sentencesIn(value);
}

/** Returns each present sentence of a field with its evidence. A sentence with evidence is not joined to others. */
export function supportOf<E extends Pick<Evidence, "field" | "sentence">>(
  field: string,
  value: unknown,
  evidence: E[],
): Supported<E>[] {
  if (typeof value === "string")
    return placedSupportOf(field, value, evidence).map(({ end: _end, ...supported }) => supported);
  return withEvidence(
    sentencesOf(field, value).map((sentence) => ({ sentence })),
    evidenceByKey(field, evidence),
  );
}

/** Returns the same sentences as `supportOf`, with their places. */
export function placedSupportOf<E extends Pick<Evidence, "field" | "sentence">>(
  field: string,
  text: string,
  evidence: E[],
): (PlacedSentence & Supported<E>)[] {
  const byKey = evidenceByKey(field, evidence);
  const isKnown = byKey.size > 0 ? (piece: string) => byKey.has(keyOf(piece)) : undefined;
  const whole = text.trim() ? [{ sentence: text.trim(), end: text.trimEnd().length }] : [];
  return withEvidence(isUndivided(field) ? whole : placedSentencesIn(text, isKnown), byKey);
}

function evidenceByKey<E extends Pick<Evidence, "field" | "sentence">>(field: string, evidence: E[]): Map<string, E[]> {
  return Map.groupBy(
    evidence.filter((item) => item.field === field),
    ({ sentence }) => keyOf(sentence),
  );
}

function withEvidence<S extends { sentence: string }, E>(sentences: S[], byKey: Map<string, E[]>) {
  return sentences.map((entry) => ({ ...entry, evidence: byKey.get(keyOf(entry.sentence)) ?? [] }));
}

/**
 * Works like `supportOf`, but leaves out sentences of an excerpt or a title that the article's body repeats, whole or as a
 * beginning. They rest on the same evidence.
 */
export function supportWithoutRepeats<E extends Pick<Evidence, "field" | "sentence">>(
  record: Prose,
  field: string,
  evidence: E[],
): Supported<E>[] {
  const supportedSentences = supportOf(field, record[field], evidence);
  if (field !== "excerpt" && field !== "title") return supportedSentences;
  const body = sentencesOf("body", record.body).map(keyOf);
  return supportedSentences.filter(({ sentence, evidence: itemEvidence }) => {
    if (itemEvidence.length > 0) return true;
    // NFKC turns an ellipsis into three full stops.
    const key = keyOf(sentence);
    const beginning = key.endsWith("...") ? key.slice(0, -3).trimEnd() : null;
    return !body.some((bodyKey) => (beginning === null ? bodyKey === key : bodyKey.startsWith(beginning)));
  });
}

/** Returns the evidence whose sentence stands in the present text. */
export function presentEvidence<E extends Pick<Evidence, "field" | "sentence">>(record: Prose, evidence: E[]): E[] {
  const supportingEvidence = new Set(
    [...new Set(evidence.map(({ field }) => field))].flatMap((field) =>
      supportOf(field, record[field], evidence).flatMap((support) => support.evidence),
    ),
  );
  return evidence.filter((item) => supportingEvidence.has(item));
}

export function publicEvidence(record: Prose, evidence: Evidence[]): PublicEvidence[] {
  return presentEvidence(record, evidence).map((item) => {
    const { field, sentence, quote, status, keptBy, kind = "quote", checkedBy = "" } = item;
    const { textHash: _, ...source } = item.source ?? { textHash: "", url: "", title: "", retrievedAt: "" };
    // Shows the day on which a person checked a reference. The weekly check opens the page, but does not read it as a
    // person does.
    const checkedAt = kind === "reference" && item.source ? item.source.retrievedAt : item.checkedAt;
    const shownSource = item.source ? source : null;
    return { field, sentence, kind, quote, source: shownSource, status, keptBy, checkedBy, checkedAt };
  });
}

/** Returns the present sentence of the field that has the most words in common. */
export function closestSentence(
  { field, sentence }: Pick<Evidence, "field" | "sentence">,
  record: Prose,
): string | null {
  const wantedWords = wordsOf(sentence);
  let bestCandidate: string | null = null;
  let highestSimilarity = 0;
  for (const candidate of sentencesOf(field, record[field])) {
    const words = wordsOf(candidate);
    const similarity =
      [...words].filter((word) => wantedWords.has(word)).length / Math.max(1, words.size + wantedWords.size);
    if (similarity > highestSimilarity) [bestCandidate, highestSimilarity] = [candidate, similarity];
  }
  return bestCandidate;
}

function wordsOf(sentence: string): Set<string> {
  const words = keyOf(sentence).toLowerCase();
  return new Set(words.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the sentence without markup and white space, for comparisons. */
export function keyOf(sentence: string): string {
  return linksAsText(normalized(sentence, "NFKC"))
    .replace(/[*_`\\]/g, "")
    .split("|")
    .map((part) => part.trim())
    .join("|")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns Markdown with only the labels of its links and images. Each bracket is read once, whatever follows it. */
export function linksAsText(markdown: string): string {
  return markdown.replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1");
}
