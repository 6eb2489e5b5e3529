/** Defines the settings that admins edit, with their limits, and stores them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { hasSecondFactor, SECOND_FACTOR_SETTING } from "~/models/base/accounts/factors.server";
import { checkSession, recentUser, staleSignIn } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { type Choice, line, oneLine, type SettingField } from "~/models/base/parts/setting.server";
import { fromEnvironment, siteSettings, storedSettings, VARIABLES } from "~/models/base/settings/settings.server";
import {
  DECIDED_SYNONYMS,
  MAX_SYNONYMS_LENGTH,
  readOffers,
  SYNONYMS_SETTING,
} from "~/models/base/text/synonyms.server";
import { INVALID_ADDRESS, isEmptyOrAddress } from "~/models/base/web/entered-url";
import { PARTS } from "~/models/whole/parts.server";
import { SITE_NAME } from "~/subject/site";
import { SYNONYMS } from "~/subject/synonyms";

const LACKS_FACTOR = "Set up a second factor of your own first (under your account, Sign-in and security).";

export interface EditableSetting {
  name: string;
  label: string;
  value: string; // "" if nothing is stored
  version: string; // The form returns it, so that a field left as it was shown changes nothing
  standard: string;
  variable: string | null; // The variable that sets it and prevents editing; null if none does
  lines: number;
  purpose: string; // "" if the label says enough
  choices: Choice[]; // Empty if a text is entered
}

export async function editableSettings(_admin: Admin): Promise<EditableSetting[]> {
  const stored = await storedSettings(readDb);
  const site = await siteSettings();
  return FIELDS.map(({ name, label, lines = 1, standard, purpose = "", choices = [] }) => {
    const environmentValue = fromEnvironment[name];
    const value = environmentValue ?? stored[name] ?? "";
    return {
      name,
      label,
      lines,
      purpose,
      choices,
      value,
      version: versionOf(value),
      standard: name === "copyright" ? `© 2024 ${site.siteName}. All rights reserved.` : standard,
      variable: environmentValue ? VARIABLES[name as keyof typeof VARIABLES] : null,
    };
  });
}

/** The beginning of the names of inputs with the versions that a form shows. */
const SHOWN = "shown.";

function versionOf(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, 22);
}

/** Leaves out the fields that a form returns as it showed them: another admin may have changed them meanwhile. */
function withoutUntouched(settings: Record<string, string | undefined>, input: unknown) {
  const shown = new Map(Object.entries(Object(input)));
  const isUntouched = ({ name, standard }: SettingField) => {
    const text = settings[name] ?? "";
    return shown.get(SHOWN + name) === versionOf(text === standard ? "" : text);
  };
  const untouched = new Set(FIELDS.filter(isUntouched).map(({ name }) => name));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !untouched.has(name)));
}

/** Returns the label of a setting on its page. */
export function settingLabel(name: string): string {
  return FIELDS.find((field) => field.name === name)?.label ?? name;
}

/** Sorts the settings of one of several subjects, such as "category.academic", after the others. */
function ofSeveral({ name }: SettingField): number {
  return Number(name.includes("."));
}

const FIELDS: SettingField[] = [
  { name: "siteName", label: "Site name", standard: SITE_NAME, schema: oneLine(100) },
  { name: "founderName", label: "Founder", standard: "", schema: oneLine(200) },
  {
    name: "contactEmail",
    label: "Contact email",
    standard: "",
    schema: oneLine(254).refine((text) => !text || z.email().safeParse(text).success, "Please enter an email address."),
  },
  {
    name: "newswireUrl",
    label: "Newswire address",
    standard: "",
    schema: oneLine(2_048).refine(isEmptyOrAddress, INVALID_ADDRESS),
  },
  { name: "copyright", label: "Copyright line", standard: "", schema: oneLine(300) },
  {
    name: SYNONYMS_SETTING,
    label: "Words that mean the same",
    lines: 12,
    standard: SYNONYMS,
    purpose:
      "For the search, one group a line. With “zombie cells = senescent cells”, either finds both; with “Germany > Berlin = Bonn”, a search for Germany also finds Berlin and Bonn.",
    schema: line(MAX_SYNONYMS_LENGTH),
  },
  ...PARTS.flatMap(({ settings = [] }) => settings).sort((field, other) => ofSeveral(field) - ofSeveral(other)),
];

/** The limits above add up to 160,000; the rest allows for line ends. */
export const SETTINGS_CHARACTERS = 170_000;

const Settings = z
  .object(
    Object.fromEntries(
      FIELDS.map(({ name, schema }) => [
        name,
        z.preprocess((text) => (typeof text === "string" ? text.replace(/\r\n?/g, "\n").trim() : text), schema),
      ]),
    ) as Record<string, z.ZodType<string>>,
  )
  .partial();

/**
 * Stores changed settings and returns their names; "" restores a default. Throws "invalid", and "stale" for requiring
 * a second factor unless `session`, a result of `sessionOf`, is recent.
 */
export async function changeSettings(admin: Admin, input: unknown, session: string | null): Promise<string[]> {
  const recent = await recentUser(admin, session);
  const settings = withoutUntouched(parse(Settings, input) as Record<string, string | undefined>, input);
  return db.transaction().execute(async (tx) => {
    const changed = await storeSettings(tx, settings);
    if (changed.includes(SECOND_FACTOR_SETTING)) {
      if (!recent) throw staleSignIn();
      await checkSession(tx, recent);
    }
    const isDemanded = changed.includes(SECOND_FACTOR_SETTING) && settings[SECOND_FACTOR_SETTING] === "on";
    if (isDemanded && !(await hasSecondFactor(admin.id, tx))) {
      throw new AppError("invalid", LACKS_FACTOR, { [SECOND_FACTOR_SETTING]: LACKS_FACTOR });
    }
    if (changed.length > 0) {
      const labels = changed.map(settingLabel);
      await audit(tx, admin, {
        action: "settings changed",
        subjectKind: "settings",
        subjectId: "site",
        subjectName: "Site settings",
        detail: new Intl.ListFormat("en").format(labels),
      });
    }
    return changed;
  });
}

async function storeSettings(tx: Queryable, values: Record<string, string | undefined>): Promise<string[]> {
  const stored = await storedSettings(tx);
  const changed: string[] = [];
  for (const { name, label, standard } of FIELDS) {
    const text = values[name];
    if (text === undefined || text === (fromEnvironment[name] || (stored[name] ?? ""))) continue;
    if (fromEnvironment[name]) {
      const message = `${label} is set by the environment and cannot be changed here.`;
      throw new AppError("invalid", message, { [name]: message });
    }
    // Deletes a value that equals the default, so that it follows a changed default.
    const value = text === standard ? "" : text;
    if (value === (stored[name] ?? "")) continue;
    changed.push(name);
    await storeValue(tx, name, value);
    // Stores the program's current lines when an admin begins to edit the list.
    if (name === SYNONYMS_SETTING && !(value && stored[name]))
      await storeValue(tx, DECIDED_SYNONYMS, value ? SYNONYMS : "");
  }
  return changed;
}

async function storeValue(tx: Queryable, key: string, value: string): Promise<void> {
  if (!value) {
    await tx.deleteFrom("settings").where("key", "=", key).execute();
    return;
  }
  const row = { key, value };
  const overwrite = { value };
  await tx
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(overwrite))
    .execute();
}

const OfferedSynonyms = z.object({ lines: z.array(z.string()).default([]) });

/**
 * Adds the chosen groups of the offered ones to the list, and does not offer the others again. Returns the number of
 * added groups. Throws "invalid" if the list would be too long.
 */
export async function addSynonyms(admin: Admin, input: unknown): Promise<number> {
  const { lines } = parse(OfferedSynonyms, input);
  return db.transaction().execute(async (tx) => {
    const offered = await readOffers(tx);
    if (offered.length === 0) return 0;
    const chosen = offered.filter((line) => lines.includes(line));
    const { [SYNONYMS_SETTING]: edited = "" } = await storedSettings(tx);
    await storeSettings(tx, parse(Settings, { [SYNONYMS_SETTING]: [edited, ...chosen].join("\n") }));
    await storeValue(tx, DECIDED_SYNONYMS, SYNONYMS);
    const detail = `${chosen.length} of ${offered.length} new groups of words that mean the same`;
    await audit(tx, admin, {
      action: "settings changed",
      subjectKind: "settings",
      subjectId: "site",
      subjectName: "Site settings",
      detail,
    });
    return chosen.length;
  });
}

/** Imports the settings of an export within its transaction; settings from the environment stay. */
export async function importSettings(tx: Queryable, input: unknown): Promise<number> {
  const values = importable(input);
  const changeable = Object.fromEntries(Object.entries(values).filter(([name]) => !fromEnvironment[name]));
  const changed = await storeSettings(tx, changeable);
  if (changed.includes(SYNONYMS_SETTING))
    await storeValue(tx, DECIDED_SYNONYMS, changeable[SYNONYMS_SETTING] ? decidedIn(input) : "");
  return changed.length;
}

/** Returns the lines that the other site's admins had decided about before the export. */
function decidedIn(input: unknown): string {
  const { success, data } = z.object({ [DECIDED_SYNONYMS]: line(MAX_SYNONYMS_LENGTH) }).safeParse(input);
  return success ? data[DECIDED_SYNONYMS] : "";
}

/** Leaves out the requirement of a second factor, because accounts and their factors are not imported. */
function importable(input: unknown): Record<string, string | undefined> {
  const { [SECOND_FACTOR_SETTING]: _, ...values } = parse(Settings, input) as Record<string, string | undefined>;
  return values;
}
