/** Makes schemas from the description of a kind of record. */
import { z } from "zod";
import { onOneLine, trimBlankEnds } from "~/models/base/text/content-text";
import { formatNumber } from "~/models/base/text/numbers";
import type { Field, Fields } from "./fields";

/** Returns a schema of a text of at most `max` characters, without white space around it. */
export function trimmedText(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${formatNumber(max)} characters fit here.`);
}

/** Works as `line`, and replaces line breaks and tabs with spaces. */
export function singleLine(max: number) {
  return z
    .string()
    .overwrite(onOneLine)
    .trim()
    .max(max, `At most ${formatNumber(max)} characters fit here.`);
}

/** Returns a schema of a Markdown text of at most `max` characters. */
function prose(max: number) {
  return z
    .string()
    .overwrite(trimBlankEnds)
    .max(max, `At most ${formatNumber(max)} characters fit here.`);
}

type SchemaOf<F extends Field> = F["kind"] extends "rows" | "choices"
  ? z.ZodDefault<z.ZodArray<z.ZodString>>
  : F["kind"] extends "flag"
    ? z.ZodDefault<z.ZodBoolean>
    : F extends { required: string }
      ? z.ZodString
      : z.ZodDefault<z.ZodString>;

/** Returns a schema for each field. Missing fields are empty, except required ones. */
export function schemasOf<F extends Fields>(fields: F): { [Name in keyof F]: SchemaOf<F[Name]> } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])) as never;
}

function schemaOf({ kind, max = 0, entries = 0, required, choices }: Field): z.ZodType {
  if (kind === "flag") return z.boolean().default(false);
  if (kind === "rows" || kind === "choices") {
    const list = z.array(singleLine(max)).max(entries, `At most ${formatNumber(entries)} entries fit here.`);
    return (
      choices
        ? list.refine((keys) => keys.every((key) => choices.includes(key)), `Each is one of ${choices.join(", ")}.`)
        : list
    ).default([]);
  }
  if (kind === "choice" && choices)
    return z.enum(choices, "Please choose one of the list.").default(choices[0] as string);
  if (kind === "prose") return prose(max).default("");
  const text = kind === "line" ? singleLine(max) : trimmedText(max);
  return required ? text.min(1, required) : text.default("");
}

/** Returns the schema of each field in the answer of a call. */
export function answerSchemasOf<F extends Fields>(fields: F): { [Name in keyof F]: z.ZodType } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answerSchemaOf(field)])) as never;
}

function answerSchemaOf({ kind, description }: Field): z.ZodType {
  const schema =
    kind === "flag" ? z.boolean() : kind === "rows" || kind === "choices" ? z.array(z.string()) : z.string();
  return description ? schema.describe(description) : schema;
}
