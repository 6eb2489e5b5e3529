/**
 * Finds a person's item at Wikidata: by the record's identifier, else by the Wikipedia articles that it links to, else by
 * its ORCID iD. It never searches by name.
 */
import type { ExpressionBuilder } from "kysely";
import type { Database, ExpertsTable } from "~/db.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { identifierUrl } from "~/models/records/experts/identifiers";
import type { AskOptions } from "~/services/open-data.server";
import { itemsOfArticles, itemsWithOrcid, MAX_IDS, type PictureItem, pictureItems } from "~/services/wikidata.server";

/** The fields of a record that lead to an item; links are stored as JSON. */
export type PersonKeys = Pick<ExpertsTable, "wikidata" | "orcid" | "referenceLinks">;
export const PERSON_KEYS = ["experts.wikidata", "experts.orcid", "experts.referenceLinks"] as const;

export interface FoundItem extends PictureItem {
  foundBy: "wikidata" | "article" | "orcid";
  /** The address of the article, or of the identifier's page. */
  foundAt: string;
}

/** Holds the item, or the reason why there is none, as a sentence. */
export type LookupResult = { item: FoundItem; reason: "" } | { item: null; reason: string };

interface Article {
  /** Wikidata's name of a Wikipedia, such as "enwiki". */
  site: string;
  title: string;
  url: string;
}

const MAX_ARTICLES = 4;

/** Returns the Wikipedia articles that a record links to, at most four. */
export function articlesOf({ referenceLinks }: Pick<PersonKeys, "referenceLinks">): Article[] {
  const links = JSON.parse(referenceLinks) as string[];
  return links.flatMap((link) => articleAt(parseReferenceLink(link)?.url ?? "") ?? []).slice(0, MAX_ARTICLES);
}

/** The Wikipedias whose name at Wikidata does not follow from their address. */
const OTHER_SITES: Record<string, string> = { "be-tarask": "be_x_oldwiki", nb: "nowiki" };

function articleAt(url: string): Article | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const [, language] = /^(?!www\.)([a-z]{2,12}(?:-[a-z]{2,12}){0,2})(?:\.m)?\.wikipedia\.org$/.exec(hostname) ?? [];
  if (!language || !pathname.startsWith("/wiki/")) return null;
  const title = decodePath(pathname.slice("/wiki/".length)).replaceAll("_", " ").trim();
  if (!title || title.length > 255 || /[#<>[\]{}|]/.test(title)) return null;
  return { site: OTHER_SITES[language] ?? `${language.replaceAll("-", "_")}wiki`, title, url };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

/** Selects the people who may be searched for: everybody for whom `isSearchable` is true, and a few others. */
export function mayBeSearchable({ or, eb }: ExpressionBuilder<Database, "experts">) {
  return or([
    eb("experts.wikidata", "!=", ""),
    eb("experts.orcid", "!=", ""),
    eb("experts.referenceLinks", "like", "%.wikipedia.org/wiki/%"),
  ]);
}

export function isSearchable(person: PersonKeys): boolean {
  return person.wikidata !== "" || person.orcid !== "" || articlesOf(person).length > 0;
}

/** Returns the items in the order of `people`, who should be a small batch. Throws OpenDataProblem. */
export async function itemsOf(people: PersonKeys[], ask: AskOptions): Promise<LookupResult[]> {
  const itemsByArticle = await articleItems(people, ask);
  const itemsById = new Map<string, PictureItem>();
  const fetchAll = async (ids: string[]) => {
    const unknownIds = [...new Set(ids)].filter((id) => !itemsById.has(id));
    for (let from = 0; from < unknownIds.length; from += MAX_AT_ONCE)
      for (const [id, item] of await pictureItems(unknownIds.slice(from, from + MAX_AT_ONCE), ask))
        itemsById.set(id, item);
  };
  await fetchAll(
    people.flatMap(({ wikidata }, index) => (wikidata ? [wikidata] : [...(itemsByArticle[index]?.keys() ?? [])])),
  );
  const results: LookupResult[] = [];
  for (const [index, person] of people.entries()) {
    const { wikidata, orcid } = person;
    const articles = itemsByArticle[index] ?? new Map<string, string>();
    if (wikidata) {
      results.push(resultByIdentifier(wikidata, itemsById));
      continue;
    }
    const linkResult = articlesOf(person).length > 0 ? resultByLinks(person, articles, itemsById) : null;
    if (linkResult?.item || !orcid || linkResult?.reason === SEVERAL_PEOPLE || linkResult?.reason === OTHER_ORCID) {
      results.push(linkResult ?? noItem("Nothing in this profile leads to Wikidata."));
      continue;
    }
    const ids = await itemsWithOrcid(orcid, ask);
    await fetchAll(ids);
    results.push(resultByOrcid(orcid, ids, itemsById));
  }
  return results;
}

/** Limits the items in a request: the answer for a famous person has hundreds of kilobytes. */
const MAX_AT_ONCE = 10;

/** Returns for each person a map from the items of their articles to the articles' addresses. */
async function articleItems(people: PersonKeys[], ask: AskOptions): Promise<Map<string, string>[]> {
  const articles = people.map((person) => (person.wikidata ? [] : articlesOf(person)));
  const items = new Map<string, string>();
  const keyOf = ({ site, title }: Article) => `${site} ${title}`;
  for (const [site, siteArticles] of Map.groupBy(articles.flat(), (article) => article.site)) {
    const titles = [...new Set(siteArticles.map(({ title }) => title))];
    for (let from = 0; from < titles.length; from += MAX_IDS)
      for (const [title, id] of await itemsOfArticles(site, titles.slice(from, from + MAX_IDS), ask))
        items.set(keyOf({ site, title, url: "" }), id);
  }
  return articles.map((personArticles) => {
    const entries = personArticles.flatMap((article): [string, string][] => {
      const id = items.get(keyOf(article));
      return id ? [[id, article.url]] : [];
    });
    return new Map(entries.toReversed());
  });
}

const SEVERAL_PEOPLE = "The Wikipedia articles that this profile links to are about more than one person.";
const OTHER_ORCID = "Wikidata has another ORCID iD for whom the Wikipedia article of this profile is about.";

function resultByIdentifier(wikidata: string, itemsById: Map<string, PictureItem>): LookupResult {
  const item = itemsById.get(wikidata);
  if (!item) return noItem("Wikidata has no item with the identifier of this profile.");
  if (!item.isHuman) return noItem("The item at Wikidata with the identifier of this profile is no person.");
  return { item: { ...item, foundBy: "wikidata", foundAt: identifierUrl("wikidata", wikidata) }, reason: "" };
}

function resultByLinks(
  { orcid }: PersonKeys,
  articles: Map<string, string>,
  itemsById: Map<string, PictureItem>,
): LookupResult {
  const items = [...articles].flatMap(([id, url]) => {
    const item = itemsById.get(id);
    return item ? [{ ...item, foundBy: "article" as const, foundAt: url }] : [];
  });
  const people = new Map(items.filter(({ isHuman }) => isHuman).map((item) => [item.wikidata, item]));
  const [item] = people.values();
  if (people.size > 1) return noItem(SEVERAL_PEOPLE);
  if (!item && items.length > 0)
    return noItem("The Wikipedia article that this profile links to is not about a person.");
  if (!item) return noItem("Wikidata has no item for the Wikipedia article that this profile links to.");
  if (orcid && item.orcids.length > 0 && !item.orcids.includes(orcid)) return noItem(OTHER_ORCID);
  return { item, reason: "" };
}

function resultByOrcid(orcid: string, ids: string[], itemsById: Map<string, PictureItem>): LookupResult {
  const items = ids.flatMap((id) => itemsById.get(id) ?? []).filter(({ orcids }) => orcids.includes(orcid));
  const people = new Map(items.filter(({ isHuman }) => isHuman).map((item) => [item.wikidata, item]));
  const [item] = people.values();
  if (people.size > 1) return noItem("Wikidata has more than one person with the ORCID iD of this profile.");
  if (!item) return noItem("Wikidata has no person with the ORCID iD of this profile.");
  return { item: { ...item, foundBy: "orcid", foundAt: identifierUrl("orcid", orcid) }, reason: "" };
}

function noItem(reason: string): LookupResult {
  return { item: null, reason };
}
