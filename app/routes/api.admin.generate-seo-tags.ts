import { adminApi } from "~/auth/guards.server";
import { writeSeoTags } from "~/models/ai/write-profile.server";

/** POST /api/admin/generate-seo-tags: `{ tags, provider, model }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => writeSeoTags(admin, await body(), { signal: request.signal }),
});
