import type { PageViewSettings } from "~/services/analytics.server";

/** Loads the script that reports page views (checklist PB25). Takes null where nothing is to be reported. */
export function PageViews({ settings }: { settings: PageViewSettings | null }) {
  if (!settings) return null;
  const { provider, id, host } = settings;
  return <script defer src="/page-views.js" data-provider={provider} data-id={id} data-host={host} />;
}
