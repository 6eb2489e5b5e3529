import { editorApi } from "~/auth/guards.server";
import { contentPage } from "~/models/library/article.server";
import { deleteContents } from "~/models/library/library.server";

/** One text of the library with the article made of it, and its end. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id }) => {
    const { content, article } = await contentPage(editor, id);
    return { ...content, article };
  },
  DELETE: async ({ editor, id }) => {
    await deleteContents(editor, { ids: [id] });
    return { success: true };
  },
});
