import { adminApi } from "~/auth/guards.server";
import { siteOrigin } from "~/http/origin.server";
import { editArticle } from "~/models/articles/edit.server";
import { articleForAdmin, toAdminArticle } from "~/models/articles/rows.server";
import { trashArticle } from "~/models/articles/trash.server";
import { evidenceOf } from "~/models/evidence/evidence.server";
import { publicEvidence } from "~/models/evidence/support";

/** A picture may come as a data URL. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * GET, PUT and DELETE /api/admin/articles/{id}. PUT takes the whole article or a part of it and answers
 * with it as it is then; with an `updatedAt` that is not the present one it answers 409.
 */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => {
    const row = await articleForAdmin(admin, id);
    const evidence = publicEvidence({ body: row.body }, await evidenceOf({ articleRowId: row.rowId }));
    return { ...toAdminArticle(row), evidence };
  },
  PUT: async ({ admin, id, request, body }) => {
    return editArticle(admin, id, await body(MAX_BYTES), { origin: siteOrigin(request) });
  },
  DELETE: async ({ admin, id }) => {
    await trashArticle(admin, id);
    return { success: true };
  },
});
