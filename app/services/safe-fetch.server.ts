/** Opening an address that somebody else chose: only the public internet, whatever names, redirects and answers do. */
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { env } from "~/env.server";
import { SITE_NAME } from "~/subject/site";
import { isNamed, isPossiblePort, isReachable, type Lookup, lookUp } from "./public-address.server";

export interface FetchOptions {
  timeoutMs?: number;
  mostBytes?: number;
  accept?: string;
  signal?: AbortSignal;
  lookup?: Lookup;
  /** Sent with POST; redirects are not followed then. */
  post?: { body: string; headers: Record<string, string> };
}

export interface Fetched {
  url: string;
  status: number; // 200 to 299
  contentType: string; // Lower case, without parameters; "" when unknown
  charset: string; // The declared charset; "" if unknown
  bytes: Uint8Array;
  isCut: boolean;
}

export type FetchProblemKind =
  | "address"
  | "private"
  | "unknown"
  | "offline"
  | "silent"
  | "status"
  | "redirects"
  | "broken";

export class FetchProblem extends Error {
  constructor(
    readonly kind: FetchProblemKind,
    message: string,
    readonly status?: number,
  ) {
    super(message);
    this.name = "FetchProblem";
  }
}

const MAX_REDIRECTS = 3;

/** Opens an http or https address, without cookies: with GET and up to 3 redirects, or with POST. */
export async function safeFetch(address: string, options: FetchOptions = {}): Promise<Fetched> {
  const stop = new AbortController();
  const late = new FetchProblem("silent", "it does not answer in time");
  const timer = setTimeout(() => stop.abort(late), options.timeoutMs ?? 5_000);
  const giveUp = () => stop.abort(options.signal?.reason);
  if (options.signal?.aborted) giveUp();
  options.signal?.addEventListener("abort", giveUp, { once: true });
  try {
    return await follow(address, options, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    throw error instanceof FetchProblem ? error : inWords(error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", giveUp);
  }
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = openable(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await ask(url, options, signal);
    const next = options.post ? null : redirectOf(response.answer, url);
    if (!next) return read(url, response, options.mostBytes ?? 512 * 1024);
    response.answer.destroy();
    url = openable(next);
  }
  throw new FetchProblem("redirects", `it leads on more than ${MAX_REDIRECTS} times`);
}

/** Returns the reason why an address is not opened, before its host is looked up; null when it may be. */
export function addressProblem(address: string): string | null {
  try {
    const url = openable(address);
    const host = hostOf(url);
    return isIP(host) && !isReachable(host, portOf(url)) ? "it leads to a private address" : null;
  } catch (error) {
    return (error as FetchProblem).message;
  }
}

/** Tells whether FETCH_PRIVATE names a local address. */
export function isNamedAddress(address: string): boolean {
  const url = new URL(address);
  return isNamed(hostOf(url), portOf(url));
}

function openable(address: string): URL {
  if (!URL.canParse(address)) throw new FetchProblem("address", "it is no address");
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new FetchProblem("address", "it is not an http or https address");
  if (url.username || url.password) throw new FetchProblem("address", "it holds a user name or password");
  if (!isPossiblePort(portOf(url))) throw new FetchProblem("address", "it is at an unusual port");
  return url;
}

function portOf({ port, protocol }: URL): number {
  return port ? Number(port) : protocol === "https:" ? 443 : 80;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Bytes that came in: of the whole connection, and of the body as it was sent. */
interface Received {
  all: number;
  body: number;
}

interface Asked {
  answer: IncomingMessage;
  received: Received;
}

/**
 * Heads, interim answers, empty lines and the frames of chunks may have a quarter of the bytes of the body so far, and these.
 * Whoever sends more keeps the parser busy and says nothing.
 */
const FRAME_BYTES = 256 * 1024;

async function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Asked> {
  const { accept, lookup = lookUp, post } = options;
  const host = hostOf(url);
  // An injected look-up may ignore its signal.
  const resolved = await Promise.race([isIP(host) ? [host] : lookup(host, signal), aborted(signal)]);
  if (resolved.length === 0) throw new FetchProblem("unknown", "there is no such host");
  const addresses = resolved.filter((text) => isReachable(text, portOf(url)));
  if (addresses.length === 0) throw new FetchProblem("private", "it leads to a private address");

  const secure = url.protocol === "https:";
  const headers = {
    Accept: accept ?? "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
    "Accept-Language": "en,*;q=0.5",
    "User-Agent": userAgent("links"),
    ...(post && { "Content-Length": String(Buffer.byteLength(post.body)), ...post.headers }),
  };
  const received: Received = { all: 0, body: 0 };
  const answered = new Promise<Asked>((resolve, reject) => {
    const connection = { agent: false, lookup: pinnedTo(addresses), signal, maxHeaderSize: 32 * 1024 } as const;
    const request = (secure ? overHttps : overHttp)(url, {
      ...connection,
      method: post ? "POST" : "GET",
      headers,
    });
    request.once("response", (answer) => resolve({ answer, received }));
    request.once("error", reject);
    // Ends a 101, after which node:http reports nothing else, not even the end.
    request.once("upgrade", (_answer, socket) => {
      socket.destroy();
      reject(new FetchProblem("broken", "its answer cannot be read"));
    });
    request.once("close", () => reject(new FetchProblem("silent", "it does not answer")));
    // Checks the address of the connection, too, which needs no look-up.
    request.once("socket", (socket) => {
      socket.on("data", (chunk: Uint8Array) => {
        received.all += chunk.byteLength;
        if (received.all <= 1.25 * received.body + FRAME_BYTES) return;
        request.destroy(new FetchProblem("broken", "it sends too much around its answer"));
      });
      socket.once("connect", () => {
        // None: the other side has ended the connection already, and nothing goes over it.
        const { remoteAddress } = socket;
        if (remoteAddress !== undefined && !isReachable(remoteAddress, portOf(url)))
          request.destroy(new FetchProblem("private", "it leads to a private address"));
      });
    });
    request.end(post?.body);
  });
  // Ends with the signal, whatever becomes of the request.
  return Promise.race([answered, aborted(signal)]);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Pins the connection to the checked addresses, so that no second look-up can answer otherwise. */
function pinnedTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, done) => {
    const [first] = all;
    if (wantsAll) done(null, all);
    else done(null, first?.address ?? "", first?.family);
  };
}

/**
 * Names this site and the sender, so that the other site's operator can ask back. Pages are opened as browsers open them.
 */
export function userAgent(part: string): string {
  const name = `${(env.SITE_NAME ?? SITE_NAME).replace(/[^\w.-]+/g, "-")}-${part}/1.0`;
  const site = env.SITE_URL ? `+${env.SITE_URL}` : "";
  if (part === "links") return `Mozilla/5.0 (compatible; ${[name, site].filter(Boolean).join("; ")})`;
  return site ? `${name} (${site})` : name;
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  return URL.canParse(headers.location, from) ? new URL(headers.location, from).href : headers.location;
}

async function read(url: URL, { answer, received }: Asked, mostBytes: number): Promise<Fetched> {
  const { statusCode: status = 0, headers } = answer;
  if (status < 200 || status > 299) {
    answer.destroy();
    throw new FetchProblem("status", `it answers ${status}`, status);
  }
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  const charset =
    parameters.map((parameter) => /^\s*charset=\s*"?([\w.:-]+)/i.exec(parameter)?.[1]).find(Boolean) ?? "";
  const about = { url: url.href, status, contentType: type.trim().toLowerCase(), charset };
  try {
    if (mostBytes === 0) return { ...about, bytes: new Uint8Array(), isCut: true };
    return { ...about, ...(await bounded(answer, received, mostBytes)) };
  } finally {
    answer.destroy();
  }
}

/** Returns the decompressed body, up to `mostBytes` before and after. */
async function bounded(
  answer: IncomingMessage,
  received: Received,
  mostBytes: number,
): Promise<Pick<Fetched, "bytes" | "isCut">> {
  const body = decompressed(answer, received, mostBytes);
  const isPlain = body === answer;
  const chunks: Uint8Array[] = [];
  let room = mostBytes;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (isPlain) received.body += chunk.byteLength;
      chunks.push(chunk.subarray(0, room));
      if (chunk.byteLength > room || received.body > mostBytes) return { bytes: Buffer.concat(chunks), isCut: true };
      room -= chunk.byteLength;
    }
  } catch {
    throw new FetchProblem("broken", "its answer is damaged or breaks off");
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

const DECODERS = { gzip: createGunzip, "x-gzip": createGunzip, br: createBrotliDecompress, deflate: createInflate };

function decompressed(answer: IncomingMessage, received: Received, mostBytes: number): Readable {
  const encoding = (answer.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return answer;
  const decoder = DECODERS[encoding as keyof typeof DECODERS]?.();
  if (!decoder) throw new FetchProblem("broken", "it answers in an unknown encoding");
  answer.on("data", (chunk: Uint8Array) => {
    received.body += chunk.byteLength;
    // Ends answers whose empty members and blocks give nothing to the reader, who would not see how much was sent.
    if (received.body > 2 * mostBytes) answer.destroy();
  });
  // Ends both streams together, unlike a plain pipe, also when the answer breaks off.
  pipeline(answer, decoder, () => {});
  return decoder;
}

const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/;
const UNANSWERED = ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EPIPE", "EADDRNOTAVAIL"];

function inWords({ code = "", message, syscall }: NodeJS.ErrnoException): FetchProblem {
  if (syscall?.startsWith("query")) return new FetchProblem("offline", "its host could not be looked up");
  if (["ENETUNREACH", "ENETDOWN"].includes(code)) return new FetchProblem("offline", "its network cannot be reached");
  if (CERTIFICATE.test(code)) return new FetchProblem("broken", "its certificate is not valid");
  if (UNANSWERED.includes(code) || /socket hang up/.test(message))
    return new FetchProblem("silent", "it does not answer");
  return new FetchProblem("broken", "its answer cannot be read");
}
