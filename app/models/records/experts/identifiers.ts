/** Identifiers of people and institutions in public registries, without their addresses. Readers' browsers load this file. */
export const IDENTIFIERS = ["orcid", "wikidata", "openalex", "ror"] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** Identifiers of one person; the identifier of an institution is shared by many. */
export const PERSONAL_IDENTIFIERS = ["orcid", "wikidata", "openalex"] as const;
export type PersonalIdentifier = (typeof PERSONAL_IDENTIFIERS)[number];

interface Registry {
  label: string;
  /** The address of an identifier's page, without the identifier. */
  prefix: string;
}

export const REGISTRIES: Record<Identifier, Registry> = {
  orcid: {
    label: "ORCID",
    prefix: "https://orcid.org/",
  },
  wikidata: {
    label: "Wikidata",
    prefix: "https://www.wikidata.org/wiki/",
  },
  openalex: {
    label: "OpenAlex",
    prefix: "https://openalex.org/",
  },
  ror: {
    label: "ror.org",
    prefix: "https://ror.org/",
  },
};

/** Returns an object with a value for each kind of identifier: `ofEach(PERSONAL_IDENTIFIERS, () => "")`. */
export function ofEach<Kind extends Identifier, Value>(
  kinds: readonly Kind[],
  make: (kind: Kind) => Value,
): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;
}

/** Returns the address of an identifier's page. */
export function identifierUrl(kind: Identifier, id: string): string {
  return REGISTRIES[kind].prefix + id;
}

/** Returns the identifiers for the JSON calls: null while unknown. */
export function identifiersOf(record: Record<Identifier, string>): Record<Identifier, string | null> {
  return ofEach(IDENTIFIERS, (kind) => record[kind] || null);
}

/** Returns the pages that stand for the person, without the institution's page. */
export function identityUrls(record: Partial<Record<Identifier, string | null>>): string[] {
  return PERSONAL_IDENTIFIERS.flatMap((kind) => (record[kind] ? identifierUrl(kind, record[kind]) : []));
}
