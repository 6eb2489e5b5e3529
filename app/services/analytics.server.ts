import { type Environment, env } from "~/env.server";

/** Where page views go, as `public/page-views.js` needs to know it. None of it is secret. */
export interface PageViewSettings {
  provider: NonNullable<Environment["ANALYTICS_PROVIDER"]>;
  /** Plausible: the site's domain. Umami: the website's id. GA4: the measurement id ("G-…"). */
  id: string;
  /** An address without a slash at the end; it may have a path (an Umami below "/stats"). */
  host: string;
}

export interface Analytics {
  /** Null: page views are reported nowhere. */
  settings: PageViewSettings | null;
  /** The origins a page must be allowed to reach, for its Content-Security-Policy. */
  hosts: { connect: string[]; script: string[] };
}

type Variables = Pick<Environment, "ANALYTICS_PROVIDER" | "ANALYTICS_ID" | "ANALYTICS_HOST">;

/**
 * Which analytics service hears of page views (public-side.md §1; contract.md, "Environment").
 * Takes the checked environment; gives nothing at all unless both a provider and its id are set.
 */
export function analyticsFrom(variables: Variables): Analytics {
  const { ANALYTICS_PROVIDER: provider, ANALYTICS_ID: id } = variables;
  if (!provider || !id) return { settings: null, hosts: { connect: [], script: [] } };
  const host = variables.ANALYTICS_HOST ?? HOSTS[provider];
  return { settings: { provider, id, host }, hosts: hostsOf(provider, new URL(host).origin) };
}

const HOSTS = {
  plausible: "https://plausible.io",
  umami: "https://cloud.umami.is",
  ga4: "https://www.googletagmanager.com",
} satisfies Record<PageViewSettings["provider"], string>;

/** Plausible and Umami get their views from our own script; Google's has to be loaded and speaks to more hosts. */
function hostsOf(provider: PageViewSettings["provider"], origin: string): Analytics["hosts"] {
  return provider === "ga4" ? { connect: [origin, ...GOOGLE], script: [origin] } : { connect: [origin], script: [] };
}

const GOOGLE = ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"];

export const analytics = analyticsFrom(env);
