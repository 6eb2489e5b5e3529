import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Offer } from "~/http/openapi/schemas/ai.server";
import { KeepInput } from "~/models/editing/ai/keep-sentence.server";
import { keepSuggested } from "~/models/editing/ai/suggestions.server";

export const { loader, action } = endpoint("/api/admin/suggestions/{id}/keep", {
  POST: call({
    subject: "AI",
    summary: "Keeps an unsupported sentence, with a source or a reason",
    access: "editor",
    body: KeepInput,
    example: { index: 0, by: "reason", reason: "Known to all." },
    answer: z.object({ offer: Offer }),
    problems: [402, 404, 502],
    handler: async ({ editor, body, id, request }) => ({
      offer: await keepSuggested(editor, id, body, request.signal),
    }),
  }),
});
