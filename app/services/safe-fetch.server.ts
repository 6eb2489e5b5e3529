/** Opens addresses that other people chose, but nothing outside the public internet, even after a redirect. */
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { env } from "~/env.server";
import { SITE_NAME } from "~/subject/site";
import { isAllowedPort, isAllowlisted, isReachable, type Lookup, lookUp } from "./public-address.server";

export interface FetchOptions {
  timeoutMs?: number;
  maxBytes?: number;
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

/** Opens an http or https address without cookies: with GET and up to 3 redirects, or with POST. Throws FetchProblem. */
export async function safeFetch(address: string, options: FetchOptions = {}): Promise<Fetched> {
  const controller = new AbortController();
  const timeoutProblem = new FetchProblem("silent", "it does not answer in time");
  const timer = setTimeout(() => controller.abort(timeoutProblem), options.timeoutMs ?? 5_000);
  const abort = () => controller.abort(options.signal?.reason);
  if (options.signal?.aborted) abort();
  options.signal?.addEventListener("abort", abort, { once: true });
  try {
    return await followRedirects(address, options, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error instanceof FetchProblem ? error : toFetchProblem(error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
  }
}

async function followRedirects(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = parseAllowedUrl(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await openConnection(url, options, signal);
    const redirectUrl = options.post ? null : redirectOf(response.answer, url);
    if (!redirectUrl) return readResponse(url, response, options.maxBytes ?? 512 * 1024);
    response.answer.destroy();
    url = parseAllowedUrl(redirectUrl);
  }
  throw new FetchProblem("redirects", `it leads on more than ${MAX_REDIRECTS} times`);
}

/** Returns the reason why an address may not be opened, without looking up its host; null if it may. */
export function addressProblem(address: string): string | null {
  try {
    const url = parseAllowedUrl(address);
    const host = hostOf(url);
    return isIP(host) && !isReachable(host, portOf(url)) ? "it leads to a private address" : null;
  } catch (error) {
    return (error as FetchProblem).message;
  }
}

/** Tells whether FETCH_PRIVATE contains the host and port of an address. */
export function isAllowlistedAddress(address: string): boolean {
  const url = new URL(address);
  return isAllowlisted(hostOf(url), portOf(url));
}

function parseAllowedUrl(address: string): URL {
  if (!URL.canParse(address)) throw new FetchProblem("address", "it is not a valid address");
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw new FetchProblem("address", "it is not an http or https address");
  if (url.username || url.password) throw new FetchProblem("address", "it contains a user name or password");
  if (!isAllowedPort(portOf(url))) throw new FetchProblem("address", "it is at an unusual port");
  return url;
}

function portOf({ port, protocol }: URL): number {
  return port ? Number(port) : protocol === "https:" ? 443 : 80;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Counts received bytes: of the whole connection, and of the body as it was sent. */
interface ReceivedBytes {
  connection: number;
  body: number;
}

interface PendingResponse {
  answer: IncomingMessage;
  receivedBytes: ReceivedBytes;
}

/**
 * The limit of bytes besides the body (headers, interim answers, chunk framing), plus a quarter of the body so far. More
 * would only keep the parser busy.
 */
const MAX_OVERHEAD_BYTES = 256 * 1024;

async function openConnection(url: URL, options: FetchOptions, signal: AbortSignal): Promise<PendingResponse> {
  const { accept, lookup = lookUp, post } = options;
  const host = hostOf(url);
  // Races with the signal, because an injected look-up may ignore it.
  const resolvedAddresses = await Promise.race([isIP(host) ? [host] : lookup(host, signal), rejectOnAbort(signal)]);
  if (resolvedAddresses.length === 0) throw new FetchProblem("unknown", "there is no such host");
  const addresses = resolvedAddresses.filter((text) => isReachable(text, portOf(url)));
  if (addresses.length === 0) throw new FetchProblem("private", "it leads to a private address");

  const isSecure = url.protocol === "https:";
  const headers = {
    Accept: accept ?? "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, br",
    "Accept-Language": "en,*;q=0.5",
    "User-Agent": userAgent("links"),
    ...(post && { "Content-Length": String(Buffer.byteLength(post.body)), ...post.headers }),
  };
  const receivedBytes: ReceivedBytes = { connection: 0, body: 0 };
  const response = new Promise<PendingResponse>((resolve, reject) => {
    const connection = { agent: false, lookup: lookupPinnedTo(addresses), signal, maxHeaderSize: 32 * 1024 } as const;
    const request = (isSecure ? overHttps : overHttp)(url, {
      ...connection,
      method: post ? "POST" : "GET",
      headers,
    });
    request.once("response", (answer) => resolve({ answer, receivedBytes }));
    request.once("error", reject);
    // Refuses status 101, after which node:http reports no further event.
    request.once("upgrade", (_answer, socket) => {
      socket.destroy();
      reject(new FetchProblem("broken", "its answer cannot be read"));
    });
    request.once("close", () => reject(new FetchProblem("silent", "it does not answer")));
    // Checks the address that was really connected to.
    request.once("socket", (socket) => {
      socket.on("data", (chunk: Uint8Array) => {
        receivedBytes.connection += chunk.byteLength;
        if (receivedBytes.connection <= 1.25 * receivedBytes.body + MAX_OVERHEAD_BYTES) return;
        request.destroy(new FetchProblem("broken", "it sends too much around its answer"));
      });
      socket.once("connect", () => {
        // It is undefined if the other side has already closed the connection.
        const { remoteAddress } = socket;
        if (remoteAddress !== undefined && !isReachable(remoteAddress, portOf(url)))
          request.destroy(new FetchProblem("private", "it leads to a private address"));
      });
    });
    request.end(post?.body);
  });
  // Rejects with the signal's reason, whatever happens to the request.
  return Promise.race([response, rejectOnAbort(signal)]);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Returns a look-up function that only knows the checked addresses, so that a second look-up cannot differ. */
function lookupPinnedTo(addresses: string[]): LookupFunction {
  const pinnedAddresses = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    const [firstAddress] = pinnedAddresses;
    if (wantsAll) callback(null, pinnedAddresses);
    else callback(null, firstAddress?.address ?? "", firstAddress?.family);
  };
}

/** Returns a User-Agent that names this site and the part of it, in the form of a browser's for "links". */
export function userAgent(part: string): string {
  const name = `${(env.SITE_NAME ?? SITE_NAME).replace(/[^\w.-]+/g, "-")}-${part}/1.0`;
  const site = env.SITE_URL ? `+${env.SITE_URL}` : "";
  if (part === "links") return `Mozilla/5.0 (compatible; ${[name, site].filter(Boolean).join("; ")})`;
  return site ? `${name} (${site})` : name;
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, baseUrl: URL): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  return URL.canParse(headers.location, baseUrl) ? new URL(headers.location, baseUrl).href : headers.location;
}

async function readResponse(url: URL, { answer, receivedBytes }: PendingResponse, maxBytes: number): Promise<Fetched> {
  const { statusCode: status = 0, headers } = answer;
  if (status < 200 || status > 299) {
    answer.destroy();
    throw new FetchProblem("status", `it answers ${status}`, status);
  }
  const [type = "", ...parameters] = (headers["content-type"] ?? "").split(";");
  const charset =
    parameters.map((parameter) => /^\s*charset=\s*"?([\w.:-]+)/i.exec(parameter)?.[1]).find(Boolean) ?? "";
  const head = { url: url.href, status, contentType: type.trim().toLowerCase(), charset };
  try {
    if (maxBytes === 0) return { ...head, bytes: new Uint8Array(), isCut: true };
    return { ...head, ...(await readBody(answer, receivedBytes, maxBytes)) };
  } finally {
    answer.destroy();
  }
}

/** Returns the decompressed body. Reads at most `maxBytes`, before and after decompression. */
async function readBody(
  answer: IncomingMessage,
  receivedBytes: ReceivedBytes,
  maxBytes: number,
): Promise<Pick<Fetched, "bytes" | "isCut">> {
  const body = decompressedStream(answer, receivedBytes, maxBytes);
  const isPlain = body === answer;
  const chunks: Uint8Array[] = [];
  let remainingBytes = maxBytes;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (isPlain) receivedBytes.body += chunk.byteLength;
      chunks.push(chunk.subarray(0, remainingBytes));
      if (chunk.byteLength > remainingBytes || receivedBytes.body > maxBytes)
        return { bytes: Buffer.concat(chunks), isCut: true };
      remainingBytes -= chunk.byteLength;
    }
  } catch {
    throw new FetchProblem("broken", "its answer is damaged or breaks off");
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

const DECODERS = { gzip: createGunzip, "x-gzip": createGunzip, br: createBrotliDecompress, deflate: createInflate };

function decompressedStream(answer: IncomingMessage, receivedBytes: ReceivedBytes, maxBytes: number): Readable {
  const encoding = (answer.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return answer;
  const decoder = DECODERS[encoding as keyof typeof DECODERS]?.();
  if (!decoder) throw new FetchProblem("broken", "it answers in an unknown encoding");
  answer.on("data", (chunk: Uint8Array) => {
    receivedBytes.body += chunk.byteLength;
    // Limits the compressed bytes, too: empty gzip members give no output that a reader could count.
    if (receivedBytes.body > 2 * maxBytes) answer.destroy();
  });
  // Uses `pipeline`, which unlike `pipe` also ends the decoder if the answer breaks off.
  pipeline(answer, decoder, () => {});
  return decoder;
}

const CERTIFICATE_ERROR = /CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/;
const NO_ANSWER_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EPIPE",
  "EADDRNOTAVAIL",
];

function toFetchProblem({ code = "", message, syscall }: NodeJS.ErrnoException): FetchProblem {
  if (syscall?.startsWith("query")) return new FetchProblem("offline", "its host could not be looked up");
  if (["ENETUNREACH", "ENETDOWN"].includes(code)) return new FetchProblem("offline", "its network cannot be reached");
  if (CERTIFICATE_ERROR.test(code)) return new FetchProblem("broken", "its certificate is not valid");
  if (NO_ANSWER_CODES.includes(code) || /socket hang up/.test(message))
    return new FetchProblem("silent", "it does not answer");
  return new FetchProblem("broken", "its answer cannot be read");
}
