import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { findReferences } from "~/models/profile-research.server";

/** POST /api/ai/find-references: `{ referenceLinks, rejectedLinks, provider, model }`, each link 'label|url' (decision D54). */
export const { loader, action } = api({
  POST: async ({ request, body }) =>
    findReferences(await requireAdmin(request), await body(), { signal: request.signal }),
});
