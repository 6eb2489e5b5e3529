import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { AdminTopic, TOPIC_EXAMPLE } from "~/http/openapi/schemas/topics.server";
import { deleteTopic, saveTopic, TopicEdit } from "~/models/editing/topics/edit.server";
import { adminTopic, topicForEditor } from "~/models/records/topics/topics.server";

export const { loader, action } = endpoint("/api/admin/topics/{id}", {
  PUT: call({
    subject: "Editing experts",
    summary: "Changes a topic, whose address stays; answers 409 to an updatedAt of another version",
    access: "editor",
    body: TopicEdit,
    example: TOPIC_EXAMPLE,
    answer: AdminTopic,
    handler: async ({ editor, id, body }) => {
      await saveTopic(editor, id, body);
      return adminTopic(await topicForEditor(editor, id));
    },
  }),
  DELETE: call({
    subject: "Editing experts",
    summary: "Deletes a topic; its people keep their other topics",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await deleteTopic(editor, id);
      return { success: true };
    },
  }),
});
