import { readHtml } from "~/models/base/text/html.server";
import type { Fetched } from "~/services/safe-fetch.server";
import { pdfText } from "./proof-pdf.server";

/** A cut page is still readable, a cut PDF is not. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

type Answer = Pick<Fetched, "bytes" | "contentType" | "charset"> & Partial<Pick<Fetched, "isCut">>;

interface Reading {
  /** Ends the reading of a PDF file, and the wait for others that are read. */
  signal?: AbortSignal;
}

export interface ReadableDocument {
  text: string;
  /** Its title and first heading, or its first line. */
  titles: string[];
  /** The content of a page's `meta` elements, which no reader sees. */
  about: string;
  /** Says that the page is longer than the part that was read. */
  isCut: boolean;
  /** The DOI that a page's `meta` elements name, in lower case; else "". */
  doi: string;
}

/** Returns the text of a page, plain text or PDF, and a page's description of itself; null for other types. */
export async function readable(answer: Answer, reading?: Reading): Promise<string | null> {
  const document = await readDocument(answer, reading);
  return document && [document.text, document.about].filter(Boolean).join("\n");
}

/** Returns null for types that are neither a page, plain text nor PDF. Throws only the reason of the signal. */
export async function readDocument(
  { bytes, contentType, charset, isCut: isSentCut = false }: Answer,
  { signal }: Reading = {},
): Promise<ReadableDocument | null> {
  if (contentType === "application/pdf" || startsAs(bytes, "%PDF-"))
    return { ...withFirstLine(await pdfText(bytes, signal)), isCut: isSentCut };
  const isXml = /^(application\/(xhtml\+xml|xml)|text\/xml)$/.test(contentType);
  const isPage = isXml || contentType === "text/html";
  const isText = /^(text\/(?!css|javascript)[\w.+-]+|application\/(ld\+)?json)$/.test(contentType);
  if (!isPage && !isText) return null;
  const text = decode(bytes.subarray(0, MAX_TEXT_BYTES), charset);
  const isCut = isSentCut || bytes.length > MAX_TEXT_BYTES;
  return { ...(isPage ? await readPage(text, isXml) : withFirstLine(text)), isCut };
}

/** Takes the first line as the title, for files without marks for titles. */
function withFirstLine(text: string) {
  const line = /\S[^\n]{0,199}/.exec(text)?.[0].trim() ?? "";
  const isSentence = /[.!?]$/.test(line) && line.split(/\s+/).length >= MIN_OF_A_SENTENCE;
  return { text, titles: isSentence ? [] : [line], about: "", doi: "" };
}

/** Words: "Ada Lovelace, Ph.D." is no sentence. */
const MIN_OF_A_SENTENCE = 6;

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

const NO_TEXT = new Set(["script", "style", "template", "svg"]);
/** Highwire Press, bepress, Dublin Core and PRISM. */
const NAMES_DOI = /^(?:(?:bepress_)?citation_doi|dc(?:terms)?\.identifier(?:\.doi)?|prism\.doi)$/i;
/** Elements that do not end a word. */
const INLINE = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small strong sub sup time u var
  wbr`.split(/\s+/),
);
const TITLES = ["title", "h1"];
const MAX_TITLE = 4_096;

async function readPage(html: string, isXml: boolean): Promise<Omit<ReadableDocument, "isCut">> {
  const pieces: string[] = [];
  const about: string[] = [];
  let doi = "";
  /** The beginning of each title in `pieces`, and its text after its end. */
  const titles = new Map<string, { from: number; text?: string }>();
  const between = (name: string) => {
    if (!INLINE.has(name)) pieces.push("\n");
  };
  await readHtml(
    html,
    { hidden: NO_TEXT, isXml },
    {
      // Soft hyphens would divide the words of names.
      text: (text) => pieces.push(text.replaceAll("\u00ad", "")),
      opens(name, attributes) {
        if (name === "meta") {
          const content = attributes.get("content") ?? "";
          about.push(content);
          const names = [attributes.get("name"), attributes.get("property")];
          if (names.some((metaName = "") => NAMES_DOI.test(metaName.trim()))) doi ||= doiNamed(content);
        }
        between(name);
        if (TITLES.includes(name) && !titles.has(name)) titles.set(name, { from: pieces.length });
        return false;
      },
      closes(name) {
        const title = titles.get(name);
        if (title) title.text ??= pieces.slice(title.from).join("").slice(0, MAX_TITLE).replace(/\s+/g, " ").trim();
        between(name);
      },
    },
  );
  return {
    text: pieces.join(""),
    titles: TITLES.map((name) => titles.get(name)?.text ?? ""),
    about: about.join("\n"),
    doi,
  };
}

/** ISO 26324: "10." and a registrant, a slash, a suffix. */
function doiNamed(content: string): string {
  return /\b10\.\d{4,9}\/[^\s"<>]{1,200}/.exec(content)?.[0].toLowerCase() ?? "";
}
