import { editorApi } from "~/auth/guards.server";
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
export const { loader, action } = editorApi({
  GET: async ({ editor, id }) => withEvidence(toAdminArticle(await articleForAdmin(editor, id))),
  PUT: async ({ editor, id, request, body }) => {
    const options = { origin: siteOrigin(request), signal: request.signal };
    return editArticle(editor, id, await body(MAX_BYTES), options, withEvidence);
  },
  DELETE: async ({ editor, id }) => {
    await trashArticle(editor, id);
    return { success: true };
  },
});
