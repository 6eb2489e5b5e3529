import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ReviewInput, reviewExpert } from "~/models/records/experts/reviews.server";

export const { loader, action } = endpoint("/api/admin/experts/{id}/review", {
  POST: call({
    subject: "Editing experts",
    summary: "Records that an editor has read the whole profile",
    access: "editor",
    body: ReviewInput,
    example: {},
    answer: z.object({ reviewedAt: z.string() }),
    problems: [409],
    handler: ({ editor, id, body }) => reviewExpert(editor, id, body),
  }),
});
