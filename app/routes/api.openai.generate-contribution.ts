import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeContribution } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-contribution: `{ longevityContribution, provider, model }` (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    writeContribution(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
