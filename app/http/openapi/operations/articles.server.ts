import { z } from "zod";
import {
  AdminArticle,
  AdminArticleRow,
  AdminArticleView,
  ArticleFigures,
  ArticleSummary,
  ArticleView,
  FeaturedArticles,
} from "../answers/articles.server";
import { Sources } from "../answers/evidence.server";
import { type Operations, Paging, paged, Success, search, time } from "../operation.server";

const type = { type: z.string().optional().describe("research-insight or expertise-tip.") };

export const publicArticles: Operations = {
  "GET /api/articles": {
    summary: "One page of the published articles, the featured ones first",
    access: "public",
    query: z.object({ ...paged(12), ...search, ...type }),
    answer: z.object({ articles: z.array(ArticleSummary), ...Paging }),
  },
  "GET /api/articles/{slug}": {
    summary: "One published article with its text and the source of each sentence; a former slug leads there, too",
    access: "public",
    answer: ArticleView,
  },
};

export const articleEditing: Operations = {
  "GET /api/admin/articles": {
    summary: "One page of all articles, with their numbers and the featured in their order",
    access: "editor",
    query: z.object({ ...paged(20), ...search, status: z.string().optional(), ...type }),
    answer: z.object({
      articles: z.array(AdminArticleRow),
      ...Paging,
      counts: ArticleFigures,
      featured: FeaturedArticles,
    }),
  },
  "POST /api/admin/articles": {
    summary: "Adds an article, a draft unless its status says otherwise",
    access: "editor",
    answer: AdminArticle,
    status: 201,
  },
  "GET /api/admin/articles/{id}": {
    summary: "An article with its sources",
    access: "editor",
    answer: AdminArticleView,
  },
  "PUT /api/admin/articles/{id}": {
    summary: "Changes the given fields; with an updatedAt that is not the present one it answers 409",
    access: "editor",
    answer: AdminArticleView,
  },
  "DELETE /api/admin/articles/{id}": {
    summary: "Puts an article into the trash",
    access: "editor",
    answer: Success,
  },
  "POST /api/admin/articles/{id}/restore": {
    summary: "Takes an article out of the trash",
    access: "editor",
    answer: AdminArticle,
  },
  "PUT /api/admin/articles/{id}/draft": {
    summary: "Saves an unfinished edit without changing the article",
    access: "editor",
    answer: z.object({ keptAt: time.nullable() }),
  },
  "DELETE /api/admin/articles/{id}/draft": {
    summary: "Discards the unfinished edit",
    access: "editor",
    answer: Success,
  },
  "PATCH /api/admin/articles/{id}/featured": {
    summary: "Features an article, or ends it",
    access: "editor",
    answer: AdminArticle,
  },
  "PUT /api/admin/articles/featured-order": {
    summary: "Orders the featured articles",
    access: "editor",
    answer: z.object({ featured: FeaturedArticles }),
  },
  "POST /api/admin/articles/preview": {
    summary: "A text as its page would show it",
    access: "editor",
    answer: z.object({ html: z.string(), minutes: z.number() }),
  },
  "GET /api/admin/articles/{id}/evidence": {
    summary: "The sentences of an article with their sources",
    access: "editor",
    answer: Sources,
  },
  "POST /api/admin/articles/{id}/evidence": {
    summary: "Changes the sources of an article",
    access: "editor",
    answer: Sources,
    status: 201,
  },
};
