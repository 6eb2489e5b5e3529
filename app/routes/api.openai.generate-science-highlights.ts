import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { TEXT_EXAMPLE } from "~/http/openapi/schemas/ai.server";
import { checkedTextFields, modelFields } from "~/http/openapi/schemas/evidence.server";
import { ABOUT_PERSON_CHARACTERS, TextInput, writeHighlights } from "~/models/editing/ai/write-profile.server";
import { FIELD_LABELS } from "~/subject/fields";

export const { loader, action } = endpoint("/api/openai/generate-science-highlights", {
  POST: call({
    subject: "AI",
    summary: `Writes ${FIELD_LABELS.highlights.toLowerCase()}, each topic|summary`,
    access: "editor",
    limit: { characters: ABOUT_PERSON_CHARACTERS },
    body: TextInput,
    example: TEXT_EXAMPLE,
    answer: z.object({ scienceHighlights: z.array(z.string()), ...checkedTextFields, ...modelFields }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => writeHighlights(editor, body, { signal: request.signal }),
  }),
});
