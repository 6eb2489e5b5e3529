import { type Prose, presentEvidence, sentencesOf } from "~/models/records/evidence/support";
import { type DraftSentence, entriesOf, type FailedPage, textOf, withStatus } from "./sentences";
import { isRows, type RejectedLink, type SuggestedField } from "./suggestions";

/** The stored JSON of a suggestion; older suggestions of texts are the text alone. */
export interface StoredSuggestion {
  sentences: DraftSentence[];
  entries: string[];
  rejected: RejectedLink[];
  notice: string;
  failedPages: FailedPage[];
}

const EMPTY_SUGGESTION: StoredSuggestion = { sentences: [], entries: [], rejected: [], notice: "", failedPages: [] };

export function storedIn(field: string, text: string): StoredSuggestion {
  const suggestion = { ...EMPTY_SUGGESTION, ...parseStored(text) };
  suggestion.sentences = suggestion.sentences.map((sentence) => ({
    ...sentence,
    evidence: sentence.evidence && withStatus(sentence.evidence),
  }));
  if (suggestion.sentences.length > 0 || field === "referenceLinks") return suggestion;
  const oldTexts = text.startsWith("{") ? suggestion.entries : isRows(field as SuggestedField) ? [] : [text];
  return { ...suggestion, entries: [], sentences: oldTexts.flatMap((text) => withoutSource(field, text)) };
}

/** The fields in which the sentences of a model are recognised. */
export const TEXT_FIELDS = ["longevityContribution", "biography", "scienceHighlights"];

/** Returns the texts with the fields in which one of their sentences stands now and did not stand before. */
export function landingsOf<R extends { field: string; text: string }>(
  rows: R[],
  fields: string[],
  { before, now }: { before: Prose; now: Prose },
): { field: string; row: R }[] {
  const sentences = rows.flatMap((row) =>
    storedIn(row.field, row.text).sentences.flatMap(({ text: sentence }) =>
      fields.map((field) => ({ field, sentence, row })),
    ),
  );
  const formerSentences = new Set(presentEvidence(before, sentences));
  return presentEvidence(now, sentences).filter((entry) => !formerSentences.has(entry));
}

function parseStored(text: string): Partial<StoredSuggestion> {
  if (!text.startsWith("{")) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const REASON_WITHOUT_SOURCES = "It was written before sources were asked for.";

/** Returns a text from a version without evidence as unsupported sentences. */
export function withoutSource(field: string, text: string): DraftSentence[] {
  const sentenceBase = { field, heading: "", evidence: null, reason: REASON_WITHOUT_SOURCES };
  return text
    .split(/\n\s*\n/)
    .flatMap((part, paragraph) =>
      sentencesOf(field, part).map((sentence) => ({ ...sentenceBase, text: sentence, paragraph })),
    );
}

/** Returns the complete text of the model, to detect later edits. */
export function writtenValue(field: SuggestedField, text: string): string | string[] {
  const { sentences = [], entries = [] } = parseStored(text);
  if (sentences.length > 0) return suggestedValue(field, text);
  return text.startsWith("{") ? entries : text;
}

/** Returns the value of the field after accepting the text. */
export function suggestedValue(field: SuggestedField, text: string): string | string[] {
  const { sentences, entries } = storedIn(field, text);
  if (field === "referenceLinks") return entries;
  return isRows(field) ? entriesOf(sentences) : textOf(sentences);
}
