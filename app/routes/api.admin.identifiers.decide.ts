import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { decideIdentity, IdentityDecision } from "~/models/editing/identity/identity-review.server";

export const { loader, action } = endpoint("/api/admin/identifiers/decide", {
  POST: call({
    subject: "Editing experts",
    summary: "Takes found identifiers, rejects them as somebody else’s, or skips the person for good",
    access: "editor",
    body: IdentityDecision,
    example: { expert: "ada-full", decision: "take", key: "0000-0002-1825-0097 Q42 A5023888391" },
    answer: Success,
    problems: [409],
    handler: async ({ editor, body }) => {
      await decideIdentity(editor, body);
      return { success: true };
    },
  }),
});
