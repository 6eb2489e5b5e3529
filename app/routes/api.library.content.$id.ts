import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { LibraryContentView } from "~/http/openapi/schemas/library.server";
import { contentPage } from "~/models/editing/library/article.server";
import { deleteContents } from "~/models/editing/library/library.server";

export const { loader, action } = endpoint("/api/library/content/{id}", {
  GET: call({
    subject: "Library",
    summary: "A saved text and the article made of it",
    access: "editor",
    answer: LibraryContentView,
    handler: async ({ editor, id }) => {
      const { content, article } = await contentPage(editor, id);
      return { ...content, article };
    },
  }),
  DELETE: call({
    subject: "Library",
    summary: "Deletes a saved text",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await deleteContents(editor, { ids: [id] });
      return { success: true };
    },
  }),
});
