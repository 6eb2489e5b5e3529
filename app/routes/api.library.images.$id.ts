import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { deleteLibraryImages, findLibraryImage } from "~/models/library.images.server";

/** One picture of the library, and its end; with `?force=1` also out of everything that uses it (decisions D55, D58). */
export const { loader, action } = api({
  GET: async ({ request, params }) => findLibraryImage(await requireAdmin(request), params.id ?? ""),
  DELETE: async ({ request, params, url }) => {
    const admin = await requireAdmin(request);
    await deleteLibraryImages(admin, { ids: [params.id ?? ""], force: url.searchParams.get("force") });
    return { success: true };
  },
});
