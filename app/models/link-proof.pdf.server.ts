/** As much of the text of a PDF as can be had without knowing its fonts: enough to look for a name. */
import { constants, inflateSync } from "node:zlib";

/** All streams together, decompressed, in bytes. */
const MOST = 8 * 1024 * 1024;

/**
 * The strings of a PDF's pages and of what it says of itself. Fonts that number their letters in their own way give
 * nonsense, in which no name will be found.
 */
export function pdfText(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const raw = source.toString("latin1");
  const parts: string[] = [];
  let room = MOST;
  let at = 0;
  for (let start = raw.indexOf("stream", at); start >= 0 && room > 0; start = raw.indexOf("stream", at)) {
    parts.push(stringsIn(raw.slice(at, start)));
    const end = raw.indexOf("endstream", start);
    const dictionary = raw.slice(Math.max(at, start - 500), start);
    const from = start + (raw[start + 6] === "\r" ? 8 : 7);
    const to = end < 0 ? raw.length : end;
    const content = source.subarray(from, to);
    at = end < 0 ? raw.length : end + "endstream".length;
    if (/\/Type\s*\/Metadata/.test(dictionary) && !dictionary.includes("/Filter")) parts.push(content.toString("utf8"));
    if (!dictionary.includes("/FlateDecode") || dictionary.includes("/Image")) continue;
    const text = inflated(content, room);
    room -= text.length;
    parts.push(stringsIn(text));
  }
  parts.push(stringsIn(raw.slice(at)));
  return parts.join("\n");
}

/** "" for what is damaged or too long. */
function inflated(content: Uint8Array, room: number): string {
  try {
    // The last stream of what was not read to its end is cut off.
    return inflateSync(content, { maxOutputLength: room, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch {
    return "";
  }
}

/** Moves that are wide enough for a space between two strings of a line, in thousandths of the font's size. */
const SPACE = -180;

/** The texts in brackets: within a `[…]` they belong together unless a wide move stands between them. */
function stringsIn(source: string): string {
  let text = "";
  let isArray = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === "[") isArray = true;
    else if (sign === "]") {
      isArray = false;
      text += " ";
    } else if (sign === "(") {
      const { value, end } = stringAt(source, at + 1);
      text += isArray ? value : `${value} `;
      at = end;
    } else if (isArray && sign === "-") {
      const move = Number.parseFloat(source.slice(at, at + 10));
      if (move <= SPACE) text += " ";
    }
  }
  return text;
}

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "", f: "" };

function stringAt(source: string, start: number): { value: string; end: number } {
  let value = "";
  let depth = 1;
  let at = start;
  for (; at < source.length; at++) {
    const sign = source[at] as string;
    if (sign === "\\") {
      const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4))?.[0];
      const next = source[++at] ?? "";
      value += octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (ESCAPED[next] ?? next);
      if (octal) at += octal.length - 1;
      continue;
    }
    if (sign === "(") depth++;
    if (sign === ")" && --depth === 0) break;
    value += sign;
  }
  return { value: value.startsWith("\xfe\xff") ? utf16(value.slice(2)) : value, end: at };
}

/** Two bytes a letter, the higher first. */
function utf16(bytes: string): string {
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode(bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1));
  return text;
}
