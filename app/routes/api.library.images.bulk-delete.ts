import { adminApi } from "~/auth/guards.server";
import { deleteLibraryImages } from "~/models/library/images.server";

/** Deletes images of the library: `{ ids, force? }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body }) => ({
    success: true,
    deleted: await deleteLibraryImages(admin, await body()),
  }),
});
