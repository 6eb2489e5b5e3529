import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { ForceOption, StoredImage } from "~/http/openapi/schemas/library.server";
import { Description, deleteImage, describeImage, findImage } from "~/models/editing/images/admin-list.server";

export const { loader, action } = endpoint("/api/admin/images/{id}", {
  GET: call({
    subject: "Images",
    summary: "A stored image and the records that use it",
    access: "editor",
    answer: StoredImage,
    handler: async ({ editor, id }) => findImage(editor, id),
  }),
  PATCH: call({
    subject: "Images",
    summary: "Describes an image; answers 409 to an outdated shownAlt",
    access: "editor",
    body: Description.omit({ id: true }),
    example: { alt: "A lab" },
    answer: StoredImage,
    handler: async ({ editor, id, body }) => describeImage(editor, { ...Object(body), id }),
  }),
  DELETE: call({
    subject: "Images",
    summary: "Deletes an image; an image in use only with force",
    access: "editor",
    query: ForceOption,
    answer: Success,
    handler: async ({ editor, id, url }) => {
      await deleteImage(editor, { id, force: url.searchParams.get("force") });
      return { success: true };
    },
  }),
});
