import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { modelFields } from "~/http/openapi/schemas/evidence.server";
import { TagsInput, writeSeoTags } from "~/models/editing/ai/write-profile.server";

export const { loader, action } = endpoint("/api/admin/generate-seo-tags", {
  POST: call({
    subject: "Promotion",
    summary: "Tags for a text",
    access: "editor",
    limit: MEGABYTE,
    body: TagsInput,
    example: {
      content: "Text",
      title: "A text",
      provider: "openrouter",
      model: "openai/gpt-4o",
    },
    answer: z.object({ tags: z.array(z.string()), ...modelFields }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => writeSeoTags(editor, body, { signal: request.signal }),
  }),
});
