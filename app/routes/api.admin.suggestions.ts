import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { suggest } from "~/models/ai/suggestions.server";

/** POST /api/admin/suggestions: asks for a field of a profile; the form that it is for stays as it is. */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    suggest(await requireAdmin(request, context), await body(), request.signal),
});
