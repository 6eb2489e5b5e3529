import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, page } from "~/http/openapi/operation.server";
import { Request } from "~/http/openapi/schemas/submissions.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { REQUESTS_PAGE_SIZE, requestsInFull } from "~/models/editing/requests/queue.server";

export const { loader, action } = endpoint("/api/admin/requests", {
  GET: call({
    subject: "Review",
    summary: "Reports and requests for removal: the open ones, sorted by due date, or the decided ones",
    access: "editor",
    query: z.object({ ...page, status: z.enum(["open", "decided"]).optional() }),
    answer: z.object({
      requests: z.array(Request),
      ...Paging,
      counts: z.object({ open: z.int(), decided: z.int() }),
    }),
    handler: ({ editor, url }) => {
      const tab = url.searchParams.get("status") === "decided" ? "decided" : "open";
      return requestsInFull(editor, { ...nearestPage(url.searchParams, REQUESTS_PAGE_SIZE), tab });
    },
  }),
});
