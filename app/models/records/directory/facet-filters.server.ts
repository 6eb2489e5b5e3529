import { z } from "zod";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { FACETS, type Facet } from "~/models/records/listings/facets";

/** The kinds of values that each facet has. */
const FACET_VALUES: Record<Facet, string> = {
  topic: "Slugs of topics, separated by commas or repeated, as for all facets.",
  country: "ISO 3166-1 alpha-2.",
  institution: "ROR identifiers or their addresses.",
  language: "BCP 47 tags.",
  available: `${EXPERT_RECORD.availableFor.choices.join(", ")}.`,
  status: "living or historical.",
  sourced: "yes: every sentence has a source.",
};

const facetFilter = (facet: Facet) => z.string().optional().describe(FACET_VALUES[facet]);

export const FACET_FILTERS = Object.fromEntries(FACETS.map((facet) => [facet, facetFilter(facet)])) as Record<
  Facet,
  ReturnType<typeof facetFilter>
>;
