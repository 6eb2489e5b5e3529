import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { adminArticles, articleFigures, articleQueryOf } from "~/models/articles/admin-list.server";
import { createArticle } from "~/models/articles/edit.server";
import { featuredArticleList } from "~/models/articles/featured.server";

/** An image may come as a data URL. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * GET /api/admin/articles?page&limit&search&status&type: one page of the articles, with the numbers of all and the
 * featured in their order. POST makes an article by hand.
 */
export const { loader, action } = editorApi({
  GET: async ({ editor, url: { searchParams } }) => {
    const [list, counts, featured] = await Promise.all([
      adminArticles(editor, articleQueryOf(searchParams)),
      articleFigures(editor),
      featuredArticleList(editor),
    ]);
    return { ...list, counts, featured };
  },
  POST: async ({ editor, body, request }) => {
    return created(await createArticle(editor, await body(MAX_BYTES), { origin: siteOrigin(request) }));
  },
});
