import { requireUser } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { accountView } from "~/models/accounts/users.server";

/** GET /api/auth/user: who is signed in; 401 for visitors. */
export const { loader, action } = api({
  GET: async ({ request }) => accountView(await requireUser(request)),
});
