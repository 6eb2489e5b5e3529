import { editorApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { rejectSubmission } from "~/models/submissions/decide.server";

/** POST /api/admin/submissions/{id}/reject: the first of two decisions counts, the second answers 409. */
export const { loader, action } = editorApi({
  POST: async ({ editor, id, request, body }) => {
    const origins = { linkOrigin: linkOrigin(request) };
    const { name, ...decided } = await rejectSubmission(editor, id, await body(), origins);
    return { message: `The submission of ${name} was rejected.`, ...decided };
  },
});
