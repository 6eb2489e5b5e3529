import { storedSettings } from "~/models/base/settings/settings.server";
import { importSettings } from "~/models/whole/settings/settings.server";
import { type Kind, oneByOne } from "../kind.server";

export const settings: Kind = {
  records: storedSettings,
  restore: oneByOne(importSettings),
};
