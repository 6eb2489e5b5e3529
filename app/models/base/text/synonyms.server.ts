/** Synonyms for the search: an admin's list, and the additions of a newer version of the program. */
import { hasSynonyms, type Queryable, readDb, readSynonyms, untilContentChanges } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { SYNONYMS } from "~/subject/synonyms";

export const SYNONYMS_SETTING = "synonyms";
/** Characters: the list that comes with the program has half of them. */
export const MAX_OF_SYNONYMS = 60_000;
/** The program's lines at the time of an admin's last decision: those missing in the list were removed. */
export const DECIDED_SYNONYMS = "synonymsDecided";

/** Returns the synonyms: an admin's list, or the first one of a new site. */
export const searchSynonyms = untilContentChanges(async () => readSynonyms((await ownSynonyms(readDb)) || SYNONYMS));

async function ownSynonyms(from: Queryable): Promise<string> {
  return settingOf(from, SYNONYMS_SETTING);
}

async function settingOf(from: Queryable, key: string): Promise<string> {
  const row = await from.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? "";
}

/** Returns the program's groups that are missing in an edited list; none for an unedited one. */
export async function offeredSynonyms(_admin: Admin): Promise<string[]> {
  return offersFor(readDb);
}

/** Works as `offeredSynonyms`, within a transaction. */
export async function offersFor(from: Queryable): Promise<string[]> {
  const edited = await ownSynonyms(from);
  return edited ? newSynonyms(edited, await settingOf(from, DECIDED_SYNONYMS), SYNONYMS) : [];
}

/**
 * The groups of a list that neither an admin's own list has nor an admin has decided about before, without the words that
 * were taken out of the own list.
 */
export function newSynonyms(edited: string, decided: string, list: string): string[] {
  const ownWords = wordsIn(edited);
  const removed = new Set([...wordsIn(decided)].filter((word) => !ownWords.has(word)));
  const decidedLines = new Set(linesOf(decided));
  const synonyms = readSynonyms(edited);
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
  // Drops empty sides, whose remaining words would become synonyms of each other.
  return sides[0] ? sides.filter(Boolean).join(" > ") : "";
}
