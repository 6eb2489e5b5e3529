import { type Environment, env } from "~/env.server";

export interface PageViewSettings {
  provider: NonNullable<Environment["ANALYTICS_PROVIDER"]>;
  id: string;
  host: string;
}

export interface Analytics {
  settings: PageViewSettings | null;
  hosts: { connect: string[]; script: string[] };
}

type Variables = Pick<Environment, "ANALYTICS_PROVIDER" | "ANALYTICS_ID" | "ANALYTICS_HOST">;

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

function hostsOf(provider: PageViewSettings["provider"], origin: string): Analytics["hosts"] {
  return provider === "ga4" ? { connect: [origin, ...GOOGLE], script: [origin] } : { connect: [origin], script: [] };
}

const GOOGLE = ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://*.googletagmanager.com"];

export const analytics = analyticsFrom(env);
