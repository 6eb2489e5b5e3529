import { adminApi } from "~/auth/guards.server";
import { restoreExpert } from "~/models/experts/trash.server";

/** POST /api/admin/experts/{id}/restore: takes an expert out of the trash and gives it. */
export const { loader, action } = adminApi({
  POST: async ({ admin, id }) => restoreExpert(admin, id),
});
