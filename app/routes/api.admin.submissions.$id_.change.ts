import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { ProfileChoice, turnIntoChange } from "~/models/submissions/turn-into-change.server";

export const { loader, action } = endpoint("/api/admin/submissions/{id}/change", {
  POST: call({
    subject: "Review",
    summary: "Turns a suggested expert into a change to a profile",
    access: "editor",
    body: ProfileChoice,
    example: { expert: "nobody", updatedAt: "x" },
    answer: Success,
    handler: async ({ editor, id, body }) => {
      await turnIntoChange(editor, id, body);
      return { success: true };
    },
  }),
});
