/** Compares and sorts names. */
export {
  bareName,
  guessedSortName,
  isFamilyFirst,
  isTitles,
  mayBeSameName,
  nameColumns,
  nameKey,
  nameKeys,
  nameLetters,
  sortKey,
  sortName,
  sortNameOf,
  wordsWithoutTitles,
} from "~/db.server";
