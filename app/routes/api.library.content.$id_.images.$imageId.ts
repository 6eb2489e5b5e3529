import { call, endpoint } from "~/auth/endpoint.server";
import { LibraryContent } from "~/http/openapi/schemas/library.server";
import { attachImage, detachImage } from "~/models/editing/library/library.server";

export const { loader, action } = endpoint("/api/library/content/{id}/images/{imageId}", {
  POST: call({
    subject: "Library",
    summary: "Attaches an image to a text",
    access: "editor",
    answer: LibraryContent,
    handler: async ({ editor, params }) => attachImage(editor, params),
  }),
  DELETE: call({
    subject: "Library",
    summary: "Detaches an image from a text",
    access: "editor",
    answer: LibraryContent,
    handler: async ({ editor, params }) => detachImage(editor, params),
  }),
});
