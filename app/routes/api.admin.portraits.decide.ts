import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { siteOrigin } from "~/http/origin.server";
import { decidePortrait, PortraitDecision } from "~/models/editing/portraits/portrait-review.server";

export const { loader, action } = endpoint("/api/admin/portraits/decide", {
  POST: call({
    subject: "Editing experts",
    summary: "Takes a found picture, rejects it as somebody else’s, or skips the person for good",
    access: "editor",
    body: PortraitDecision,
    example: { expert: "ada-full", decision: "take", file: "File:Ada.jpg" },
    answer: Success,
    problems: [409, 502],
    handler: async ({ editor, body, request }) => {
      await decidePortrait(editor, body, { origin: siteOrigin(request), signal: request.signal });
      return { success: true };
    },
  }),
});
