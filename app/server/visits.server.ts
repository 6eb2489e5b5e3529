/** Decides which answers are visits: pages that a person opened, also from the response cache. */
import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";
import { env } from "~/env.server";
import { COUNTED_PAGES, SEARCHED_LISTS } from "~/models/readers/visits/counted-pages.server";
import { noteView, type Visit } from "~/models/readers/visits/counting.server";
import { referringHost } from "~/models/readers/visits/referrer.server";
import type { RequestInfo } from "./incoming.server";

/** Counts an answer of a page with status 200 or 304; callers leave out editors. */
export function countVisit({ method, headers }: IncomingMessage, request: RequestInfo, now = Date.now()): void {
  if (method !== "GET" || request.hasApiKey || isPrefetch(headers)) return;
  const page = pageAt(request);
  if (page === NO_PAGE || isProgram(headers["user-agent"] ?? "")) return;
  const host = headers.referer ? referringHost(headers.referer, ownHosts(request)) : "";
  noteView(host === "" ? page : JSON.stringify([page, host]), now, () => visitsOf(request, host));
}

/** The keys under which addresses count, by target; most requests have the same. */
const pages = new Map<string, string>();
const MOST_PAGES = 1_000;
const NO_PAGE = "";

function pageAt({ target, path, query }: RequestInfo): string {
  const before = pages.get(target);
  if (before !== undefined) return before;
  const search = query.get("search");
  const page = !isPage(path) ? NO_PAGE : search ? JSON.stringify([path, search]) : path;
  if (pages.size >= MOST_PAGES) pages.clear();
  // The longest are no page's that a link leads to.
  if (target.length <= LONGEST_TARGET) pages.set(target, page);
  return page;
}

const LONGEST_TARGET = 300;

function ownHosts({ origin }: RequestInfo): string[] {
  return [origin, env.SITE_URL].map((url) => (url ? new URL(url).hostname.replace(/^www\./, "") : ""));
}

/** Recognises speculative loading: the header of the Fetch standard, and the older one. */
function isPrefetch(headers: IncomingMessage["headers"]): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose;
  return purpose !== undefined && String(purpose).startsWith("prefetch");
}

/**
 * Tells whether a path is a page for people: files have a dot, and calls, admin pages and addresses for machines are left
 * out.
 */
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

function visitsOf({ path, query }: RequestInfo, host: string): Visit[] {
  const visits: Visit[] = [{ kind: "site", key: "", host }];
  const shown = withoutData(path);
  const [first = "", second] = shown.slice(1).split("/");
  const search = query.get("search")?.trim();
  if (search && SEARCHED_LISTS.has(first)) visits.push({ kind: "search", key: search, host });
  const key = second ?? first;
  if (key === "" || SEARCHED_LISTS.has(key)) return visits;
  const page = COUNTED_PAGES.find((pages) => pages.path(key) === shown);
  return page ? [...visits, { kind: page.visits, key, host }] : visits;
}

/** Caches answers of `isbot`, because there are few browsers. */
const programs = new Map<string, boolean>();
const MOST_AGENTS = 2_000;
const LONGEST_AGENT = 500;

/** Includes clients that name no program at all. */
function isProgram(agent: string): boolean {
  if (agent === "") return true;
  if (agent === last.agent) return last.isProgram;
  last = { agent, isProgram: askIsbot(agent) };
  return last.isProgram;
}

/** The next request is often the same browser's. */
let last = { agent: "", isProgram: true };

function askIsbot(agent: string): boolean {
  const key = agent.slice(0, LONGEST_AGENT);
  const before = programs.get(key);
  if (before !== undefined) return before;
  if (programs.size >= MOST_AGENTS) programs.clear();
  const answer = isbot(key);
  programs.set(key, answer);
  return answer;
}
