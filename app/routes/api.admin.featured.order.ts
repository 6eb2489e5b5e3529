import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { orderFeaturedExperts } from "~/models/experts/featured.server";

/** PUT /api/admin/featured/order: `{ ids }`, all who are featured in their new order (decision D68). */
export const { loader, action } = api({
  PUT: async ({ body, context, request }) => ({
    featured: await orderFeaturedExperts(await requireAdmin(request, context), await body()),
  }),
});
