import { call, endpoint } from "~/auth/endpoint.server";
import { Progress, TextPosition } from "~/http/openapi/schemas/ai.server";
import { generationText } from "~/models/editing/ai/generations.server";

/** Returns the part of a profile after `?from=` characters. Pages call it repeatedly while a model writes. */
export const { loader, action } = endpoint("/api/admin/generations/{id}/text", {
  GET: call({
    subject: "AI",
    summary: "The part of a profile that the model has written so far",
    access: "editor",
    query: TextPosition,
    answer: Progress,
    handler: async ({ editor, id, url }) => {
      const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
      return generationText(editor, id, from);
    },
  }),
});
