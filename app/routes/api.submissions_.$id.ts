import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { OwnSubmission, SUGGESTION_EXAMPLE, SuggestionEdit } from "~/http/openapi/schemas/submissions.server";
import { correctSubmission, ownSubmission, withdrawSubmission } from "~/models/editing/submissions/own.server";
import { SUBMISSION_CHARACTERS } from "~/models/records/experts/submission-fields";

export const { loader, action } = endpoint("/api/submissions/{id}", {
  GET: call({
    subject: "Suggestions",
    summary: "A submission of the reader",
    access: "owner",
    answer: OwnSubmission,
    handler: ({ user, id }) => ownSubmission(user, id),
  }),
  PUT: call({
    subject: "Suggestions",
    summary: "Corrects a waiting submission of the reader",
    access: "owner",
    limit: { characters: SUBMISSION_CHARACTERS },
    body: SuggestionEdit,
    isCheckedLater: true,
    example: SUGGESTION_EXAMPLE,
    answer: OwnSubmission,
    handler: ({ user, id, body }) => correctSubmission(user, id, body),
  }),
  DELETE: call({
    subject: "Suggestions",
    summary: "Withdraws a waiting submission of the reader",
    access: "owner",
    answer: Success,
    handler: async ({ user, id }) => {
      await withdrawSubmission(user, id, {});
      return { success: true };
    },
  }),
});
