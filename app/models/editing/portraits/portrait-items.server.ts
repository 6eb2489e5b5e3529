/**
 * Finds a person's item at Wikidata in this order: by the identifier of the record, by the Wikipedia articles that it links
 * to, by its ORCID iD; never by the name.
 */
import type { ExpressionBuilder } from "kysely";
import type { Database, ExpertsTable } from "~/db.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { identifierPage } from "~/models/records/experts/identifiers";
import type { Ask } from "~/services/open-data.server";
import { itemsOfArticles, itemsWithOrcid, MAX_IDS, type PictureItem, pictureItems } from "~/services/wikidata.server";

/** The fields of a record that lead to an item; links are stored as JSON. */
export type Tied = Pick<ExpertsTable, "wikidata" | "orcid" | "referenceLinks">;
export const TIES = ["experts.wikidata", "experts.orcid", "experts.referenceLinks"] as const;

export interface FoundItem extends PictureItem {
  foundBy: "wikidata" | "article" | "orcid";
  /** The address of the article, or of the identifier's page. */
  foundAt: string;
}

/** The item, or the reason why there is none, as a sentence. */
export type Looked = { item: FoundItem; reason: "" } | { item: null; reason: string };

interface Article {
  /** Wikidata's name of a Wikipedia, such as "enwiki". */
  site: string;
  title: string;
  url: string;
}

const MAX_ARTICLES = 4;

/** The Wikipedia articles that a record links to, at most four. */
export function articlesOf({ referenceLinks }: Pick<Tied, "referenceLinks">): Article[] {
  const links = JSON.parse(referenceLinks) as string[];
  return links.flatMap((link) => articleAt(parseReferenceLink(link)?.url ?? "") ?? []).slice(0, MAX_ARTICLES);
}

/** Wikidata names two of them otherwise than their addresses do. */
const OTHER_SITES: Record<string, string> = { "be-tarask": "be_x_oldwiki", nb: "nowiki" };

function articleAt(url: string): Article | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const [, language] = /^([a-z]{2,12}(?:-[a-z]{2,12}){0,2})(?:\.m)?\.wikipedia\.org$/.exec(hostname) ?? [];
  if (!language || !pathname.startsWith("/wiki/")) return null;
  const title = decoded(pathname.slice("/wiki/".length)).replaceAll("_", " ").trim();
  if (!title || title.length > 255 || /[#<>[\]{}|]/.test(title)) return null;
  return { site: OTHER_SITES[language] ?? `${language.replaceAll("-", "_")}wiki`, title, url };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

/** Returns the condition for people who can be searched: all for whom `canBeFound`, and few others. */
export function mayBeFound({ or, eb }: ExpressionBuilder<Database, "experts">) {
  return or([
    eb("experts.wikidata", "!=", ""),
    eb("experts.orcid", "!=", ""),
    eb("experts.referenceLinks", "like", "%.wikipedia.org/wiki/%"),
  ]);
}

export function canBeFound(person: Tied): boolean {
  return person.wikidata !== "" || person.orcid !== "" || articlesOf(person).length > 0;
}

/** Returns items in the order of `people`, of whom there are few. Throws OpenDataProblem. */
export async function itemsOf(people: Tied[], ask: Ask): Promise<Looked[]> {
  const byArticle = await articleItems(people, ask);
  const itemsById = new Map<string, PictureItem>();
  const fetchAll = async (ids: string[]) => {
    const unknown = [...new Set(ids)].filter((id) => !itemsById.has(id));
    for (let from = 0; from < unknown.length; from += MAX_AT_ONCE)
      for (const [id, item] of await pictureItems(unknown.slice(from, from + MAX_AT_ONCE), ask))
        itemsById.set(id, item);
  };
  await fetchAll(people.flatMap(({ wikidata }, at) => (wikidata ? [wikidata] : [...(byArticle[at]?.keys() ?? [])])));
  const looked: Looked[] = [];
  for (const [at, person] of people.entries()) {
    const { wikidata, orcid } = person;
    const articles = byArticle[at] ?? new Map<string, string>();
    if (wikidata) {
      looked.push(byIdentifier(wikidata, itemsById));
      continue;
    }
    const linked = articlesOf(person).length > 0 ? byLinks(person, articles, itemsById) : null;
    if (linked?.item || !orcid || linked?.reason === SEVERAL || linked?.reason === CONTRADICTS) {
      looked.push(linked ?? noItem("Nothing in this profile leads to Wikidata."));
      continue;
    }
    const ids = await itemsWithOrcid(orcid, ask);
    await fetchAll(ids);
    looked.push(byOrcid(orcid, ids, itemsById));
  }
  return looked;
}

/** An answer has some hundred kilobytes for somebody famous. */
const MAX_AT_ONCE = 10;

/** Returns for each person the items of their articles, with the addresses of these. */
async function articleItems(people: Tied[], ask: Ask): Promise<Map<string, string>[]> {
  const articles = people.map((person) => (person.wikidata ? [] : articlesOf(person)));
  const items = new Map<string, string>();
  const keyOf = ({ site, title }: Article) => `${site} ${title}`;
  for (const [site, some] of Map.groupBy(articles.flat(), (article) => article.site)) {
    const titles = [...new Set(some.map(({ title }) => title))];
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

const SEVERAL = "The Wikipedia articles that this profile links to are about more than one person.";
const CONTRADICTS = "Wikidata has another ORCID iD for whom the Wikipedia article of this profile is about.";

function byIdentifier(wikidata: string, itemsById: Map<string, PictureItem>): Looked {
  const item = itemsById.get(wikidata);
  if (!item) return noItem("Wikidata has no item with the identifier of this profile.");
  if (!item.isHuman) return noItem("The item at Wikidata with the identifier of this profile is no person.");
  return { item: { ...item, foundBy: "wikidata", foundAt: identifierPage("wikidata", wikidata) }, reason: "" };
}

function byLinks({ orcid }: Tied, articles: Map<string, string>, itemsById: Map<string, PictureItem>): Looked {
  const items = [...articles].flatMap(([id, url]) => {
    const item = itemsById.get(id);
    return item ? [{ ...item, foundBy: "article" as const, foundAt: url }] : [];
  });
  const people = new Map(items.filter(({ isHuman }) => isHuman).map((item) => [item.wikidata, item]));
  const [item] = people.values();
  if (people.size > 1) return noItem(SEVERAL);
  if (!item && items.length > 0)
    return noItem("The Wikipedia article that this profile links to is not about a person.");
  if (!item) return noItem("Wikidata has no item for the Wikipedia article that this profile links to.");
  if (orcid && item.orcids.length > 0 && !item.orcids.includes(orcid)) return noItem(CONTRADICTS);
  return { item, reason: "" };
}

function byOrcid(orcid: string, ids: string[], itemsById: Map<string, PictureItem>): Looked {
  const items = ids.flatMap((id) => itemsById.get(id) ?? []).filter(({ orcids }) => orcids.includes(orcid));
  const people = new Map(items.filter(({ isHuman }) => isHuman).map((item) => [item.wikidata, item]));
  const [item] = people.values();
  if (people.size > 1) return noItem("Wikidata has more than one person with the ORCID iD of this profile.");
  if (!item) return noItem("Wikidata has no person with the ORCID iD of this profile.");
  return { item: { ...item, foundBy: "orcid", foundAt: identifierPage("orcid", orcid) }, reason: "" };
}

function noItem(reason: string): Looked {
  return { item: null, reason };
}
