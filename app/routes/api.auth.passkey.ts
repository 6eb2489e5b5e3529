import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { pendingUser, relyingPartyOf, signInWithPasskey } from "~/auth/sign-in.server";
import { json } from "~/http/api.server";
import { SignInAnswer } from "~/http/openapi/schemas/accounts.server";
import { Assertion, passkeyOptions } from "~/models/base/accounts/passkeys.server";
import { accountView } from "~/models/base/accounts/users.server";

export const { loader, action } = endpoint("/api/auth/passkey", {
  GET: call({
    subject: "Accounts",
    summary: "Options that a browser needs to sign in with a passkey (WebAuthn)",
    access: "public",
    query: z.object({ step: z.string().optional() }),
    answer: z.looseObject({ challenge: z.string(), rpId: z.string() }),
    problems: [503],
    handler: async ({ request, url }) => {
      const userAtSecondStep = url.searchParams.has("step") ? await pendingUser(request) : null;
      const options = await passkeyOptions(relyingPartyOf(request), userAtSecondStep?.id ?? null);
      return json(options, { headers: { "Cache-Control": "no-store" } });
    },
  }),
  POST: call({
    subject: "Accounts",
    summary: "Signs in with a passkey",
    access: "public",
    body: Assertion,
    example: {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      response: { clientDataJSON: "eyJjaGFsbGVuZ2UiOiJBQUFBIn0", authenticatorData: "AAAA", signature: "AAAA" },
    },
    answer: SignInAnswer,
    problems: [401, 403, 503],
    handler: async ({ request, body, address }) => {
      const { user, headers } = await signInWithPasskey(request, body, address);
      return json({ user: accountView(user), message: "You are signed in" }, { headers });
    },
  }),
});
