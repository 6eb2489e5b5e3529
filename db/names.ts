/** Names in the forms in which they are compared and sorted. */
import { fold, words } from "./fold";

/** Titles, posts and degrees that people write before and after names; folded, without their points. */
const HONORIFICS = new Set(
  `dr prof professor sir dame mr mrs ms miss mx lord lady rev reverend hon honourable honorable assoc associate asst assistant
  adj adjunct emer emerita emeritus doz docent doctor pd privatdozent univ dipl ing habil med phil nat rer jur hc mag
  phd dphil md mbbs mbchb mbbch dds dvm scd dsc mph mba ba bs bsc ma ms msc mph mphil meng beng llb llm jd rn pharmd psyd edd drph
  frs frcp frcpc facp facc faan fmedsci frse obe cbe mbe kbe dbe esq jr sr ii iii iv cpa pmp`.split(/\s+/),
);
/** Words of which a title is made only beside others: "Assoc. Prof.", "Univ.-Prof."; alone they may be names. */
const LETTERS_ALONE = new Set("h c m d ph sc b s".split(" "));

/** What stands between names and belongs to the family name that follows. */
const PARTICLES = new Set(
  "van von der den de del della di da dos das do du des la le los las ten ter te zu zum zur af av bin bint ibn al el y e abu ben".split(
    " ",
  ),
);

/** Tells of a folded word whether people are addressed with it before their names. */
export function isFormOfAddress(word: string): boolean {
  return /^(?:lady|lord|baron(?:ess)?|count(?:ess)?|sir|dame|prof(?:essor)?|doctor|dr|mrs?|ms|miss|saint|father|sister)$/.test(
    word,
  );
}

/** The folded words of a name, or the folded name when it has none. */
export function sortName(name: string): string {
  return words(name).join(" ") || fold(name);
}

/** The words of a name in their order, given names first, without titles before and after it. */
function partsOf(name: string): string[] {
  const parts = withoutNicknames(name.slice(0, LONGEST))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const [first = "", ...others] = parts;
  const rest = others.filter((part) => !isTitles(part));
  // "Last, First" and "Last, First, Ph.D."; after a whole name a comma leads to titles alone.
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
  // "Yo-Yo Ma" keeps a family name.
  while (end - start > 2 && isTitle(parts[end - 1] as string)) end--;
  return parts.slice(start, end);
}

/** "Ph.D.", "M.D.", "PhD", "Univ.-Prof.", but not the initial "D." of a name. */
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

/** "Ph.D.", "MD PhD": what follows a comma after a whole name. */
export function isTitles(part: string): boolean {
  return part.split(/\s+/).every((word) => isTitle(word) || words(word).length === 0);
}

/** The folded words of a name that are no titles such as "Prof." or "PhD". */
export function wordsWithoutTitles(name: string): string[] {
  return words(name).filter((word) => !HONORIFICS.has(word));
}

/** As `sortName`, without titles and with the given names first; "" for a name of titles alone. */
export function bareName(name: string): string {
  return words(partsOf(name).join(" ")).join(" ");
}

/** The forms of a name by which a record is found: who may be the same person shares `nameKey` or `nameLetters`. */
export function nameColumns(name: string) {
  return { nameKey: nameKey(name), nameLetters: nameLetters(name) };
}

/** What most forms of a name have in common: the family name and the first letter ("quade i"). */
export function nameKey(name: string): string {
  const all = partsOf(name).flatMap((part) => words(part));
  return keyOf(all[0] ?? "", all.at(-1) ?? "");
}

/** The letters of a name in the order of the alphabet: the same in whatever order its words stand, and joined or apart. */
export function nameLetters(name: string): string {
  const all = partsOf(name).flatMap((part) => words(part));
  return [...all.join("")].sort().join("");
}

function keyOf(given: string, family: string): string {
  return family && `${family} ${[...given][0] ?? ""}`;
}

/**
 * Whether two names may be one person's: the same words without titles, in any order, where initials stand for given names
 * and what is joined may be apart ("Jean-Luc", "Jean Luc").
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)].map((parts) => parts.flatMap((part) => words(part)));
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

/** Whether a name is said and sorted with the family name first, as East Asian ones are in their own scripts. */
export function isFamilyFirst(name: string): boolean {
  return FAMILY_FIRST.test(name);
}

/** How a name is sorted: family name first, with its particles behind ("Beauvoir, Simone de"); of East Asian names as it is. */
export function guessedSortName(name: string): string {
  const parts = partsOf(name);
  if (isFamilyFirst(name) || parts.length < 2) return parts.join(" ") || name.trim();
  let family = parts.length - 1;
  while (family > 1 && PARTICLES.has(fold(parts[family - 1] as string))) family--;
  // "Ramón y Cajal" is one family name.
  if (parts[family] === "y" && family > 1) family--;
  return sortedForm(parts.slice(0, family), parts.slice(family));
}

/** As `guessedSortName`, where a table or a comma says which words are the family name ("García López, Gabriel"). */
export function sortNameOf(given: string, family: string): string {
  const [first = "", ...others] = family.split(",");
  const familyWords = others.every(isTitles) ? first : family;
  const [before, parts] = [given, familyWords].map((text) => withoutTitles(text.split(/\s+/).filter(Boolean)));
  if (!before?.length || !parts?.length || isFamilyFirst(family)) return "";
  return sortedForm(before, parts);
}

/** A particle in capitals is a part of the name ("De Niro"), and those of English names are never taken off ("MacDonald"). */
function sortedForm(given: string[], family: string[]): string {
  let start = 0;
  while (start < family.length - 1 && isLooseParticle(family[start] as string)) start++;
  const [first = "", ...rest] = family.slice(start);
  const joined = JOINED_PARTICLE.exec(first)?.[0] ?? "";
  const particles = [...family.slice(0, start), ...(joined ? [joined] : [])];
  return `${[first.slice(joined.length), ...rest].join(" ")}, ${[...given, ...particles].join(" ")}`;
}

function isLooseParticle(word: string): boolean {
  return PARTICLES.has(fold(word)) && !/^\p{Lu}\p{Ll}/u.test(word);
}

/** "al-Rashid", "d’Alembert" */
const JOINED_PARTICLE = /^(?:(?:al|el|ar|as|ad|an|ash|at|az|ul)[-‑]|(?:d|l|dell|dall)['’])(?=\p{L})/u;

/** The folded form by which lists are sorted; `given` is an editor's. */
export function sortKey(name: string, given = ""): string {
  return words(given || guessedSortName(name)).join(" ") || fold(name);
}
