/** Reads the pages on which a text is to rest. */
import { createHash } from "node:crypto";
import { readDb } from "~/db.server";
import { wellFormed } from "~/models/base/text/words";
import { NO_TIME_LEFT, withDeadline } from "~/models/base/web/deadline.server";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { openFairly } from "~/models/base/web/open-fairly.server";
import { containsName } from "~/models/base/web/proof-names.server";
import { readDocument } from "~/models/base/web/proof-text.server";
import { isRetracted } from "~/models/base/web/retractions.server";
import { httpUrl } from "~/models/base/web/urls";
import { findDoiInUrl } from "~/models/base/web/work-addresses";
import type { Lookup } from "~/services/public-address.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import type { SourcePage } from "./evidence";

export interface GatheredPages {
  pages: SourcePage[];
  failed: { url: string; reason: string }[];
}

export interface ReadOptions {
  signal?: AbortSignal;
  /** Ends the reading; pages read by then count. */
  deadline?: AbortSignal;
  lookup?: Lookup;
  /** Asks the registers again for retractions. */
  fresh?: boolean;
  /** The most addresses to open; 12 if missing. */
  maxPages?: number;
  /** Returns a page also if another address has the same text. */
  keepsCopies?: boolean;
}

const CONCURRENCY = 4;
const MAX_PAGES = 12;
/** The limit of bytes of a PDF file; other texts have a lower limit. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The limit of characters. */
const MAX_TEXT = 2_000_000;
const MIN_TEXT = 40;
const RETRACTION_MS = 5_000;
const MAX_TITLE = 200;

/**
 * Opens up to 12 addresses, four at a time, each page once. Throws only when the signal aborts.
 */
export async function gatherPages(
  urls: string[],
  personName: string,
  options: ReadOptions = {},
): Promise<GatheredPages> {
  const addresses = [...new Set(urls.map(withoutFragment))];
  const gatheredPages: GatheredPages = { pages: [], failed: [] };
  const { maxPages = MAX_PAGES, keepsCopies = false } = options;
  const results = await openFairly(addresses.slice(0, maxPages), { total: CONCURRENCY }, (url) =>
    withDeadline<Awaited<ReturnType<typeof readPage>>>(
      options,
      (signal) => readPage(url, personName, { ...options, signal }),
      { url, reason: NO_TIME_LEFT },
    ),
  );
  for (const page of results) {
    if ("reason" in page) gatheredPages.failed.push({ url: page.url, reason: page.reason });
    else if (keepsCopies || !gatheredPages.pages.some(({ textHash }) => textHash === page.textHash))
      gatheredPages.pages.push(page);
  }
  for (const url of addresses.slice(maxPages))
    gatheredPages.failed.push({ url, reason: "it was not opened, because there are too many" });
  return gatheredPages;
}

/** Reads a page whose address somebody entered. */
export function readEntered(
  url: string,
  ...otherArguments: [personName: string, options?: ReadOptions]
): ReturnType<typeof readPage> {
  const hasNote = httpUrl(url) !== null && parseEnteredUrl(url) === null;
  return hasNote
    ? Promise.resolve({ url, reason: "there is a blank in its address; a note does not belong there" })
    : readPage(url, ...otherArguments);
}

/** Opens one address. Returns the page with up to 2,000,000 characters of text, or the reason why it cannot be read. */
export async function readPage(
  url: string,
  personName: string,
  options: ReadOptions = {},
): Promise<SourcePage | { url: string; reason: string; status?: number; kind?: FetchProblem["kind"] }> {
  if (!httpUrl(url)) return { url, reason: "it is not an http or https address" };
  try {
    const fetched = await safeFetch(url, { ...options, maxBytes: MAX_BYTES });
    const document = await readDocument(fetched, options);
    if (!document)
      return { url, reason: `it is of a type that cannot be read here (${fetched.contentType || "no type"})` };
    const text = wellFormed(document.text.slice(0, MAX_TEXT));
    if (text.trim().length < MIN_TEXT) return { url, reason: "it has no text that can be read" };
    return {
      url,
      title: titleOf(document.titles, personName) || new URL(url).host,
      text,
      retrievedAt: new Date().toISOString(),
      textHash: createHash("sha256").update(text).digest("hex"),
      isCut: document.isCut || document.text.length > MAX_TEXT,
      namesPerson: containsName(`${text}\n${document.about}`, personName),
      ...(await workOf(fetched.url, document.doi, options)),
    };
  } catch (error) {
    if (error instanceof FetchProblem) return { url, reason: error.message, status: error.status, kind: error.kind };
    throw error;
  }
}

async function workOf(url: string, statedDoi: string, { signal, fresh }: ReadOptions) {
  const doi = statedDoi || findDoiInUrl(url);
  const timeout = AbortSignal.timeout(RETRACTION_MS);
  const combinedSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  if (!doi) return { doi, isRetracted: false };
  const answer = await isRetracted([doi], { signal: combinedSignal, fresh, maxWaitMs: RETRACTION_MS });
  return { doi, isRetracted: answer ?? ((await wasRetracted(doi)) || null) };
}

/** Tells whether a source with this DOI counts as retracted already. */
async function wasRetracted(doi: string): Promise<boolean> {
  const evidence = readDb.selectFrom("evidence").select("id").where("doi", "=", doi).where("status", "=", "retracted");
  return (await evidence.limit(1).executeTakeFirst()) !== undefined;
}

/** Prefers a heading with the person's name to one such as "Faculty". */
function titleOf(titles: string[], personName: string): string {
  const title = titles.find((heading) => containsName(heading, personName)) ?? titles.find(Boolean) ?? "";
  return wellFormed(title.slice(0, MAX_TITLE));
}

/** Returns the spelling under which `gatherPages` opens an address. */
export function withoutFragment(address: string): string {
  const validUrl = httpUrl(address);
  if (!validUrl) return address.trim();
  const url = new URL(validUrl);
  url.hash = "";
  return url.href;
}
