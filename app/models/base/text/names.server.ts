/** Names in the forms in which they are compared and sorted. */
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
