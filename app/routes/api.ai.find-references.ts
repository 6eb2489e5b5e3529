import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { RejectedLinks } from "~/http/openapi/schemas/ai.server";
import { modelFields } from "~/http/openapi/schemas/evidence.server";
import { findReferences, ReferencesInput } from "~/models/editing/ai/research-profile.server";

export const { loader, action } = endpoint("/api/ai/find-references", {
  POST: call({
    subject: "AI",
    summary: "Finds links about a person, each as label|address, and opens them",
    access: "editor",
    body: ReferencesInput,
    example: { expertName: "Somebody", provider: "openrouter", model: "openai/gpt-4o" },
    answer: z.object({ referenceLinks: z.array(z.string()), rejectedLinks: RejectedLinks, ...modelFields }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => findReferences(editor, body, { signal: request.signal }),
  }),
});
