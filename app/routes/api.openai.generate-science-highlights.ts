import { editorApi } from "~/auth/guards.server";
import { ABOUT_PERSON_CHARACTERS, writeHighlights } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-science-highlights: `{ scienceHighlights, provider, model }`, each 'topic|summary'. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) =>
    writeHighlights(editor, await body({ characters: ABOUT_PERSON_CHARACTERS }), { signal: request.signal }),
});
