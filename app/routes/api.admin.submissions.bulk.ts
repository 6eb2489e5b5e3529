import { adminApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { decideMany } from "~/models/submissions/bulk.server";

/** POST `{ decision: "approve" | "reject" | "undo", ids, reviewNotes?, updatedAt? }`: at most 50 submissions; answers `{ done, refused }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, request, body }) => decideMany(admin, await body(), { linkOrigin: linkOrigin(request) }),
});
