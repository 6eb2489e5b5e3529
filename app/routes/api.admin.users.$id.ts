import { adminApi } from "~/auth/guards.server";
import { changeAccount } from "~/models/accounts/admin-users.server";
import { deleteUser } from "~/models/accounts/users.server";

/** One account: its role and status, and its end. */
export const { loader, action } = adminApi({
  PATCH: async ({ recentAdmin, id, body }) => changeAccount(await recentAdmin(), id, await body()),
  DELETE: async ({ recentAdmin, id }) => {
    await deleteUser(await recentAdmin(), { id });
    return { success: true };
  },
});
