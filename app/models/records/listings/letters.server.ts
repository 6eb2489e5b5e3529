import { LRUCache } from "lru-cache";
import { readDb, untilContentChanges } from "~/db.server";
import { DIRECTORY_PAGE_SIZE } from "./list-address";
import { EVERYONE } from "./listing.server";

/** A letter of a list in the order of names, with the place of the first person who has it, from 0. */
export interface Letter {
  letter: string;
  at: number;
}

const MOST_KEPT = 100;
const keptLetters = untilContentChanges(async () => new LRUCache<string, Letter[]>({ max: MOST_KEPT }));

/** The letters of a whole listing. */
export async function lettersOf(listing: string): Promise<Letter[]> {
  const all = await keptLetters();
  const letters = all.get(listing) ?? (await readLetters(listing));
  all.set(listing, letters);
  return letters;
}

/** Seeks each letter and counts up to the next one: the index has the order, and no query reads all of a long list. */
async function readLetters(listing: string): Promise<Letter[]> {
  const inList = readDb.selectFrom("listing").where("category", "=", listing);
  const places = new Map<string, number>();
  let [from, at] = ["", 0];
  while (places.size < MOST_LETTERS) {
    const rest = inList.where("sortsAs", ">=", from);
    const first = await rest.select("sortsAs").orderBy("sortsAs").limit(1).executeTakeFirst();
    if (!first) break;
    const [character = ""] = first.sortsAs;
    addPlace(places, character, at);
    const end = endOf(character);
    if (end === null) break;
    const before = rest.where("sortsAs", "<", end).select((e) => e.fn.countAll<number>().as("people"));
    at += Number((await before.executeTakeFirstOrThrow()).people);
    from = end;
  }
  return lettersAt(places, at);
}

/** All alphabets together have fewer that a site would use. */
const MOST_LETTERS = 200;

/** What comes after all that stands under the letter of a character. */
function endOf(character: string): string | null {
  const code = codeOf(character);
  if (code < codeOf("a")) return "a";
  const block = HAN.find(([start, end]) => code >= start && code < end);
  const next = block?.[1] ?? code + 1;
  if (next > 0x10ffff) return null;
  return String.fromCodePoint(next >= 0xd800 && next < 0xe000 ? 0xe000 : next);
}

/** The blocks of Chinese characters: https://www.unicode.org/Public/UNIDATA/Blocks.txt */
const HAN = [
  [0x2e80, 0x2fe0],
  [0x3400, 0x4dc0],
  [0x4e00, 0xa000],
  [0xf900, 0xfb00],
  [0x20000, 0x323b0],
] as const;

const AT_ONCE = 1_000;

/** The letters of people in the order of their names; none where they stand in another order. */
export async function lettersAmong(rowIds: number[]): Promise<Letter[]> {
  const firstOf = new Map<number, string>();
  for (let at = 0; at < rowIds.length; at += AT_ONCE) {
    const rows = await readDb
      .selectFrom("listing")
      .select((e) => ["expertRowId", e.fn<string>("substr", ["sortsAs", e.val(1), e.val(1)]).as("first")])
      .where("expertRowId", "in", rowIds.slice(at, at + AT_ONCE))
      .where("category", "=", EVERYONE)
      .execute();
    for (const { expertRowId, first } of rows) firstOf.set(Number(expertRowId), first);
  }
  const firsts = rowIds.map((rowId) => firstOf.get(Number(rowId)) ?? "");
  const isInOrder = firsts.every((first, place) => place === 0 || codeOf(firsts[place - 1] ?? "") <= codeOf(first));
  const places = new Map<string, number>();
  for (const [at, first] of firsts.entries()) addPlace(places, first, at);
  return isInOrder ? lettersAt(places, rowIds.length) : [];
}

function addPlace(places: Map<string, number>, character: string, at: number): void {
  const letter = letterOf(character);
  if (!places.has(letter)) places.set(letter, at);
}

/** The letters of another alphabet than the Latin one are together where all its people would fit on a page. */
function lettersAt(places: Map<string, number>, total: number): Letter[] {
  const all = [...places].map(([letter, at]) => ({ letter, at }));
  const letters: Letter[] = [];
  for (let place = 0; place < all.length; ) {
    const first = all[place] as Letter;
    const script = SCRIPTS.find((pattern) => pattern.test(first.letter));
    const others = all.findIndex(({ letter }, at) => at > place && !script?.test(letter));
    const end = others < 0 ? all.length : others;
    const people = (all[end]?.at ?? total) - first.at;
    const last = all[end - 1] as Letter;
    const isTogether = script && end - place > 1 && people <= DIRECTORY_PAGE_SIZE;
    const range = { letter: `${first.letter}–${last.letter}`, at: first.at };
    letters.push(...(isTogether ? [range] : all.slice(place, end)));
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

/** Both engines compare texts by their code points. */
function codeOf(character: string): number {
  return character.codePointAt(0) ?? -1;
}

/** Folded Korean names begin with one of these, from U+1100 on; alone they are written so. */
const KOREAN = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** The letter under which a folded name stands: of every alphabet its own, one for all that is written in Chinese characters. */
function letterOf(first: string): string {
  if (/\p{Script=Han}/u.test(first)) return "漢";
  if (!/\p{L}/u.test(first)) return "#";
  const initial = KOREAN[codeOf(first) - 0x1100];
  return initial ?? first.toUpperCase();
}
