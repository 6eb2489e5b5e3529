import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { writeContribution } from "~/models/profile-writing.server";

/** POST /api/openai/generate-contribution: `{ longevityContribution, provider, model }` (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ request, body }) =>
    writeContribution(await requireAdmin(request), await body(), { signal: request.signal }),
});
