import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { PromptInput, writeImagePrompt } from "~/models/editing/promotions/writing.server";

/** Writes an image prompt for the promotion wizard. Stops when the client disconnects. */
export const { loader, action } = endpoint("/api/admin/generate-image-prompt", {
  POST: call({
    subject: "Promotion",
    summary: "A prompt for an image",
    access: "editor",
    limit: MEGABYTE,
    body: PromptInput,
    example: {
      content: "# Sleep",
      expert: "somebody-known",
      style: "documentary",
      size: "1080x1080",
      provider: "openrouter",
      model: "openai/gpt-4o",
    },
    answer: z.object({ prompt: z.string() }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => {
      return { prompt: await writeImagePrompt(editor, body, { signal: request.signal }) };
    },
  }),
});
