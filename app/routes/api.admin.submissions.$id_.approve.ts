import { editorApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { approveSubmission } from "~/models/submissions/decide.server";

/** POST /api/admin/submissions/{id}/approve: the first of two decisions counts, the second answers 409. */
export const { loader, action } = editorApi({
  POST: async ({ editor, id, request, body }) => {
    const origins = { linkOrigin: linkOrigin(request) };
    const { name, ...decided } = await approveSubmission(editor, id, await body(), origins);
    return { message: `The submission of ${name} was approved.`, ...decided };
  },
});
