import { call, endpoint } from "~/auth/endpoint.server";
import { DeletionCount } from "~/http/openapi/schemas/library.server";
import { deleteLibraryImages } from "~/models/editing/images/library-images.server";
import { Selection } from "~/models/editing/library/input.server";

export const { loader, action } = endpoint("/api/library/images/bulk-delete", {
  POST: call({
    subject: "Library",
    summary: "Deletes at most 500 saved images",
    access: "editor",
    body: Selection,
    example: { ids: ["k3v9x0q2m7"], force: false },
    answer: DeletionCount,
    handler: async ({ editor, body }) => ({
      success: true,
      deleted: await deleteLibraryImages(editor, body),
    }),
  }),
});
