import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeBiography } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-biography: `{ biography, provider, model }` (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    writeBiography(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
