import type { Fetched } from "~/services/safe-fetch.server";
import { pdfText } from "./proof-pdf.server";

/** A cut page is still readable, a cut PDF is not. */
const MAX_TEXT_BYTES = 512 * 1024;

/** The text of a page, plain text or PDF; null for other types. */
export async function readable({
  bytes,
  contentType,
  charset,
}: Pick<Fetched, "bytes" | "contentType" | "charset">): Promise<string | null> {
  if (contentType === "application/pdf" || startsAs(bytes, "%PDF-")) return pdfText(bytes);
  const isPage = /^(text\/html|application\/(xhtml\+xml|xml)|text\/xml)$/.test(contentType);
  const isText = /^(text\/(?!css|javascript)[\w.+-]+|application\/(ld\+)?json)$/.test(contentType);
  if (!isPage && !isText) return null;
  const text = decode(bytes.subarray(0, MAX_TEXT_BYTES), charset);
  return isPage ? pageText(text) : text;
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
    pieces.push(` ${double ?? single ?? ""} `);
    at = past(lower, ">", name ? lower.indexOf(`</${name.toLowerCase()}`, open) : open);
  }
  pieces.push(html.slice(at));
  return withCharacters(pieces.join(""));
}

function past(text: string, end: string, from: number): number {
  const found = from < 0 ? -1 : text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

const NAMED: Record<string, string> = { amp: "&", nbsp: " ", shy: "", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Folding removes accents, so "&eacute;" may become "e". */
const LETTER_AND_MARK = /^([a-z])(?:acute|grave|circ|uml|tilde|ring|cedil|caron|slash|macr|breve|ogon|dot|strok)$/i;

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));/gi, (entity, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? LETTER_AND_MARK.exec(name)?.[1] ?? (name === "szlig" ? "ß" : entity);
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
