/** The facets that narrow lists of experts, besides search and category. */

export const FACETS = ["topic", "country", "institution", "language", "available", "status", "sourced"] as const;

/** The one value of the facet "sourced": every sentence has a source. */
export const FULLY_SOURCED = "yes";

export type Facet = (typeof FACETS)[number];

/** Values by facet, each once. Several values of one facet widen the list, several facets narrow it. */
export type FacetValues = Partial<Record<Facet, string[]>>;

/** Returns the listing of everybody with a value; listings of categories are their keys. */
export function facetListing(facet: Facet, value: string): string {
  return `${facet}:${value}`;
}

/** Returns the facet and value of a listing; null for the listing of a category, or of everybody. */
export function facetIn(listing: string): { facet: Facet; value: string } | null {
  const colon = listing.indexOf(":");
  const facet = FACETS.find((name) => name === listing.slice(0, Math.max(0, colon)));
  return facet ? { facet, value: listing.slice(colon + 1) } : null;
}

/** The limit of characters of a facet's value. */
const MAX_LENGTH = 80;
const MAX_VALUES = 12;

/** Reads `?topic=a&topic=b&country=GB,IE`: each value may be repeated or separated by commas. */
export function facetsOf(params: URLSearchParams): FacetValues {
  const entries = FACETS.flatMap((facet): [Facet, string[]][] => {
    const values = params
      .getAll(facet)
      .flatMap((text) => text.split(","))
      .map((text) => text.trim())
      .filter((text) => text !== "");
    return values.length > 0
      ? [[facet, [...new Set(values.map((value) => normalizeValue(facet, value)))].slice(0, MAX_VALUES)]]
      : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a value in the spelling of records. Unknown values stay, and match nobody. */
function normalizeValue(facet: Facet, text: string): string {
  if (facet === "sourced" && YES_WORDS.test(text)) return FULLY_SOURCED;
  const bareText = facet === "institution" ? text.replace(ROR_ADDRESS, "") : text;
  const value = bareText.slice(0, MAX_LENGTH).replace(/[^\w-]/g, "_");
  // Replaces underscores, because other names of a topic have spaces.
  if (facet === "topic") return value.toLowerCase().replaceAll("_", "-");
  if (facet === "country") return value.toUpperCase();
  return facet === "language" ? canonicalTag(value) : value.toLowerCase();
}

/** Matches the words for yes in programs. */
const YES_WORDS = /^(?:true|1|on)$/i;
const ROR_ADDRESS = /^https:\/\/ror\.org\//i;

/** Returns a language tag as records store it (RFC 5646): "EN-gb" as "en-GB". Other text stays. */
function canonicalTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text;
  } catch {
    return text;
  }
}

export function hasFacets(values: FacetValues): boolean {
  return Object.keys(values).length > 0;
}

/** Adds a value to its facet, or removes it if it is present. */
export function toggleValue(values: FacetValues, facet: Facet, value: string): FacetValues {
  const currentValues = values[facet] ?? [];
  const newValues = currentValues.includes(value)
    ? currentValues.filter((text) => text !== value)
    : [...currentValues, value];
  const { [facet]: _, ...otherFacets } = values;
  return newValues.length > 0 ? { ...otherFacets, [facet]: newValues } : otherFacets;
}

/** Returns values as an address has them: "topic=a,b&country=GB", facets in their order; "" without any. */
export function facetQuery(values: FacetValues): string {
  return FACETS.flatMap((facet) =>
    values[facet]?.length ? `${facet}=${values[facet].map(encodeURIComponent).join(",")}` : [],
  ).join("&");
}

/** The list of people whose last position has ended. Editors use it; it is no facet for readers. */
export const POSITION_ENDED = "position=ended";
