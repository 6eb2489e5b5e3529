import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Idea } from "~/http/openapi/schemas/ai.server";
import { IdeasInput, writeIdeas } from "~/models/editing/promotions/writing.server";

/** Writes ideas for the promotion wizard. Stops when the client disconnects. */
export const { loader, action } = endpoint("/api/admin/generate-ideas", {
  POST: call({
    subject: "Promotion",
    summary: "Ideas for articles about an expert",
    access: "editor",
    body: IdeasInput,
    example: { expertId: "somebody-known", userIdea: "Sleep", provider: "openrouter", model: "openai/gpt-4o" },
    answer: z.object({ ideas: z.array(Idea) }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => {
      return { ideas: await writeIdeas(editor, body, { signal: request.signal }) };
    },
  }),
});
