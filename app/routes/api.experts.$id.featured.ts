import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { setFeatured } from "~/models/experts/featured.server";

/** PATCH /api/experts/{id}/featured: `{ featured }` (admin-side.md §7). */
export const { loader, action } = api({
  PATCH: async ({ body, context, params, request }) =>
    setFeatured(await requireAdmin(request, context), params.id ?? "", await body()),
});
