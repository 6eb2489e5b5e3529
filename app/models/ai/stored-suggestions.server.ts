import { type DraftSentence, entriesOf, type FailedPage, textOf } from "./sentences";
import { isRows, type RejectedLink, type SuggestedField } from "./suggestions";

/** What is stored of a suggestion, as JSON; older ones of texts are the text alone. */
export interface StoredSuggestion {
  name: string;
  sentences: DraftSentence[];
  entries: string[];
  rejected: RejectedLink[];
  notice: string;
  failedPages: FailedPage[];
}

const NONE: StoredSuggestion = { name: "", sentences: [], entries: [], rejected: [], notice: "", failedPages: [] };

export function storedIn(text: string): StoredSuggestion {
  if (!text.startsWith("{")) return NONE;
  try {
    return { ...NONE, ...(JSON.parse(text) as Partial<StoredSuggestion>) };
  } catch {
    return NONE;
  }
}

/** What accepting it would put into the field. */
export function suggestedValue(field: SuggestedField, text: string): string | string[] {
  const { sentences, entries } = storedIn(text);
  if (field === "referenceLinks") return entries;
  if (isRows(field)) return sentences.length > 0 ? entriesOf(sentences) : entries;
  return text.startsWith("{") ? textOf(sentences) : text;
}
