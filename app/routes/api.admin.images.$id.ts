import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { deleteImage, describeImage, findImage } from "~/models/images.desk.server";

/** One stored picture: its description, and its end, with `?force=1` also out of everything that uses it (D58, D69). */
export const { loader, action } = api({
  GET: async ({ request, params }) => findImage(await requireAdmin(request), params.id ?? ""),
  PATCH: async ({ request, params, body }) =>
    describeImage(await requireAdmin(request), { ...Object(await body()), id: params.id }),
  DELETE: async ({ request, params, url }) => {
    const admin = await requireAdmin(request);
    await deleteImage(admin, { id: params.id, force: url.searchParams.get("force") });
    return { success: true };
  },
});
