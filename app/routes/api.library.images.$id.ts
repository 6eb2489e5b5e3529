import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { ForceOption, LibraryImageView } from "~/http/openapi/schemas/library.server";
import { deleteLibraryImages, findLibraryImage } from "~/models/editing/images/library-images.server";

export const { loader, action } = endpoint("/api/library/images/{id}", {
  GET: call({
    subject: "Library",
    summary: "A saved image and its uses",
    access: "editor",
    answer: LibraryImageView,
    handler: async ({ editor, id }) => findLibraryImage(editor, id),
  }),
  DELETE: call({
    subject: "Library",
    summary: "Deletes a saved image; an image in use only with force",
    access: "editor",
    query: ForceOption,
    answer: Success,
    handler: async ({ editor, id, url }) => {
      await deleteLibraryImages(editor, { ids: [id], force: url.searchParams.get("force") });
      return { success: true };
    },
  }),
});
