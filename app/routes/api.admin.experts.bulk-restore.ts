import { adminApi } from "~/auth/guards.server";
import { restoreExperts } from "~/models/experts/trash.server";

/** POST `{ ids }`: takes at most 100 experts out of the trash. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body }) => ({ success: true, restored: await restoreExperts(admin, await body()) }),
});
