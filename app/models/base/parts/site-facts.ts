/** Facts on which the site's texts about itself depend: settings, and configured external services. */
export interface SiteFacts {
  siteName: string;
  founderName: string;
  contactEmail: string;
  /** null if page views are not reported to a service. */
  analytics: { provider: "plausible" | "umami" | "ga4"; host: string } | null;
  countsVisits: boolean;
  hasGoogle: boolean;
  hasOrcid: boolean;
  /** The names of the providers with a key. */
  aiProviders: string[];
  hasOpenData: boolean;
  checksLinks: boolean;
  hasMailServer: boolean;
  /** An admin has written the imprint. */
  hasImprint: boolean;
  /** null if backups are made by hand. */
  backups: { hours: number; kept: number } | null;
}
