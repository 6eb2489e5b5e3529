/** The institution of a person: which fields of the record say it, and how it is named beside the title. */
import type { ExpertRecord } from "./fields";
import { identifierPage } from "./identifiers";

export interface Institution {
  /** "" where only its identifier is known. */
  name: string;
  /** The bare identifier of ror.org, "" while unknown. */
  ror: string;
}

/** The fields that say it. */
export const INSTITUTION_FIELDS = ["ror", "affiliation"] as const satisfies (keyof ExpertRecord)[];

type Said = Pick<ExpertRecord, (typeof INSTITUTION_FIELDS)[number]>;

export function institutionOf({ affiliation, ror }: Said): Institution {
  return { name: affiliation, ror };
}

/** Returns the fields that a record has for an institution. */
export function institutionFields({ name, ror }: Institution): Said {
  return { ror, affiliation: name };
}

/** The fields of a form but for those that say it. */
export function withoutInstitution<Fields extends object>(fields: Fields): Omit<Fields, keyof Said> {
  const isOther = ([name]: [string, unknown]) => !INSTITUTION_FIELDS.includes(name as keyof Said);
  return Object.fromEntries(Object.entries(fields).filter(isOther)) as Omit<Fields, keyof Said>;
}

/** As readers see it: null where the title says its name, and there is no page of it to lead to. */
export function shownInstitution(record: Said & { title: string }): Institution | null {
  const institution = institutionOf(record);
  const isSaid = !institution.name || (!institution.ror && record.title.includes(institution.name));
  return isSaid ? null : institution;
}

/** Title and institution in one line; what the title says stands in it once. */
export function titleWithInstitution({ title, affiliation }: Omit<Said, "ror"> & { title: string }): string {
  return [title, !title.includes(affiliation) && affiliation].filter(Boolean).join(", ");
}

/** As schema.org's Person says it; nothing where neither name nor identifier is known. */
export function institutionData({ name, ror }: Institution) {
  if (!name && !ror) return {};
  const id = ror ? identifierPage("ror", ror) : undefined;
  return { affiliation: { "@type": "Organization", name: name || undefined, "@id": id } };
}
