import { signOut } from "~/auth/session.server";
import { api, json } from "~/http/api.server";

/** POST /api/auth/logout. Without a session it does no harm. */
export const { loader, action } = api({
  POST: async ({ request }) => json({ message: "You are signed out" }, { headers: await signOut(request) }),
});
