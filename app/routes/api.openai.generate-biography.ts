import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { TEXT_EXAMPLE } from "~/http/openapi/schemas/ai.server";
import { checkedTextFields, modelFields } from "~/http/openapi/schemas/evidence.server";
import { ABOUT_PERSON_CHARACTERS, TextInput, writeBiography } from "~/models/editing/ai/write-profile.server";

export const { loader, action } = endpoint("/api/openai/generate-biography", {
  POST: call({
    subject: "AI",
    summary: "Writes a biography",
    access: "editor",
    limit: { characters: ABOUT_PERSON_CHARACTERS },
    body: TextInput,
    example: TEXT_EXAMPLE,
    answer: z.object({ biography: z.string(), ...checkedTextFields, ...modelFields }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => writeBiography(editor, body, { signal: request.signal }),
  }),
});
