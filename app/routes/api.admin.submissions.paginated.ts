import { z } from "zod";
import { adminApi } from "~/auth/guards.server";
import { listQueryOf } from "~/models/experts/lists.server";
import { parse } from "~/models/records/validation.server";
import { REVIEW_PAGE_SIZE, STATUSES, submissionsPage } from "~/models/submissions/review.server";

const Status = z.object({ status: z.enum(STATUSES, "status must be pending, approved or rejected.") });

/** GET /api/admin/submissions/paginated?page&limit&search, and `status`: pending unless told. */
export const { loader, action } = adminApi({
  GET: async ({ admin, url: { searchParams } }) => {
    const { page, limit, search } = listQueryOf(searchParams, { limit: REVIEW_PAGE_SIZE });
    const { status } = parse(Status, { status: searchParams.get("status") || "pending" });
    return submissionsPage(admin, { page, limit, search, status });
  },
});
