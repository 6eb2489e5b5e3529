import { adminApi } from "~/auth/guards.server";
import { setArticleFeatured } from "~/models/articles/featured.server";

/** PATCH /api/admin/articles/{id}/featured: `{ featured }`; a fifth is refused with 409. */
export const { loader, action } = adminApi({
  PATCH: async ({ admin, id, body }) => setArticleFeatured(admin, id, await body()),
});
