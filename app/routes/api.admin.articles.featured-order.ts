import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { orderFeaturedArticles } from "~/models/articles/featured.server";

/** PUT /api/admin/articles/featured-order: `{ ids }`, all that are featured in their new order (decision D60). */
export const { loader, action } = api({
  PUT: async ({ body, context, request }) => ({
    featured: await orderFeaturedArticles(await requireAdmin(request, context), await body()),
  }),
});
