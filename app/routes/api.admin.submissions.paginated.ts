import { z } from "zod";
import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { listQueryOf } from "~/models/experts/lists.server";
import { REVIEW_PAGE_SIZE, STATUSES, submissionsPage } from "~/models/submissions/review.server";
import { parse } from "~/validation.server";

const Status = z.object({ status: z.enum(STATUSES, "status must be pending, approved or rejected.") });

/** GET /api/admin/submissions/paginated?page&limit&search, and `status`: pending unless told (decision D32). */
export const { loader, action } = api({
  GET: async ({ context, request, url: { searchParams } }) => {
    const admin = await requireAdmin(request, context);
    const { page, limit, search } = listQueryOf(searchParams, { limit: REVIEW_PAGE_SIZE });
    const { status } = parse(Status, { status: searchParams.get("status") || "pending" });
    return submissionsPage(admin, { page, limit, search, status });
  },
});
