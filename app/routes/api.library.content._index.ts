import { adminApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { saveContent } from "~/models/library/library.server";
import { contentsPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's texts by page, limit, search and expert; and a new one. */
export const { loader, action } = adminApi({
  GET: async ({ admin, url }) => {
    const { items, ...page } = await contentsPage(admin, libraryQueryOf(url.searchParams));
    return { content: items, ...page };
  },
  POST: async ({ admin, body }) => created(await saveContent(admin, await body())),
});
