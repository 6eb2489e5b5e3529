import { adminApi } from "~/auth/guards.server";
import { callerOf } from "~/auth/session.server";
import { created } from "~/http/api.server";
import { inviteUser, listUsers, USERS_PAGE_SIZE } from "~/models/accounts/admin-users.server";
import { listQueryOf } from "~/models/experts/lists.server";

/** Accounts by page, limit and search; POST invites somebody: `{ email, firstName, lastName, role? }`. */
export const { loader, action } = adminApi({
  GET: async ({ admin, url }) => {
    const query = listQueryOf(url.searchParams, { limit: USERS_PAGE_SIZE });
    const { users, total, totalPages } = await listUsers(admin, query);
    return { users, total, totalPages };
  },
  POST: async ({ recentAdmin, body, request, address }) =>
    created(await inviteUser(await recentAdmin(), await body(), callerOf(request, address))),
});
