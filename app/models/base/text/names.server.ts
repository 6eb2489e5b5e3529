/** Names in the forms in which they are compared and sorted. */
export {
  bareName,
  guessedSortName,
  mayBeSameName,
  nameColumns,
  nameKey,
  sortKey,
  sortName,
  wordsWithoutTitles,
} from "~/db.server";
