/**
 * Finished answers for visitors, kept in memory: public pages and calls, compressed, under their address and the content
 * version they were made from. A change of content raises that version (by trigger, in whichever process), so an answer
 * is never older than the database. Without this layer (DOCUMENT_CACHE=off) everything is the same, only slower.
 */
import type { IncomingMessage } from "node:http";
import { contentVersionNow } from "~/db.server";
import { env } from "~/env.server";
import { bodyOf, wholeResponse } from "~/whole-texts.server";
import { requestOrigin } from "./admission.server";
import { counts } from "./counts.server";
import { compress, type Encoding, encodingFor, isWholeText, matches, tagOf } from "./encoding.server";
import type { Exchange } from "./exchanges.server";
import { SESSION_COOKIE } from "./headers.server";
import { makeReady, type Ready, sendReady } from "./ready.server";

/** What all documents together may take, in bytes of their bodies. */
const ROOM = 16 * 1024 * 1024;
/** A larger answer is not kept, and not even made ready for that: several at once would take much memory. */
const LARGEST = 512 * 1024;

export interface Document {
  address: string;
  version: number;
  tag: string;
  /** Names and values in turn, without those of the body. */
  headers: string[];
  /** As it is, and compressed in those ways that were asked for. */
  bodies: { plain: Buffer } & Partial<Record<Encoding, Buffer>>;
  wasSent: boolean;
  /** What was asked for again, ready to be sent as often as it is; `unchanged` for whoever has it already. */
  ready: Partial<Record<Encoding | "plain" | "unchanged", Ready>>;
  /** Bytes of all its bodies. */
  size: number;
}

/** In the order of their last use: the first is the next to go. */
const documents = new Map<string, Document>();
let size = 0;

/** Who waits for a document that is being made for somebody else. null: it turned out not to be one. */
type Waiting = ((document: Document | null) => void)[];

/** Documents that are being made, and who waits for them. */
const pending = new Map<string, Waiting>();

/** A request whose answer may be kept, and what is kept of it. */
export interface Wanted {
  address: string;
  version: number;
  document: Document | undefined;
}

/** What is kept for a request; null for requests whose answers are not kept. */
export function wantedDocument(incoming: IncomingMessage): Wanted | null {
  const address = addressOf(incoming);
  if (address === null) return null;
  const version = versionNow();
  const kept = documents.get(address);
  const document = kept?.version === version ? kept : undefined;
  if (document) counts.documentHits++;
  return { address, version, document };
}

/**
 * The content version, read once for the requests that are taken off their lines in the same round of the event loop: each of
 * them was sent before it was read, so none is answered with less than its reader may know. What this process changes itself
 * ends that at once; and where more than a thousand lines have news in one round, it takes them in portions of that size,
 * so the number is trusted for far fewer.
 */
function versionNow(): number {
  if (trusted === 0) {
    version = contentVersionNow();
    if (!isRoundMarked) {
      isRoundMarked = true;
      setImmediate(endRound);
    }
    trusted = MOST_TRUSTED;
  }
  trusted--;
  return version;
}

/** Has the content version read anew for the next request: called before an answer goes out that may tell of a change. */
export function renewVersion(): void {
  trusted = 0;
}

function endRound(): void {
  isRoundMarked = false;
  trusted = 0;
}

const MOST_TRUSTED = 64;
let version = 0;
let trusted = 0;
let isRoundMarked = false;

/**
 * Has an answer made, once for all who ask for it at the same time, and keeps it when it is public.
 *
 * @param make the answer of the app, with all its headers.
 * @returns the document, or the answer as it is where it is none.
 */
export async function makeDocument(
  { address, version }: Wanted,
  make: () => Promise<Response>,
): Promise<Document | Response> {
  const key = `${version} ${address}`;
  const others = pending.get(key);
  if (others) return (await new Promise<Document | null>((go) => others.push(go))) ?? make();
  const waiting: Waiting = [];
  pending.set(key, waiting);
  let document: Document | null = null;
  try {
    const response = await make();
    if (!isPublic(response)) return response;
    const body = await bodyOf(response);
    if (body.length > LARGEST) return wholeResponse(body, response);
    document = toDocument(response, body, address, version);
    counts.documentsMade++;
    if (isWorthKeeping(address)) keep(document);
    return document;
  } finally {
    pending.delete(key);
    for (const go of waiting) go(document);
  }
}

/**
 * While there is much room everything is. Then only what is asked for a second time, so that a program that reads all pages once
 * drives nobody's pages out, and leaves no megabytes behind that somebody has to clear away.
 */
function isWorthKeeping(address: string): boolean {
  if (size < ROOM / 2 || askedFor.has(address)) return true;
  if (askedFor.size >= MOST_ASKED_FOR) askedFor.clear();
  askedFor.add(address);
  return false;
}

const askedFor = new Set<string>();
const MOST_ASKED_FOR = 5_000;

/** How many documents are kept, and the bytes of their bodies. */
export function keptDocuments(): { count: number; bytes: number } {
  return { count: documents.size, bytes: size };
}

/**
 * Sends a document, compressed as this reader takes it; 304 when the reader has it already.
 *
 * @returns false when nothing was sent, because it has to be compressed first: see `encodeDocument`.
 */
export function sendDocument(exchange: Exchange, document: Document): boolean {
  const { incoming, outgoing } = exchange;
  const { tag, bodies, ready, wasSent } = document;
  if (matches(incoming.headers["if-none-match"], tag)) {
    ready.unchanged ??= makeReady(304, toldAgain(document), NOTHING);
    sendReady(exchange, ready.unchanged);
    return true;
  }
  const form = encodingFor(incoming, bodies.plain) ?? "plain";
  const body = bodies[form];
  if (!body) return false;
  if (wasSent) {
    ready[form] ??= readied(document, form, body);
    sendReady(exchange, ready[form]);
  } else {
    document.wasSent = true;
    outgoing.writeHead(200, headersWith(document, form, body)).end(incoming.method === "HEAD" ? undefined : body);
  }
  use(document);
  return true;
}

function readied(document: Document, form: Encoding | "plain", body: Buffer): Ready {
  const ready = makeReady(200, headersWith(document, form, body), body);
  // The same bytes, which are then in memory once.
  document.bodies[form] = ready.body;
  return ready;
}

function headersWith({ headers }: Document, form: Encoding | "plain", body: Buffer): string[] {
  const encoding = form === "plain" ? [] : ["Content-Encoding", form];
  return [...headers, ...encoding, "Content-Length", String(body.length)];
}

/** What a reader keeps stays with what it was sent with; only these are told again (RFC 9110 §15.4.5). */
function toldAgain({ headers }: Document): string[] {
  return headers.flatMap((name, at) => (at % 2 === 0 && TOLD_AGAIN.has(name) ? [name, headers[at + 1] as string] : []));
}

const TOLD_AGAIN = new Set(["cache-control", "etag", "vary"]);
const NOTHING = Buffer.alloc(0);

/** Compresses a document as this reader takes it, unless that was done before. */
export async function encodeDocument(incoming: IncomingMessage, document: Document): Promise<void> {
  const { bodies, address } = document;
  const encoding = encodingFor(incoming, bodies.plain);
  if (!encoding || bodies[encoding]) return;
  const body = await compress(bodies.plain, encoding);
  // Two who asked at once compress it twice; the second is the same.
  if (bodies[encoding]) return;
  bodies[encoding] = body;
  document.size += body.length;
  if (documents.get(address) === document) size += body.length;
}

/** What an answer to a visitor depends on, as one text; null for requests whose answers are not kept. */
function addressOf(incoming: IncomingMessage): string | null {
  const { method, url = "", headers } = incoming;
  if ((method !== "GET" && method !== "HEAD") || !env.DOCUMENT_CACHE || url.length > 1_000) return null;
  if (headers.authorization !== undefined) return null;
  // A crowd asks for one page: to compare what it asks with is less work than to make the same text again.
  const { host, cookie, "save-data": saveData } = headers;
  const proxy = env.TRUST_PROXY ? `${headers["x-forwarded-host"]} ${headers["x-forwarded-proto"]}` : "";
  const isTheSame = url === last.url && host === last.host && cookie === last.cookie;
  if (!isTheSame || saveData !== last.saveData || proxy !== last.proxy)
    last = { url, host, cookie, saveData, proxy, address: makeAddress(incoming) };
  return last.address;
}

/** What the last request came with, of all that an address depends on, and its address. */
let last: {
  url: string;
  host: string | undefined;
  cookie: string | undefined;
  saveData: string | string[] | undefined;
  proxy: string;
  address: string | null;
} = { url: "", host: undefined, cookie: undefined, saveData: undefined, proxy: "", address: null };

function makeAddress(incoming: IncomingMessage): string | null {
  const { url = "", headers } = incoming;
  if (/^\/(admin|build|uploads)\b/.test(url)) return null;
  const preferences = preferencesIn(headers.cookie);
  if (preferences === null) return null;
  const address = `${url} ${headers["save-data"] ?? ""} ${preferences}`;
  if (env.SITE_URL) return address;
  const { protocol, host } = requestOrigin(incoming);
  return `${protocol}//${host}${address}`;
}

/** The cookies that public pages read, as they are; null when there is a session, or more than is ever sent. */
function preferencesIn(cookie: string | undefined): string | null {
  if (cookie === undefined) return "";
  let found = "";
  for (const part of cookie.split(";")) {
    const [name] = part.trim().split("=", 1) as [string];
    if (name === SESSION_COOKIE || name === `__Host-${SESSION_COOKIE}`) return null;
    if (name === "scheme" || name === "light") found += `${part.trim()};`;
  }
  return found.length > 100 ? null : found;
}

/** What anybody may see, now and for as long as the content stays. */
function isPublic(response: Response): boolean {
  const { status, headers } = response;
  const keeping = headers.get("Cache-Control") ?? "";
  return status === 200 && keeping.startsWith("public") && !headers.has("Set-Cookie") && isWholeText(response);
}

function toDocument(response: Response, body: Buffer, address: string, version: number): Document {
  const tag = tagOf(body);
  response.headers.append("Vary", "Accept-Encoding");
  response.headers.set("ETag", tag);
  const headers = [...response.headers].flat();
  return { address, version, tag, headers, bodies: { plain: body }, wasSent: false, ready: {}, size: body.length };
}

function keep(document: Document): void {
  forget(document.address);
  documents.set(document.address, document);
  size += document.size;
  for (const oldest of documents.keys()) {
    if (size <= ROOM) break;
    forget(oldest);
  }
}

function forget(address: string): void {
  const document = documents.get(address);
  if (!document) return;
  documents.delete(address);
  size -= document.size;
}

/** Moves a document to the end of those that go, now and then: doing so at every use costs more than it gains. */
function use(document: Document): void {
  if (size < ROOM / 2 || documents.get(document.address) !== document) return;
  documents.delete(document.address);
  documents.set(document.address, document);
}
