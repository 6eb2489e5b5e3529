/** Splits a page into passages that could be quotes. */
import type { SourcePage } from "~/models/records/evidence/evidence";
import { STOP_WORDS } from "~/models/records/evidence/facts/words.server";
import { sentencesIn } from "~/models/records/evidence/sentences";
import { fold } from "../../../../../db/fold";
import { stemOf } from "../../../../../db/search/stems";

/** A word or number of a text, without function words. */
export interface Term {
  from: number;
  to: number;
  spelling: string;
  stem: string;
  /** True for a number, and for a word that is capitalised like a name. */
  isMarked: boolean;
}

export interface Passage {
  page: SourcePage;
  /** The text of the page, except for white space. */
  text: string;
  terms: Term[];
  /** The index of its first sentence or line on the page, and the index after its last. */
  from: number;
  to: number;
}

/** Limits the characters of a page that are read, the number of its passages, and the length of a passage. */
export const MAX_READ = 200_000;
const MAX_PASSAGES = 2_000;
const MAX_LENGTH = 500;
const MIN_LENGTH = 25;
/** Limits the length of a line without a full stop, such as in tables, lists of prizes and CVs. */
const SHORT_LINE = 160;

/** Returns the sentences and lines of a page, and groups of two or three that follow each other. */
export function passagesOf(page: SourcePage): Passage[] {
  const passages: Passage[] = [];
  const parts = blocksOf(page.text.slice(0, MAX_READ)).flatMap((text, block) =>
    sentencesIn(text).map((sentence) => ({ text: sentence, block })),
  );
  const add = (from: number, to: number) => {
    const text = parts
      .slice(from, to)
      .map((part) => part.text)
      .join(" ");
    if (passages.length >= MAX_PASSAGES || text.length < MIN_LENGTH || text.length > MAX_LENGTH) return;
    passages.push({ page, text, terms: termsOf(text), from, to });
  };
  for (const [index, part] of parts.entries()) {
    add(index, index + 1);
    const [nextPart, thirdPart] = [parts[index + 1], parts[index + 2]];
    if (!nextPart) break;
    if (nextPart.block === part.block || areOneEntry(part.text, nextPart.text)) add(index, index + 2);
    if (thirdPart?.block === part.block) add(index, index + 3);
  }
  return passages;
}

/**
 * Tells whether two lines belong together like the cells of a row, such as "2012–" and "Professor in Geneva".
 */
function areOneEntry(firstLine: string, nextLine: string): boolean {
  return isLine(firstLine) && isLine(nextLine) && /\d/.test(firstLine + nextLine);
}

function isLine(text: string): boolean {
  return text.length <= SHORT_LINE && !/[.!?]["'”’)]?$/.test(text);
}

/** Returns the blocks of lines between blank lines. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    const words = line.trim().replace(/\s+/g, " ");
    if (words) lines.push(words);
    else if (lines.length > 0) {
      blocks.push(lines.join(" "));
      lines = [];
    }
  }
  return blocks;
}

export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: spelling, index: from } of text.matchAll(/\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu)) {
    const word = fold(spelling);
    if (STOP_WORDS.has(word)) continue;
    const isNumber = /^\d/.test(spelling);
    const stem = isNumber ? word.replace(/,(?=\d{3})/g, "") : stemOf(word);
    terms.push({
      from,
      to: from + spelling.length,
      spelling,
      stem,
      isMarked: isNumber || (from > 0 && /^\p{Lu}/u.test(spelling)),
    });
  }
  return terms;
}
