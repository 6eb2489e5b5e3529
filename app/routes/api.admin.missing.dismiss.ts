import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { Dismissal, dismissMissed } from "~/models/readers/missed-searches/missed-searches.server";

export const { loader, action } = endpoint("/api/admin/missing/dismiss", {
  POST: call({
    subject: "Review",
    summary: "Hides a search without results for good",
    access: "editor",
    body: Dismissal,
    example: { words: "zelda zymurgy" },
    answer: Success,
    handler: async ({ editor, body }) => {
      await dismissMissed(editor, body);
      return { success: true };
    },
  }),
});
