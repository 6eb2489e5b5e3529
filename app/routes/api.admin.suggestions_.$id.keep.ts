import { editorApi } from "~/auth/guards.server";
import { keepSuggested } from "~/models/ai/suggestions.server";

/** POST /api/admin/suggestions/{id}/keep: an unsupported sentence, with a source or with a reason; `{ offer }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, id, request }) => ({
    offer: await keepSuggested(editor, id, await body(), request.signal),
  }),
});
