import { editorApi } from "~/auth/guards.server";
import { setArticleFeatured } from "~/models/articles/featured.server";

/** PATCH /api/admin/articles/{id}/featured: `{ featured }`; a fifth is refused with 409. */
export const { loader, action } = editorApi({
  PATCH: async ({ editor, id, body }) => setArticleFeatured(editor, id, await body()),
});
