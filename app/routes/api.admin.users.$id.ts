import { adminApi } from "~/auth/guards.server";
import { changeAccount } from "~/models/accounts/admin-users.server";
import { deleteUser } from "~/models/accounts/users.server";

/** One account: its role and status, and its end. */
export const { loader, action } = adminApi({
  PATCH: async ({ admin, id, body }) => changeAccount(admin, id, await body()),
  DELETE: async ({ admin, id }) => {
    await deleteUser(admin, { id });
    return { success: true };
  },
});
