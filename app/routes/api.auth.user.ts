import { call, endpoint } from "~/auth/endpoint.server";
import { Account } from "~/http/openapi/schemas/accounts.server";
import { accountView } from "~/models/base/accounts/users.server";

export const { loader, action } = endpoint("/api/auth/user", {
  GET: call({
    subject: "Accounts",
    summary: "The signed-in account",
    access: "user",
    key: "any",
    answer: Account,
    handler: async ({ user }) => accountView(user),
  }),
});
