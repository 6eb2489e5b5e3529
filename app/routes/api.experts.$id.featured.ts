import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { setFeatured } from "~/models/featured.server";

/** PATCH /api/experts/{id}/featured: `{ featured }` (admin-side.md §7). */
export const { loader, action } = api({
  PATCH: async ({ request, params, body }) => setFeatured(await requireAdmin(request), params.id ?? "", await body()),
});
