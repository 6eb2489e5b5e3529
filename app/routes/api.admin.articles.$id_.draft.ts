import { editorApi } from "~/auth/guards.server";
import { discardArticleDraft, keepArticleDraft } from "~/models/articles/drafts.server";
import { ARTICLE_CHARACTERS } from "~/models/articles/fields";

/**
 * PUT /api/admin/articles/{id}/draft: `{ fields, basedOn }`, what stands in one's form; answers when it was kept.
 * DELETE drops it. Neither touches the article.
 */
export const { loader, action } = editorApi({
  PUT: async ({ editor, id, body }) => keepArticleDraft(editor, id, await body({ characters: ARTICLE_CHARACTERS })),
  DELETE: async ({ editor, id }) => {
    await discardArticleDraft(editor, id);
    return { success: true };
  },
});
