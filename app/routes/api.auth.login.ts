import { signInWithPassword } from "~/auth/session.server";
import { api, json } from "~/http/api.server";
import { SMALL_BODY } from "~/http/body.server";
import { accountView } from "~/models/accounts/users.server";

/** POST /api/auth/login. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) => {
    const { user, headers } = await signInWithPassword(request, await body(SMALL_BODY), address);
    return json({ user: accountView(user), message: "You are signed in" }, { headers });
  },
});
