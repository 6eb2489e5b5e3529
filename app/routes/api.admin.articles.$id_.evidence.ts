import { call, endpoint } from "~/auth/endpoint.server";
import { Sources } from "~/http/openapi/schemas/evidence.server";
import { changeSourcesWithAi } from "~/models/ai/look-for-source.server";
import { SOURCES_CHARACTERS, SourceChange, sourcesOf } from "~/models/evidence/sources.server";

export const { loader, action } = endpoint("/api/admin/articles/{id}/evidence", {
  GET: call({
    subject: "Editing articles",
    summary: "The sentences of an article with their sources",
    access: "editor",
    answer: Sources,
    handler: ({ editor, id }) => sourcesOf(editor, "articles", id),
  }),
  POST: call({
    subject: "Editing articles",
    summary: "Changes the sources of an article",
    access: "editor",
    limit: { characters: SOURCES_CHARACTERS },
    problems: [402, 502],
    body: SourceChange,
    example: { intent: "accept", key: "", reason: "Read by an editor" },
    answer: Sources,
    status: 201,
    handler: async ({ editor, id, body, request }) => {
      return await changeSourcesWithAi(editor, "articles", id, body, {
        signal: request.signal,
      });
    },
  }),
});
