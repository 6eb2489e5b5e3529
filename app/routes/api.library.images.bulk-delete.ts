import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { deleteLibraryImages } from "~/models/library/images.server";

/** Deletes pictures of the library: `{ ids, force? }` (decisions D55, D58). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => ({
    success: true,
    deleted: await deleteLibraryImages(await requireAdmin(request, context), await body()),
  }),
});
