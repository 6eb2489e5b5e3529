import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { deleteLibraryImages, findLibraryImage } from "~/models/library/images.server";

/** One picture of the library, and its end; with `?force=1` also out of everything that uses it (decisions D55, D58). */
export const { loader, action } = api({
  GET: async ({ context, params, request }) => findLibraryImage(await requireAdmin(request, context), params.id ?? ""),
  DELETE: async ({ context, params, request, url }) => {
    const admin = await requireAdmin(request, context);
    await deleteLibraryImages(admin, { ids: [params.id ?? ""], force: url.searchParams.get("force") });
    return { success: true };
  },
});
