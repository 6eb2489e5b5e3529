import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeHighlights } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-science-highlights: `{ scienceHighlights, provider, model }`, each 'topic|summary' (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    writeHighlights(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
