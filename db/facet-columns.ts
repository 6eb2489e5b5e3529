interface FacetColumn {
  column: "country" | "ror" | "languages" | "availableFor" | "status";
  /** Says that the column holds a JSON list. */
  isList?: true;
}

/** The columns of experts by whose values lists are narrowed, by the facet that begins the names of these lists. */
export const FACET_COLUMNS = {
  country: { column: "country" },
  institution: { column: "ror" },
  language: { column: "languages", isList: true },
  available: { column: "availableFor", isList: true },
  status: { column: "status" },
} as const satisfies Record<string, FacetColumn>;

/** Returns the facets with their columns. */
export function facetColumns(): [facet: keyof typeof FACET_COLUMNS, column: FacetColumn][] {
  return Object.entries(FACET_COLUMNS) as [keyof typeof FACET_COLUMNS, FacetColumn][];
}
