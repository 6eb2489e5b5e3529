import { editorApi } from "~/auth/guards.server";
import { deleteContents } from "~/models/library/library.server";

/** Deletes texts of the library: `{ ids }`. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body }) => ({
    success: true,
    deleted: await deleteContents(editor, await body()),
  }),
});
