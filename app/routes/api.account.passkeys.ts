import { callerOf, requireRecentUser, requireUser } from "~/auth/session.server";
import { partyOf } from "~/auth/sign-in.server";
import { api, created, json } from "~/http/api.server";
import { addPasskey, newPasskeyOptions } from "~/models/accounts/passkeys.server";

/** GET what the browser needs to make a passkey; POST the one it made. Both within ten minutes of the sign-in. */
export const { loader, action } = api({
  GET: async ({ request }) => {
    const options = await newPasskeyOptions(await requireRecentUser(request), partyOf(request));
    return json(options, { headers: { "Cache-Control": "no-store" } });
  },
  POST: async ({ request, body, address }) => {
    await requireUser(request);
    const input = await body();
    const user = await requireRecentUser(request);
    return created({ recoveryCodes: await addPasskey(user, partyOf(request), input, callerOf(request, address)) });
  },
});
