import { editorApi } from "~/auth/guards.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { REQUESTS_PAGE_SIZE, requestsInFull } from "~/models/requests/queue.server";

/** GET /api/admin/requests?status=decided&page=: without a status what waits, each with all that its decision needs. */
export const { loader, action } = editorApi({
  GET: ({ editor, url }) => {
    const tab = url.searchParams.get("status") === "decided" ? "decided" : "open";
    return requestsInFull(editor, { ...pageQueryOf(url.searchParams, REQUESTS_PAGE_SIZE), tab });
  },
});
