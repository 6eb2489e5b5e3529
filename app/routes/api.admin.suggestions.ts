import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { Offer, RejectedLinks } from "~/http/openapi/schemas/ai.server";
import { AskInput, suggest } from "~/models/editing/ai/suggestions.server";

/** Suggests a text for a field of a form. It stores nothing. */
export const { loader, action } = endpoint("/api/admin/suggestions", {
  POST: call({
    subject: "AI",
    summary: "Suggests a field of a profile",
    access: "editor",
    limit: MEGABYTE,
    body: AskInput,
    example: {
      kind: "expert",
      id: "",
      field: "biography",
      record: { name: "Somebody", title: "Professor" },
    },
    answer: z.union([
      z.object({ offer: Offer }),
      z.object({
        notice: z.object({ field: z.string(), title: z.string(), message: z.string(), rejected: RejectedLinks }),
      }),
    ]),
    problems: [402, 404, 502],
    handler: async ({ editor, body, request }) => suggest(editor, body, request.signal),
  }),
});
