import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { adminArticles, articleFigures, articleQueryOf } from "~/models/articles/admin-list.server";
import { createArticle } from "~/models/articles/edit.server";
import { featuredArticleList } from "~/models/articles/featured.server";

/** A picture may come as a data URL (decision D18). */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * GET /api/admin/articles?page&limit&search&status&type: one page of the articles, with the numbers of all and the
 * featured in their order (decision D60). POST makes an article by hand.
 */
export const { loader, action } = api({
  GET: async ({ context, request, url: { searchParams } }) => {
    const admin = await requireAdmin(request, context);
    const [list, counts, featured] = await Promise.all([
      adminArticles(admin, articleQueryOf(searchParams)),
      articleFigures(admin),
      featuredArticleList(admin),
    ]);
    return { ...list, counts, featured };
  },
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    return created(await createArticle(admin, await body(MOST_BYTES), { origin: siteOrigin(request) }));
  },
});
