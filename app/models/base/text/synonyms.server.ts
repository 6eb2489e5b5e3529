/** The words that mean the same: an admin's list, and what a newer version of the program has beyond it. */
import { hasSynonyms, type Queryable, readDb, readSynonyms, untilContentChanges } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { SYNONYMS } from "~/subject/synonyms";

export const SYNONYMS_SETTING = "synonyms";
/** Characters: the list that comes with the program has half of them. */
export const MOST_OF_SYNONYMS = 60_000;
/** The lines that came with the program when an admin last decided about them: what of them is not in the list was taken out. */
export const DECIDED_SYNONYMS = "synonymsDecided";

/** The words that mean the same: an admin's list, or the one that a new site begins with. */
export const searchSynonyms = untilContentChanges(async () => readSynonyms((await ownSynonyms(readDb)) || SYNONYMS));

async function ownSynonyms(from: Queryable): Promise<string> {
  return settingOf(from, SYNONYMS_SETTING);
}

async function settingOf(from: Queryable, key: string): Promise<string> {
  const row = await from.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? "";
}

/** Returns the groups that came with the program and are not in an edited list; none for an unedited one. */
export async function offeredSynonyms(_admin: Admin): Promise<string[]> {
  return offersFor(readDb);
}

/** As `offeredSynonyms`, within a transaction. */
export async function offersFor(from: Queryable): Promise<string[]> {
  const own = await ownSynonyms(from);
  return own ? newSynonyms(own, await settingOf(from, DECIDED_SYNONYMS), SYNONYMS) : [];
}

/**
 * The groups of a list that neither an admin's own list has nor an admin has decided about before, without the words that
 * were taken out of the own list.
 */
export function newSynonyms(own: string, decided: string, list: string): string[] {
  const ownWords = wordsIn(own);
  const removed = new Set([...wordsIn(decided)].filter((word) => !ownWords.has(word)));
  const decidedLines = new Set(linesOf(decided));
  const synonyms = readSynonyms(own);
  return linesOf(list)
    .filter((line) => !decidedLines.has(line))
    .map((line) => without(line, removed))
    .filter((line) => !hasSynonyms(synonyms, readSynonyms(line)));
}

function linesOf(list: string): string[] {
  return list
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter(Boolean);
}

/** The phrases of a list, as they are compared. */
function wordsIn(list: string): Set<string> {
  return new Set(
    list
      .split(/[\n=>]/)
      .map(asCompared)
      .filter(Boolean),
  );
}

function asCompared(phrase: string): string {
  return phrase.trim().replace(/\s+/g, " ").toLowerCase();
}

function without(line: string, removed: Set<string>): string {
  const sides = line.split(">").map((side) =>
    side
      .split("=")
      .filter((phrase) => !removed.has(asCompared(phrase)))
      .map((phrase) => phrase.trim())
      .join(" = "),
  );
  // What is left beside nothing would become words for each other.
  return sides[0] ? sides.filter(Boolean).join(" > ") : "";
}
