/**
 * Tells additions from losses in a changed profile. Forms tick additions in advance; a person decides about the others.
 */

import { normalized } from "~/db.server";
import { countNoun } from "~/models/base/text/numbers";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { type ExpertField, expertField } from "~/models/records/experts/fields";
import { comparable } from "~/models/records/experts/record.server";
import { spelling } from "~/models/records/experts/submission-fields";
import { sentencesIn } from "./sentences";

export type Effect = "none" | "adds" | "reorders" | "replaces" | "shortens" | "removes";

type Value = string | boolean | readonly string[];

export function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.every((entry) => normalizeSpaces(entry) === "");
  return typeof value === "string" ? normalizeSpaces(value) === "" : !value;
}

/**
 * Tells the effect of a new value. A list adds while each of its entries stays as it is, a long text while each of its
 * sentences does.
 */
export function effectOf(field: ExpertField, formerValue: Value, newValue: Value): Effect {
  if (isSameText(field, formerValue, newValue)) return "none";
  if (isEmpty(formerValue)) return "adds";
  if (isEmpty(newValue)) return "removes";
  if (Array.isArray(formerValue) && Array.isArray(newValue)) return listEffect(field, formerValue, newValue);
  if (typeof formerValue !== "string" || typeof newValue !== "string" || !isLong(field)) return "replaces";
  if (isOnlyReformatted(formerValue, newValue)) return "replaces";
  if (keepsSentences(formerValue, newValue)) return "adds";
  return wordsOf(newValue).length < wordsOf(formerValue).length ? "shortens" : "replaces";
}

/** Tells whether values differ only in spaces, the encoding of letters, or the order of choices. */
export function isSameText(field: ExpertField, formerValue: unknown, newValue: unknown): boolean {
  return JSON.stringify(comparableValue(field, formerValue)) === JSON.stringify(comparableValue(field, newValue));
}

function comparableValue(field: ExpertField, value: unknown): unknown {
  if (typeof value === "string") return normalizeSpaces(value);
  if (!Array.isArray(value)) return value;
  const entries = (comparable(value) as unknown[]).map((entry) =>
    typeof entry === "string" ? normalizeSpaces(entry) : entry,
  );
  return isOrdered(field) ? entries : [...new Set(entries)].sort();
}

/** Tells whether the order of a list matters. Choices are shown in a fixed order. */
function isOrdered(field: ExpertField): boolean {
  return expertField(field).kind !== "choices";
}

function normalizeSpaces(text: string): string {
  const lines = normalized(text, "NFC").replace(/\r\n?/g, "\n").split("\n");
  const trimmedLines = lines.map((line) => line.split(/\s+/).filter(Boolean).join(" "));
  return trimmedLines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Tells whether the sentences are the same, in other paragraphs or under other headings. */
function isOnlyReformatted(formerValue: string, newValue: string): boolean {
  return (
    sentencesIn(formerValue).map(normalizeSpaces).join("\n") === sentencesIn(newValue).map(normalizeSpaces).join("\n")
  );
}

/** Tells whether the new text has all former sentences in the same order, so that they keep their sources. */
function keepsSentences(formerValue: string, newValue: string): boolean {
  const newSentences = sentencesIn(newValue).map(normalizeSpaces);
  let from = 0;
  return sentencesIn(formerValue).every((sentence) => {
    const index = newSentences.indexOf(normalizeSpaces(sentence), from);
    from = index + 1;
    return index >= 0;
  });
}

function listEffect(field: ExpertField, formerValue: readonly string[], newValue: readonly string[]): Effect {
  const newEntries = new Map(newValue.map((entry) => [identityOf(field, entry), entry]));
  const lostEntries = formerValue.filter((entry) => !staysInList(field, entry, newEntries));
  if (lostEntries.length > 0) return newValue.length < formerValue.length ? "shortens" : "replaces";
  const isLonger = newEntries.size > new Set(formerValue.map((entry) => identityOf(field, entry))).size;
  return isLonger || formerValue.some((entry) => !newValue.includes(entry)) ? "adds" : "reorders";
}

/** Tells whether an entry stays. An unnamed link may get a name, but a name may not change. */
function staysInList(field: ExpertField, entry: string, newEntries: Map<string, string>): boolean {
  const newEntry = newEntries.get(identityOf(field, entry));
  if (newEntry === undefined) return false;
  if (field !== "referenceLinks") return true;
  const [label, otherLabel] = [labelIn(entry), labelIn(newEntry)];
  return label === "" || label === otherLabel;
}

/** Returns the label of a link; "" without one. */
function labelIn(link: string): string {
  const url = parseReferenceLink(link)?.url ?? "";
  const index = link.lastIndexOf("|");
  return url && index >= 0 ? normalizeSpaces(link.slice(0, index)) : "";
}

/**
 * Returns a sentence about the loss; "" for an addition.
 * @param sourcedCount The number of its sentences that have sources.
 */
export function lossText(field: ExpertField, formerValue: Value, newValue: Value, sourcedCount = 0): string {
  const effect = effectOf(field, formerValue, newValue);
  if (effect === "adds" || effect === "none") return "";
  if (effect === "reorders") return "Only the order changes.";
  const sources =
    sourcedCount === 0
      ? ""
      : sourcedCount === 1
        ? " (one sentence has a source)"
        : ` (${sourcedCount} sentences have sources)`;
  if (effect === "removes") return `Removes what the profile says${sources}.`;
  if (Array.isArray(formerValue) && Array.isArray(newValue)) {
    const newEntries = new Map(newValue.map((entry) => [identityOf(field, entry), entry]));
    const lostCount = formerValue.filter((entry) => !newEntries.has(identityOf(field, entry))).length;
    if (lostCount === 0) return "Renames what the profile has.";
    return `Takes away ${lostCount} of ${countNoun(formerValue.length, "entry", "entries")}.`;
  }
  if (!isLong(field)) return `Replaces what the profile says${sources}.`;
  if (isOnlyReformatted(String(formerValue), String(newValue))) return "Changes only paragraphs or headings.";
  const [formerCount, newCount] = [wordsOf(String(formerValue)).length, wordsOf(String(newValue)).length];
  return `Replaces ${wordCountText(formerCount)}${sources} by ${wordCountText(newCount)}.`;
}

function isLong(field: ExpertField): boolean {
  const { kind } = expertField(field);
  return kind === "prose" || kind === "text";
}

function wordCountText(words: number): string {
  return countNoun(words, "word", "words");
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Returns a key that is the same for all spellings of an entry. */
export function identityOf(field: ExpertField, entry: string): string {
  const url = field === "referenceLinks" ? parseReferenceLink(entry)?.url : undefined;
  return url ? spelling(url) : JSON.stringify(comparable([entry]));
}
