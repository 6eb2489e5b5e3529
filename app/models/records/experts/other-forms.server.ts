/**
 * Reads the parts of a profile's JSON that come in two forms: `links` beside `referenceLinks` and `linkKinds`,
 * `identifiers` beside four fields.
 */
import { z } from "zod";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { onOneLine } from "~/models/base/text/content-text";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { httpUrl } from "~/models/base/web/urls";
import { trimmedText } from "~/models/records/shared/schema.server";
import { EXPERT_RECORD, type ExpertRecord } from "./fields";
import { bareId } from "./identifier-spelling.server";
import { IDENTIFIERS, type Identifier, ofEach } from "./identifiers";
import { type KindOfLink, LINK_KINDS, type LinkKind, linksWithKinds } from "./link-kinds";
import { BAD_LINK, REPEATED_LINK, spelling } from "./submission-fields";

const Link = z.object({
  title: z.string("Each link has a title, which may be empty.").overwrite(onOneLine).trim().default(""),
  url: z.string("Each link has a url.").trim(),
  kind: z.enum(Object.keys(LINK_KINDS) as [LinkKind], "A link is own, profile or about.").default("about"),
});
const id = trimmedText(EXPERT_RECORD.ror.max).nullish();

/** The keys in a JSON body. */
export const OTHER_FORMS = {
  links: z
    .array(Link, "Send the links as a list of { title, url, kind }.")
    .optional()
    .describe("The same as referenceLinks and linkKinds. Where both are sent, the one that is changed counts."),
  identifiers: z
    .object(
      ofEach(IDENTIFIERS, () => id),
      "Send the identifiers as an object.",
    )
    .partial()
    .optional()
    .describe("The same as the fields of these names; null clears one."),
};
const OtherForms = z.object(OTHER_FORMS);

/**
 * Returns a body with only the fields of the record. Of two forms that differ, the changed one wins, so a record that was
 * read, changed in one form and sent back is understood. Throws "invalid" if both are changed and differ.
 */
export function toRecordFields(input: Record<string, unknown>, currentRecord: ExpertRecord): Record<string, unknown> {
  const { links, identifiers, ...fields } = input;
  const secondForms = parse(OtherForms, { links: links ?? undefined, identifiers: identifiers ?? undefined });
  if (secondForms.links) Object.assign(fields, linkFields(secondForms.links, fields, currentRecord));
  for (const kind of IDENTIFIERS) {
    const value = secondForms.identifiers?.[kind];
    if (value !== undefined) Object.assign(fields, identifierField(kind, value ?? "", fields, currentRecord));
  }
  return fields;
}

function linkFields(links: z.output<typeof Link>[], fields: Record<string, unknown>, currentRecord: ExpertRecord) {
  const storedLinks = linksWithKinds(currentRecord.referenceLinks, currentRecord.linkKinds);
  if (areSameLinks(links, storedLinks)) return {};
  if (fields.referenceLinks !== undefined || fields.linkKinds !== undefined) {
    const { referenceLinks, linkKinds } = { ...currentRecord, ...fields };
    const linksInFields = linksWithKinds(textsIn(referenceLinks), textsIn(linkKinds));
    if (areSameLinks(links, linksInFields)) return {};
    if (!areSameLinks(linksInFields, storedLinks)) throw contradiction("links", "referenceLinks");
  }
  if (!links.every(({ url }) => parseEnteredUrl(url) || storedLinks.some((link) => link.url === httpUrl(url))))
    throw new AppError("invalid", BAD_LINK, { links: BAD_LINK });
  if (new Set(links.map(({ url }) => spelling(url))).size < links.length)
    throw new AppError("invalid", REPEATED_LINK, { links: REPEATED_LINK });
  const storedTexts = new Map(currentRecord.referenceLinks.map((text) => [keyOf(linksWithKinds([text], [])), text]));
  const textOf = ({ title, url }: KindOfLink) =>
    storedTexts.get(keyOf([{ title, url, kind: "about" }])) ?? (title ? `${title}|${url}` : url);
  return {
    referenceLinks: links.map(textOf),
    linkKinds: links.filter(({ kind }) => kind !== "about").map(({ kind, url }) => `${kind}|${url}`),
  };
}

function identifierField(
  kind: Identifier,
  value: string,
  fields: Record<string, unknown>,
  currentRecord: ExpertRecord,
) {
  const [sentId, storedId] = [bareId(kind, value), currentRecord[kind]];
  if (sentId === storedId) return {};
  const idInFields = bareId(kind, String(fields[kind] ?? ""));
  if (fields[kind] !== undefined && idInFields !== sentId && idInFields !== storedId)
    throw contradiction("identifiers", kind);
  return { [kind]: value };
}

function contradiction(firstField: string, secondField: string): AppError {
  const message = `“${firstField}” and “${secondField}” say different things. Please send one of the two.`;
  return new AppError("invalid", message, { [firstField]: message, [secondField]: message });
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function areSameLinks(first: KindOfLink[], second: KindOfLink[]): boolean {
  return keyOf(first) === keyOf(second);
}

function keyOf(links: KindOfLink[]): string {
  return JSON.stringify(links.map(({ title, url, kind }) => [title, url, kind]));
}
