import { call, endpoint } from "~/auth/endpoint.server";
import { SubmissionDecision } from "~/http/openapi/schemas/submissions.server";
import { linkOrigin } from "~/http/origin.server";
import { DecisionInput, rejectSubmission } from "~/models/editing/submissions/decide.server";

/** Rejects a submission. The first of two decisions counts, and the second gets 409. */
export const { loader, action } = endpoint("/api/admin/submissions/{id}/reject", {
  POST: call({
    subject: "Review",
    summary: "Rejects a submission with notes for its sender",
    access: "editor",
    body: DecisionInput,
    example: { reviewNotes: "Bad", updatedAt: "2026-01-31T09:30:00.000Z" },
    answer: SubmissionDecision,
    handler: async ({ editor, id, request, body }) => {
      const origins = { linkOrigin: linkOrigin(request) };
      const { name, ...decision } = await rejectSubmission(editor, id, body, origins);
      return { message: `The submission of ${name} was rejected.`, ...decision };
    },
  }),
});
