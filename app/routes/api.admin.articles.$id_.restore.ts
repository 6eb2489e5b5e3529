import { editorApi } from "~/auth/guards.server";
import { restoreArticle } from "~/models/articles/trash.server";

/** POST /api/admin/articles/{id}/restore: takes an article out of the trash and gives it. */
export const { loader, action } = editorApi({
  POST: async ({ editor, id }) => restoreArticle(editor, id),
});
