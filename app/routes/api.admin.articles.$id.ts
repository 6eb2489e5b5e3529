import { requireAdmin } from "~/auth.server";
import { api, siteOrigin } from "~/http.server";
import { editArticle } from "~/models/articles.desk.edit.server";
import { articleForDesk, toDeskArticle } from "~/models/articles.desk.server";
import { trashArticle } from "~/models/articles.desk.trash.server";

/** A picture may come as a data URL (decision D18). */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * GET, PUT and DELETE /api/admin/articles/{id} (decision D60). PUT takes the whole article or a part of it and answers
 * with it as it is then; with an `updatedAt` that is not the present one it answers 409 (decision D29).
 */
export const { loader, action } = api({
  GET: async ({ request, params: { id = "" } }) => toDeskArticle(await articleForDesk(await requireAdmin(request), id)),
  PUT: async ({ request, params: { id = "" }, body }) => {
    const admin = await requireAdmin(request);
    return editArticle(admin, id, await body(MOST_BYTES), { origin: siteOrigin(request) });
  },
  DELETE: async ({ request, params: { id = "" } }) => {
    await trashArticle(await requireAdmin(request), id);
    return { success: true };
  },
});
