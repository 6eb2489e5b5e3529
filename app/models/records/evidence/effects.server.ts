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
export function effectOf(field: ExpertField, before: Value, after: Value): Effect {
  if (isSameText(field, before, after)) return "none";
  if (isEmpty(before)) return "adds";
  if (isEmpty(after)) return "removes";
  if (Array.isArray(before) && Array.isArray(after)) return listEffect(field, before, after);
  if (typeof before !== "string" || typeof after !== "string" || !isLong(field)) return "replaces";
  if (isOnlyReformatted(before, after)) return "replaces";
  if (keepsSentences(before, after)) return "adds";
  return wordsOf(after).length < wordsOf(before).length ? "shortens" : "replaces";
}

/** Tells whether values differ only in spaces, the encoding of letters, or the order of choices. */
export function isSameText(field: ExpertField, before: unknown, after: unknown): boolean {
  return JSON.stringify(comparableValue(field, before)) === JSON.stringify(comparableValue(field, after));
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
  const trimmed = lines.map((line) => line.split(/\s+/).filter(Boolean).join(" "));
  return trimmed
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Tells whether the sentences are the same, in other paragraphs or under other headings. */
function isOnlyReformatted(before: string, after: string): boolean {
  return sentencesIn(before).map(normalizeSpaces).join("\n") === sentencesIn(after).map(normalizeSpaces).join("\n");
}

/** Tells whether the new text has all former sentences in the same order, so that they keep their sources. */
function keepsSentences(before: string, after: string): boolean {
  const next = sentencesIn(after).map(normalizeSpaces);
  let from = 0;
  return sentencesIn(before).every((sentence) => {
    const at = next.indexOf(normalizeSpaces(sentence), from);
    from = at + 1;
    return at >= 0;
  });
}

function listEffect(field: ExpertField, before: readonly string[], after: readonly string[]): Effect {
  const next = new Map(after.map((entry) => [identityOf(field, entry), entry]));
  const lost = before.filter((entry) => !staysInList(field, entry, next));
  if (lost.length > 0) return after.length < before.length ? "shortens" : "replaces";
  const isLonger = next.size > new Set(before.map((entry) => identityOf(field, entry))).size;
  return isLonger || before.some((entry) => !after.includes(entry)) ? "adds" : "reorders";
}

/** Tells whether an entry stays. An unnamed link may get a name, but a name may not change. */
function staysInList(field: ExpertField, entry: string, next: Map<string, string>): boolean {
  const other = next.get(identityOf(field, entry));
  if (other === undefined) return false;
  if (field !== "referenceLinks") return true;
  const [label, otherLabel] = [labelIn(entry), labelIn(other)];
  return label === "" || label === otherLabel;
}

/** Returns the label of a link; "" without one. */
function labelIn(link: string): string {
  const url = parseReferenceLink(link)?.url ?? "";
  const at = link.lastIndexOf("|");
  return url && at >= 0 ? normalizeSpaces(link.slice(0, at)) : "";
}

/**
 * Returns a sentence about the loss; "" for an addition.
 * @param sourced The number of its sentences that have sources.
 */
export function lossText(field: ExpertField, before: Value, after: Value, sourced = 0): string {
  const effect = effectOf(field, before, after);
  if (effect === "adds" || effect === "none") return "";
  if (effect === "reorders") return "Only the order changes.";
  const sources =
    sourced === 0 ? "" : sourced === 1 ? " (one sentence has a source)" : ` (${sourced} sentences have sources)`;
  if (effect === "removes") return `Removes what the profile says${sources}.`;
  if (Array.isArray(before) && Array.isArray(after)) {
    const next = new Map(after.map((entry) => [identityOf(field, entry), entry]));
    const lost = before.filter((entry) => !next.has(identityOf(field, entry))).length;
    if (lost === 0) return "Renames what the profile has.";
    return `Takes away ${lost} of ${countNoun(before.length, "entry", "entries")}.`;
  }
  if (!isLong(field)) return `Replaces what the profile says${sources}.`;
  if (isOnlyReformatted(String(before), String(after))) return "Changes only paragraphs or headings.";
  const [was, is] = [wordsOf(String(before)).length, wordsOf(String(after)).length];
  return `Replaces ${wordCountText(was)}${sources} by ${wordCountText(is)}.`;
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
