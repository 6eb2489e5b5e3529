import { call, endpoint } from "~/auth/endpoint.server";
import { SUGGESTION_EXAMPLE, SubmissionReceipt, Suggestion } from "~/http/openapi/schemas/submissions.server";
import { linkOrigin } from "~/http/origin.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { RECEIVED, SUBMISSION_CHARACTERS } from "~/models/records/experts/submission-fields";

/** Stores a submission at once, and names possible duplicates in the answer. */
export const { loader, action } = endpoint("/api/submissions", {
  POST: call({
    subject: "Suggestions",
    summary: "Suggests an expert, or a change to the profile whose slug is change",
    access: "user",
    limit: { characters: SUBMISSION_CHARACTERS },
    body: Suggestion,
    isCheckedLater: true,
    example: SUGGESTION_EXAMPLE,
    answer: SubmissionReceipt,
    status: 201,
    problems: [404, 409, 410],
    handler: async ({ user, request, body }) => {
      const { duplicates, ...receipt } = await submitExpert(user, body, { origin: linkOrigin(request) });
      return {
        ...receipt,
        message: RECEIVED,
        duplicates: duplicates.map(({ name, slug, reason }) => ({ name, slug, reason })),
      };
    },
  }),
});
