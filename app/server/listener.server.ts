import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "~/env.server";
import { requestLog } from "~/log.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { noteConnection } from "~/services/event-loop.server";
import { countResponse } from "./counters.server";
import type { Exchange } from "./incoming.server";
import { Pool } from "./limiter.server";
import { withoutSecrets } from "./secret-paths.server";

export interface RunningServer {
  url: string;
  /** The process ids of the workers, if there are any. */
  workers?: number[];
  stop(): Promise<void>;
}

/** Time-outs in milliseconds. */
export interface Timeouts {
  /** Also limits a request that never begins. */
  headers: number;
  request: number;
  keepAlive: number;
  /** The time from the stop of the server until all connections are closed. */
  stop: number;
  /**
   * The time from the stop until the server closes connections with an incomplete request, so that slow senders do not delay
   * a restart.
   */
  arriving: number;
}

const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 30 * 60_000,
  keepAlive: 10_000,
  stop: 8_500,
  arriving: 3_000,
};

/** The limit of connections, including idle ones; each takes a file descriptor and about 10 KB. */
const MAX_CONNECTIONS = 4_000;

export interface ListenOptions {
  /** 0 means any free port. */
  port: number;
  host?: string;
  timeOuts?: Partial<Timeouts>;
}

/** Starts to listen. Throws an Error with a message for the operator if port or host are unavailable. */
export async function listen(
  handle: (exchange: Exchange) => unknown,
  { port, host, timeOuts = {} }: ListenOptions,
): Promise<RunningServer> {
  const { headers, request, keepAlive, stop, arriving: arrivalDeadline } = { ...DEFAULT_TIMEOUTS, ...timeOuts };
  const openSockets = new Set<Socket>();
  const currentAnswers = new WeakMap<Socket, ServerResponse>();
  const closeArriving = () => {
    for (const socket of openSockets) if (!currentAnswers.get(socket)?.req.complete) socket.destroy();
  };
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: Math.min(headers, 5_000),
    },
    (incoming, outgoing) => {
      handleInOrder(incoming, outgoing, () => {
        const id = randomUUID();
        logWhenDone(incoming, outgoing, id);
        currentAnswers.set(incoming.socket, outgoing);
        outgoing.once(
          "close",
          () => currentAnswers.get(incoming.socket) === outgoing && currentAnswers.delete(incoming.socket),
        );
        handle({ incoming, outgoing, id });
      });
    },
  );
  server.on("connection", noteConnection);
  server.on("connection", (socket: Socket) => {
    openSockets.add(socket);
    socket.once("close", () => openSockets.delete(socket));
  });
  server.on("connect", refuseTunnel);
  server.on("clientError", (error, socket) =>
    refuseUnreadable(error, socket, socket instanceof Socket ? currentAnswers.get(socket) : undefined),
  );
  shareConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenProblem(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${actualPort}`,
    stop: () => close(server, { stop, arriving: arrivalDeadline }, closeArriving),
  };
}

/** The limit of unanswered requests on a connection. Browsers send one at a time, some libraries a few. */
const MAX_PIPELINED = 8;
/** The unanswered requests of each connection, the oldest first; only that one has been started. */
const pendingStarts = new WeakMap<Socket, (() => void)[]>();
/** The connections on which something unreadable follows requests, after whose answers they end. */
const unreadableSockets = new WeakSet<Socket>();

/**
 * Handles the pipelined requests of a connection one after the other (RFC 9112 §9.3.2). Disconnects a client that sends many
 * ahead, because Node would start all of them at once.
 */
function handleInOrder({ socket }: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  // Ignores requests that Node still parses after the disconnection.
  if (socket.destroyed) return;
  const pendingRequests = pendingStarts.get(socket) ?? [];
  pendingStarts.set(socket, pendingRequests);
  if (pendingRequests.push(begin) > MAX_PIPELINED) return void socket.destroy();
  outgoing.once("close", () => {
    pendingRequests.shift();
    if (socket.destroyed) return;
    if (pendingRequests[0]) pendingRequests[0]();
    else if (unreadableSockets.has(socket)) socket.destroySoon();
  });
  if (pendingRequests.length === 1) begin();
}

/** Refuses CONNECT (RFC 9110 §9.3.6). Only disconnects if an answer is pending, because the client would take the refusal for that answer. */
function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  if (!(socket instanceof Socket) || pendingStarts.get(socket)?.length) return void socket.destroy();
  countResponse(405, 0);
  socket.write("HTTP/1.1 405 Method Not Allowed\r\nAllow:\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  socket.destroySoon();
}

/** The refusals by the code of Node's error. */
const UNREADABLE_REQUESTS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The address of this request is too long, or its cookies and other headers are. Please shorten the address, or delete the cookies of this site.",
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Content Too Large", "The chunk extensions of this request are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "This request took too long to arrive. Please try again."],
};
const MALFORMED_REQUEST = ["400 Bad Request", "This is not a valid HTTP request."] as const;

/**
 * Answers a request that Node cannot read with a sentence, because Node's own answer is an empty page. Says nothing after
 * another request, because the client would take the refusal for its answer; the connection ends after that answer.
 */
function refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Duplex, current?: ServerResponse): void {
  socket.on("error", () => socket.destroy());
  const isPending = socket instanceof Socket && (pendingStarts.get(socket)?.length ?? 0) > 0;
  const isBodyOfCurrent = current !== undefined && !current.req.complete && !current.headersSent;
  if (!(socket instanceof Socket) || !socket.writable) return void socket.destroy();
  if (isPending && !isBodyOfCurrent) return void unreadableSockets.add(socket);
  const [status, sentence] = UNREADABLE_REQUESTS[code] ?? MALFORMED_REQUEST;
  if (!isPending) countResponse(Number.parseInt(status, 10), 0);
  const body = `${sentence}\n`;
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** Disconnects clients with more than a fair share of connections, unless a proxy makes all of them. */
function shareConnections(server: Server): void {
  if (env.TRUST_PROXY) return;
  const connections = new Pool(MAX_CONNECTIONS);
  server.on("connection", (socket) => {
    const client = env.RATE_LIMIT ? network(socket.remoteAddress ?? "") : null;
    if (!connections.take(client, 1)) return socket.destroy();
    socket.once("close", () => connections.give(client, 1));
  });
}

/** Disconnects a client that reads nothing for `milliseconds` while data waits; call it when the answer begins. */
export function disconnectStalled(outgoing: ServerResponse, milliseconds = 30_000): void {
  outgoing.setTimeout(milliseconds, () => {
    if (outgoing.writableLength > 0) outgoing.destroy();
    else outgoing.setTimeout(milliseconds);
  });
}

/** The minimum speed of a client, averaged over the whole answer. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const GRACE_MS = 20_000;
/** The longest time without progress. */
const MAX_PAUSE_MS = 60_000;

/** Disconnects a slow client of an answer that holds a slot; call it when the answer begins. Returns the function that stops watching. */
export function disconnectSlow(outgoing: ServerResponse): () => void {
  const { socket } = outgoing;
  const startedAt = performance.now();
  const bytesBefore = socket?.bytesWritten ?? 0;
  let lastProgress = { bytes: bytesBefore, at: startedAt };
  const timer = setInterval(() => {
    if (!socket) return;
    const now = performance.now();
    if (socket.bytesWritten !== lastProgress.bytes) lastProgress = { bytes: socket.bytesWritten, at: now };
    else if (now - lastProgress.at > MAX_PAUSE_MS) outgoing.destroy();
    if (socket.writableLength === 0) return;
    const sentBytes = socket.bytesWritten - bytesBefore - socket.writableLength;
    const ms = now - startedAt - GRACE_MS;
    if (sentBytes < (ms / 1_000) * MIN_BYTES_PER_SECOND) outgoing.destroy();
  }, 1_000);
  return () => clearInterval(timer);
}

function logWhenDone({ method, url = "" }: IncomingMessage, outgoing: ServerResponse, id: string): void {
  const startedAt = performance.now();
  outgoing.once("close", () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    // 499 is nginx's status for a client that closed the connection.
    const status = outgoing.writableFinished ? outgoing.statusCode : 499;
    const path = withoutSecrets(url);
    countResponse(status, ms, path);
    // Logs successful requests of monitors, which come every few seconds, only at debug.
    const level = /^\/(healthz|metrics)$/.test(path) && status < 400 ? "debug" : "info";
    requestLog[level]({ id, method, path, status, ms }, "request");
  });
}

/** The time without new connections before the server closes, so that accepted ones get an answer. */
const QUIET_MS = 150;
const MAX_QUIET_ROUNDS = 20;

async function close(
  server: Server,
  { stop, arriving }: Pick<Timeouts, "stop" | "arriving">,
  dropArriving: () => void,
): Promise<void> {
  setTimeout(() => server.closeAllConnections(), stop).unref();
  setTimeout(dropArriving, arriving).unref();
  server.prependListener("request", (_incoming, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false;
  });
  await waitForQuiet(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function waitForQuiet(server: Server): Promise<void> {
  let connections = 0;
  server.on("connection", () => connections++);
  for (let round = 0, connectionsBefore = -1; round < MAX_QUIET_ROUNDS && connections !== connectionsBefore; round++) {
    connectionsBefore = connections;
    await delay(QUIET_MS);
  }
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host = "all interfaces"): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "another program already uses it",
    EACCES: "this user has no permission",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such host",
  };
  const reason = reasons[error.code ?? ""];
  return reason ? new Error(`The site cannot listen on port ${port} of ${host}: ${reason}. Set PORT or HOST.`) : error;
}
