import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { linkOrigin } from "~/http/origin.server";
import { approveSubmission } from "~/models/submissions/decide.server";

/** POST /api/admin/submissions/{id}/approve: the first of two decisions counts, the second answers 409 (decision D31). */
export const { loader, action } = api({
  POST: async ({ context, request, params: { id = "" }, body }) => {
    const admin = await requireAdmin(request, context);
    const origins = { linkOrigin: linkOrigin(request) };
    const { name, ...decided } = await approveSubmission(admin, id, await body(), origins);
    return { message: `The submission of ${name} was approved.`, ...decided };
  },
});
