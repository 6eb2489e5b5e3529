import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { requireEditor } from "~/auth/session.server";
import { withMultipart } from "~/http/multipart.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { StoredImage } from "~/http/openapi/schemas/library.server";
import { pageIn, searchIn } from "~/models/base/input/paging.server";
import { IMAGES_PAGE_SIZE, imagesPage } from "~/models/editing/images/admin-list.server";
import { uploadImage } from "~/models/editing/images/upload.server";
import { MAX_BYTES } from "~/models/records/images/rules";

export const { loader, action } = endpoint("/api/admin/images", {
  GET: call({
    subject: "Images",
    summary: "One page of the stored images",
    access: "editor",
    query: z.object({ ...paged(24), ...search }),
    answer: z.object({ images: z.array(StoredImage), ...Paging }),
    handler: async ({ editor, url }) => {
      return imagesPage(editor, {
        ...pageIn(url.searchParams, { limit: IMAGES_PAGE_SIZE }),
        search: searchIn(url.searchParams),
      });
    },
  }),
  POST: call({
    subject: "Images",
    summary: "Stores an image, sent as multipart/form-data",
    access: "editor",
    upload: z.object({ file: z.file(), alt: z.string().optional() }),
    answer: StoredImage,
    status: 201,
    handler: async ({ context, request }) => {
      return withMultipart(request, { files: 1, fileBytes: MAX_BYTES, textBytes: 10_000 }, async ({ files, texts }) => {
        const [, alt] = texts.find(([name]) => name === "alt") ?? [];
        // The upload may have taken minutes, so the access is checked again.
        return uploadImage(await requireEditor(request, context), files[0], alt);
      });
    },
  }),
});
