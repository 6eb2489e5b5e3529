/**
 * Finished answers for visitors, kept in memory: public pages and calls, compressed, under their address and the content
 * version they were made from. A change of content raises that version (by trigger, in whichever process), so an answer
 * is never older than the database. Without this layer (DOCUMENT_CACHE=off) everything is the same, only slower.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { contentVersion } from "~/db.server";
import { env } from "~/env.server";
import { requestOrigin } from "./admission.server";
import { counts } from "./counts.server";
import { compressWith, type Encoding, encodingFor, isWholeText, matches, tagOf } from "./encoding.server";
import { SESSION_COOKIE } from "./headers.server";

/** What all documents together may take, in bytes of their bodies. */
const ROOM = 24 * 1024 * 1024;
/** A larger answer is not kept. */
const LARGEST = 512 * 1024;

export interface Document {
  version: number;
  tag: string;
  /** Names and values in turn, without those of the body. */
  headers: string[];
  plain: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
  size: number;
}

/** In the order of their last use: the first is the next to go. */
const documents = new Map<string, Document>();
let size = 0;

/** Documents that are being made: whoever asks meanwhile waits for the same one. null: it turned out not to be one. */
const pending = new Map<string, Promise<Document | null>>();

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
  const version = contentVersion();
  const kept = documents.get(address);
  const document = kept?.version === version ? kept : undefined;
  if (document) counts.documentHits++;
  return { address, version, document };
}

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
  const underway = pending.get(key);
  if (underway) return (await underway) ?? make();
  let found: (document: Document | null) => void = () => {};
  const promised = new Promise<Document | null>((resolve) => {
    found = resolve;
  });
  pending.set(key, promised);
  let document: Document | null = null;
  try {
    const response = await make();
    if (!isPublic(response)) return response;
    document = await toDocument(response, version);
    counts.documentsMade++;
    if (document.size <= LARGEST) keep(address, document);
    return document;
  } finally {
    pending.delete(key);
    found(document);
  }
}

/** How many documents are kept, and the bytes of their bodies. */
export function keptDocuments(): { count: number; bytes: number } {
  return { count: documents.size, bytes: size };
}

/** Sends a document, compressed as this reader takes it; 304 when the reader has it already. */
export async function sendDocument(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  document: Document,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const headers = ["X-Request-Id", id, ...document.headers];
  if (matches(incoming.headers["if-none-match"], document.tag)) {
    outgoing.writeHead(304, headers).end();
    return;
  }
  const encoding = encodingFor(incoming, document.plain);
  const body = encoding ? (document.encoded[encoding] ?? (await encode(document, encoding, address))) : document.plain;
  if (encoding) headers.push("Content-Encoding", encoding);
  headers.push("Content-Length", String(body.length));
  outgoing.writeHead(200, headers).end(incoming.method === "HEAD" ? undefined : body);
  use(address, document);
}

/** What an answer to a visitor depends on, as one text; null for requests whose answers are not kept. */
function addressOf(incoming: IncomingMessage): string | null {
  const { method, url = "", headers } = incoming;
  if ((method !== "GET" && method !== "HEAD") || !env.DOCUMENT_CACHE || url.length > 1_000) return null;
  if (/^\/(admin|build|uploads)\b/.test(url) || headers.authorization !== undefined) return null;
  const preferences = preferencesIn(headers.cookie);
  if (preferences === null) return null;
  const { protocol, host } = requestOrigin(incoming);
  const origin = env.SITE_URL ? "" : `${protocol}//${host}`;
  return `${origin}${url} ${headers["save-data"] ?? ""} ${preferences}`;
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

async function toDocument(response: Response, version: number): Promise<Document> {
  const plain = Buffer.from(await response.arrayBuffer());
  const tag = tagOf(plain);
  response.headers.append("Vary", "Accept-Encoding");
  response.headers.set("ETag", tag);
  const headers = [...response.headers].flat();
  return { version, tag, headers, plain, encoded: {}, size: plain.length };
}

function keep(address: string, document: Document): void {
  forget(address);
  documents.set(address, document);
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

async function encode(document: Document, encoding: Encoding, address: string): Promise<Buffer> {
  const body = await compressWith[encoding](document.plain);
  // Two who asked at once compress it twice; the second is the same.
  if (!document.encoded[encoding] && documents.get(address) === document) {
    size += body.length;
    document.size += body.length;
  }
  document.encoded[encoding] = body;
  return body;
}

/** Moves a document to the end of those that go, now and then: doing so at every use costs more than it gains. */
function use(address: string, document: Document): void {
  if (size < ROOM / 2 || documents.get(address) !== document) return;
  documents.delete(address);
  documents.set(address, document);
}
