import { countryName, languageName } from "~/models/base/places/places.server";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import { institutionNames } from "~/models/records/experts/institutions.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { FACETS, type Facet, type FacetValues, FULLY_SOURCED } from "~/models/records/listings/facets";
import type { FacetCounts } from "./lists.server";

export interface FacetOptions {
  facet: Facet;
  label: string;
  options: { value: string; name: string; experts: number; isChosen: boolean }[];
  /** Says that the numbers are minimums. */
  isLeast?: true;
}

const LABELS: Record<Facet, string> = {
  topic: "Topic",
  country: "Country",
  institution: "Institution",
  language: "Speaks",
  available: "Open to",
  status: "Living or historical",
  sourced: "Sources",
};

/** The number of values shown of each facet; search finds the others. */
export const ALL_FACETS = Object.fromEntries(FACETS.map((facet) => [facet, 40])) as Record<Facet, number>;
/** The number of values beside an unfiltered list, which must stay small. */
export const FIRST_FACETS: Partial<Record<Facet, number>> = { topic: 4, country: 3 };

interface NarrowableList {
  facets: FacetCounts;
  total: number;
  countedFirst?: number;
}

/**
 * Returns the values that narrow a list, the most frequent first, up to `maxValues` of each facet. Chosen values are always
 * included; values that everybody has are left out.
 */
export async function facetOptions(
  list: NarrowableList,
  chosenFacets: FacetValues,
  maxValues: Partial<Record<Facet, number>>,
): Promise<FacetOptions[]> {
  const facets = FACETS.map((facet) => {
    const chosenValues = chosenFacets[facet] ?? [];
    const countedValues = Object.entries(list.facets[facet]).sort(([, first], [, second]) => second - first);
    const narrowingValues = countedValues.filter(
      ([value, experts]) => experts < (list.countedFirst ?? list.total) || chosenValues.includes(value),
    );
    const missingValues = chosenValues.filter(
      (value) => !countedValues.some(([countedValue]) => countedValue === value),
    );
    const shownValues = [
      ...narrowingValues.filter(([value], index) => index < (maxValues[facet] ?? 0) || chosenValues.includes(value)),
      ...missingValues.map((value): [string, number] => [value, 0]),
    ];
    return { facet, chosenValues, shownValues };
  });
  const names = await namesOf(facets);
  return facets
    .filter(({ shownValues }) => shownValues.length > 0)
    .map(({ facet, chosenValues, shownValues }) => ({
      facet,
      label: LABELS[facet],
      ...(list.countedFirst !== undefined && { isLeast: true as const }),
      options: shownValues.map(([value, experts]) => {
        return { value, name: names(facet, value), experts, isChosen: chosenValues.includes(value) };
      }),
    }));
}

/** Returns the names that readers see for values in an address. */
export async function facetNames(chosenFacets: FacetValues): Promise<{ facet: Facet; value: string; name: string }[]> {
  const facets = FACETS.map((facet) => ({
    facet,
    shownValues: (chosenFacets[facet] ?? []).map((value): [string] => [value]),
  }));
  const names = await namesOf(facets);
  return facets.flatMap(({ facet, shownValues }) =>
    shownValues.map(([value]) => ({ facet, value, name: names(facet, value) })),
  );
}

async function namesOf(facets: { facet: Facet; shownValues: [value: string, ...unknown[]][] }[]) {
  const valuesOf = (facet: Facet) =>
    facets.find((option) => option.facet === facet)?.shownValues.map(([value]) => value) ?? [];
  const topics = valuesOf("topic").length > 0 ? await currentTopics() : [];
  const institutions = await institutionNames(valuesOf("institution"));
  const { choices: uses, choiceLabels: useLabels } = EXPERT_RECORD.availableFor;
  const { choices: statuses, choiceLabels: lifeLabels } = EXPERT_RECORD.status;
  const labelOf = (choices: readonly string[], labels: readonly string[], value: string) =>
    labels[choices.indexOf(value)] ?? value;
  return (facet: Facet, value: string): string => {
    if (facet === "topic") return topics.find(({ slug }) => slug === value)?.name ?? value;
    if (facet === "country") return countryName(value);
    if (facet === "institution") return institutions.get(value) ?? value;
    if (facet === "language") return languageName(value);
    if (facet === "sourced") return value === FULLY_SOURCED ? "Every sentence has a source" : value;
    return facet === "available" ? labelOf(uses, useLabels, value) : labelOf(statuses, lifeLabels, value);
  };
}
