import { useRouteLoaderData } from "@remix-run/react";
import type { Preferences } from "~/http/preferences.server";
import type { SiteSettings } from "~/models/base/settings/settings.server";
import type { PageViewSettings } from "~/services/analytics.server";

/** The reader, as far as pages show who is signed in. */
export interface Viewer {
  firstName: string;
  role: "user" | "editor" | "admin";
}

export type ShownSettings = Pick<SiteSettings, "siteName" | "copyright"> & Partial<SiteSettings>;

/** The data that the root loader gives to every page. */
export interface SiteData extends Preferences {
  /** Without the empty settings. */
  site: ShownSettings;
  /** The pages that the footer links to: titles by address. */
  pages: Record<string, string>;
  analytics?: PageViewSettings;
  /** Scheme and host of absolute links. */
  origin: string;
  viewer: Viewer | null;
  /** True if Google sign-in is configured. */
  google: boolean;
  /** The slugs of those on the list of somebody with an account. */
  listed?: string[];
  /** True if the site sends mail. */
  isMailed?: true;
}

/** Tells whether the reader is an admin, and no editor. */
export function useIsAdmin(): boolean {
  return useSite()?.viewer?.role === "admin";
}

/** Returns the arguments of `MAIL_WORDS`: does the site send mail, and whom to ask if not. */
export function useMailState() {
  const site = useSite();
  return { isMailed: site?.isMailed === true, contactEmail: site?.site.contactEmail };
}

/** undefined where the root loader failed. */
export function useSite(): SiteData | undefined {
  return useRouteLoaderData("root") as SiteData | undefined;
}
