import { editorApi } from "~/auth/guards.server";
import { writeHighlights } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-science-highlights: `{ scienceHighlights, provider, model }`, each 'topic|summary'. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => writeHighlights(editor, await body(), { signal: request.signal }),
});
