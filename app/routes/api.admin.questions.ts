import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { questionCounts } from "~/models/readers/questions/questions.server";

export const { loader, action } = endpoint("/api/admin/questions", {
  GET: call({
    subject: "Questions",
    summary: "Numbers of questions to listed people, and the profiles that reported some, without any texts",
    access: "editor",
    answer: z.object({
      open: z.int(),
      answered: z.int(),
      ended: z.int(),
      reported: z.int(),
      reports: z.array(z.object({ slug: z.string(), name: z.string(), at: z.string() })),
    }),
    handler: ({ editor }) => questionCounts(editor),
  }),
});
