/** Counts visits: pages that a person opened, also from the response cache. */
import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";
import { isProgram } from "~/http/reader.server";
import { SEARCHED_LISTS } from "~/models/readers/visits/counted-pages.server";
import { recordView, type Visit } from "~/models/readers/visits/counting.server";
import { COUNTED_PAGES } from "~/models/readers/visits/pages";
import { referringHost } from "~/models/readers/visits/referrer.server";
import type { RequestInfo } from "./incoming.server";

/** Counts a page that was answered with 200 or 304. Callers leave out editors. */
export function countVisit({ method, headers }: IncomingMessage, request: RequestInfo, now = Date.now()): void {
  if (method !== "GET" || request.hasApiKey || isPrefetch(headers)) return;
  const page = pageAt(request);
  if (page === NO_PAGE || isProgram(headers["user-agent"] ?? "") || isReload(headers.referer, request)) return;
  const host = headers.referer ? referringHost(headers.referer, ownHosts(request)) : "";
  recordView(host === "" ? page : JSON.stringify([page, host]), now, () => visitsOf(request, host));
}

/** Caches the keys under which addresses are counted. */
const pages = new Map<string, string>();
const MAX_PAGES = 1_000;
const NO_PAGE = "";

function pageAt({ target, path, query }: RequestInfo): string {
  const cachedPage = pages.get(target);
  if (cachedPage !== undefined) return cachedPage;
  const search = query.get("search");
  const page = !isPage(path) ? NO_PAGE : search ? JSON.stringify([path, search]) : path;
  if (pages.size >= MAX_PAGES) pages.clear();
  // Does not cache long targets, which no link has.
  if (target.length <= MAX_TARGET_LENGTH) pages.set(target, page);
  return page;
}

const MAX_TARGET_LENGTH = 300;

function ownHosts({ origin }: RequestInfo): string[] {
  return [origin, env.SITE_URL].map((url) => (url ? new URL(url).hostname.replace(/^www\./, "") : ""));
}

/** Recognises speculative loading: the header of the Fetch standard, and the older one. */
function isPrefetch(headers: IncomingMessage["headers"]): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose;
  return purpose !== undefined && String(purpose).startsWith("prefetch");
}

/** Recognises data that a page reads again, as after a form: the address of the page does not change. */
function isReload(referrer: string | undefined, { path, query }: RequestInfo): boolean {
  if (!path.endsWith(".data") || !referrer || !URL.canParse(referrer)) return false;
  const { pathname, searchParams } = new URL(referrer);
  return pathname === withoutData(path) && pageQuery(searchParams) === pageQuery(query);
}

/** Returns a query without the parameters by which Remix addresses routes. */
function pageQuery(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => name !== "_routes" && name !== "index")).toString();
}

/** Tells whether a path is a page for people: not a file, which has a dot, a call, an admin page, or an address for machines. */
function isPage(path: string): boolean {
  if (UNCOUNTED_PATHS.test(path)) return false;
  return !withoutData(path).includes(".");
}

const UNCOUNTED_PATHS = /^\/(api|admin|build|uploads|healthz|metrics|mcp|light|dark|oembed)(\/|$)|\/embed$/;

/** Returns the path of a page from that of its data, which scripts read. */
function withoutData(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

function visitsOf({ path, query }: RequestInfo, host: string): Visit[] {
  const visits: Visit[] = [{ kind: "site", key: "", host }];
  const pagePath = withoutData(path);
  const [firstSegment = "", secondSegment] = pagePath.slice(1).split("/");
  const search = query.get("search")?.trim();
  if (search && SEARCHED_LISTS.has(firstSegment)) visits.push({ kind: "search", key: search, host });
  const key = secondSegment ?? firstSegment;
  if (key === "" || SEARCHED_LISTS.has(key)) return visits;
  const page = COUNTED_PAGES.find((pages) => pages.path(key) === pagePath);
  return page ? [...visits, { kind: page.visits, key, host }] : visits;
}
