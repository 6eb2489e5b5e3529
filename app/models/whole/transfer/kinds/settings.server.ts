import { z } from "zod";
import { readDb } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { importSettings, settingsChanges, storedSettings } from "~/models/base/settings/settings.server";
import type { Step } from "~/models/editing/imports/import-rows.server";
import { change } from "../changes.server";
import { type Kind, oneByOne, same } from "../kind.server";

interface SettingsStep extends Step {
  kind: "settings";
  value: Record<string, string>;
}

const NAME = "Site settings";

export const settings: Kind = {
  tables: ["settings"],
  records: storedSettings,
  comparer:
    ({ from }) =>
    async (value) => {
      const { is } = await settingsChanges(from, value);
      if (Object.keys(is).length === 0) return same(NAME);
      const step: SettingsStep = { kind: "settings", value: parse(z.record(z.string(), z.string()), value) };
      return { outcome: "changed", name: NAME, detail: Object.keys(is).join(", "), step };
    },
  write: oneByOne<SettingsStep>((tx, { value }) => importSettings(tx, value)),
  async changes({ step }) {
    const { was, is } = await settingsChanges(readDb, (step as SettingsStep).value);
    return Object.keys(is).map((label) => change(label, was[label], is[label]));
  },
};
