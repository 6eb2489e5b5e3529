import { signUp } from "~/auth/sign-in.server";
import { api, json } from "~/http/api.server";
import { accountView } from "~/models/accounts/users.server";

/** POST /api/auth/register. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) => {
    const { user, headers } = await signUp(request, await body(), address);
    return json({ user: accountView(user), message: "Your account is ready" }, { status: 201, headers });
  },
});
