import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { researchExpert } from "~/models/ai/research-profile.server";

/** POST /api/research/generate-expert: a draft of a profile (admin-side.md §7); nothing is stored. */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    researchExpert(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
