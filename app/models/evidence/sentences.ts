/** Sentences of plain or Markdown text. */

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Abbreviations that do not end a sentence. */
const GOES_ON =
  /(?:^|[\s(["'“‘])(?:dr|prof|mr|mrs|ms|mx|st|rev|hon|sen|gov|gen|col|lt|sir|al|vs|cf|e\.g|i\.e|approx|ca|no|nos|fig|figs|vol|pp|p|ed|eds|dept|univ|assoc|asst|est|resp|viz)\.["'”’)\]]*\s*$/i;
/** Those that may end one, as initials may. */
const MAY_GO_ON =
  /(?:^|[\s(["'“‘.-])(?:\p{Lu}|ph\.\s?d|m\.\s?d|[dm]\.\s?phil|d\.sc|[bm]\.sc|jr|sr|inc|ltd|co|corp|etc|a\.m|p\.m|u\.s|u\.k|e\.u|u\.s\.a|m\.p\.h|m\.b\.a|[bm]\.a|b\.s|m\.s|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.["'”’)\]]*\s*$/iu;
const BEGINS_ONE =
  /^["'“‘([]*(?:he|she|they|it|the|in|his|her|their|its|at|since|after|before|as|this|these|from|a|an|for|with|today|currently|born|by|when|while|during|under|and|but|however|also|one|to|on|we|our|you|i)\b/i;

const HEADING_SIGN = /^\s{0,3}#{1,6}(?:\s+|$)/;
/** In characters. */
const MAX_HEADING = 120;

/** The sentences of a text in their order, each trimmed; Markdown's headings, rules and list signs are no part of any. */
export function sentencesIn(text: string): string[] {
  return blocksIn(text).flatMap(sentencesOfBlock);
}

/** Runs of lines that form a paragraph, an entry of a list or a row of a table. */
function blocksIn(text: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (!line.trim() || isStructure(line)) {
      isOpen = false;
      continue;
    }
    const isHeading = HEADING_SIGN.test(line);
    const open = isHeading ? line.replace(HEADING_SIGN, "").replace(/\s+#+\s*$/, "") : line;
    const bare = open.replace(/^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,9}[.)]\s+)?/, "");
    const words = bare.startsWith("|") ? bare.replace(/^\|\s*|\s*\|\s*$/g, "") : bare;
    const begins = !isOpen || isHeading || /^\s*(?:[-*+]|\d{1,9}[.)])\s|^\s*\|/.test(line);
    if (begins) blocks.push(words);
    else blocks.push(`${blocks.pop()}\n${words}`);
    isOpen = !isHeading;
  }
  return blocks.filter((block) => block.trim());
}

/** A heading, rule, fence or the line under a table's header. A heading that reads as sentences is text. */
export function isStructure(line: string): boolean {
  if (HEADING_SIGN.test(line)) return !readsAsSentences(line.replace(HEADING_SIGN, ""));
  return /^\s*(?:[-*_]\s*){3,}$|^\s*=+\s*$|^\s*(?:```|~~~)|^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(line);
}

/** Whether a heading, title or label says more than what it names. */
export function readsAsSentences(heading: string): boolean {
  const words = heading.replace(/[*_`]|\s#+\s*$|^\s*\d{1,3}[.)]\s+/g, "").trim();
  if (words.length > MAX_HEADING || sentencesOfBlock(words).length > 1) return true;
  return /[.!。！]["'”’)\]]*$/.test(words) && !GOES_ON.test(words) && !MAY_GO_ON.test(words);
}

function sentencesOfBlock(block: string): string[] {
  const sentences: string[] = [];
  let open = "";
  let end = "";
  const pieces = Array.from(segmenter.segment(block.replace(/\n/g, " ")), ({ segment }) => segment);
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1] ?? "";
    const isOpen = next && goesOn((end + piece).trimEnd().slice(-LONGEST_END), next);
    open += piece;
    end = isOpen ? (end + piece).slice(-LONGEST_END) : "";
    if (isOpen) return;
    if (open.trim()) sentences.push(open.trim());
    open = "";
  });
  return sentences;
}

/** Of a sentence, as much as an abbreviation and what closes it take: all of it for each piece would be quadratic. */
const LONGEST_END = 60;

function goesOn(before: string, next: string): boolean {
  if (GOES_ON.test(before) || /^[\p{Ll}\d,;:)\]]/u.test(next)) return !/[!?。！？]\s*$/u.test(before);
  return MAY_GO_ON.test(before) && !BEGINS_ONE.test(next);
}
