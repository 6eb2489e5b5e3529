import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { saveImage } from "~/models/library/images.server";
import { libraryImagesPage, libraryQueryOf } from "~/models/library/lists.server";

/** The library's pictures by page, limit, search and expert; and one more (rows LI09, LI12; decisions D55, D56). */
export const { loader, action } = api({
  GET: async ({ context, request, url }) => {
    const admin = await requireAdmin(request, context);
    const { items, ...page } = await libraryImagesPage(admin, libraryQueryOf(url.searchParams));
    return { images: items, ...page };
  },
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    return created(await saveImage(admin, await body(), { origin: siteOrigin(request) }));
  },
});
