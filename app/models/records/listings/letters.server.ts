import { LRUCache } from "lru-cache";
import { readDb, untilContentChanges } from "~/db.server";
import { DIRECTORY_PAGE_SIZE } from "./list-address";
import { EVERYONE } from "./listing.server";

/** A letter of a list in the order of names, with the place of the first person who has it, from 0. */
export interface Letter {
  letter: string;
  at: number;
}

const MAX_CACHED = 100;
const letterCache = untilContentChanges(async () => new LRUCache<string, Letter[]>({ max: MAX_CACHED }));

/** Returns the letters of a complete listing. */
export async function lettersOf(listing: string): Promise<Letter[]> {
  const cache = await letterCache();
  const letters = cache.get(listing) ?? (await readLetters(listing));
  cache.set(listing, letters);
  return letters;
}

/** Seeks each letter and counts up to the next one: the index has the order, and no query reads all of a long list. */
async function readLetters(listing: string): Promise<Letter[]> {
  const entries = readDb.selectFrom("listing").where("category", "=", listing);
  const places = new Map<string, number>();
  let [from, at] = ["", 0];
  while (places.size < MAX_LETTERS) {
    const remainingEntries = entries.where("sortsAs", ">=", from);
    const firstEntry = await remainingEntries.select("sortsAs").orderBy("sortsAs").limit(1).executeTakeFirst();
    if (!firstEntry) break;
    const [character = ""] = firstEntry.sortsAs;
    addPlace(places, character, at);
    const end = nextLetterStart(character);
    if (end === null) break;
    const entriesOfLetter = remainingEntries
      .where("sortsAs", "<", end)
      .select((e) => e.fn.countAll<number>().as("people"));
    at += Number((await entriesOfLetter.executeTakeFirstOrThrow()).people);
    from = end;
  }
  return groupLetters(places, at);
}

/** Limits the letters of a list: a site uses fewer, even with several alphabets. */
const MAX_LETTERS = 200;

/** Returns the first character after those of the same letter; null after the last. */
function nextLetterStart(character: string): string | null {
  const code = codeOf(character);
  if (code < codeOf("a")) return "a";
  const block = HAN_BLOCKS.find(([start, end]) => code >= start && code < end);
  const next = block?.[1] ?? code + 1;
  if (next > 0x10ffff) return null;
  return String.fromCodePoint(next >= 0xd800 && next < 0xe000 ? 0xe000 : next);
}

/** The blocks of Chinese characters: https://www.unicode.org/Public/UNIDATA/Blocks.txt */
const HAN_BLOCKS = [
  [0x2e80, 0x2fe0],
  [0x3400, 0x4dc0],
  [0x4e00, 0xa000],
  [0xf900, 0xfb00],
  [0x20000, 0x323b0],
] as const;

const BATCH_SIZE = 1_000;

/** Returns the letters of people who are in the order of their names; an empty list for any other order. */
export async function lettersOfPeople(rowIds: number[]): Promise<Letter[]> {
  const characterOf = new Map<number, string>();
  for (let index = 0; index < rowIds.length; index += BATCH_SIZE) {
    const rows = await readDb
      .selectFrom("listing")
      .select((e) => ["expertRowId", e.fn<string>("substr", ["sortsAs", e.val(1), e.val(1)]).as("firstCharacter")])
      .where("expertRowId", "in", rowIds.slice(index, index + BATCH_SIZE))
      .where("category", "=", EVERYONE)
      .execute();
    for (const { expertRowId, firstCharacter } of rows) characterOf.set(Number(expertRowId), firstCharacter);
  }
  const characters = rowIds.map((rowId) => characterOf.get(Number(rowId)) ?? "");
  const isInOrder = characters.every(
    (character, index) => index === 0 || codeOf(characters[index - 1] ?? "") <= codeOf(character),
  );
  const places = new Map<string, number>();
  for (const [index, character] of characters.entries()) addPlace(places, character, index);
  return isInOrder ? groupLetters(places, rowIds.length) : [];
}

function addPlace(places: Map<string, number>, character: string, at: number): void {
  const letter = letterOf(character);
  if (!places.has(letter)) places.set(letter, at);
}

/** Joins the letters of a script other than Latin into a range if all its people fit on a page. */
function groupLetters(places: Map<string, number>, total: number): Letter[] {
  const allLetters = [...places].map(([letter, at]) => ({ letter, at }));
  const letters: Letter[] = [];
  for (let place = 0; place < allLetters.length; ) {
    const firstLetter = allLetters[place] as Letter;
    const script = SCRIPTS.find((pattern) => pattern.test(firstLetter.letter));
    const nextIndex = allLetters.findIndex(({ letter }, index) => index > place && !script?.test(letter));
    const end = nextIndex < 0 ? allLetters.length : nextIndex;
    const people = (allLetters[end]?.at ?? total) - firstLetter.at;
    const lastLetter = allLetters[end - 1] as Letter;
    const isRange = script && end - place > 1 && people <= DIRECTORY_PAGE_SIZE;
    const range = { letter: `${firstLetter.letter}–${lastLetter.letter}`, at: firstLetter.at };
    letters.push(...(isRange ? [range] : allLetters.slice(place, end)));
    place = end;
  }
  return letters;
}

const SCRIPTS = [
  /^\p{Script=Greek}/u,
  /^\p{Script=Cyrillic}/u,
  /^\p{Script=Armenian}/u,
  /^\p{Script=Hebrew}/u,
  /^\p{Script=Arabic}/u,
  /^\p{Script=Georgian}/u,
  /^\p{Script=Hangul}/u,
  /^\p{Script=Hiragana}/u,
  /^\p{Script=Katakana}/u,
  /^\p{Script=Ethiopic}/u,
  /^\p{Script=Devanagari}/u,
  /^\p{Script=Bengali}/u,
  /^\p{Script=Gurmukhi}/u,
  /^\p{Script=Gujarati}/u,
  /^\p{Script=Oriya}/u,
  /^\p{Script=Tamil}/u,
  /^\p{Script=Telugu}/u,
  /^\p{Script=Kannada}/u,
  /^\p{Script=Malayalam}/u,
  /^\p{Script=Sinhala}/u,
  /^\p{Script=Thai}/u,
  /^\p{Script=Lao}/u,
  /^\p{Script=Tibetan}/u,
  /^\p{Script=Myanmar}/u,
  /^\p{Script=Khmer}/u,
];

/** Returns the code point, by which both database engines compare texts. */
function codeOf(character: string): number {
  return character.codePointAt(0) ?? -1;
}

/** The Korean initial consonants. Folded names begin with their forms from U+1100, readers see these. */
const KOREAN_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** Returns the letter of a folded name: the letter of its alphabet, "漢" for Chinese characters, "#" for digits. */
function letterOf(character: string): string {
  if (/\p{Script=Han}/u.test(character)) return "漢";
  if (!/\p{L}/u.test(character)) return "#";
  const initial = KOREAN_INITIALS[codeOf(character) - 0x1100];
  return initial ?? character.toUpperCase();
}
