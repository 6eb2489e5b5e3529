import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged } from "~/http/openapi/operation.server";
import { Request } from "~/http/openapi/schemas/submissions.server";
import { pageIn } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { REQUESTS_PAGE_SIZE, requestsInFull } from "~/models/editing/requests/queue.server";

const Status = z.object({ status: z.enum(["open", "decided"], "Status must be open or decided.") });

export const { loader, action } = endpoint("/api/admin/requests", {
  GET: call({
    subject: "Review",
    summary: "Reports and requests for removal: the open ones, sorted by due date, or the decided ones",
    access: "editor",
    query: z.object({ ...paged(REQUESTS_PAGE_SIZE), ...Status.partial().shape }),
    answer: z.object({
      requests: z.array(Request),
      ...Paging,
      counts: z.object({ open: z.int(), decided: z.int() }),
    }),
    handler: ({ editor, url }) => {
      const { status: tab } = parse(Status, { status: url.searchParams.get("status") || "open" });
      return requestsInFull(editor, { ...pageIn(url.searchParams, { limit: REQUESTS_PAGE_SIZE }), tab });
    },
  }),
});
