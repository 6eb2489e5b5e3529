/** Brings names into the forms in which they are compared and sorted. */
import anyAscii from "any-ascii";
import { fold, words } from "./fold";

/** The titles that the hashes in the do-not-relist list leave out. Do not change them: stored hashes would no longer match. */
const HONORIFICS = new Set(
  `dr prof professor sir dame mr mrs ms miss mx lord lady rev reverend hon honourable honorable assoc associate asst assistant
  adj adjunct emer emerita emeritus doz docent doctor pd privatdozent univ dipl ing habil med phil nat rer jur hc mag
  phd dphil md mbbs mbchb mbbch dds dvm scd dsc mph mba ba bs bsc ma ms msc mph mphil meng beng llb llm jd rn pharmd psyd edd drph
  frs frcp frcpc facp facc faan fmedsci frse obe cbe mbe kbe dbe esq jr sr ii iii iv cpa pmp`.split(/\s+/),
);
const setOfWords = (text: string) => new Set(text.split(/\s+/));

/** Titles and offices before names, in lower case and without full stops. */
const TITLES = setOfWords(
  `dr prof professor sir dame mr mrs ms miss mx lord lady rev reverend honourable honorable assoc associate asst assistant adj adjunct
  emer emerita emeritus docent doctor privatdozent univ dipl mme madame mlle monsieur sra srta dott dottore dottssa dra profa
  mudr mvdr judr phdr rndr paeddr mgr shri smt baroness countess viscount viscountess rabbi ayatollah archbishop senator colonel
  captain lieutenant lt sgt admiral ambassador pr sheikh shaikh`,
);
/** Titles that count only with a full stop, because they are also names: "Hon Lik", "Col". */
const TITLES_WITH_POINT = setOfWords("mag hon ing doz col gen gov amb adm sen fr sr bc ir capt maj");
/** Words that are titles only next to another title: "Priv.-Doz.", "Jun.-Prof.", "Rt Hon". */
const TITLE_PARTS = setOfWords("priv jun apl ao stv pd di ddr mmag dkfm the rt right most");
/** Faculties and ranks after a title: "Dr. med.", "Prof. em.", "Dr. h. c. mult.". */
const TITLE_SUFFIXES = setOfWords(
  "med phil nat rer jur iur hc h c habil mult em ret theol oec pol vet dent agr sc math pharm publ ad ir ik eh",
);
/** Degrees and other additions after names, in any notation. */
const DEGREES = setOfWords(
  `phd dphil drph pharmd mbbs mbchb mbbch mph mphil scd dsc drsc csc msc bsc meng beng llb llm esq jr jnr snr edd psyd facp facc faan frcp
  frcpc frcs fmedsci frse frs emeritus emerita`,
);
/** Degrees that count only in capitals or with full stops, because they are also names: "Jack Ma", "Anna Do". */
const DEGREES_IN_CAPITALS = setOfWords(
  `md ma ba bs ms rn jd dds dvm do mba obe cbe mbe kbe dbe cpa pmp bsn msn ii iii iv v vi ao am ac om oc kc qc ch sc rd np pa eng pe sr hc`,
);

/** Particles that belong to the following family name, in small letters or capitalised. */
const PARTICLES = setOfWords(
  "van von der den de del della dello degli dei di da dos das du des la le los las lo ten ter zu zum zur al el abu ben vom",
);
/** Particles that count only in small letters, because they are also names: "Li Bin Wang", "Jane E. Smith". */
const SMALL_PARTICLES = setOfWords("do te av af bin bint ibn d dal am auf op und wa bar 't ’t");
/** First words of family names of two words: "St. John", "San Martín", "Abdel Nasser". */
const COMPOUND_PREFIXES = setOfWords("st ste saint sainte san santa santo são sao abd abdel abdul abdal abdur");
/** Words that join two family names: "Ramón y Cajal", "Costa e Silva", "Puig i Cadafalch". */
const CONJUNCTIONS = setOfWords("y e i");
/** Last words of family names: "Soares Filho". */
const GENERATION_SUFFIXES = setOfWords("filho neto netto júnior junior sobrinho");
/** Vietnamese family names, after which "Van" is a given name. */
const VIETNAMESE_FAMILY_NAMES = setOfWords(
  "nguyen nguyễn tran trần le lê pham phạm hoang hoàng huynh huỳnh phan vu vũ vo võ dang đặng bui bùi do đỗ ho hồ ngo ngô duong dương ly lý",
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

interface ReadName {
  givenNames: string[];
  /** null if the notation does not show which words are the family name. */
  family: string[] | null;
}

/** Reads a name without titles and asides. "Last, First", "LAST First" and "Last F. M." show which words are the family name. */
function readName(name: string): ReadName {
  const parts = removeAsides(name.slice(0, MAX_NAME_LENGTH))
    .split(",")
    .map((part) => removeBirthName(part.split(/\s+/).filter(Boolean)))
    .filter((part) => part.length > 0);
  const [familyPart = [], ...otherParts] = parts;
  const givenParts = otherParts.filter((part) => !isTitles(part.join(" ")) && !areDegreeLetters(part, familyPart));
  const [givenNames, family] = [givenParts.flat(), familyPart].map(removeTitles) as [string[], string[]];
  return givenNames.length > 0 && family.length > 0
    ? { givenNames, family }
    : readByForm(removeTitles([...givenNames, ...family]));
}

const MAX_NAME_LENGTH = 500;

function removeAsides(name: string): string {
  return name.replace(/\([^()]*\)|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]/g, " ");
}

const BIRTH_NAME_MARKERS = setOfWords("née nee né geb. geboren geborene roz.");

/** Removes "née Jones" at the end, and nicknames in quotes such as 'Bill'. */
function removeBirthName(parts: string[]): string[] {
  const end = parts.findIndex(
    (part, index) => index > 0 && index < parts.length - 1 && BIRTH_NAME_MARKERS.has(part.toLowerCase()),
  );
  const isNickname = (part: string) => /^['‘’]\p{L}[^'‘’]*['’]$/u.test(part);
  return (end < 0 ? parts : parts.slice(0, end)).filter((part) => !isNickname(part));
}

/** Recognises degrees such as "BSN" and "FRCGP" after a complete name that is not in capitals. */
function areDegreeLetters(part: string[], name: string[]): boolean {
  const isInSmall = name.length > 1 && name.some((word) => word !== word.toUpperCase());
  return isInSmall && part.every((word) => /^\p{Lu}{3,}$/u.test(word));
}

function readByForm(parts: string[]): ReadName {
  const isCapital = parts.map(isInCapitals);
  const firstGivenIndex = isCapital.indexOf(false);
  if (firstGivenIndex > 0 && !isCapital.slice(firstGivenIndex).includes(true))
    return { givenNames: parts.slice(firstGivenIndex), family: parts.slice(0, firstGivenIndex) };
  let start = isCapital.indexOf(true);
  if (start > 0 && !isCapital.slice(start).includes(false)) {
    while (start > 1 && isParticle(parts[start - 1] as string)) start--;
    return { givenNames: parts.slice(0, start), family: parts.slice(start) };
  }
  const initials = parts.length - parts.findLastIndex((part) => !isInitials(part)) - 1;
  const family = parts.slice(0, parts.length - initials);
  const isFamilyName = family.slice(0, -1).every(isParticle) && !isInitials(family[0] ?? "");
  const isUnambiguous = initials > 1 || parts.at(-1)?.endsWith(".");
  if (initials > 0 && family.length > 0 && isFamilyName && isUnambiguous)
    return { givenNames: parts.slice(-initials), family };
  return { givenNames: parts, family: null };
}

/** Recognises "QUADE" and "VAN DER", but not the initials "JRR". */
function isInCapitals(word: string): boolean {
  if (word !== word.toUpperCase() || word === word.toLowerCase() || isNumeral(word)) return false;
  return (
    PARTICLES.has(word.toLowerCase()) ||
    (words(word).join("").length > 2 && /[aeiouy]/.test(fold(word)) && !word.includes("."))
  );
}

/** Recognises "R." and "K.R." */
function isInitials(part: string): boolean {
  return /^\p{Lu}$|^(?:\p{Lu}\.-?){1,4}$/u.test(part);
}

function isNumeral(word: string): boolean {
  return /^(?:I{2,3}|I?VI{0,3}|I?XI{0,3}|XI?VI{0,3})$/.test(word);
}

/** Returns the words of a name without titles, given names first. */
function orderedWords(name: string): string[] {
  const { givenNames, family } = readName(name);
  return [...givenNames, ...(family ?? [])];
}

function removeTitles(parts: string[]): string[] {
  let [start, end] = [0, parts.length];
  while (start < end && isTitleAt(parts, start, start > 0)) start++;
  if (start === end) start = Math.max(0, end - (parts.length > 1 ? 1 : 0));
  if (start === end - 1 && isTitleAt(parts, start, true)) start = end;
  // Keeps a family name for "Yo-Yo Ma".
  while (end - start > 1 && isDegree(parts[end - 1] as string, end - start > 2)) end--;
  return parts.slice(start, end);
}

const removePunctuation = (part: string) => part.toLowerCase().replace(/[.,]/g, "");
/** Distinguishes "Dr." from the initials "D.R.". */
const isOneWord = (part: string) => /^[^.]+\.?$/.test(part);

/** Recognises "Prof.", "Univ.-Prof.", and "med." after one of them. */
function isTitleAt(parts: string[], index: number, isBehindTitle: boolean): boolean {
  const part = parts[index] ?? "";
  const bareWord = removePunctuation(part);
  if (isOneWord(part) && (TITLES.has(bareWord) || (TITLES_WITH_POINT.has(bareWord) && part.endsWith(".")))) return true;
  const pieces = bareWord.split("-").length > 1 ? bareWord.split("-") : part.toLowerCase().split(".").filter(Boolean);
  const isTitlePiece = (piece: string) => TITLES.has(piece) || TITLES_WITH_POINT.has(piece);
  if (pieces.length > 1 && pieces.some(isTitlePiece))
    return pieces.every((piece) => isTitlePiece(piece) || TITLE_PARTS.has(piece) || TITLE_SUFFIXES.has(piece));
  if (TITLE_PARTS.has(bareWord)) {
    const nextWord = removePunctuation(parts[index + 1] ?? "");
    return (
      isTitlePiece(nextWord) ||
      (TITLE_PARTS.has(nextWord) && index + 2 < parts.length && isTitlePiece(removePunctuation(parts[index + 2] ?? "")))
    );
  }
  if (bareWord === "hon" && index > 0 && TITLE_PARTS.has(removePunctuation(parts[index - 1] as string))) return true;
  const isSmall = /^\p{Ll}/u.test(part);
  return (
    isBehindTitle &&
    TITLE_SUFFIXES.has(bareWord.replaceAll("-", "")) &&
    (isSmall || (part.endsWith(".") && bareWord.length > 2))
  );
}

/** Recognises "PhD", "M.D." and "Jr."; "MA" and "III" only if more than one word remains. */
function isDegree(part: string, areMoreLeft: boolean): boolean {
  const bareWord = removePunctuation(part).replaceAll("-", "");
  if (DEGREES.has(bareWord) || /^(?:a\.d|i\.r)\.$/i.test(part)) return true;
  const pieces = part.split(".").filter(Boolean);
  const isDotted = pieces.length > 1 && pieces.every((piece) => piece.length < 4);
  if (DEGREES_IN_CAPITALS.has(bareWord) && isDotted) return true;
  if (!areMoreLeft) return false;
  if (bareWord === "sr" || (TITLES.has(bareWord) && /^(?:dr|prof)$/.test(bareWord))) return part.endsWith(".");
  return part === part.toUpperCase() && (DEGREES_IN_CAPITALS.has(bareWord) || /^[B-DF-HJ-NP-TV-XZ]{3,6}$/.test(part));
}

/** Recognises titles after a complete name and a comma: "Ph.D.", "MD PhD", "Prof. Dr.". */
export function isTitles(text: string): boolean {
  const parts = text.split(/\s+/).filter((part) => words(part).length > 0);
  return parts.every((part, index) => isTitleAt(parts, index, index > 0) || isDegree(part, true));
}

/** Returns the folded words of a name without titles such as "Prof." or "PhD". */
export function wordsWithoutTitles(name: string): string[] {
  return words(name).filter((word) => !HONORIFICS.has(word));
}

/** Works as `sortName`, without titles and with the given names first; returns "" for a name of titles alone. */
export function bareName(name: string): string {
  return words(orderedWords(name).join(" ")).join(" ");
}

/** Returns the columns by which the same person is found: names of one person share one of `nameKeys`, or `nameLetters`. */
export function nameColumns(name: string) {
  return { nameKey: nameKey(name), nameLetters: nameLetters(name) };
}

/** Returns the part that most forms of a name share: the family name and the initial of the given name in use ("quade i"). */
export function nameKey(name: string): string {
  const nameWords = comparedWords(name);
  const [firstWord = "", secondWord = ""] = nameWords;
  // "S. Jay Olshansky" is called Jay.
  const isCalledBySecond =
    nameWords.length > 2 && firstWord.length === 1 && secondWord.length > 1 && !ALL_PARTICLES.has(secondWord);
  return keyOf(isCalledBySecond ? secondWord : firstWord, nameWords.at(-1) ?? "");
}

/** Returns the keys of all names that may be the same: with an initial before the name in use, or a short form such as Bob. */
export function nameKeys(name: string): string[] {
  const nameWords = comparedWords(name);
  const [firstWord = ""] = nameWords;
  const forms = [firstWord, ...(SHORT_FORMS.get(firstWord) ?? [])].map((form) => keyOf(form, nameWords.at(-1) ?? ""));
  return [...new Set([nameKey(name), ...forms])];
}

/** Returns the letters of a name in alphabetical order, equal for any order and division of its words. */
export function nameLetters(name: string): string {
  return [...comparedWords(name).join("")].sort().join("");
}

function keyOf(givenNames: string, family: string): string {
  return family && `${family} ${[...givenNames][0] ?? ""}`;
}

const ALL_PARTICLES = new Set([...PARTICLES, ...SMALL_PARTICLES]);

/** Returns words in a form in which spellings of a name are equal: "Mueller" for "Müller", "Vladimir" for "Владимир". */
function comparedWords(name: string): string[] {
  const nameWords = orderedWords(name).flatMap((part) => words(transliterate(part)).map(simplifySpelling));
  // Takes a single letter of two words as the given name: "Quade I".
  return nameWords.length === 2 && nameWords[1]?.length === 1 && (nameWords[0] as string).length > 1
    ? nameWords.toReversed()
    : nameWords;
}

/** Transliterates Cyrillic and Greek, which have one usual spelling in Latin letters. */
function transliterate(part: string): string {
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(part) ? anyAscii(part) : part;
}

/** Replaces two letters that stand for one: "ue" for "ü", "aa" for "å", a final "iy" for "y". */
function simplifySpelling(word: string): string {
  return word.replace(/([aou])e|aa/g, (pair) => pair[0] as string).replace(/(?:iy|ii|ij)$/, "y");
}

/** Maps given names and their irregular short forms to all forms in the same line. */
const SHORT_FORMS = new Map(
  `william bill will billy, robert bob rob bobby, richard dick rick, edward ted ned, james jim jimmy, john jack johnny, henry hank harry,
  charles chuck charlie, anthony tony, thomas tom tommy, david dave, michael mike mick, nicholas nick, joseph joe, margaret peggy,
  elizabeth betty liz beth, katherine kate kathy cathy, susan sue, timothy tim, lawrence larry, stephen steve steven, andrew andy drew,
  johannes hans`
    .split(",")
    .map((line) => line.trim().split(/\s+/).map(simplifySpelling))
    .flatMap((line) => line.map((word) => [word, line] as const)),
);

/**
 * Tells whether two names may belong to one person: the same words without titles, in any order. Initials and short forms
 * count as their given names, and "Jean-Luc" as "Jean Luc".
 */
export function mayBeSameName(first: string, second: string): boolean {
  const [a, b] = [comparedWords(first), comparedWords(second)];
  if (a.length === 0 || b.length === 0) return false;
  if (a.toSorted().join(" ") === b.toSorted().join(" ")) return true;
  const joinedWords = b.join("");
  if (a.some((_, index) => [...a.slice(index), ...a.slice(0, index)].join("") === joinedWords)) return true;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.at(-1) !== longer.at(-1) || shorter.length < 2) return false;
  // "Jay Olshansky" and "S. Jay Olshansky"
  const isCalledBySecond =
    longer.length > shorter.length &&
    longer[0]?.length === 1 &&
    isSameGivenName(shorter[0] as string, longer[1] as string);
  const givenNames = isCalledBySecond ? longer.slice(1) : longer;
  return shorter
    .slice(0, -1)
    .every((word, index) => isSameGivenName(word, givenNames[index] ?? "") || (index > 0 && givenNames.includes(word)));
}

function isSameGivenName(word: string, other: string): boolean {
  const isCalledSo = SHORT_FORMS.get(word)?.includes(other) ?? false;
  return word === other || isCalledSo || isBeginningOf(word, other) || isBeginningOf(other, word);
}

/** Recognises "I" of "Ines" and "Dan" of "Daniel", but not "Martin" of "Martina". */
function isBeginningOf(short: string, word: string): boolean {
  if (!word.startsWith(short)) return false;
  const ending = word.slice(short.length);
  return short.length === 1 || (short.length > 2 && ending.length > 1 && !FEMININE.has(ending));
}

const FEMININE = setOfWords("ia ie ina ine ette etta elle ella inha");

const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Tells whether a name is spoken and sorted with the family name first, as East Asian ones are in their own scripts. */
export function isFamilyFirst(name: string): boolean {
  return FAMILY_FIRST.test(name);
}

/**
 * Returns the form for sorting, with the family name first and particles last ("Beauvoir, Simone de"). East Asian names in
 * their own scripts keep their order.
 */
export function guessedSortName(name: string): string {
  const { givenNames, family } = readName(name);
  if (isFamilyFirst(name)) return [...(family ?? []), ...givenNames].join(" ") || name.trim();
  if (family) return sortedForm(givenNames, family);
  const isUndivided =
    givenNames.length < 2 ||
    isNumeral(givenNames.at(-1) ?? "") ||
    givenNames.includes("of") ||
    (givenNames.length === 3 && CONJUNCTIONS.has(givenNames[1] as string));
  if (isUndivided) return givenNames.join(" ") || name.trim();
  // The patronymic is last: "Волков Иван Петрович".
  if (givenNames.length === 3 && /(?:вич|вна|чна)$/u.test(givenNames[2] as string))
    return sortedForm(givenNames.slice(1), givenNames.slice(0, 1));
  const start = familyStart(givenNames);
  return sortedForm(givenNames.slice(0, start), givenNames.slice(start));
}

/** Returns the position of the first word of the family name. */
function familyStart(parts: string[]): number {
  const wordBefore = (at: number) => (parts[at - 1] as string).toLowerCase();
  let start = parts.length - 1;
  if (start > 1 && GENERATION_SUFFIXES.has((parts[start] as string).toLowerCase())) start--;
  if (start > 1 && COMPOUND_PREFIXES.has(wordBefore(start).replace(".", ""))) start--;
  const isVietnamese = VIETNAMESE_FAMILY_NAMES.has((parts[0] as string).toLowerCase());
  while (start > 1 && isParticle(parts[start - 1] as string) && !(isVietnamese && start === 2)) start--;
  if (start > 2 && CONJUNCTIONS.has(parts[start - 1] as string)) start -= 2;
  return start;
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) || SMALL_PARTICLES.has(word);
}

/** Works as `guessedSortName` for a known family name, from a table or a comma ("García López, Gabriel"). */
export function sortNameOf(givenNames: string, family: string): string {
  const [familyPart = "", ...otherParts] = family.split(",");
  const familyWords = otherParts.every(isTitles) ? familyPart : family;
  const [givenParts, parts] = [givenNames, familyWords].map((text) => removeTitles(text.split(/\s+/).filter(Boolean)));
  if (!givenParts?.length || !parts?.length || isFamilyFirst(family)) return "";
  return sortedForm(givenParts, parts);
}

/** Writes a name for sorting. Keeps capitalised particles in the family name ("De Niro"), and does not divide "MacDonald". */
function sortedForm(givenNames: string[], family: string[]): string {
  let start = 0;
  while (start < family.length - 1 && isLooseParticle(family[start] as string)) start++;
  const [firstWord = "", ...otherWords] = family.slice(start);
  const joinedParticle = JOINED_PARTICLE.exec(firstWord)?.[0] ?? "";
  const particles = [...family.slice(0, start), ...(joinedParticle ? [joinedParticle] : [])];
  return `${[firstWord.slice(joinedParticle.length), ...otherWords].join(" ")}, ${[...givenNames, ...particles].join(" ")}`;
}

function isLooseParticle(word: string): boolean {
  return isParticle(word) && !/^\p{Lu}\p{Ll}/u.test(word);
}

/** Matches the particles in "al-Rashid" and "d’Alembert". */
const JOINED_PARTICLE = /^(?:(?:al|el|ar|as|ad|an|ash|at|az|ul)[-‑]|(?:d|l|dell|dall)['’])(?=\p{L})/u;

/** Returns the folded form by which lists are sorted. An editor's `givenSortName` replaces the guess. */
export function sortKey(name: string, givenSortName = ""): string {
  return words(givenSortName || guessedSortName(name)).join(" ") || fold(name);
}
