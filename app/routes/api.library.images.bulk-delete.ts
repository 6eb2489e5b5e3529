import { editorApi } from "~/auth/guards.server";
import { deleteLibraryImages } from "~/models/library/images.server";

/** Deletes images of the library: `{ ids, force? }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => ({
    success: true,
    deleted: await deleteLibraryImages(editor, await body()),
  }),
});
