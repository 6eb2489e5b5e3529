import { adminApi } from "~/auth/guards.server";
import { contentPage } from "~/models/library/article.server";
import { deleteContents } from "~/models/library/library.server";

/** One text of the library with the article made of it, and its end. */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => {
    const { content, article } = await contentPage(admin, id);
    return { ...content, article };
  },
  DELETE: async ({ admin, id }) => {
    await deleteContents(admin, { ids: [id] });
    return { success: true };
  },
});
