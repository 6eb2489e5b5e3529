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
  written: string;
  stem: string;
  /** True for a number, and for a word that is capitalised like a name. */
  isMarked: boolean;
}

export interface Passage {
  page: SourcePage;
  /** The text of the page, except for white space. */
  text: string;
  terms: Term[];
  /** The index of its first sentence or line on the page, and of the one after its last. */
  from: number;
  to: number;
}

/** Limits, in characters: the part of a page that is read, and the length of a passage; and the number of passages. */
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
    const [next, third] = [parts[index + 1], parts[index + 2]];
    if (!next) break;
    if (next.block === part.block || areOneEntry(part.text, next.text)) add(index, index + 2);
    if (third?.block === part.block) add(index, index + 3);
  }
  return passages;
}

/**
 * Tells whether two lines belong together like the cells of a row, such as "2012–" and "Professor in Geneva".
 */
function areOneEntry(first: string, next: string): boolean {
  return isLine(first) && isLine(next) && /\d/.test(first + next);
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
  for (const { 0: written, index: from } of text.matchAll(/\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu)) {
    const word = fold(written);
    if (STOP_WORDS.has(word)) continue;
    const isNumber = /^\d/.test(written);
    const stem = isNumber ? word.replace(/,(?=\d{3})/g, "") : stemOf(word);
    terms.push({
      from,
      to: from + written.length,
      written,
      stem,
      isMarked: isNumber || (from > 0 && /^\p{Lu}/u.test(written)),
    });
  }
  return terms;
}
