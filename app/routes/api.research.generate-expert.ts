import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ABOUT_PERSON_EXAMPLE, RejectedLinks } from "~/http/openapi/schemas/ai.server";
import { checkedTextFields, modelFields } from "~/http/openapi/schemas/evidence.server";
import { ResearchInput, researchExpert } from "~/models/editing/ai/research-profile.server";
import { ABOUT_PERSON_CHARACTERS } from "~/models/editing/ai/write-profile.server";

export const { loader, action } = endpoint("/api/research/generate-expert", {
  POST: call({
    subject: "AI",
    summary: "Drafts a profile; nothing is stored",
    access: "editor",
    limit: { characters: ABOUT_PERSON_CHARACTERS },
    body: ResearchInput,
    example: { ...ABOUT_PERSON_EXAMPLE, customContribution: "Found how things work." },
    answer: z.object({
      expertName: z.string(),
      expertTitle: z.string(),
      categories: z.array(z.string()),
      longevityContribution: z.string(),
      biography: z.string(),
      researchData: z.object({ keyFacts: z.array(z.string()), uncertainties: z.array(z.string()) }),
      costUsd: z.number().nullable(),
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      referenceLinks: z.array(z.string()),
      rejectedLinks: RejectedLinks,
      ...checkedTextFields,
      ...modelFields,
    }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => researchExpert(editor, body, { signal: request.signal }),
  }),
});
