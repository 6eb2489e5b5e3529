import { adminApi } from "~/auth/guards.server";
import { deleteLibraryImages, findLibraryImage } from "~/models/library/images.server";

/** One image of the library, and its end; with `?force=1` also out of everything that uses it. */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => findLibraryImage(admin, id),
  DELETE: async ({ admin, id, url }) => {
    await deleteLibraryImages(admin, { ids: [id], force: url.searchParams.get("force") });
    return { success: true };
  },
});
