import { call, endpoint } from "~/auth/endpoint.server";
import { Submission, SubmissionEdit } from "~/http/openapi/schemas/submissions.server";
import { siteOrigin } from "~/http/origin.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import { categories } from "~/models/records/listings/categories";

/** Allows a record with three images as data URLs. */
const MAX_BODY_BYTES = 25 * 1024 * 1024;

export const { loader, action } = endpoint("/api/admin/submissions/{id}", {
  PUT: call({
    subject: "Review",
    summary: "Changes the given fields of a waiting submission",
    access: "editor",
    limit: MAX_BODY_BYTES,
    body: SubmissionEdit,
    example: { title: "Professor", categories: [categories[0].key] },
    answer: Submission,
    handler: async ({ editor, id, request, body }) => {
      return saveSubmission(editor, id, body, { origin: siteOrigin(request) });
    },
  }),
});
