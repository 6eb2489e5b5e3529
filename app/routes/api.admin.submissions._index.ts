import { editorApi } from "~/auth/guards.server";
import { jsonArray } from "~/http/api.server";
import { allSubmissions } from "~/models/submissions/review.server";

/** GET /api/admin/submissions: all of them as one list, the newest first, sent as they are read. */
export const { loader, action } = editorApi({
  GET: async ({ editor }) => jsonArray(allSubmissions(editor)),
});
