/** Collects the news of a person, for feeds and for the mails of followers. */
import { type Queryable, readDb } from "~/db.server";
import { shortened } from "~/models/base/markdown/plain-text.server";
import { workKey, workPage } from "~/models/base/web/work-addresses";
import { labelOf } from "~/models/editing/requests/queue.server";
import { isPublic } from "~/models/records/articles/articles.server";

export interface News {
  /** A permanent key, without parts that may change. */
  key: string;
  kind: "profile" | "work" | "article" | "correction";
  title: string;
  /** A path of this site, otherwise a whole address. */
  url: string;
  summary: string;
  /** ISO 8601. */
  at: string;
}

interface Person {
  id: string;
  rowId: number;
  slug: string;
  name: string;
  title: string;
  longevityContribution: string;
  createdAt: string;
}

/** A stretch of time, after its beginning and up to its end; ISO 8601. */
export interface Span {
  after: string;
  until: string;
}

/** Later than every stored time. */
export const ALWAYS: Span = { after: "", until: "9999" };

/** The latest news about a person, the newest first: being listed, accepted works, articles and corrections. */
export async function newsOf(person: Person, limit: number, span: Span = ALWAYS, from: Queryable = readDb) {
  const newsLists = await Promise.all([
    listed(person, span),
    works(from, person, limit, span),
    articles(from, person, limit, span),
    corrections(from, person, limit, span),
  ]);
  const newestFirst = newsLists.flat().sort((news, other) => (news.at < other.at ? 1 : -1));
  return newestFirst.slice(0, limit);
}

function listed(person: Person, { after, until }: Span): News[] {
  if (person.createdAt <= after || person.createdAt > until) return [];
  return [newPerson(person)];
}

/** Returns the news that somebody is listed. */
export function newPerson(person: Omit<Person, "rowId">): News {
  const { id, slug, name, title, longevityContribution, createdAt: at } = person;
  const summary = shortened(`${title}. ${longevityContribution}`, 300);
  return { key: `expert/${id}`, kind: "profile", title: `${name} is listed`, url: `/${slug}`, summary, at };
}

async function works(from: Queryable, person: Person, limit: number, { after, until }: Span): Promise<News[]> {
  const rows = await from
    .selectFrom("works")
    .selectAll()
    .where("expertRowId", "=", person.rowId)
    .where("status", "=", "accepted")
    .where("retracted", "=", 0)
    .where("acceptedAt", ">", after)
    .where("acceptedAt", "<=", until)
    .orderBy("acceptedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    key: `work/${person.id}/${workKey(row)}`,
    kind: "work",
    title: row.title,
    url: workPage(row),
    summary: ["A work by", [person.name, row.venue, row.year].filter(Boolean).join(", ")].join(" "),
    at: row.acceptedAt ?? "",
  }));
}

async function articles(from: Queryable, person: Person, limit: number, { after, until }: Span): Promise<News[]> {
  const rows = await from
    .selectFrom("articles")
    .$call(isPublic)
    .select(["id", "slug", "title", "excerpt", "publishedAt"])
    .where("expertRowId", "=", person.rowId)
    .where("publishedAt", ">", after)
    .where("publishedAt", "<=", until)
    .orderBy("publishedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return rows.map(newArticle);
}

export function newArticle(row: {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  publishedAt: string | null;
}): News {
  const { id, slug, title, excerpt, publishedAt } = row;
  const summary = shortened(excerpt, 300);
  return { key: `article/${id}`, kind: "article", title, url: `/articles/${slug}`, summary, at: publishedAt ?? "" };
}

async function corrections(from: Queryable, person: Person, limit: number, { after, until }: Span): Promise<News[]> {
  const rows = await from
    .selectFrom("requests")
    .select(["field", "decidedAt"])
    .where("expertRowId", "=", person.rowId)
    .where("isPublic", "=", 1)
    .where("status", "=", "applied")
    .where("decidedAt", ">", after)
    .where("decidedAt", "<=", until)
    .orderBy("decidedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ field, decidedAt }) => ({
    key: `correction/${person.id}/${decidedAt}`,
    kind: "correction",
    title: `The profile of ${person.name} was corrected`,
    url: `/${person.slug}`,
    summary: labelOf(field) ? `What was corrected: ${labelOf(field)}.` : "Something on the profile was corrected.",
    at: decidedAt ?? "",
  }));
}
