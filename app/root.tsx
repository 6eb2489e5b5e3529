import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { JumpLink } from "~/components/ui/jump-link";
import { currentUser, viewerOf } from "./auth/session.server";
import { problemTitle } from "./components/layout/problem-title";
import { NonceContext, NoScriptsContext, StartScript } from "./components/layout/start-script";
import { type SiteData, useSite } from "./components/layout/use-site";
import { ToastProvider } from "./components/ui/toast";
import { googleIsConfigured } from "./env.server";
import { page } from "./http/form.server";
import { siteOrigin } from "./http/origin.server";
import { preferencesOf } from "./http/preferences.server";
import { type SiteSettings, siteSettings } from "./models/base/settings/settings.server";
import { slugsListedBy } from "./models/readers/lists/entries.server";
import { footerPages } from "./models/whole/pages/pages.server";
import { analytics, type PageViewSettings } from "./services/analytics.server";
import { mailIsConfigured } from "./services/mailer.server";
import stylesheet from "./styles/tailwind.css";
import { SITE_NAME } from "./subject/site";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ request }: LoaderFunctionArgs): Promise<SiteData> {
  const listedSlugs = async () => {
    const user = await currentUser(request);
    const slugs = user ? await slugsListedBy(user.id) : [];
    return slugs.length > 0 && { listed: slugs };
  };
  return page(async () => ({
    ...(await listedSlugs()),
    site: withoutEmptyTexts(await siteSettings()),
    pages: await footerPages(),
    ...(await preferencesOf(request)),
    ...(analytics.settings && { analytics: analytics.settings }),
    origin: siteOrigin(request),
    viewer: await viewerOf(request),
    google: googleIsConfigured,
    ...(mailIsConfigured && { isMailed: true as const }),
  }));
}

/** Drops empty settings, because every page contains them. */
function withoutEmptyTexts(site: SiteSettings): SiteData["site"] {
  return Object.fromEntries(Object.entries(site).filter(([, text]) => text)) as SiteData["site"];
}

/** Reloads the root's data only after an accepted form, so that a failure elsewhere leaves the frame of the page intact. */
export function shouldRevalidate({ formMethod, actionStatus = 200 }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && actionStatus < 400;
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: `${error ? problemTitle(error) : "Directory"} | ${data?.site.siteName ?? SITE_NAME}` },
];

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite();
  const nonce = useContext(NonceContext);
  const isLight = useContext(NoScriptsContext) || (site?.light ?? false);
  return (
    <html
      lang="en"
      data-scheme={site?.scheme === "system" ? undefined : site?.scheme}
      data-light={isLight || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={site?.scheme === "system" || !site ? "light dark" : site.scheme} />
        <Meta />
        <Links />
        {!isLight && <PageViews settings={site?.analytics ?? null} />}
      </head>
      <body>
        <JumpLink className="absolute -left-[100vw] z-9 bg-surface px-4 py-3 focus:top-2 focus:left-2" to="main">
          Skip to content
        </JumpLink>
        {children}
        {!isLight && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <StartScript nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  useFocusOnNavigation();
  usePageShortcuts();
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
}

/**
 * Focuses the heading, or the first required field, after a client-side navigation to another path. Also focuses a
 * confirmation that replaced its form. Screen readers announce the focused element, as on a loaded page.
 */
function useFocusOnNavigation() {
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("h1");
    const [path, title] = currentPage;
    currentPage = [pathname, heading];
    const isOtherPath = path !== pathname;
    if (path === null || !(isOtherPath || (title !== heading && document.activeElement === document.body))) return;
    // data-first marks the first required field.
    const field = isOtherPath && document.querySelector<HTMLElement>("main [data-first]");
    heading?.setAttribute("tabindex", "-1");
    (field || heading)?.focus({ preventScroll: true });
  }, [key, pathname]);
}

/** The path and heading of the shown page; the path is null before the first one. */
let currentPage: [path: string | null, heading: HTMLElement | null] = [null, null];

export { ErrorPage as ErrorBoundary } from "./components/layout/error-page";

/** Loads the script that reports page views; renders nothing without settings. */
function PageViews({ settings }: { settings: PageViewSettings | null }) {
  if (!settings) return null;
  const { provider, id, host } = settings;
  return <script defer src="/page-views.js" data-provider={provider} data-id={id} data-host={host} />;
}

/** Closes menus on Escape, on a click or focus elsewhere, and when one of their links is followed. */
function usePageShortcuts(): void {
  useEffect(() => {
    const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      for (const menu of openMenus()) {
        if (!menu.contains(target) || target.closest("a")) menu.open = false;
      }
    };
    const onFocus = ({ target }: FocusEvent) => {
      for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      for (const menu of openMenus()) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
    };
    document.addEventListener("click", onClick);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}
