import { editorApi } from "~/auth/guards.server";
import { deleteLibraryImages, findLibraryImage } from "~/models/library/images.server";

/** One image of the library, and its end; with `?force=1` also out of everything that uses it. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id }) => findLibraryImage(editor, id),
  DELETE: async ({ editor, id, url }) => {
    await deleteLibraryImages(editor, { ids: [id], force: url.searchParams.get("force") });
    return { success: true };
  },
});
