import { callerOf } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { resetPassword } from "~/models/accounts/password.server";

/** POST /api/auth/reset-password. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) => {
    await resetPassword(await body(), callerOf(request, address));
    return { message: "Password Reset Complete" };
  },
});
