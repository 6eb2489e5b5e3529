import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { contentPage } from "~/models/library.article.server";
import { deleteContents } from "~/models/library.server";

/** One text of the library with the article made of it, and its end (decision D55). */
export const { loader, action } = api({
  GET: async ({ request, params }) => {
    const { content, article } = await contentPage(await requireAdmin(request), params.id ?? "");
    return { ...content, article };
  },
  DELETE: async ({ request, params }) => {
    await deleteContents(await requireAdmin(request), { ids: [params.id ?? ""] });
    return { success: true };
  },
});
