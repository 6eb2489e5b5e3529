import { adminApi } from "~/auth/guards.server";
import { trashExperts } from "~/models/experts/trash.server";

/** POST `{ ids }`: puts at most 100 experts into the trash. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body }) => ({ success: true, deleted: await trashExperts(admin, await body()) }),
});
