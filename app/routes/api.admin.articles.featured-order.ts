import { adminApi } from "~/auth/guards.server";
import { orderFeaturedArticles } from "~/models/articles/featured.server";

/** PUT /api/admin/articles/featured-order: `{ ids }`, all that are featured in their new order. */
export const { loader, action } = adminApi({
  PUT: async ({ admin, body }) => ({
    featured: await orderFeaturedArticles(admin, await body()),
  }),
});
