import { editorApi } from "~/auth/guards.server";
import { created, jsonWithArray } from "~/http/api.server";
import { MEGABYTE } from "~/http/body.server";
import { saveContent } from "~/models/library/library.server";
import { contentsPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's texts by page, limit, search and expert; and a new one. */
export const { loader, action } = editorApi({
  GET: async ({ editor, url }) => {
    const { batches, ...page } = await contentsPage(editor, libraryQueryOf(url.searchParams));
    return jsonWithArray("content", batches, page);
  },
  POST: async ({ editor, body }) => created(await saveContent(editor, await body(MEGABYTE))),
});
