/** Brings names into the forms in which they are compared and sorted. */
import { fold, words } from "./fold";

/** Titles, posts and degrees that people write before and after names; folded, without their full stops. */
const HONORIFICS = new Set(
  `dr prof professor sir dame mr mrs ms miss mx lord lady rev reverend hon honourable honorable assoc associate asst assistant
  adj adjunct emer emerita emeritus doz docent doctor pd privatdozent univ dipl ing habil med phil nat rer jur hc mag
  phd dphil md mbbs mbchb mbbch dds dvm scd dsc mph mba ba bs bsc ma ms msc mph mphil meng beng llb llm jd rn pharmd psyd edd drph
  frs frcp frcpc facp facc faan fmedsci frse obe cbe mbe kbe dbe esq jr sr ii iii iv cpa pmp`.split(/\s+/),
);
/** Words that form a title only beside others: "Assoc. Prof.", "Univ.-Prof."; alone they may be names. */
const LETTERS_ALONE = new Set("h c m d ph sc b s".split(" "));

/** Words between names that belong to the following family name. */
const PARTICLES = new Set(
  "van von der den de del della di da dos das do du des la le los las ten ter te zu zum zur af av bin bint ibn al el y e abu ben".split(
    " ",
  ),
);

/** Tells whether a folded word is a form of address before names. */
export function isFormOfAddress(word: string): boolean {
  return /^(?:lady|lord|baron(?:ess)?|count(?:ess)?|sir|dame|prof(?:essor)?|doctor|dr|mrs?|ms|miss|saint|father|sister)$/.test(
    word,
  );
}

/** Returns the folded words of a name, or the folded name if it has none. */
export function sortName(name: string): string {
  return words(name).join(" ") || fold(name);
}

/** Returns the words of a name in their order, given names first, without titles before and after it. */
function partsOf(name: string): string[] {
  const parts = withoutNicknames(name.slice(0, LONGEST))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const [first = "", ...laterParts] = parts;
  const rest = laterParts.filter((part) => !isTitles(part));
  // Reads "Last, First" and "Last, First, Ph.D."; after a whole name, a comma leads only to titles.
  const ordered = rest.length > 0 ? `${rest.join(" ")} ${first}` : first;
  return withoutTitles(ordered.split(/\s+/).filter(Boolean));
}

const LONGEST = 500;

function withoutNicknames(name: string): string {
  return name.replace(/\([^()]*\)|"[^"]*"|“[^“”]*”/g, " ");
}

function withoutTitles(parts: string[]): string[] {
  let [start, end] = [0, parts.length];
  while (start < end && isTitle(parts[start] as string)) start++;
  // Keeps a family name for "Yo-Yo Ma".
  while (end - start > 2 && isTitle(parts[end - 1] as string)) end--;
  return parts.slice(start, end);
}

/** Recognises "Ph.D.", "M.D.", "PhD" and "Univ.-Prof.", but not the initial "D." of a name. */
function isTitle(part: string): boolean {
  const pieces = words(part);
  const joined = pieces.join("");
  if (
    HONORIFICS.has(joined) &&
    (joined.length > 2 || pieces.length > 1 || HONORIFICS.has(part.toLowerCase().replace(/\.$/, "")))
  )
    return true;
  return pieces.length > 1 && pieces.every((piece) => HONORIFICS.has(piece) || LETTERS_ALONE.has(piece));
}

/** Recognises titles after a comma and a whole name: "Ph.D.", "MD PhD". */
export function isTitles(part: string): boolean {
  return part.split(/\s+/).every((word) => isTitle(word) || words(word).length === 0);
}

/** Returns the folded words of a name without titles such as "Prof." or "PhD". */
export function wordsWithoutTitles(name: string): string[] {
  return words(name).filter((word) => !HONORIFICS.has(word));
}

/** Works as `sortName`, without titles and with the given names first; returns "" for a name of titles alone. */
export function bareName(name: string): string {
  return words(partsOf(name).join(" ")).join(" ");
}

/** Returns the columns by which a record is found. Names of one person share `nameKey` or `nameLetters`. */
export function nameColumns(name: string) {
  return { nameKey: nameKey(name), nameLetters: nameLetters(name) };
}

/** Returns the common part of most forms of a name: the family name and the first letter ("quade i"). */
export function nameKey(name: string): string {
  const all = partsOf(name).flatMap((part) => words(part));
  return keyOf(all[0] ?? "", all.at(-1) ?? "");
}

/** Returns the letters of a name in alphabetical order: equal for any order of its words, joined or apart. */
export function nameLetters(name: string): string {
  const all = partsOf(name).flatMap((part) => words(part));
  return [...all.join("")].sort().join("");
}

function keyOf(givenName: string, family: string): string {
  return family && `${family} ${[...givenName][0] ?? ""}`;
}

/**
 * Tells whether two names may belong to one person: the same words without titles, in any order. Initials stand for given
 * names, and joined words may be apart ("Jean-Luc", "Jean Luc").
 */
export function mayBeSameName(first: string, second: string): boolean {
  const [a, b] = [partsOf(first), partsOf(second)].map((parts) => parts.flatMap((part) => words(part)));
  if (!a?.length || !b?.length) return false;
  if (a.join("") === b.join("") || a.toSorted().join(" ") === b.toSorted().join(" ")) return true;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.at(-1) !== many.at(-1) || few.length < 2) return false;
  return few.slice(0, -1).every((word, place) => {
    const matching = many[place] ?? "";
    return (
      word === matching ||
      (place > 0 && many.includes(word)) ||
      isInitialOf(word, matching) ||
      isInitialOf(matching, word)
    );
  });
}

function isInitialOf(letter: string, word: string): boolean {
  return letter.length === 1 && word.startsWith(letter);
}

const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Tells whether a name is spoken and sorted with the family name first, as East Asian ones are in their own scripts. */
export function isFamilyFirst(name: string): boolean {
  return FAMILY_FIRST.test(name);
}

/**
 * Returns the form for sorting: the family name first, with its particles behind ("Beauvoir, Simone de"). East Asian names
 * stay as they are.
 */
export function guessedSortName(name: string): string {
  const parts = partsOf(name);
  if (isFamilyFirst(name) || parts.length < 2) return parts.join(" ") || name.trim();
  let family = parts.length - 1;
  while (family > 1 && PARTICLES.has(fold(parts[family - 1] as string))) family--;
  // Keeps "Ramón y Cajal" as one family name.
  if (parts[family] === "y" && family > 1) family--;
  return sortedForm(parts.slice(0, family), parts.slice(family));
}

/** Works as `guessedSortName` if a table or a comma says which words are the family name ("García López, Gabriel"). */
export function sortNameOf(givenName: string, family: string): string {
  const [first = "", ...titles] = family.split(",");
  const familyWords = titles.every(isTitles) ? first : family;
  const [before, parts] = [givenName, familyWords].map((text) => withoutTitles(text.split(/\s+/).filter(Boolean)));
  if (!before?.length || !parts?.length || isFamilyFirst(family)) return "";
  return sortedForm(before, parts);
}

/** Keeps capitalised particles in the name ("De Niro"), and never divides English names ("MacDonald"). */
function sortedForm(givenNames: string[], family: string[]): string {
  let start = 0;
  while (start < family.length - 1 && isLooseParticle(family[start] as string)) start++;
  const [first = "", ...rest] = family.slice(start);
  const joined = JOINED_PARTICLE.exec(first)?.[0] ?? "";
  const particles = [...family.slice(0, start), ...(joined ? [joined] : [])];
  return `${[first.slice(joined.length), ...rest].join(" ")}, ${[...givenNames, ...particles].join(" ")}`;
}

function isLooseParticle(word: string): boolean {
  return PARTICLES.has(fold(word)) && !/^\p{Lu}\p{Ll}/u.test(word);
}

/** "al-Rashid", "d’Alembert" */
const JOINED_PARTICLE = /^(?:(?:al|el|ar|as|ad|an|ash|at|az|ul)[-‑]|(?:d|l|dell|dall)['’])(?=\p{L})/u;

/** Returns the folded form by which lists are sorted. `givenSortName` is an editor's. */
export function sortKey(name: string, givenSortName = ""): string {
  return words(givenSortName || guessedSortName(name)).join(" ") || fold(name);
}
