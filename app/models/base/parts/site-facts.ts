/** Facts on which the site's texts about itself depend: settings, and configured outside services. */
export interface SiteFacts {
  siteName: string;
  founderName: string;
  contactEmail: string;
  /** null where page views are reported nowhere. */
  analytics: { provider: "plausible" | "umami" | "ga4"; host: string } | null;
  countsVisits: boolean;
  hasGoogle: boolean;
  hasOrcid: boolean;
  /** The names of those with a key. */
  aiProviders: string[];
  hasOpenData: boolean;
  checksLinks: boolean;
  hasMailServer: boolean;
  /** Says that an admin wrote the imprint. */
  hasImprint: boolean;
  /** null where they are made by hand. */
  backups: { hours: number; kept: number } | null;
}
