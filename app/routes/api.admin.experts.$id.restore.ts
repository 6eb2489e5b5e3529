import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { restoreExpert } from "~/models/experts/trash.server";

/** POST /api/admin/experts/{id}/restore: takes an expert out of the trash and gives it (decisions D28, D29). */
export const { loader, action } = api({
  POST: async ({ context, params, request }) => restoreExpert(await requireAdmin(request, context), params.id ?? ""),
});
