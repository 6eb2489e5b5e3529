import { call, endpoint } from "~/auth/endpoint.server";
import { FoundSources } from "~/http/openapi/schemas/found-sources.server";
import { decideSources, foundSources, SourceDecision } from "~/models/editing/sources/finding/proposals.server";
import { SOURCES_CHARACTERS } from "~/models/editing/sources/sources.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/sources", {
  GET: call({
    subject: "Editing experts",
    summary: "Passages that could support the sentences of a profile that have no source",
    access: "editor",
    answer: FoundSources,
    handler: ({ editor, id }) => foundSources(editor, id),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Searches the pages of the profile for such passages, takes or rejects one, or undoes that",
    access: "editor",
    limit: { characters: SOURCES_CHARACTERS },
    body: SourceDecision,
    example: { intent: "take", proposal: "0123456789abcdef" },
    answer: FoundSources,
    status: 201,
    handler: ({ editor, id, body, request }) => decideSources(editor, id, body, { signal: request.signal }),
  }),
});
