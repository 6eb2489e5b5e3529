import { adminApi } from "~/auth/guards.server";
import { writeHighlights } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-science-highlights: `{ scienceHighlights, provider, model }`, each 'topic|summary'. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => writeHighlights(admin, await body(), { signal: request.signal }),
});
