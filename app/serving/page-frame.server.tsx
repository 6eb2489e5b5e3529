/**
 * What the framework's components find around a page, without the router that the framework makes for each: what is the same for
 * all pages of some routes is made once, and the routes of an address are not sought again.
 */
import * as build from "@remix-run/dev/server-build";
import type { EntryContext } from "@remix-run/node";
import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import {
  createPath,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_FetchersContext as FetchersContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
  type RouteObject,
  UNSAFE_ViewTransitionContext as ViewTransitionContext,
} from "react-router-dom";
import { createStaticRouter } from "react-router-dom/server.js";

/** The routes of an address, from the outermost one to the page's, as the router matches them. */
export interface Match {
  params: Record<string, string | undefined>;
  pathname: string;
  pathnameBase: string;
  route: { id: string };
}

export interface Framed {
  matches: Match[];
  loaderData: Record<string, unknown>;
  pathname: string;
  /** With its question mark, or "". */
  search: string;
}

/** What the framework gives its components to know of the site. */
export type About = Pick<EntryContext, "manifest" | "routeModules" | "serverHandoffString">;

/** Who frames the pages of some routes, given from the outermost one to the page's. */
export function frameOf(ids: string[], about: About): (page: Framed) => ReactNode {
  const { future, isSpaMode, basename = "/" } = build;
  const remix = { ...about, future, isSpaMode, renderMeta: {} } as ComponentProps<
    typeof RemixContext.Provider
  >["value"];
  const flags = { v7_relativeSplatPath: future.v3_relativeSplatPath, v7_partialHydration: true };
  const nowhere = { basename, matches: [], loaderData: {}, actionData: null, errors: null, location: PLACE };
  const context = nowhere as unknown as Parameters<typeof createStaticRouter>[1];
  const router = createStaticRouter([nested(ids, about.routeModules)], context, { future: flags });
  const { state } = router;
  const routes = alongside(router.routes);
  const elements = ids.map((id) => elementOf(id, about.routeModules));
  const navigator = { ...NAVIGATOR, createHref: router.createHref, encodeLocation: router.encodeLocation };
  const navigation = {
    basename,
    navigator,
    static: true,
    future: { v7_relativeSplatPath: flags.v7_relativeSplatPath },
  };
  const data = { router, navigator, static: true, staticContext: context, basename };

  return ({ loaderData, pathname, search, ...page }) => {
    const location = { ...PLACE, pathname, search };
    const matches = page.matches.map((match, at) => ({ ...match, route: routes[at] as (typeof routes)[0] }));
    const around = matches.map(encoded);
    let outlet: ReactNode = null;
    for (let at = matches.length - 1; at >= 0; at--) {
      const value = { outlet, matches: around.slice(0, at + 1), isDataRoute: true } as ComponentProps<
        typeof RouteContext.Provider
      >["value"];
      outlet = <RouteContext.Provider value={value}>{elements[at] ?? outlet}</RouteContext.Provider>;
    }
    return (
      <RemixContext.Provider value={remix}>
        <DataRouterContext.Provider value={data}>
          <DataRouterStateContext.Provider value={{ ...state, location, matches, loaderData }}>
            <FetchersContext.Provider value={NO_FETCHERS}>
              <ViewTransitionContext.Provider value={NO_TRANSITION}>
                <NavigationContext.Provider value={navigation}>
                  <LocationContext.Provider value={{ location, navigationType: NavigationType.Pop }}>
                    {outlet}
                  </LocationContext.Provider>
                </NavigationContext.Provider>
              </ViewTransitionContext.Provider>
            </FetchersContext.Provider>
          </DataRouterStateContext.Provider>
        </DataRouterContext.Provider>
      </RemixContext.Provider>
    );
  };

  /** With paths as an address has them, where that makes a difference. */
  function encoded<Known extends Match>(match: Known): Known {
    if (PLAIN_PATH.test(match.pathname)) return match;
    const encode = (path: string) => createPath({ pathname: router.encodeLocation(path).pathname });
    return { ...match, pathname: encode(match.pathname), pathnameBase: encode(match.pathnameBase) };
  }
}

const PLACE = { pathname: "/", search: "", hash: "", state: null, key: "default" };
const PLAIN_PATH = /^[\w/.-]*$/;
const NO_FETCHERS = new Map();
const NO_TRANSITION = { isTransitioning: false } as const;

const nowhereToGo = () => {
  throw new Error("Nobody goes anywhere while a page is rendered.");
};
const NAVIGATOR = { push: nowhereToGo, replace: nowhereToGo, go: nowhereToGo };

/** The routes, each within the one before. */
function nested([id, ...others]: string[], modules: About["routeModules"]): RouteObject {
  const { path, index, caseSensitive } = build.routes[id as string] ?? {};
  const { handle } = modules[id as string] ?? {};
  const route = { id, path, caseSensitive, handle, element: null };
  if (others.length === 0) return { ...route, index } as RouteObject;
  return { ...route, children: [nested(others, modules)] };
}

/** The same in a row. */
function alongside(routes: ReturnType<typeof createStaticRouter>["routes"] | undefined): typeof routes & object {
  const [route] = routes ?? [];
  return route ? [route, ...alongside(route.children)] : [];
}

function elementOf(id: string, modules: About["routeModules"]): ReactNode {
  const { default: Page, Layout } = modules[id] as {
    default?: ComponentType;
    Layout?: ComponentType<{ children: ReactNode }>;
  };
  if (!Page) return undefined;
  return id === "root" && Layout ? (
    <Layout>
      <Page />
    </Layout>
  ) : (
    <Page />
  );
}
