/** Reads the site's name and contacts, from the environment first, and then from an admin's settings. */
import { type Queryable, readDb, untilContentChanges } from "~/db.server";
import { env } from "~/env.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { httpUrl } from "~/models/base/web/urls";
import { mailIsConfigured } from "~/services/mailer.server";
import { SITE_NAME } from "~/subject/site";
import { HOUSE_RULES } from "~/subject/texts.server";

export interface SiteSettings {
  siteName: string;
  founderName: string; // "" hides the element, here and below
  contactEmail: string;
  newswireUrl: string;
  copyright: string;
}

export async function siteSettings(tx: Queryable = readDb): Promise<SiteSettings> {
  return tx === readDb ? currentSettings() : readSettings(tx);
}

const currentSettings = untilContentChanges(() => readSettings(readDb));

async function readSettings(tx: Queryable): Promise<SiteSettings> {
  const storedValues = await storedSettings(tx);
  const siteName = fromEnvironment.siteName || storedValues.siteName || SITE_NAME;
  return {
    siteName,
    founderName: fromEnvironment.founderName || storedValues.founderName || "",
    contactEmail: fromEnvironment.contactEmail || storedValues.contactEmail || "",
    newswireUrl: httpUrl(fromEnvironment.newswireUrl || storedValues.newswireUrl || "") ?? "",
    copyright: storedValues.copyright || `© 2024 ${siteName}. All rights reserved.`,
  };
}

/** The variables that set a setting. A variable that is not empty wins, and the setting cannot be edited. */
export const VARIABLES = {
  siteName: "SITE_NAME",
  founderName: "FOUNDER_NAME",
  contactEmail: "CONTACT_EMAIL",
  newswireUrl: "NEWSWIRE_URL",
} as const;

export const fromEnvironment: Partial<Record<string, string>> = Object.fromEntries(
  Object.entries(VARIABLES)
    .map(([name, variable]) => [name, env[variable]])
    .filter(([, value]) => value),
);

export const FOUR_EYES = "fourEyes";

/** Returns whether a text written by AI must be published by somebody other than its author. */
export async function needsFourEyes(tx: Queryable): Promise<boolean> {
  const row = await tx.selectFrom("settings").select("value").where("key", "=", FOUR_EYES).executeTakeFirst();
  return row?.value === "on";
}

export const LICENCE_NAME = "dataLicenceName";
export const LICENCE_URL = "dataLicenceUrl";

export interface Licence {
  name: string;
  /** "" if only a name is set. */
  url: string;
}

/** Returns the licence under which others may use the profiles; null until the operator has chosen one. */
export async function dataLicence(): Promise<Licence | null> {
  const { [LICENCE_NAME]: name = "", [LICENCE_URL]: url = "" } = await storedSettings(readDb);
  return name || url ? { name: name || url, url: httpUrl(url) ?? "" } : null;
}

/** The house rules until an admin changes them. */
export const DEFAULT_RULES = `${HOUSE_RULES}\n${MAIL_WORDS.houseRule({ isMailed: mailIsConfigured })}`;

export async function houseRules(): Promise<string[]> {
  const row = await readDb.selectFrom("settings").select("value").where("key", "=", "houseRules").executeTakeFirst();
  return splitLines(row?.value || DEFAULT_RULES);
}

export async function storedSettings(tx: Queryable): Promise<Record<string, string>> {
  const rows = await tx.selectFrom("settings").selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((rule) => rule.trim())
    .filter(Boolean);
}
