import { editorApi } from "~/auth/guards.server";
import { ABOUT_PERSON_CHARACTERS, writeBiography } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-biography: `{ biography, provider, model }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) =>
    writeBiography(editor, await body({ characters: ABOUT_PERSON_CHARACTERS }), { signal: request.signal }),
});
