import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { saveSubmission } from "~/models/submissions/review-edit.server";

/** The whole record may come with three pictures in it (decision D18). */
const LIMIT = 25 * 1024 * 1024;

/** PUT /api/admin/submissions/{id}: the submission as edited; answers with it as it is then (decision D29). */
export const { loader, action } = api({
  PUT: async ({ context, request, params: { id = "" }, body }) => {
    const admin = await requireAdmin(request, context);
    return saveSubmission(admin, id, await body(LIMIT), { origin: siteOrigin(request) });
  },
});
