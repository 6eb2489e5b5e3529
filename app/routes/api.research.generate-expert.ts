import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { researchExpert } from "~/models/profile-research.server";

/** POST /api/research/generate-expert: a draft of a profile (admin-side.md §7); nothing is stored. */
export const { loader, action } = api({
  POST: async ({ request, body }) =>
    researchExpert(await requireAdmin(request), await body(), { signal: request.signal }),
});
