import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { articleForAdmin, toAdminArticle } from "~/models/articles/admin-list.server";
import { editArticle } from "~/models/articles/edit.server";
import { trashArticle } from "~/models/articles/trash.server";

/** A picture may come as a data URL (decision D18). */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * GET, PUT and DELETE /api/admin/articles/{id} (decision D60). PUT takes the whole article or a part of it and answers
 * with it as it is then; with an `updatedAt` that is not the present one it answers 409 (decision D29).
 */
export const { loader, action } = api({
  GET: async ({ context, request, params: { id = "" } }) =>
    toAdminArticle(await articleForAdmin(await requireAdmin(request, context), id)),
  PUT: async ({ context, request, params: { id = "" }, body }) => {
    const admin = await requireAdmin(request, context);
    return editArticle(admin, id, await body(MOST_BYTES), { origin: siteOrigin(request) });
  },
  DELETE: async ({ context, request, params: { id = "" } }) => {
    await trashArticle(await requireAdmin(request, context), id);
    return { success: true };
  },
});
