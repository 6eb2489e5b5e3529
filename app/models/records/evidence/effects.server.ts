/**
 * Tells additions from losses in a changed profile. Additions are ticked where changes are decided; a person decides on the
 * rest.
 */
import { normalized } from "~/db.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { type ExpertField, expertField } from "~/models/records/experts/fields";
import { comparable } from "~/models/records/experts/record.server";
import { spelling } from "~/models/records/experts/submission-fields";
import { sentencesIn } from "./sentences";

export type Effect = "none" | "adds" | "reorders" | "replaces" | "shortens" | "removes";

type Value = string | boolean | readonly string[];

export function isEmpty(value: Value): boolean {
  if (Array.isArray(value)) return value.every((entry) => spaced(entry) === "");
  return typeof value === "string" ? spaced(value) === "" : !value;
}

/**
 * Tells the effect of a new value. A list adds while each of its entries stays as it is, a long text while each of its
 * sentences does.
 */
export function effectOf(field: ExpertField, before: Value, after: Value): Effect {
  if (saysTheSame(field, before, after)) return "none";
  if (isEmpty(before)) return "adds";
  if (isEmpty(after)) return "removes";
  if (Array.isArray(before) && Array.isArray(after)) return listEffect(field, before, after);
  if (typeof before !== "string" || typeof after !== "string" || !isLong(field)) return "replaces";
  if (isLaidOutAnew(before, after)) return "replaces";
  if (holdsSentences(before, after)) return "adds";
  return wordsOf(after).length < wordsOf(before).length ? "shortens" : "replaces";
}

/** Tells whether a change would be one of spaces, of how letters are encoded, or of the order of what has none. */
export function saysTheSame(field: ExpertField, before: unknown, after: unknown): boolean {
  return JSON.stringify(saidIn(field, before)) === JSON.stringify(saidIn(field, after));
}

function saidIn(field: ExpertField, value: unknown): unknown {
  if (typeof value === "string") return spaced(value);
  if (!Array.isArray(value)) return value;
  const entries = (comparable(value) as unknown[]).map((entry) => (typeof entry === "string" ? spaced(entry) : entry));
  return isOrdered(field) ? entries : [...new Set(entries)].sort();
}

/** Choices are shown in an order of the site's own. */
function isOrdered(field: ExpertField): boolean {
  return expertField(field).kind !== "choices";
}

function spaced(text: string): string {
  const lines = normalized(text, "NFC").replace(/\r\n?/g, "\n").split("\n");
  const trimmed = lines.map((line) => line.split(/\s+/).filter(Boolean).join(" "));
  return trimmed
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The sentences are the same, in other paragraphs or under other headings. */
function isLaidOutAnew(before: string, after: string): boolean {
  return sentencesIn(before).map(spaced).join("\n") === sentencesIn(after).map(spaced).join("\n");
}

/** Each sentence of the one text stands in the other, in the same order: so it keeps its sources. */
function holdsSentences(before: string, after: string): boolean {
  const next = sentencesIn(after).map(spaced);
  let from = 0;
  return sentencesIn(before).every((sentence) => {
    const at = next.indexOf(spaced(sentence), from);
    from = at + 1;
    return at >= 0;
  });
}

function listEffect(field: ExpertField, before: readonly string[], after: readonly string[]): Effect {
  const next = new Map(after.map((entry) => [identityOf(field, entry), entry]));
  const lost = before.filter((entry) => !isKept(field, entry, next));
  if (lost.length > 0) return after.length < before.length ? "shortens" : "replaces";
  const isLonger = next.size > new Set(before.map((entry) => identityOf(field, entry))).size;
  return isLonger || before.some((entry) => !after.includes(entry)) ? "adds" : "reorders";
}

/** An entry stays while its words do; an address may get a name, and no other one. */
function isKept(field: ExpertField, entry: string, next: Map<string, string>): boolean {
  const other = next.get(identityOf(field, entry));
  if (other === undefined) return false;
  if (field !== "referenceLinks") return true;
  const [label, otherLabel] = [labelIn(entry), labelIn(other)];
  return label === "" || label === otherLabel;
}

/** The name that somebody gave an address; "" for none. */
function labelIn(link: string): string {
  const url = parseReferenceLink(link)?.url ?? "";
  const at = link.lastIndexOf("|");
  return url && at >= 0 ? spaced(link.slice(0, at)) : "";
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
    return `Takes away ${lost} of ${before.length} ${before.length === 1 ? "entry" : "entries"}.`;
  }
  if (!isLong(field)) return `Replaces what the profile says${sources}.`;
  if (isLaidOutAnew(String(before), String(after))) return "Changes only paragraphs or headings.";
  const [was, is] = [wordsOf(String(before)).length, wordsOf(String(after)).length];
  return `Replaces ${counted(was)}${sources} by ${counted(is)}.`;
}

function isLong(field: ExpertField): boolean {
  const { kind } = expertField(field);
  return kind === "prose" || kind === "text";
}

function counted(words: number): string {
  return `${words.toLocaleString("en")} ${words === 1 ? "word" : "words"}`;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Returns a key that is the same for all spellings of an entry. */
export function identityOf(field: ExpertField, entry: string): string {
  const url = field === "referenceLinks" ? parseReferenceLink(entry)?.url : undefined;
  return url ? spelling(url) : JSON.stringify(comparable([entry]));
}
