/**
 * Maintains the search index of listed experts: four full-text indexes, from names only to all places. For the ranking it
 * stores the number of experts with each word, and the words of each place in order.
 */
import anyAscii from "any-ascii";
import type { Kysely } from "kysely";
import { fold, normalized, words } from "../fold";
import { mentionsIn } from "../places/where";
import { type Database, NOT_FEATURED } from "../schema";
import { mentionToken, PLACES, type Place, placeToken, type SearchText, textIn } from "./fields";
import type { SearchContext } from "./full-text";
import { isFiller } from "./question";
import { soundsOfName } from "./sounds";
import { indexedStem, stemOf } from "./stems";
import { tokensIn } from "./terms";

/** The full-text indexes. Each has the words of the previous one, and of one more place. */
export const EXPERT_INDEXES = ["expertNames", "expertTitles", "expertContributions", "expertTexts"] as const;

const SLICE = 200;

/** Indexes experts, and replaces their former texts. */
export async function indexExperts(
  context: SearchContext,
  experts: { rowId: number; text: SearchText }[],
): Promise<void> {
  for (let first = 0; first < experts.length; first += SLICE)
    await indexSlice(context, experts.slice(first, first + SLICE));
}

async function indexSlice(context: SearchContext, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const formerTexts = await removeTexts(context, rowIds);
  const scopes = await scopesOf(context.db, rowIds);
  const listedExperts = experts.filter(({ rowId }) => scopes.has(rowId)).sort((a, b) => a.rowId - b.rowId);
  const texts = listedExperts.map(({ rowId, text }) => ({ expertRowId: rowId, ...placesOf(text) }));
  await replaceTexts(context, formerTexts, texts, await addTexts(context, texts, scopes));
}

/** Adds texts to the full-text indexes only. Returns the words of each text by row number. */
async function addTexts(
  context: SearchContext,
  texts: Texts[],
  scopes: Map<number, string[]>,
): Promise<Map<number, Set<string>>> {
  const words = new Map(texts.map(({ expertRowId }) => [expertRowId, new Set<string>()]));
  if (texts.length === 0) return words;
  for (const [placeIndex, index] of EXPERT_INDEXES.entries()) {
    const entries = texts.map(({ expertRowId: rowId, ...text }) => {
      const textWords = words.get(rowId) as Set<string>;
      addWords(textWords, text[PLACES[placeIndex] as Place]);
      return { rowId, scope: scopes.get(rowId) ?? [], words: [...textWords] };
    });
    await context.fullText.add(context.db, index, entries);
  }
  return words;
}

/** Updates the listings of experts in the index, if nothing else has changed. */
export async function renewScopes(context: SearchContext, rowIds: number[]): Promise<void> {
  await addTexts(context, await removeTexts(context, rowIds), await scopesOf(context.db, rowIds));
}

type Texts = Record<Place, string> & { expertRowId: number };

/**
 * Writes only the texts that changed, and updates the number of experts with each word.
 * @param words The words of each text by row number.
 */
async function replaceTexts(
  { db, fullText }: SearchContext,
  oldTexts: Texts[],
  newTexts: Texts[],
  words: Map<number, Set<string>>,
): Promise<void> {
  const oldTextsByRow = new Map(oldTexts.map((text) => [text.expertRowId, text]));
  const isSame = (text: Texts) => PLACES.every((place) => oldTextsByRow.get(text.expertRowId)?.[place] === text[place]);
  const addedTexts = newTexts.filter((text) => !isSame(text));
  const unchangedRowIds = new Set(newTexts.filter(isSame).map(({ expertRowId }) => expertRowId));
  const replacedTexts = oldTexts.filter(({ expertRowId }) => !unchangedRowIds.has(expertRowId));
  const rowIds = replacedTexts.map(({ expertRowId }) => expertRowId);
  if (replacedTexts.length > 0) await db.deleteFrom("searchTexts").where("expertRowId", "in", rowIds).execute();
  if (addedTexts.length > 0) await db.insertInto("searchTexts").values(addedTexts).execute();
  const changes = new Map<string, number>();
  const count = (textWords: Iterable<string>, change: number) => {
    for (const word of textWords) changes.set(word, (changes.get(word) ?? 0) + change);
  };
  for (const text of replacedTexts) count(wordsOf(text), -1);
  for (const { expertRowId } of addedTexts) count(words.get(expertRowId) ?? [], 1);
  // Skips unchanged words, which are most words of a changed profile.
  const changedCounts = [...changes].filter(([, change]) => change !== 0);
  if (changedCounts.length === 0) return;
  await fullText.countWords(db, new Map(changedCounts.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function placesOf(text: SearchText): Record<Place, string> {
  const placeTexts = PLACES.map((place) => {
    const personForms = nameForms(textIn(place, text, "person"));
    const institutionInitials = [
      ...initialsOf(textIn(place, text, "institution")),
      ...initialsAmong(textIn(place, text, "institutions")),
    ];
    const worksIn = place === "contribution" ? (text.worksIn ?? []).map(placeToken) : [];
    const derivedTokens = [
      ...umlautSpellings(textIn(place, text)),
      ...personForms,
      ...institutionInitials,
      ...worksIn,
      ...mentionsOf(textIn(place, text)),
    ];
    return [place, ` ${writeTokens(tokensIn(textIn(place, text)))}${writeTokens(derivedTokens)}`];
  });
  return Object.fromEntries(placeTexts) as Record<Place, string>;
}

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae" };

/** Returns the spellings of words with umlauts on keyboards without them: "schroeder", "aarhus". */
function umlautSpellings(text: string): string[] {
  if (!/[äöüøåæ]/iu.test(normalized(text, "NFC"))) return [];
  const writtenWords = normalized(text, "NFC").toLowerCase().match(WORD) ?? [];
  const umlautWords = writtenWords.filter((word) => /[äöüøåæ]/u.test(word));
  return [
    ...new Set(umlautWords.flatMap((word) => words(word.replace(/[äöüøåæ]/gu, (letter) => UMLAUTS[letter] as string)))),
  ];
}

function mentionsOf(text: string): string[] {
  const keys = mentionsIn(text.match(WORD) ?? []).flatMap((mention) => mention.keys);
  return [...new Set(keys)].map(mentionToken);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The limit of words that are stored in order; further ones are stored once each. */
const MAX_ORDERED = 6_000;

/** Writes words in order, each with its stem, for ranking: "senescent/senesc cells/cell ". */
function writeTokens(tokens: string[]): string {
  const firstTokens = tokens.slice(0, MAX_ORDERED);
  const firstTokenSet = new Set(firstTokens);
  const furtherTokens = [...new Set(tokens.slice(MAX_ORDERED))].filter((token) => !firstTokenSet.has(token));
  return [...firstTokens, ...furtherTokens].map((token) => `${token}/${stemOf(token)} `).join("");
}

/** Returns other forms of a name: without hyphens, with initials ("jp" of João Pedro), and other scripts in Latin letters. */
function nameForms(name: string): string[] {
  const joinedParts = name
    .split(/[^\p{L}\p{M}\p{N}'’-]+/u)
    .filter((part) => /[\p{L}\p{N}]['’-][\p{L}\p{N}]/u.test(part));
  const givenNames = words(name)
    .filter((word) => /^[a-z]/.test(word) && !PARTICLES.has(word))
    .slice(0, -1);
  const initials = givenNames.length > 1 ? [givenNames.map((word) => word[0]).join("")] : [];
  const isForeign = /\p{L}/u.test(name.replace(/\p{scx=Latin}/gu, ""));
  const latinForms = isForeign ? [...words(anyAscii(name)), ...name.split(/\s+/).flatMap(splitEastAsianName)] : [];
  return [...joinedParts.map((part) => words(part).join("")), ...initials, ...latinForms, ...soundsOfName(name)];
}

const NAME_WITHOUT_SPACES = /^(?:\p{Script=Hangul}|\p{Script=Han}){2,4}$/u;

/** Returns the given name in a Korean or Chinese name without spaces, and both parts in Latin letters: "민준", "wang", "xiaoming". */
function splitEastAsianName(name: string): string[] {
  const word = normalized(name, "NFC");
  if (!NAME_WITHOUT_SPACES.test(word)) return [];
  const letters = [...word];
  const isLong = letters.length === 4;
  const familyName = letters.slice(0, isLong ? 2 : 1).join("");
  const givenName = letters.slice(isLong ? 2 : 1).join("");
  return [...tokensIn(givenName), ...[familyName, givenName].map((part) => words(anyAscii(part)).join(""))];
}

/** The number of letters that initials have at least. */
const MIN_INITIALS = 3;

/** Returns the initials of institutions: "NUS" for "National University of Singapore", "UCSF" for "University of California, San Francisco". */
export function initialsOf(institutions: string): string[] {
  const names = institutions.split(/[();|\n]/).flatMap((name) => [name, ...name.split(",")]);
  const initials = names.map((name) =>
    words((name.match(/(?<![\p{L}\p{N}])\p{Lu}(?=\p{Ll})/gu) ?? []).join("")).join(""),
  );
  return [...new Set(initials.filter(({ length }) => length >= MIN_INITIALS))];
}

const MAX_INITIALS = 8;
const LINKING_WORDS = new Set("of the for and on de del der des di du e et la y für und".split(" "));

/**
 * Returns the initials of institutions in a running text: "LSE" for "at the London School of Economics". Returns those of an
 * institution and of its parts.
 */
export function initialsAmong(text: string): string[] {
  const allInitials = new Set<string>();
  const add = (initials: string) => {
    if (initials.length >= MIN_INITIALS && initials.length <= MAX_INITIALS) allInitials.add(initials);
  };
  for (const clause of text.split(/[^\p{L}\p{M}\p{N}'’ -]+/u)) {
    let parts = [""];
    const endInstitution = () => {
      for (const initials of [parts.join(""), ...parts]) add(initials);
      parts = [""];
    };
    for (const word of clause.split(" ")) {
      const isFirst = parts.length === 1 && parts[0] === "";
      if (/^\p{Lu}\p{M}*\p{Ll}/u.test(word) && !(isFirst && isFiller(fold(word)))) {
        parts.push((parts.pop() ?? "") + fold([...word][0] as string));
        if (/['’]s?$/u.test(word)) parts.push("");
      } else if (word === "and" && !isFirst) parts.push("");
      else if (isFirst || !LINKING_WORDS.has(word)) endInstitution();
    }
    endInstitution();
  }
  return [...allInitials];
}

const PARTICLES = new Set("al bin da de del den der di dos du el la le van von".split(" "));

function wordsOf(text: Texts): Set<string> {
  const textWords = new Set<string>();
  for (const place of PLACES) addWords(textWords, text[place]);
  return textWords;
}

/** Adds the words of a place, in the format of `writeTokens`, and their stems. */
function addWords(target: Set<string>, place: string): void {
  for (const entry of place.split(" ")) {
    const word = entry.slice(0, entry.indexOf("/"));
    if (word === "" || target.has(word)) continue;
    target.add(word);
    const stem = indexedStem(word);
    if (stem) target.add(stem);
  }
}

/** Removes experts from the index; skips those who are not in it. */
export async function unindexExperts(context: SearchContext, rowIds: number[]): Promise<void> {
  if (rowIds.length > 0) await replaceTexts(context, await removeTexts(context, rowIds), [], new Map());
}

/** Removes texts from the full-text indexes only, and returns them. */
async function removeTexts(context: SearchContext, rowIds: number[]): Promise<Texts[]> {
  const texts = await context.db.selectFrom("searchTexts").selectAll().where("expertRowId", "in", rowIds).execute();
  if (texts.length === 0) return [];
  for (const index of EXPERT_INDEXES) await context.fullText.remove(context.db, index, rowIds);
  return texts;
}

/** Returns the scope of a listing: a category, or a value of a facet. */
export function listingScope(listing: string): string {
  return `c${Buffer.from(listing).toString("hex")}`;
}
export const FEATURED_SCOPE = "featured";

async function scopesOf(db: Kysely<Database>, rowIds: number[]): Promise<Map<number, string[]>> {
  const listings = await db
    .selectFrom("listing")
    .select(["expertRowId", "category", "rank"])
    .where("expertRowId", "in", rowIds)
    .execute();
  const scopes = new Map<number, string[]>();
  for (const { expertRowId, category, rank } of listings) {
    const existingScopes = scopes.get(expertRowId) ?? (rank < NOT_FEATURED ? [FEATURED_SCOPE] : []);
    scopes.set(expertRowId, category === "*" ? existingScopes : [...existingScopes, listingScope(category)]);
  }
  return scopes;
}
