import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "~/env.server";
import { requestLog } from "~/log.server";
import { network } from "~/models/base/rate-limits/rate-limits.server";
import { BEFORE_SECRETS } from "~/models/whole/parts.server";
import { noteConnection } from "~/turns.server";
import { countResponse } from "./counters.server";
import type { Exchange } from "./incoming.server";
import { Pool } from "./limiter.server";

export interface Listening {
  url: string;
  /** Process ids of the workers, if any. */
  workers?: number[];
  stop(): Promise<void>;
}

/** Time-outs in milliseconds. */
export interface TimeOuts {
  /** Also limits a request that never begins. */
  headers: number;
  request: number;
  keepAlive: number;
  /** Until all connections end, once the server stops. */
  stop: number;
  /** Limits bodies that have not arrived after that: slow senders hold up no restart. */
  arriving: number;
}

const TIME_OUTS: TimeOuts = {
  headers: 15_000,
  request: 30 * 60_000,
  keepAlive: 10_000,
  stop: 8_500,
  arriving: 3_000,
};

/** Includes idle connections: each takes a file descriptor and about 10 KB. */
const MAX_CONNECTIONS = 4_000;

export interface ListenOptions {
  /** 0 means any free port. */
  port: number;
  host?: string;
  timeOuts?: Partial<TimeOuts>;
}

/** Throws an Error with a sentence when port or host is unavailable. */
export async function listen(
  handle: (exchange: Exchange) => unknown,
  { port, host, timeOuts = {} }: ListenOptions,
): Promise<Listening> {
  const { headers, request, keepAlive, stop, arriving } = { ...TIME_OUTS, ...timeOuts };
  const open = new Set<Socket>();
  const begun = new WeakMap<Socket, IncomingMessage>();
  const dropArriving = () => {
    for (const socket of open) if (!begun.get(socket)?.complete) socket.destroy();
  };
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keepAlive,
      connectionsCheckingInterval: Math.min(headers, 5_000),
    },
    (incoming, outgoing) => {
      beginInTurn(incoming, outgoing, () => {
        const id = randomUUID();
        logWhenDone(incoming, outgoing, id);
        begun.set(incoming.socket, incoming);
        outgoing.once("close", () => begun.get(incoming.socket) === incoming && begun.delete(incoming.socket));
        handle({ incoming, outgoing, id });
      });
    },
  );
  server.on("connection", noteConnection);
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("connect", refuseTunnel);
  shareConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenProblem(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://localhost:${bound}`, stop: () => close(server, { stop, arriving }, dropArriving) };
}

/** Browsers and proxies wait for an answer before they ask again; some libraries send a few requests ahead. */
const MAX_PIPELINED = 8;
/** The starts of a connection's unanswered requests, the oldest first: only that one has begun. */
const unanswered = new WeakMap<Socket, (() => void)[]>();

/**
 * Answers the requests of a connection one after the other, in the order of their answers (RFC 9112 §9.3.2), and
 * disconnects a client that sends many without waiting: all of them would be worked on at once, thousands for each
 * connection.
 */
function beginInTurn({ socket }: IncomingMessage, outgoing: ServerResponse, begin: () => void): void {
  // Ignores what it sent before, which is parsed nevertheless.
  if (socket.destroyed) return;
  const waiting = unanswered.get(socket) ?? [];
  unanswered.set(socket, waiting);
  if (waiting.push(begin) > MAX_PIPELINED) return void socket.destroy();
  outgoing.once("close", () => {
    waiting.shift();
    if (!socket.destroyed) waiting[0]?.();
  });
  if (waiting.length === 1) begin();
}

/** This site leads to no other (RFC 9110 §9.3.6). In the place of an answer that is still due, the refusal would be taken for it. */
function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  if (!(socket instanceof Socket) || unanswered.get(socket)?.length) return void socket.destroy();
  countResponse(405, 0);
  socket.write("HTTP/1.1 405 Method Not Allowed\r\nAllow:\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  socket.destroySoon();
}

/** Disconnects clients with more than a fair share. A proxy, which speaks for everybody, has limits of its own. */
function shareConnections(server: Server): void {
  if (env.TRUST_PROXY) return;
  const connections = new Pool(MAX_CONNECTIONS);
  server.on("connection", (socket) => {
    const client = env.RATE_LIMIT ? network(socket.remoteAddress ?? "") : null;
    if (!connections.take(client, 1)) return socket.destroy();
    socket.once("close", () => connections.give(client, 1));
  });
}

/** Disconnects a client that reads nothing of a waiting answer for `milliseconds`; call it when the answer begins. */
export function disconnectStalled(outgoing: ServerResponse, milliseconds = 30_000): void {
  outgoing.setTimeout(milliseconds, () => {
    if (outgoing.writableLength > 0) outgoing.destroy();
    else outgoing.setTimeout(milliseconds);
  });
}

/** Disconnects a client that reads a waiting answer more slowly than this, over the whole answer. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const PATIENCE_MS = 20_000;
/** Ends an answer that is no longer being made. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Watches an answer that holds a slot to its last byte; call it when the answer begins. Returns the function that ends it.
 */
export function disconnectSlow(outgoing: ServerResponse): () => void {
  const { socket } = outgoing;
  const began = performance.now();
  const before = socket?.bytesWritten ?? 0;
  let last = { bytes: before, at: began };
  const timer = setInterval(() => {
    if (!socket) return;
    const now = performance.now();
    if (socket.bytesWritten !== last.bytes) last = { bytes: socket.bytesWritten, at: now };
    else if (now - last.at > LONGEST_PAUSE_MS) outgoing.destroy();
    if (socket.writableLength === 0) return;
    const sent = socket.bytesWritten - before - socket.writableLength;
    const ms = now - began - PATIENCE_MS;
    if (sent < (ms / 1_000) * MIN_BYTES_PER_SECOND) outgoing.destroy();
  }, 1_000);
  return () => clearInterval(timer);
}

function logWhenDone({ method, url = "" }: IncomingMessage, outgoing: ServerResponse, id: string): void {
  const started = performance.now();
  outgoing.once("close", () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    // nginx's 499: the client closed the connection.
    const status = outgoing.writableFinished ? outgoing.statusCode : 499;
    const path = withoutSecrets(url);
    countResponse(status, ms, path);
    // Monitors ask every few seconds, and only a "no" is news.
    const level = /^\/(healthz|metrics)$/.test(path) && status < 400 ? "debug" : "info";
    requestLog[level]({ id, method, path, status, ms }, "request");
  });
}

/** A query may hold secrets, and so do the links of those who follow or ask, in whatever way they are written. */
export function withoutSecrets(url: string): string {
  const [path = ""] = url.slice(0, 500).split(/[?#]/, 1);
  if (!MAY_HAVE_TOKEN.test(path)) return path;
  const plain = plainly(path);
  return WITH_TOKEN.test(plain) ? plain.replace(WITH_TOKEN, "$1[token]") : path;
}

/** Matches the addresses whose routes have a token. */
const WITH_TOKEN = new RegExp(`(/(?:${BEFORE_SECRETS.join("|")})/)[^/]+`, "i");
/** Matches addresses that may have a token; all others are one or two words without an escape. */
const MAY_HAVE_TOKEN = new RegExp(`[%\\\\.]|//|(${BEFORE_SECRETS.join("|")})/`, "i");
const MOST_LAYERS = 5;

/**
 * Returns a path without escapes and empty parts, and with dotted ones followed, as the router reads it in the end, and
 * beyond.
 */
function plainly(path: string): string {
  let plain = path;
  for (let layer = 0; layer < MOST_LAYERS && plain.includes("%"); layer++)
    plain = plain.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const parts: string[] = [];
  for (const part of plain.split(/[/\\]+/))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return `/${parts.filter(Boolean).join("/")}`;
}

/** Close only after a pause, so that already accepted connections get an answer. */
const QUIET_MS = 150;
const MAX_QUIET_ROUNDS = 20;

async function close(
  server: Server,
  { stop, arriving }: Pick<TimeOuts, "stop" | "arriving">,
  dropArriving: () => void,
): Promise<void> {
  setTimeout(() => server.closeAllConnections(), stop).unref();
  setTimeout(dropArriving, arriving).unref();
  server.prependListener("request", (_incoming, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false;
  });
  await noNewConnections(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function noNewConnections(server: Server): Promise<void> {
  let connections = 0;
  server.on("connection", () => connections++);
  for (let round = 0, before = -1; round < MAX_QUIET_ROUNDS && connections !== before; round++) {
    before = connections;
    await delay(QUIET_MS);
  }
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host = "all interfaces"): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "another program listens there already",
    EACCES: "this user is not allowed to",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such host",
  };
  const reason = reasons[error.code ?? ""];
  return reason ? new Error(`The site cannot listen on port ${port} of ${host}: ${reason}. Set PORT or HOST.`) : error;
}
