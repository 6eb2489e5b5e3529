import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Success, time } from "~/http/openapi/operation.server";
import { Draft, discardArticleDraft, storeArticleDraft } from "~/models/editing/articles/drafts.server";
import { ARTICLE_CHARACTERS } from "~/models/records/articles/fields";

export const { loader, action } = endpoint("/api/admin/articles/{id}/draft", {
  PUT: call({
    subject: "Editing articles",
    summary: "Saves an unfinished edit without changing the article",
    access: "editor",
    limit: { characters: ARTICLE_CHARACTERS },
    body: Draft,
    example: {
      fields: { title: "A title", body: "Text", excerpt: "Short", tags: "a, b", sources: "c", imageAlt: "d" },
      basedOn: "2026-01-31T09:30:00.000Z",
    },
    answer: z.object({ keptAt: time.nullable() }),
    handler: async ({ editor, id, body }) => storeArticleDraft(editor, id, body),
  }),
  DELETE: call({
    subject: "Editing articles",
    summary: "Discards the unfinished edit",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await discardArticleDraft(editor, id);
      return { success: true };
    },
  }),
});
