import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { writeBiography } from "~/models/profile-writing.server";

/** POST /api/openai/generate-biography: `{ biography, provider, model }` (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ request, body }) =>
    writeBiography(await requireAdmin(request), await body(), { signal: request.signal }),
});
