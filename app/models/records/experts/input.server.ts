import { z } from "zod";
import { countryOf, languageTag } from "~/models/base/places/places.server";
import { onOneLine } from "~/models/base/text/content-text";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { schemasOf, trimmedText } from "~/models/records/shared/schema.server";
import { EXPERT_RECORD } from "./fields";
import { bareId, SPELLINGS } from "./identifier-spelling.server";
import { IDENTIFIERS, type Identifier, ofEach, REGISTRIES } from "./identifiers";
import { parseLinkKind } from "./link-kinds";
import { ENDED, entryOfParts, entryOfPosition, PARTIAL_DATE, positionParts } from "./positions";

const identifier = (kind: Identifier) =>
  trimmedText(EXPERT_RECORD[kind].max)
    .transform((text) => bareId(kind, text))
    .refine((id) => !id || SPELLINGS[kind].isValid(id), {
      error: `Please enter a valid ${REGISTRIES[kind].label} identifier, such as ${SPELLINGS[kind].example}.`,
    })
    .default("");

const schemas = schemasOf(EXPERT_RECORD);

const PositionObject = z.record(z.string(), z.unknown()).transform(entryOfPosition);

/** Returns the entry with country codes and bare identifiers, however they were typed. */
function tidyPosition(entry: string): string {
  const parts = positionParts(onOneLine(entry));
  const [ror, country] = [parts[6] ?? "", parts[8] ?? ""];
  parts[6] = ror && bareId("ror", ror);
  parts[8] = country && (countryOf(country) ?? country);
  return entryOfParts(parts);
}

/** Returns the problem with a position; "" for none. */
function problemWithPosition(entry: string): string {
  const parts = positionParts(entry);
  const [role, institution, from = "", to = "", url = "", , ror = "", , country = "", page = "", , checkedAt = ""] =
    parts;
  const [objection, objectionUrl = ""] = parts.slice(-2);
  if (!role && !institution) return "A position needs a role or an institution.";
  if (![from, checkedAt].every((day) => PARTIAL_DATE.test(day)) || (to !== ENDED && !PARTIAL_DATE.test(to)))
    return "Please enter years or days such as 2011, 2011-05 or 2011-05-31, or “ended”.";
  if (from && to && to !== ENDED && to < from.slice(0, to.length)) return "A position cannot end before it begins.";
  if (url && !parseEnteredUrl(url)) return "The address of the source is not a web address.";
  if (objectionUrl && !parseEnteredUrl(objectionUrl)) return "The address of what others say is not a web address.";
  if (objectionUrl && !objection) return "Please enter what others say at that address.";
  if (page && !parseEnteredUrl(page)) return "The page of the institution is not a web address.";
  if (ror && !SPELLINGS.ror.isValid(ror))
    return `Please enter the institution’s number at ror.org, such as ${SPELLINGS.ror.example}.`;
  if (country && countryOf(country) !== country)
    return "Please enter the name of one country, or its code of two letters, such as GB.";
  return "";
}

const positions = z
  .array(z.union([trimmedText(EXPERT_RECORD.positions.max), PositionObject]).transform(tidyPosition))
  .max(EXPERT_RECORD.positions.entries, "At most 30 positions fit here.")
  .check(({ value, issues }) => {
    for (const [index, entry] of value.entries()) {
      const message = problemWithPosition(entry);
      if (message)
        issues.push({
          code: "custom",
          message: value.length > 1 ? `Position ${index + 1}: ${message}` : message,
          input: entry,
        });
    }
  })
  .default([]);

const year = trimmedText(EXPERT_RECORD.born.max)
  .regex(/^(\d{4})?$/, "Please enter a year of four digits.")
  .default("");

export const ExpertInput = z.object({
  ...schemas,
  slug: trimmedText(EXPERT_RECORD.slug.max).optional(),
  ...ofEach(IDENTIFIERS, identifier),
  country: trimmedText(EXPERT_RECORD.country.max)
    .transform((text) => text && (countryOf(text) ?? text))
    .refine((code) => !code || countryOf(code) === code, {
      error: "Please enter the name of one country, or its code of two letters, such as GB.",
    })
    .default(""),
  languages: z
    .array(trimmedText(EXPERT_RECORD.languages.max).transform((text) => languageTag(text) ?? text))
    .max(EXPERT_RECORD.languages.entries, "At most 20 entries fit here.")
    .refine((tags) => tags.every((tag) => languageTag(tag) === tag), {
      error: "Please enter each language by its name in English, or by its code, such as de.",
    })
    .transform((tags) => [...new Set(tags)])
    .default([]),
  positions,
  born: year,
  died: year,
  linkKinds: schemas.linkKinds.refine(
    (entries) => entries.every(parseLinkKind),
    "Write each as own|address, profile|address or about|address.",
  ),
});

export type ExpertInput = z.input<typeof ExpertInput>;
export type CheckedExpert = z.output<typeof ExpertInput>;
