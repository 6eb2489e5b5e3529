import { readDb, readSynonyms, untilContentChanges } from "~/db.server";
import { SYNONYMS } from "~/subject/synonyms";

export const SYNONYMS_SETTING = "synonyms";

/** The words that mean the same: an admin's list, or the one that a new site begins with. */
export const searchSynonyms = untilContentChanges(async () => {
  const row = await readDb
    .selectFrom("settings")
    .select("value")
    .where("key", "=", SYNONYMS_SETTING)
    .executeTakeFirst();
  return readSynonyms(row?.value || SYNONYMS);
});
