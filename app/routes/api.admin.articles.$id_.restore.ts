import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { restoreArticle } from "~/models/articles/trash.server";

/** POST /api/admin/articles/{id}/restore: takes an article out of the trash and gives it. */
export const { loader, action } = api({
  POST: async ({ context, request, params: { id = "" } }) => restoreArticle(await requireAdmin(request, context), id),
});
