import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Requester, requesterOf, STRANGER } from "~/auth/session.server";
import { env } from "~/env.server";
import type { AppError } from "~/errors";
import { acceptedEncoding, type Encoding } from "~/http/encodings.server";
import { problemOf, statusOf } from "~/http/problems.server";
import { log } from "~/log.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { newSecret, sign } from "~/services/secrets.server";
import { type Answer, discardAnswer, jsonAnswer, readAnswer, reserveMemory, textAnswer } from "./answers.server";
import { canonicalPath, handlerOf, methodsAt } from "./app.server";
import { discardBody, isStreamed, readBody, streamBody } from "./bodies.server";
import { compress, compressor, isCompressible, isTooSmall } from "./compression.server";
import { ignoreBadDates, isNotModified } from "./conditional.server";
import { counters } from "./counters.server";
import { withDeadline } from "./deadline.server";
import { addHeaders } from "./headers.server";
import { type Exchange, ignoresCookies, type Refusal, type RequestInfo, readIncoming } from "./incoming.server";
import { acquireLargeSlot, acquireSlot, type SlotRequester } from "./lanes.server";
import { disconnectSlow, disconnectStalled } from "./listener.server";
import {
  type CachedResponse,
  cacheKey,
  currentVersion,
  encodingFor,
  findCached,
  isCached,
  renderCached,
  STALE_HEADER,
} from "./response-cache.server";
import { withoutSecrets } from "./secret-paths.server";
import { isFile, serveFile } from "./static-files.server";
import { serveUpload } from "./uploads.server";
import { countVisit } from "./visits.server";

/** Answers a request, also after any error. */
export async function handleRequest(exchange: Exchange): Promise<void> {
  const { incoming, outgoing, id } = exchange;
  try {
    await answer(exchange);
  } catch (error) {
    if (incoming.destroyed || outgoing.destroyed) return;
    log.error({ id, err: error }, "a request failed");
    const problem = problemOf(error);
    if (outgoing.headersSent) outgoing.destroy();
    // A streamed answer, such as the dataset, can still fail after its call has ended.
    else if (problem) await send(exchange, addHeaders(null, faultAnswer(exchange, problem)));
    else outgoing.writeHead(500, { "Content-Type": "text/plain" }).end("Something went wrong. Please try again.\n");
  } finally {
    discardBody(incoming);
  }
}

function faultAnswer({ incoming: { url = "" } }: Exchange, problem: AppError): Answer {
  const { status, headers } = statusOf(problem);
  const { message } = problem;
  return url.startsWith("/api/")
    ? jsonAnswer(status, { message }, Object.fromEntries(headers))
    : textAnswer(status, message, Object.fromEntries(headers));
}

async function answer(exchange: Exchange): Promise<void> {
  const { incoming, outgoing } = exchange;
  if (incoming.method === "OPTIONS" && incoming.url === "*")
    return send(exchange, addHeaders(null, allMethodsAnswer()));
  const request = readIncoming(incoming, canonicalPath);
  if ("status" in request) return send(exchange, addHeaders(null, refusalAnswer(request)));
  incoming.url = request.target;
  ignoreBadDates(incoming);
  if (request.method !== "GET") {
    const { methods, isCall } = isFile(request.path) ? FILE_METHODS : methodsAt(request.path);
    if (!methods.includes(request.method)) return send(exchange, wrongMethod(request, methods));
    if (request.method === "OPTIONS" && !isCall) return send(exchange, addHeaders(request, allowAnswer(methods)));
  }
  if (serveFile(incoming, outgoing, request.path)) return;
  if (request.path.startsWith("/uploads/") && (await serveUpload(incoming, outgoing))) return;
  const address = cacheKey(request, incoming);
  const version = address === null ? null : await currentVersion();
  const key = `${version?.number} ${address}`;
  const encoding = encodingFor(incoming);
  const entry = version && findCached(key, encoding);
  if (entry && !version.isStale) return sendCached(exchange, request, entry);
  const turn = { request, ...requesterOfExchange(exchange, request) };
  if (version === null) return send(exchange, await render(exchange, turn, newSecret()), turn);
  if (version.isStale) return answerStale(exchange, turn, entry ?? findCached(key, "identity"));
  // Derives the nonce from the key, so that all processes send the same bytes and entity tag.
  const nonce = () => sign("content policy nonce", key);
  // Renders without cookies and key, because everybody gets the cached entry.
  const anonymousTurn = { ...turn, request: { ...request, cookies: "", hasApiKey: false } };
  const result = await renderCached(key, encoding, () => render(exchange, anonymousTurn, nonce()));
  if (isCached(result)) sendCached(exchange, request, result);
  else await send(exchange, result, turn);
}

async function answerStale(exchange: Exchange, turn: Turn, cachedResponse: CachedResponse | undefined): Promise<void> {
  if (!cachedResponse) return send(exchange, await render(exchange, turn, newSecret()), turn);
  counters.staleHits.inc();
  sendCached(exchange, turn.request, { ...cachedResponse, headers: [...cachedResponse.headers, ...STALE_HEADER] });
}

/** Returns the answer 405 with the allowed methods (RFC 9110 §15.5.6). */
function wrongMethod(request: RequestInfo, methods: string[]): Answer {
  const answer = problemAnswer(request, 405, `This address does not answer ${request.method}.`);
  answer.headers.set("Allow", methods.join(", "));
  return answer;
}

const FILE_METHODS = { methods: ["GET", "HEAD", "OPTIONS"], isCall: false };

function allowAnswer(methods: string[]): Answer {
  return { status: 204, headers: new Headers({ Allow: methods.join(", ") }), body: null };
}

/** Answers OPTIONS * with the methods of all addresses (RFC 9110 §9.3.7). */
function allMethodsAnswer(): Answer {
  return allowAnswer(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
}

function refusalAnswer({ status, message, location }: Refusal): Answer {
  return jsonAnswer(status, { message }, location === undefined ? {} : { Location: location });
}

/** Reads the body, waits for a slot, and returns the app's answer. */
async function render({ incoming, outgoing, id }: Exchange, turn: Turn, nonce: string): Promise<Answer> {
  const { request: info, client, sender, holder, signal } = turn;
  const hasBody = info.method !== "GET";
  const isUpload = hasBody && isStreamed(incoming);
  const body = hasBody && !isUpload ? await readBody(incoming, { path: info.path, client, sender, holder }) : null;
  if (body && "problem" in body && body.problem !== "tooLarge") return bodyProblem(info, body.problem);
  try {
    let release = await acquireSlot(info, { client, isUpload, sender, holder, signal });
    if (!release) return busyAnswer(info);
    const endTurn = () => {
      release?.();
      release = null;
    };
    const streamed = isUpload ? streamBody(incoming, sender) : null;
    try {
      const bytes = body && "bytes" in body ? body.bytes : null;
      const length = body && "length" in body ? body.length : bytes?.length;
      const isHead = incoming.method === "HEAD";
      const { clientAddress } = info;
      const work = async (signal: AbortSignal) => {
        const request = toRequest(incoming, info, streamed?.stream ?? bytes, { length, signal });
        const response = await handlerOf(info.path)(request, { clientAddress, requestId: id, nonce, isHead });
        const readyAnswer = await readAnswer(response, (kind) => {
          endTurn();
          return acquireLargeSlot(kind, turn);
        });
        return readyAnswer ?? ("busy" as const);
      };
      const timedRequest = { arrival: streamed?.arrival ?? Promise.resolve(), sender, signal };
      const result = await withDeadline(
        work,
        timedRequest,
        (lateAnswer) => lateAnswer !== "busy" && discardAnswer(lateAnswer),
      );
      if (result === null) {
        log.warn({ id, path: withoutSecrets(info.path) }, "a request was aborted because its answer took too long");
        return timeoutAnswer(info);
      }
      if (streamed?.isTooSlow) {
        if (result !== "busy") discardAnswer(result);
        return bodyProblem(info, "tooSlow");
      }
      return result !== "busy" && reserveMemory(result, client, outgoing) ? addHeaders(info, result) : busyAnswer(info);
    } finally {
      streamed?.end();
      endTurn();
    }
  } finally {
    if (body && "bytes" in body) body.release();
  }
}

interface Turn extends SlotRequester {
  request: RequestInfo;
}

/** Returns the client and the sender of a request, for limits. */
function requesterOfExchange({ incoming, outgoing }: Exchange, info: RequestInfo): SlotRequester {
  const abortController = new AbortController();
  if (outgoing.destroyed) abortController.abort();
  outgoing.once("close", () => outgoing.writableFinished || abortController.abort());
  const client = env.RATE_LIMIT ? network(info.clientAddress) : null;
  const readRequester = requesterReader(incoming, info);
  return {
    client,
    sender: async () => (await readRequester()).sender,
    holder: async () => (client === null ? null : ((await readRequester()).account ?? client)),
    signal: abortController.signal,
  };
}

/** Returns a function that reads session or key at its first call. */
function requesterReader({ headers }: IncomingMessage, { url, method, cookies, hasApiKey }: RequestInfo) {
  let requester: Promise<Requester> | undefined;
  return () => {
    if (!cookies && !hasApiKey) return Promise.resolve(STRANGER);
    const credentials = { Cookie: cookies, ...(hasApiKey && { Authorization: headers.authorization ?? "" }) };
    requester ??= requesterOf(new Request(url, { method, headers: credentials }));
    return requester;
  };
}

/** Returns the request for Remix, with only this site's cookies, and the original Content-Length for endpoints' limits. */
function toRequest(
  { method, headers: receivedHeaders }: IncomingMessage,
  { url, path, cookies, hasApiKey, method: effectiveMethod }: RequestInfo,
  body: unknown,
  { length, signal }: { length: number | undefined; signal: AbortSignal },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(receivedHeaders)) {
    if (name === "cookie" || (name === "authorization" && !hasApiKey)) continue;
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  if (cookies) headers.set("Cookie", cookies);
  if (length !== undefined) headers.set("Content-Length", String(length));
  // Adapts Host to Origin for Remix, which compares them: `readIncoming` has checked Origin, and a proxy may change Host.
  if (ignoresCookies(path)) headers.delete("Origin");
  else if (method !== "GET" && receivedHeaders.origin) {
    headers.set("Host", new URL(receivedHeaders.origin).host);
    headers.delete("X-Forwarded-Host");
  }
  const init: RequestInit =
    method === "GET" || method === "HEAD" ? {} : { body: body as BodyInit | null, duplex: "half" };
  return new Request(url, { method: effectiveMethod, headers, signal, ...init });
}

const BODY_PROBLEMS = {
  tooSlow: [408, "What you sent took too long to arrive. Please try again."],
  tooMany: [503, "This site is receiving too much at once. Please try again in a few seconds."],
  aborted: [400, "What you sent did not arrive completely. Please send it again."],
} as const;

function bodyProblem(info: RequestInfo, problem: keyof typeof BODY_PROBLEMS): Answer {
  const [status, message] = BODY_PROBLEMS[problem];
  return problemAnswer(info, status, message);
}

function busyAnswer(info: RequestInfo): Answer {
  counters.refused.inc();
  return problemAnswer(info, 503, "This site is very busy. Please try again in a few seconds.");
}

function timeoutAnswer(info: RequestInfo): Answer {
  const advice = info.method === "GET" ? "" : " Check first whether it was done.";
  return problemAnswer(info, 503, `This took too long and was stopped. Please try again.${advice}`);
}

function problemAnswer(info: RequestInfo, status: number, message: string): Answer {
  const headers: Record<string, string> = status === 503 ? { "Retry-After": "5" } : {};
  if (status === 408) headers.Connection = "close";
  const isCall = info.path.startsWith("/api/");
  return addHeaders(info, isCall ? jsonAnswer(status, { message }, headers) : textAnswer(status, message, headers));
}

function sendCached({ incoming, outgoing }: Exchange, request: RequestInfo, entry: CachedResponse): void {
  countVisit(incoming, request);
  if (isNotModified(incoming, entry)) outgoing.writeHead(304, entry.notModifiedHeaders).end();
  else outgoing.writeHead(200, entry.headers).end(incoming.method === "HEAD" ? undefined : entry.body);
  if (outgoing.writableLength > 0) disconnectStalled(outgoing);
}

/** Counts a visit, except an editor's, who reads the site for work. */
function countUnlessEditor(incoming: IncomingMessage, { request, sender }: Turn): void {
  sender().then((senderKind) => senderKind === "editor" || countVisit(incoming, request));
}

async function send(exchange: Exchange, answer: Answer, turn?: Turn): Promise<void> {
  try {
    await sendAnswer(exchange, answer, turn);
  } finally {
    answer.release?.();
  }
}

async function sendAnswer(exchange: Exchange, answer: Answer, turn?: Turn): Promise<void> {
  const { incoming, outgoing, id } = exchange;
  const { status, headers, body, isStaticFile } = answer;
  if (status === 200 && turn) countUnlessEditor(incoming, turn);
  disconnectStalled(outgoing);
  outgoing.setHeader("X-Request-Id", id);
  const isText = body !== null && isCompressible(headers);
  if (isText && !headers.get("Vary")?.includes("Accept-Encoding")) headers.append("Vary", "Accept-Encoding");
  const validators = { etag: headers.get("ETag"), lastModified: headers.get("Last-Modified") };
  if (status === 200 && isNotModified(incoming, validators)) {
    if (body instanceof Readable) body.destroy();
    for (const name of ["Content-Type", "Content-Length"]) headers.delete(name);
    outgoing.writeHead(304, [...headers].flat()).end();
    return;
  }
  const shouldCompress = isText && !(Buffer.isBuffer(body) && isTooSmall(body)) && !isStaticFile;
  const encoding = shouldCompress ? acceptedEncoding(incoming.headers["accept-encoding"] ?? "") : null;
  if (encoding) {
    headers.set("Content-Encoding", encoding);
    headers.delete("Content-Length");
  }
  const isHead = incoming.method === "HEAD";
  if (isHead && body instanceof Readable) {
    body.destroy();
    outgoing.writeHead(status, [...headers].flat()).end();
  } else if (body instanceof Readable) await sendLarge(exchange, { ...answer, body, encoding });
  else {
    const buffer = Buffer.isBuffer(body) ? body : null;
    const bytes = buffer && encoding ? await compress(buffer, encoding) : buffer;
    if (bytes) headers.set("Content-Length", String(bytes.length));
    outgoing.writeHead(status, [...headers].flat()).end((!isHead && bytes) || undefined);
  }
}

const MAX_LISTENERS = 20;

interface LargeAnswer extends Answer {
  body: Readable;
  encoding: Encoding | null;
}

/** Streams a large answer. Disconnects a slow reader, because the answer holds a slot to its last byte. */
async function sendLarge({ outgoing }: Exchange, { status, headers, body, isStaticFile, encoding }: LargeAnswer) {
  const stopWatching = isStaticFile ? null : disconnectSlow(outgoing);
  // Allows more listeners, because `pipeline` adds some, and Node warns above ten.
  outgoing.setMaxListeners(MAX_LISTENERS);
  try {
    outgoing.writeHead(status, [...headers].flat());
    await (encoding ? pipeline(body, compressor(encoding), outgoing) : pipeline(body, outgoing));
  } finally {
    // `pipeline` does not close the body if the client left before it began.
    body.destroy();
    stopWatching?.();
  }
}
