import { editorApi } from "~/auth/guards.server";
import { deleteImage, describeImage, findImage } from "~/models/images/admin-list.server";

/** One stored image: its description and its deletion, with `?force=1` also out of everything that uses it. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id }) => findImage(editor, id),
  PATCH: async ({ editor, id, body }) => describeImage(editor, { ...Object(await body()), id }),
  DELETE: async ({ editor, id, url }) => {
    await deleteImage(editor, { id, force: url.searchParams.get("force") });
    return { success: true };
  },
});
