/**
 * Pages made straight: the loaders of an address, one after the other's start, and the page written in one go. It is what the
 * framework does for a page that succeeds, without what it does for all others; those are handed on to it with what the loaders
 * gave, so that none runs twice. Tests compare what both make of every page, to the letter.
 */
import * as build from "@remix-run/dev/server-build";
import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { Links, matchRoutes, Scripts, ScrollRestoration } from "@remix-run/react";
import type { ReactNode } from "react";
import { htmlOf, type Same } from "~/html.server";
import { log } from "~/log.server";
import { pageResponse } from "~/page-html.server";
import { encodeDataInScript, inScript } from "./loader-data.server";
import { type About, type Framed, frameOf, type Match } from "./page-frame.server";

type Routes = ServerBuild["routes"];
/** As the router takes routes. */
type Branch = { id: string; path?: string; caseSensitive?: boolean } & (
  | { index: true; children?: undefined }
  | { index?: false; children: Branch[] }
);

/** What the loaders of a request came to, by the ids of their routes. */
export type Outcomes = Map<string, { value: unknown } | { error: unknown }>;

/** What becomes of a page: the answer, or what the framework is to go on with. */
type Made = { response: Response } | { outcomes?: Outcomes };

/** Who makes the pages of some routes. */
export function makerOf(routes: Routes): (request: Request, url: URL) => Promise<Made> {
  const tree = treeOf(routes);
  return async (request, url) => {
    if (request.method !== "GET" || url.pathname.endsWith(".data") || FRAMEWORKS_OWN.test(url.search)) return {};
    const matches = matchRoutes(tree, url.pathname);
    const leaf = matches?.at(-1)?.route.id;
    if (!matches || !leaf) return {};
    const chain = chainTo(
      leaf,
      matches.map(({ route }) => route.id),
    );
    if (!chain) return {};
    const outcomes = await load(chain, request, matches[0]?.params ?? {});
    const response = write(chain, matches, outcomes, url);
    return response ? { response } : { outcomes };
  };
}

/** Parameters that mean something to the framework, as an address does that ends in ".data": it asks for the data alone. */
const FRAMEWORKS_OWN = /[?&](index|_routes|_data)\b/;

function treeOf(routes: Routes, parent?: string): Branch[] {
  return Object.values(routes)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index, caseSensitive }) =>
      index ? { id, path, caseSensitive, index } : { id, path, caseSensitive, children: treeOf(routes, id) },
    );
}

// ------ The routes around a page and the page

interface Chain {
  ids: string[];
  /** The page with what stands around it. */
  frame: (page: Framed) => ReactNode;
  /** For pages whose routes say which headers they want. */
  hasHeaders: boolean;
  /** What the framework writes of these routes whatever the page. */
  same: Same;
}

const chains = new Map<string, Chain | null>();

/** null for what is no page. */
function chainTo(leaf: string, ids: string[]): Chain | null {
  const known = chains.get(leaf);
  if (known !== undefined) return known;
  const modules = ids.map((id) => build.routes[id]?.module);
  const chain = modules.at(-1)?.default
    ? {
        ids,
        frame: frameOf(ids, aboutOf(ids)),
        hasHeaders: modules.some((module) => module?.headers),
        same: new Map([Links, Scripts, ScrollRestoration].map((component) => [component, null])),
      }
    : null;
  chains.set(leaf, chain);
  return chain;
}

/** What the framework's components know of the site: nothing but these routes. */
function aboutOf(ids: string[]): About {
  const routeModules = Object.fromEntries(ids.map((id) => [id, build.routes[id]?.module])) as About["routeModules"];
  const manifest = { ...build.assets, routes: only(build.assets.routes, ids) };
  return { manifest, routeModules, serverHandoffString: HANDOFF };
}

function only<Entry>(entries: Record<string, Entry>, ids: string[]): Record<string, Entry> {
  return Object.fromEntries(Object.entries(entries).filter(([id]) => ids.includes(id)));
}

async function load({ ids }: Chain, request: Request, params: LoaderFunctionArgs["params"]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const run = async (id: string) => {
    const loader = build.routes[id]?.module.loader;
    if (!loader) return;
    try {
      outcomes.set(id, { value: await loader({ request, params, context: {} }) });
    } catch (error) {
      outcomes.set(id, { error });
    }
  };
  await Promise.all(ids.map(run));
  return outcomes;
}

/** What the loaders gave, as the framework keeps it; null when one of them gave more than data, or nothing. */
function dataOf({ ids }: Chain, outcomes: Outcomes): Record<string, unknown> | null {
  const loaded: Record<string, unknown> = {};
  for (const id of ids) {
    const outcome = outcomes.get(id);
    if (!outcome) continue;
    if (!("value" in outcome && isData(outcome.value))) return null;
    loaded[id] = outcome.value;
  }
  // Last, as the framework has them.
  for (const id of ids) if (!outcomes.has(id)) loaded[id] = null;
  return loaded;
}

function isData(value: unknown): boolean {
  if (typeof value !== "object") return false;
  return value === null || !(value instanceof Response || (value as { type?: string }).type === "DataWithResponseInit");
}

// ------ The page

/** null for what only the framework can make. */
function write(chain: Chain, matches: Match[], outcomes: Outcomes, { pathname, search }: URL): Response | null {
  const loaderData = dataOf(chain, outcomes);
  if (!loaderData || chain.hasHeaders) return null;
  try {
    const html = htmlOf(chain.frame({ matches, loaderData, pathname, search }), chain.same);
    const handoff =
      html.lastIndexOf(ITS_CONTEXT) >= 0 ? handoffOf({ loaderData, actionData: null, errors: null }) : undefined;
    return pageResponse(html, { status: 200, headers: new Headers(), routeIds: chain.ids, handoff });
  } catch (error) {
    // A fault shows again when the framework tries, and is dealt with there.
    log.debug({ route: chain.ids.at(-1), why: String(error) }, "left to the framework");
    return null;
  }
}

/** The first of the framework's scripts; light pages have none. In a text it would not stand so, with its quotes and signs. */
const ITS_CONTEXT = "<script>window.__remixContext = ";

/** What the browser's part of the framework has to know before the data. */
const HANDOFF = inScript({
  basename: build.basename,
  criticalCss: undefined,
  future: build.future,
  isSpaMode: build.isSpaMode,
});

/** The scripts that hand the data to the browser's part of the framework. */
function handoffOf(state: object): string {
  const say = (what: string) => `<script>window.__remixContext.streamController.${what};</script>`;
  return say(`enqueue(${encodeDataInScript(state)})`) + say("close()");
}
