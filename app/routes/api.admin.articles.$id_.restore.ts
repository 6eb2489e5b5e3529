import { adminApi } from "~/auth/guards.server";
import { restoreArticle } from "~/models/articles/trash.server";

/** POST /api/admin/articles/{id}/restore: takes an article out of the trash and gives it. */
export const { loader, action } = adminApi({
  POST: async ({ admin, id }) => restoreArticle(admin, id),
});
