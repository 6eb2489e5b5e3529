import { call, endpoint } from "~/auth/endpoint.server";
import { Sources } from "~/http/openapi/schemas/evidence.server";
import { changeSourcesWithAi } from "~/models/ai/look-for-source.server";
import { SOURCES_CHARACTERS, SourceChange, sourcesOf } from "~/models/evidence/sources.server";

export const { loader, action } = endpoint("/api/admin/submissions/{id}/evidence", {
  GET: call({
    subject: "Review",
    summary: "The sentences of a submission with their sources",
    access: "editor",
    answer: Sources,
    handler: ({ editor, id }) => sourcesOf(editor, "submissions", id),
  }),
  POST: call({
    subject: "Review",
    summary: "Changes the sources of a submission",
    access: "editor",
    limit: { characters: SOURCES_CHARACTERS },
    problems: [402, 502],
    body: SourceChange,
    example: { intent: "accept", key: "", reason: "Read by an editor" },
    answer: Sources,
    status: 201,
    handler: async ({ editor, id, body, request }) => {
      return await changeSourcesWithAi(editor, "submissions", id, body, {
        signal: request.signal,
      });
    },
  }),
});
