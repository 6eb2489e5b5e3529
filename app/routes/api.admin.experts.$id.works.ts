import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { AdminWork } from "~/http/openapi/schemas/experts.server";
import { changeWorks, Decision, worksForAdmin } from "~/models/records/works/works.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/works", {
  GET: call({
    subject: "Editing experts",
    summary: "The stored works",
    access: "editor",
    answer: z.object({ works: z.array(AdminWork) }),
    handler: async ({ editor, id }) => ({ works: await worksForAdmin(editor, id) }),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Accepts and dismisses works; without either it asks OpenAlex again",
    access: "editor",
    body: Decision,
    example: { accept: ["W1"], dismiss: ["W2"] },
    answer: z.object({ works: z.array(AdminWork) }),
    problems: [502],
    handler: async ({ editor, id, body }) => ({ works: await changeWorks(editor, id, body) }),
  }),
});
