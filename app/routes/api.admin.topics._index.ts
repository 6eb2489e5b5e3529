import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { AdminTopic, TOPIC_EXAMPLE } from "~/http/openapi/schemas/topics.server";
import { createTopic, TopicInput } from "~/models/editing/topics/edit.server";
import { adminTopic, topicForEditor, topicsWithCounts } from "~/models/records/topics/topics.server";

export const { loader, action } = endpoint("/api/admin/topics", {
  GET: call({
    subject: "Editing experts",
    summary: "All topics by name, with their fields and numbers of people",
    access: "editor",
    answer: z.object({ topics: z.array(AdminTopic) }),
    handler: async () => ({ topics: (await topicsWithCounts()).map(adminTopic) }),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Adds a topic",
    access: "editor",
    body: TopicInput,
    example: TOPIC_EXAMPLE,
    answer: AdminTopic,
    status: 201,
    handler: async ({ editor, body }) => {
      const { id } = await createTopic(editor, body);
      return adminTopic(await topicForEditor(editor, id));
    },
  }),
});
