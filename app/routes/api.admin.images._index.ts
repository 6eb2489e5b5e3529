import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { withMultipart } from "~/http/multipart.server";
import { listQueryOf } from "~/models/experts/lists.server";
import { IMAGES_PAGE_SIZE, imagesPage } from "~/models/images/admin-list.server";
import { MAX_BYTES } from "~/models/images/rules";
import { uploadImage } from "~/models/images/upload.server";

/** Stored images by page, limit and search; and a new one, as multipart with `file` and, if known, `alt`. */
export const { loader, action } = editorApi({
  GET: async ({ editor, url }) => {
    return imagesPage(editor, listQueryOf(url.searchParams, { limit: IMAGES_PAGE_SIZE }));
  },
  POST: async ({ editor, request }) => {
    return withMultipart(request, { files: 1, fileBytes: MAX_BYTES, textBytes: 10_000 }, async ({ files, texts }) => {
      const [, alt] = texts.find(([name]) => name === "alt") ?? [];
      return created(await uploadImage(editor, files[0], alt));
    });
  },
});
