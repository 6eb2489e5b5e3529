import { adminApi } from "~/auth/guards.server";
import { siteOrigin } from "~/http/origin.server";
import { editArticle } from "~/models/articles/edit.server";
import { articleForAdmin, toAdminArticle } from "~/models/articles/rows.server";
import { trashArticle } from "~/models/articles/trash.server";
import { withEvidence } from "~/models/evidence/evidence.server";

/** An image may come as a data URL. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * GET, PUT and DELETE /api/admin/articles/{id}. PUT takes the whole article or a part of it and answers
 * with it as it is then; with an `updatedAt` that is not the present one it answers 409.
 */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => withEvidence(toAdminArticle(await articleForAdmin(admin, id))),
  PUT: async ({ admin, id, request, body }) => {
    return withEvidence(await editArticle(admin, id, await body(MAX_BYTES), { origin: siteOrigin(request) }));
  },
  DELETE: async ({ admin, id }) => {
    await trashArticle(admin, id);
    return { success: true };
  },
});
