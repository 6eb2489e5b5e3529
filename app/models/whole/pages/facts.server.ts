import { env, googleIsConfigured } from "~/env.server";
import { providersWithKey } from "~/models/base/providers/model-choice.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { visitsAreCounted } from "~/models/readers/visits/switch.server";
import { analytics } from "~/services/analytics.server";
import { orcidIsConfigured } from "~/services/orcid-sign-in.server";

/** What the starting texts depend on: settings, and the outside services that are set up. */
export async function siteFacts() {
  const { siteName, founderName, contactEmail } = await siteSettings();
  return {
    siteName,
    founderName,
    contactEmail,
    analytics: analytics.settings && { ...analytics.settings, host: new URL(analytics.settings.host).host },
    countsVisits: await visitsAreCounted(),
    hasGoogle: googleIsConfigured,
    hasOrcid: orcidIsConfigured,
    aiProviders: providersWithKey(),
    hasOpenData: env.OPEN_DATA,
    checksLinks: env.LINK_CHECK,
    hasMailServer: env.SMTP_URL !== undefined,
    backups: env.BACKUP_EVERY_HOURS > 0 ? { hours: env.BACKUP_EVERY_HOURS, kept: env.BACKUP_KEEP } : null,
  };
}

export type SiteFacts = Awaited<ReturnType<typeof siteFacts>>;

/** How to reach the people behind the site; names the imprint where no address is set. */
export function contact({ contactEmail }: SiteFacts): string {
  return contactEmail
    ? `write to [${contactEmail}](mailto:${contactEmail})`
    : "use the address in the [imprint](/imprint)";
}
