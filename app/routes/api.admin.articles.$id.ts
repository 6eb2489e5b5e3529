import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { AdminArticleView, ARTICLE_EXAMPLE, ArticleEdit } from "~/http/openapi/schemas/articles.server";
import { siteOrigin } from "~/http/origin.server";
import { editArticle } from "~/models/editing/articles/edit.server";
import { trashArticle } from "~/models/editing/articles/trash.server";
import { articleForAdmin, toAdminArticle } from "~/models/records/articles/rows.server";
import { withEvidence } from "~/models/records/evidence/evidence.server";

/** The limit allows an image as a data URL. */
const MAX_BYTES = 10 * 1024 * 1024;

export const { loader, action } = endpoint("/api/admin/articles/{id}", {
  GET: call({
    subject: "Editing articles",
    summary: "An article with its sources",
    access: "editor",
    answer: AdminArticleView,
    handler: async ({ editor, id }) => withEvidence(toAdminArticle(await articleForAdmin(editor, id))),
  }),
  PUT: call({
    subject: "Editing articles",
    summary: "Changes the given fields; answers 409 to an updatedAt of another version",
    access: "editor",
    limit: MAX_BYTES,
    body: ArticleEdit,
    example: ARTICLE_EXAMPLE,
    answer: AdminArticleView,
    handler: async ({ editor, id, request, body }) => {
      const options = { origin: siteOrigin(request), signal: request.signal };
      return editArticle(editor, id, body, options, withEvidence);
    },
  }),
  DELETE: call({
    subject: "Editing articles",
    summary: "Puts an article into the trash",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await trashArticle(editor, id);
      return { success: true };
    },
  }),
});
