import { z } from "zod";
import { named } from "../operation.server";
import { Facts, NewEvidence } from "./evidence.server";

const text = z.string();
const texts = z.array(text);

export const RejectedLinks = z.array(z.object({ label: text, url: text, reason: text }));

export const Idea = named("Idea", z.object({ title: text, description: text, targetExpert: text }));

export const Offer = named(
  "Offer",
  z.object({
    id: text,
    field: text,
    value: z.union([text, texts]),
    sentences: z.array(
      z.object({
        field: text,
        text,
        paragraph: z.number(),
        heading: text,
        evidence: NewEvidence.nullable(),
        reason: text,
        facts: Facts.optional(),
      }),
    ),
    rejected: RejectedLinks,
    notice: text,
    failedPages: z.array(z.object({ url: text, reason: text })),
    model: text,
    createdAt: text,
    isAccepted: z.boolean(),
    before: text,
  }),
);

/** The progress of a text that a model is writing. */
export const Progress = z.object({
  status: z.enum(["waiting", "running", "completed", "error", "interrupted", "stopped"]),
  message: text,
  done: z.number(),
  total: z.number(),
  text: text.describe("The characters after position `from`."),
  length: z.number(),
});

export const TextPosition = z.object({
  from: z.int().min(0).optional().describe("The position to begin at, in characters."),
});

/** An example body of the calls that write about a person. */
export const ABOUT_PERSON_EXAMPLE = {
  expertName: "Somebody",
  expertTitle: "Professor",
  sourceUrls: [],
  provider: "openrouter",
  model: "openai/gpt-4o",
};
export const TEXT_EXAMPLE = {
  ...ABOUT_PERSON_EXAMPLE,
  longevityContribution: "Found how things work.",
  additionalContext: "More",
};
