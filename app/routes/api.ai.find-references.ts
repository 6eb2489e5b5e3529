import { editorApi } from "~/auth/guards.server";
import { findReferences } from "~/models/ai/research-profile.server";

/** POST /api/ai/find-references: `{ referenceLinks, rejectedLinks, provider, model }`, each link 'label|url'. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => findReferences(editor, await body(), { signal: request.signal }),
});
