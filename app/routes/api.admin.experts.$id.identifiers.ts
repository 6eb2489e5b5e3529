import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Candidates, IdentifiedExpert } from "~/http/openapi/schemas/experts.server";
import { acceptIdentifiers, Input } from "~/models/editing/identity/accept.server";
import { findCandidates } from "~/models/editing/identity/candidates.server";
import { publicRecord } from "~/models/records/profiles/public-view.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/identifiers", {
  GET: call({
    subject: "Editing experts",
    summary: "Candidates for the person at ORCID, Wikidata and OpenAlex, with reasons",
    access: "editor",
    query: z.object({ name: z.string().optional().describe("The name to search; the expert's name by default.") }),
    answer: Candidates,
    problems: [502],
    handler: async ({ editor, id, url }) => findCandidates(editor, id, { name: url.searchParams.get("name") }),
  }),
  PUT: call({
    subject: "Editing experts",
    summary: "Accepts identifiers; null clears one",
    access: "editor",
    body: Input,
    example: { wikidata: "Q42", ror: "03vek6s52", name: "Somebody", compared: true },
    answer: IdentifiedExpert,
    problems: [502],
    handler: async ({ editor, id, body }) => publicRecord(await acceptIdentifiers(editor, id, body)),
  }),
});
