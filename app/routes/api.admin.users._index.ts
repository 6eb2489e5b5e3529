import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { paged, search } from "~/http/openapi/operation.server";
import { User } from "~/http/openapi/schemas/accounts.server";
import { Invitation, inviteUser, listUsers, USERS_PAGE_SIZE } from "~/models/base/accounts/admin-users.server";
import { pageIn, searchIn } from "~/models/base/input/paging.server";

export const { loader, action } = endpoint("/api/admin/users", {
  GET: call({
    subject: "Administration",
    summary: "One page of the accounts",
    access: "admin",
    query: z.object({ ...paged(20), ...search }),
    answer: z.object({ users: z.array(User), total: z.int(), totalPages: z.int() }),
    handler: async ({ admin, url }) => {
      const query = {
        ...pageIn(url.searchParams, { limit: USERS_PAGE_SIZE }),
        search: searchIn(url.searchParams),
      };
      const { users, total, totalPages } = await listUsers(admin, query);
      return { users, total, totalPages };
    },
  }),
  POST: call({
    subject: "Administration",
    summary: "Invites somebody by mail",
    access: "admin",
    recent: true,
    body: Invitation,
    example: { email: "ina@mail.example", firstName: "Ina", lastName: "Invited" },
    answer: User,
    status: 201,
    handler: async ({ admin, body, request, address }) => await inviteUser(admin, body, callerOf(request, address)),
  }),
});
