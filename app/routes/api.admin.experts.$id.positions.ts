import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Expert, Position } from "~/http/openapi/schemas/experts.server";
import { proposedPositions, TakenPositions, takePositions } from "~/models/editing/identity/positions.server";
import { withPositions } from "~/models/records/profiles/public-view.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/positions", {
  GET: call({
    subject: "Editing experts",
    summary: "Positions at ORCID and Wikidata that the profile does not have, each with who states it",
    access: "editor",
    answer: z.object({
      proposals: z.array(
        z.object({
          key: z.string(),
          position: Position,
          instead: z
            .number()
            .nullable()
            .describe("The index (from 0) of the position that it completes, or null for a new one."),
        }),
      ),
      alreadyThere: z.number().describe("The number of these positions that the profile already has."),
      problems: z.array(z.string()).describe("The registries that could not be asked."),
    }),
    problems: [409, 502],
    handler: async ({ editor, id }) => proposedPositions(editor, id),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Adds proposed positions to the profile",
    access: "editor",
    body: TakenPositions,
    example: { take: ["0123456789abcdef"] },
    answer: Expert,
    problems: [502],
    handler: async ({ editor, id, body }) => withPositions(await takePositions(editor, id, body)),
  }),
});
