import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { siteOrigin } from "~/http/origin.server";
import { decideTopics, TopicDecision, topicProposals } from "~/models/editing/topics/proposals.server";

const slugs = z.array(z.string());
const answer = z.object({
  topics: slugs.describe("The topics of the profile."),
  proposed: z.array(z.object({ slug: z.string(), name: z.string(), reason: z.string() })),
  rejected: slugs.describe("Topics that are not proposed again."),
  subjects: z
    .array(z.object({ id: z.string(), name: z.string(), works: z.int() }))
    .describe(
      "The subjects of the accepted works according to OpenAlex, with its identifiers and the number of works.",
    ),
});

export const { loader, action } = endpoint("/api/admin/experts/{id}/topics", {
  GET: call({
    subject: "Editing experts",
    summary: "Topics that are proposed from the accepted works and the texts",
    access: "editor",
    answer,
    handler: ({ editor, id }) => topicProposals(editor, id),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Adds topics to the profile, and rejects proposed ones for good",
    access: "editor",
    body: TopicDecision,
    example: { take: [], reject: ["cellular-senescence"] },
    answer,
    handler: ({ editor, id, body, request }) =>
      decideTopics(editor, id, body, { origin: siteOrigin(request), signal: request.signal }),
  }),
});
