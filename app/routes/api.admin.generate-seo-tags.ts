import { editorApi } from "~/auth/guards.server";
import { writeSeoTags } from "~/models/ai/write-profile.server";

/** POST /api/admin/generate-seo-tags: `{ tags, provider, model }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => writeSeoTags(editor, await body(), { signal: request.signal }),
});
