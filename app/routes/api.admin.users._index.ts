import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { listUsers, USERS_PAGE_SIZE } from "~/models/accounts/admin-users.server";
import { listQueryOf } from "~/models/experts/lists.server";

/** Accounts by page, limit and search (decision D67). */
export const { loader, action } = api({
  GET: async ({ context, request, url }) => {
    const admin = await requireAdmin(request, context);
    const query = listQueryOf(url.searchParams, { limit: USERS_PAGE_SIZE });
    const { users, total, totalPages } = await listUsers(admin, query);
    return { users, total, totalPages };
  },
});
