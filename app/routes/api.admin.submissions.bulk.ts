import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { linkOrigin } from "~/http/origin.server";
import { BulkInput, decideMany } from "~/models/editing/submissions/bulk.server";

export const { loader, action } = endpoint("/api/admin/submissions/bulk", {
  POST: call({
    subject: "Review",
    summary: "Approves, rejects or undoes at most 50 submissions",
    access: "editor",
    body: BulkInput,
    example: {
      decision: "reject",
      ids: ["k3v9x0q2m7"],
      reviewNotes: "Bad",
      updatedAt: { k3v9x0q2m7: "2026-01-31T09:30:00.000Z" },
    },
    answer: z.object({
      done: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
    handler: async ({ editor, request, body }) => decideMany(editor, body, { linkOrigin: linkOrigin(request) }),
  }),
});
