import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { Message } from "~/http/openapi/schemas/accounts.server";
import { Reset, resetPassword } from "~/models/base/accounts/password.server";

export const { loader, action } = endpoint("/api/auth/reset-password", {
  POST: call({
    subject: "Accounts",
    summary: "Chooses a new password with the token of a mailed link",
    access: "public",
    body: Reset,
    example: {
      token: "The token of the mailed link.",
      password: "a long and quiet river",
      confirmPassword: "a long and quiet river",
    },
    answer: Message,
    handler: async ({ request, body, address }) => {
      const { isFirst } = await resetPassword(body, callerOf(request, address));
      return { message: isFirst ? "Password Saved" : "Password Reset Complete" };
    },
  }),
});
