import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { FindingRound } from "~/http/openapi/schemas/found-sources.server";
import { findingRound, startFinding, stopFinding } from "~/models/editing/sources/finding/round.server";

export const { loader, action } = endpoint("/api/admin/sources", {
  GET: call({
    subject: "Editing experts",
    summary: "The progress of the search for sources of all profiles, and the profiles that wait for a decision",
    access: "editor",
    answer: FindingRound,
    handler: ({ editor }) => findingRound(editor),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Starts or stops the search for sources of all profiles",
    access: "editor",
    body: z.object({ intent: z.enum(["start", "stop"]) }),
    example: { intent: "start" },
    answer: FindingRound,
    status: 201,
    handler: ({ editor, body }) => (body.intent === "start" ? startFinding(editor) : stopFinding(editor)),
  }),
});
