/** Texts that a model suggests for fields of a profile, as a form offers, accepts and undoes them. */

import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { cellsOf, type ExpertForm, entryOf, maxRows, type RowField } from "~/models/records/experts/form";
import { spelling } from "~/models/records/experts/submission-fields";
import type { DraftSentence, FailedPage } from "./sentences";

export const SUGGESTED = ["longevityContribution", "biography", "scienceHighlights", "referenceLinks"] as const;
export type SuggestedField = (typeof SUGGESTED)[number];

export const FAILURES: Record<SuggestedField, string> = {
  longevityContribution: "AI Enhancement Failed",
  biography: "AI Enhancement Failed",
  scienceHighlights: "Generation failed",
  referenceLinks: "Reference Search Failed",
};

export interface RejectedLink {
  label: string;
  url: string;
  reason: string;
}

export interface Offer {
  id: string;
  field: SuggestedField;
  value: string | string[];
  sentences: DraftSentence[]; // Empty for a list of links
  rejected: RejectedLink[];
  notice: string; // A message that no page could be read; otherwise ""
  failedPages: FailedPage[];
  model: string;
  createdAt: string;
  isAccepted: boolean;
  before: string; // The former text, or the suggested entries that the list had before; "" until it is accepted
}

/** A message in place of a suggestion. */
export interface SuggestionNotice {
  field: SuggestedField;
  title: string;
  message: string;
  rejected: RejectedLink[];
}

export const SUGGESTION = "suggestion";
export const OFFERS = "offers";
export const SHOWN = "suggestionsShown";
export const SOURCE_URLS = "sourceUrls";

/** Returns the state of an offer for the form; the server knows the other values. */
export function offerState({ id, isAccepted, before }: Offer): string {
  return JSON.stringify({ id, isAccepted, before: isAccepted ? before : "" });
}

export function isSuggested(field: string): field is SuggestedField {
  return (SUGGESTED as readonly string[]).includes(field);
}

/** Returns the field that a button asks a suggestion for; null for any other button. */
export function requestedField(value: unknown): SuggestedField | null {
  const [verb, field = ""] = String(value ?? "").split(" ");
  return verb === "ask" && isSuggested(field) ? field : null;
}

export function accept(form: ExpertForm, offer: Offer): { form: ExpertForm; offer: Offer } {
  const { field, value } = offer;
  if (isRows(field)) {
    const rows = form.rows[field].filter((parts) => entryOf(field, parts));
    const currentEntries = rowsToEntries(field, rows);
    const entries = newEntries(field, currentEntries, [value].flat());
    const acceptedRows = [...rows, ...entries.map((entry) => cellsOf(field, entry))];
    const before = entriesIn(offer).filter((entry) => currentEntries.includes(entry));
    return {
      form: { ...form, rows: { ...form.rows, [field]: acceptedRows } },
      offer: { ...offer, isAccepted: true, before: before.join("\n") },
    };
  }
  const before = form.texts[field];
  const texts = { ...form.texts, [field]: String(value) };
  return { form: { ...form, texts }, offer: { ...offer, isAccepted: true, before } };
}

/** Returns form and offer after undoing the acceptance; a list loses the suggested entries that it lacked before. */
export function undo(form: ExpertForm, offer: Offer): { form: ExpertForm; offer: Offer } {
  const { field, before } = offer;
  const restoredOffer = { ...offer, isAccepted: false, before: "" };
  if (isRows(field)) {
    const formerEntries = before.split("\n");
    const addedEntries = entriesIn(offer).filter((entry) => !formerEntries.includes(entry));
    const rows = form.rows[field].filter((parts) => !addedEntries.includes(entryOf(field, parts)));
    return { form: { ...form, rows: { ...form.rows, [field]: rows } }, offer: restoredOffer };
  }
  return { form: { ...form, texts: { ...form.texts, [field]: before } }, offer: restoredOffer };
}

export function valueIn(form: ExpertForm, field: SuggestedField): string | string[] {
  return isRows(field) ? rowsToEntries(field, form.rows[field]) : form.texts[field];
}

/** Returns the value of the field after accepting the offer. */
export function valueWith(form: ExpertForm, offer: Offer): string | string[] {
  return valueIn(accept(form, offer).form, offer.field);
}

/** Returns the suggested entries that the list lacks in any wording, as many as fit. */
export function newEntries(field: RowField, currentEntries: string[], suggestedEntries: string[]): string[] {
  const currentKeys = new Set(currentEntries.map((entry) => comparisonKey(field, entry)));
  const missingEntries: string[] = [];
  for (const entry of suggestedEntries) {
    const key = comparisonKey(field, entry);
    if (currentKeys.has(key)) continue;
    currentKeys.add(key);
    missingEntries.push(entry);
  }
  return missingEntries.slice(0, Math.max(0, maxRows(field) - currentEntries.length));
}

function comparisonKey(field: RowField, entry: string): string {
  if (field === "referenceLinks") {
    const link = parseReferenceLink(entry);
    return link ? spelling(link.url).replace(/\/$/, "") : entry;
  }
  const [topic = ""] = cellsOf(field, entry);
  return topic.trim().toLowerCase();
}

/** Returns the name of a model in a sentence: "claude-sonnet-4". */
export function modelName(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1);
}

export function isRows(field: SuggestedField): field is SuggestedField & RowField {
  return field === "scienceHighlights" || field === "referenceLinks";
}

/** Returns the suggested entries as a form spells them. */
function entriesIn({ field, value }: Offer): string[] {
  return isRows(field) ? [value].flat().map((entry) => entryOf(field, cellsOf(field, entry))) : [];
}

function rowsToEntries(field: RowField, rows: string[][]): string[] {
  return rows.map((parts) => entryOf(field, parts)).filter(Boolean);
}
