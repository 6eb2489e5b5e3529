import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { discardArticleDraft, keepArticleDraft } from "~/models/articles/drafts.server";

/**
 * PUT /api/admin/articles/{id}/draft: `{ fields, basedOn }`, what stands in one's form; answers when it was kept.
 * DELETE drops it. Neither touches the article.
 */
export const { loader, action } = api({
  PUT: async ({ context, request, params: { id = "" }, body }) =>
    keepArticleDraft(await requireAdmin(request, context), id, await body()),
  DELETE: async ({ context, request, params: { id = "" } }) => {
    await discardArticleDraft(await requireAdmin(request, context), id);
    return { success: true };
  },
});
