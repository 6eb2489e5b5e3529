import { adminApi } from "~/auth/guards.server";
import { listUsers, USERS_PAGE_SIZE } from "~/models/accounts/admin-users.server";
import { listQueryOf } from "~/models/experts/lists.server";

/** Accounts by page, limit and search. */
export const { loader, action } = adminApi({
  GET: async ({ admin, url }) => {
    const query = listQueryOf(url.searchParams, { limit: USERS_PAGE_SIZE });
    const { users, total, totalPages } = await listUsers(admin, query);
    return { users, total, totalPages };
  },
});
