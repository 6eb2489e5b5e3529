/** Names in the forms in which they are compared and sorted. */
export {
  bareName,
  foldedNames,
  guessedSortName,
  mayBeSameName,
  nameKey,
  nameKeys,
  sortKey,
  sortName,
  wordsWithoutTitles,
} from "~/db.server";
