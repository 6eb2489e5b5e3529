import { z } from "zod";
import type { Queryable } from "~/db.server";
import { readDb } from "~/db.server";
import { type Leaving, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { DEFAULT_RESULTS, maxResults, query, slug, tool } from "~/models/base/parts/tool.server";
import {
  articleCallQueryOf,
  articleCounts,
  listArticles,
  wherePublic,
} from "~/models/records/articles/articles.server";
import { publicArticle } from "~/models/records/articles/public-view.server";
import { moveArticles, removeExpert, renameArticles } from "~/models/records/publish/article-references.server";
import { startPublishing } from "./schedule.server";
import { purgeOldArticles } from "./trash.server";

const PEOPLE_ONLY = "not: it is of people alone";

export const articlesPart = {
  tables: {
    articles: {
      person: {
        expertRowId: {
          merge: (tx: Queryable, from: Person, to: Person) => moveArticles(tx, from.rowId, to),
          rename: renameArticles,
          removal: forgetArticles,
          trash: "stays: the article is public on its own, without a link to the profile",
          deletion: "unlinked",
        },
      },
      texts: {
        slug: "readers",
        title: "readers",
        excerpt: "readers",
        imageAlt: "readers",
        tags: "readers",
        body: "readers",
        sources: "readers",
        expertName: "readers",
      },
      images: ["imageUrl", "body"],
      locate: ({ rowId, status, deletedAt }) => ({
        what: "Article",
        record: { table: "articles", rowId },
        isPublic: status === "published" && deletedAt === null,
      }),
      silent: ["type", "status", "imageUrl", "aiModel", "contentId", "shareToken", "origin"],
      handedOut: { exported: "articles", dataset: PEOPLE_ONLY },
    },
    articleSlugs: {
      key: ["slug"],
      record: { articleRowId: { deletion: "deleted", trash: "hidden" } },
      texts: { slug: "stays: a former address, which leads to the article" },
      handedOut: { exported: "articles", dataset: PEOPLE_ONLY },
    },
    articleRevisions: {
      record: { articleRowId: { deletion: "deleted", trash: "hidden" } },
      account: { userId: { deletion: "unlinked" } },
      texts: { before: "editors", after: "editors", userName: "stays: who changed something, not about whom" },
      locate: ({ articleRowId }) => ({
        what: "Former version",
        record: { table: "articles", rowId: articleRowId },
        page: "/history",
        isPublic: false,
      }),
      silent: ["action"],
      handedOut: {
        exported: "not: the past of this site",
        dataset: NOT_PUBLIC,
        mine: "not: the past of the site's records; who changed them is in the audit log",
      },
    },
    articleDrafts: {
      key: ["articleRowId", "userId"],
      silent: ["basedOn"],
      record: { articleRowId: { deletion: "deleted", trash: "hidden" } },
      account: { userId: { deletion: "deleted" } },
      texts: { fields: "editors" },
      locate: ({ articleRowId }) => ({
        what: "Unsaved changes",
        record: { table: "articles", rowId: articleRowId },
        isPublic: false,
      }),
      handedOut: {
        exported: "not: work that has not been saved",
        dataset: NOT_PUBLIC,
        mine: "not: the site's texts, which admins write",
      },
    },
    articleCounts: { key: ["key"], silent: ["key"], handedOut: "not: made anew from what is written" },
  },
  hourly: { articles: () => purgeOldArticles() },
  loops: () => [startPublishing()],
  addresses: { reserved: ["articles"] },
  sitemap: {
    pages: () => ["/articles"],
    records: { of: "articles", count: async () => (await articleCounts())[""] ?? 0, slice: publicAddresses },
  },
  llms: () => ({
    Directory: [{ label: "Articles", path: "/articles" }],
    Data: [{ label: "Feed of articles", path: "/articles/feed.xml" }],
  }),
  tools: {
    search_articles: tool({
      title: "Search articles",
      description: "Finds articles about the work of the people in the directory; without a query the newest.",
      input: z.object({ query: query.optional(), limit: maxResults }),
      async read({ query: search = "", limit = DEFAULT_RESULTS }, origin) {
        const params = new URLSearchParams({ search, limit: String(limit) });
        const { articles, total } = await listArticles(articleCallQueryOf(params));
        return {
          total,
          articles: articles.map((article) => ({ url: `${origin}/articles/${article.slug}`, ...article })),
        };
      },
    }),
    get_article: tool({
      title: "Read an article",
      description: "One article as Markdown, with its sources and the source of each sentence (evidence).",
      input: z.object({ slug }),
      async read({ slug }, origin) {
        const article = await publicArticle(slug);
        return { url: `${origin}/articles/${article.slug}`, ...article };
      },
    }),
  },
  adminPages: [
    {
      to: "/admin/articles",
      label: "Manage Articles",
      purpose: "Write, publish, feature and restore",
      place: "Manage Articles",
      rank: 1,
    },
    { to: "/admin/articles/new", label: "New article", purpose: "Write one by hand", place: "Manage Articles" },
    {
      to: "/admin/articles/trash",
      label: "Trash of articles",
      purpose: "Restore what was deleted",
      place: "Manage Articles",
    },
  ],
  recordPages: [
    { to: "/admin/articles/:id", label: "Edit", rank: 1 },
    { to: "/admin/articles/:id/history", label: "History", rank: 3 },
  ],
} satisfies Part;

/** Keeps the articles, but removes the person's card, link and name beside their text. */
async function forgetArticles(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  const articles = await tx.selectFrom("articles").selectAll().where("expertRowId", "in", rowIds).execute();
  for (const article of articles) {
    await removeExpert(tx, article);
    const articleRowId = article.rowId;
    const revisions = tx.selectFrom("articleRevisions").select(["rowId", "before", "after"]);
    for (const { rowId, before, after } of await revisions.where("articleRowId", "=", articleRowId).execute()) {
      const changes = { before: withoutExpert(before), after: withoutExpert(after) };
      await tx.updateTable("articleRevisions").set(changes).where("rowId", "=", rowId).execute();
    }
    const drafts = tx.selectFrom("articleDrafts").select(["userId", "fields"]).where("articleRowId", "=", articleRowId);
    for (const { userId, fields } of await drafts.execute()) {
      const draft = tx.updateTable("articleDrafts").set({ fields: withoutExpert(fields) });
      await draft.where("articleRowId", "=", articleRowId).where("userId", "=", userId).execute();
    }
  }
}

function withoutExpert(json: string): string {
  const { expert: _expert, expertId: _expertId, expertName: _expertName, ...otherFields } = JSON.parse(json);
  return JSON.stringify(otherFields);
}

function publicAddresses(limit: number, offset: number) {
  return readDb
    .selectFrom("articles")
    .$call(wherePublic)
    .select(["slug", "updatedAt"])
    .orderBy("publishedAt")
    .orderBy("rowId")
    .limit(limit)
    .offset(offset)
    .execute()
    .then((rows) => rows.map(({ slug, updatedAt }) => ({ path: `/articles/${slug}`, updatedAt })));
}
