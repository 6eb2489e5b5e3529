import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { ProfileChoice, turnIntoChange } from "~/models/editing/submissions/turn-into-change.server";

export const { loader, action } = endpoint("/api/admin/submissions/{id}/change", {
  POST: call({
    subject: "Review",
    summary: "Turns a suggested expert into a change to a profile",
    access: "editor",
    body: ProfileChoice,
    example: { expert: "somebody-known", updatedAt: "2026-01-31T09:30:00.000Z" },
    answer: Success,
    handler: async ({ editor, id, body }) => {
      await turnIntoChange(editor, id, body);
      return { success: true };
    },
  }),
});
