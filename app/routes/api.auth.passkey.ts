import { partyOf, pendingUser, signInByPasskey } from "~/auth/sign-in.server";
import { api, json } from "~/http/api.server";
import { passkeyOptions } from "~/models/accounts/passkeys.server";
import { accountView } from "~/models/accounts/users.server";

/** GET what the browser needs to use a passkey, with `?step` one of whom is at the second step; POST its answer. */
export const { loader, action } = api({
  GET: async ({ request, url }) => {
    const pending = url.searchParams.has("step") ? await pendingUser(request) : null;
    const options = await passkeyOptions(partyOf(request), pending?.id ?? null);
    return json(options, { headers: { "Cache-Control": "no-store" } });
  },
  POST: async ({ request, body, address }) => {
    const { user, headers } = await signInByPasskey(request, await body(), address);
    return json({ user: accountView(user), message: "You are signed in" }, { headers });
  },
});
