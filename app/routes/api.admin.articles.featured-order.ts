import { editorApi } from "~/auth/guards.server";
import { orderFeaturedArticles } from "~/models/articles/featured.server";

/** PUT /api/admin/articles/featured-order: `{ ids }`, all that are featured in their new order. */
export const { loader, action } = editorApi({
  PUT: async ({ editor, body }) => ({
    featured: await orderFeaturedArticles(editor, await body()),
  }),
});
