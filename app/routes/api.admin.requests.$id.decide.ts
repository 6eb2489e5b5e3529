import { call, endpoint } from "~/auth/endpoint.server";
import { DecidedRequest } from "~/http/openapi/schemas/submissions.server";
import { linkOrigin } from "~/http/origin.server";
import { DECISION_CHARACTERS, Decision, decideRequest } from "~/models/whole/requests/decide.server";

export const { loader, action } = endpoint("/api/admin/requests/{id}/decide", {
  POST: call({
    subject: "Review",
    summary: "Applies or rejects a request, or removes the person",
    access: "editor",
    limit: { characters: DECISION_CHARACTERS },
    body: Decision,
    example: { decision: "reject", notes: "No", value: "x", field: "title", expertUpdatedAt: "x", relistReason: "x" },
    answer: DecidedRequest,
    handler: async ({ editor, body, id, request }) =>
      decideRequest(editor, id, body, { linkOrigin: linkOrigin(request) }),
  }),
});
