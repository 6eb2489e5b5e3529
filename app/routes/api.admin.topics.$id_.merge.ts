import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { mergeTopics } from "~/models/editing/topics/edit.server";

export const { loader, action } = endpoint("/api/admin/topics/{id}/merge", {
  POST: call({
    subject: "Editing experts",
    summary: "Merges a topic into another one, which gets its people, names and address",
    access: "editor",
    body: z.object({ into: z.string().describe("The slug of the topic that stays.") }),
    example: { into: "open-data" },
    answer: Success,
    handler: async ({ editor, id, body }) => {
      await mergeTopics(editor, id, body);
      return { success: true };
    },
  }),
});
