import { adminApi } from "~/auth/guards.server";
import { orderFeaturedExperts } from "~/models/experts/featured.server";

/** PUT /api/admin/featured/order: `{ ids }`, all who are featured in their new order. */
export const { loader, action } = adminApi({
  PUT: async ({ admin, body }) => ({
    featured: await orderFeaturedExperts(admin, await body()),
  }),
});
