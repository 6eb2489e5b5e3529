/** A page in passages that could be quotes. */
import type { SourcePage } from "~/models/records/evidence/evidence";
import { SAYS_NOTHING } from "~/models/records/evidence/facts/words.server";
import { sentencesIn } from "~/models/records/evidence/sentences";
import { fold } from "../../../../../db/fold";
import { stemOf } from "../../../../../db/search/stems";

/** A word or number of a text that says something. */
export interface Term {
  from: number;
  to: number;
  written: string;
  stem: string;
  /** A number, or written like a name. */
  isMarked: boolean;
}

export interface Passage {
  page: SourcePage;
  /** The text of the page, except for white space. */
  text: string;
  terms: Term[];
  /** Its place on the page: the first of its sentences or lines, and the one after its last. */
  from: number;
  to: number;
}

/** The most characters of a page, its most passages, and the most characters of one. */
export const MOST_READ = 200_000;
const MOST_PASSAGES = 2_000;
const LONGEST = 500;
const SHORTEST = 25;
/** A line without an end, as in tables, lists of prizes and CVs. */
const SHORT_LINE = 160;

/** Sentences and lines, and two or three of them that follow each other: at most 2,000 of the first 200,000 characters. */
export function passagesOf(page: SourcePage): Passage[] {
  const passages: Passage[] = [];
  const parts = blocksOf(page.text.slice(0, MOST_READ)).flatMap((text, block) =>
    sentencesIn(text).map((sentence) => ({ text: sentence, block })),
  );
  const add = (from: number, to: number) => {
    const text = parts
      .slice(from, to)
      .map((part) => part.text)
      .join(" ");
    if (passages.length >= MOST_PASSAGES || text.length < SHORTEST || text.length > LONGEST) return;
    passages.push({ page, text, terms: termsOf(text), from, to });
  };
  for (const [at, part] of parts.entries()) {
    add(at, at + 1);
    const [next, third] = [parts[at + 1], parts[at + 2]];
    if (!next) break;
    if (next.block === part.block || areOneEntry(part.text, next.text)) add(at, at + 2);
    if (third?.block === part.block) add(at, at + 3);
  }
  return passages;
}

/**
 * Tells whether two lines belong together: cells of a row, or a term with its meaning: "2012–" and "Professor in Geneva".
 */
function areOneEntry(first: string, next: string): boolean {
  return isLine(first) && isLine(next) && /\d/.test(first + next);
}

function isLine(text: string): boolean {
  return text.length <= SHORT_LINE && !/[.!?]["'”’)]?$/.test(text);
}

/** Returns runs of lines without a blank line between them. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    const words = line.trim().replace(/\s+/g, " ");
    if (words) open.push(words);
    else if (open.length > 0) {
      blocks.push(open.join(" "));
      open = [];
    }
  }
  return blocks;
}

export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: written, index: from } of text.matchAll(/\d+(?:[.,]\d+)*|[\p{L}\p{M}]+/gu)) {
    const word = fold(written);
    if (SAYS_NOTHING.has(word)) continue;
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
