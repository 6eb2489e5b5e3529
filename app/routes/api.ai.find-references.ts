import { adminApi } from "~/auth/guards.server";
import { findReferences } from "~/models/ai/research-profile.server";

/** POST /api/ai/find-references: `{ referenceLinks, rejectedLinks, provider, model }`, each link 'label|url'. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => findReferences(admin, await body(), { signal: request.signal }),
});
