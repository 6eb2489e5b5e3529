import { readDb } from "~/db.server";
import { FACETS, type Facet, type FacetValues, FULLY_SOURCED } from "./facets";
import { EXPERT_RECORD } from "./fields";
import type { FacetCounts } from "./lists.server";
import { countryName, languageName } from "./places";
import { currentTopics } from "./topics.server";

export interface FacetOptions {
  facet: Facet;
  label: string;
  options: { value: string; name: string; experts: number; isChosen: boolean }[];
}

const LABELS: Record<Facet, string> = {
  topic: "Topic",
  country: "Country",
  institution: "Institution",
  language: "Speaks",
  available: "Available for",
  status: "Living or historical",
  sourced: "Sources",
};

/** More are found by search. */
const MOST = 40;

/** What a list can be narrowed by, the most frequent first; what is chosen is always there. */
export async function facetOptions(counts: FacetCounts | null, chosen: FacetValues): Promise<FacetOptions[]> {
  const facets = FACETS.map((facet) => {
    const known = Object.entries(counts?.[facet] ?? {}).sort(([, one], [, other]) => other - one);
    const picked = chosen[facet] ?? [];
    const missing = picked.filter((value) => !known.some(([one]) => one === value));
    const shown = [...known.slice(0, MOST), ...missing.map((value): [string, number] => [value, 0])];
    return { facet, picked, shown };
  });
  const names = await namesOf(facets);
  return facets
    .filter(({ shown }) => shown.length > 0)
    .map(({ facet, picked, shown }) => ({
      facet,
      label: LABELS[facet],
      options: shown.map(([value, experts]) => {
        return { value, name: names(facet, value), experts, isChosen: picked.includes(value) };
      }),
    }));
}

/** What readers see for values in an address. */
export async function facetNames(chosen: FacetValues): Promise<{ facet: Facet; value: string; name: string }[]> {
  const facets = FACETS.map((facet) => ({ facet, shown: (chosen[facet] ?? []).map((value): [string] => [value]) }));
  const names = await namesOf(facets);
  return facets.flatMap(({ facet, shown }) => shown.map(([value]) => ({ facet, value, name: names(facet, value) })));
}

async function namesOf(facets: { facet: Facet; shown: [value: string, ...unknown[]][] }[]) {
  const valuesOf = (facet: Facet) => facets.find((one) => one.facet === facet)?.shown.map(([value]) => value) ?? [];
  const topics = valuesOf("topic").length > 0 ? await currentTopics() : [];
  const institutions = await institutionNames(valuesOf("institution"));
  const { choices: uses, choiceLabels: useLabels } = EXPERT_RECORD.availableFor;
  const { choices: lives, choiceLabels: lifeLabels } = EXPERT_RECORD.status;
  const labelled = (choices: readonly string[], labels: readonly string[], value: string) =>
    labels[choices.indexOf(value)] ?? value;
  return (facet: Facet, value: string): string => {
    if (facet === "topic") return topics.find(({ slug }) => slug === value)?.name ?? value;
    if (facet === "country") return countryName(value);
    if (facet === "institution") return institutions.get(value) ?? value;
    if (facet === "language") return languageName(value);
    if (facet === "sourced") return value === FULLY_SOURCED ? "Fully sourced" : value;
    return facet === "available" ? labelled(uses, useLabels, value) : labelled(lives, lifeLabels, value);
  };
}

/** As most of their people write them. */
async function institutionNames(rors: string[]): Promise<Map<string, string>> {
  if (rors.length === 0) return new Map();
  const rows = await readDb
    .selectFrom("experts")
    .select((eb) => ["ror", "affiliation", eb.fn.countAll<number>().as("people")])
    .where("ror", "in", rors)
    .where("affiliation", "!=", "")
    .where("deletedAt", "is", null)
    .groupBy(["ror", "affiliation"])
    .orderBy("people")
    .orderBy("affiliation", "desc")
    .execute();
  return new Map(rows.map(({ ror, affiliation }) => [ror, affiliation]));
}
