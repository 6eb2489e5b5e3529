import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { findReferences } from "~/models/ai/research-profile.server";

/** POST /api/ai/find-references: `{ referenceLinks, rejectedLinks, provider, model }`, each link 'label|url' (decision D54). */
export const { loader, action } = api({
  POST: async ({ body, context, request }) =>
    findReferences(await requireAdmin(request, context), await body(), { signal: request.signal }),
});
