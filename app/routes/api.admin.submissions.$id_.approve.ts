import { call, endpoint } from "~/auth/endpoint.server";
import { SubmissionDecision } from "~/http/openapi/schemas/submissions.server";
import { linkOrigin } from "~/http/origin.server";
import { approveSubmission, DecisionInput } from "~/models/editing/submissions/decide.server";

/** Approves a submission. The first of two decisions counts, and the second gets 409. */
export const { loader, action } = endpoint("/api/admin/submissions/{id}/approve", {
  POST: call({
    subject: "Review",
    summary: "Publishes a submission, or the acceptedFields of a change",
    access: "editor",
    body: DecisionInput,
    example: { reviewNotes: "Good", acceptedFields: ["name"], updatedAt: "2026-01-31T09:30:00.000Z" },
    answer: SubmissionDecision,
    handler: async ({ editor, id, request, body }) => {
      const origins = { linkOrigin: linkOrigin(request) };
      const { name, ...decision } = await approveSubmission(editor, id, body, origins);
      return { message: `The submission of ${name} was approved.`, ...decision };
    },
  }),
});
