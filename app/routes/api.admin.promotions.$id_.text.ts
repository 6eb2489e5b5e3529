import { call, endpoint } from "~/auth/endpoint.server";
import { Progress, TextPosition } from "~/http/openapi/schemas/ai.server";
import { promotionText } from "~/models/editing/promotions/generate.server";

/** Returns the part of a promotion's text after `?from=` characters. Pages call it repeatedly while a model writes. */
export const { loader, action } = endpoint("/api/admin/promotions/{id}/text", {
  GET: call({
    subject: "Promotion",
    summary: "The part of a promotion's text that the model has written so far",
    access: "editor",
    query: TextPosition,
    answer: Progress,
    handler: async ({ editor, id, url }) => {
      const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
      return promotionText(editor, id, from);
    },
  }),
});
