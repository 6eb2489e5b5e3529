/** Formats fields of experts for people: slugs, keys and codes become names. */

import { countryName, languageName } from "~/models/base/places/places.server";
import { categoryLabel } from "~/models/records/listings/categories";
import type { FormatValue } from "~/models/records/shared/kind";
import { EXPERT_FIELDS, type ExpertField, type ExpertRecord, expertField, NO_RECORD } from "./fields";
import { identifierUrl } from "./identifiers";
import { LINK_KINDS, parseLinkKind } from "./link-kinds";
import { ENDED, parsePosition, positionInWords } from "./positions";
import { currentTopics } from "./topics.server";

/** Reads the names that a page needs once, and returns a function that formats values. A deleted topic keeps its slug. */
export async function expertValueFormatter(): Promise<FormatValue<ExpertField>> {
  const topics = new Map<string, string>();
  for (const { slug, formerSlugs, name } of await currentTopics())
    for (const topicSlug of [...formerSlugs, slug]) topics.set(topicSlug, name);
  return (field, value) => formatValue(field, value ?? NO_RECORD[field], (slug) => topics.get(slug) ?? slug);
}

/** Returns all fields of a record, formatted for people. */
export async function readable(record: ExpertRecord): Promise<Record<ExpertField, string | string[]>> {
  const format = await expertValueFormatter();
  const values = EXPERT_FIELDS.map((field) => [field, format(field, record[field])]);
  return Object.fromEntries(values);
}

function formatValue(field: ExpertField, value: unknown, topicName: (slug: string) => string): string | string[] {
  const { choices, choiceLabels = choices } = expertField(field);
  const formatEntry =
    ENTRY_FORMATS[field] ?? ((entry: string) => choiceLabels?.[choices?.indexOf(entry) ?? -1] ?? entry);
  const nameOf = field === "topics" ? topicName : formatEntry;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return Array.isArray(value) ? value.map(nameOf) : value === "" ? "" : nameOf(String(value));
}

/** Returns a position in words, with everything that its entry has, so that each change of it is seen. */
function positionInFull(entry: string): string {
  const position = parsePosition(entry);
  const { from, to, city, country, institution, source, assertedBy, checkedAt, disputed } = position;
  const hasDays = [from, to ?? ""].some((day) => /^\d{4}-/.test(day));
  const sourceTexts = source ? (source.title === source.url ? [source.url] : [source.title, source.url]) : [];
  return [
    positionInWords(position),
    hasDays && [from && `from ${from}`, to && (to === ENDED ? to : `until ${to}`)].filter(Boolean).join(" "),
    [city, country && countryName(country)].filter(Boolean).join(", "),
    ...new Set([institution.ror && identifierUrl("ror", institution.ror), institution.url]),
    sourceTexts.length > 0 && `source: ${sourceTexts.join(", ")}`,
    assertedBy && `according to ${assertedBy}`,
    checkedAt && `checked on ${checkedAt}`,
    disputed && `disputed: ${[disputed.text, disputed.url].filter(Boolean).join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

const ENTRY_FORMATS: { [field in ExpertField]?: (entry: string) => string } = {
  categories: categoryLabel,
  country: countryName,
  languages: languageName,
  positions: positionInFull,
  linkKinds(entry) {
    const link = parseLinkKind(entry);
    return link ? `${LINK_KINDS[link.kind]}: ${link.url}` : entry;
  },
};
