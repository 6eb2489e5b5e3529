import { editorApi } from "~/auth/guards.server";
import { writeBiography } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-biography: `{ biography, provider, model }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => writeBiography(editor, await body(), { signal: request.signal }),
});
