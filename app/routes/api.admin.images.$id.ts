import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { deleteImage, describeImage, findImage } from "~/models/images/admin-list.server";

/** One stored picture: its description, and its end, with `?force=1` also out of everything that uses it (D58, D69). */
export const { loader, action } = api({
  GET: async ({ context, params, request }) => findImage(await requireAdmin(request, context), params.id ?? ""),
  PATCH: async ({ body, context, params, request }) =>
    describeImage(await requireAdmin(request, context), { ...Object(await body()), id: params.id }),
  DELETE: async ({ context, params, request, url }) => {
    const admin = await requireAdmin(request, context);
    await deleteImage(admin, { id: params.id, force: url.searchParams.get("force") });
    return { success: true };
  },
});
