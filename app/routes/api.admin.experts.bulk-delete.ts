import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Ids, trashExperts } from "~/models/editing/experts/trash.server";

export const { loader, action } = endpoint("/api/admin/experts/bulk-delete", {
  POST: call({
    subject: "Editing experts",
    summary: "Puts at most 100 experts into the trash",
    access: "editor",
    body: Ids,
    example: { ids: ["k3v9x0q2m7"] },
    answer: z.object({ success: z.literal(true), deleted: z.array(z.string()) }),
    handler: async ({ editor, body }) => ({ success: true, deleted: await trashExperts(editor, body) }),
  }),
});
