import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { User } from "~/http/openapi/schemas/accounts.server";
import { Change, changeAccount } from "~/models/base/accounts/admin-users.server";
import { deleteUser } from "~/models/whole/accounts/delete-account.server";

export const { loader, action } = endpoint("/api/admin/users/{id}", {
  PATCH: call({
    subject: "Administration",
    summary: "Changes role and status",
    access: "admin",
    recent: true,
    body: Change,
    example: { role: "user", status: "active" },
    answer: User,
    handler: async ({ admin, id, body }) => changeAccount(admin, id, body),
  }),
  DELETE: call({
    subject: "Administration",
    summary: "Deletes an account",
    access: "admin",
    recent: true,
    answer: Success,
    handler: async ({ admin, id }) => {
      await deleteUser(admin, { id });
      return { success: true };
    },
  }),
});
