import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { siteOrigin } from "~/http/origin.server";
import { undoPortraitDecision } from "~/models/editing/portraits/portrait-review.server";

export const { loader, action } = endpoint("/api/admin/portraits/undo", {
  POST: call({
    subject: "Editing experts",
    summary: "Undoes your last decision about a portrait",
    access: "editor",
    answer: z.object({ expert: z.string() }),
    problems: [404, 409],
    handler: async ({ editor, request }) => ({
      expert: await undoPortraitDecision(editor, { origin: siteOrigin(request) }),
    }),
  }),
});
