/** Provides synonyms for the search: an admin's list, and additions of newer versions. */
import { hasSynonyms, type Queryable, readDb, readSynonyms, untilContentChanges } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { SYNONYMS } from "~/subject/synonyms";

export const SYNONYMS_SETTING = "synonyms";
/** Limits an admin's list, in characters. The program's own list has half as many. */
export const MAX_SYNONYMS_LENGTH = 60_000;
/**
 * Names the setting with the program's list at an admin's last decision. An admin removed the groups of it that the
 * edited list lacks.
 */
export const DECIDED_SYNONYMS = "synonymsDecided";

/** Returns the synonyms of an admin's list, or of the program's list if no admin edited it. */
export const searchSynonyms = untilContentChanges(async () => readSynonyms((await editedSynonyms(readDb)) || SYNONYMS));

async function editedSynonyms(from: Queryable): Promise<string> {
  return readSetting(from, SYNONYMS_SETTING);
}

async function readSetting(from: Queryable, key: string): Promise<string> {
  const row = await from.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? "";
}

/** Returns the groups of the program's list that an edited list lacks; an empty list if no admin edited it. */
export async function offeredSynonyms(_admin: Admin): Promise<string[]> {
  return readOffers(readDb);
}

/** Returns the same groups as `offeredSynonyms`, within a transaction. */
export async function readOffers(from: Queryable): Promise<string[]> {
  const editedList = await editedSynonyms(from);
  return editedList ? newSynonyms(editedList, await readSetting(from, DECIDED_SYNONYMS), SYNONYMS) : [];
}

/**
 * Returns the groups of `list` that an edited list lacks and no admin has decided about, without words that an admin
 * removed.
 */
export function newSynonyms(editedList: string, decidedList: string, list: string): string[] {
  const ownWords = phrasesIn(editedList);
  const removedWords = new Set([...phrasesIn(decidedList)].filter((word) => !ownWords.has(word)));
  const decidedLines = new Set(splitLines(decidedList));
  const synonyms = readSynonyms(editedList);
  return splitLines(list)
    .filter((line) => !decidedLines.has(line))
    .map((line) => withoutPhrases(line, removedWords))
    .filter((line) => !hasSynonyms(synonyms, readSynonyms(line)));
}

function splitLines(list: string): string[] {
  return list
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter(Boolean);
}

/** Returns the phrases of a list in the form in which they are compared. */
function phrasesIn(list: string): Set<string> {
  return new Set(
    list
      .split(/[\n=>]/)
      .map(toComparable)
      .filter(Boolean),
  );
}

function toComparable(phrase: string): string {
  return phrase.trim().replace(/\s+/g, " ").toLowerCase();
}

function withoutPhrases(line: string, removedPhrases: Set<string>): string {
  const sides = line.split(">").map((side) =>
    side
      .split("=")
      .filter((phrase) => !removedPhrases.has(toComparable(phrase)))
      .map((phrase) => phrase.trim())
      .join(" = "),
  );
  // Drops empty sides, whose remaining words would become synonyms of each other.
  return sides[0] ? sides.filter(Boolean).join(" > ") : "";
}
