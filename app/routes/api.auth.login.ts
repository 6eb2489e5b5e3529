import { signInWithPassword } from "~/auth/sign-in.server";
import { AppError } from "~/errors";
import { api, json } from "~/http/api.server";
import { accountView } from "~/models/accounts/users.server";

const CODE_NEEDED =
  "This account has a second factor. Send the same call again with a `code` of its app or a recovery code.";

/** POST /api/auth/login; an account with a second factor sends its `code` along. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) => {
    const { user, headers, isComplete } = await signInWithPassword(request, await body(), address);
    if (!isComplete) throw new AppError("secondFactor", CODE_NEEDED);
    return json({ user: accountView(user), message: "You are signed in" }, { headers });
  },
});
