import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { saveContent } from "~/models/library/library.server";
import { contentsPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's texts by page, limit, search and expert; and a new one (rows LI08, LI12; decisions D55, D56). */
export const { loader, action } = api({
  GET: async ({ context, request, url }) => {
    const admin = await requireAdmin(request, context);
    const { items, ...page } = await contentsPage(admin, libraryQueryOf(url.searchParams));
    return { content: items, ...page };
  },
  POST: async ({ body, context, request }) =>
    created(await saveContent(await requireAdmin(request, context), await body())),
});
