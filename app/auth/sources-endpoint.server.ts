import type { Subject } from "~/http/openapi/operation.server";
import { Sources } from "~/http/openapi/schemas/evidence.server";
import { changeSourcesWithAi } from "~/models/editing/ai/change-sources.server";
import { SOURCES_CHARACTERS, SourceChange, sourcesOf } from "~/models/editing/sources/sources.server";
import type { Kind } from "~/models/records/sources/subjects.server";
import { call, endpoint } from "./endpoint.server";

/**
 * Makes the calls that list and change the sources of a record's sentences.
 *
 * @param record The record in words, such as "a profile".
 */
export function sourcesEndpoint(kind: Kind, { subject, record }: { subject: Subject; record: string }) {
  return endpoint(`/api/admin/${kind}/{id}/evidence`, {
    GET: call({
      subject,
      summary: `The sentences of ${record} with their sources`,
      access: "editor",
      answer: Sources,
      handler: ({ editor, id }) => sourcesOf(editor, kind, id),
    }),
    POST: call({
      subject,
      summary: `Changes the sources of ${record}`,
      access: "editor",
      limit: { characters: SOURCES_CHARACTERS },
      problems: [402, 502],
      body: SourceChange,
      example: { intent: "accept", key: "", reason: "Read by an editor" },
      answer: Sources,
      status: 201,
      handler: ({ editor, id, body, request }) =>
        changeSourcesWithAi(editor, kind, id, body, { signal: request.signal }),
    }),
  });
}
