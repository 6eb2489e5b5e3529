import { editorApi } from "~/auth/guards.server";
import { writeIdeas } from "~/models/promotions/writing.server";

/** For the promote wizard. Ends when the client disconnects. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return { ideas: await writeIdeas(editor, await body(), { signal: request.signal }) };
  },
});
