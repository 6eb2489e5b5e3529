import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { jsonArray } from "~/http/api.server";
import { Submission } from "~/http/openapi/schemas/submissions.server";
import { allSubmissions } from "~/models/editing/submissions/review.server";

/** Streams all submissions as one list, the newest first. */
export const { loader, action } = endpoint("/api/admin/submissions", {
  GET: call({
    subject: "Review",
    summary: "All submissions, the newest first",
    access: "editor",
    answer: z.array(Submission),
    handler: async ({ editor }) => jsonArray(allSubmissions(editor)),
  }),
});
