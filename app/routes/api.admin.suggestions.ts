import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { suggest } from "~/models/ai/suggestions.server";

/** POST /api/admin/suggestions: asks for a field of a profile; the form that it is for stays as it is. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => suggest(editor, await body(MEGABYTE), request.signal),
});
