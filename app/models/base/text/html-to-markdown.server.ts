import { decodeHTMLStrict } from "entities/decode";
import { lazyPackage } from "~/services/lazy-package.server";

const loadTurndown = lazyPackage<typeof import("turndown")>("turndown");

let converter: import("turndown") | undefined;

const TAG =
  /<\/?(?:p|br|div|span|strong|em|b|i|u|s|a|ul|ol|li|dl|dt|dd|h[1-6]|hr|blockquote|table|tbody|thead|tr|td|th|sup|sub|small|big|mark|font|center|img|figure|iframe|section|article|header|footer|pre|code|script|style|o:p)\b[^<>]*>/gi;
/** Matches tags that divide lines, or that need a parser. */
const BLOCK_TAG =
  /<\/?(?:p|br|div|ul|ol|li|dl|dt|dd|h[1-6]|hr|blockquote|table|tbody|thead|tr|td|th|center|img|figure|iframe|section|article|header|footer|pre|code|script|style|o:p)\b[^<>]*>/i;
/** Limits the levels of elements, because the parser recurses once for each level. No text of a person has as many. */
const MAX_LEVELS = 100;

/**
 * Converts HTML to Markdown, and leaves other texts unchanged. Keeps only the words of HTML that is nested too deep.
 */
export function htmlToMarkdown(text: string): string {
  if (text.search(TAG) < 0) return decodeHTMLStrict(text);
  if (!BLOCK_TAG.test(text)) return inlineToMarkdown(text);
  if (isNestedTooDeep(text)) return text.replace(/<[^<>]*>/g, " ").trim();
  converter ??= new (loadTurndown())({
    headingStyle: "atx",
    bulletListMarker: "-",
    emDelimiter: "*",
    codeBlockStyle: "fenced",
  }).remove(["script", "style"]);
  return converter
    .turndown(text.replace(/\n+/g, " "))
    .replace(/^( *-) {2,}/gm, "$1 ")
    .trim();
}

/** Converts the tags within lines of a text that is otherwise Markdown, and keeps its line breaks. */
function inlineToMarkdown(text: string): string {
  const mark = (sign: string) => (_: string, _tag: string, words: string) => {
    const trimmedWords = words.trim();
    return trimmedWords && words.replace(trimmedWords, () => `${sign}${trimmedWords}${sign}`);
  };
  const converted = text
    .replace(/<\/?(?:span|u|s|font|small|big|mark|sup|sub)\b[^<>]*>/gi, "")
    .replace(/<(b|strong)\b[^<>]*>([^<>]*)<\/\1>/gi, mark("**"))
    .replace(/<(i|em)\b[^<>]*>([^<>]*)<\/\1>/gi, mark("*"))
    .replace(/<(b|strong)\b[^<>]*>([^<>]*)<\/\1>/gi, mark("**"))
    .replace(/<a\b([^<>]*)>([^<>]*)<\/a>/gi, (_, attributes: string, label: string) => {
      const [, , url] = /\shref=(["']?)([^"'\s]+)\1(?=\s|$)/i.exec(attributes) ?? [];
      return url ? `[${label}](${url})` : label;
    })
    .replace(TAG, "");
  return decodeHTMLStrict(converted).trim();
}

/** Returns a name, a title or a place as one line without HTML. */
export function htmlToLine(text: string): string {
  if (text.search(TAG) < 0) return decodeHTMLStrict(text);
  return decodeHTMLStrict(text.replace(/<br\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, " "))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ([,.;:!?)])/g, "$1")
    .trim();
}

const VOID_TAG = /^(area|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const CELL_ENDS = ["p", "td", "th"];
const ROW_ENDS = [...CELL_ENDS, "tr"];
const ROWS_END = [...ROW_ENDS, "tbody", "thead", "tfoot"];
/** The open elements that HTML ends where another begins: https://html.spec.whatwg.org/#optional-tags. */
const ENDED_BY = new Map([
  ["p", ["p"]],
  ["li", ["p", "li"]],
  ["dt", ["p", "dt", "dd"]],
  ["dd", ["p", "dt", "dd"]],
  ["td", CELL_ENDS],
  ["th", CELL_ENDS],
  ["tr", ROW_ENDS],
  ["tbody", ROWS_END],
  ["thead", ROWS_END],
  ["tfoot", ROWS_END],
]);

/** Tells whether elements are nested too deep. An end tag without an element ends none. */
function isNestedTooDeep(html: string): boolean {
  const openTags: string[] = [];
  const endThose = (isEnded: (name: string) => boolean) => {
    while (isEnded(openTags.at(-1) ?? "")) openTags.pop();
  };
  for (const [, slash, tag = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi)) {
    const name = tag.toLowerCase();
    if (VOID_TAG.test(name)) continue;
    if (!slash) {
      endThose((openTag) => ENDED_BY.get(name)?.includes(openTag) ?? false);
      openTags.push(name);
      if (openTags.length > MAX_LEVELS) return true;
    } else if (openTags.includes(name)) {
      endThose((openTag) => openTag !== name && ENDED_BY.has(openTag));
      openTags.splice(openTags.lastIndexOf(name), 1);
    }
  }
  return false;
}
