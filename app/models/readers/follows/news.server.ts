/** Collects the news of a person, for feeds and for the mails of followers. */
import { type ArticleRow, type Queryable, readDb } from "~/db.server";
import { workKey, workUrl } from "~/models/base/web/work-addresses";
import { labelOf } from "~/models/editing/requests/queue.server";
import { wherePublic } from "~/models/records/articles/articles.server";
import { summaryOfArticle } from "~/models/records/articles/summary.server";
import { summaryOf } from "~/models/records/directory/feeds.server";

export interface News {
  /** A permanent key that contains nothing that may change. */
  key: string;
  kind: "profile" | "work" | "article" | "correction";
  title: string;
  /** A path of this site, or an absolute URL of another. */
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

/** A period that excludes its beginning and includes its end; ISO 8601. */
export interface Period {
  after: string;
  until: string;
}

/** Ends later than every stored time. */
export const ALL_TIME: Period = { after: "", until: "9999" };

/** Returns the latest news about a person, newest first: the profile, accepted works, articles and corrections. */
export async function newsOf(person: Person, limit: number, span: Period = ALL_TIME, from: Queryable = readDb) {
  const newsLists = await Promise.all([
    profileNews(person, span),
    workNews(from, person, limit, span),
    articleNews(from, person, limit, span),
    correctionNews(from, person, limit, span),
  ]);
  const newestFirst = newsLists.flat().sort((news, other) => (news.at < other.at ? 1 : -1));
  return newestFirst.slice(0, limit);
}

function profileNews(person: Person, { after, until }: Period): News[] {
  if (person.createdAt <= after || person.createdAt > until) return [];
  return [newPerson(person)];
}

/** Returns the piece of news that somebody was added to the directory. */
export function newPerson(person: Omit<Person, "rowId">): News {
  const { id, slug, name, createdAt: at } = person;
  const summary = summaryOf(person);
  return { key: `expert/${id}`, kind: "profile", title: `${name} is listed`, url: `/${slug}`, summary, at };
}

async function workNews(from: Queryable, person: Person, limit: number, { after, until }: Period): Promise<News[]> {
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
    url: workUrl(row),
    summary: ["A work by", [person.name, row.venue, row.year].filter(Boolean).join(", ")].join(" "),
    at: row.acceptedAt ?? "",
  }));
}

async function articleNews(from: Queryable, person: Person, limit: number, { after, until }: Period): Promise<News[]> {
  const rows = await newsArticles(from)
    .where("expertRowId", "=", person.rowId)
    .where("publishedAt", ">", after)
    .where("publishedAt", "<=", until)
    .orderBy("publishedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return rows.map(newArticle);
}

/** Limits the characters of a body from which its summary is made. */
const SUMMARISED_LENGTH = 5_000;

/** Selects public articles with all columns that `newArticle` needs. */
export function newsArticles(from: Queryable) {
  return from
    .selectFrom("articles")
    .$call(wherePublic)
    .select(["id", "slug", "title", "excerpt", "publishedAt", "tags"])
    .select(({ fn, lit }) => fn<string>("substr", ["body", lit(1), lit(SUMMARISED_LENGTH)]).as("body"));
}

type NewsArticle = Pick<ArticleRow, "id" | "slug" | "title" | "excerpt" | "body" | "publishedAt">;

export function newArticle({ id, slug, publishedAt, ...article }: NewsArticle): News {
  const { title } = article;
  const summary = summaryOfArticle(article, 300);
  return { key: `article/${id}`, kind: "article", title, url: `/articles/${slug}`, summary, at: publishedAt ?? "" };
}

async function correctionNews(
  from: Queryable,
  person: Person,
  limit: number,
  { after, until }: Period,
): Promise<News[]> {
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
    summary: labelOf(field) ? `Corrected: ${labelOf(field)}.` : "Something on the profile was corrected.",
    at: decidedAt ?? "",
  }));
}
