import { callerOf } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { askForReset, RESET_REQUESTED } from "~/models/accounts/password.server";

/** POST /api/auth/forgot-password: the same answer whether or not there is an account. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) => {
    await askForReset(await body(), callerOf(request, address));
    return { message: RESET_REQUESTED };
  },
});
