/** Identifiers of people and institutions in public registries, without their addresses. */
export const IDENTIFIERS = ["orcid", "wikidata", "openalex", "ror"] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** Identifiers of one person; an institution's is shared. */
export const PERSONAL = ["orcid", "wikidata", "openalex"] as const;
export type PersonalIdentifier = (typeof PERSONAL)[number];

interface Registry {
  label: string;
  /** The address of an identifier's page, without the identifier. */
  prefix: string;
  /** Matches the part before the identifier in addresses of such pages. */
  address: RegExp;
  example: string;
  isValid(id: string): boolean;
}

export const REGISTRIES: Record<Identifier, Registry> = {
  orcid: {
    label: "ORCID",
    prefix: "https://orcid.org/",
    address: /^https?:\/\/(?:www\.)?orcid\.org\//i,
    example: "0000-0002-1825-0097",
    isValid: isOrcid,
  },
  wikidata: {
    label: "Wikidata",
    prefix: "https://www.wikidata.org/wiki/",
    address: /^https?:\/\/(?:www\.|m\.)?wikidata\.org\/(?:wiki|entity)\//i,
    example: "Q42",
    isValid: (id) => /^Q[1-9]\d{0,11}$/.test(id),
  },
  openalex: {
    label: "OpenAlex",
    prefix: "https://openalex.org/",
    address: /^https?:\/\/(?:api\.|www\.)?openalex\.org\/(?:authors\/|people\/)?/i,
    example: "A5023888391",
    isValid: (id) => /^A[1-9]\d{0,14}$/.test(id),
  },
  ror: {
    label: "ror.org",
    prefix: "https://ror.org/",
    address: /^https?:\/\/(?:www\.)?ror\.org\//i,
    example: "03vek6s52",
    isValid: isRor,
  },
};

/** Returns an object with a value for each kind of identifier: `ofEach(PERSONAL, () => "")`. */
export function ofEach<Kind extends Identifier, Value>(
  kinds: readonly Kind[],
  make: (kind: Kind) => Value,
): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;
}

/** Returns the identifier in its usual case. A pasted address loses all but its last part. */
export function bareId(kind: Identifier, text: string): string {
  const [id = ""] = text.trim().replace(REGISTRIES[kind].address, "").split(/[/?#]/, 1);
  return kind === "ror" ? id.toLowerCase() : id.toUpperCase();
}

export function identifierPage(kind: Identifier, id: string): string {
  return REGISTRIES[kind].prefix + id;
}

/** Returns the identifiers for the JSON calls: null while unknown. */
export function identifiersOf(record: Record<Identifier, string>): Record<Identifier, string | null> {
  return ofEach(IDENTIFIERS, (kind) => record[kind] || null);
}

/** Returns the pages that stand for the person, without the institution's. */
export function identityPages(record: Partial<Record<Identifier, string | null>>): string[] {
  return PERSONAL.flatMap((kind) => (record[kind] ? identifierPage(kind, record[kind]) : []));
}

/** Checks the last character by ISO 7064 MOD 11-2. */
function isOrcid(id: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(id)) return false;
  const digits = id.replaceAll("-", "");
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = ((total + Number(digit)) * 2) % 11;
  const check = (12 - total) % 11;
  return digits[15] === (check === 10 ? "X" : String(check));
}

/** Crockford's base 32. */
const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** Checks the last digits by ISO 7064 MOD 97-10. */
function isRor(id: string): boolean {
  if (!/^0[0-9a-hjkmnp-tv-z]{6}\d{2}$/.test(id)) return false;
  let value = 0;
  for (const character of id.slice(0, 7)) value = value * 32 + BASE32.indexOf(character);
  return Number(id.slice(7)) === 98 - ((value * 100) % 97);
}
