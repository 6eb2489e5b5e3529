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
  if (nestingDepth(text) > MAX_LEVELS) return text.replace(/<[^<>]*>/g, " ").trim();
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

function nestingDepth(html: string): number {
  let [level, maxLevel] = [0, 0];
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi)) {
    if (/^(br|hr|img|input|wbr)$/i.test(name)) continue;
    level = Math.max(0, level + (slash ? -1 : 1));
    maxLevel = Math.max(maxLevel, level);
  }
  return maxLevel;
}
