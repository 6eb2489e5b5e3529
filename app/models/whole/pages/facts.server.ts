import { env, googleIsConfigured } from "~/env.server";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { providersWithKey } from "~/models/base/providers/model-choice.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { visitsAreCounted } from "~/models/readers/visits/switch.server";
import { analytics } from "~/services/analytics.server";
import { orcidIsConfigured } from "~/services/orcid-sign-in.server";

export async function siteFacts({ hasImprint = false } = {}): Promise<SiteFacts> {
  const { siteName, founderName, contactEmail } = await siteSettings();
  return {
    siteName,
    founderName,
    contactEmail,
    hasImprint,
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

/** Returns a sentence that begins with the reason for writing, and gives an address. Never names an empty imprint. */
export function contact(reason: string, { contactEmail, hasImprint }: SiteFacts): string {
  if (contactEmail) return `${reason}, write to [${contactEmail}](mailto:${contactEmail}).`;
  if (hasImprint) return `${reason}, use the address in the [imprint](/imprint).`;
  return "The operator of this site has not named an address for this yet.";
}
