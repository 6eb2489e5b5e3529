import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { writeImagePrompt } from "~/models/promotions/writing.server";

/** For the promote wizard. Ends when the client disconnects. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return { prompt: await writeImagePrompt(editor, await body(MEGABYTE), { signal: request.signal }) };
  },
});
