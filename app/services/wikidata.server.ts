/** Reads items of people from Wikidata's API, by name or identifier. */
import { z } from "zod";
import { env } from "~/env.server";
import { type AskOptions, backgroundParameters, OpenDataClient } from "./open-data.server";

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

const SearchAnswer = z.object({ search: z.array(z.object({ id: z.string() })) });

/** Returns the ids of at most `limit` items with this name. Throws OpenDataProblem. */
export async function searchWikidata(name: string, limit: number, ask?: AskOptions): Promise<string[]> {
  const query = { action: "wbsearchentities", search: name, language: "en", type: "item", limit: String(limit) };
  const { search } = await client.ask(SearchAnswer, address(query), ask);
  return search.slice(0, limit).map(({ id }) => id);
}

const Snak = z.object({
  snaktype: z.string().catch("value"),
  datavalue: z
    .object({
      value: z.union([z.string(), z.object({ id: z.string() }), z.object({ time: z.string(), precision: z.number() })]),
    })
    .optional()
    .catch(undefined),
});
const Snaks = z.record(z.string(), z.array(Snak.nullable().catch(null)).catch([])).catch({});
const Claim = z.object({
  rank: z.string().optional(),
  mainsnak: z.object({
    datavalue: z.object({ value: z.union([z.string(), z.object({ id: z.string() })]) }).optional(),
  }),
  qualifiers: Snaks,
  references: z.array(z.object({ snaks: Snaks })).catch([]),
});
const Entity = z.object({
  id: z.string().optional().catch(undefined),
  /** Present, with any value, if there is no such item. */
  missing: z.unknown().optional(),
  labels: z.record(z.string(), z.object({ value: z.string() })).catch({}),
  descriptions: z.record(z.string(), z.object({ value: z.string() })).catch({}),
  claims: z.record(z.string(), z.array(Claim.nullable().catch(null)).catch([])).catch({}),
  sitelinks: z.record(z.string(), z.object({ url: z.string().optional() })).catch({}),
  /** Set for an item that was merged into another one. */
  redirects: z.object({ from: z.string() }).optional().catch(undefined),
});
type Entity = z.output<typeof Entity>;
const Entities = z.object({ entities: z.record(z.string(), Entity.nullable().catch(null)) });

const [HUMAN, INSTANCE_OF, EMPLOYER, FIELD, NOTABLE_WORK, WEBSITE] = ["Q5", "P31", "P108", "P101", "P800", "P856"];
const [ORCID, OPENALEX, ROR] = ["P496", "P10283", "P6782"];

/** Returns the items that are people, with the names of their employers, fields and works. Throws OpenDataProblem. */
export async function wikidataPeople(ids: string[], ask?: AskOptions): Promise<WikidataPerson[]> {
  const items = await getEntities(ids, "labels|descriptions|claims|sitelinks/urls", ask);
  const people = ids.flatMap((id) => {
    const entity = items.get(id);
    return entity && valuesOf(entity, INSTANCE_OF).includes(HUMAN as string) ? [{ id, entity }] : [];
  });
  const otherIds = people.flatMap(({ entity }) =>
    [EMPLOYER, FIELD, NOTABLE_WORK].flatMap((name) => valuesOf(entity, name)),
  );
  const labelledItems = await getEntities([...new Set(otherIds)].slice(0, MAX_IDS), "labels|claims", ask);
  const labelOf = (id: string) => labelIn(labelledItems.get(id));
  return people.map(({ id, entity }) => ({
    wikidata: id,
    name: labelIn(entity),
    description: entity.descriptions.en?.value ?? "",
    orcid: valuesOf(entity, ORCID)[0] ?? "",
    openalex: valuesOf(entity, OPENALEX).find((text) => text.startsWith("A")) ?? "",
    employers: valuesOf(entity, EMPLOYER).flatMap((text) => {
      const employer = labelledItems.get(text);
      return employer ? [{ name: labelIn(employer), ror: valuesOf(employer, ROR)[0] ?? "" }] : [];
    }),
    fields: valuesOf(entity, FIELD).map(labelOf).filter(Boolean),
    works: valuesOf(entity, NOTABLE_WORK).flatMap((text) =>
      labelOf(text) ? { title: labelOf(text), year: null } : [],
    ),
    links: [...valuesOf(entity, WEBSITE), ...Object.values(entity.sitelinks).flatMap(({ url }) => url ?? [])],
  }));
}

/** A position in an item. */
export interface WikidataPosition {
  role: string;
  institution: { name: string; ror: string };
  /** A year, month or day; "" if unknown. As an end, null means that the position lasts. */
  from: string;
  to: string | null;
  /** The page that supports the statement; "" for none. */
  reference: string;
  /** The day on which that page was read; "" if unknown. */
  retrievedAt: string;
}

const [POSITION, START, END, HAS_ROLE, OF_ORGANISATION] = ["P39", "P580", "P582", "P3831", "P642"];
const [REFERENCE, RETRIEVED] = ["P854", "P813"];

/** Returns the employers and positions in a person's item. Throws OpenDataProblem. */
export async function wikidataPositions(id: string, ask?: AskOptions): Promise<WikidataPosition[]> {
  const entity = (await getEntities([id], "claims", ask)).get(id);
  const statements = [EMPLOYER, POSITION].flatMap((property) =>
    (entity?.claims[property ?? ""] ?? []).flatMap((claim) => {
      const value = claim?.mainsnak.datavalue?.value;
      if (!claim || claim.rank === "deprecated" || typeof value !== "object") return [];
      const isEmployer = property === EMPLOYER;
      const properties = isEmployer ? [POSITION, HAS_ROLE] : [EMPLOYER, OF_ORGANISATION];
      const qualifier = properties.flatMap((name) => itemIn(claim.qualifiers[name ?? ""]))[0] ?? "";
      return { claim, role: isEmployer ? qualifier : value.id, institution: isEmployer ? value.id : qualifier };
    }),
  );
  const items = new Set(statements.flatMap(({ role, institution }) => [role, institution]).filter(Boolean));
  const labelledItems = await getEntities([...items].slice(0, MAX_IDS), "labels|claims", ask);
  return statements.flatMap(({ claim: { qualifiers, references }, role, institution }) => {
    const organization = labelledItems.get(institution);
    const names = { role: labelIn(labelledItems.get(role)), name: labelIn(organization) };
    if (!names.role && !names.name) return [];
    const end = qualifiers[END ?? ""]?.[0];
    const citedReference = references.find(({ snaks }) => textIn(snaks[REFERENCE ?? ""]));
    return {
      role: names.role,
      institution: { name: names.name, ror: (organization && valuesOf(organization, ROR)[0]) ?? "" },
      from: dayIn(qualifiers[START ?? ""]),
      to: end && end.snaktype !== "novalue" ? dayIn([end]) : null,
      reference: textIn(citedReference?.snaks[REFERENCE ?? ""]),
      retrievedAt: dayIn(citedReference?.snaks[RETRIEVED ?? ""]),
    };
  });
}

type Values = z.output<typeof Snaks>[string] | undefined;

function itemIn(snaks: Values): string[] {
  const value = snaks?.[0]?.datavalue?.value;
  return typeof value === "object" && "id" in value ? [value.id] : [];
}

function textIn(snaks: Values): string {
  const value = snaks?.[0]?.datavalue?.value;
  return typeof value === "string" ? value : "";
}

/** Returns a year, month or day by the value's precision; "" for a decade or longer. */
function dayIn(snaks: Values): string {
  const value = snaks?.[0]?.datavalue?.value;
  if (typeof value !== "object" || !("time" in value)) return "";
  const day = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(value.time);
  return day ? day.slice(1, Math.max(1, Math.min(value.precision, DAY) - YEAR + 2)).join("-") : "";
}

/** The codes of precisions: https://www.wikidata.org/wiki/Help:Dates#Precision. */
const [YEAR, DAY] = [9, 11];

/** An item with the pictures of its subject. */
export interface PictureItem {
  /** The id; for a merged item, that of its target. */
  wikidata: string;
  label: string;
  description: string;
  isHuman: boolean;
  orcids: string[];
  /** The names of files at Wikimedia Commons, preferred ones first, at most ten. */
  files: string[];
}

/** Returns the existing items, at most 50, by the requested identifiers. Throws OpenDataProblem. */
export async function pictureItems(ids: string[], ask?: AskOptions): Promise<Map<string, PictureItem>> {
  const items = await getEntities(ids.slice(0, MAX_IDS), "labels|descriptions|claims", ask);
  return new Map(
    [...items].flatMap(([id, entity]): [string, PictureItem][] => {
      if (entity.missing !== undefined) return [];
      const texts = { label: labelIn(entity), description: entity.descriptions.en?.value ?? "" };
      const isHuman = valuesOf(entity, INSTANCE_OF).includes(HUMAN as string);
      const orcids = valuesOf(entity, ORCID);
      return [[id, { wikidata: entity.id ?? id, ...texts, isHuman, orcids, files: filesOf(entity) }]];
    }),
  );
}

const Articles = z.object({
  entities: z.record(
    z.string(),
    z.object({
      id: z.string().optional(),
      missing: z.unknown().optional(),
      sitelinks: z.record(z.string(), z.object({ title: z.string() })).catch({}),
    }),
  ),
});

/**
 * Returns the identifiers of the items of a Wikipedia's articles, at most 50, by title; articles without an item are left out.
 * A title that redirects is requested alone, as Wikidata demands. Throws OpenDataProblem.
 */
export async function itemsOfArticles(site: string, titles: string[], ask?: AskOptions): Promise<Map<string, string>> {
  const distinctTitles = [...new Set(titles)].slice(0, MAX_IDS);
  if (distinctTitles.length === 0) return new Map();
  const itemsByTitle = new Map<string, string>();
  for (const { id, sitelinks } of await itemsBySite(site, { titles: distinctTitles.join("|") }, ask))
    if (sitelinks[site]) itemsByTitle.set(sitelinks[site].title, id);
  for (const title of distinctTitles) {
    if (itemsByTitle.has(title)) continue;
    const [item] = await itemsBySite(site, { titles: title, normalize: "1" }, ask);
    if (item) itemsByTitle.set(title, item.id);
  }
  return itemsByTitle;
}

async function itemsBySite(site: string, parameters: Record<string, string>, ask: AskOptions | undefined) {
  const query = { action: "wbgetentities", sites: site, ...parameters, props: "sitelinks", sitefilter: site };
  const { entities: items } = await client.ask(Articles, address({ ...query, ...backgroundParameters(ask) }), ask);
  return Object.values(items).flatMap(({ id, missing, sitelinks }) =>
    id && missing === undefined ? [{ id, sitelinks }] : [],
  );
}

const OrcidSearchAnswer = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }) });

/** Returns the ids of at most three items with this ORCID iD. Throws OpenDataProblem. */
export async function itemsWithOrcid(orcid: string, ask?: AskOptions): Promise<string[]> {
  const search = { srsearch: `haswbstatement:${ORCID}=${orcid}`, srnamespace: "0", srlimit: "3" };
  const query = { action: "query", list: "search", ...search, ...backgroundParameters(ask) };
  const { query: answer } = await client.ask(OrcidSearchAnswer, address(query), ask);
  return answer.search.map(({ title }) => title);
}

function filesOf(entity: Entity): string[] {
  const sortedClaims = (entity.claims[IMAGE] ?? []).toSorted((first, second) => rankOf(first) - rankOf(second));
  const names = valuesOf({ ...entity, claims: { [IMAGE]: sortedClaims } }, IMAGE);
  return [...new Set(names.map((name) => `File:${name.replaceAll("_", " ")}`))].slice(0, MAX_IMAGES);
}

const IMAGE = "P18";
const MAX_IMAGES = 10;

function rankOf(claim: z.output<typeof Claim> | null): number {
  return claim?.rank === "preferred" ? 0 : 1;
}

/** The limit of ids in one request. */
export const MAX_IDS = 50;

async function getEntities(ids: string[], props: string, ask?: AskOptions): Promise<Map<string, Entity>> {
  if (ids.length === 0) return new Map();
  const request = { action: "wbgetentities", ids: ids.join("|"), props, languages: LABEL_LANGUAGES.join("|") };
  const { entities: answer } = await client.ask(Entities, address({ ...request, ...backgroundParameters(ask) }), ask);
  const entries = Object.entries(answer).flatMap(([id, entity]): [string, Entity][] => (entity ? [[id, entity]] : []));
  const mergedEntities = entries.flatMap(([, entity]): [string, Entity][] =>
    entity.redirects ? [[entity.redirects.from, entity]] : [],
  );
  return new Map([...mergedEntities, ...entries]);
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

/** The languages of labels, the preferred one first; "mul" has the labels for all languages, such as names of people. */
const LABEL_LANGUAGES = ["en", "mul"];

function labelIn(entity: Entity | undefined): string {
  return LABEL_LANGUAGES.map((language) => entity?.labels[language]?.value).find(Boolean) ?? "";
}
