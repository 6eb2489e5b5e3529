import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { undoIdentityDecision } from "~/models/editing/identity/identity-review.server";

export const { loader, action } = endpoint("/api/admin/identifiers/undo", {
  POST: call({
    subject: "Editing experts",
    summary: "Undoes your last decision about identifiers",
    access: "editor",
    answer: z.object({ expert: z.string() }),
    problems: [404, 409],
    handler: async ({ editor }) => ({ expert: await undoIdentityDecision(editor) }),
  }),
});
