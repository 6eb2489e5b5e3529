import { call, endpoint } from "~/auth/endpoint.server";
import { AdminArticle } from "~/http/openapi/schemas/articles.server";
import { restoreArticle } from "~/models/editing/articles/trash.server";

export const { loader, action } = endpoint("/api/admin/articles/{id}/restore", {
  POST: call({
    subject: "Editing articles",
    summary: "Takes an article out of the trash",
    access: "editor",
    answer: AdminArticle,
    handler: async ({ editor, id }) => restoreArticle(editor, id),
  }),
});
