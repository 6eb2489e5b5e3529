import type { Fetched } from "~/services/safe-fetch.server";
import { pdfText } from "./proof-pdf.server";

/** A cut page is still readable, a cut PDF is not. */
const MAX_TEXT_BYTES = 512 * 1024;

type Answer = Pick<Fetched, "bytes" | "contentType" | "charset">;

export interface ReadableDocument {
  text: string;
  /** Its title and first heading, or its first line. */
  titles: string[];
  /** What a page's `meta` elements say: no reader sees it. */
  about: string;
  /** The DOI that a page's `meta` elements name, in lower case; else "". */
  doi: string;
}

/** The text of a page, plain text or PDF, and what a page says about itself; null for other types. */
export async function readable(answer: Answer): Promise<string | null> {
  const document = await readDocument(answer);
  return document && [document.text, document.about].filter(Boolean).join("\n");
}

/** Null for types that are neither a page, plain text nor PDF. */
export async function readDocument({ bytes, contentType, charset }: Answer): Promise<ReadableDocument | null> {
  if (contentType === "application/pdf" || startsAs(bytes, "%PDF-")) return withFirstLine(await pdfText(bytes));
  const isPage = /^(text\/html|application\/(xhtml\+xml|xml)|text\/xml)$/.test(contentType);
  const isText = /^(text\/(?!css|javascript)[\w.+-]+|application\/(ld\+)?json)$/.test(contentType);
  if (!isPage && !isText) return null;
  const text = decode(bytes.subarray(0, MAX_TEXT_BYTES), charset);
  return isPage ? { ...readPage(text), titles: titlesOf(text) } : withFirstLine(text);
}

function withFirstLine(text: string) {
  return { text, titles: [/\S[^\n]{0,199}/.exec(text)?.[0].trim() ?? ""], about: "", doi: "" };
}

function titlesOf(html: string): string[] {
  return ["title", "h1"].map((name) => {
    const open = html.search(new RegExp(`<${name}\\b`, "i"));
    const close = open < 0 ? -1 : startOf(`</${name}`, html, open);
    return close < 0
      ? ""
      : readPage(html.slice(open, Math.min(close, open + MAX_TAG_LENGTH)))
          .text.replace(/\s+/g, " ")
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
const CONTENT = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** Highwire Press, bepress, Dublin Core and PRISM. */
const NAMES_DOI =
  /\b(?:name|property)\s*=\s*["']?(?:(?:bepress_)?citation_doi|dc(?:terms)?\.identifier(?:\.doi)?|prism\.doi)["'\s/>]/i;
/** Elements that do not end a word. */
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|strong|sub|sup|time|u|var|wbr)\b/i;
const MAX_TAG_LENGTH = 4_096;

function readPage(html: string): Omit<ReadableDocument, "titles"> {
  const pieces: string[] = [];
  const about: string[] = [];
  let doi = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    const isTag = /^<[a-z/!?]/i.test(html.slice(open, open + 2));
    if (!isTag) pieces.push("<");
    if (!isTag || html.startsWith("<!--", open)) {
      at = isTag ? past("-->", html, open) : open + 1;
      continue;
    }
    at = tagEnd(html, open);
    const tag = html.slice(open, Math.min(at, open + MAX_TAG_LENGTH));
    if (/^<meta\b/i.test(tag)) {
      const content = contentOf(tag);
      about.push(content);
      if (NAMES_DOI.test(tag)) doi ||= doiNamed(content);
    }
    if (!INLINE.test(tag)) pieces.push("\n");
    const [, name] = NO_TEXT.exec(tag) ?? [];
    if (name) at = past(">", html, startOf(`</${name}`, html, open));
  }
  pieces.push(html.slice(at));
  return { text: withCharacters(pieces.join("")), about: about.join("\n"), doi };
}

function contentOf(tag: string): string {
  const [, double, single] = CONTENT.exec(tag) ?? [];
  return withCharacters(double ?? single ?? "");
}

/** Where the next character after a tag is; a ">" in a quoted value does not end it. */
function tagEnd(html: string, open: number): number {
  const parts = /=\s*(?:"[^"]*"|'[^']*')|>/g;
  parts.lastIndex = open;
  for (let part = parts.exec(html); part; part = parts.exec(html)) if (part[0] === ">") return parts.lastIndex;
  return html.length;
}

/** In any case; -1 where it is not. */
function startOf(wanted: string, html: string, from: number): number {
  const pattern = new RegExp(wanted, "gi");
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

function past(end: string, html: string, from: number): number {
  const found = from < 0 ? -1 : html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}

/** ISO 26324: "10." and a registrant, a slash, a suffix. */
function doiNamed(content: string): string {
  return /\b10\.\d{4,9}\/[^\s"<>]{1,200}/.exec(content)?.[0].toLowerCase() ?? "";
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
