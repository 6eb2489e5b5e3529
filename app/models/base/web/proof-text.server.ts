import { readHtml } from "~/models/base/text/html.server";
import type { Fetched } from "~/services/safe-fetch.server";
import { pdfText } from "./proof-pdf.server";

/** Limits the text of a page that is read; a truncated page is still readable, unlike a truncated PDF. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

type Answer = Pick<Fetched, "bytes" | "contentType" | "charset"> & Partial<Pick<Fetched, "isCut">>;

interface ReadOptions {
  /** Ends reading a PDF file, and the wait for other files. */
  signal?: AbortSignal;
}

export interface ReadableDocument {
  text: string;
  /** The title and the first heading of a page, otherwise the first line. */
  titles: string[];
  /** The content of a page's `meta` elements, which readers do not see. */
  about: string;
  /** The page is longer than the part that was read, or could not be read to its end. */
  isCut: boolean;
  /** The DOI in a page's `meta` elements, in lower case; otherwise "". */
  doi: string;
}

/** Returns the text of a page, a plain text or a PDF, with the page's description of itself; null for other types. */
export async function readText(answer: Answer, reading?: ReadOptions): Promise<string | null> {
  const document = await readDocument(answer, reading);
  return document && [document.text, document.about].filter(Boolean).join("\n");
}

/** Reads a page, a plain text or a PDF; returns null for other types. Throws only the reason of the signal. */
export async function readDocument(
  { bytes, contentType, charset, isCut: isSentCut = false }: Answer,
  { signal }: ReadOptions = {},
): Promise<ReadableDocument | null> {
  if (contentType === "application/pdf" || startsWithText(bytes, "%PDF-")) {
    const { text, isCut } = await pdfText(bytes, signal);
    return { ...withFirstLineAsTitle(text), isCut: isCut || isSentCut };
  }
  const isXml = /^(application\/(xhtml\+xml|xml)|text\/xml)$/.test(contentType);
  const isPage = isXml || contentType === "text/html";
  const isText = /^(text\/(?!css|javascript)[\w.+-]+|application\/(ld\+)?json)$/.test(contentType);
  if (!isPage && !isText) return null;
  const text = decode(bytes.subarray(0, MAX_TEXT_BYTES), charset);
  const isCut = isSentCut || bytes.length > MAX_TEXT_BYTES;
  return { ...(isPage ? await readPage(text, isXml) : withFirstLineAsTitle(text)), isCut };
}

/** Uses the first line as the title of files that mark no titles. */
function withFirstLineAsTitle(text: string) {
  const line = /\S[^\n]{0,199}/.exec(text)?.[0].trim() ?? "";
  const isSentence = /[.!?]$/.test(line) && line.split(/\s+/).length >= MIN_SENTENCE_WORDS;
  return { text, titles: isSentence ? [] : [line], about: "", doi: "" };
}

/** A line with fewer words is no sentence, even if it ends with a stop, such as "Ada Lovelace, Ph.D.". */
const MIN_SENTENCE_WORDS = 6;

function startsWithText(bytes: Uint8Array, start: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, start.length)).toString("latin1") === start
  );
}

function decode(bytes: Uint8Array, declaredCharset: string): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString("latin1");
  const charset = declaredCharset || /charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1] || "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const HIDDEN_ELEMENTS = new Set(["script", "style", "template", "svg"]);
/** The names of DOI metadata of Highwire Press, bepress, Dublin Core and PRISM. */
const DOI_META_NAME = /^(?:(?:bepress_)?citation_doi|dc(?:terms)?\.identifier(?:\.doi)?|prism\.doi)$/i;
/** Inline elements, which do not separate words. */
const INLINE_ELEMENTS = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small strong sub sup time u var
  wbr`.split(/\s+/),
);
const TITLE_ELEMENTS = ["title", "h1"];
const MAX_TITLE = 4_096;

async function readPage(html: string, isXml: boolean): Promise<Omit<ReadableDocument, "isCut">> {
  const pieces: string[] = [];
  const about: string[] = [];
  let doi = "";
  /** The start of each title in `pieces`, and its text after its end. */
  const titles = new Map<string, { start: number; text?: string }>();
  const separateWords = (name: string) => {
    if (!INLINE_ELEMENTS.has(name)) pieces.push("\n");
  };
  await readHtml(
    html,
    { hidden: HIDDEN_ELEMENTS, isXml },
    {
      // Removes soft hyphens, which would divide the words of names.
      text: (text) => pieces.push(text.replaceAll("\u00ad", "")),
      opens(name, attributes) {
        if (name === "meta") {
          const content = attributes.get("content") ?? "";
          about.push(content);
          const names = [attributes.get("name"), attributes.get("property")];
          if (names.some((metaName = "") => DOI_META_NAME.test(metaName.trim()))) doi ||= findDoi(content);
        }
        separateWords(name);
        if (TITLE_ELEMENTS.includes(name) && !titles.has(name)) titles.set(name, { start: pieces.length });
        return false;
      },
      closes(name) {
        const title = titles.get(name);
        if (title) title.text ??= pieces.slice(title.start).join("").slice(0, MAX_TITLE).replace(/\s+/g, " ").trim();
        separateWords(name);
      },
    },
  );
  return {
    text: pieces.join(""),
    titles: TITLE_ELEMENTS.map((name) => titles.get(name)?.text ?? ""),
    about: about.join("\n"),
    doi,
  };
}

/** Returns the first DOI in a text (ISO 26324): "10.", a registrant, a slash, a suffix. */
function findDoi(content: string): string {
  return /\b10\.\d{4,9}\/[^\s"<>]{1,200}/.exec(content)?.[0].toLowerCase() ?? "";
}
