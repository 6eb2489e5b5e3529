import { editorApi } from "~/auth/guards.server";
import { setFeatured } from "~/models/experts/featured.server";

/** PATCH /api/experts/{id}/featured: `{ featured }`. */
export const { loader, action } = editorApi({
  PATCH: async ({ editor, id, body }) => setFeatured(editor, id, await body()),
});
