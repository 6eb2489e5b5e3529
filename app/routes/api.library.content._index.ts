import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { MEGABYTE } from "~/http/body.server";
import { saveContent } from "~/models/library/library.server";
import { contentsPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's texts by page, limit, search and expert; and a new one. */
export const { loader, action } = editorApi({
  GET: async ({ editor, url }) => {
    const { items, ...page } = await contentsPage(editor, libraryQueryOf(url.searchParams));
    return { content: items, ...page };
  },
  POST: async ({ editor, body }) => created(await saveContent(editor, await body(MEGABYTE))),
});
