import { editorApi } from "~/auth/guards.server";
import { orderFeaturedExperts } from "~/models/experts/featured.server";

/** PUT /api/admin/featured/order: `{ ids }`, all who are featured in their new order. */
export const { loader, action } = editorApi({
  PUT: async ({ editor, body }) => ({
    featured: await orderFeaturedExperts(editor, await body()),
  }),
});
