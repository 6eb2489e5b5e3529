import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { writeHighlights } from "~/models/profile-writing.server";

/** POST /api/openai/generate-science-highlights: `{ scienceHighlights, provider, model }`, each 'topic|summary' (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ request, body }) =>
    writeHighlights(await requireAdmin(request), await body(), { signal: request.signal }),
});
