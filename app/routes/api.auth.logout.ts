import { call, endpoint } from "~/auth/endpoint.server";
import { signOut } from "~/auth/session.server";
import { json } from "~/http/api.server";
import { Message } from "~/http/openapi/schemas/accounts.server";

/** Signs out. It succeeds without a session too. */
export const { loader, action } = endpoint("/api/auth/logout", {
  POST: call({
    subject: "Accounts",
    summary: "Signs out",
    access: "public",
    answer: Message,
    handler: async ({ request }) => json({ message: "You are signed out" }, { headers: await signOut(request) }),
  }),
});
