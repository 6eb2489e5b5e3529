import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Ids, restoreExperts } from "~/models/editing/experts/trash.server";

export const { loader, action } = endpoint("/api/admin/experts/bulk-restore", {
  POST: call({
    subject: "Editing experts",
    summary: "Takes at most 100 experts out of the trash",
    access: "editor",
    body: Ids,
    example: { ids: ["k3v9x0q2m7"] },
    answer: z.object({ success: z.literal(true), restored: z.array(z.string()) }),
    handler: async ({ editor, body }) => ({ success: true, restored: await restoreExperts(editor, body) }),
  }),
});
