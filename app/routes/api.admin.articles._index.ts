import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import {
  AdminArticle,
  AdminArticleRow,
  ARTICLE_EXAMPLE,
  ARTICLE_TYPE,
  ArticleFigures,
  FeaturedArticles,
  NewArticle,
} from "~/http/openapi/schemas/articles.server";
import { siteOrigin } from "~/http/origin.server";
import { adminArticles, articleFigures, articleQueryOf } from "~/models/editing/articles/admin-list.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { featuredArticleList } from "~/models/editing/articles/featured.server";

/** The limit allows an image as a data URL. */
const MAX_BYTES = 10 * 1024 * 1024;

export const { loader, action } = endpoint("/api/admin/articles", {
  GET: call({
    subject: "Editing articles",
    summary: "One page of all articles, with their numbers and the featured articles in order",
    access: "editor",
    query: z.object({ ...paged(20), ...search, status: z.string().optional(), ...ARTICLE_TYPE }),
    answer: z.object({
      articles: z.array(AdminArticleRow),
      ...Paging,
      counts: ArticleFigures,
      featured: FeaturedArticles,
    }),
    handler: async ({ editor, url: { searchParams } }) => {
      const [list, counts, featured] = await Promise.all([
        adminArticles(editor, articleQueryOf(searchParams)),
        articleFigures(editor),
        featuredArticleList(editor),
      ]);
      return { ...list, counts, featured };
    },
  }),
  POST: call({
    subject: "Editing articles",
    summary: "Adds an article, as a draft unless its status says otherwise",
    access: "editor",
    limit: MAX_BYTES,
    body: NewArticle,
    example: ARTICLE_EXAMPLE,
    answer: AdminArticle,
    status: 201,
    handler: async ({ editor, body, request }) => {
      return await createArticle(editor, body, { origin: siteOrigin(request) });
    },
  }),
});
