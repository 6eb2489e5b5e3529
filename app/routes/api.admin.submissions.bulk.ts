import { editorApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { decideMany } from "~/models/submissions/bulk.server";

/** POST `{ decision: "approve" | "reject" | "undo", ids, reviewNotes?, updatedAt? }`: at most 50 submissions; answers `{ done, refused }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, request, body }) => decideMany(editor, await body(), { linkOrigin: linkOrigin(request) }),
});
