/**
 * Tells additions from losses in a changed profile. Additions are ticked where changes are decided; a person decides on the
 * rest.
 */
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { type ExpertField, expertField } from "./fields";
import { comparable } from "./record.server";
import { spelling } from "./submission-fields";

export type Effect = "adds" | "replaces" | "shortens" | "removes";

type Value = string | boolean | readonly string[];

export function isEmpty(value: Value): boolean {
  return Array.isArray(value) ? value.length === 0 : !value;
}

/**
 * Tells the effect of a new value. A list adds while each of its entries stays, a long text while it stays whole in the new
 * one.
 */
export function effectOf(field: ExpertField, before: Value, after: Value): Effect {
  if (isEmpty(before)) return "adds";
  if (isEmpty(after)) return "removes";
  if (Array.isArray(before) && Array.isArray(after)) return listEffect(field, before, after);
  if (typeof before !== "string" || typeof after !== "string" || !isLong(field)) return "replaces";
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (` ${is.join(" ")} `.includes(` ${was.join(" ")} `)) return "adds";
  return is.length < was.length ? "shortens" : "replaces";
}

function listEffect(field: ExpertField, before: readonly string[], after: readonly string[]): Effect {
  const next = new Set(after.map((entry) => identityOf(field, entry)));
  if (before.every((entry) => next.has(identityOf(field, entry)))) return "adds";
  return after.length < before.length ? "shortens" : "replaces";
}

/**
 * Returns a sentence about the loss; "" for an addition.
 * @param sourced The number of its sentences that have sources.
 */
export function lossText(field: ExpertField, before: Value, after: Value, sourced = 0): string {
  const effect = effectOf(field, before, after);
  if (effect === "adds") return "";
  const sources =
    sourced === 0 ? "" : sourced === 1 ? " (one sentence has a source)" : ` (${sourced} sentences have sources)`;
  if (effect === "removes") return `Removes what the profile says${sources}.`;
  if (Array.isArray(before) && Array.isArray(after)) {
    const next = new Set(after.map((entry) => identityOf(field, entry)));
    const lost = before.filter((entry) => !next.has(identityOf(field, entry))).length;
    return `Takes away ${lost} of ${before.length} ${before.length === 1 ? "entry" : "entries"}.`;
  }
  if (!isLong(field)) return `Replaces what the profile says${sources}.`;
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
