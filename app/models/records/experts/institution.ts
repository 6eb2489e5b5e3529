/** The institution of a person: its fields in the record, and its name beside the title. */
import type { ExpertRecord } from "./fields";
import { identifierUrl } from "./identifiers";

export interface Institution {
  /** "" if only its identifier is known. */
  name: string;
  /** The bare identifier of ror.org, "" while unknown. */
  ror: string;
}

/** The fields of the institution. */
export const INSTITUTION_FIELDS = ["ror", "affiliation"] as const satisfies (keyof ExpertRecord)[];

type InstitutionFields = Pick<ExpertRecord, (typeof INSTITUTION_FIELDS)[number]>;

export function institutionOf({ affiliation, ror }: InstitutionFields): Institution {
  return { name: affiliation, ror };
}

/** Returns the fields that a record has for an institution. */
export function institutionFields({ name, ror }: Institution): InstitutionFields {
  return { ror, affiliation: name };
}

/** Returns the fields of a form without those of the institution. */
export function withoutInstitution<Fields extends object>(fields: Fields): Omit<Fields, keyof InstitutionFields> {
  const isOther = ([name]: [string, unknown]) => !INSTITUTION_FIELDS.includes(name as keyof InstitutionFields);
  return Object.fromEntries(Object.entries(fields).filter(isOther)) as Omit<Fields, keyof InstitutionFields>;
}

/** Returns the institution that readers see; null if the title names it already and it has no page. */
export function shownInstitution(record: InstitutionFields & { title: string }): Institution | null {
  const institution = institutionOf(record);
  const isInTitle = !institution.name || (!institution.ror && record.title.includes(institution.name));
  return isInTitle ? null : institution;
}

/** Returns title and institution in one line, without repeating a name that the title contains. */
export function titleWithInstitution({
  title,
  affiliation,
}: Omit<InstitutionFields, "ror"> & { title: string }): string {
  return [title, !title.includes(affiliation) && affiliation].filter(Boolean).join(", ");
}

/** Returns the institution as schema.org's Person has it; nothing without name and identifier. */
export function institutionData({ name, ror }: Institution) {
  if (!name && !ror) return {};
  const id = ror ? identifierUrl("ror", ror) : undefined;
  return { affiliation: { "@type": "Organization", name: name || undefined, "@id": id } };
}
