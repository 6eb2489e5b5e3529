/** A field of the admin's settings. */
import { z } from "zod";
import { formatNumber } from "~/models/base/text/numbers";

export interface Choice {
  value: string;
  label: string;
}

export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${formatNumber(max)} characters fit here.`);
export const oneLine = (max: number) =>
  line(max).refine((text) => !/\p{Cc}/u.test(text), "Please write this on one line.");

export interface SettingField {
  name: string;
  label: string;
  lines?: number;
  standard: string;
  purpose?: string;
  choices?: Choice[];
  schema: z.ZodType<string>;
}
