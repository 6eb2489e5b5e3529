import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { ARTICLE_TYPE, ArticleSummary } from "~/http/openapi/schemas/articles.server";
import { articleCallQueryOf, listArticles } from "~/models/records/articles/articles.server";

export const { loader, action } = endpoint("/api/articles", {
  GET: call({
    subject: "Articles",
    summary: "One page of the published articles, the featured ones first",
    access: "public",
    cors: true,
    query: z.object({ ...paged(12), ...search, ...ARTICLE_TYPE }),
    answer: z.object({ articles: z.array(ArticleSummary), ...Paging }),
    handler: ({ url }) => listArticles(articleCallQueryOf(url.searchParams)),
  }),
});
