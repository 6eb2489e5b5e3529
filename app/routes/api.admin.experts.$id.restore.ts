import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ExpertView } from "~/http/openapi/schemas/experts.server";
import { restoreExpert } from "~/models/editing/experts/trash.server";
import { expertView } from "~/models/records/profiles/public-view.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/restore", {
  POST: call({
    subject: "Editing experts",
    summary: "Takes an expert out of the trash",
    access: "editor",
    query: z.object({
      relistReason: z.string().optional().describe("The reason to list a person who asked not to be listed."),
    }),
    answer: ExpertView,
    handler: async ({ editor, id, url }) => {
      const relistReason = url.searchParams.get("relistReason") ?? undefined;
      return restoreExpert(editor, id, { relistReason }, expertView);
    },
  }),
});
