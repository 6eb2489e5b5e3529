/**
 * What is searched of the experts in the public lists: four indexes, from the best place to all of them, their words,
 * and the words of each place in order, by which those who are found are ranked.
 */
import anyAscii from "any-ascii";
import type { Kysely } from "kysely";
import { fold, normalized, words } from "../fold";
import { mentionsIn } from "../places/where";
import { type Database, NOT_FEATURED } from "../schema";
import { mentionToken, PLACES, type Place, placeToken, type SearchText, textIn } from "./fields";
import type { Searched } from "./full-text";
import { isFiller } from "./question";
import { soundsOfName } from "./sounds";
import { indexedStem, stemOf } from "./stems";
import { tokensIn } from "./terms";

/** Each has the words of the one before it, and those of one place more. */
export const EXPERT_INDEXES = ["expertNames", "expertTitles", "expertContributions", "expertTexts"] as const;

const SLICE = 200;

/** Makes experts findable, in place of what was indexed of them before. */
export async function indexExperts(at: Searched, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  for (let first = 0; first < experts.length; first += SLICE) await indexSlice(at, experts.slice(first, first + SLICE));
}

async function indexSlice(at: Searched, experts: { rowId: number; text: SearchText }[]): Promise<void> {
  const rowIds = experts.map(({ rowId }) => rowId);
  const before = await takeOut(at, rowIds);
  const scopes = await scopesOf(at.db, rowIds);
  const listed = experts.filter(({ rowId }) => scopes.has(rowId)).sort((a, b) => a.rowId - b.rowId);
  const texts = listed.map(({ rowId, text }) => ({ expertRowId: rowId, ...placesOf(text) }));
  await replaceTexts(at, before, texts, await putIn(at, texts, scopes));
}

/** Into the indexes alone; gives the words of each text, by its row number. */
async function putIn(at: Searched, texts: Texts[], scopes: Map<number, string[]>): Promise<Map<number, Set<string>>> {
  const words = new Map(texts.map(({ expertRowId }) => [expertRowId, new Set<string>()]));
  if (texts.length === 0) return words;
  for (const [last, index] of EXPERT_INDEXES.entries()) {
    const entries = texts.map(({ expertRowId: rowId, ...text }) => {
      const own = words.get(rowId) as Set<string>;
      addWords(own, text[PLACES[last] as Place]);
      return { rowId, scope: scopes.get(rowId) ?? [], words: [...own] };
    });
    await at.fullText.add(at.db, index, entries);
  }
  return words;
}

/** Writes anew in which listings experts are found, where no more than that has changed. */
export async function renewScopes(at: Searched, rowIds: number[]): Promise<void> {
  await putIn(at, await takeOut(at, rowIds), await scopesOf(at.db, rowIds));
}

type Texts = Record<Place, string> & { expertRowId: number };

/**
 * The texts themselves, and how many have each word. Only those that are others now are written: who gets a category or
 * is featured keeps most of them. @param words those of each text, by its row number.
 */
async function replaceTexts(
  { db, fullText }: Searched,
  before: Texts[],
  after: Texts[],
  words: Map<number, Set<string>>,
): Promise<void> {
  const known = new Map(before.map((text) => [text.expertRowId, text]));
  const isSame = (text: Texts) => PLACES.every((place) => known.get(text.expertRowId)?.[place] === text[place]);
  const added = after.filter((text) => !isSame(text));
  const kept = new Set(after.filter(isSame).map(({ expertRowId }) => expertRowId));
  const gone = before.filter(({ expertRowId }) => !kept.has(expertRowId));
  const rowIds = gone.map(({ expertRowId }) => expertRowId);
  if (gone.length > 0) await db.deleteFrom("searchTexts").where("expertRowId", "in", rowIds).execute();
  if (added.length > 0) await db.insertInto("searchTexts").values(added).execute();
  const changes = new Map<string, number>();
  const count = (of: Iterable<string>, change: number) => {
    for (const word of of) changes.set(word, (changes.get(word) ?? 0) + change);
  };
  for (const text of gone) count(wordsOf(text), -1);
  for (const { expertRowId } of added) count(words.get(expertRowId) ?? [], 1);
  // Most words of a profile stay when it changes.
  const differing = [...changes].filter(([, change]) => change !== 0);
  if (differing.length === 0) return;
  await fullText.countWords(db, new Map(differing.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function placesOf(text: SearchText): Record<Place, string> {
  const inPlaces = PLACES.map((place) => {
    const people = otherForms(textIn(place, text, "person"));
    const institutions = [
      ...initialsOf(textIn(place, text, "institution")),
      ...initialsAmong(textIn(place, text, "institutions")),
    ];
    const worksIn = place === "contribution" ? (text.worksIn ?? []).map(placeToken) : [];
    const made = [
      ...umlautsOf(textIn(place, text)),
      ...people,
      ...institutions,
      ...worksIn,
      ...mentionsOf(textIn(place, text)),
    ];
    return [place, ` ${written(tokensIn(textIn(place, text)))}${written(made)}`];
  });
  return Object.fromEntries(inPlaces) as Record<Place, string>;
}

const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae" };

/** Returns how words with such letters are written where a keyboard lacks them: "schroeder", "aarhus". */
function umlautsOf(text: string): string[] {
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

/** More are not kept in their order, only once each. */
const MOST_ORDERED = 6_000;

/** Words in order, each with its stem: "senescent/senesc cells/cell ". Ranking reads it. */
function written(tokens: string[]): string {
  const ordered = tokens.slice(0, MOST_ORDERED);
  const seen = new Set(ordered);
  const further = [...new Set(tokens.slice(MOST_ORDERED))].filter((token) => !seen.has(token));
  return [...ordered, ...further].map((token) => `${token}/${stemOf(token)} `).join("");
}

/** "Jing-Dong" also without its hyphen, "João Pedro de Magalhães" with initials, other scripts in Latin letters. */
function otherForms(name: string): string[] {
  const joined = name.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((part) => /[\p{L}\p{N}]['’-][\p{L}\p{N}]/u.test(part));
  const given = words(name)
    .filter((word) => /^[a-z]/.test(word) && !PARTICLES.has(word))
    .slice(0, -1);
  const initials = given.length > 1 ? [given.map((word) => word[0]).join("")] : [];
  const isForeign = /\p{L}/u.test(name.replace(/\p{scx=Latin}/gu, ""));
  const latin = isForeign ? [...words(anyAscii(name)), ...name.split(/\s+/).flatMap(givenOf)] : [];
  return [...joined.map((part) => words(part).join("")), ...initials, ...latin, ...soundsOfName(name)];
}

const NAME_WITHOUT_SPACES = /^(?:\p{Script=Hangul}|\p{Script=Han}){2,4}$/u;

/** Of a Korean or Chinese name without spaces the given name, and both names in Latin letters: "민준", "wang xiaoming". */
function givenOf(name: string): string[] {
  const word = normalized(name, "NFC");
  if (!NAME_WITHOUT_SPACES.test(word)) return [];
  const letters = [...word];
  const isLong = letters.length === 4;
  const first = letters.slice(0, isLong ? 2 : 1).join("");
  const given = letters.slice(isLong ? 2 : 1).join("");
  return [...tokensIn(given), ...[first, given].map((part) => words(anyAscii(part)).join(""))];
}

const SHORTEST_INITIALS = 3;

/**
 * What institutions are called by their first letters: "NUS" for "National University of Singapore", and with what stands
 * behind a comma "UCSF" for "University of California, San Francisco".
 */
export function initialsOf(institutions: string): string[] {
  const names = institutions.split(/[();|\n]/).flatMap((name) => [name, ...name.split(",")]);
  const initials = names.map((name) =>
    words((name.match(/(?<![\p{L}\p{N}])\p{Lu}(?=\p{Ll})/gu) ?? []).join("")).join(""),
  );
  return [...new Set(initials.filter(({ length }) => length >= SHORTEST_INITIALS))];
}

const LONGEST_INITIALS = 8;
const LINKS = new Set("of the for and on de del der des di du e et la y für und".split(" "));

/**
 * Returns the initials of the institutions that a text names among other words, as `initialsOf` does of one: "LSE" for "at
 * the London School of Economics". An institution and a part of it give the initials of each.
 */
export function initialsAmong(text: string): string[] {
  const found = new Set<string>();
  const add = (initials: string) => {
    if (initials.length >= SHORTEST_INITIALS && initials.length <= LONGEST_INITIALS) found.add(initials);
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
      else if (isFirst || !LINKS.has(word)) end();
    }
    end();
  }
  return [...found];
}

const PARTICLES = new Set("al bin da de del den der di dos du el la le van von".split(" "));

function wordsOf(text: Texts): Set<string> {
  const found = new Set<string>();
  for (const place of PLACES) addWords(found, text[place]);
  return found;
}

/** The words of a place, as `written` wrote it, and their stems. */
function addWords(found: Set<string>, place: string): void {
  for (const entry of place.split(" ")) {
    const word = entry.slice(0, entry.indexOf("/"));
    if (word === "" || found.has(word)) continue;
    found.add(word);
    const stem = indexedStem(word);
    if (stem) found.add(stem);
  }
}

/** Takes experts out of the search; nothing happens for one who is not in it. */
export async function unindexExperts(at: Searched, rowIds: number[]): Promise<void> {
  if (rowIds.length > 0) await replaceTexts(at, await takeOut(at, rowIds), [], new Map());
}

/** Out of the indexes alone; gives the texts that were indexed. */
async function takeOut(at: Searched, rowIds: number[]): Promise<Texts[]> {
  const texts = await at.db.selectFrom("searchTexts").selectAll().where("expertRowId", "in", rowIds).execute();
  if (texts.length === 0) return [];
  for (const index of EXPERT_INDEXES) await at.fullText.remove(at.db, index, rowIds);
  return texts;
}

/** The scope of those who stand in a listing: of a category, or of a value of a facet. */
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
    const before = scopes.get(expertRowId) ?? (rank < NOT_FEATURED ? [FEATURED_SCOPE] : []);
    scopes.set(expertRowId, category === "*" ? before : [...before, listingScope(category)]);
  }
  return scopes;
}
