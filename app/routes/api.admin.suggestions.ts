import { adminApi } from "~/auth/guards.server";
import { suggest } from "~/models/ai/suggestions.server";

/** POST /api/admin/suggestions: asks for a field of a profile; the form that it is for stays as it is. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => suggest(admin, await body(), request.signal),
});
