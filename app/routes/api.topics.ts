import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { SourcedTopic } from "~/http/openapi/schemas/topics.server";
import { publicTopics } from "~/models/records/topics/topics.server";

export const { loader, action } = endpoint("/api/topics", {
  GET: call({
    subject: "Experts",
    summary: "All topics by name, each with its number of experts, including those of narrower topics",
    access: "public",
    cors: true,
    answer: z.object({ topics: z.array(SourcedTopic) }),
    handler: async () => ({ topics: await publicTopics() }),
  }),
});
