/** Facts on which the site's texts about itself depend: settings, and configured external services. */
export interface SiteFacts {
  siteName: string;
  founderName: string;
  contactEmail: string;
  /** The service that page views are reported to; null for none. */
  analytics: { provider: "plausible" | "umami" | "ga4"; host: string } | null;
  countsVisits: boolean;
  hasGoogle: boolean;
  hasOrcid: boolean;
  /** The names of the providers with a key. */
  aiProviders: string[];
  hasOpenData: boolean;
  checksLinks: boolean;
  hasMailServer: boolean;
  /** Says that an admin has written the imprint. */
  hasImprint: boolean;
  /** The hours between backups and the number of backups that are kept; null if backups are made by hand. */
  backups: { hours: number; kept: number } | null;
}
