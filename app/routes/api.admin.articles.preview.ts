import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { articlePreview, Text } from "~/models/editing/articles/preview.server";
import { ARTICLE_CHARACTERS } from "~/models/records/articles/fields";

export const { loader, action } = endpoint("/api/admin/articles/preview", {
  POST: call({
    subject: "Editing articles",
    summary: "Renders a text as its page would show it",
    access: "editor",
    limit: { characters: ARTICLE_CHARACTERS },
    body: Text,
    example: { title: "A title", body: "Text" },
    answer: z.object({ html: z.string(), minutes: z.number(), words: z.number() }),
    handler: async ({ editor, body }) => articlePreview(editor, body),
  }),
});
