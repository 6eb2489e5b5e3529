import { adminApi } from "~/auth/guards.server";
import { setFeatured } from "~/models/experts/featured.server";

/** PATCH /api/experts/{id}/featured: `{ featured }`. */
export const { loader, action } = adminApi({
  PATCH: async ({ admin, id, body }) => setFeatured(admin, id, await body()),
});
