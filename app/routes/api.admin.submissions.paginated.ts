import { z } from "zod";
import { editorApi } from "~/auth/guards.server";
import { listQueryOf } from "~/models/experts/lists.server";
import { parse } from "~/models/records/validation.server";
import { REVIEW_PAGE_SIZE, STATUSES, submissionsPage } from "~/models/submissions/review.server";

const Status = z.object({ status: z.enum(STATUSES, "status must be pending, approved or rejected.") });

/** GET /api/admin/submissions/paginated?page&limit&search, and `status`, by default pending. */
export const { loader, action } = editorApi({
  GET: async ({ editor, url: { searchParams } }) => {
    const { page, limit, search } = listQueryOf(searchParams, { limit: REVIEW_PAGE_SIZE });
    const { status } = parse(Status, { status: searchParams.get("status") || "pending" });
    return submissionsPage(editor, { page, limit, search, status });
  },
});
