import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { deleteLibraryImages } from "~/models/library.images.server";

/** Deletes pictures of the library: `{ ids, force? }` (decisions D55, D58). */
export const { loader, action } = api({
  POST: async ({ request, body }) => ({
    success: true,
    deleted: await deleteLibraryImages(await requireAdmin(request), await body()),
  }),
});
