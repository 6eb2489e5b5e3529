import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { relyingPartyOf } from "~/auth/sign-in.server";
import { json } from "~/http/api.server";
import { addPasskey, NewPasskey, newPasskeyOptions } from "~/models/base/accounts/passkeys.server";

export const { loader, action } = endpoint("/api/account/passkeys", {
  GET: call({
    subject: "Accounts",
    summary: "Options that a browser needs to create a passkey, within ten minutes of the sign-in",
    access: "user",
    recent: true,
    answer: z.looseObject({ challenge: z.string() }),
    problems: [403, 503],
    handler: async ({ user, request }) => {
      const options = await newPasskeyOptions(user, relyingPartyOf(request));
      return json(options, { headers: { "Cache-Control": "no-store" } });
    },
  }),
  POST: call({
    subject: "Accounts",
    summary: "Adds a passkey; the first second factor comes with recovery codes",
    access: "user",
    recent: true,
    body: NewPasskey,
    example: {
      name: "Laptop",
      answer: {
        id: "AAAA",
        rawId: "AAAA",
        type: "public-key",
        response: { clientDataJSON: "eyJjaGFsbGVuZ2UiOiJBQUFBIn0", attestationObject: "AAAA" },
      },
      transports: ["internal"],
    },
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    status: 201,
    problems: [403, 409, 503],
    handler: async ({ user, request, body, address }) => {
      return { recoveryCodes: await addPasskey(user, relyingPartyOf(request), body, callerOf(request, address)) };
    },
  }),
});
