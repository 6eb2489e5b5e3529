import { requireAdmin } from "~/auth.server";
import { api, created, siteOrigin } from "~/http.server";
import { saveImage } from "~/models/library.images.server";
import { libraryImagesPage, libraryQueryOf } from "~/models/library.lists.server";

/** The library's pictures by page, limit, search and expert; and one more (rows LI09, LI12; decisions D55, D56). */
export const { loader, action } = api({
  GET: async ({ request, url }) => {
    const admin = await requireAdmin(request);
    const { items, ...page } = await libraryImagesPage(admin, libraryQueryOf(url.searchParams));
    return { images: items, ...page };
  },
  POST: async ({ request, body }) => {
    const admin = await requireAdmin(request);
    return created(await saveImage(admin, await body(), { origin: siteOrigin(request) }));
  },
});
