import { editorApi } from "~/auth/guards.server";
import { MEGABYTE } from "~/http/body.server";
import { writeSeoTags } from "~/models/ai/write-profile.server";

/** POST /api/admin/generate-seo-tags: `{ tags, provider, model }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => writeSeoTags(editor, await body(MEGABYTE), { signal: request.signal }),
});
