/** Finds a quote in a page, and the sentences of a text that quotes support. */
import { normalized } from "~/db.server";
import { containsName, containsSurname } from "~/models/base/web/proof-names.server";
import { type CheckedText, isUndivided, type NewEvidence, type SourcePage, type WrittenSentence } from "./evidence";
import { isStructure, sentencesIn } from "./sentences";

export { sentencesIn } from "./sentences";

/** The number of characters of context on each side. */
const CONTEXT_LENGTH = 200;
const MAX_NAME_DISTANCE = 1_500;
const PART_LENGTH = 250;
const MAX_NAME_LENGTH = 100;
const MAX_QUOTE = 600;
const MIN_QUOTE = 20;
const MIN_QUOTE_UNSPACED = 8;
const MIN_WORDS = 4;
/** The limit of places of one quote in one page. */
const MAX_PLACES = 1_000;

const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Finds a quote verbatim and contiguous, whatever the white space and typography; null if the page does not have it. */
export function findQuote(quote: string, text: string | Searchable): { context: string } | null {
  const page = typeof text === "string" ? searchable(text) : text;
  const [place] = findPlaces(quote, page);
  return place ? { context: contextAround(page, place, CONTEXT_LENGTH) } : null;
}

/** Returns the sentences whose quotes stand in the pages they name, and the reasons against the others. */
export function checkSentences(
  field: string,
  sentences: WrittenSentence[],
  pages: SourcePage[],
  personName: string,
): CheckedText {
  const searchablePages = new Map<SourcePage, Searchable>();
  const checkedText: CheckedText = { sentences: [], text: "", evidence: [], unsupported: [] };
  let whitespace = "";
  for (const draft of sentences) {
    const sentence = draft.text.trim();
    if (!sentence) {
      whitespace += draft.text;
      continue;
    }
    const result = isStructure(sentence) ? null : evidenceFor(field, draft, pages, personName, searchablePages);
    whitespace += /^\s*/.exec(draft.text)?.[0] ?? "";
    const isUnsupported = typeof result === "string";
    checkedText.sentences.push({ text: sentence, evidence: isUnsupported ? null : result });
    if (isUnsupported) checkedText.unsupported.push({ sentence, reason: result });
    else {
      if (result) checkedText.evidence.push(result);
      checkedText.text += separator(field, checkedText.text, whitespace, sentence) + sentence;
      whitespace = "";
    }
    whitespace += draft.text.slice(draft.text.trimEnd().length);
  }
  checkedText.text = withoutEmptySections(checkedText.text);
  return checkedText;
}

function separator(field: string, textBefore: string, whitespace: string, sentence: string): string {
  if (!textBefore) return "";
  if (isUndivided(field)) return "\n";
  const isHeading = isStructure(sentence) || isStructure(textBefore.slice(textBefore.lastIndexOf("\n") + 1));
  if (isHeading || /\n\s*\n/.test(whitespace)) return "\n\n";
  return whitespace.includes("\n") ? "\n" : " ";
}

/** Removes headings under which no sentence was supported. */
function withoutEmptySections(text: string): string {
  const parts = text.split(/\n{2,}/);
  const depth = (part: string | undefined) => /^#{1,6}(?=\s)/.exec(part ?? "")?.[0].length ?? 7;
  const remainingParts: string[] = [];
  for (let index = parts.length - 1; index >= 0; index--) {
    const level = depth(parts[index]);
    if (level === 7 || (remainingParts.length > 0 && level < depth(remainingParts[0])))
      remainingParts.unshift(parts[index] as string);
  }
  return remainingParts.join("\n\n");
}

/** Returns the evidence, or the reason against it. */
function evidenceFor(
  field: string,
  { text, source, quote }: WrittenSentence,
  pages: SourcePage[],
  personName: string,
  searchablePages: Map<SourcePage, Searchable>,
): NewEvidence | string {
  const sentence = text.trim();
  if (/^#{1,6}\s/.test(sentence)) return "A heading has no quote.";
  if (!isUndivided(field) && sentencesIn(sentence).length > 1) return "It is more than one sentence for one quote.";
  if (source === null) return "It names no source.";
  const page = pages[source - 1];
  if (!page) return "It names a source that was not read.";
  const content = searchablePages.get(page) ?? searchable(page.text);
  searchablePages.set(page, content);
  const problem = problemWithQuote(quote, page, content, personName);
  return typeof problem === "string" ? problem : evidenceFrom({ field, sentence, quote, page, ...problem });
}

/** Checks a quote against one page. Returns its context, or a sentence that says what is wrong. */
export function problemWithQuote(
  quote: string,
  page: SourcePage,
  content: Searchable = searchable(page.text),
  personName = "",
): { context: string } | string {
  const length = [...quote.trim()].length;
  if (length === 0) return "It has no quote.";
  if (length > MAX_QUOTE) return `Its quote is longer than ${MAX_QUOTE} characters.`;
  const places = findPlaces(quote, content);
  if (places.length === 0) {
    if (isStitched(quote)) return "Its quote is put together from pieces.";
    return page.isCut
      ? "Its quote is not in the part of the page that can be read here: the page is too long."
      : "Its quote is not on the page.";
  }
  if (!isLongEnough(quote, content, places)) return "Its quote is too short to prove anything.";
  if (!personName.trim()) return { context: contextAround(content, places[0] as Place, CONTEXT_LENGTH) };
  if (!page.namesPerson) return `The page does not name ${personName.trim()}.`;
  const isTitled = containsName(page.title, personName);
  const isNear = isTitled ? () => true : nearName(content, personName);
  const place = places.find(isNear);
  if (!place) return `The page does not name ${personName.trim()} near the quote.`;
  return { context: contextAround(content, place, CONTEXT_LENGTH) };
}

/**
 * Returns a function that tells whether a place is near the name. Each part of the page is searched once, however many
 * places there are.
 */
function nearName({ text }: Searchable, personName: string): (place: Place) => boolean {
  const isNamedByPart = new Map<number, boolean>();
  const isNamedIn = (part: number) => {
    const from = part * PART_LENGTH;
    const isNamed =
      isNamedByPart.get(part) ??
      containsSurname(text.slice(Math.max(0, from - MAX_NAME_LENGTH), from + PART_LENGTH), personName);
    isNamedByPart.set(part, isNamed);
    return isNamed;
  };
  return ({ from, to }) => {
    const lastPart = Math.floor((to + MAX_NAME_DISTANCE) / PART_LENGTH);
    for (let part = Math.max(0, Math.floor((from - MAX_NAME_DISTANCE) / PART_LENGTH)); part <= lastPart; part++)
      if (isNamedIn(part)) return true;
    return false;
  };
}

export function evidenceFrom({
  field,
  sentence,
  quote,
  context,
  page: { url, title, retrievedAt, textHash, doi, isRetracted },
}: Pick<NewEvidence, "field" | "sentence" | "quote" | "context"> & { page: SourcePage }): NewEvidence {
  const source = { url, title, retrievedAt, textHash, ...(doi && { doi }) };
  const status = isRetracted ? "retracted" : "supported";
  return { field, sentence, quote: quote.trim(), context, source, status, keptBy: "", reason: "" };
}

function isStitched(quote: string): boolean {
  return /\.\.\.|…/.test(quote);
}

function isLongEnough(quote: string, page: Searchable, places: Place[]): boolean {
  const trimmedQuote = quote.trim();
  const length = [...trimmedQuote.replace(/\s+/g, " ")].length;
  if (length >= MIN_QUOTE || (trimmedQuote.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length >= MIN_WORDS) return true;
  if (!UNSPACED_SCRIPTS.test(trimmedQuote)) return false;
  return length >= MIN_QUOTE_UNSPACED || places.some((place) => isWholeLine(page, place));
}

function isWholeLine({ text }: Searchable, { from, to }: Place): boolean {
  return (
    /(?:^|\n)[^\S\n]*$/.test(text.slice(Math.max(0, from - 80), from)) &&
    /^[^\S\n]*(?:\n|$)/.test(text.slice(to, to + 80))
  );
}

/** A text reduced to the characters that must agree: without white space, dashes and invisible characters. */
export interface Searchable {
  text: string;
  key: string;
  /** The index in `text` of each character of `key`. */
  at: Uint32Array;
  /** The dash after each character of `key`. */
  dash: Uint8Array;
}

const NO_DASH = 0;
const DASH = 1;
/** A dash at the end of a line may only divide a word. */
const LINE_DASH = 2;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LEFT_OUT_CHARACTER = /[\s\p{Default_Ignorable_Code_Point}]/u;
const DASHES = /[-\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/;
const QUOTES = /["'`\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a\u275b-\u275e]/;

/** The replacement of each UTF-16 unit: itself, or one of these. It is computed at its first use. */
const UNKNOWN = 0;
const LEAVE_OUT = 1;
const MARK_DASH = 2;
const replacements = new Uint16Array(0x10000);

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (LEFT_OUT_CHARACTER.test(character)) return LEAVE_OUT;
  if (DASHES.test(character)) return MARK_DASH;
  return QUOTES.test(character) ? APOSTROPHE : Math.max(unit, MARK_DASH + 1);
}

const APOSTROPHE = 0x27;

export function searchable(source: string): Searchable {
  const text = normalized(source, "NFKC");
  const at = new Uint32Array(text.length);
  const dash = new Uint8Array(text.length);
  const key = new Uint16Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (replacements[unit] === UNKNOWN) replacements[unit] = kindOf(unit);
    const character = replacements[unit] as number;
    if (character === LEAVE_OUT) continue;
    if (character === MARK_DASH) {
      if (length > 0) dash[length - 1] = endsLine(text, index + 1) ? LINE_DASH : DASH;
      continue;
    }
    at[length] = index;
    key[length++] = character;
  }
  const units = Buffer.from(key.buffer, 0, 2 * length);
  return { text, key: units.toString("utf16le"), at, dash };
}

/** Tells whether only a few blanks stand before the end of the line. */
function endsLine(text: string, from: number): boolean {
  return /^[^\S\n\r]{0,7}[\n\r]/.test(text.slice(from, from + 8));
}

interface Place {
  from: number;
  to: number;
}

function findPlaces(quote: string, page: Searchable): Place[] {
  const searchedQuote = searchable(quote.slice(0, 4 * MAX_QUOTE).trim());
  const places: Place[] = [];
  if (!/[\p{L}\p{N}]/u.test(searchedQuote.key)) return places;
  let position = page.key.indexOf(searchedQuote.key);
  for (let tries = 0; position >= 0 && tries < MAX_PLACES; tries++) {
    const lastIndex = position + searchedQuote.key.length - 1;
    const place = { from: page.at[position] as number, to: (page.at[lastIndex] as number) + 1 };
    if (dashesAgree(searchedQuote, page, position) && beginsAndEndsWithWords(page.text, place)) places.push(place);
    position = page.key.indexOf(searchedQuote.key, position + 1);
  }
  return places;
}

function dashesAgree(searchedQuote: Searchable, page: Searchable, start: number): boolean {
  for (let index = 0; index < searchedQuote.key.length - 1; index++) {
    const [wantedDash, pageDash] = [searchedQuote.dash[index], page.dash[start + index]];
    if (wantedDash === NO_DASH ? pageDash === DASH : wantedDash === DASH && pageDash === NO_DASH) return false;
  }
  return true;
}

/** Keeps "able to cure" from matching in "unable to cure", and "5 million" in "3.5 million". */
function beginsAndEndsWithWords(text: string, { from, to }: Place): boolean {
  const textBefore = text.slice(Math.max(0, from - 3), from).replace(INVISIBLE, "");
  const textAfter = text.slice(to, to + 3).replace(INVISIBLE, "");
  const [start, end] = [text.slice(from, from + 2), text.slice(Math.max(0, to - 2), to)];
  return !isWithinWord(textBefore, start) && !isWithinWord(end, textAfter);
}

const WORD_GOES_ON = /(?:[\p{L}\p{N}\p{M}][-\u2010\u2011]?|\p{N}[.,])$/u;
const ENDS_WITH_POINT = /[\p{L}\p{N}\p{M}]$/u;

function isWithinWord(textBefore: string, textAfter: string): boolean {
  const [character = ""] = textAfter;
  if (/^[\p{L}\p{N}\p{M}]/u.test(textAfter)) {
    if (UNSPACED_SCRIPTS.test(textAfter.slice(0, 2)) || UNSPACED_SCRIPTS.test(textBefore.slice(-2))) return false;
    if (/\p{N}[.,]$/u.test(textBefore)) return /^\p{N}/u.test(textAfter);
    return WORD_GOES_ON.test(textBefore);
  }
  if (!ENDS_WITH_POINT.test(textBefore)) return false;
  if (/^[.,]\p{N}/u.test(textAfter)) return /\p{N}$/u.test(textBefore);
  return /^[-\u2010\u2011][\p{L}\p{N}]/u.test(textAfter) && character !== "";
}

function contextAround({ text }: Searchable, { from, to }: Place, length: number): string {
  // Leaves out half a character, which a cut may leave in a text without spaces.
  const start = text.slice(Math.max(0, from - length), from).replace(/^\p{Surrogate}/u, "");
  const end = text.slice(to, to + length).replace(/\p{Surrogate}$/u, "");
  const wholeWordsBefore = from > length ? start.replace(/^\S*\s+/, "") : start;
  const wholeWordsAfter = to + length < text.length ? end.replace(/(?<!\s)\s+\S*$/, "") : end;
  return `${wholeWordsBefore}${text.slice(from, to)}${wholeWordsAfter}`.replace(/\s+/g, " ").trim();
}
