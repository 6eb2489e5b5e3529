/** Splits plain or Markdown text into sentences. */
import { headingWords } from "~/models/base/text/words";

let segmenter: Intl.Segmenter | undefined;

/** Makes the segmenter at its first use, because it loads a file of Node with its rules. */
function sentenceSegments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "sentence" });
  return segmenter.segment(text);
}

/** Matches abbreviations that do not end a sentence. */
const GOES_ON =
  /(?:^|[\s(["'“‘])(?:dr|prof|mr|mrs|ms|mx|st|rev|hon|sen|gov|gen|col|lt|sir|al|vs|cf|e\.g|i\.e|approx|ca|no|nos|fig|figs|vol|pp|p|ed|eds|dept|univ|assoc|asst|est|resp|viz)\.["'”’)\]]*\s*$/i;
/** Matches abbreviations that may end a sentence, as initials may. */
const MAY_GO_ON =
  /(?:^|[\s(["'“‘.-])(?:\p{Lu}|ph\.\s?d|m\.\s?d|[dm]\.\s?phil|d\.sc|[bm]\.sc|jr|sr|inc|ltd|co|corp|etc|a\.m|p\.m|u\.s|u\.k|e\.u|u\.s\.a|m\.p\.h|m\.b\.a|[bm]\.a|b\.s|m\.s|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.["'”’)\]]*\s*$/iu;
const BEGINS_SENTENCE =
  /^["'“‘([]*(?:he|she|they|it|the|in|his|her|their|its|at|since|after|before|as|this|these|from|a|an|for|with|today|currently|born|by|when|while|during|under|and|but|however|also|one|to|on|we|our|you|i)\b/i;

const HEADING_SIGN = /^\s{0,3}#{1,6}(?:\s+|$)/;
/** The limit of characters of a heading. */
const MAX_HEADING = 120;

/** A sentence with its end in the text. */
export interface PlacedSentence {
  sentence: string;
  end: number;
}

/** Tells whether a piece of a text is known to be a sentence. */
type IsKnown = (piece: string) => boolean;

/** Returns the sentences of a text in their order, trimmed and without Markdown's headings, rules and list signs. */
export function sentencesIn(text: string): string[] {
  return blocksIn(text).flatMap(({ text: block }) => sentencesOfBlock(block).map(({ sentence }) => sentence));
}

/** Returns the same sentences as `sentencesIn`, with their places. Known sentences are not joined to others. */
export function placedSentencesIn(text: string, isKnown?: IsKnown): PlacedSentence[] {
  return blocksIn(text).flatMap(({ text: block, lines }) => {
    let line = 0;
    const sentences = sentencesOfBlock(block).flatMap((entry) => (isKnown ? divided(entry, isKnown) : [entry]));
    return sentences.map(({ sentence, end }) => {
      while ((lines[line + 1]?.at ?? Number.POSITIVE_INFINITY) < end) line++;
      const { at, from } = lines[line] as Line;
      return { sentence, end: from + end - at };
    });
  });
}

/** A line of a block, with its beginning in the block and in the text. */
interface Line {
  at: number;
  from: number;
}

interface Block {
  text: string;
  lines: Line[];
}

/** Returns the runs of lines that form a paragraph, an entry of a list or a row of a table. */
function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  let nextIndex = 0;
  for (const [number, line] of text.split(/(\r\n?|\n)/).entries()) {
    const index = nextIndex;
    nextIndex += line.length;
    if (number % 2 === 1) continue;
    if (!line.trim() || isStructure(line)) {
      isOpen = false;
      continue;
    }
    const isHeading = HEADING_SIGN.test(line);
    const lineText = isHeading ? headingWords(line) : line;
    const content = lineText.replace(/^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,9}[.)]\s+)?/, "");
    const words = content.startsWith("|") ? withoutBars(content) : content;
    const from = index + line.lastIndexOf(words);
    const block = isHeading || /^\s*(?:[-*+]|\d{1,9}[.)])\s|^\s*\|/.test(line) || !isOpen ? null : blocks.at(-1);
    if (block) {
      block.lines.push({ at: block.text.length + 1, from });
      block.text += `\n${words}`;
    } else blocks.push({ text: words, lines: [{ at: 0, from }] });
    isOpen = !isHeading;
  }
  return blocks.filter((block) => block.text.trim());
}

function withoutBars(row: string): string {
  return row
    .trim()
    .replace(/^\||\|$/g, "")
    .trim();
}

/**
 * Tells whether a line is a heading, a rule, a fence or the line under a table's header. A heading that reads as sentences
 * is text.
 */
export function isStructure(line: string): boolean {
  if (HEADING_SIGN.test(line)) return !readsAsSentences(line.replace(HEADING_SIGN, ""));
  return RULE_OR_FENCE.test(line.trim()) || /^[\s:|]*-[\s:-]*\|[\s:|-]*$/.test(line);
}

const RULE_OR_FENCE = /^(?:[-*_]\s*){3,}$|^=+$|^(?:```|~~~)/;

/** Tells whether a heading, title or label states more than a name. */
export function readsAsSentences(heading: string): boolean {
  const words = heading.replace(/[*_`]|\s#+\s*$|^\s*\d{1,3}[.)]\s+/g, "").trim();
  if (words.length > MAX_HEADING || sentencesOfBlock(words).length > 1) return true;
  return /[.!。！]["'”’)\]]*$/.test(words) && !GOES_ON.test(words) && !MAY_GO_ON.test(words);
}

function sentencesOfBlock(block: string): PlacedSentence[] {
  // Ends early for most headings and entries of lists: nothing in them can end a sentence.
  const text = block.replace(/\n/g, " ");
  if (ONE_SENTENCE.test(text)) return text.trim() ? [{ sentence: text.trim(), end: text.trimEnd().length }] : [];
  const sentences: PlacedSentence[] = [];
  let openSentence = "";
  let ending = "";
  let end = 0;
  const pieces = Array.from(sentenceSegments(text), ({ segment }) => segment);
  pieces.forEach((piece, index) => {
    const nextPiece = pieces[index + 1] ?? "";
    const isOpen = nextPiece && goesOn((ending + piece).trimEnd().slice(-MAX_ENDING_LENGTH), nextPiece);
    openSentence += piece;
    end += piece.length;
    ending = isOpen ? (ending + piece).slice(-MAX_ENDING_LENGTH) : "";
    if (isOpen) return;
    const blank = openSentence.length - openSentence.trimEnd().length;
    if (openSentence.trim()) sentences.push({ sentence: openSentence.trim(), end: end - blank });
    openSentence = "";
  });
  return sentences;
}

/** Matches a possible end of a sentence, such as an abbreviation. */
const POSSIBLE_END = /[.!?。]["'”’)\]*_`]*(?:\([^\s()]*\)["'”’)*_`]*)?\s+/g;
/** The limit of possible ends within one sentence. All pairs of them are compared. */
const MAX_POSSIBLE_ENDS = 20;

/** Divides a sentence where known sentences begin or end in it: an abbreviation may have ended one. */
function divided(entry: PlacedSentence, isKnown: IsKnown): PlacedSentence[] {
  const { sentence: text, end } = entry;
  const ends = Array.from(text.matchAll(POSSIBLE_END), ({ 0: sign, index }) => index + sign.length);
  if (ends.length === 0 || ends.length > MAX_POSSIBLE_ENDS || isKnown(text)) return [entry];
  const places = [0, ...ends, text.length];
  const piece = (from: number, to: number) => text.slice(places[from], places[to]).trimEnd();
  const pieces: PlacedSentence[] = [];
  const add = (from: number, to: number) => {
    const sentence = piece(from, to);
    if (from < to) pieces.push({ sentence, end: end - text.length + (places[from] as number) + sentence.length });
  };
  let unknownFrom = 0;
  for (let from = 0; from < places.length - 1; ) {
    let to = places.length - 1;
    while (to > from && !isKnown(piece(from, to))) to--;
    if (to > from) {
      add(unknownFrom, from);
      add(from, to);
      unknownFrom = to;
    }
    from = Math.max(to, from + 1);
  }
  add(unknownFrom, places.length - 1);
  return pieces;
}

/** Matches text without a character that can end a sentence (UAX #29 §5). */
const ONE_SENTENCE = /^[\t\x20a-z0-9,;:()'"*_`#|-]*$/i;

/**
 * Characters that an abbreviation and the signs after it take. Looking at the whole sentence for each piece would be
 * quadratic.
 */
const MAX_ENDING_LENGTH = 60;

function goesOn(textBefore: string, nextPiece: string): boolean {
  // Skips signs such as the end of an emphasis.
  if (!/[\p{L}\p{N}]/u.test(nextPiece)) return true;
  if (GOES_ON.test(textBefore) || /^[\p{Ll}\d,;:)\]]/u.test(nextPiece)) return !/[!?。！？]\s*$/u.test(textBefore);
  return MAY_GO_ON.test(textBefore) && !BEGINS_SENTENCE.test(nextPiece);
}
