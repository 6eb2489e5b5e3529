import { editorApi } from "~/auth/guards.server";
import { ABOUT_PERSON_CHARACTERS, writeContribution } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-contribution: `{ longevityContribution, provider, model }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) =>
    writeContribution(editor, await body({ characters: ABOUT_PERSON_CHARACTERS }), { signal: request.signal }),
});
