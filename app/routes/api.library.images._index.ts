import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { MEGABYTE } from "~/http/body.server";
import { siteOrigin } from "~/http/origin.server";
import { saveImage } from "~/models/library/images.server";
import { libraryImagesPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's images by page, limit, search and expert; and one more. */
export const { loader, action } = editorApi({
  GET: async ({ editor, url }) => {
    const { items, ...page } = await libraryImagesPage(editor, libraryQueryOf(url.searchParams));
    return { images: items, ...page };
  },
  POST: async ({ editor, body, request }) => {
    return created(await saveImage(editor, await body(MEGABYTE), { origin: siteOrigin(request) }));
  },
});
