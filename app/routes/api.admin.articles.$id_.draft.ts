import { adminApi } from "~/auth/guards.server";
import { discardArticleDraft, keepArticleDraft } from "~/models/articles/drafts.server";

/**
 * PUT /api/admin/articles/{id}/draft: `{ fields, basedOn }`, what stands in one's form; answers when it was kept.
 * DELETE drops it. Neither touches the article.
 */
export const { loader, action } = adminApi({
  PUT: async ({ admin, id, body }) => keepArticleDraft(admin, id, await body()),
  DELETE: async ({ admin, id }) => {
    await discardArticleDraft(admin, id);
    return { success: true };
  },
});
