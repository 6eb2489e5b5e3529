import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { contentPage } from "~/models/library/article.server";
import { deleteContents } from "~/models/library/library.server";

/** One text of the library with the article made of it, and its end (decision D55). */
export const { loader, action } = api({
  GET: async ({ context, params, request }) => {
    const { content, article } = await contentPage(await requireAdmin(request, context), params.id ?? "");
    return { ...content, article };
  },
  DELETE: async ({ context, params, request }) => {
    await deleteContents(await requireAdmin(request, context), { ids: [params.id ?? ""] });
    return { success: true };
  },
});
