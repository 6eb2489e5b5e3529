/** Names in the forms in which they are compared and sorted. */
import { fold, words } from "~/db.server";

const HONORIFICS = new Set("dr prof professor sir dame mr mrs ms md phd".split(" "));

/** The folded words of a name, or the folded name when it has none. */
export function sortName(name: string): string {
  return words(name).join(" ") || fold(name);
}

/** The folded words of a name that are no titles such as "Prof." or "PhD". */
export function wordsWithoutTitles(name: string): string[] {
  return words(name).filter((word) => !HONORIFICS.has(word));
}

/** As `sortName`, without titles; "" for a name of titles alone. */
export function bareName(name: string): string {
  return sortName(wordsWithoutTitles(name).join(" "));
}

/** Under which somebody may be stored: with titles and without; one or two. */
export function foldedNames(name: string): string[] {
  return [...new Set([sortName(name), bareName(name)])].filter(Boolean);
}
