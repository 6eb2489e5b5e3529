import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { suggest } from "~/models/suggestions.server";

/** POST /api/admin/suggestions: asks for a field of a profile; the form that it is for stays as it is. */
export const { loader, action } = api({
  POST: async ({ request, body }) => suggest(await requireAdmin(request), await body(), request.signal),
});
