import { editorApi } from "~/auth/guards.server";
import { siteOrigin } from "~/http/origin.server";
import { saveSubmission } from "~/models/submissions/review-edit.server";

/** The whole record may come with three images in it. */
const LIMIT = 25 * 1024 * 1024;

/** PUT /api/admin/submissions/{id}: the submission as edited; answers with it as it is then. */
export const { loader, action } = editorApi({
  PUT: async ({ editor, id, request, body }) => {
    return saveSubmission(editor, id, await body(LIMIT), { origin: siteOrigin(request) });
  },
});
