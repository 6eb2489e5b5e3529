import { decodeHTMLStrict } from "entities/decode";
import { lazyPackage } from "~/services/lazy-package.server";

const turndown = lazyPackage<typeof import("turndown")>("turndown");

let service: import("turndown") | undefined;

const TAG =
  /<\/?(?:p|br|div|span|strong|em|b|i|u|s|a|ul|ol|li|dl|dt|dd|h[1-6]|hr|blockquote|table|tbody|thead|tr|td|th|sup|sub|small|big|mark|font|center|img|figure|iframe|section|article|header|footer|pre|code|script|style|o:p)\b[^<>]*>/i;
/** Deeper than any text that somebody wrote; a parser of trees takes a step of the stack for each. */
const MAX_LEVELS = 100;

/** Returns a text with HTML as Markdown; other texts stay unchanged. Too deep nesting becomes its words. */
export function markdownOf(text: string): string {
  if (!TAG.test(text)) return decodeHTMLStrict(text);
  if (depthOf(text) > MAX_LEVELS) return text.replace(/<[^<>]*>/g, " ").trim();
  service ??= new (turndown())({
    headingStyle: "atx",
    bulletListMarker: "-",
    emDelimiter: "*",
    codeBlockStyle: "fenced",
  }).remove(["script", "style"]);
  return service
    .turndown(text.replace(/\n+/g, " "))
    .replace(/^( *-) {2,}/gm, "$1 ")
    .trim();
}

/** A line without what HTML there is in it: a name, a title, a place. */
export function lineOfHtml(text: string): string {
  if (!TAG.test(text)) return decodeHTMLStrict(text);
  return decodeHTMLStrict(text.replace(/<br\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, " "))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ([,.;:!?)])/g, "$1")
    .trim();
}

function depthOf(html: string): number {
  let [level, most] = [0, 0];
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi)) {
    if (/^(br|hr|img|input|wbr)$/i.test(name)) continue;
    level = Math.max(0, level + (end ? -1 : 1));
    most = Math.max(most, level);
  }
  return most;
}
