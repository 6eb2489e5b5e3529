import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { Submission } from "~/http/openapi/schemas/submissions.server";
import { pageIn, searchIn } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { REVIEW_PAGE_SIZE, STATUSES, submissionsPage } from "~/models/editing/submissions/review.server";

const Status = z.object({ status: z.enum(STATUSES, "Status must be pending, approved or rejected.") });

export const { loader, action } = endpoint("/api/admin/submissions/paginated", {
  GET: call({
    subject: "Review",
    summary: "One page of the submissions of a status",
    access: "editor",
    query: z.object({
      ...paged(10),
      ...search,
      status: z.enum(["pending", "approved", "rejected"]).optional().describe("pending by default."),
    }),
    answer: z.object({ submissions: z.array(Submission), ...Paging }),
    handler: async ({ editor, url: { searchParams } }) => {
      const { page, limit } = pageIn(searchParams, { limit: REVIEW_PAGE_SIZE });
      const search = searchIn(searchParams);
      const { status } = parse(Status, { status: searchParams.get("status") || "pending" });
      return submissionsPage(editor, { page, limit, search, status });
    },
  }),
});
