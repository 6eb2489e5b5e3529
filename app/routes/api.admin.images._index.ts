import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { withMultipart } from "~/http/multipart.server";
import { listQueryOf } from "~/models/experts/lists.server";
import { IMAGES_PAGE_SIZE, imagesPage } from "~/models/images/admin-list.server";
import { MOST_BYTES } from "~/models/images/rules";
import { uploadImage } from "~/models/images/upload.server";

/** Stored pictures by page, limit and search; and a new one, as multipart with `file` and, if known, `alt` (decision D69). */
export const { loader, action } = api({
  GET: async ({ context, request, url }) => {
    const admin = await requireAdmin(request, context);
    return imagesPage(admin, listQueryOf(url.searchParams, { limit: IMAGES_PAGE_SIZE }));
  },
  POST: async ({ context, request }) => {
    const admin = await requireAdmin(request, context);
    return withMultipart(request, { files: 1, fileBytes: MOST_BYTES, textBytes: 10_000 }, async ({ files, texts }) => {
      const [, alt] = texts.find(([name]) => name === "alt") ?? [];
      return created(await uploadImage(admin, files[0], alt));
    });
  },
});
