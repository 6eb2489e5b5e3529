/** Wikidata's API: items of people by name or identifier. */
import { z } from "zod";
import { env } from "~/env.server";
import { type Ask, OpenDataClient, politely } from "./open-data.server";

const client = new OpenDataClient({ name: "Wikidata", baseUrl: env.WIKIDATA_API_URL });

export interface WikidataPerson {
  wikidata: string;
  name: string;
  description: string;
  orcid: string;
  openalex: string;
  employers: { name: string; ror: string }[];
  fields: string[];
  works: { title: string; year: number | null }[];
  links: string[];
}

const Found = z.object({ search: z.array(z.object({ id: z.string() })) });

/** At most `limit` items with this name. Throws OpenDataProblem. */
export async function searchWikidata(name: string, limit: number, ask?: Ask): Promise<string[]> {
  const query = { action: "wbsearchentities", search: name, language: "en", type: "item", limit: String(limit) };
  const { search } = await client.ask(Found, address(query), ask);
  return search.slice(0, limit).map(({ id }) => id);
}

const Claim = z.object({
  rank: z.string().optional(),
  mainsnak: z.object({
    datavalue: z.object({ value: z.union([z.string(), z.object({ id: z.string() })]) }).optional(),
  }),
});
const Entity = z.object({
  labels: z.record(z.string(), z.object({ value: z.string() })).catch({}),
  descriptions: z.record(z.string(), z.object({ value: z.string() })).catch({}),
  claims: z.record(z.string(), z.array(Claim.nullable().catch(null)).catch([])).catch({}),
  sitelinks: z.record(z.string(), z.object({ url: z.string().optional() })).catch({}),
  /** Of an item that was merged into another one. */
  redirects: z.object({ from: z.string() }).optional().catch(undefined),
});
type Entity = z.output<typeof Entity>;
const Entities = z.object({ entities: z.record(z.string(), Entity.nullable().catch(null)) });

const [HUMAN, INSTANCE_OF, EMPLOYER, FIELD, NOTABLE_WORK, WEBSITE] = ["Q5", "P31", "P108", "P101", "P800", "P856"];
const [ORCID, OPENALEX, ROR] = ["P496", "P10283", "P6782"];

/** The items that are people, with the names of what they refer to. Throws OpenDataProblem. */
export async function wikidataPeople(ids: string[], ask?: Ask): Promise<WikidataPerson[]> {
  const found = await entities(ids, "labels|descriptions|claims|sitelinks/urls", ask);
  const people = ids.flatMap((id) => {
    const entity = found.get(id);
    return entity && valuesOf(entity, INSTANCE_OF).includes(HUMAN as string) ? [{ id, entity }] : [];
  });
  const others = people.flatMap(({ entity }) =>
    [EMPLOYER, FIELD, NOTABLE_WORK].flatMap((name) => valuesOf(entity, name)),
  );
  const named = await entities([...new Set(others)].slice(0, MAX_IDS), "labels|claims", ask);
  const labelOf = (id: string) => labelIn(named.get(id));
  return people.map(({ id, entity }) => ({
    wikidata: id,
    name: labelIn(entity),
    description: entity.descriptions.en?.value ?? "",
    orcid: valuesOf(entity, ORCID)[0] ?? "",
    openalex: valuesOf(entity, OPENALEX).find((one) => one.startsWith("A")) ?? "",
    employers: valuesOf(entity, EMPLOYER).flatMap((one) => {
      const employer = named.get(one);
      return employer ? [{ name: labelIn(employer), ror: valuesOf(employer, ROR)[0] ?? "" }] : [];
    }),
    fields: valuesOf(entity, FIELD).map(labelOf).filter(Boolean),
    works: valuesOf(entity, NOTABLE_WORK).flatMap((one) => (labelOf(one) ? { title: labelOf(one), year: null } : [])),
    links: [...valuesOf(entity, WEBSITE), ...Object.values(entity.sitelinks).flatMap(({ url }) => url ?? [])],
  }));
}

/**
 * The names at Wikimedia Commons of the pictures that items have of people, at most 50 items: preferred ones first, at
 * most ten of each. Throws OpenDataProblem.
 */
export async function portraitFiles(ids: string[], ask?: Ask): Promise<Map<string, string[]>> {
  const found = await entities(ids.slice(0, MAX_IDS), "claims", ask);
  return new Map(ids.map((id) => [id, filesOf(found.get(id))]));
}

function filesOf(entity: Entity | undefined): string[] {
  const preferred = (entity?.claims[IMAGE] ?? []).toSorted((one, other) => rankOf(one) - rankOf(other));
  const names = entity ? valuesOf({ ...entity, claims: { [IMAGE]: preferred } }, IMAGE) : [];
  return [...new Set(names.map((name) => `File:${name.replaceAll("_", " ")}`))].slice(0, MAX_IMAGES);
}

const IMAGE = "P18";
const MAX_IMAGES = 10;

function rankOf(claim: z.output<typeof Claim> | null): number {
  return claim?.rank === "preferred" ? 0 : 1;
}

/** As many as one call takes. */
export const MAX_IDS = 50;

async function entities(ids: string[], props: string, ask?: Ask): Promise<Map<string, Entity>> {
  if (ids.length === 0) return new Map();
  const query = { action: "wbgetentities", ids: ids.join("|"), props, languages: "en", ...politely(ask) };
  const { entities: found } = await client.ask(Entities, address(query), ask);
  const known = Object.entries(found).flatMap(([id, entity]): [string, Entity][] => (entity ? [[id, entity]] : []));
  const merged = known.flatMap(([, one]): [string, Entity][] => (one.redirects ? [[one.redirects.from, one]] : []));
  return new Map([...merged, ...known]);
}

function address(query: Record<string, string>): string {
  return `?${new URLSearchParams({ ...query, format: "json", formatversion: "2" })}`;
}

function valuesOf({ claims }: Entity, property: string | undefined): string[] {
  const values = (claims[property ?? ""] ?? []).filter((claim) => claim && claim.rank !== "deprecated");
  return values.flatMap((claim) => {
    const value = claim?.mainsnak.datavalue?.value;
    return value === undefined ? [] : typeof value === "string" ? value : value.id;
  });
}

function labelIn(entity: Entity | undefined): string {
  return entity?.labels.en?.value ?? entity?.labels.mul?.value ?? "";
}
