import { editorApi } from "~/auth/guards.server";
import { writeImagePrompt } from "~/models/promotions/writing.server";

/** For the promote wizard. It ends when whoever asked goes away. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return { prompt: await writeImagePrompt(editor, await body(), { signal: request.signal }) };
  },
});
