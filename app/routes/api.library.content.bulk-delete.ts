import { call, endpoint } from "~/auth/endpoint.server";
import { DeletionCount } from "~/http/openapi/schemas/library.server";
import { Selection } from "~/models/editing/library/input.server";
import { deleteContents } from "~/models/editing/library/library.server";

export const { loader, action } = endpoint("/api/library/content/bulk-delete", {
  POST: call({
    subject: "Library",
    summary: "Deletes at most 500 saved texts",
    access: "editor",
    body: Selection,
    example: { ids: ["k3v9x0q2m7"] },
    answer: DeletionCount,
    handler: async ({ editor, body }) => ({
      success: true,
      deleted: await deleteContents(editor, body),
    }),
  }),
});
