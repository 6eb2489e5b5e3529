import { adminApi } from "~/auth/guards.server";
import { keepSuggested } from "~/models/ai/suggestions.server";

/** POST /api/admin/suggestions/{id}/keep: an unsupported sentence, with a source or with a reason; `{ offer }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, id, request }) => ({
    offer: await keepSuggested(admin, id, await body(), request.signal),
  }),
});
