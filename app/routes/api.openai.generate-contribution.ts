import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ABOUT_PERSON_EXAMPLE } from "~/http/openapi/schemas/ai.server";
import { checkedTextFields, modelFields } from "~/http/openapi/schemas/evidence.server";
import {
  ABOUT_PERSON_CHARACTERS,
  ContributionInput,
  writeContribution,
} from "~/models/editing/ai/write-profile.server";
import { categories } from "~/models/records/listings/categories";
import { FIELD_LABELS } from "~/subject/fields";

export const { loader, action } = endpoint("/api/openai/generate-contribution", {
  POST: call({
    subject: "AI",
    summary: `Writes a ${FIELD_LABELS.contribution.toLowerCase()}`,
    access: "editor",
    limit: { characters: ABOUT_PERSON_CHARACTERS },
    body: ContributionInput,
    example: { ...ABOUT_PERSON_EXAMPLE, categories: [categories[0].key], additionalContext: "More" },
    answer: z.object({ longevityContribution: z.string(), ...checkedTextFields, ...modelFields }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => writeContribution(editor, body, { signal: request.signal }),
  }),
});
