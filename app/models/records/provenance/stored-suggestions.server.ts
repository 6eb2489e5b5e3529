import { sentencesOf } from "~/models/records/evidence/support";
import { type DraftSentence, entriesOf, type FailedPage, textOf, withStatus } from "./sentences";
import { isRows, type RejectedLink, type SuggestedField } from "./suggestions";

/** What is stored of a suggestion, as JSON; older ones of texts are the text alone. */
export interface StoredSuggestion {
  sentences: DraftSentence[];
  entries: string[];
  rejected: RejectedLink[];
  notice: string;
  failedPages: FailedPage[];
}

const NONE: StoredSuggestion = { sentences: [], entries: [], rejected: [], notice: "", failedPages: [] };

export function storedIn(field: string, text: string): StoredSuggestion {
  const stored = { ...NONE, ...parsed(text) };
  stored.sentences = stored.sentences.map((sentence) => ({
    ...sentence,
    evidence: sentence.evidence && withStatus(sentence.evidence),
  }));
  if (stored.sentences.length > 0 || field === "referenceLinks") return stored;
  const older = text.startsWith("{") ? stored.entries : isRows(field as SuggestedField) ? [] : [text];
  return { ...stored, entries: [], sentences: older.flatMap((text) => withoutSource(field, text)) };
}

function parsed(text: string): Partial<StoredSuggestion> {
  if (!text.startsWith("{")) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const OLDER = "It was written before sources were asked for.";

/** A text from before there was evidence, as sentences that nothing supports. */
export function withoutSource(field: string, text: string): DraftSentence[] {
  const none = { field, heading: "", evidence: null, reason: OLDER };
  return text
    .split(/\n\s*\n/)
    .flatMap((part, paragraph) => sentencesOf(field, part).map((sentence) => ({ ...none, text: sentence, paragraph })));
}

/** All that the model wrote, for saying whether it was edited. */
export function writtenValue(field: SuggestedField, text: string): string | string[] {
  const { sentences = [], entries = [] } = parsed(text);
  if (sentences.length > 0) return suggestedValue(field, text);
  return text.startsWith("{") ? entries : text;
}

/** Returns the value of the field after accepting the text. */
export function suggestedValue(field: SuggestedField, text: string): string | string[] {
  const { sentences, entries } = storedIn(field, text);
  if (field === "referenceLinks") return entries;
  return isRows(field) ? entriesOf(sentences) : textOf(sentences);
}
