import type { Fetched } from "~/services/safe-fetch.server";
import { pdfText } from "./proof-pdf.server";

/** A cut page is still readable, a cut PDF is not. */
const MAX_TEXT_BYTES = 512 * 1024;

type Answer = Pick<Fetched, "bytes" | "contentType" | "charset">;

/** The text of a page, plain text or PDF; null for other types. */
export async function readable(answer: Answer): Promise<string | null> {
  return (await readDocument(answer))?.text ?? null;
}

/** `readable`, with what the document calls itself: its title and first heading, or its first line. */
export async function readDocument({
  bytes,
  contentType,
  charset,
}: Answer): Promise<{ text: string; titles: string[] } | null> {
  if (contentType === "application/pdf" || startsAs(bytes, "%PDF-")) return withFirstLine(await pdfText(bytes));
  const isPage = /^(text\/html|application\/(xhtml\+xml|xml)|text\/xml)$/.test(contentType);
  const isText = /^(text\/(?!css|javascript)[\w.+-]+|application\/(ld\+)?json)$/.test(contentType);
  if (!isPage && !isText) return null;
  const text = decode(bytes.subarray(0, MAX_TEXT_BYTES), charset);
  return isPage ? { text: pageText(text), titles: titlesOf(text) } : withFirstLine(text);
}

function withFirstLine(text: string) {
  return { text, titles: [/\S[^\n]{0,199}/.exec(text)?.[0].trim() ?? ""] };
}

function titlesOf(html: string): string[] {
  const lower = html.toLowerCase();
  return ["title", "h1"].map((name) => {
    const open = lower.indexOf(`<${name}`);
    const close = open < 0 ? -1 : lower.indexOf(`</${name}`, open);
    return close < 0
      ? ""
      : pageText(html.slice(open, Math.min(close, open + MAX_TAG_LENGTH)))
          .replace(/\s+/g, " ")
          .trim();
  });
}

function startsAs(bytes: Uint8Array, start: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, start.length)).toString("latin1") === start
  );
}

function decode(bytes: Uint8Array, declared: string): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString("latin1");
  const charset = declared || /charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1] || "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const NO_TEXT = /^<(script|style|template|svg)\b/i;
const META = /^<meta\b[^>]*?\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** Elements that do not end a word. */
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|strong|sub|sup|time|u|var|wbr)\b/i;
const MAX_TAG_LENGTH = 4_096;

/** The visible text and the `meta` descriptions. */
export function pageText(html: string): string {
  const pieces: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    const tag = html.slice(open, open + MAX_TAG_LENGTH);
    if (tag.startsWith("<!--")) {
      at = past(lower, "-->", open);
      continue;
    }
    if (!/^<[a-z/!?]/i.test(tag)) {
      pieces.push("<");
      at = open + 1;
      continue;
    }
    const [, name] = NO_TEXT.exec(tag) ?? [];
    const [, double, single] = META.exec(tag.slice(0, tag.indexOf(">") + 1 || undefined)) ?? [];
    if (!INLINE.test(tag)) pieces.push(`\n${double ?? single ?? ""}\n`);
    at = past(lower, ">", name ? lower.indexOf(`</${name.toLowerCase()}`, open) : open);
  }
  pieces.push(html.slice(at));
  return withCharacters(pieces.join(""));
}

function past(text: string, end: string, from: number): number {
  const found = from < 0 ? -1 : text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

const NAMED: Record<string, string> = {
  ...{ amp: "&", nbsp: " ", shy: "", lt: "<", gt: ">", quot: '"', apos: "'", szlig: "ß", oslash: "ø", Oslash: "Ø" },
  ...{ ndash: "–", mdash: "—", hellip: "…", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
  ...{ sbquo: "‚", bdquo: "„", bull: "•", middot: "·", times: "×", deg: "°", copy: "©", reg: "®", trade: "™" },
  ...{ aelig: "æ", AElig: "Æ", oelig: "œ", OElig: "Œ", thinsp: " ", ensp: " ", emsp: " ", zwj: "", zwnj: "" },
};
/** Combining marks: "&eacute;" is an "e" with an acute. */
const MARKS: Record<string, string> = {
  ...{ acute: "\u0301", grave: "\u0300", circ: "\u0302", uml: "\u0308", tilde: "\u0303", ring: "\u030a" },
  ...{ cedil: "\u0327", caron: "\u030c", macr: "\u0304", breve: "\u0306", ogon: "\u0328", dot: "\u0307" },
};
const LETTER_AND_MARK = /^([a-z])(acute|grave|circ|uml|tilde|ring|cedil|caron|macr|breve|ogon|dot)$/i;

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));/gi, (entity, decimal, hex, name) => {
    if (name) return namedCharacter(name) ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

function namedCharacter(name: string): string | undefined {
  const [, letter, mark] = LETTER_AND_MARK.exec(name) ?? [];
  if (letter && mark) return (letter + MARKS[mark.toLowerCase()]).normalize("NFC");
  return NAMED[name] ?? NAMED[name.toLowerCase()];
}
