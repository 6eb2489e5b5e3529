/** Which answers are visits of readers: pages that a person opened, also those out of the response cache. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { isbot } from "isbot";
import { env } from "~/env.server";
import { noteVisit, readerOf, type Visit } from "~/models/readers/visits/counting.server";
import { DAY_MS } from "~/models/readers/visits/days";
import { referringHost } from "~/models/readers/visits/referrer.server";
import type { RequestInfo } from "./incoming.server";

const LONGEST_TARGET = 1_000;

/** Counts an answer of a page with status 200 or 304; whoever calls it leaves out editors. */
export function countVisit(incoming: IncomingMessage, request: RequestInfo, now = Date.now()): void {
  const { method, headers } = incoming;
  if (method !== "GET" || request.hasApiKey || request.target.length > LONGEST_TARGET) return;
  if (isPrefetch(headers) || !isPage(request.path)) return;
  const agent = headers["user-agent"] ?? "";
  if (agent === "" || isProgram(agent)) return;
  const reader = knownReader(incoming.socket, request.clientAddress, agent, now);
  if (reader === null) return;
  const opened = `${reader} ${request.target}`;
  if (seen.has(opened)) return;
  const host = headers.referer ? referringHost(headers.referer, ownHosts(request)) : "";
  const areCounted = visitsOf(request).map((visit) =>
    noteVisit(reader, { kind: visit.kind, key: visit.key, host }, now),
  );
  if (areCounted.every(Boolean)) remember(opened);
}

function ownHosts({ origin }: RequestInfo): string[] {
  return [origin, env.SITE_URL].map((url) => (url ? new URL(url).hostname.replace(/^www\./, "") : ""));
}

/** Speculative loading: the header of the Fetch standard, and the older one. */
function isPrefetch(headers: IncomingMessage["headers"]): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose;
  return purpose !== undefined && String(purpose).startsWith("prefetch");
}

/** Pages for people, by path alone: files have a dot, and calls, admin pages and what machines ask for are left out. */
function isPage(path: string): boolean {
  if (NO_PAGES.test(path)) return false;
  return !withoutData(path).includes(".");
}

const NO_PAGES = /^\/(api|admin|build|uploads|healthz|metrics|mcp|light|dark|oembed)(\/|$)|\/embed$/;

/** A page that scripts open comes as its data. */
function withoutData(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

function visitsOf({ path, query }: RequestInfo): Pick<Visit, "kind" | "key">[] {
  const visits: Pick<Visit, "kind" | "key">[] = [{ kind: "site", key: "" }];
  const [first = "", second, ...more] = withoutData(path).slice(1).split("/");
  const search = query.get("search")?.trim();
  if (search && LISTS.has(first)) visits.push({ kind: "search", key: search });
  if (more.length > 0) return visits;
  if (second === undefined && first !== "" && !LISTS.has(first)) visits.push({ kind: "profile", key: first });
  else if (second && first === "articles") visits.push({ kind: "article", key: second });
  else if (second && first === "topics") visits.push({ kind: "topic", key: second });
  return visits;
}

const LISTS = new Set(["", "directory", "articles"]);

/** What was asked by `isbot` before; browsers are few. */
const programs = new Map<string, boolean>();
const MOST_AGENTS = 2_000;
const LONGEST_AGENT = 500;

function isProgram(agent: string): boolean {
  const key = agent.slice(0, LONGEST_AGENT);
  const before = programs.get(key);
  if (before !== undefined) return before;
  if (programs.size >= MOST_AGENTS) programs.clear();
  const answer = isbot(key);
  programs.set(key, answer);
  return answer;
}

interface Known {
  day: number;
  address: string;
  agent: string;
  reader: string;
}

/** Who read last over a connection: the hash is made once and goes with the connection. */
const readers = new WeakMap<Socket, Known>();

function knownReader(socket: Socket, address: string, agent: string, now: number): string | null {
  const day = Math.floor(now / DAY_MS);
  const known = readers.get(socket);
  if (known?.day === day && known.address === address && known.agent === agent) return known.reader;
  const reader = readerOf(address, agent, now);
  if (reader !== null) readers.set(socket, { day, address, agent, reader });
  return reader;
}

/** What was counted lately. What is forgotten is found in the database. */
const seen = new Set<string>();
let seenBytes = 0;
const MOST_SEEN_BYTES = 8_000_000;
/** Of V8 for a text and its place in a set, about. */
const BYTES_OF_ENTRY = 48;

function remember(opened: string): void {
  if (seenBytes > MOST_SEEN_BYTES) {
    seen.clear();
    seenBytes = 0;
  }
  seen.add(opened);
  seenBytes += opened.length + BYTES_OF_ENTRY;
}
