import { z } from "zod";
import { named } from "../operation.server";
import { PublicEvidence } from "./experts.server";

const text = z.string();

const topic = {
  slug: text,
  name: text,
  otherNames: z.array(text),
  broader: text.nullable().describe("The slug of the topic that this one belongs to."),
  description: text,
  experts: z.int(),
};

export const Topic = named("Topic", z.object(topic));

export const SourcedTopic = named("SourcedTopic", z.object({ ...topic, evidence: z.array(PublicEvidence) }));

export const AdminTopic = named(
  "AdminTopic",
  z.object({
    id: text,
    ...topic,
    openalex: z.array(text).describe("Identifiers of OpenAlex topics and keywords."),
    updatedAt: z.iso.datetime(),
  }),
);

export const TOPIC_EXAMPLE = {
  name: "Open data",
  otherNames: ["Data sharing"],
  broader: "",
  description: "Data that everybody may use. It is published with a licence and a description.",
  openalex: ["T10102"],
};
