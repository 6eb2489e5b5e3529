import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeSeoTags } from "~/models/ai/write-profile.server";

/** POST /api/admin/generate-seo-tags: `{ tags, provider, model }` (admin-side.md §7). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    writeSeoTags(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
