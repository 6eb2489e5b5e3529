import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { discardArticleDraft, keepArticleDraft } from "~/models/articles.desk.drafts.server";

/**
 * PUT /api/admin/articles/{id}/draft: `{ fields, basedOn }`, what stands in one's form; answers when it was kept.
 * DELETE drops it. Neither touches the article.
 */
export const { loader, action } = api({
  PUT: async ({ request, params: { id = "" }, body }) =>
    keepArticleDraft(await requireAdmin(request), id, await body()),
  DELETE: async ({ request, params: { id = "" } }) => {
    await discardArticleDraft(await requireAdmin(request), id);
    return { success: true };
  },
});
