import { useRouteLoaderData } from "@remix-run/react";
import type { Preferences } from "~/http/preferences.server";
import type { SiteSettings } from "~/models/base/settings/settings.server";
import type { PageViewSettings } from "~/services/analytics.server";

/** The signed-in reader, with the data that pages show. */
export interface Viewer {
  firstName: string;
  role: "user" | "editor" | "admin";
}

export type ShownSettings = Pick<SiteSettings, "siteName" | "copyright"> & Partial<SiteSettings>;

/** The data that the root loader gives to every page. */
export interface SiteData extends Preferences {
  /** The settings that are not empty. */
  site: ShownSettings;
  /** The titles of the pages that the footer links to, keyed by slug. */
  pages: Record<string, string>;
  analytics?: PageViewSettings;
  /** Scheme and host of absolute links. */
  origin: string;
  viewer: Viewer | null;
  /** True if Google sign-in is configured. */
  google: boolean;
  /** The slugs on the list of a signed-in reader. */
  listed?: string[];
  /** True if the site sends mail. */
  isMailed?: true;
}

/** Returns whether the reader is an admin, not only an editor. */
export function useIsAdmin(): boolean {
  return useSite()?.viewer?.role === "admin";
}

/** Returns the arguments of `MAIL_WORDS`: whether the site sends mail, and the address to ask if not. */
export function useMailState() {
  const site = useSite();
  return { isMailed: site?.isMailed === true, contactEmail: site?.site.contactEmail };
}

/** Returns the data of the root loader, or undefined if it failed. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData("root") as SiteData | undefined;
}
