import { editorApi } from "~/auth/guards.server";
import { attachImage, detachImage } from "~/models/library/library.server";

/** Attaches an image to a text of the library, and detaches it. */
export const { loader, action } = editorApi({
  POST: async ({ editor, params }) => attachImage(editor, params),
  DELETE: async ({ editor, params }) => detachImage(editor, params),
});
