import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { setArticleFeatured } from "~/models/articles/featured.server";

/** PATCH /api/admin/articles/{id}/featured: `{ featured }`; a fifth is refused with 409 (decision D60). */
export const { loader, action } = api({
  PATCH: async ({ context, request, params: { id = "" }, body }) =>
    setArticleFeatured(await requireAdmin(request, context), id, await body()),
});
