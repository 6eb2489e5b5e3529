import { z } from "zod";
import { countryOf, languageTag } from "~/models/base/places/places.server";
import { line, schemasOf } from "~/models/records/shared/schema.server";
import { EXPERT_RECORD } from "./fields";
import { bareId, IDENTIFIERS, type Identifier, ofEach, REGISTRIES } from "./identifiers";
import { parseLinkKind } from "./link-kinds";

const identifier = (kind: Identifier) =>
  line(EXPERT_RECORD[kind].max)
    .transform((text) => bareId(kind, text))
    .refine((id) => !id || REGISTRIES[kind].isValid(id), {
      error: `Please enter a valid ${REGISTRIES[kind].label} identifier, such as ${REGISTRIES[kind].example}.`,
    })
    .default("");

const schemas = schemasOf(EXPERT_RECORD);

const year = line(EXPERT_RECORD.born.max)
  .regex(/^(\d{4})?$/, "Please enter a year of four digits.")
  .default("");

export const ExpertInput = z.object({
  ...schemas,
  slug: line(EXPERT_RECORD.slug.max).optional(),
  ...ofEach(IDENTIFIERS, identifier),
  country: line(EXPERT_RECORD.country.max)
    .transform((text) => text && (countryOf(text) ?? text))
    .refine((code) => !code || countryOf(code) === code, {
      error: "Please enter the name of one country, or its code of two letters, such as GB.",
    })
    .default(""),
  languages: z
    .array(line(EXPERT_RECORD.languages.max).transform((text) => languageTag(text) ?? text))
    .max(EXPERT_RECORD.languages.entries, "At most 20 entries fit here.")
    .refine((tags) => tags.every((tag) => languageTag(tag) === tag), {
      error: "Please enter each language by its name in English, or by its code, such as de.",
    })
    .transform((tags) => [...new Set(tags)])
    .default([]),
  availableFor: schemas.availableFor.refine(
    (keys) => keys.every((key) => (EXPERT_RECORD.availableFor.choices as readonly string[]).includes(key)),
    `Each is one of ${EXPERT_RECORD.availableFor.choices.join(", ")}.`,
  ),
  born: year,
  died: year,
  linkKinds: schemas.linkKinds.refine(
    (entries) => entries.every(parseLinkKind),
    "Write each as own|address, profile|address or about|address.",
  ),
});

export type ExpertInput = z.input<typeof ExpertInput>;
export type CheckedExpert = z.output<typeof ExpertInput>;
