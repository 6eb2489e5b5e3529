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
export async function indexExperts(at: SearchContext, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  for (let first = 0; first < experts.length; first += SLICE) await indexSlice(at, experts.slice(first, first + SLICE));
}

async function indexSlice(at: SearchContext, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const formerTexts = await removeTexts(at, rowIds);
  const scopes = await scopesOf(at.db, rowIds);
  const listed = experts.filter(({ rowId }) => scopes.has(rowId)).sort((a, b) => a.rowId - b.rowId);
  const texts = listed.map(({ rowId, text }) => ({ expertRowId: rowId, ...placesOf(text) }));
  await replaceTexts(at, formerTexts, texts, await addTexts(at, texts, scopes));
}

/** Adds texts to the full-text indexes only. Returns the words of each text by row number. */
async function addTexts(
  at: SearchContext,
  texts: Texts[],
  scopes: Map<number, string[]>,
): Promise<Map<number, Set<string>>> {
  const words = new Map(texts.map(({ expertRowId }) => [expertRowId, new Set<string>()]));
  if (texts.length === 0) return words;
  for (const [last, index] of EXPERT_INDEXES.entries()) {
    const entries = texts.map(({ expertRowId: rowId, ...text }) => {
      const textWords = words.get(rowId) as Set<string>;
      addWords(textWords, text[PLACES[last] as Place]);
      return { rowId, scope: scopes.get(rowId) ?? [], words: [...textWords] };
    });
    await at.fullText.add(at.db, index, entries);
  }
  return words;
}

/** Updates the listings of experts in the index, if nothing else has changed. */
export async function renewScopes(at: SearchContext, rowIds: number[]): Promise<void> {
  await addTexts(at, await removeTexts(at, rowIds), await scopesOf(at.db, rowIds));
}

type Texts = Record<Place, string> & { expertRowId: number };

/**
 * Writes only the texts that changed, and updates the number of experts with each word.
 * @param words The words of each text by row number.
 */
async function replaceTexts(
  { db, fullText }: SearchContext,
  before: Texts[],
  after: Texts[],
  words: Map<number, Set<string>>,
): Promise<void> {
  const formerTexts = new Map(before.map((text) => [text.expertRowId, text]));
  const isSame = (text: Texts) => PLACES.every((place) => formerTexts.get(text.expertRowId)?.[place] === text[place]);
  const added = after.filter((text) => !isSame(text));
  const unchanged = new Set(after.filter(isSame).map(({ expertRowId }) => expertRowId));
  const replaced = before.filter(({ expertRowId }) => !unchanged.has(expertRowId));
  const rowIds = replaced.map(({ expertRowId }) => expertRowId);
  if (replaced.length > 0) await db.deleteFrom("searchTexts").where("expertRowId", "in", rowIds).execute();
  if (added.length > 0) await db.insertInto("searchTexts").values(added).execute();
  const changes = new Map<string, number>();
  const count = (of: Iterable<string>, change: number) => {
    for (const word of of) changes.set(word, (changes.get(word) ?? 0) + change);
  };
  for (const text of replaced) count(wordsOf(text), -1);
  for (const { expertRowId } of added) count(words.get(expertRowId) ?? [], 1);
  // Skips unchanged words, which are most words of a changed profile.
  const differing = [...changes].filter(([, change]) => change !== 0);
  if (differing.length === 0) return;
  await fullText.countWords(db, new Map(differing.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function placesOf(text: SearchText): Record<Place, string> {
  const inPlaces = PLACES.map((place) => {
    const people = nameForms(textIn(place, text, "person"));
    const institutions = [
      ...initialsOf(textIn(place, text, "institution")),
      ...initialsAmong(textIn(place, text, "institutions")),
    ];
    const worksIn = place === "contribution" ? (text.worksIn ?? []).map(placeToken) : [];
    const derived = [
      ...umlautSpellings(textIn(place, text)),
      ...people,
      ...institutions,
      ...worksIn,
      ...mentionsOf(textIn(place, text)),
    ];
    return [place, ` ${writeTokens(tokensIn(textIn(place, text)))}${writeTokens(derived)}`];
  });
  return Object.fromEntries(inPlaces) as Record<Place, string>;
}

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae" };

/** Returns the spellings of such letters on keyboards without them: "schroeder", "aarhus". */
function umlautSpellings(text: string): string[] {
  if (!/[äöüøåæ]/iu.test(normalized(text, "NFC"))) return [];
  const written = normalized(text, "NFC").toLowerCase().match(WORD) ?? [];
  const umlauts = written.filter((word) => /[äöüøåæ]/u.test(word));
  return [
    ...new Set(umlauts.flatMap((word) => words(word.replace(/[äöüøåæ]/gu, (letter) => UMLAUTS[letter] as string)))),
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
  const ordered = tokens.slice(0, MAX_ORDERED);
  const orderedTokens = new Set(ordered);
  const further = [...new Set(tokens.slice(MAX_ORDERED))].filter((token) => !orderedTokens.has(token));
  return [...ordered, ...further].map((token) => `${token}/${stemOf(token)} `).join("");
}

/** Returns other forms of a name: without hyphens, with initials ("jp" of João Pedro), and other scripts in Latin letters. */
function nameForms(name: string): string[] {
  const joined = name.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((part) => /[\p{L}\p{N}]['’-][\p{L}\p{N}]/u.test(part));
  const givenNames = words(name)
    .filter((word) => /^[a-z]/.test(word) && !PARTICLES.has(word))
    .slice(0, -1);
  const initials = givenNames.length > 1 ? [givenNames.map((word) => word[0]).join("")] : [];
  const isForeign = /\p{L}/u.test(name.replace(/\p{scx=Latin}/gu, ""));
  const latin = isForeign ? [...words(anyAscii(name)), ...name.split(/\s+/).flatMap(splitEastAsianName)] : [];
  return [...joined.map((part) => words(part).join("")), ...initials, ...latin, ...soundsOfName(name)];
}

const NAME_WITHOUT_SPACES = /^(?:\p{Script=Hangul}|\p{Script=Han}){2,4}$/u;

/** Returns the given name in a Korean or Chinese name without spaces, and both parts in Latin letters: "민준", "wang", "xiaoming". */
function splitEastAsianName(name: string): string[] {
  const word = normalized(name, "NFC");
  if (!NAME_WITHOUT_SPACES.test(word)) return [];
  const letters = [...word];
  const isLong = letters.length === 4;
  const first = letters.slice(0, isLong ? 2 : 1).join("");
  const givenName = letters.slice(isLong ? 2 : 1).join("");
  return [...tokensIn(givenName), ...[first, givenName].map((part) => words(anyAscii(part)).join(""))];
}

const SHORTEST_INITIALS = 3;

/** Returns the initials of institutions: "NUS" for "National University of Singapore", "UCSF" for "University of California, San Francisco". */
export function initialsOf(institutions: string): string[] {
  const names = institutions.split(/[();|\n]/).flatMap((name) => [name, ...name.split(",")]);
  const initials = names.map((name) =>
    words((name.match(/(?<![\p{L}\p{N}])\p{Lu}(?=\p{Ll})/gu) ?? []).join("")).join(""),
  );
  return [...new Set(initials.filter(({ length }) => length >= SHORTEST_INITIALS))];
}

const LONGEST_INITIALS = 8;
const LINKING_WORDS = new Set("of the for and on de del der des di du e et la y für und".split(" "));

/**
 * Returns the initials of institutions in a running text: "LSE" for "at the London School of Economics". Returns those of an
 * institution and of its parts.
 */
export function initialsAmong(text: string): string[] {
  const allInitials = new Set<string>();
  const add = (initials: string) => {
    if (initials.length >= SHORTEST_INITIALS && initials.length <= LONGEST_INITIALS) allInitials.add(initials);
  };
  for (const clause of text.split(/[^\p{L}\p{M}\p{N}'’ -]+/u)) {
    let parts = [""];
    const end = () => {
      for (const initials of [parts.join(""), ...parts]) add(initials);
      parts = [""];
    };
    for (const word of clause.split(" ")) {
      const isFirst = parts.length === 1 && parts[0] === "";
      if (/^\p{Lu}\p{M}*\p{Ll}/u.test(word) && !(isFirst && isFiller(fold(word)))) {
        parts.push((parts.pop() ?? "") + fold([...word][0] as string));
        if (/['’]s?$/u.test(word)) parts.push("");
      } else if (word === "and" && !isFirst) parts.push("");
      else if (isFirst || !LINKING_WORDS.has(word)) end();
    }
    end();
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
export async function unindexExperts(at: SearchContext, rowIds: number[]): Promise<void> {
  if (rowIds.length > 0) await replaceTexts(at, await removeTexts(at, rowIds), [], new Map());
}

/** Removes texts from the full-text indexes only, and returns them. */
async function removeTexts(at: SearchContext, rowIds: number[]): Promise<Texts[]> {
  const texts = await at.db.selectFrom("searchTexts").selectAll().where("expertRowId", "in", rowIds).execute();
  if (texts.length === 0) return [];
  for (const index of EXPERT_INDEXES) await at.fullText.remove(at.db, index, rowIds);
  return texts;
}

/** Returns the scope of a listing: a category, or a value of a facet. */
export function listingScope(listing: string): string {
  return `c${Buffer.from(listing).toString("hex")}`;
}
export const FEATURED_SCOPE = "featured";

async function scopesOf(db: Kysely<Database>, rowIds: number[]): Promise<Map<number, string[]>> {
  const listed = await db
    .selectFrom("listing")
    .select(["expertRowId", "category", "rank"])
    .where("expertRowId", "in", rowIds)
    .execute();
  const scopes = new Map<number, string[]>();
  for (const { expertRowId, category, rank } of listed) {
    const existing = scopes.get(expertRowId) ?? (rank < NOT_FEATURED ? [FEATURED_SCOPE] : []);
    scopes.set(expertRowId, category === "*" ? existing : [...existing, listingScope(category)]);
  }
  return scopes;
}
