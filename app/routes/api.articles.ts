import { publicApi } from "~/http/api.server";
import { articleCallQueryOf, listArticles } from "~/models/articles/articles.server";

/** GET /api/articles?page&limit&type&search: published ones only, in the order of the page. */
export const { loader, action } = publicApi({
  GET: ({ url }) => listArticles(articleCallQueryOf(url.searchParams)),
});
