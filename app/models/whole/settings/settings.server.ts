/** Defines the settings that admins edit, with their limits, and stores them. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { hasSecondFactor, SECOND_FACTOR_SETTING } from "~/models/base/accounts/factors.server";
import { checkSession, recentUser, staleSignIn } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import { versionOf, wasShown } from "~/models/base/input/versions.server";
import { type Choice, line, oneLine, type SettingField } from "~/models/base/parts/setting.server";
import { fromEnvironment, siteSettings, storedSettings, VARIABLES } from "~/models/base/settings/settings.server";
import {
  DECIDED_SYNONYMS,
  MAX_SYNONYMS_LENGTH,
  readOffers,
  SYNONYMS_SETTING,
} from "~/models/base/text/synonyms.server";
import { INVALID_ADDRESS, isEmptyOrAddress } from "~/models/base/web/entered-url";
import { piecesOf } from "~/models/records/shared/diff.server";
import {
  conflictAnswer,
  conflictWithoutRevisions,
  type EditConflict,
} from "~/models/records/shared/edit-conflict.server";
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
  const storedValues = await storedSettings(readDb);
  const site = await siteSettings();
  return FIELDS.map(({ name, label, lines = 1, standard, purpose = "", choices = [] }) => {
    const environmentValue = fromEnvironment[name];
    const value = environmentValue ?? storedValues[name] ?? "";
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

/** Returns the settings that a form may store: without fields that it returns as it showed them, because another admin may have changed them. */
function removeUntouched(settings: Values, input: unknown): Values {
  const entries = Object.entries(settings);
  return Object.fromEntries(entries.filter(([name, text]) => wasShown(input, name, storedText(name, text)) !== true));
}

type Values = Record<string, string | undefined>;

/** Returns a text as it is stored: a text that equals the default is not stored, so that it follows a changed default. */
function storedText(name: string, text = ""): string {
  return text === FIELDS.find((field) => field.name === name)?.standard ? "" : text;
}

/** Throws EditConflict if another admin changed one of the settings after the form was opened, to another value. */
async function refuseOverwriting(tx: Queryable, settings: Values, input: unknown): Promise<void> {
  const storedValues = await storedSettings(tx);
  const currentValues: Record<string, string> = {};
  const ownValues: Record<string, string> = {};
  for (const { name } of FIELDS) {
    if (wasShown(input, name, "") === undefined || fromEnvironment[name]) continue;
    currentValues[name] = storedValues[name] ?? "";
    ownValues[name] = name in settings ? storedText(name, settings[name]) : currentValues[name];
  }
  const isOverwritten = (name: string) =>
    name in settings && wasShown(input, name, currentValues[name]) === false && ownValues[name] !== currentValues[name];
  if (!Object.keys(currentValues).some(isOverwritten)) return;
  const record = { subjectKind: "settings", subjectId: "site", name: "the settings", labels: SETTING_LABELS } as const;
  throw await conflictWithoutRevisions(tx, record, { mine: ownValues, current: currentValues, updatedAt: "", input });
}

/** Returns what the form shows after a conflict. */
export function settingsConflict(error: EditConflict) {
  const findField = (name: string) => FIELDS.find((field) => field.name === name);
  const answer = conflictAnswer(error, SETTING_LABELS);
  const theirs = Object.entries(error.theirs).map(([name, value]) => {
    const toText = (text: unknown) =>
      findField(name)?.choices?.find((choice) => choice.value === text)?.label ??
      (String(text) || (findField(name)?.standard ?? ""));
    return {
      label: settingLabel(name),
      text: toText(value),
      pieces: piecesOf(toText(error.merged[name]), toText(value)),
    };
  });
  return { ...answer, conflict: { theirs } };
}

/** Returns the label of a setting on its page. */
export function settingLabel(name: string): string {
  return SETTING_LABELS[name] ?? name;
}

/** Sorts the settings of one of several subjects, such as "category.academic", after the others. */
function sortRank({ name }: SettingField): number {
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
  ...PARTS.flatMap(({ settings = [] }) => settings).sort((field, other) => sortRank(field) - sortRank(other)),
];

/** The limits above add up to 160,000; the rest allows for line ends. */
export const SETTINGS_CHARACTERS = 170_000;

const SETTING_LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]));

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
 * Stores changed settings and returns their names; "" restores a default. Throws "invalid", EditConflict, and "stale" for requiring
 * a second factor unless `session`, a result of `sessionOf`, is recent.
 */
export async function changeSettings(admin: Admin, input: unknown, session: string | null): Promise<string[]> {
  const recentAdmin = await recentUser(admin, session);
  const settings = removeUntouched(parse(Settings, input) as Values, input);
  return db.transaction().execute(async (tx) => {
    await refuseOverwriting(tx, settings, input);
    const changedNames = await storeSettings(tx, settings);
    if (changedNames.includes(SECOND_FACTOR_SETTING)) {
      if (!recentAdmin) throw staleSignIn();
      await checkSession(tx, recentAdmin);
    }
    const isDemanded = changedNames.includes(SECOND_FACTOR_SETTING) && settings[SECOND_FACTOR_SETTING] === "on";
    if (isDemanded && !(await hasSecondFactor(admin.id, tx))) {
      throw new AppError("invalid", LACKS_FACTOR, { [SECOND_FACTOR_SETTING]: LACKS_FACTOR });
    }
    if (changedNames.length > 0) {
      const labels = changedNames.map(settingLabel);
      await audit(tx, admin, {
        action: "settings changed",
        subjectKind: "settings",
        subjectId: "site",
        subjectName: "Site settings",
        detail: new Intl.ListFormat("en").format(labels),
      });
    }
    return changedNames;
  });
}

async function storeSettings(tx: Queryable, values: Values): Promise<string[]> {
  const storedValues = await storedSettings(tx);
  const changedNames: string[] = [];
  for (const { name, label } of FIELDS) {
    const text = values[name];
    if (text === undefined || text === (fromEnvironment[name] || (storedValues[name] ?? ""))) continue;
    if (fromEnvironment[name]) {
      const message = `${label} is set by the environment and cannot be changed here.`;
      throw new AppError("invalid", message, { [name]: message });
    }
    const value = storedText(name, text);
    if (value === (storedValues[name] ?? "")) continue;
    changedNames.push(name);
    await storeValue(tx, name, value);
    // Stores the program's current lines when an admin begins to edit the list.
    if (name === SYNONYMS_SETTING && !(value && storedValues[name]))
      await storeValue(tx, DECIDED_SYNONYMS, value ? SYNONYMS : "");
  }
  return changedNames;
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
 * Adds the chosen ones of the offered groups to the list, and offers the other groups no more. Returns the number of
 * added groups. Throws "invalid" if the list would be too long.
 */
export async function addSynonyms(admin: Admin, input: unknown): Promise<number> {
  const { lines } = parse(OfferedSynonyms, input);
  return db.transaction().execute(async (tx) => {
    const offeredLines = await readOffers(tx);
    if (offeredLines.length === 0) return 0;
    const chosenLines = offeredLines.filter((line) => lines.includes(line));
    const { [SYNONYMS_SETTING]: editedLines = "" } = await storedSettings(tx);
    await storeSettings(tx, parse(Settings, { [SYNONYMS_SETTING]: [editedLines, ...chosenLines].join("\n") }));
    await storeValue(tx, DECIDED_SYNONYMS, SYNONYMS);
    const detail = `${chosenLines.length} of ${offeredLines.length} new groups of words that mean the same`;
    await audit(tx, admin, {
      action: "settings changed",
      subjectKind: "settings",
      subjectId: "site",
      subjectName: "Site settings",
      detail,
    });
    return chosenLines.length;
  });
}

/** Imports the settings of an export within its transaction; settings from the environment stay. */
export async function importSettings(tx: Queryable, input: unknown): Promise<number> {
  const values = importableValues(input);
  const changeable = Object.fromEntries(Object.entries(values).filter(([name]) => !fromEnvironment[name]));
  const changedNames = await storeSettings(tx, changeable);
  if (changedNames.includes(SYNONYMS_SETTING))
    await storeValue(tx, DECIDED_SYNONYMS, changeable[SYNONYMS_SETTING] ? decidedIn(input) : "");
  return changedNames.length;
}

/** Returns the lines that the other site's admins had decided about before the export. */
function decidedIn(input: unknown): string {
  const { success, data } = z.object({ [DECIDED_SYNONYMS]: line(MAX_SYNONYMS_LENGTH) }).safeParse(input);
  return success ? data[DECIDED_SYNONYMS] : "";
}

/** Leaves out the requirement of a second factor, because accounts and their factors are not imported. */
function importableValues(input: unknown): Record<string, string | undefined> {
  const { [SECOND_FACTOR_SETTING]: _, ...values } = parse(Settings, input) as Record<string, string | undefined>;
  return values;
}
