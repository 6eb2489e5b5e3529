import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { orderFeaturedArticles } from "~/models/articles.desk.featured.server";

/** PUT /api/admin/articles/featured-order: `{ ids }`, all that are featured in their new order (decision D60). */
export const { loader, action } = api({
  PUT: async ({ request, body }) => ({
    featured: await orderFeaturedArticles(await requireAdmin(request), await body()),
  }),
});
